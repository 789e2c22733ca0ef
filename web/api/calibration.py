"""Lens wizard application, and the pages that calibrate the dice tray."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from html import escape
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Path, Request, Response
from pydantic import AfterValidator
from starlette.responses import RedirectResponse

from messages.message import Message
from messages.page_texts import PageLanguage, page_language, page_text
from web.auth.request_guard import Guard
from web.contract.errors import MalformedRequestError
from web.contract.setup.calibration import Corners, LensPort, TrayCalibrationView, TrayCalibrator, WizardView
from web.pages.pages import static_files
from web.pages.static_files import page_html
from web.server.responses import FRESH, answer_problems, html_response, html_text, problems, render_page
from web.server.settings import WebSettings

FIRST_PICTURE_S = 3.0
PAGE = "/calibrate"


def create_wizard_app(service: LensPort, settings: WebSettings | None = None) -> FastAPI:
    """Return the application of the wizard; run it with uvicorn."""
    settings = settings or WebSettings()
    app = FastAPI(title="Overlook lens wizard", version="1", openapi_url=None, docs_url=None, redoc_url=None)
    app.add_middleware(Guard, settings=settings)
    app.add_middleware(PageLanguage)
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
        return html_response(page_html("lens/calibrate.html", page_language()))

    @router.get("/api/calibration", responses=problems())
    async def state() -> WizardView:
        """State of the lens wizard."""
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
        """The newest frame."""
        with anyio.move_on_after(FIRST_PICTURE_S):
            newest = await service.picture()
            headers = {"Cache-Control": "no-store", "X-Picture": str(newest.number)}
            return Response(newest.jpeg, media_type="image/jpeg", headers=headers)
        raise HTTPException(503, Message.of("request-no-image", seconds=FIRST_PICTURE_S))

    return router


def _pictures() -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {"image/jpeg": {}}, "description": "The newest picture"}, **problems(503)}


WIDTH = 350
"""Width of the image on the page in CSS pixels, in which touches are reported: it fits a phone."""

STEPS = (
    Message.of("page-tray-upper-left"),
    Message.of("page-tray-upper-right"),
    Message.of("page-tray-lower-right"),
    Message.of("page-tray-lower-left"),
)

FARTHEST_PX = 20_000
"""Largest coordinate of a tray corner in pixels, beyond the size of any camera's frame."""


def _near(spelled: str) -> str:
    if any(int(number) > FARTHEST_PX for number in re.findall(r"\d+", spelled)):
        raise MalformedRequestError("page-tray-corner-far", most=FARTHEST_PX)
    return spelled


Spelled = Annotated[str, Path(max_length=80, pattern=r"^(-|\d+,\d+(;\d+,\d+){0,3})$"), AfterValidator(_near)]


def read_corners(spelled: str) -> Corners:
    """Return corners from the text "x,y;x,y"; "-" means none."""
    pairs = [] if spelled == "-" else [pair.split(",") for pair in spelled.split(";")]
    return tuple((float(x), float(y)) for x, y in pairs)


def spell_corners(corners: Corners) -> str:
    """Return corners as the text used in addresses, the inverse of `read_corners`."""
    return ";".join(f"{x:.0f},{y:.0f}" for x, y in corners) or "-"


def tray_calibration_router(tray: TrayCalibrator, acts: Callable[..., Any]) -> APIRouter:
    """Return /tray and its steps; the dependency `acts` rejects requests that may not change the table."""
    router = APIRouter(include_in_schema=False, dependencies=[Depends(acts)])

    @router.get("/tray", response_class=RedirectResponse)
    async def start() -> RedirectResponse:
        return RedirectResponse("/tray/-")

    @router.get("/tray/{spelled}", response_class=Response)
    async def page(spelled: Spelled, request: Request) -> Response:
        touched = request.url.query
        corners = read_corners(spelled)
        if touched:
            return RedirectResponse(f"/tray/{spell_corners(await _touched(corners, touched))}", 303)
        return html_response(tray_page(tray.view(), corners))

    async def _touched(corners: Corners, touched: str) -> Corners:
        place = re.fullmatch(r"(\d{1,4}),(\d{1,4})", touched)
        if len(corners) == 4 or place is None:
            raise HTTPException(422, Message.of("page-tray-not-touched", found=touched))
        scale = (await tray.size_px())[0] / WIDTH
        return (*corners, (int(place[1]) * scale, int(place[2]) * scale))

    @router.get("/api/tray/{spelled}.jpg", response_class=Response, responses=problems(503))
    async def picture(spelled: Spelled) -> Response:
        return Response(await tray.picture(read_corners(spelled)), media_type="image/jpeg", headers=FRESH)

    def step(name: str, do: Callable[[Corners, str], Awaitable[None]]) -> None:
        @router.post(f"/api/tray/{{spelled}}/{name}", response_class=RedirectResponse, name=f"tray {name}")
        async def taken(spelled: Spelled, player: str = "") -> RedirectResponse:
            await do(read_corners(spelled), player)
            return RedirectResponse(f"/tray/{spelled}", 303)

    step("empty", lambda corners, _: tray.empty(corners))
    step("dice", tray.dice)
    step("save", lambda corners, _: tray.save(corners))
    return router


def tray_page(known: TrayCalibrationView, corners: Corners) -> str:
    """Return the HTML of the tray page for the corners touched so far."""
    here = spell_corners(corners)
    alt = html_text(Message.of("page-tray-image"))
    ismap = " ismap" if len(corners) < 4 else ""
    image = f'<img src="/api/tray/{here}.jpg" width="{WIDTH}" alt="{alt}"{ismap}>'
    if len(corners) < 4:
        asked = STEPS[len(corners)]
        shown = f'<a href="/tray/{here}">{image}</a>'
        steps = ""
    else:
        asked = Message.of("page-tray-line")
        shown, steps = image, _steps(known, here)
    result = escape(known.said) if known.message is None else html_text(known.message)
    said = f'<p class="verdict" role="status">{result}</p>' if result else ""
    title = Message.of("page-tray-title")
    main = f"""<header><h1>{html_text(title)}</h1><p>{html_text(asked)}</p></header>
<figure>{shown}</figure>
{said}
{steps}
<p><a href="/tray/-">{html_text(Message.of("page-tray-again"))}</a></p>
<p><a href="/">{html_text(Message.of("page-to-table"))}</a></p>"""
    return render_page(page_text(title), main, script="/static/tray/tray.js")


def _steps(known: TrayCalibrationView, here: str) -> str:
    links = [(f"/api/tray/{here}/empty", Message.of("page-tray-empty"), known.empty)]
    for player, name, done in known.seats if known.empty else ():
        links.append((f"/api/tray/{here}/dice?player={escape(player)}", Message.of("page-tray-dice", name=name), done))
    if known.empty and any(done for _, _, done in known.seats):
        links.append((f"/api/tray/{here}/save", Message.of("page-tray-save"), False))
    ready = f"<small>{html_text(Message.of('page-tray-done'))}</small>"
    items = "".join(
        f'<li><button value="{where}">{html_text(words)}</button>{ready if done else ""}</li>'
        for where, words, done in links
    )
    return f'<ul class="figures">{items}</ul>'
