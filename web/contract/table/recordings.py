"""Views of recorded games, clips and dice statistics, and the `Archive` port."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Protocol

from pydantic import ConfigDict, Field

from messages.message import Message
from web.contract.base import Colour, Name, Point, View
from web.contract.table.board_views import RulingView
from web.contract.table.snapshot import Snapshot

Count = Annotated[int, Field(ge=0)]
UNUSUAL = 0.05
"""Significance level: dice with a smaller p-value are called unusual."""


class SpreadView(View):
    """How often each face fell. `p` is how often fair dice stray as far, null for too few dice to say."""

    of: Name
    counts: tuple[Count, Count, Count, Count, Count, Count]
    seen: Count
    chi_squared: Annotated[float, Field(ge=0)]
    p: Annotated[float, Field(ge=0, le=1)] | None
    sentence: Name
    message: Message | None = None


class CountedView(View):
    """Dice of which only the successes were counted. `expected` succeed of so many fair dice on average.

    `p` is how often those of fair dice stray as far.
    """

    dice: Count
    successes: Count
    expected: Annotated[float, Field(ge=0)]
    p: Annotated[float, Field(ge=0, le=1)]
    sentence: Name
    message: Message | None = None


class PlayerDiceView(View):
    """One player's dice: all with known faces, the same by day, the newest first, and the counted ones."""

    all: SpreadView
    evenings: tuple[SpreadView, ...]
    counted: CountedView | None = None


class FairnessView(View):
    """Every player's dice, and in a sentence how many dice it takes to tell a bias."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"players": [], "needed": "1,940 dice tell 5 %"}]})

    players: tuple[PlayerDiceView, ...]
    needed: Name
    message: Message | None = None


class HighlightKind(StrEnum):
    """Kind of a highlight."""

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
    message: Message | None = None


class MarkView(View):
    """One mark: `sequence` is that of its last event, `at` the time at which it was stored (ISO 8601).

    `ruling` names the ruling that it carried. `clip` is how many frames were kept of it, `clip_of` the number by which
    those are asked for: its own, or that of the ruling which it challenges.
    """

    sequence: Annotated[int, Field(ge=1)]
    at: str
    words: Name
    message: Message | None = None
    turning_point: Annotated[int, Field(ge=0)] = 0
    highlights: tuple[HighlightView, ...] = ()
    ruling: str | None = None
    clip: Annotated[int, Field(ge=0)] = 0
    clip_of: Annotated[int, Field(ge=1)] | None = None


class RecordedView(View):
    """One recorded game in short; `problem` says why it cannot be read, and then nothing else is known of it."""

    number: Annotated[int, Field(ge=1)]
    edition: str = ""
    title: str = ""
    begun: str = ""
    players: tuple[str, ...] = ()
    running: bool = False
    problem: str | None = None
    message: Message | None = None


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


class PointsView(View):
    """Points that count: the op that gave them, and the reason if one was stated."""

    turning_point: Annotated[int, Field(ge=0)]
    name: Name
    op: Name
    vp: int
    why: str = ""


class Recording(View):
    """A recorded game with its marks in order; `points` are those that count."""

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
    points: tuple[PointsView, ...] = ()


class ClipOutlineView(View):
    """Outline of an operative's base at that moment in the camera's frame, with its name and colour."""

    name: Name
    colour: Colour
    outline_px: Annotated[tuple[Point, ...], Field(min_length=3)]


class FallView(View):
    """An incapacitated operative: the sentence, its position, and the one that did it if known."""

    name: Name
    sentence: Name
    message: Message | None = None
    at: ClipOutlineView | None = None
    by: ClipOutlineView | None = None


class ClipView(View):
    """The frames kept of one moment: the seconds from the ruling or the fall to each, and what was drawn then.

    The first frame is from before anything moved. `named` are the bases that the ruling is about, `near_px` the part of
    a frame that it is about: left, top, width and height, in the shape of `view_px`.
    """

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"sequence": 57, "size_px": [960, 540], "times_s": [-0.4, -0.2, 0.0]}]}
    )

    sequence: Annotated[int, Field(ge=1)]
    size_px: tuple[int, int]
    view_px: tuple[float, float, float, float] | None = None
    near_px: tuple[float, float, float, float] | None = None
    times_s: tuple[float, ...]
    ruling: RulingView | None = None
    named: tuple[ClipOutlineView, ...] = ()
    falls: tuple[FallView, ...] = ()


class Archive(Protocol):
    """Answers questions about recorded games, the current one included, without changing anything.

    All methods but `games` raise `web.contract.errors.UnknownError` for what does not exist or cannot be read.
    """

    async def games(self) -> RecordedGames:
        """Return every game of this table."""
        ...

    async def recording(self, number: int) -> Recording:
        """Return one game with its marks."""
        ...

    async def moment(self, number: int, sequence: int) -> Snapshot:
        """Return the snapshot after an event, which depends on no later event."""
        ...

    async def clip(self, number: int, sequence: int) -> ClipView:
        """Return the clip of the ruling made for this intent."""
        ...

    async def dice(self, number: int) -> FairnessView:
        """Return the dice statistics of a game."""
        ...

    async def frame(self, number: int, sequence: int, frame: int) -> bytes:
        """Return one frame of a clip, a JPEG."""
        ...

    async def still(self, number: int, sequence: int) -> bytes:
        """Return the frame of the ruling itself with its annotations, a JPEG."""
        ...

    async def film(self, number: int, sequence: int) -> Path:
        """Return the clip as an MP4 file with its annotations, made on first use.

        Raises `web.contract.errors.ServiceUnavailableError`, with the reason, if it cannot be made now.
        """
        ...
