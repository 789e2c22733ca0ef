"""Clips made up for a test: grey frames, a line ruled too close, somebody who falls."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from geometry.witness import Role
from overlook.table.recordings.clips import Clip, ClipWithOutcome
from overlook.table.recordings.recorded_game import RulingOutcome
from referee.rules.ruling import Verdict
from web.contract.table.board_views import FindingView, RulingView, SettlingView, StrokeView
from web.contract.table.recordings import ClipOutlineView, ClipView, FallView

SIZE_PX = (1920, 1080)
FRAME_PX = (960, 540)
TIMES_S = (-0.4, -0.2, 0.0)
LINE_PX = ((400.0, 300.0), (1500.0, 800.0))
PRIVATE = "Only for the operator"


def outline(name: str, x: float, y: float, around: float = 40.0) -> ClipOutlineView:
    """Return a base as an octagon about a pixel of the camera's picture."""
    turns = np.linspace(0, 2 * np.pi, 9)[:-1]
    points = tuple((x + around * float(np.cos(turn)), y + around * float(np.sin(turn))) for turn in turns)
    return ClipOutlineView(name=name, colour="#2f7de1", outline_px=points)


def ruling(verdict: Verdict = Verdict.TOO_CLOSE, claim: str = "A1 may select B6") -> RulingView:
    """Return a ruling with a line to draw, and with words that are for players or the operator alone."""
    stroke = StrokeView(
        role=Role.CLEAR_LINE, points=((1.0, 2.0, 0.0), (3.0, 4.0, 0.0)), label="6.00 in", points_px=LINE_PX
    )
    finding = FindingView(rule="D24-01", means="seen", holds=True, verdict=verdict, witness=(stroke,), things=("a1",))
    return RulingView(
        id="r7-0",
        sequence=7,
        claim=claim,
        verdict=verdict,
        p_yes=0.5,
        sentence="Within a hair of 6 in.",
        figures="6.00 in of 6.00 in, ±0.01",
        findings=(finding,),
        notes=(PRIVATE,),
        settling=SettlingView(sentence=PRIVATE),
    )


def view(times_s: Sequence[float], **fields: object) -> ClipView:
    """Return what is told of a clip with frames at these times."""
    told: dict[str, object] = {"ruling": ruling(), "named": (outline("A1 Leader", *LINE_PX[0]),), **fields}
    return ClipView(sequence=7, size_px=SIZE_PX, times_s=tuple(times_s)).model_copy(update=told)


def fall() -> FallView:
    """Return somebody who is shot."""
    return FallView(
        name="Seeker Burdock",
        sentence="Seeker Burdock is shot by Trooper Ödön with lasgun.",
        at=outline("B6 Seeker Burdock", *LINE_PX[1]),
        by=outline("A1 Trooper Ödön", *LINE_PX[0]),
    )


def told(folder: Path, times_s: Sequence[float] = TIMES_S, **fields: object) -> ClipWithOutcome:
    """Return a clip of grey frames, each a little lighter than the one before."""
    width, height = FRAME_PX
    jpegs = tuple(
        cv2.imencode(".jpg", np.full((height, width, 3), 80 + number, np.uint8))[1].tobytes()
        for number in range(len(times_s))
    )
    standing = fields.pop("standing", RulingOutcome.STANDS)
    assert isinstance(standing, RulingOutcome)
    return ClipWithOutcome(Clip(view(times_s, **fields), jpegs), standing, folder)
