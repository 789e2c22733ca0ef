"""Rulings and dice facts attached to an action, or a proposal if an attack is too close to call.

Rules F24-06, F21-02 (help), K24-03, K24-04 (strongholds), G21-13 and similar ones (who else is hurt), J24-13 (stun).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product
from operator import is_
from typing import Any

from geometry.table import Operative
from messages.message import Message
from overlook.table.moves.move_classification import Noticed, guards_that_see
from overlook.table.observation.accepted_position import with_declared_covariance, with_visibility_notes
from overlook.table.rulings.judging_context import JudgingContext, rejection_reason
from overlook.table.rulings.placement_rulings import attach_placing_ruling
from referee.game.card import title
from referee.game.dice.attack_context import (
    DiceContext,
    Doubts,
    fight_doubts,
    fight_facts,
    in_doubt,
    shooting_facts,
    shot_doubts,
)
from referee.game.dice.attack_effects import AttackAnswers, Doubt, DoubtKind
from referee.game.dice.dice_actions import FIGHTING, SHOOTING, DiceActionType
from referee.game.engine.decider import Decider
from referee.game.handlers.act_handler import usable_weapons
from referee.game.handlers.handler import describe
from referee.game.intents import ANY, Act, Intent, Propose, ProposedReading
from referee.game.judging.limited_weapons import reading_of_uses
from referee.game.judging.position import attempt_of, weapon_in_use, weapon_rules, weapons_of
from referee.game.policy import Policy
from referee.rules.dice.attack_facts import EVEN, ShootingFacts
from referee.rules.errors import RefereeError
from referee.rules.judgement import NOBODY_ELSE, Attempt, Shot, ShotJudgement
from referee.rules.moves.interactions import OPERATE_HATCH
from referee.rules.ports.actions import is_engaged, judge_attempt
from referee.rules.ports.edition import ActionSpec
from referee.rules.ports.killzone import Straight, near_chance
from referee.rules.position import circles_farther_than
from referee.rules.ruling import Fact, Ruling, Verdict
from referee.rules.sight.duel import UNLIKELY
from referee.rules.weapon import Weapon, WeaponType

MOST_ERROR = 0.5
"""Upper bound in inches for the error in the distance between two places."""


def dice_action_type(context: JudgingContext, spec: ActionSpec) -> DiceActionType | None:
    """Return the kind of dice action that resolves an action; None for one without dice."""
    return context.acting.dice_type(spec)


def attach_rulings(context: JudgingContext, act: Act) -> Act:
    """Return an action with the evidence that geometry gives; its rulings note things that are unseen or declared."""
    known = _noticed(context, _with_evidence(context, _armed(context, act)))
    found = known.evidence.rulings
    if found == act.evidence.rulings:
        return known
    told = tuple(with_visibility_notes(ruling, context.state, context.table) for ruling in found)
    return known if all(map(is_, told, found)) else known.with_found(rulings=told)


def _armed(context: JudgingContext, act: Act) -> Act:
    """Return a dice action with its weapon filled in, if only one fits and has a use left."""
    spec = context.actions.get(act.action)
    if spec is None or not act.dice or act.weapon is not None or act.operative not in context.state.operatives:
        return act
    sort = dice_action_type(context, spec)
    if sort is None:
        return act
    fitting = weapons_of(context.state, act.operative, sort.weapon)
    fitting = usable_weapons(context.state, act.operative, sort.weapon, context.edition.rule_book) or fitting
    return act.model_copy(update={"weapon": title(fitting[0])}) if len(fitting) == 1 else act


def _noticed(context: JudgingContext, act: Act) -> Act:
    """Return an action with the enemies on guard near which it ends, unless it has them already."""
    if act.evidence.noticed or act.operative not in context.position.table.operatives:
        return act
    found = guards_that_see(
        context.edition,
        context.state,
        position=context.position,
        operative=act.operative,
        to=act.to,
        hatch=act.thing if act.action == OPERATE_HATCH else None,
    )
    return act.with_found(**found.found) if found != Noticed() else act


def _with_evidence(context: JudgingContext, act: Act) -> Act:
    """Return an action with the evidence of geometry: who is within control range, and the rulings that allow it.

    A shot or fight that dice will resolve gets its facts; one with declared results gets notes for the record ("cover",
    "obscured"). Evidence that the action already has is kept. An action that cannot be judged is returned unchanged:
    the game reports what is wrong with it.
    """
    there = context.position.table.operatives.keys()
    spec = context.actions.get(act.action)
    if spec is None or act.evidence.rulings or act.operative not in there:
        return act
    act = _as_packed(context, act)
    try:
        if spec.engaged is not None and act.evidence.engaged is None:
            act = act.with_found(engaged=_engaged(context, act, spec))
        sort = dice_action_type(context, spec)
        if sort is None:
            if act.evidence.near is None and (near := operatives_near_target(context, act)):
                act = act.with_found(near=tuple(name for name, p in near.items() if p >= EVEN))
            if act.to is not None:
                return act
            if act.thing is not None and act.evidence.stands is None:
                act = act.with_found(stands=_stands(context, act.thing))
            if rulings := _attempt(context, act):
                act = act.with_found(rulings=rulings)
            return attach_placing_ruling(context, act, spec)
        if act.target is None or act.target not in there:
            return act
        return _attack(context, act, target=act.target, spec=spec)
    except RefereeError:
        return act


def _as_packed(context: JudgingContext, act: Act) -> Act:
    """Return an action with the weapon rules that its pack adds."""
    pack = context.state.actions.get(act.action)
    if pack is None or not pack.weapon_rules:
        return act
    return act.model_copy(update={"weapon_rules": (*act.weapon_rules, *pack.weapon_rules)})


def _attack(context: JudgingContext, act: Act, *, target: str, spec: ActionSpec) -> Act:
    """Return a shot or fight with its rulings; an attack on a friend or on oneself gets a ruling that refuses it."""
    table = context.position.table
    if table.operative(target).player != table.operative(act.operative).player:
        if dice_action_type(context, spec) is SHOOTING:
            return _with_reading_of_uses(context, _shot(context, act, target), act.operative)
        fight = _with_reading_of_uses(context, _fight(context, act, target), act.operative)
        return _with_reading_of_uses(context, fight, target)
    claim = Message.of("action-claim-may-attack", operative=act.operative, target=target)
    refused = Ruling.of(claim, Fact.declared(spec.rule, False, Message.of("action-target-enemy", target=target)))
    return act.with_found(rulings=(refused,))


def _with_reading_of_uses(context: JudgingContext, act: Act, who: str) -> Act:
    """Return an attack with a note on its first ruling if a reading decides which weapons of `who` are used up."""
    if who == act.operative:
        weapon = weapon_in_use(context.state, act)
        weapons: Iterable[Weapon] = () if weapon is None else (weapon,)
    else:
        weapons = weapons_of(context.state, who, WeaponType.MELEE)
    read_as = reading_of_uses(context.state, who, weapons, context.edition.rule_book)
    if read_as is None or not act.evidence.rulings:
        return act
    first, *rest = act.evidence.rulings
    return act.with_found(rulings=(replace(first, notes=tuple(dict.fromkeys((*first.notes, read_as)))), *rest))


def _engaged(context: JudgingContext, act: Act, spec: ActionSpec) -> bool | None:
    """Return whether an enemy is within control range; if that is too close to call, what the action requires."""
    near = is_engaged(context.edition, context.position, Attempt(act.operative, act.action))
    doubt = context.state.policies.threshold.call(near.p_yes) is Verdict.TOO_CLOSE
    return spec.engaged if doubt else near.holds


def _stands(context: JudgingContext, thing: str) -> str | None:
    """Return the state of a hatch or door; None if there is no terrain with that id."""
    parts = context.position.table.terrain
    return next((part.state or "closed" for part in parts if part.id == thing), None)


def operatives_near_target(context: JudgingContext, act: Act) -> Mapping[str, float]:
    """Return who may be near the target, including the target, with their probabilities by id (J24-13).

    Near is the distance that the action defines. Empty if there is no target, or if the action affects only its target.
    """
    far = context.actions[act.action].near
    there = context.position.table.operatives
    aim = there.get(act.target or "")
    if aim is None or far is None:
        return {}
    key = (aim.id, far)
    if key not in context.nearby:
        close = sorted(
            name for name, one in there.items() if not circles_farther_than(aim.base, one.base, far + MOST_ERROR)
        )
        found = {name: 1.0 if name == aim.id else _near(context, aim, there[name], far=far) for name in close}
        context.nearby[key] = {name: p for name, p in found.items() if p > UNLIKELY}
    return context.nearby[key]


def _near(context: JudgingContext, aim: Operative, other: Operative, *, far: float) -> float:
    return near_chance(Straight(), context.position, aim, other, far)


def _attempt(context: JudgingContext, act: Act) -> tuple[Ruling, ...]:
    """Return the ruling on an action's conditions, if it has any, such as who controls the marker."""
    attempt = attempt_of(context.state, act)
    seen = context.table.markers.get(act.marker or "")
    if attempt.lays is not None and act.marker_to is not None:
        if act.marker_to.declared:
            attempt = replace(attempt, lays=with_declared_covariance(attempt.lays))
        elif seen is not None:
            attempt = replace(attempt, lays=seen.placement)
    ruling = judge_attempt(context.edition, context.position, attempt)
    return (ruling,) if ruling.findings else ()


