"""What the dice machine needs to know of a shot or a fight: from the judge, the cards and the game together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.game import dice_reasons as why
from referee.game.dice_spread import spread_from
from referee.game.handlers.acting import weapon_in_use
from referee.game.intents import Act
from referee.game.said import NOTHING_SAID, About, Said
from referee.game.state import GameState
from referee.game.state.pieces import BEST, SAVE, WORST
from referee.rules.dice.facts import (
    InjuryFacts,
    ReasonFacts,
    ShelterFacts,
    ShootingFacts,
    TargetFacts,
)
from referee.rules.dice.rules import DiceRules
from referee.rules.dice.shot import Defender
from referee.rules.dice.weapon import RuleUse, Weapon, WeaponType
from referee.rules.edition import Edition
from referee.rules.errors import MalformedError
from referee.rules.judgement import ShotJudgement
from referee.rules.position import Position
from referee.rules.ruling import Verdict
from referee.rules.shot_modifiers import UNCAPPED, CoverSave
from referee.rules.sight.secondary_targets import NOBODY_ELSE, SecondaryTargets

PIERCING = ("piercing", "piercing_crits")
ALL_SAVES = {CoverSave.ONE_CRITICAL: (0, 1), CoverSave.TWO_NORMAL: (2, 0)}


@dataclass(frozen=True, slots=True)
class DiceContext:
    """Where dice are thrown: the edition with the killzone's overlay, its dice, the game and the table as judged.

    `said` is what the players said of what is too close to call.
    """

    edition: Edition
    dice: DiceRules
    state: GameState
    position: Position
    said: Said = NOTHING_SAID

    def saying(self, said: Said) -> DiceContext:
        """Return the scene with that said."""
        garrisons = {**self.position.garrisons, **said.about(About.GARRISONED)}
        return replace(self, said=said, position=replace(self.position, garrisons=garrisons))


def shooting_facts(
    scene: DiceContext,
    act: Act,
    judged: Mapping[str, ShotJudgement],
    *,
    worse_by: int = 0,
    secondary: SecondaryTargets = NOBODY_ELSE,
) -> dict[str, Any]:
    """Return the facts of a shot for `Evidence.facts`: `judged` has the primary target first, `secondary` the others.

    Wounds and declared changes bear on the weapon's Hit and the target's Save. Against each target the weapon is as
    that one stands: Vantage gives it Accurate, smoke takes Piercing away, the killzone adds its rules; cover that is
    Protective improves the target's Save (I24-11), an ammo cache gives a re-roll (J24-02). `worse_by` is what else
    worsens Hit (a point-blank shot K24-10, overwatch C21-04). Where one feature gives both, the defender will choose
    cover or obscured (rule E24-04); what is too close to call the players will. Raises `MalformedError` when the action
    names no weapon of the card.
    """
    printed = weapon_of(scene, act)
    primary = next(iter(judged), None)
    if primary is None:
        raise MalformedError(f"{act.operative} shoots at nobody: name a target")
    player = scene.state.operative(act.operative).player
    reasons = (
        *why_hit(scene, act.operative, printed),
        *why.of_moment(scene.dice, act.operative, worse_by=worse_by, point_blank=act.evidence.engaged is True),
    )
    printed = replace(printed, hit=hit_of(scene, act.operative, printed, worse_by=worse_by))
    call = {key: scene.state.policies.threshold.call(p) for key, p in secondary.chance.items()}
    others = {key: each for key, each in secondary.judged.items() if call.get(key) is not Verdict.NO}
    everybody = {**judged, **{key: each for key, each in others.items() if key not in judged}}
    weapons = {key: _situated(scene, printed, key, judged=each) for key, each in everybody.items()}
    targets = tuple(
        _target(
            scene,
            key,
            weapons[key],
            judged=each,
            alike=weapons[key] == weapons[primary],
            smoked=_in_smoke_or_not(scene, printed, key, judged=each),
            as_primary=key in secondary.as_primary and key != primary,
            perhaps=secondary.chance[key] if call.get(key) is Verdict.TOO_CLOSE else None,
            reasons=(*reasons, *_why_so(scene, printed, act.operative, key, judged=each)),
        )
        for key, each in everybody.items()
    )
    changes = {change.stat for change in scene.state.operative(act.operative).changes}
    injury = _injury(scene, act.operative, weapon_of(scene, act), worse_by=worse_by)
    facts = ShootingFacts(
        shooter=act.operative,
        player=player,
        weapon=weapons[primary],
        targets=targets,
        cp={},
        rerolls=tuple(offer.source for offer in scene.dice.rerolls if offer.source in changes),
        optional=secondary.optional,
        shared=printed.atk if secondary.shared and len(targets) > 1 else None,
        injury=injury if len(targets) > 1 else None,
    )
    return facts.model_dump(mode="json")


def weapon_of(scene: DiceContext, act: Act) -> Weapon:
    """Return the weapon that an action names, with what it gains; `MalformedError` where the card has none such."""
    weapon = weapon_in_use(scene.state, act)
    if weapon is None:
        raise MalformedError(f"{act.operative} has no weapon {act.weapon!r} on its card: name one that it carries")
    return weapon.gaining(*act.weapon_rules)


def _situated(scene: DiceContext, weapon: Weapon, target: str, *, judged: ShotJudgement) -> Weapon:
    """Return the weapon as a shot at that target makes it."""
    weapon = weapon.gaining(*scene.edition.environment.gained_rules(scene.position, weapon.rules, target))
    return _piercing(_modified(weapon, judged), judged.modifiers.piercing_cap)


def _in_smoke_or_not(scene: DiceContext, weapon: Weapon, target: str, *, judged: ShotJudgement) -> SmokedWeapons | None:
    """Return the weapon against a target that stands in smoke, and in none; None where it is known which."""
    doubt, call = judged.piercing, scene.state.policies.threshold.call
    if doubt is None or call(doubt.ruling.p_yes) is not Verdict.TOO_CLOSE:
        return None
    weapon = weapon.gaining(*scene.edition.environment.gained_rules(scene.position, weapon.rules, target))
    weapon = _modified(weapon, judged)
    return {True: _piercing(weapon, doubt.cap), False: weapon}


def _modified(weapon: Weapon, judged: ShotJudgement) -> Weapon:
    modifiers = judged.modifiers
    if modifiers.fewer_attack_dice:
        weapon = replace(weapon, atk=max(0, weapon.atk - modifiers.fewer_attack_dice))
    if modifiers.accurate:
        weapon = weapon.losing("accurate").gaining(RuleUse("accurate", modifiers.accurate))
    return weapon


def _piercing(weapon: Weapon, most: float | None) -> Weapon:
    """Return the weapon with so much of its Piercing at most."""
    if most is None or most == UNCAPPED:
        return weapon
    kept = [replace(use, x=min(use.count, most)) for use in weapon.rules if use.rule in PIERCING and most > 0]
    return weapon.losing(*PIERCING).gaining(*kept)


SmokedWeapons = Mapping[bool, Weapon]
"""The weapon against a target that stands in smoke (true), and in none."""


def why_hit(scene: DiceContext, operative: str, weapon: Weapon) -> tuple[ReasonFacts, ...]:
    """Return what changes from which face on the dice count: wounds and declared changes, each with its rule."""
    effective = scene.edition.stats.effective(scene.state.operative(operative).status(), weapon.hit)
    injured = (effective.hit or weapon.hit) - weapon.hit
    stats = HIT_OF[weapon.type]
    return tuple(why.of_hit(scene.dice, scene.state, operative, injured=injured, stats=stats))


def _why_so(
    scene: DiceContext, weapon: Weapon, shooter: str, target: str, *, judged: ShotJudgement
) -> tuple[ReasonFacts, ...]:
    """Return what changes the dice of either side of a shot beside the shooter's Hit."""
    gained = scene.edition.environment.gained_rules(scene.position, weapon.rules, target)
    return (
        *why.of_ground(scene.dice, scene.edition, shooter, gained),
        *why.of_lines(scene.dice, weapon, shooter=shooter, target=target, judged=judged),
        *why.of_changes(scene.dice, scene.state, target, "Save", stats=SAVE),
    )


