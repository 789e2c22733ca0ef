"""Facts of a shot and of a fight from rulings, cards and game, with the questions that are too close to call."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from referee.game.dice import attack_effects as why
from referee.game.dice.attack_effects import (
    NOTHING_SAID,
    AttackAnswers,
    Doubt,
    DoubtKind,
    spread_from,
    strike_chances,
    struck_near,
)
from referee.game.intents import Act
from referee.game.judging.limited_weapons import has_use_left
from referee.game.judging.position import weapon_in_use
from referee.game.state import BEST, SAVE, WORST, GameState
from referee.rules.dice.attack_facts import (
    ALREADY_FALLEN,
    FighterFacts,
    FightFacts,
    InjuryFacts,
    ReasonFacts,
    ShelterFacts,
    ShootingFacts,
    TargetFacts,
    WeaponChoice,
)
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.shot import Defender
from referee.rules.dice.step import Side
from referee.rules.errors import MalformedError
from referee.rules.judgement import NOBODY_ELSE, UNCAPPED, CoverSave, SecondaryTargets, ShotJudgement
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Verdict
from referee.rules.sight.control_range import help_chance, helping
from referee.rules.weapon import RuleUse, Weapon, WeaponType

PIERCING = ("piercing", "piercing_crits")
ALL_SAVES = {CoverSave.ONE_CRITICAL: (0, 1), CoverSave.TWO_NORMAL: (2, 0)}


@dataclass(frozen=True, slots=True)
class DiceContext:
    """Context of dice: the edition with the killzone's overlay, its dice rules, the game and the judged position.

    `said` are the players' answers to questions that are too close to call.
    """

    edition: Edition
    dice: DiceRules
    state: GameState
    position: Position
    said: AttackAnswers = NOTHING_SAID

    def saying(self, said: AttackAnswers) -> DiceContext:
        """Return the context with these answers."""
        garrisons = {**self.position.garrisons, **said.about(DoubtKind.GARRISONED)}
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

    Wounds and declared changes affect the weapon's Hit and the target's Save. The weapon is adapted to each target:
    Vantage gives it Accurate, smoke removes Piercing, the killzone adds its rules; Protective cover improves the
    target's Save (I24-11), an ammo cache gives a re-roll (J24-02). `worse_by` is a further change of Hit (a point-blank
    shot K24-10, overwatch C21-04). If one feature gives both, the defender will choose cover or obscured (rule E24-04);
    the players will decide what is too close to call. Raises `MalformedError` if the action names no weapon of the
    card.
    """
    printed = weapon_of(scene, act)
    primary = next(iter(judged), None)
    if primary is None:
        raise MalformedError("attack-target-missing", operative=act.operative)
    player = scene.state.operative(act.operative).player
    reasons = (
        *hit_reasons(scene, act.operative, printed),
        *why.of_moment(scene.dice, act.operative, worse_by=worse_by, point_blank=act.evidence.engaged is True),
    )
    printed = replace(printed, hit=hit_roll(scene, act.operative, printed, worse_by=worse_by))
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
    """Return the weapon that an action names, with gained rules; raises `MalformedError` if the card lacks it."""
    weapon = weapon_in_use(scene.state, act)
    if weapon is None and act.weapon is None:
        raise MalformedError("attack-weapon-not-named", operative=act.operative)
    if weapon is None:
        raise MalformedError("attack-weapon-missing", operative=act.operative, weapon=act.weapon)
    return weapon.gaining(*act.weapon_rules)


def _situated(scene: DiceContext, weapon: Weapon, target: str, *, judged: ShotJudgement) -> Weapon:
    """Return the weapon as modified for a shot at that target."""
    weapon = weapon.gaining(*scene.edition.environment.gained_rules(scene.position, weapon.rules, target))
    return _piercing(_modified(weapon, judged), judged.modifiers.piercing_cap)


def _in_smoke_or_not(scene: DiceContext, weapon: Weapon, target: str, *, judged: ShotJudgement) -> SmokedWeapons | None:
    """Return the weapon against a target in smoke, and out of it; None if it is certain which applies."""
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
    """Return the weapon with its Piercing limited to `most`."""
    if most is None or most == UNCAPPED:
        return weapon
    kept = [replace(use, x=min(use.count, most)) for use in weapon.rules if use.rule in PIERCING and most > 0]
    return weapon.losing(*PIERCING).gaining(*kept)


SmokedWeapons = Mapping[bool, Weapon]
"""The weapon against a target in smoke (True), and out of it (False)."""