def judged_shot(context: JudgingContext, act: Act, target: str) -> ShotJudgement:
    """Return whether that shot may be taken and what shelters its target."""
    return context.judge_shot(_as_shot(context, act, target))


def judge_together(context: JudgingContext, acts: Iterable[Act]) -> None:
    """Judge the shots at enemies among the actions in one batch, so that they are cached when they are needed.

    If the batch fails, each shot is judged when it is needed.
    """
    there = context.position.table.operatives
    try:
        aimed = [(_as_packed(context, act), act.target) for act in acts if act.target in there]
        context.judge_together(_as_shot(context, act, target) for act, target in aimed if target is not None)
    except RefereeError:
        return


def _as_shot(context: JudgingContext, act: Act, target: str) -> Shot:
    return Shot(act.operative, target, weapon_rules(context.state, act))


def _shot(context: JudgingContext, act: Act, target: str) -> Act:
    """Return a shot with its rulings, and the facts of its dice or the notes for declared results."""
    judged = judged_shot(context, act, target)
    if act.action in context.state.actions and context.actions[act.action].conditions:
        own = judge_attempt(context.edition, context.position, attempt_of(context.state, act))
        act = act.with_found(rulings=(own,))
    spec = context.actions[act.action]
    selectable = _with_readings(judged, _as_shot(context, act, target))
    if not context.acting.point_blank(context.state, act, spec):
        allowed = act.with_found(rulings=(selectable, *reach_in_doubt(context, act)))
    elif context.acting.point_blank_is_aimed(spec):
        allowed = act.with_found(rulings=(_within_reach(context, act, target), selectable))
    else:
        allowed = act.with_found(rulings=(_within_reach(context, act, target),))
    if act.dice:
        if _refused(context, allowed.evidence.rulings):
            return allowed
        return allowed.with_found(facts=act.evidence.facts or facts_of_shot(context, act, target, judged=judged))
    declared = act.declared.model_copy(update={"notes": act.declared.notes or _notes(judged)})
    return allowed.model_copy(update={"declared": declared})


