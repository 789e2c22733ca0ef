"""The rows of the action table that killzones with hatchways add in every edition (rules K24-07, K24-11, K21-02)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.rules.edition import ActionSpec, Edition
from referee.rules.judgement import Attempt
from referee.rules.moves.doorways import Reached, fight_through, openings, operate_hatch
from referee.rules.position import Position
from referee.rules.ruling import Finding, RuleId

OPERATE_HATCH = "Operate Hatch"


def hatchway_fight(rule: RuleId) -> ActionSpec:
    """Return the row of Hatchway Fight: through an open hatchway that the base touches."""

    def through(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
        hatchways = openings(position, "access_point", state="open")
        return fight_through(position, attempt.by, attempt.target, hatchways, rule, floor=False)

    return ActionSpec("Hatchway Fight", rule, 1, treated_as="Fight", engaged=False, conditions=(through,))


def operating_hatch(rule: RuleId, reached: Reached, *moves: str) -> ActionSpec:
    """Return the row of Operate Hatch, which may be performed in the middle of these moves.

    `reached` says whether an operative, friend or foe, reaches a hatch.
    """

    def near(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
        return operate_hatch(position, attempt.by, attempt.target, rule, reached)

    return ActionSpec(OPERATE_HATCH, rule, 1, engaged=False, within=frozenset(moves), conditions=(near,))
