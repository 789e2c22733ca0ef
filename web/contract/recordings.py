"""Recorded games for the replay page: which there are, what happened when, how the table stood at any moment."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Protocol

from pydantic import ConfigDict, Field

from web.contract.fairness import FairnessView
from web.contract.ruling_views import RulingView
from web.contract.snapshot import Snapshot
from web.contract.views import Name, View


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

    async def dice(self, number: int) -> FairnessView:
        """Return how the dice of a game fell."""
        ...

    async def frame(self, number: int, sequence: int, frame: int) -> bytes:
        """Return one frame of a clip, a JPEG."""
        ...