HIT_OF = {WeaponType.RANGED: ("hit", "bs"), WeaponType.MELEE: ("hit", "ws")}
"""The stats by which each sort of weapon hits, as changes of them are declared."""


def _injury(scene: DiceContext, operative: str, weapon: Weapon, *, worse_by: int) -> InjuryFacts | None:
    """Return what injures a shooter in the middle of its action; None where it is, or changes wait for its end."""
    stats, status = scene.edition.stats, scene.state.operative(operative).status()
    if stats.changes_wait or stats.is_injured(status):
        return None
    return InjuryFacts(
        lost=(2 * status.wounds - status.start_wounds) // 2 + 1,
        hit=hit_of(scene, operative, weapon, worse_by=worse_by + stats.injured_hit),
        reason=why.of_injury(scene.dice, operative, worse_by=stats.injured_hit),
    )


def _changed(scene: DiceContext, operative: str, stats: Collection[str]) -> int:
    """Return what declared changes of these stats add up to."""
    changes = scene.state.operative(operative).changes
    return sum(change.by for change in changes if change.stat.casefold() in stats)


def hit_of(scene: DiceContext, operative: str, weapon: Weapon, *, worse_by: int) -> int:
    """Return from which face on the dice of an operative's weapon count, with wounds and declared changes."""
    effective = scene.edition.stats.effective(scene.state.operative(operative).status(), weapon.hit)
    changed = _changed(scene, operative, HIT_OF[weapon.type])
    return max(BEST, min(WORST, (effective.hit or weapon.hit) + changed + worse_by))


