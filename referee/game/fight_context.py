"""What the dice machine needs to know of a fight: from the judge, the cards and the game together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from referee.game import dice_reasons as why
from referee.game.dice_context import DiceContext, hit_of, weapon_of, why_hit
from referee.game.dice_spread import struck_near
from referee.game.intents import Act
from referee.game.limited_weapons import has_use_left
from referee.game.said import About
from referee.rules.dice.facts import FighterFacts, FightFacts, WeaponChoice
from referee.rules.dice.step import Side
from referee.rules.dice.weapon import Weapon, WeaponType
from referee.rules.errors import MalformedError
from referee.rules.sight.fight_assist import helping


def fight_facts(scene: DiceContext, act: Act, retaliates_with: str | None) -> dict[str, Any]:
    """Return the facts of a fight for `Evidence.facts`: friends who help improve Hit, wounds worsen it (rule F24-06).

    `retaliates_with` is the enemy's weapon, None when it cannot retaliate. Where its card has others for melee its
    player will choose (F24-03), from that one first; a Limited one that is used up is left out (G24-10, G21-12).
    Raises `MalformedError` when the action names no enemy, or no weapon of the card, or its operative has no wounds.
    """
    enemy = act.target
    if enemy is None:
        raise MalformedError(f"{act.operative} fights nobody: name an enemy")
    if not scene.state.operative(act.operative).wounds:
        raise MalformedError(f"{act.operative} has no wounds left: declare what its fight comes to")
    weapon = weapon_of(scene, act)
    answers = _answers(scene, enemy, retaliates_with)
    answer = next(iter(answers), None)
    first = scene.edition.environment.first_resolver(scene.position, act.operative, enemy)
    facts = FightFacts(
        attacker=_fighter(scene, act.operative, enemy, weapon=weapon, against=answer),
        defender=_fighter(scene, enemy, act.operative, weapon=answer, against=weapon, among=answers),
        first=Side.ATTACKER if first == act.operative else Side.DEFENDER,
        initiative=scene.state.initiative,
        cp={},
    )
    return facts.model_dump(mode="json")


def _answers(scene: DiceContext, enemy: str, first: str | None) -> tuple[Weapon, ...]:
    """Return the weapons that an enemy may retaliate with, the one named `first` before the others."""
    if first is None:
        return ()
    foe = scene.state.operative(enemy).card
    named = foe.weapon(first)
    others = (one for one in foe.weapons if one.type is WeaponType.MELEE and one != named)
    book = scene.dice.weapon_rules
    return tuple(one for one in (named, *others) if has_use_left(scene.state, enemy, one, book))


def _fighter(
    scene: DiceContext,
    operative: str,
    enemy: str,
    *,
    weapon: Weapon | None,
    against: Weapon | None,
    among: Iterable[Weapon] = (),
) -> FighterFacts:
    """Return one side of a fight: with its weapon, or `among` several; `against` is what it may be struck with."""
    own = scene.state.operative(operative)
    helpers = set(helping(scene.edition, scene.position, operative, enemy))
    for friend, helps in scene.said.about(About.HELPS).items():
        if scene.state.operative(friend).player == own.player:
            (helpers.add if helps else helpers.discard)(friend)
    helped = tuple(sorted(helpers))

    def fitted(one: Weapon) -> Weapon:
        return replace(one, hit=hit_of(scene, operative, one, worse_by=-len(helped)))

    def near(weapon: Weapon, struck: str, striker: str) -> dict[float, tuple[str, ...]]:
        return struck_near(scene, weapon, struck=struck, striker=striker, said=scene.said)

    choices = tuple(among)
    return FighterFacts(
        id=operative,
        player=own.player,
        wounds=own.wounds,
        weapon=None if weapon is None else fitted(weapon),
        choices=tuple(WeaponChoice(weapon=fitted(one), near=near(one, enemy, operative)) for one in choices)
        if len(choices) > 1
        else (),
        near={} if against is None else near(against, operative, enemy),
        reasons=()
        if weapon is None
        else (*why_hit(scene, operative, weapon), *why.of_helpers(scene.dice, operative, helped)),
    )
