"""Fights in which it is too close to call who helps: the players say it before any die (rules F24-06, F21-02)."""

from __future__ import annotations

from itertools import product

from overlook.table.evidence import answers_with, sort_of
from overlook.table.judging_context import JudgingContext, fault_of
from referee.game.decider import Decider
from referee.game.describe import describe
from referee.game.dice_actions import FIGHTING
from referee.game.dice_context import fight_facts
from referee.game.intents import ANY, Act, Intent, Propose, ProposedReading
from referee.rules.ruling import Verdict
from referee.rules.sight.fight_assist import help_chance

MOST = 3
"""Friends of whom it is asked at once; of more the likeliest answer is taken."""


def with_helpers_asked(context: JudgingContext, intent: Act) -> Intent:
    """Return a fight with judged facts as the question who helps, where that is in doubt; anything else as it is."""
    if not intent.dice or not intent.evidence.facts or intent.target is None:
        return intent
    spec = context.actions.get(intent.action)
    if spec is None or sort_of(context, spec) is not FIGHTING:
        return intent
    chances = _chances(context, intent.operative, intent.target)
    call = context.state.policies.threshold.call
    doubted = [name for name, p in chances.items() if call(p) is Verdict.TOO_CLOSE][:MOST]
    if not doubted or fault_of(Decider(context.flow), context.timeline, intent):
        return intent
    sure = [name for name, p in chances.items() if name not in doubted and p >= 1 / 2]
    first = tuple(chances[name] >= 1 / 2 for name in doubted)
    ways = sorted(product((True, False), repeat=len(doubted)), key=lambda way: way != first)
    names = " and ".join(doubted)
    term = context.edition.engagement.term
    return Propose(
        id=intent.id,
        by=intent.by,
        owner=ANY,
        question=f"{describe(intent)}? Too close to call: does {names} help, within {term} of one enemy alone?",
        readings=tuple(_reading(context, intent, sure, dict(zip(doubted, way, strict=True))) for way in ways),
    )


def _chances(context: JudgingContext, one: str, other: str) -> dict[str, float]:
    edition, position = context.edition, context.position
    pairs = ((one, other), (other, one))
    return {name: p for a, b in pairs for name, p in help_chance(edition, position, a, b).items() if name not in (a, b)}


def _reading(context: JudgingContext, act: Act, sure: list[str], way: dict[str, bool]) -> ProposedReading:
    assert act.target is not None
    helpers = [*sure, *(name for name, helps in way.items() if helps)]
    facts = fight_facts(context.scene, act, answers_with(context, act.target), helpers)
    label = ", ".join(f"{name} helps" if helps else f"{name} does not help" for name, helps in way.items())
    data = act.with_found(facts=facts).to_data()
    del data["by"]
    return ProposedReading(label=label, intent=act.kind, data=data)
