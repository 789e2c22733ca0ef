"""What the dice machine needs to know of a shot or a fight: from the judge, the cards and the game together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from geometry.tolerance import EXACT_TOLERANCE
from referee.game.handlers.acting import weapon_in_use
from referee.game.intents import Act
from referee.game.state import GameState
from referee.rules.dice.facts import FighterFacts, FightFacts, ShootingFacts, TargetFacts
from referee.rules.dice.hooks import CritStrikeSpread, PerCrit
from referee.rules.dice.rules import DiceRules
from referee.rules.dice.shot import Defender
from referee.rules.dice.step import Side
from referee.rules.dice.weapon import RuleUse, Weapon
from referee.rules.edition import Edition
from referee.rules.errors import MalformedError
from referee.rules.judgement import ShotJudgement
from referee.rules.position import Position
from referee.rules.shot_modifiers import UNCAPPED, CoverSave
from referee.rules.sight.fight_assist import helping

BEST, WORST = 2, 7
PIERCING = ("piercing", "piercing_crits")
ALL_SAVES = {CoverSave.ONE_CRITICAL: (0, 1), CoverSave.TWO_NORMAL: (2, 0)}


@dataclass(frozen=True, slots=True)
class DiceContext:
    """Where dice are thrown: the edition with the killzone's overlay, its dice, the game and the table as judged."""

    edition: Edition
    dice: DiceRules
    state: GameState
    position: Position


def shooting_facts(
    scene: DiceContext,
    act: Act,
    judged: Mapping[str, ShotJudgement],
    *,
    worse_by: int = 0,
    obscured_rather: bool = False,
) -> dict[str, Any]:
    """Return the facts of a shot for `Evidence.facts`: `judged` has every target, the primary one first.

    Wounds worsen the weapon's Hit, Vantage gives it Accurate, smoke takes Piercing away, the killzone adds its rules;
    cover that is Protective improves the target's Save (I24-11), an ammo cache gives a re-roll (J24-02).
    `worse_by` is what else worsens Hit (a point-blank shot K24-10, overwatch C21-04). Where one feature gives both,
    the defender takes cover, or with `obscured_rather` the other (rule E24-04). Raises `MalformedError` when the
    action names no weapon of the card.
    """
    weapon = _weapon(scene, act)
    primary = next(iter(judged), None)
    if primary is None:
        raise MalformedError(f"{act.operative} shoots at nobody: name a target")
    weapon = _situated(scene, weapon, primary, judged=judged[primary])
    targets = tuple(
        _target(scene, key, weapon, judged=each, obscured_rather=obscured_rather) for key, each in judged.items()
    )
    player = scene.state.operative(act.operative).player
    hit = _hit(scene, act.operative, weapon.hit, worse_by=worse_by)
    changes = {change.stat for change in scene.state.operative(act.operative).changes}
    facts = ShootingFacts(
        shooter=act.operative,
        player=player,
        weapon=replace(weapon, hit=hit),
        targets=targets,
        cp={},
        rerolls=tuple(offer.source for offer in scene.dice.rerolls if offer.source in changes),
    )
    return facts.model_dump(mode="json")


def fight_facts(scene: DiceContext, act: Act, retaliates_with: str | None) -> dict[str, Any]:
    """Return the facts of a fight for `Evidence.facts`: friends who help improve Hit, wounds worsen it (rule F24-06).

    `retaliates_with` is the enemy's weapon, None when it cannot retaliate. Raises `MalformedError` when the action
    names no enemy, or no weapon of the card.
    """
    enemy = act.target
    if enemy is None:
        raise MalformedError(f"{act.operative} fights nobody: name an enemy")
    weapon = _weapon(scene, act)
    foe = scene.state.operative(enemy).card
    answer = foe.weapon(retaliates_with) if retaliates_with is not None else None
    first = scene.edition.environment.first_resolver(scene.position, act.operative, enemy)
    facts = FightFacts(
        attacker=_fighter(scene, act.operative, enemy, weapon=weapon, against=answer),
        defender=_fighter(scene, enemy, act.operative, weapon=answer, against=weapon),
        first=Side.ATTACKER if first == act.operative else Side.DEFENDER,
        initiative=scene.state.initiative,
        cp={},
    )
    return facts.model_dump(mode="json")


def _weapon(scene: DiceContext, act: Act) -> Weapon:
    weapon = weapon_in_use(scene.state, act)
    if weapon is None:
        raise MalformedError(f"{act.operative} has no weapon {act.weapon!r} on its card: name one that it carries")
    return weapon.gaining(*act.weapon_rules)