def _target(
    scene: DiceContext,
    target: str,
    weapon: Weapon,
    *,
    judged: ShotJudgement,
    alike: bool,
    smoked: SmokedWeapons | None,
    as_primary: bool,
    perhaps: float | None,
    reasons: tuple[ReasonFacts, ...],
) -> TargetFacts:
    card = scene.state.operative(target).card
    save = scene.state.operative(target).save
    dice = scene.dice.defence_dice(card.defence)

    def sheltered(cover: bool, obscured: bool) -> tuple[Defender, Defender | None]:
        either = cover and obscured and judged.modifiers.defender_chooses
        behind = max(BEST, save - (judged.modifiers.save_improved_by if cover else 0))
        own = Defender(dice, behind, _cover(judged) if cover else (), obscured and not either, card.ward)
        return own, Defender(dice, save, (), obscured, card.ward) if either else None

    near = spread_from(scene, weapon, target, scene.state.policies.threshold)
    ways = _ways(scene, judged, smoked)
    defender, instead = sheltered(ways[0].cover, ways[0].obscured)
    unsure = [_shelter(way, *sheltered(way.cover, way.obscured), smoked) for way in ways]
    return TargetFacts(
        id=target,
        player=card.player,
        defender=defender,
        near=near.sure,
        weapon=None if alike else weapon,
        obscured_instead=instead,
        as_primary=as_primary and (instead is not None or len(ways) > 1),
        perhaps=perhaps,
        unsure=tuple(unsure) if len(ways) > 1 else (),
        near_unsure=near.unsure,
        reasons=reasons,
    )


@dataclass(frozen=True, slots=True)
class _Way:
    """How a target may be sheltered, as far as the dice hang on it."""

    cover: bool
    obscured: bool
    smoked: bool


def _ways(scene: DiceContext, judged: ShotJudgement, smoked: SmokedWeapons | None) -> tuple[_Way, ...]:
    """Return each way in which the target may be sheltered as far as the dice hang on it, the likeliest first.

    Where cover would take it out of the shot, one that is shot at has none. What stands in smoke is obscured by it.
    """
    call, doubt = scene.state.policies.threshold.call, judged.piercing
    covered, obscured = judged.cover_saves > 0, judged.obscured.holds
    covers, obscures, smokes = [covered], [obscured], [False]
    if call(judged.in_cover.p_yes) is Verdict.TOO_CLOSE and judged.cover_matters:
        covers = [False] if judged.cover_hides else [covered, not covered]
    if call(judged.obscured.p_yes) is Verdict.TOO_CLOSE and judged.obscured_matters:
        obscures = [obscured, not obscured]
    if smoked is None or doubt is None:
        return tuple(_Way(one, other, False) for one in covers for other in obscures)
    inside = doubt.ruling.holds
    smokes = [inside, not inside]
    both = [(other, third) for other in obscures for third in smokes]
    if doubt.obscures:
        else_obscured = judged.obscured.p_yes - doubt.ruling.p_yes
        without = call(min(max(else_obscured, 0.0), 1.0)) is not Verdict.NO
        both = [(hid, smoke) for hid, smoke in both if (hid or not smoke) and (smoke or not hid or without)]
    return tuple(_Way(one, hid, smoke) for one in covers for hid, smoke in both)


def _shelter(way: _Way, defender: Defender, instead: Defender | None, smoked: SmokedWeapons | None) -> ShelterFacts:
    return ShelterFacts(
        cover=way.cover,
        obscured=way.obscured,
        defender=defender,
        obscured_instead=instead,
        smoked=way.smoked,
        weapon=None if smoked is None else smoked[way.smoked],
    )


def _cover(judged: ShotJudgement) -> tuple[tuple[int, int], ...]:
    """Return what cover lets a target keep without rolling: one normal save where nothing else is said."""
    options = tuple(ALL_SAVES[option] for option in judged.modifiers.cover_save_options)
    return options or ((judged.cover_saves or 1, 0),)
