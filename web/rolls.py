"""The route of the rolls' pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Response

from web.problems import problems

JPEG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/jpeg": {}}, "description": "The roll's picture"}}


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
