"""Short ways to set up dice in tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.corpus.odds_questions import ShotAccount, resolve_shot_with_fixed_dice
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.fight import FightSetup, FightSide
from referee.rules.dice.odds import SequenceRun
from referee.rules.dice.shot import CoverOption, Defender, ShotSetup
from referee.rules.dice.step import PASS, Decision, DiceChoice, DiceStepName, Roll, Side
from referee.rules.weapon import RuleUse, Weapon, WeaponType

REROLLS = {DiceStepName.ATTACK_REROLL, DiceStepName.DEFENCE_REROLL, DiceStepName.FIGHT_REROLL}
WORDS = {"ones": "ceaseless"}


def uses(**rules: Any) -> tuple[RuleUse, ...]:
    """Weapon rules as keywords: `uses(lethal=5, rending=True, reroll="ceaseless+balanced")`."""
    found: list[RuleUse] = []
    for name, value in rules.items():
        if name == "reroll":
            found += [RuleUse(WORDS.get(word, word)) for word in value.split("+") if word != "none"]
        elif value is True:
            found.append(RuleUse(name))
        elif value:
            found.append(RuleUse(name, value))
    return tuple(found)


def weapon(atk: int = 4, hit: int = 3, dmg: tuple[int, int] = (3, 4), **rules: Any) -> Weapon:
    return Weapon("weapon", WeaponType.RANGED, atk, hit, dmg, uses(**rules))


def shot(
    arm: Weapon,
    dice: int = 3,
    save: int = 4,
    cover: tuple[CoverOption, ...] = (),
    obscured: bool = False,
    ward: int | None = None,
    attacker_cp: int = 0,
    defender_cp: int = 0,
) -> ShotSetup:
    return ShotSetup(arm, Defender(dice, save, cover, obscured, ward), attacker_cp, defender_cp)


def account_of(
    rules: DiceRules,
    attack: Sequence[int],
    defence: Sequence[int],
    arm: Weapon,
    *,
    save: int = 4,
    dice: int = 3,
    **target: Any,
) -> ShotAccount:
    """What dice that lie fixed come to."""
    return resolve_shot_with_fixed_dice(rules, shot(arm, dice, save, **target), attack, defence)


def assert_leaves_the_odds_alone(rules: DiceRules, name: str) -> None:
    """A weapon rule that is data for others: it is carried by the weapon, and no dice know it."""
    arm = weapon(4, 3).gaining(RuleUse(name, 2))
    assert arm.rule(name) == RuleUse(name, 2)
    assert not rules.weapon_rules[name].hooks
    assert rules.shot_odds(shot(arm)) == rules.shot_odds(shot(weapon(4, 3)))


def bout(one: Weapon | None, two: Weapon | None, wounds: tuple[int, int] = (10, 10), **more: Any) -> FightSetup:
    return FightSetup(FightSide(one, wounds[0]), FightSide(two, wounds[1]), **more)


def played(
    walk: SequenceRun[Any],
    attack: Iterable[Iterable[int]] = (),
    defence: Iterable[Iterable[int]] = (),
    choices: dict[DiceStepName, list[DiceChoice]] | None = None,
) -> SequenceRun[Any]:
    """Play a walk with rolls in order for each side; decisions from `choices` by stage, then by default.

    Where nothing is said about re-rolls, nobody re-rolls.
    """
    rolls = {Side.ATTACKER: iter([list(roll) for roll in attack]), Side.DEFENDER: iter([list(r) for r in defence])}
    wanted = {stage: list(listed) for stage, listed in (choices or {}).items()}

    def entered(roll: Roll) -> list[int]:
        return next(rolls[roll.owner])

    def decided(_: Side, decision: Decision) -> DiceChoice:
        if wanted.get(decision.stage):
            return wanted[decision.stage].pop(0)
        return PASS if decision.stage in REROLLS else decision.default

    return walk.run(entered, decided)
