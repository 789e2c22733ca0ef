"""Whether a marker has the size that the rules give it."""

from __future__ import annotations

from geometry.base import MM_PER_INCH
from referee.game.intent_handler import condition
from referee.game.rule_ids import RuleIds
from referee.game.state import MarkerState
from referee.rules.markers import across_mm
from referee.rules.ruling import Finding

SIZE_TOLERANCE_MM = 1.0


def size_findings(ids: RuleIds, marker: MarkerState) -> tuple[Finding, ...]:
    """Return whether a marker has its size: an objective 40 mm, any other 20 mm (rule L24-01)."""
    if ids.sizes is None:
        return ()
    wanted = across_mm(marker.kind)
    size = marker.diameter * MM_PER_INCH
    means = f"{marker.kind} {marker.id} measures {size:.1f} mm: expected {wanted:g} mm"
    return (condition(ids.sizes, abs(size - wanted) <= SIZE_TOLERANCE_MM, means),)