def _situated(scene: DiceContext, weapon: Weapon, target: str, *, judged: ShotJudgement) -> Weapon:
    """Return the weapon as this shot at the primary target makes it."""
    weapon = weapon.gaining(*scene.edition.environment.gained_rules(scene.position, weapon.rules, target))
    modifiers = judged.modifiers
    if modifiers.fewer_attack_dice:
        weapon = replace(weapon, atk=max(0, weapon.atk - modifiers.fewer_attack_dice))
    if modifiers.accurate:
        weapon = weapon.losing("accurate").gaining(RuleUse("accurate", modifiers.accurate))
    most = modifiers.piercing_cap
    if most is None or most == UNCAPPED:
        return weapon
    kept = [replace(use, x=min(use.count, most)) for use in weapon.rules if use.rule in PIERCING and most > 0]
    return weapon.losing(*PIERCING).gaining(*kept)


def _hit(scene: DiceContext, operative: str, hit: int, *, worse_by: int) -> int:
    effective = scene.edition.stats.effective(scene.state.operative(operative).status(), hit)
    return max(BEST, min(WORST, (effective.hit or hit) + worse_by))


def _target(
    scene: DiceContext, target: str, weapon: Weapon, *, judged: ShotJudgement, obscured_rather: bool
) -> TargetFacts:
    card = scene.state.operative(target).card
    either = judged.modifiers.defender_chooses
    cover = _cover(judged) if not (either and obscured_rather) else ()
    obscured = judged.obscured.holds and (obscured_rather or not either)
    save = max(BEST, card.save - (judged.modifiers.save_improved_by if cover else 0))
    defender = Defender(scene.dice.defence_dice(card.defence), save, cover, obscured, card.ward)
    return TargetFacts(id=target, player=card.player, defender=defender, near=_near(scene, target, weapon))


def _cover(judged: ShotJudgement) -> tuple[tuple[int, int], ...]:
    if not judged.cover_saves:
        return ()
    options = tuple(ALL_SAVES[option] for option in judged.modifiers.cover_save_options)
    return options or ((judged.cover_saves, 0),)


def _spreads(scene: DiceContext, weapon: Weapon) -> set[float]:
    """Return the distances to which criticals of the weapon spread from the target (rules G24-06, G21-13)."""
    found = {
        use.distance if hook.spread is None else hook.spread
        for _, hook, uses in scene.dice.weapon_rules.hooks(weapon.rules, PerCrit)
        for use in uses
    }
    return {distance for distance in found if distance is not None}


def _near(scene: DiceContext, target: str, weapon: Weapon) -> dict[float, tuple[str, ...]]:
    """Return who is visible to and within each distance of the target that the weapon's criticals spread to."""
    others = [key for key in sorted(scene.position.table.operatives) if key != target]
    return {distance: _within(scene, target, others, distance=distance) for distance in _spreads(scene, weapon)}


def _within(scene: DiceContext, centre: str, others: Iterable[str], *, distance: float) -> tuple[str, ...]:
    table = scene.position.table
    base = table.operative(centre).base
    return tuple(
        key
        for key in others
        if scene.edition.spacing.gap(scene.position, base, table.operative(key).base) <= distance + EXACT_TOLERANCE
        and scene.edition.sight.visible(scene.position, centre, key).holds
    )


def _struck_near(scene: DiceContext, weapon: Weapon, *, struck: str, striker: str) -> dict[float, tuple[str, ...]]:
    """Return who else is hurt when one fighter strikes the other: near the struck, or enemies near either (G21-13)."""
    near = _near(scene, struck, weapon)
    enemies = [enemy.id for enemy in scene.position.enemies_of(striker) if enemy.id != struck]
    for _, hook, _ in scene.dice.weapon_rules.hooks(weapon.rules, CritStrikeSpread):
        found = {key for one in (struck, striker) for key in _within(scene, one, enemies, distance=hook.distance)}
        near[hook.distance] = tuple(sorted(found | set(near.get(hook.distance, ()))))
    return near


def _fighter(
    scene: DiceContext, operative: str, enemy: str, *, weapon: Weapon | None, against: Weapon | None
) -> FighterFacts:
    own = scene.state.operative(operative)
    fitted = None
    if weapon is not None:
        helped = len(helping(scene.edition, scene.position, operative, enemy))
        fitted = replace(weapon, hit=_hit(scene, operative, weapon.hit, worse_by=-helped))
    near = _struck_near(scene, against, struck=operative, striker=enemy) if against is not None else {}
    return FighterFacts(id=operative, player=own.player, wounds=own.wounds, weapon=fitted, near=near)
