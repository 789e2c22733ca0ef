"""Dice that lie fixed: what a shot with these faces comes to, and which steps of a fight are legal.

The same stages as in play and in the odds; only the dice come from a list. Optional rules are used whenever they are
legal, and nothing is re-rolled.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Listed
from dataclasses import dataclass

from referee.rules.dice.attack import compile_attack
from referee.rules.dice.blocking import Hits
from referee.rules.dice.fight import FightSetup
from referee.rules.dice.fight_state import SIDES, Fighter, FightState
from referee.rules.dice.resolve import (
    CRIT_ON_CRIT,
    CRIT_ON_NORMAL,
    CRIT_ON_NOTHING,
    CRIT_STRIKE,
    NORMAL_ON_NORMAL,
    NORMAL_ON_NOTHING,
    NORMAL_STRIKE,
)
from referee.rules.dice.rules import DiceRules
from referee.rules.dice.sequence import Sequence, Walk
from referee.rules.dice.shot import ShotSetup
from referee.rules.dice.shot_state import ShotState
from referee.rules.dice.step import PASS, Choice, Decision, DiceStepName, Roll, Side
from referee.rules.errors import MalformedError

NORMAL_ON_CRIT = Choice("block", "normal on crit")

STEPS = {
    "CS": CRIT_STRIKE,
    "NS": NORMAL_STRIKE,
    "CBc": CRIT_ON_CRIT,
    "CBn": CRIT_ON_NORMAL,
    "NBn": NORMAL_ON_NORMAL,
    "NBc": NORMAL_ON_CRIT,
    "CB0": CRIT_ON_NOTHING,
    "NB0": NORMAL_ON_NOTHING,
}
"""How a step of a fight is noted: the die, strike or block, and what is blocked."""

REROLLS = frozenset({DiceStepName.ATTACK_REROLL, DiceStepName.DEFENCE_REROLL, DiceStepName.FIGHT_REROLL})


@dataclass(frozen=True, slots=True)
class ShotAccount:
    """What a shot with fixed dice comes to, step by step.

    `classes` has one letter for each rolled attack die, C, N or F, in the order given. `kept` and `saves` are dice
    kept unrolled and saves retained, those included. `damage` is what the best block leaves, `unblocked` what no block
    would, both with `at_once`, the damage done before blocking.
    """

    classes: tuple[str, ...]
    unrolled: int
    hits: Hits
    collected: int
    kept: Hits
    to_roll: int
    saves: Hits
    at_once: int
    damage: int
    unblocked: int


def account_of_shot(
    rules: DiceRules, setup: ShotSetup, attack_roll: Listed[int], defence_roll: Listed[int]
) -> ShotAccount:
    """Return what becomes of a shot with these dice; `MalformedError` where the number of dice is another one."""
    sequence = rules.shot(setup)

    def until(name: DiceStepName) -> ShotState:
        return _played(sequence.until(name).begin(), attack_roll, defence_roll).state

    hand = until(DiceStepName.ATTACK_ROLL).attack
    if hand.dice != len(attack_roll):
        raise MalformedError(f"attack roll {list(attack_roll)}: expected {hand.dice} dice, got {len(attack_roll)}")
    worth = compile_attack(rules.weapon_rules, setup.weapon, Side.ATTACKER).worth
    hits = until(DiceStepName.CRITS).attack.tally
    collected = until(DiceStepName.COVER).defence.dice
    ready = until(DiceStepName.DEFENCE_ROLL).defence
    if ready.dice != len(defence_roll):
        raise MalformedError(f"defence roll {list(defence_roll)}: expected {ready.dice} dice, got {len(defence_roll)}")
    facing = until(DiceStepName.BLOCK)
    left = facing.attack.tally
    done = _played(sequence.begin(), attack_roll, defence_roll).state
    return ShotAccount(
        tuple("FNC"[worth[face]] for face in attack_roll),
        hand.unrolled,
        Hits(hits.crits, hits.normals + hits.fixed),
        collected,
        Hits(ready.tally.crits, ready.tally.fixed),
        ready.dice,
        Hits(facing.defence.tally.crits, facing.defence.tally.normals + facing.defence.tally.fixed),
        facing.harm,
        done.harm,
        facing.harm + Hits(left.crits, left.normals).damage(setup.weapon.damage),
    )


def _played(walk: Walk[ShotState], attack_roll: Listed[int], defence_roll: Listed[int]) -> Walk[ShotState]:
    dice = {Side.ATTACKER: attack_roll, Side.DEFENDER: defence_roll}

    def entered(roll: Roll) -> Iterable[int]:
        return dice[roll.owner]

    def decided(_: Side, decision: Decision) -> Choice:
        return PASS if decision.stage in REROLLS else decision.default

    return walk.run(entered, decided)


@dataclass(frozen=True, slots=True)
class FightAccount:
    """What a fight with fixed dice comes to.

    `legal` says of each step whether it was; the first illegal one ends the account. `final` is the state before it,
    or after the last. `because` says why it ended there.
    """

    legal: tuple[bool, ...]
    final: FightState
    because: str

    @property
    def all_legal(self) -> bool:
        """Whether no step was illegal."""
        return all(self.legal)


def account_of_fight(
    rules: DiceRules, setup: FightSetup, retained: tuple[Hits, Hits], steps: Iterable[tuple[Side, Choice]]
) -> FightAccount:
    """Return which steps of a fight are legal, from dice as they were retained, and how it stands at the end."""
    one = Fighter(*retained[0], setup.attacker.wounds)
    two = Fighter(*retained[1], setup.defender.wounds)
    first = SIDES.index(setup.first)
    turn = first if (one, two)[first].dice else 1 - first
    resolving = rules.resolving(setup)
    walk = Sequence(resolving.stages, FightState(None, None, one, two, turn), 0).begin()
    legal: list[bool] = []
    for side, choice in steps:
        decision = walk.decision
        legal.append(decision is not None and decision.owner is side and choice in decision.choices)
        if not legal[-1]:
            return FightAccount(tuple(legal), walk.state, "illegal step")
        walk = walk.choose(choice)
    final = walk.state
    over = "incapacitated" if min(final.wounds) <= 0 else "dice spent"
    return FightAccount(tuple(legal), final, over if walk.over else "not over")
