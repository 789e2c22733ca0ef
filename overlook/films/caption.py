"""What is written over a film: the call and what became of it, or who fell; never more than everybody was told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from overlook.table.recording import Standing
from referee.rules.ruling import Verdict
from web.camera.drawing import AMBER, GREEN, RED, WHITE, Bgr
from web.contract.table.board_views import RulingView
from web.contract.table.recordings import ClipView

CALLS: Mapping[Verdict, tuple[str, Bgr]] = {
    Verdict.YES: ("Yes", GREEN),
    Verdict.NO: ("No", RED),
    Verdict.TOO_CLOSE: ("Too close to call", AMBER),
}


@dataclass(frozen=True, slots=True)
class Caption:
    """A heading in a colour, and sentences."""

    heading: str
    colour: Bgr
    words: str


def caption(view: ClipView, standing: Standing) -> Caption:
    """Return what is written over the frames of a ruling or a fall; notes and advice to players are left out."""
    ruling = view.ruling
    if view.falls:
        heading = f"{' and '.join(one.name for one in view.falls)}: out of action"
        back = f" · {standing}" if standing is Standing.TAKEN_BACK else ""
        return Caption(heading + back, RED, " ".join(one.sentence for one in view.falls))
    if ruling is None:
        return Caption("", WHITE, "")
    call, colour = CALLS[ruling.verdict]
    return Caption(f"{call} · {standing}" if standing else call, colour, _words(ruling))


def _words(ruling: RulingView) -> str:
    figures = f" {ruling.figures}." if ruling.figures else ""
    return f"{ruling.claim.rstrip('.')}: {ruling.sentence}{figures}"
