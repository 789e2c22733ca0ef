"""The strike or block that is proposed: as good as any, found out by playing every other way to the end."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.editions.kt21.dice import DICE as KT21
from referee.editions.kt24.dice import DICE as KT24
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.fight import FightSetup, FightSide
from referee.rules.dice.odds import SequenceRun
from referee.rules.dice.step import PASS, DiceStepName, Side
from tests.depth import depth
from tests.referee.rules.dice.building import weapon

BOTH = pytest.mark.parametrize("rules", [KT24, KT21], ids=["2024", "2021"])
FACES = st.lists(st.integers(1, 6), min_size=1, max_size=3)
DAMAGE = st.tuples(st.integers(1, 4), st.integers(2, 6))


def resolving(rules: DiceRules, setup: FightSetup, rolls: dict[Side, list[int]]) -> SequenceRun[Any]:
    walk = rules.fight(setup).begin()
    while walk.waits is not None and walk.stage is not DiceStepName.RESOLVE:
        if walk.roll is not None:
            walk = walk.enter(rolls[walk.roll.owner])
        elif walk.decision is not None:
            walk = walk.choose(PASS if PASS in walk.decision.choices else walk.decision.default)
    return walk


def payoff(walk: SequenceRun[Any]) -> tuple[int, int]:
    one, two = walk.state.wounds
    return (two <= 0) - (one <= 0), one - two


def every_way(walk: SequenceRun[Any]) -> tuple[int, int]:
    """What the fight comes to when both sides try everything: no memory, no short ways."""
    if walk.decision is None:
        return payoff(walk)
    values = [every_way(walk.choose(choice)) for choice in walk.decision.choices]
    return max(values) if walk.decision.owner is Side.ATTACKER else min(values)


def by_proposals(walk: SequenceRun[Any]) -> tuple[int, int]:
    while walk.decision is not None:
        walk = walk.choose(walk.decision.default)
    return payoff(walk)


@BOTH
@given(FACES, FACES, DAMAGE, DAMAGE, st.integers(1, 9), st.integers(1, 9), st.booleans())
@settings(max_examples=depth(25, 60), deadline=None)
def test_what_is_proposed_is_as_good_as_any_other_way(
    rules: DiceRules,
    one: list[int],
    two: list[int],
    dealt: tuple[int, int],
    taken: tuple[int, int],
    own: int,
    other: int,
    brutal: bool,
) -> None:
    arms = weapon(len(one), 3, dealt, brutal=brutal), weapon(len(two), 4, taken)
    walk = resolving(
        rules,
        FightSetup(FightSide(arms[0], own), FightSide(arms[1], other)),
        {Side.ATTACKER: one, Side.DEFENDER: two},
    )
    assert by_proposals(walk) == every_way(walk)


def test_who_would_fall_to_the_next_blow_is_advised_to_block_it() -> None:
    arms = weapon(1, 3, (1, 2)), weapon(1, 3, (3, 4))
    walk = resolving(
        KT24, FightSetup(FightSide(arms[0], 3), FightSide(arms[1], 9)), {Side.ATTACKER: [4], Side.DEFENDER: [4]}
    )
    assert walk.decision is not None
    assert walk.decision.default.verb == "block"