def _refused(context: JudgingContext, rulings: Iterable[Ruling]) -> bool:
    """Return whether one of the rulings refuses the action, so that no dice facts are needed."""
    policies = context.state.policies
    return any(
        one.verdict(policies.threshold) is Verdict.NO
        and any(policies.of(fault.rule) is Policy.ENFORCE for fault in one.faults)
        for one in rulings
    )


def _within_reach(context: JudgingContext, act: Act, target: str) -> Ruling:
    """Return whether a point-blank shot is at an enemy within the operative's own range (rules K24-10, K21-01)."""
    near = context.edition.engagement.engaged(context.position, act.operative, target)
    return replace(near, claim=Message.of("sight-claim-point-blank", shooter=act.operative, target=target))


def facts_of_shot(
    context: JudgingContext,
    act: Act,
    target: str,
    *,
    judged: ShotJudgement,
    alone: bool = False,
    scene: DiceContext | None = None,
) -> dict[str, Any]:
    """Return the facts of a shot, including how much the circumstances worsen it.

    Facts of everybody else who is hit are included, unless `alone` asks for the primary target only. `scene` is the
    context after the players have decided what was too close to call.
    """
    shot = Shot(act.operative, target, weapon_rules(context.state, act))
    others = NOBODY_ELSE if alone else context.edition.spread.secondary(context.edition, context.position, shot, judged)
    worse_by = context.acting.worse_by(context.state, act)
    return shooting_facts(scene or context.dice_context, act, {target: judged}, worse_by=worse_by, secondary=others)


