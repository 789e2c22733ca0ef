"""Recorded games for the replay page: which there are, what happened when, how the table stood at any moment."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Protocol

from fastapi import APIRouter, Path, Response
from pydantic import ConfigDict, Field

from web.contract.snapshot import Snapshot
from web.contract.views import Name, RulingView, View
from web.problems import problems

EVER = {"Cache-Control": "private, max-age=3600"}
JPEG: dict[int | str, dict[str, Any]] = {
    200: {"description": "One frame", "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}}}
}


class HighlightKind(StrEnum):
    """What makes a moment worth looking at again."""

    TURNING_POINT = "turning point"
    KILL = "kill"
    TOO_CLOSE = "too close"
    CHALLENGE = "challenge"
    CHANCE = "chance"
    END = "end"


class HighlightView(View):
    """One reason to look at a moment, in words."""

    kind: HighlightKind
    sentence: Name


class MarkView(View):
    """One thing that was said or seen: `sequence` is that of its last event, `at` when it was kept (ISO 8601).

    `ruling` names the ruling that it carried; `clip` is how many frames were kept of it.
    """

    sequence: Annotated[int, Field(ge=1)]
    at: str
    words: Name
    turning_point: Annotated[int, Field(ge=0)] = 0
    highlights: tuple[HighlightView, ...] = ()
    ruling: str | None = None
    clip: Annotated[int, Field(ge=0)] = 0


class RecordedView(View):
    """One recorded game in short; `problem` says why it cannot be read, and then nothing else is known of it."""

    number: Annotated[int, Field(ge=1)]
    edition: str = ""
    title: str = ""
    begun: str = ""
    players: tuple[str, ...] = ()
    running: bool = False
    problem: str | None = None


class RecordedGames(View):
    """Every game of this table, the newest first."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "games": [
                        {
                            "number": 3,
                            "edition": "kt24",
                            "title": "Kill Team 2024",
                            "begun": "2026-05-02T18:04:11.250+00:00",
                            "players": ["Mira", "Jonas"],
                            "running": True,
                        }
                    ]
                }
            ]
        }
    )

    games: tuple[RecordedView, ...]


class Recording(View):
    """A recorded game with everything that was said or seen in it, the first thing first."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "game": {"number": 3, "edition": "kt24", "begun": "2026-05-02T18:04:11.250+00:00"},
                    "marks": [
                        {
                            "sequence": 57,
                            "at": "2026-05-02T18:31:40.007+00:00",
                            "words": "A2 Shoot at B3",
                            "turning_point": 1,
                            "highlights": [{"kind": "kill", "sentence": "B3 is incapacitated"}],
                        }
                    ],
                }
            ]
        }
    )

    game: RecordedView
    marks: tuple[MarkView, ...]


class ClipView(View):
    """The frames kept of one moment: seconds before the ruling for each, and the ruling as it was drawn then."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"sequence": 57, "size_px": [960, 540], "times_s": [-0.4, -0.2, 0.0]}]}
    )

    sequence: Annotated[int, Field(ge=1)]
    size_px: tuple[int, int]
    view_px: tuple[float, float, float, float] | None = None
    times_s: tuple[float, ...]
    ruling: RulingView | None = None


class Archive(Protocol):
    """Answers questions about recorded games; a game in progress is one of them. It changes nothing.

    All but `games` raise `web.contract.errors.UnknownError` for what is not there or cannot be read.
    """

    async def games(self) -> RecordedGames:
        """Return every game of this table."""
        ...

    async def recording(self, number: int) -> Recording:
        """Return one game with its marks."""
        ...

    async def moment(self, number: int, sequence: int) -> Snapshot:
        """Return how everything stood after that event: the fold of the events up to it and nothing else."""
        ...

    async def clip(self, number: int, sequence: int) -> ClipView:
        """Return what was kept of the ruling that this intent carried."""
        ...

    async def frame(self, number: int, sequence: int, frame: int) -> bytes:
        """Return one frame of a clip, a JPEG."""
        ...


Number = Annotated[int, Path(ge=1, le=99_999, examples=[3])]
Sequence = Annotated[int, Path(ge=1, le=9_999_999, examples=[57])]


def replay_router(archive: Archive) -> APIRouter:
    """Return the routes for recorded games."""
    router = APIRouter(prefix="/api/games", tags=["replay"])

    @router.get("", responses=problems(401))
    async def games() -> RecordedGames:
        """Every recorded game of this table, the newest first."""
        return await archive.games()

    @router.get("/{number}", responses=problems(401, 404, 422))
    async def recording(number: Number) -> Recording:
        """What was said and seen in one game, with its highlights."""
        return await archive.recording(number)

    @router.get("/{number}/moments/{sequence}", responses=problems(401, 404, 422))
    async def moment(number: Number, sequence: Sequence) -> Snapshot:
        """How everything stood after that event."""
        return await archive.moment(number, sequence)

    @router.get("/{number}/clips/{sequence}", responses=problems(401, 404, 422))
    async def clip(number: Number, sequence: Sequence) -> ClipView:
        """The frames kept of a ruling, and the ruling as it was drawn."""
        return await archive.clip(number, sequence)

    @router.get(
        "/{number}/clips/{sequence}/{frame}.jpg", response_class=Response, responses={**JPEG, **problems(401, 404, 422)}
    )
    async def frame(
        number: Number, sequence: Sequence, frame: Annotated[int, Path(ge=0, le=999, examples=[0])]
    ) -> Response:
        """One frame of a clip."""
        return Response(await archive.frame(number, sequence, frame), media_type="image/jpeg", headers=EVER)

    return router