def hit_reasons(scene: DiceContext, operative: str, weapon: Weapon) -> tuple[ReasonFacts, ...]:
    """Return the reasons for a changed Hit: wounds and declared changes, each with its rule."""
    effective = scene.edition.stats.effective(scene.state.operative(operative).status(), weapon.hit)
    injured = (effective.hit or weapon.hit) - weapon.hit
    stats = HIT_OF[weapon.type]
    return tuple(why.of_hit(scene.dice, scene.state, operative, injured=injured, stats=stats))


def _why_so(
    scene: DiceContext, weapon: Weapon, shooter: str, target: str, *, judged: ShotJudgement
) -> tuple[ReasonFacts, ...]:
    """Return the reasons for changed dice of either side of a shot, other than the shooter's Hit."""
    gained = scene.edition.environment.gained_rules(scene.position, weapon.rules, target)
    return (
        *why.of_ground(scene.dice, scene.edition, shooter, gained),
        *why.of_lines(scene.dice, weapon, shooter=shooter, target=target, judged=judged),
        *why.of_changes(scene.dice, scene.state, target, "Save", stats=SAVE),
    )


HIT_OF = {WeaponType.RANGED: ("hit", "bs"), WeaponType.MELEE: ("hit", "ws")}
"""Names under which changes of each weapon type's Hit are declared."""


def _injury(scene: DiceContext, operative: str, weapon: Weapon, *, worse_by: int) -> InjuryFacts | None:
    """Return the injury a shooter may suffer in its action; None if already injured, or if changes wait for the end."""
    stats, status = scene.edition.stats, scene.state.operative(operative).status()
    if stats.changes_wait or stats.is_injured(status):
        return None
    return InjuryFacts(
        lost=(2 * status.wounds - status.start_wounds) // 2 + 1,
        hit=hit_roll(scene, operative, weapon, worse_by=worse_by + stats.injured_hit),
        reason=why.of_injury(scene.dice, operative, worse_by=stats.injured_hit),
    )


def _changed(scene: DiceContext, operative: str, stats: Collection[str]) -> int:
    """Return the sum of the declared changes of these stats."""
    changes = scene.state.operative(operative).changes
    return sum(change.by for change in changes if change.stat.casefold() in stats)


def hit_roll(scene: DiceContext, operative: str, weapon: Weapon, *, worse_by: int) -> int:
    """Return the required roll of an operative's weapon, with wounds and declared changes."""
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
        retained, improved = (_cover(judged), judged.modifiers.save_improved_by) if cover else ((), 0)
        either = bool(retained or improved) and obscured and judged.modifiers.defender_chooses
        own = Defender(dice, max(BEST, save - improved), retained, obscured and not either, card.ward)
        return own, Defender(dice, save, (), obscured, card.ward) if either else None

    near = spread_from(scene, weapon, target, scene.state.policies.threshold)
    ways = _shelter_hypotheses(scene, judged, smoked)
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
    """A possible sheltering of a target, as far as it affects the dice."""

    cover: bool
    obscured: bool
    smoked: bool


def _shelter_hypotheses(scene: DiceContext, judged: ShotJudgement, smoked: SmokedWeapons | None) -> tuple[_Way, ...]:
    """Return each possible sheltering of the target, as far as it affects the dice, the most likely first.

    If cover would make the target invalid, a target that is shot has none. A target in smoke is obscured by it.
    """
    call, doubt = scene.state.policies.threshold.call, judged.piercing
    covered, obscured = judged.sheltered, judged.obscured.holds
    covers, obscures, smokes = [covered], [obscured], [False]
    if call(judged.save_ruling.p_yes) is Verdict.TOO_CLOSE and judged.cover_matters:
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
    """Return the dice that cover lets a target retain unrolled: one normal save unless modified or prevented."""
    if judged.in_cover.holds and not judged.cover_saves:
        return ()
    options = tuple(ALL_SAVES[option] for option in judged.modifiers.cover_save_options)
    return options or ((judged.cover_saves or 1, 0),)


Doubts = dict[Doubt, float]
"""Uncertain questions, each with its probability."""


