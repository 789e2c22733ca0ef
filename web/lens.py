"""The lens wizard's own application: a page that shows what the camera sees of the sheet, and what is still wanted."""

from __future__ import annotations

from typing import Annotated, Any

import anyio
from fastapi import APIRouter, FastAPI, HTTPException, Path, Response
from starlette.responses import RedirectResponse

from web.contract.lens import LensPort, WizardView
from web.html_page import html_answer
from web.page_files import page_html
from web.pages import static_files
from web.problems import answer_problems, problems
from web.security import Guard
from web.settings import WebSettings

FIRST_PICTURE_S = 3.0
PAGE = "/calibrate"


def create_wizard_app(service: LensPort, settings: WebSettings | None = None) -> FastAPI:
    """Return the application of the wizard; run it with uvicorn."""
    settings = settings or WebSettings()
    app = FastAPI(title="Overlook lens wizard", version="1", openapi_url=None, docs_url=None, redoc_url=None)
    app.add_middleware(Guard, settings=settings)
    app.include_router(_router(service))
    app.mount("/static", static_files(), name="static")
    answer_problems(app)
    return app


def _router(service: LensPort) -> APIRouter:
    router = APIRouter()

    @router.get("/", response_class=RedirectResponse)
    async def home() -> RedirectResponse:
        return RedirectResponse(PAGE)

    @router.get(PAGE, response_class=Response)
    async def page() -> Response:
        return html_answer(page_html("lens/calibrate.html"))

    @router.get("/api/calibration", responses=problems())
    async def state() -> WizardView:
        """What the wizard knows now."""
        return service.state()

    @router.delete("/api/calibration/views/{name}", responses=problems(404))
    async def drop(name: Annotated[str, Path(max_length=64)]) -> WizardView:
        """Leave a view out."""
        await service.drop(name)
        return service.state()

    @router.post("/api/calibration/finish", responses=problems(409))
    async def finish() -> WizardView:
        """Find the lens from the views and save it."""
        refusal = await service.finish()
        if refusal is not None:
            raise HTTPException(409, refusal)
        return service.state()

    @router.get("/camera.jpg", response_class=Response, responses=_pictures())
    async def picture() -> Response:
        """The newest picture."""
        with anyio.move_on_after(FIRST_PICTURE_S):
            newest = await service.picture()
            headers = {"Cache-Control": "no-store", "X-Picture": str(newest.number)}
            return Response(newest.jpeg, media_type="image/jpeg", headers=headers)
        raise HTTPException(503, f"The camera has given no picture for {FIRST_PICTURE_S:g} s")

    return router


def _pictures() -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {"image/jpeg": {}}, "description": "The newest picture"}, **problems(503)}
