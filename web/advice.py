"""The routes for what a player may ask before touching a model."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from web.contract.advice import Advisor, MeasureView, OperativeCard, ReachView
from web.contract.errors import UnknownError
from web.contract.views import Point
from web.problems import problems

SpotText = Annotated[
    str, Query(max_length=64, description="an operative's id, or a point 'x,y' in inches", examples=["a2", "12.5,4.25"])
]


def spot(text: str) -> str | Point:
    """Return a point when the text is two numbers, else the id that it is."""
    x, comma, y = text.partition(",")
    if not comma:
        return text
    try:
        point = float(x), float(y)
    except ValueError:
        raise UnknownError(f"{text!r}: expected an operative's id, or a point as '12.5,4.25'") from None
    if not all(-60 < value < 60 for value in point):
        raise UnknownError(f"{text!r} is far off the board")
    return point


def advice_router(advisor: Advisor) -> APIRouter:
    """Return the routes for questions."""
    router = APIRouter(prefix="/api", tags=["ask"])

    @router.get("/operatives/{operative}", responses=problems(401, 404, 422, 503))
    async def card(operative: Annotated[str, Path(max_length=64, examples=["a2"])]) -> OperativeCard:
        """An operative's card, and whom it can shoot."""
        return await advisor.card(operative)

    @router.get("/operatives/{operative}/reach/{action}", responses=problems(401, 404, 422, 503))
    async def reach(
        operative: Annotated[str, Path(max_length=64, examples=["a2"])],
        action: Annotated[str, Path(max_length=64, examples=["Dash"])],
    ) -> ReachView:
        """Where one of an operative's moves could end."""
        return await advisor.reach(operative, action)

    @router.get("/measure", responses=problems(401, 404, 422, 503))
    async def measure(start: SpotText, end: SpotText) -> MeasureView:
        """How far it is from one thing or point to another."""
        return await advisor.measure(spot(start), spot(end))

    return router