def fight_doubts(scene: DiceContext, fighters: tuple[str, str], weapons: tuple[Weapon, ...]) -> Doubts:
    """Return who may assist, who may be garrisoned, and who may be near enough to be hurt.

    `fighters` are the attacker and the defender, `weapons` are those that either may strike with.
    """
    found: Doubts = {}
    pairs = (fighters, (fighters[1], fighters[0]))
    for one, other in pairs:
        chances = help_chance(scene.edition, scene.position, one, other)
        found |= {Doubt(DoubtKind.HELPS, name): p for name, p in chances.items() if name not in fighters}
    found |= _who_strikes_first(scene, *fighters)
    for weapon, (striker, struck) in product(weapons, pairs):
        for near in strike_chances(scene, weapon, struck=struck, striker=striker).values():
            found |= {Doubt(DoubtKind.NEAR, name, struck): p for name, p in near.items() if name not in fighters}
    return in_doubt(scene, found)


def shot_doubts(scene: DiceContext, rules: tuple[RuleUse, ...], targets: Iterable[str]) -> Doubts:
    """Return which targets may be garrisoned, if that affects the weapon's rules (rule K24-03)."""
    position, ground = scene.position, scene.edition.environment

    def gains(name: str, garrisoned: bool) -> tuple[RuleUse, ...]:
        return ground.gained_rules(replace(position, garrisons={name: garrisoned}), rules, name)

    matters = [name for name in targets if gains(name, True) != gains(name, False)]
    return in_doubt(scene, {Doubt(DoubtKind.GARRISONED, name): ground.garrisoned(position, name) for name in matters})


def _who_strikes_first(scene: DiceContext, attacker: str, defender: str) -> Doubts:
    """Return which of the two may be garrisoned, if that affects who strikes first (rule K24-04)."""
    ground = scene.edition.environment
    both = {Doubt(DoubtKind.GARRISONED, one): ground.garrisoned(scene.position, one) for one in (attacker, defender)}
    unsure = in_doubt(scene, both)
    first = {
        ground.first_resolver(replace(scene.position, garrisons=way), attacker, defender)
        for way in _doubt_combinations(list(unsure))
    }
    return unsure if len(first) > 1 else {}


def _doubt_combinations(doubts: list[Doubt]) -> Iterator[dict[str, bool]]:
    for way in product((True, False), repeat=len(doubts)):
        yield {doubt.of: held for doubt, held in zip(doubts, way, strict=True)}


def in_doubt(scene: DiceContext, chances: Doubts) -> Doubts:
    """Return the questions that are too close to call."""
    call = scene.state.policies.threshold.call
    return {doubt: p for doubt, p in chances.items() if call(p) is Verdict.TOO_CLOSE}


def fight_facts(scene: DiceContext, act: Act, retaliates_with: str | None) -> dict[str, Any]:
    """Return the facts of a fight for `Evidence.facts`: assisting friends improve Hit, wounds worsen it (rule F24-06).

    `retaliates_with` is the enemy's weapon, None if it cannot retaliate. If its card has other melee weapons, its
    player will choose (F24-03), with that one first; a Limited weapon without uses left is omitted (G24-10, G21-12).
    Raises `MalformedError` if the action names no enemy or no weapon of the card.
    """
    enemy = act.target
    if enemy is None:
        raise MalformedError("attack-target-missing", operative=act.operative)
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
    """Return the weapons that an enemy may retaliate with, `first` before the others."""
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
    """Return one side of a fight, with one weapon or a choice `among` several; `against` is the enemy's weapon."""
    own = scene.state.operative(operative)
    helpers = set(helping(scene.edition, scene.position, operative, enemy))
    for friend, helps in scene.said.about(DoubtKind.HELPS).items():
        if scene.state.operative(friend).player == own.player:
            (helpers.add if helps else helpers.discard)(friend)
    helped = tuple(sorted(helpers))

    def fitted(one: Weapon) -> Weapon:
        return replace(one, hit=hit_roll(scene, operative, one, worse_by=-len(helped)))

    def near(weapon: Weapon, struck: str, striker: str) -> dict[float, tuple[str, ...]]:
        return struck_near(scene, weapon, struck=struck, striker=striker, said=scene.said)

    choices = tuple(among)
    return FighterFacts(
        id=operative,
        player=own.player,
        wounds=own.wounds or ALREADY_FALLEN,
        weapon=None if weapon is None else fitted(weapon),
        choices=tuple(WeaponChoice(weapon=fitted(one), near=near(one, enemy, operative)) for one in choices)
        if len(choices) > 1
        else (),
        near={} if against is None else near(against, operative, enemy),
        reasons=()
        if weapon is None
        else (*hit_reasons(scene, operative, weapon), *why.of_helpers(scene.dice, operative, helped)),
    )
