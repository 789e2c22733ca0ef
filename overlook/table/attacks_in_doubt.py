"""What is too close to call about an attack is said by the players before any die: who helps, is near, is garrisoned.

Rules F24-06, F21-02 (help), K24-03, K24-04 (strongholds), G21-13 and the like (who else is hurt), J24-13 (stun).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from overlook.table.evidence import around, facts_of_fight, facts_of_shot, judged_shot, sort_of
from overlook.table.judging_context import JudgingContext, fault_of
from referee.game.dice.attack_context import Doubts, fight_doubts, in_doubt, shot_doubts
from referee.game.dice.attack_effects import About, Doubt, Said
from referee.game.dice.dice_actions import FIGHTING, SHOOTING
from referee.game.engine.decider import Decider
from referee.game.handlers.act_handler import usable_weapons
from referee.game.handlers.handler import describe
from referee.game.intents import ANY, Act, Intent, Propose, ProposedReading
from referee.game.judging.position import weapon_in_use
from referee.rules.dice.attack_facts import EVEN, ShootingFacts
from referee.rules.weapon import WeaponType

OR = " or "
"""What parts what Vantage is thought to give from what it gives otherwise."""

MOST = 3
"""Things of which it is asked at once; of more the likeliest answer is taken, of the surest."""


def with_doubts_asked(context: JudgingContext, intent: Act) -> Intent:
    """Return an attack with judged facts as the question about what is in doubt of it; anything else as it is."""
    doubts = _doubts(context, intent)
    if not doubts or fault_of(Decider(context.flow), context.timeline, intent):
        return intent
    asked = sorted(doubts, key=lambda one: abs(doubts[one] - EVEN))[:MOST]
    likely = tuple(doubts[one] >= EVEN for one in asked)
    ways = sorted(product((True, False), repeat=len(asked)), key=lambda way: way != likely)
    questions = ", and ".join(_question(context, one) for one in asked)
    return Propose(
        id=intent.id,
        by=intent.by,
        owner=ANY,
        question=f"{describe(intent)}? Too close to call: {questions}?",
        readings=tuple(_reading(context, intent, dict(zip(asked, way, strict=True))) for way in ways),
    )


def _doubts(context: JudgingContext, act: Act) -> Doubts:
    there = context.position.table.operatives
    spec = context.actions.get(act.action)
    target = act.target
    if spec is None or target is None or target not in there or act.operative not in there:
        return {}
    if act.evidence.near:
        near = {Doubt(About.NEAR, name, target): p for name, p in around(context, act).items()}
        return in_doubt(context.scene, near)
    if not act.dice or not act.evidence.facts:
        return {}
    sort = sort_of(context, spec)
    if sort is SHOOTING:
        facts = ShootingFacts.model_validate(act.evidence.facts)
        garrisons = shot_doubts(context.scene, facts.weapon.rules, [one.id for one in facts.targets])
        return garrisons | _heights(context, act)
    if sort is not FIGHTING:
        return {}
    foe = usable_weapons(context.state, target, WeaponType.MELEE, context.edition.rule_book)
    own = weapon_in_use(context.state, act)
    strikes = (*([] if own is None else [own]), *foe)
    return fight_doubts(context.scene, (act.operative, target), strikes)


def _heights(context: JudgingContext, act: Act) -> Doubts:
    """Return whether Vantage gives a shot at its target what it is thought to (rule H24-10), where that is in doubt."""
    assert act.target is not None
    judged = judged_shot(context, act, act.target)
    if judged.vantage is None or judged.accurate_else in (None, judged.modifiers.accurate):
        return {}
    either = OR.join(
        f"Accurate {value}" if value else "nothing" for value in (judged.modifiers.accurate, judged.accurate_else)
    )
    return in_doubt(context.scene, {Doubt(About.VANTAGE, act.target, either): judged.vantage.p_yes})


def _question(context: JudgingContext, doubt: Doubt) -> str:
    match doubt.about:
        case About.HELPS:
            return f"does {doubt.of} help, within {context.edition.engagement.term} of one enemy alone"
        case About.GARRISONED:
            return f"is {doubt.of} wholly within the stronghold"
        case About.NEAR:
            return f"is {doubt.of} near enough to {doubt.beside}"
        case About.VANTAGE:
            return f"does Vantage give {doubt.beside} against {doubt.of}"


def _label(doubt: Doubt, held: bool) -> str:
    if doubt.about is About.HELPS:
        return f"{doubt.of} helps" if held else f"{doubt.of} does not help"
    if doubt.about is About.VANTAGE:
        given, otherwise = doubt.beside.split(OR)
        return f"Vantage gives {given if held else otherwise}"
    where = "wholly within the stronghold" if doubt.about is About.GARRISONED else "near enough"
    return f"{doubt.of} is {where}" if held else f"{doubt.of} is not {where}"


def _reading(context: JudgingContext, act: Act, way: dict[Doubt, bool]) -> ProposedReading:
    label = ", ".join(_label(doubt, held) for doubt, held in way.items())
    return ProposedReading.of(label, _as_said(context, act, Said(way)))


def _as_said(context: JudgingContext, act: Act, said: Said) -> Act:
    """Return the action as it is with that said."""
    assert act.target is not None
    if act.evidence.near:
        near = said.about(About.NEAR)
        kept = {*act.evidence.near, *near} - {name for name, held in near.items() if not held}
        return act.with_found(near=tuple(sorted(kept)))
    scene = context.scene.saying(said)
    if sort_of(context, context.actions[act.action]) is SHOOTING:
        judged = judged_shot(context, act, act.target)
        if said.about(About.VANTAGE).get(act.target) is False:
            judged = replace(judged, modifiers=replace(judged.modifiers, accurate=judged.accurate_else))
        return act.with_found(facts=facts_of_shot(context, act, act.target, judged=judged, scene=scene))
    return act.with_found(facts=facts_of_fight(context, act, act.target, scene=scene))
