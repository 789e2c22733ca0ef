"""Routes of the first run and of the lobby, the choice between camera, demonstration and simulation."""

from __future__ import annotations

from typing import Annotated

import anyio
from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response

from messages.message import Message
from web.auth.sessions import Sessions
from web.contract.permissions import Permission
from web.contract.setup.startup import AskedFirst, AskedLobby, FirstRunPort, FirstRunView, LobbyPort, LobbyView
from web.pages.pages import page_endpoint
from web.server.request_bodies import body_of
from web.server.responses import FRESH, problems

FIRST_PICTURE_S = 3.0
PAGE = "first/first.html"
PDF = "application/pdf"
Paper = Annotated[str, Query(pattern="^(A4|Letter)$")]

PAPERS = {200: {"content": {PDF: {}}, "description": "A sheet"}}


async def _asked(request: Request) -> AskedFirst:
    return await body_of(AskedFirst, request)


def first_run_router(port: FirstRunPort) -> APIRouter:
    """Return the first run's JSON routes, without its page."""
    router = APIRouter(prefix="/api/first", tags=["first run"])

    @router.get("", responses=problems(401))
    async def state(response: Response) -> FirstRunView:
        """Parts of the table, missing ones too, and the state of its first run."""
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
        """The newest frame of the camera that is being set up."""
        with anyio.move_on_after(FIRST_PICTURE_S):
            newest = await port.picture()
            return Response(newest.jpeg, media_type="image/jpeg", headers={**FRESH, "X-Picture": str(newest.number)})
        raise HTTPException(503, Message.of("request-no-image", seconds=FIRST_PICTURE_S))

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
    file = f"overlook-{name}.pdf"
    headers = {**FRESH, "Content-Disposition": f'inline; filename="{file}"'}
    return Response(document, media_type=PDF, headers=headers)


def first_run_page() -> APIRouter:
    """Return the route of the first-run page at a table that can play."""
    router = APIRouter(include_in_schema=False)
    router.add_api_route("/first", page_endpoint(PAGE), methods=["GET", "HEAD"], response_class=Response)
    return router


NOTHING = LobbyView(runs="camera")
"""View of a table without a lobby: it runs its camera, and nothing else can run."""

NOTHING_ELSE = Message.of("request-nothing-else-runs")


async def _lobby_request(request: Request) -> AskedLobby:
    return await body_of(AskedLobby, request)


def lobby_router(lobby: LobbyPort | None, sessions: Sessions) -> APIRouter:
    """Return the routes of the lobby; without a port, every request to run something else is refused."""
    router = APIRouter(prefix="/api/lobby", tags=["lobby"])

    @router.get("", responses=problems(401))
    async def state(request: Request, response: Response) -> LobbyView:
        """The mode of this table, and the modes that this device may choose."""
        response.headers.update(FRESH)
        view = NOTHING if lobby is None else lobby.view()
        arranges = sessions.identify(request).has(Permission.ADMIN)
        return view if arranges else view.model_copy(update={"wishes": ()})

    @router.post("", responses=problems(401, 409, 415, 422))
    async def act(asked: Annotated[AskedLobby, Depends(_lobby_request)]) -> LobbyView:
        """Choose another mode. The table reopens within seconds, and every page reconnects."""
        refusal = NOTHING_ELSE if lobby is None else lobby.do(asked.wish)
        if refusal is not None or lobby is None:
            raise HTTPException(409, refusal)
        return lobby.view()

    return router