def reach_in_doubt(context: JudgingContext, act: Act) -> tuple[Ruling, ...]:
    """Return the ruling that no enemy is within control range, if that is too close to call."""
    attempt = judge_attempt(context.edition, context.position, attempt_of(context.state, act.with_found(engaged=None)))
    close = attempt.verdict(context.state.policies.threshold) is Verdict.TOO_CLOSE
    return (attempt,) if close else ()


def _with_readings(judged: ShotJudgement, shot: Shot) -> Ruling:
    """Return whether the target may be selected, with the table's readings of rules for its shelter and its dice."""
    pierces = shot.rule("piercing") is not None or shot.rule("piercing_crits") is not None
    of_dice = [judged.modifiers.read_as] if pierces and judged.modifiers.read_as else []
    notes = (*judged.selectable.notes, *judged.in_cover.notes, *judged.obscured.notes, *of_dice)
    return replace(judged.selectable, notes=tuple(dict.fromkeys(notes)))


def _notes(judged: ShotJudgement) -> tuple[str, ...]:
    said = (("cover", judged.in_cover), ("obscured", judged.obscured))
    return tuple(word for word, ruling in said if ruling.holds)


def _fight(context: JudgingContext, act: Act, enemy: str) -> Act:
    """Return a fight with its rulings and the facts of its dice.

    The two are within each other's range. A fight that needs no enemy near is allowed by its conditions alone: through
    a door, the rule itself puts the two within each other's control range (K24-05).
    """
    spec = context.actions[act.action]
    rulings = []
    if spec.engaged:
        rulings.append(context.edition.engagement.engaged(context.position, act.operative, enemy))
    attempt = attempt_of(context.state, act)
    tested = [one for condition in spec.conditions for one in condition(context.edition, context.position, attempt)]
    if tested:
        rulings.append(judge_attempt(context.edition, context.position, attempt))
    allowed = act.with_found(rulings=tuple(rulings))
    if not act.dice:
        return allowed
    return allowed.with_found(facts=act.evidence.facts or facts_of_fight(context, act, enemy))


def facts_of_fight(
    context: JudgingContext, act: Act, enemy: str, *, scene: DiceContext | None = None
) -> dict[str, Any]:
    """Return the facts of a fight; `scene` is the context after the players have decided what was too close to call."""
    return fight_facts(scene or context.dice_context, act, retaliation_weapon(context, enemy))


def retaliation_weapon(context: JudgingContext, enemy: str) -> str | None:
    """Return the weapon that an enemy fights back with: its first melee weapon; None if it has none."""
    weapons = context.state.operative(enemy).card.weapons
    return next((title(weapon) for weapon in weapons if weapon.type is WeaponType.MELEE), None)


MOST = 3
"""Largest number of things in one question, the least certain ones; for all others, the likelier answer is taken."""


def ask_about_doubts(context: JudgingContext, intent: Act) -> Intent:
    """Return an attack with judged facts as a proposal about what is uncertain; anything else unchanged."""
    doubts = _doubts(context, intent)
    if not doubts or rejection_reason(Decider(context.flow), context.timeline, intent):
        return intent
    asked = sorted(doubts, key=lambda one: abs(doubts[one] - EVEN))[:MOST]
    likely = tuple(doubts[one] >= EVEN for one in asked)
    ways = sorted(product((True, False), repeat=len(asked)), key=lambda way: way != likely)
    questions = [_question(context, one) for one in asked]
    question = Message.of("doubt-question", what=describe(intent), questions=questions)
    return Propose(
        id=intent.id,
        by=intent.by,
        owner=ANY,
        question=str(question),
        message=question,
        readings=tuple(_reading(context, intent, dict(zip(asked, way, strict=True))) for way in ways),
    )


def _doubts(context: JudgingContext, act: Act) -> Doubts:
    there = context.position.table.operatives
    spec = context.actions.get(act.action)
    target = act.target
    if spec is None or target is None or target not in there or act.operative not in there:
        return {}
    if act.evidence.near:
        near = {Doubt(DoubtKind.NEAR, name, target): p for name, p in operatives_near_target(context, act).items()}
        return in_doubt(context.dice_context, near)
    if not act.dice or not act.evidence.facts:
        return {}
    sort = dice_action_type(context, spec)
    if sort is SHOOTING:
        facts = ShootingFacts.model_validate(act.evidence.facts)
        garrisons = shot_doubts(context.dice_context, facts.weapon.rules, [one.id for one in facts.targets])
        return garrisons | _heights(context, act) | _line(context, act)
    if sort is not FIGHTING:
        return {}
    foe = usable_weapons(context.state, target, WeaponType.MELEE, context.edition.rule_book)
    own = weapon_in_use(context.state, act)
    strikes = (*([] if own is None else [own]), *foe)
    return fight_doubts(context.dice_context, (act.operative, target), strikes)


