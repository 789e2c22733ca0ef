"""How each kind of dice question is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from pydantic import BaseModel

from referee.corpus.odds_schema import (
    BlockVector,
    FightTraceVector,
    FightVector,
    HotVector,
    RerollVector,
    ShotTraceVector,
    ShotVector,
)
from referee.rules.dice.blocking import Allocation, best, legal
from referee.rules.dice.fight import FightSetup
from referee.rules.dice.fight_state import Fighter
from referee.rules.dice.fuzzy import FuzzyNames, letters
from referee.rules.dice.hooks import Reroll, RollAfterUse
from referee.rules.dice.odds import mean
from referee.rules.dice.reroll import Offer, lawful
from referee.rules.dice.rules import DiceRules
from referee.rules.dice.scripted_dice import NORMAL_ON_CRIT, STEPS, account_of_fight, account_of_shot
from referee.rules.dice.shot import Defender, ShotSetup
from referee.rules.dice.step import Side
from referee.rules.dice.weapon import RuleUse, Weapon, WeaponType
from referee.rules.errors import MalformedError

Got = dict[str, Any]
"""What was answered, under the keys of the contract."""

Exact = dict[str, dict[str, Fraction]]
"""The distributions among them, as fractions."""

REROLL_WORDS = {"ones": "ceaseless"}
LAWFUL_REMARKS = frozenset({"", "pass", "stop", "seen", "seenfirst", "afterseeing"})


def _weapon(rules: DiceRules, fields: Mapping[str, Any], atk: int, hit: int, damage: tuple[int, int]) -> Weapon:
    """Return the weapon of a vector: beside its numbers it carries one key for each weapon rule."""
    uses: list[RuleUse] = []
    for key, value in fields.items():
        if key == "reroll":
            uses += [_reroll(rules, name) for name in str(value).split("+") if name != "none"]
        elif value is True:
            uses.append(RuleUse(rules.weapon_rules[key].name))
        elif value not in (False, None, 0):
            if isinstance(value, bool) or not isinstance(value, int):
                raise MalformedError(f"field {key!r}: found {value!r}: expected a whole number, true or false")
            uses.append(RuleUse(rules.weapon_rules[key].name, value))
    return Weapon("weapon", WeaponType.RANGED, atk, hit, damage, tuple(uses))


def _reroll(rules: DiceRules, name: str) -> RuleUse:
    found = REROLL_WORDS.get(name, name)
    known = [rule.name for rule in rules.weapon_rules.rules if any(isinstance(hook, Reroll) for hook in rule.hooks)]
    if found not in known:
        words = ", ".join(sorted({*known, *REROLL_WORDS, "none"}))
        raise MalformedError(f"field 'reroll': found {name!r}: expected one of {words}, or several joined by +")
    return RuleUse(found)


def _floats(odds: Mapping[str, Fraction]) -> dict[str, float]:
    return {key: float(chance) for key, chance in odds.items()}


def _by_key(odds: Mapping[int, Fraction]) -> dict[str, Fraction]:
    return {str(value): odds[value] for value in sorted(odds)}


def _shot(rules: DiceRules, vector: ShotVector) -> tuple[Got, Exact]:
    one = vector.attacker
    setup = ShotSetup(_weapon(rules, one.rules, one.atk, one.hit, one.dmg), vector.target)
    odds = rules.shot_odds(setup)
    exact = _by_key(odds)
    return {"damage": _floats(exact), "mean": float(mean(odds))}, {"damage": exact}


def _fight(rules: DiceRules, vector: FightVector) -> tuple[Got, Exact]:
    a, b = vector.a, vector.b
    setup = FightSetup(
        a.side(_weapon(rules, a.rules, a.atk, a.hit, a.dmg)), b.side(_weapon(rules, b.rules, b.atk, b.hit, b.dmg))
    )
    odds = rules.fight_odds(setup, vector.policy_a, vector.policy_b)
    exact = {f"{one},{two}": odds[one, two] for one, two in sorted(odds)}
    got: Got = {"remaining_wounds": _floats(exact)}
    for index, name in enumerate("ab"):
        got[f"mean_wounds_{name}"] = float(sum(wounds[index] * chance for wounds, chance in odds.items()))
        down = (chance for wounds, chance in odds.items() if wounds[index] == 0)
        got[f"p_{name}_incapacitated"] = float(sum(down, Fraction(0)))
    return got, {"remaining_wounds": exact}


def _hot(rules: DiceRules, vector: HotVector) -> tuple[Got, Exact]:
    if vector.attacker is None:
        tests = [hook for hook in rules.weapon_rules["hot"].hooks if isinstance(hook, RollAfterUse)]
        if vector.hit is None or not tests:
            raise MalformedError("field 'hit': missing: expected the weapon's Hit, or an attacker where ones count")
        odds: dict[int, Fraction] = {}
        for face in range(1, 7):
            lost = tests[0].damage(face, vector.hit)
            odds[lost] = odds.get(lost, Fraction(0)) + Fraction(1, 6)
        exact = {"self_damage": _by_key(odds)}
    else:
        one = vector.attacker
        weapon = _weapon(rules, {"hot": True, **one.rules}, one.atk, one.hit, one.dmg)
        exact = {"self_mortal_wounds": _by_key(rules.own_harm_odds(ShotSetup(weapon, Defender(0, 6))))}
    return {key: _floats(value) for key, value in exact.items()}, exact


def _shot_trace(rules: DiceRules, vector: ShotTraceVector) -> tuple[Got, Exact]:
    one = vector.weapon
    setup = ShotSetup(_weapon(rules, one.rules, one.atk, one.hit, one.dmg), vector.target)
    account = account_of_shot(rules, setup, vector.attack_roll, vector.defence_roll)
    got: Got = {
        "attack_classes": list(account.classes),
        "accurate_normals": account.unrolled,
        "retained_crits": account.hits.crits,
        "retained_normals": account.hits.normals,
        "defence_dice_collected": account.collected,
        "retained_without_rolling": {"normal": account.kept.normals, "crit": account.kept.crits},
        "dice_to_roll_for_defence": account.to_roll,
        "retained_saves": {"crit": account.saves.crits, "normal": account.saves.normals},
        "damage_before_blocking": account.at_once,
        "damage_if_defender_blocks_best": account.damage,
        "damage_if_no_blocks": account.unblocked,
    }
    return got, {}


def _block(_: DiceRules, vector: BlockVector) -> tuple[Got, Exact]:
    hits, saves, attempt = vector.hits.dice, vector.saves.dice, vector.attempt
    allocation = Allocation(
        attempt.crit_save_on_crit,
        attempt.crit_save_on_normal,
        attempt.pair_of_normals_on_crit,
        attempt.normal_on_normal,
    )
    allowed = attempt.single_normal_on_crit == 0 and legal(hits, saves, allocation)
    least = best(hits, saves, vector.dmg)
    got: Got = {
        "legal": allowed,
        "damage": allocation.left_of(hits).damage(vector.dmg) if allowed else None,
        "best_possible_damage": least.left_of(hits).damage(vector.dmg),
    }
    return got, {}


def _rerolls(rules: DiceRules, vector: RerollVector) -> tuple[Got, Exact]:
    spelling = FuzzyNames(rules.weapon_rules)

    def source(name: str) -> str:
        plain = name.split("(", maxsplit=1)[0].strip().lower()
        rule = spelling.named(plain)
        return rule.name if rule else plain

    offers = [
        Offer(rule.name, hook.limit, hook.faces, hook.one_value)
        for rule in rules.weapon_rules.rules
        for hook in rule.hooks
        if isinstance(hook, Reroll)
    ]
    given = {source(name) for name in vector.rules}
    available = [offer for offer in (*offers, *rules.rerolls) if offer.source in given]
    faces = [face if isinstance(face, int) else None for face in vector.initial]
    why = lawful(available, faces, [(step.die, source(step.source)) for step in vector.rerolls])
    for step in vector.rerolls:
        if why is None and letters(step.remark) not in LAWFUL_REMARKS:
            why = f"a re-roll comes before dice are retained, and its result stands ({step.remark})"
    return {"legal": why is None, "reason": why or "each die once, by a rule that allows it"}, {}


def _fight_trace(rules: DiceRules, vector: FightTraceVector) -> tuple[Got, Exact]:
    a, b = vector.attacker, vector.defender
    setup = FightSetup(a.side(_weapon(rules, a.rules, 0, 6, a.dmg)), b.side(_weapon(rules, b.rules, 0, 6, b.dmg)))
    retained = vector.retained["A"].dice, vector.retained["B"].dice
    sides = {"A": Side.ATTACKER, "B": Side.DEFENDER}
    steps = [(sides[step.by], STEPS.get(step.choice, NORMAL_ON_CRIT)) for step in vector.steps]
    account = account_of_fight(rules, setup, retained, steps)
    got: Got = {
        "all_legal": account.all_legal,
        "ends_because": account.because,
        "final": {"A": _standing(account.final.one), "B": _standing(account.final.two)},
    }
    return got, {}


def _standing(fighter: Fighter) -> dict[str, int]:
    return {"wounds": fighter.wounds, "crits": fighter.crits, "normals": fighter.normals}


KINDS: Mapping[str, tuple[type[BaseModel], Callable[[DiceRules, Any], tuple[Got, Exact]]]] = {
    "shoot": (ShotVector, _shot),
    "fight": (FightVector, _fight),
    "hot": (HotVector, _hot),
    "shoot_trace": (ShotTraceVector, _shot_trace),
    "block_legality": (BlockVector, _block),
    "reroll_legality": (RerollVector, _rerolls),
    "fight_trace": (FightTraceVector, _fight_trace),
}
"""What stands in a vector of each kind, and who answers it."""
