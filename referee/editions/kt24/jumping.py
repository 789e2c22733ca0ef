"""Jumping across a gap, 2024 (rule I24-04)."""

from __future__ import annotations

from dataclasses import dataclass

from geometry.base import EXACT_TOLERANCE
from referee.rules.edition import Pricing
from referee.rules.judgement import Leg
from referee.rules.ruling import Finding, Ruling

JUMP_REACH = 4.0
IGNORED_HEIGHT = 1.0
CLIMB_LIMIT = 3.0


@dataclass(frozen=True, slots=True)
class Jump:
    """Whether a jump may be made, and what climbing or dropping it adds to the price, inches."""

    ruling: Ruling
    vertical: float


def jump(pricing: Pricing, gap: float, height_difference: float, *, may_climb: bool) -> Jump:
    """Return a jump over `gap` inches onto something that much higher (+) or lower (-).

    A difference of up to an inch is ignored; beyond that the jump ends in a climb or a drop at its full height.
    """
    findings = [Finding.at_most("I24-04", "a jump carries so far", gap, JUMP_REACH, otherwise="no jump carries so far")]
    if abs(height_difference) <= IGNORED_HEIGHT + EXACT_TOLERANCE:
        return Jump(Ruling.of("the jump may be made", *findings), 0.0)
    if height_difference > 0:
        barred = "the action may not climb to the far side"
        findings.append(Finding.fact("D24-04", may_climb, "the action may climb to the far side", otherwise=barred))
        high = "no climb goes so high"
        findings.append(
            Finding.at_most("I24-02", "a climb goes so high", height_difference, CLIMB_LIMIT, otherwise=high)
        )
    vertical = pricing.vertical_cost([Leg(0.0, height_difference)])
    return Jump(Ruling.of("the jump may be made", *findings), vertical)
