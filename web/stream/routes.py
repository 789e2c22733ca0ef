"""Routes of the director: what is on air, and the producer's controls."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Response

from web.contract.errors import UnknownError
from web.contract.table.on_air import AirView, RundownView
from web.server.live import EVENT_STREAM, LiveChannel
from web.server.responses import FRESH, problems
from web.server.settings import WebSettings
from web.stream.director import Director
from web.stream.rundown import NothingOnAirError

CardId = Annotated[str | None, Query(max_length=120, description="card's id", examples=["ruling:3"])]
"""Id of a card; if it is missing, the card on air is meant."""


class Cut(StrEnum):
    """Act of a producer on the rundown."""

    HOLD = "hold"
    RESUME = "resume"
    SKIP = "skip"
    PIN = "pin"
    UNPIN = "unpin"


def director_router(on_air: Director, settings: WebSettings) -> APIRouter:
    """Return the routes under /api/air and /api/director."""
    router = APIRouter(prefix="/api", tags=["air"])
    live = LiveChannel(on_air, settings)

    @router.get("/air", responses=problems(401))
    async def air(response: Response) -> AirView:
        """State of the stream, without anything private or secret."""
        response.headers.update(FRESH)
        return on_air.view()

    @router.get("/air/live", response_class=Response, responses={**EVENT_STREAM, **problems(401, 422)})
    async def follow(after: Annotated[str | None, Query(max_length=64, examples=["3"])] = None) -> Response:
        """State of the stream, and each change of it: `snapshot` carries an AirView, `delta` an AirDelta."""
        return live.open(after)

    @router.get("/director", responses=problems(401))
    async def rundown(response: Response) -> RundownView:
        """The card on air, the queue, and the card that is held or pinned."""
        response.headers.update(FRESH)
        return on_air.rundown()

    @router.post("/director/{cut}", responses=problems(401, 404, 409, 422))
    async def cut(cut: Cut, card: CardId = None) -> RundownView:
        """Hold, resume, skip, pin or unpin; doing it twice does it once, except that a skip skips again."""
        try:
            _do(on_air, cut, card)
        except KeyError as unknown:
            raise UnknownError("request-card-unknown", card=card) from unknown
        except NothingOnAirError as nothing:
            raise HTTPException(409, nothing.message) from nothing
        return on_air.rundown()

    return router


def _do(on_air: Director, cut: Cut, card: str | None) -> None:
    match cut:
        case Cut.HOLD | Cut.RESUME:
            on_air.hold(cut is Cut.HOLD)
        case Cut.SKIP if card is not None:
            on_air.drop(card)
        case Cut.SKIP:
            on_air.skip()
        case Cut.PIN:
            on_air.pin(card)
        case Cut.UNPIN:
            on_air.unpin()
