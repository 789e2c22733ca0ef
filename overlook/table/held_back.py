"""What has to wait or cannot begin, for a reason that the table sees and the game does not know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from overlook.table.answerable import waits_for_a_move
from overlook.table.displaced import displaced
from overlook.table.judging_context import JudgingContext
from overlook.table.moved_away import moved_away
from overlook.table.reactors import barred
from overlook.table.seen_table import SeenTable
from referee.game.intents import Answer, EndActivation, Intent, React
from referee.game.prompt import Prompt, Topic
from referee.game.state import GameState
from referee.rules.errors import IllegalError
from referee.rules.ports.edition import Edition

CHALLENGED = "a challenge is open: answer it first, then the dice go on"
UNANSWERED = "a move was seen that may be taken: say first what it was, or set the model back"


class AskedTable(Protocol):
    """What is asked at a table, and of what it is judged."""

    @property
    def state(self) -> GameState:
        """The game as it stands."""

    @property
    def edition_here(self) -> Edition:
        """The edition as it is played in this game."""

    @property
    def open_prompts(self) -> tuple[Prompt, ...]:
        """Every question that can be answered now."""

    def context(self) -> JudgingContext | None:
        """Return what the judge is asked of; None before the first picture."""


def hold_back(intent: Intent, table: AskedTable, seen: SeenTable | None, *, asked: Iterable[Prompt]) -> None:
    """Raise `IllegalError` for an intent that has to wait.

    `asked` are all questions, also those that cannot be answered now. Dice wait for a challenge, the end of an
    activation for a move that may be taken; nobody reacts that may not as it stands. Of models nothing waits where the
    camera sees nothing, or has trouble.
    """
    prompt = next((one for one in asked if isinstance(intent, Answer) and one.id == intent.prompt), None)
    topic = None if prompt is None else prompt.topic
    state = table.state
    if state.challenge is not None and topic is Topic.DICE:
        raise IllegalError(CHALLENGED)
    ends = isinstance(intent, EndActivation) or topic is Topic.ACTION
    if ends and any(waits_for_a_move(one, state) for one in table.open_prompts):
        raise IllegalError(UNANSWERED)
    waits = _kept_from_reacting(intent, topic, table)
    if not waits and seen is not None and seen.problem is None:
        waits = moved_away(state, displaced(state, seen.table), intent, moves=table.edition_here.movement.names)
    if waits:
        raise IllegalError(waits)


def _kept_from_reacting(intent: Intent, topic: Topic | None, table: AskedTable) -> str:
    operative = intent.operative if isinstance(intent, React) else None
    if isinstance(intent, Answer) and topic is Topic.REACTION:
        operative = intent.choice
    context = None if operative is None else table.context()
    return "" if context is None or operative is None else barred(context, operative)
