"""A ruling in words and drawn."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from geometry.witness import Role
from referee.rules.ruling import Verdict
from web.contract.views import Inches, Name, Point, Point3, View


class StrokeView(View):
    """One shape of a witness: on the board in inches and, when a camera is calibrated, in its picture.

    `points_px` follows the lens: a straight edge may have more points there than on the board.
    """

    role: Role
    points: Annotated[tuple[Point3, ...], Field(min_length=1)]
    closed: bool = False
    label: str = ""
    points_px: tuple[Point, ...] | None = None


class FindingView(View):
    """One rule tested. `figures` is the measurement in words ("1.43 in of 1.00 in, ±0.01"), empty for a plain fact.

    `holds` goes by the best estimate, `verdict` by how sure that is.
    """

    rule: Name
    means: Name
    figures: str = ""
    measured: float | None = None
    required: float | None = None
    margin: float | None = None
    sigma: Inches = 0.0
    holds: bool
    verdict: Verdict
    witness: tuple[StrokeView, ...] = ()
    things: tuple[str, ...] = ()


class SettlingView(View):
    """What would settle a ruling that is too close: a sentence, and the place (x, y, z) to put a gauge, inches."""

    sentence: Name
    at: Point3 | None = None


def _tail(ruling: dict[str, Any]) -> str:
    if ruling["taken_back"] or ruling["declined"]:
        return "taken back" if ruling["taken_back"] else "not taken"
    return f"{100 * ruling['p_yes']:.0f} % yes" if ruling["verdict"] is Verdict.TOO_CLOSE else ""


class RulingView(View):
    """One ruling in words. `sequence` is that of its event; `taken_back` after an undo or a lost challenge, `declined`
    where what was proposed was not taken.

    `tail` is what stands behind the verdict in words: what became of it, or how probable it is.
    `clip` is how many frames were kept of it, see `/api/games/{number}/clips/{sequence}`.
    """

    id: Name
    sequence: Annotated[int, Field(ge=1)]
    claim: Name
    verdict: Verdict
    p_yes: Annotated[float, Field(ge=0, le=1)]
    sentence: Name
    figures: str = ""
    findings: tuple[FindingView, ...] = ()
    notes: tuple[str, ...] = ()
    taken_back: bool = False
    declined: bool = False
    clip: Annotated[int, Field(ge=0)] = 0
    settling: SettlingView | None = None
    tail: str = Field(default_factory=_tail)