def _heights(context: JudgingContext, act: Act) -> Doubts:
    """Return whether Vantage has its expected effect on a shot (rule H24-10), if that is too close to call."""
    assert act.target is not None
    judged = judged_shot(context, act, act.target)
    if judged.vantage is None or judged.accurate_else in (None, judged.modifiers.accurate):
        return {}
    either = (judged.modifiers.accurate or 0, judged.accurate_else or 0)
    doubt = Doubt(DoubtKind.VANTAGE, act.target, accurate=either)
    return in_doubt(context.dice_context, {doubt: judged.vantage.p_yes})


def _line(context: JudgingContext, act: Act) -> Doubts:
    """Return whether an operative in the line costs a die (rule K21-03), if that is too close to call."""
    assert act.target is not None
    crossed = judged_shot(context, act, act.target).line_crossed
    if crossed is None:
        return {}
    return in_doubt(context.dice_context, {Doubt(DoubtKind.IN_LINE, act.target): crossed.p_yes})


def _question(context: JudgingContext, doubt: Doubt) -> Message:
    match doubt.about:
        case DoubtKind.HELPS:
            return Message.of("doubt-helps", operative=doubt.of, range=context.edition.engagement.term)
        case DoubtKind.GARRISONED:
            return Message.of("doubt-garrisoned", operative=doubt.of)
        case DoubtKind.NEAR:
            return Message.of("doubt-near", operative=doubt.of, other=doubt.beside)
        case DoubtKind.VANTAGE:
            given, otherwise = doubt.accurate
            return Message.of("doubt-vantage", operative=doubt.of, given=given, otherwise=otherwise)
        case DoubtKind.IN_LINE:
            return Message.of("doubt-in-line", operative=doubt.of)


def _label(doubt: Doubt, held: bool) -> Message:
    match doubt.about:
        case DoubtKind.HELPS:
            return Message.of("doubt-is-helping" if held else "doubt-not-helping", operative=doubt.of)
        case DoubtKind.GARRISONED:
            return Message.of("doubt-is-garrisoned" if held else "doubt-not-garrisoned", operative=doubt.of)
        case DoubtKind.NEAR:
            return Message.of("doubt-is-near" if held else "doubt-not-near", operative=doubt.of)
        case DoubtKind.VANTAGE:
            given, otherwise = doubt.accurate
            return Message.of("doubt-vantage-gives", number=given if held else otherwise)
        case DoubtKind.IN_LINE:
            return Message.of("doubt-is-in-line" if held else "doubt-not-in-line")


def _reading(context: JudgingContext, act: Act, way: dict[Doubt, bool]) -> ProposedReading:
    label = Message.of("doubt-answers", answers=[_label(doubt, held) for doubt, held in way.items()])
    return ProposedReading.of(label, _as_said(context, act, AttackAnswers(way)))


def _as_said(context: JudgingContext, act: Act, said: AttackAnswers) -> Act:
    """Return the action with those decisions applied."""
    assert act.target is not None
    if act.evidence.near:
        near = said.about(DoubtKind.NEAR)
        kept = {*act.evidence.near, *near} - {name for name, held in near.items() if not held}
        return act.with_found(near=tuple(sorted(kept)))
    scene = context.dice_context.saying(said)
    if dice_action_type(context, context.actions[act.action]) is SHOOTING:
        judged = judged_shot(context, act, act.target)
        if said.about(DoubtKind.VANTAGE).get(act.target) is False:
            judged = replace(judged, modifiers=replace(judged.modifiers, accurate=judged.accurate_else))
        if (crossed := said.about(DoubtKind.IN_LINE).get(act.target)) is not None:
            judged = replace(judged, modifiers=replace(judged.modifiers, fewer_attack_dice=int(crossed)))
        return act.with_found(facts=facts_of_shot(context, act, act.target, judged=judged, scene=scene))
    return act.with_found(facts=facts_of_fight(context, act, act.target, scene=scene))
