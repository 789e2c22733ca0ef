"""What about an attack is too close to call and changes its dice (rules F24-06, F21-02, K24-03, K24-04, G21-13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from referee.game.dice_context import DiceContext
from referee.game.dice_spread import strike_chances
from referee.game.said import About, Doubt
from referee.rules.dice.weapon import RuleUse, Weapon
from referee.rules.ruling import Verdict
from referee.rules.sight.fight_assist import help_chance

Doubts = dict[Doubt, float]
"""What is in doubt, each with how probable it is."""


def fight_doubts(scene: DiceContext, fighters: tuple[str, str], weapons: tuple[Weapon, ...]) -> Doubts:
    """Return who perhaps helps, who is perhaps garrisoned, who is perhaps near enough to be hurt.

    `fighters` are the attacker and the defender, `weapons` what either may strike with.
    """
    found: Doubts = {}
    pairs = (fighters, (fighters[1], fighters[0]))
    for one, other in pairs:
        chances = help_chance(scene.edition, scene.position, one, other)
        found |= {Doubt(About.HELPS, name): p for name, p in chances.items() if name not in fighters}
    found |= _who_strikes_first(scene, *fighters)
    for weapon, (striker, struck) in product(weapons, pairs):
        for near in strike_chances(scene, weapon, struck=struck, striker=striker).values():
            found |= {Doubt(About.NEAR, name, struck): p for name, p in near.items() if name not in fighters}
    return in_doubt(scene, found)


def shot_doubts(scene: DiceContext, rules: tuple[RuleUse, ...], targets: Iterable[str]) -> Doubts:
    """Return which of these targets are perhaps garrisoned, where the weapon's rules hang on it (rule K24-03)."""
    position, ground = scene.position, scene.edition.environment

    def gains(name: str, garrisoned: bool) -> tuple[RuleUse, ...]:
        return ground.gained_rules(replace(position, garrisons={name: garrisoned}), rules, name)

    matters = [name for name in targets if gains(name, True) != gains(name, False)]
    return in_doubt(scene, {Doubt(About.GARRISONED, name): ground.garrisoned(position, name) for name in matters})


def _who_strikes_first(scene: DiceContext, attacker: str, defender: str) -> Doubts:
    """Return who of the two is perhaps garrisoned, where it hangs on that who strikes first (rule K24-04)."""
    ground = scene.edition.environment
    both = {Doubt(About.GARRISONED, one): ground.garrisoned(scene.position, one) for one in (attacker, defender)}
    unsure = in_doubt(scene, both)
    first = {
        ground.first_resolver(replace(scene.position, garrisons=way), attacker, defender) for way in _ways(list(unsure))
    }
    return unsure if len(first) > 1 else {}


def _ways(doubts: list[Doubt]) -> Iterator[dict[str, bool]]:
    for way in product((True, False), repeat=len(doubts)):
        yield {doubt.of: held for doubt, held in zip(doubts, way, strict=True)}


def in_doubt(scene: DiceContext, chances: Doubts) -> Doubts:
    """Return those of some chances that are too close to call."""
    call = scene.state.policies.threshold.call
    return {doubt: p for doubt, p in chances.items() if call(p) is Verdict.TOO_CLOSE}
