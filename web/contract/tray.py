"""What the dice tray shows: the phase, the roll that lies there, what it says to each question; the rolls' pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Path, Response
from pydantic import Field

from web.contract.views import Name, View
from web.problems import problems

Pixel = Annotated[int, Field(ge=-100_000, le=100_000)]
JPEG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/jpeg": {}}, "description": "The roll's picture"}}


class LyingDieView(View):
    """A die of a roll: its value, null when it lies on no face; `doubt` says why it is not believed.

    `box` is its place in the roll's picture: left, top, width, height.
    """

    value: Annotated[int, Field(ge=1, le=6)] | None
    doubt: str = ""
    box: tuple[Pixel, Pixel, Pixel, Pixel]


class ReadView(View):
    """What the tray says to one question. `why` says why it is not believed; empty when one word is enough.

    `key` names its dice: another one as soon as one of them is thrown again or read otherwise.
    """

    prompt: Name
    key: str = ""
    dice: tuple[LyingDieView, ...]
    why: str = ""


class TrayView(View):
    """The tray. `roll` names the picture of what lies there (`/api/rolls/{roll}.jpg`), null when nothing does.

    `fault` says why nothing can be read and what to do.
    """

    phase: Literal["empty", "rolling", "hand", "settled"]
    fault: str = ""
    roll: str | None = None
    reads: tuple[ReadView, ...] = ()


def rolls_router(find: Callable[[str], bytes | None]) -> APIRouter:
    """Return the route of the rolls' pictures."""
    router = APIRouter(prefix="/api", tags=["read"])

    @router.get("/rolls/{roll}.jpg", response_class=Response, responses={**JPEG, **problems(401, 404, 422)})
    async def picture(roll: Annotated[str, Path(max_length=64, examples=["roll-12"])]) -> Response:
        """The picture of a roll of this game."""
        found = find(roll)
        if found is None:
            raise HTTPException(404, f"There is no picture of roll {roll!r} in this game (any more)")
        return Response(found, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})

    return router
