"""Which of the open questions can be answered now, and how: what would only be refused is not asked."""

from __future__ import annotations

from collections.abc import Sequence

from overlook.table.judging_context import reason
from referee.game.engine.decider import Decider
from referee.game.engine.prompting import REFUSE
from referee.game.engine.timeline import Timeline
from referee.game.intents import ANY, Answer
from referee.game.prompt import Prompt, Topic
from referee.game.state import ActivationKind, GameState
from referee.rules.errors import RefereeError

FIRST = frozenset({Topic.CHALLENGE, Topic.DROP, Topic.LAST_ACTION, Topic.TEST, Topic.RULE_ORDER})
"""What must be answered before the battle goes on."""

THEN = frozenset({Topic.ACTION, Topic.ACTIVATION, Topic.REACTION, Topic.TURN, Topic.TURNING_POINT_END})
"""What the battle goes on with."""

JUDGED = frozenset({Topic.PROPOSAL, Topic.CHALLENGE, Topic.ACTIVATION, Topic.REACTION})
"""Questions whose answers the rules may refuse, each for itself."""


class AnswerablePrompts:
    """The questions that can be answered, worked out once for each state of a game: every snapshot has them."""

    def __init__(self) -> None:
        self._known: tuple[Timeline | None, tuple[Prompt, ...]] = (None, ())

    def of(self, decider: Decider, timeline: Timeline, prompts: Sequence[Prompt]) -> tuple[Prompt, ...]:
        """Return the questions that wait for no other, each with the answers that the rules take."""
        if self._known[0] is not timeline:
            asked = [with_open_choices(decider, timeline, one) for one in answerable(prompts, timeline.state)]
            moving = any(waits_for_a_move(one, timeline.state) for one in asked)
            self._known = (timeline, tuple(one for one in asked if not (moving and one.topic is Topic.ACTION)))
        return self._known[1]


def waits_for_a_move(prompt: Prompt, state: GameState) -> bool:
    """Return whether it is asked what a move was that may be taken: nothing else is done before that is answered.

    Any other doubt, about something that was done, waits for either player, and holds up nothing.
    """
    moved = any(one.id == prompt.id and one.to is not None for one in state.proposals)
    asked = prompt.topic is Topic.PROPOSAL and (moved or prompt.owner != ANY)
    return asked and any(choice.key != REFUSE for choice in prompt.choices)


def answerable(prompts: Sequence[Prompt], state: GameState) -> tuple[Prompt, ...]:
    """Return the questions without those that wait for another; who acts once more as it falls acts at once.

    Everything waits for a challenge: what it is about may be taken back.
    """
    if state.challenge is not None:
        return tuple(prompt for prompt in prompts if prompt.topic is Topic.CHALLENGE)
    acts_once_more = state.reaction is not None and state.reaction.doing is ActivationKind.LAST
    waits = not acts_once_more and any(prompt.topic in FIRST for prompt in prompts)
    return tuple(prompt for prompt in prompts if not waits or prompt.topic not in THEN)


def with_open_choices(decider: Decider, timeline: Timeline, prompt: Prompt) -> Prompt:
    """Return a question without the answers that would be refused, and with why where its own default is one."""
    if prompt.topic not in JUDGED:
        return prompt
    why = {choice.key: _fault(decider, timeline, prompt=prompt, choice=choice.key) for choice in prompt.choices}
    left = tuple(choice for choice in prompt.choices if not why[choice.key])
    if not left or len(left) == len(prompt.choices):
        return prompt
    closed = next(said for said in (why.get(prompt.default or ""), *why.values()) if said)
    closed, asked = f"{closed[:1].upper()}{closed[1:]}", prompt.question.rstrip(":")
    alone = len(left) == 1
    return prompt.model_copy(
        update={
            "choices": left,
            "default": prompt.default if not why.get(prompt.default or "") else left[-1].key,
            "question": f"{asked}{'' if asked.endswith('?') else '.'} {closed}" if alone else prompt.question,
        }
    )


def _fault(decider: Decider, timeline: Timeline, *, prompt: Prompt, choice: str) -> str:
    try:
        decider.decide(timeline, Answer(id="offer", by=ANY, prompt=prompt.id, choice=choice))
    except RefereeError as refusal:
        return reason(refusal, most=1)
    return ""
