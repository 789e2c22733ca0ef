"""Whom geometry keeps from acting out of turn: one that may not perform what its reaction would be (rule C21-04)."""

from __future__ import annotations

from collections.abc import Callable

from overlook.table.judging_context import JudgingContext, reason
from referee.game.prompt import Prompt, Topic
from referee.game.record import RefusedError
from referee.rules.judgement import Attempt
from referee.rules.ports.actions import tested_attempt
from referee.rules.ruling import Verdict


def barred(context: JudgingContext, operative: str) -> str:
    """Return in one sentence why an operative cannot react as it stands; empty where it can, or may be able to.

    A reaction that is one action of the edition (overwatch) is begun by nobody who may not perform it.
    """
    name = next((name for name in context.actions if name.casefold() == context.flow.reaction), None)
    if name is None or context.state.activation is not None or operative not in context.position.table.operatives:
        return ""
    threshold = context.state.policies.threshold
    tested = tested_attempt(context.edition, context.position, Attempt(operative, name))
    failed = tuple(one.finding for one in tested if threshold.call(one.finding.p_yes) is Verdict.NO)
    return reason(RefusedError(name, failed), most=1) if failed else ""


Asked = Callable[[], JudgingContext | None]
"""Returns what the judge is asked of, None before the first picture."""


def without_barred(prompts: tuple[Prompt, ...], asked_of: Asked) -> tuple[Prompt, ...]:
    """Return the questions, those who reacts without those that are kept from it."""
    context = asked_of() if any(one.topic is Topic.REACTION for one in prompts) else None
    return prompts if context is None else tuple(_left(context, one) for one in prompts)


def _left(context: JudgingContext, prompt: Prompt) -> Prompt:
    if prompt.topic is not Topic.REACTION:
        return prompt
    why = {one.key: barred(context, one.key) for one in prompt.choices}
    left = tuple(one for one in prompt.choices if not why[one.key])
    said = next(filter(None, why.values()), "")
    alone = bool(said) and len(left) == 1
    return prompt.model_copy(
        update={"choices": left, "question": f"{prompt.question}. {said}" if alone else prompt.question}
    )
