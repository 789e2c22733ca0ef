"""The lens wizard's own application: a page that shows what the camera sees of the sheet, and what is still wanted."""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import anyio
from fastapi import APIRouter, FastAPI, HTTPException, Path, Response
from pydantic import Field
from starlette.responses import RedirectResponse

from web.guard import Guard
from web.pages import STATIC, FreshFiles, page_html
from web.plain import html_answer
from web.problems import answer_problems, problems
from web.service import Picture
from web.settings import WebSettings
from web.views import Name, Point, View

FIRST_PICTURE_S = 3.0
PAGE = "/calibrate"


class TakenViewView(View):
    """A view that was taken: its error under the lens so far, px, None until there are enough.

    `bad` when that error is so much larger than the others' that the view is better left out.
    """

    name: Name
    rms_px: float | None
    tilt_deg: float
    lean: Name
    blur_px: float
    bad: bool = False


class WizardView(View):
    """What the wizard knows now.

    `corners_px` are the sheet's corners in picture `picture`; `cells` the (column, row) of `grid` that views taken
    have reached; `leans` how many were taken of each way that the sheet can lie, of which `leans_wanted` are wanted.
    `problem` is what is wrong with the camera or the views, `saved` what came of finishing.
    """

    version: Annotated[int, Field(ge=1)] = 1
    camera: str
    mode: str
    size_px: tuple[int, int]
    picture: int
    corners_px: tuple[Point, ...] = ()
    grid: tuple[int, int]
    cells: tuple[tuple[int, int], ...] = ()
    cells_wanted: int
    leans: dict[str, int]
    leans_wanted: int
    blur_px: float | None = None
    blur_limit_px: float
    tilt_deg: float | None = None
    lean: str | None = None
    still: bool = False
    advice: str
    views: tuple[TakenViewView, ...] = ()
    views_wanted: int
    enough: bool = False
    problem: str | None = None
    saved: str | None = None


class WizardService(Protocol):
    """The wizard behind the page; every method is called on the event loop and must not block it."""

    def state(self) -> WizardView:
        """Return what the wizard knows now."""
        ...

    async def drop(self, name: str) -> None:
        """Leave a view out that was taken; `web.errors.UnknownError` when there is none of that name."""
        ...

    async def finish(self) -> str | None:
        """Find the lens and save it; return why not, None when it is done."""
        ...

    async def picture(self) -> Picture:
        """Return the newest picture, waiting for the first."""
        ...


def create_wizard_app(service: WizardService, settings: WebSettings | None = None) -> FastAPI:
    """Return the application of the wizard; run it with uvicorn."""
    settings = settings or WebSettings()
    app = FastAPI(title="Overlook lens wizard", version="1", openapi_url=None, docs_url=None, redoc_url=None)
    app.add_middleware(Guard, settings=settings)
    app.include_router(_router(service))
    app.mount("/static", FreshFiles(directory=STATIC), name="static")
    answer_problems(app)
    return app


def _router(service: WizardService) -> APIRouter:
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
