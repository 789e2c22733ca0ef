"""The first run's routes, and the application that is served before a table can play."""

from __future__ import annotations

from typing import Annotated

import anyio
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Query, Request, Response

from web.api import FRESH, body_of
from web.claim import claim_router
from web.contract.first_run import AskedFirst, FirstRunPort, FirstRunView
from web.contract.lobby import LobbyPort
from web.contract.machine_page import MachinePort
from web.gate import guarded
from web.lobby import lobby_router
from web.machine import machine_page, machine_router
from web.pages import page_of, static_files
from web.pairing import pairing_router
from web.problems import answer_problems, problems
from web.sessions import Sessions
from web.settings import WebSettings
from web.updating import update_router

FIRST_PICTURE_S = 3.0
PAGE = "first/first.html"
PDF = "application/pdf"
Paper = Annotated[str, Query(pattern="^(A4|Letter)$")]
SHOWING_IT = ("/", "/setup", "/health", "/first")
"""Where the page stands while the table cannot play: wherever somebody looks for the table."""

PAPERS = {200: {"content": {PDF: {}}, "description": "A sheet to print at 100 %"}}


async def _asked(request: Request) -> AskedFirst:
    return await body_of(AskedFirst, request)


def first_run_router(port: FirstRunPort) -> APIRouter:
    """Return the routes of the first run, its page aside."""
    router = APIRouter(prefix="/api/first", tags=["first run"])

    @router.get("", responses=problems(401))
    async def state(response: Response) -> FirstRunView:
        """What the table has and lacks, and how its first run stands."""
        response.headers.update(FRESH)
        return port.view()

    @router.post("", responses=problems(401, 409, 415, 422))
    async def act(asked: Annotated[AskedFirst, Depends(_asked)]) -> FirstRunView:
        """Do one thing of the first run: choose a camera, find the lens, measure the plate, go to the table."""
        refusal = await port.do(asked.wish)
        if refusal is not None:
            raise HTTPException(409, refusal)
        return port.view()

    @router.get("/picture.jpg", response_class=Response, responses=problems(401, 503))
    async def picture() -> Response:
        """The newest picture of the camera that is being set up."""
        with anyio.move_on_after(FIRST_PICTURE_S):
            newest = await port.picture()
            return Response(newest.jpeg, media_type="image/jpeg", headers={**FRESH, "X-Picture": str(newest.number)})
        raise HTTPException(503, f"The camera has given no picture for {FIRST_PICTURE_S:g} s")

    @router.get("/kit.pdf", response_class=Response, responses=problems(401, 422))
    async def kit(paper: Paper = "A4") -> Response:
        """The starter kit: everything to print, in one PDF."""
        return _pdf(await anyio.to_thread.run_sync(port.kit, paper), "kit")

    @router.get("/{sheet}.pdf", response_class=Response, responses=problems(401, 404, 422))
    async def sheet(sheet: str, paper: Paper = "A4") -> Response:
        """One of the sheets: board, charuco or verify."""
        return _pdf(await anyio.to_thread.run_sync(port.sheet, sheet, paper), sheet)

    return router


def _pdf(document: bytes, name: str) -> Response:
    return Response(
        document, media_type=PDF, headers={**FRESH, "Content-Disposition": f'inline; filename="overlook-{name}.pdf"'}
    )


def first_run_page() -> APIRouter:
    """Return the page's own route, at a table that plays."""
    router = APIRouter(include_in_schema=False)
    router.add_api_route("/first", page_of(PAGE), methods=["GET", "HEAD"], response_class=Response)
    return router


def create_first_run_app(
    port: FirstRunPort,
    settings: WebSettings,
    sessions: Sessions,
    machine: MachinePort | None = None,
    lobby: LobbyPort | None = None,
) -> FastAPI:
    """Return the application of a table that cannot play yet: every address leads to its first run.

    With `machine` the machine's page is there too: what a setting has spoilt is mended on it. With a `lobby` the page
    leads back to the simulated table.
    """
    sessions.term.game = None
    app = FastAPI(title="Overlook", version="1", openapi_url=None, docs_url=None, redoc_url=None)
    guarded(app, sessions, settings)
    app.include_router(first_run_router(port))
    app.include_router(claim_router(sessions, sessions.claim))
    app.include_router(lobby_router(lobby, sessions))
    app.include_router(pairing_router(sessions, tuple, settings))
    if machine is not None:
        app.include_router(machine_router(machine))
        app.include_router(update_router(machine))
        app.include_router(machine_page())
    pages = APIRouter(include_in_schema=False)
    for address in SHOWING_IT:
        pages.add_api_route(address, page_of(PAGE), methods=["GET", "HEAD"], response_class=Response)
    pages.add_api_route("/pair", page_of("phone/pair.html"), methods=["GET", "HEAD"], response_class=Response)
    app.include_router(pages)
    app.mount("/static", static_files(), name="static")
    answer_problems(app)
    return app
