"""The lobby's routes: what runs at this table, and something else in its place, for who arranges the table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request, Response

from web.api import FRESH, body_of
from web.contract.lobby import AskedLobby, LobbyPort, LobbyView
from web.contract.rights import ROLES, Who
from web.problems import problems
from web.sessions import Sessions

NOTHING = LobbyView(runs="camera")
"""What a table says that nothing else can run at."""

NOTHING_ELSE = "Nothing else can run at this table: it has a camera of its own. Set it up on the page /setup"


async def _asked(request: Request) -> AskedLobby:
    return await body_of(AskedLobby, request)


def lobby_router(lobby: LobbyPort | None, sessions: Sessions) -> APIRouter:
    """Return the routes of the lobby; without a port nothing else can run."""
    router = APIRouter(prefix="/api/lobby", tags=["lobby"])

    @router.get("", responses=problems(401))
    async def state(request: Request, response: Response) -> LobbyView:
        """What runs at this table, and what who asks may have run instead."""
        response.headers.update(FRESH)
        view = NOTHING if lobby is None else lobby.view()
        arranges = sessions.who(request).role in ROLES[Who.ARRANGING]
        return view if arranges else view.model_copy(update={"wishes": ()})

    @router.post("", responses=problems(401, 409, 415, 422))
    async def act(asked: Annotated[AskedLobby, Depends(_asked)]) -> LobbyView:
        """Have something else run: the table is opened anew within seconds, and every page finds it again."""
        refusal = NOTHING_ELSE if lobby is None else lobby.do(asked.wish)
        if refusal is not None or lobby is None:
            raise HTTPException(409, refusal)
        return lobby.view()

    return router
