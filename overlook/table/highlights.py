"""What makes a moment of a game worth looking at again: kills, close calls, challenges, luck, turning points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from overlook.table.odds import chance_of_facts
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.timeline import Step
from referee.game.events import Event, decisions
from referee.game.events.battle import BattleEnded, TurningPointBegan
from referee.game.events.decisions import SequenceClosed, SequenceOpened
from referee.game.events.pieces import Incapacitated
from referee.game.intents import Act, Intent
from referee.rules.errors import RefereeError
from referee.rules.ruling import Ruling, Threshold, Verdict
from web.contract.table.recordings import HighlightKind

UNLIKELY = 0.15
"""A chance below which it is worth telling that it came true."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """One reason, in words."""

    kind: HighlightKind
    sentence: str


@dataclass(frozen=True, slots=True)
class _Tried:
    target: str
    chance: float


class Highlighter:
    """Tells the highlights of a game's steps, asked in their order: luck is known when the dice are done."""

    def __init__(self, flow: BattleFlow, threshold: Threshold) -> None:
        self._flow = flow
        self._threshold = threshold
        self._tried: _Tried | None = None
        self._fallen: set[str] = set()

    def of(self, intent: Intent, step: Step | None, rulings: tuple[Ruling, ...]) -> tuple[Highlight, ...]:
        """Return the highlights of one intent; `step` is None for one that only undoes, redoes or observes."""
        close = (one for one in rulings if one.verdict(self._threshold) is Verdict.TOO_CLOSE)
        found = [Highlight(HighlightKind.TOO_CLOSE, f"Too close: {one.claim}") for one in close]
        if step is None:
            return tuple(found)
        for event in step.events:
            if isinstance(event, SequenceOpened):
                self._tried, self._fallen = self._trial(intent, step), set()
            elif isinstance(event, Incapacitated):
                self._fallen.add(event.operative)
            found += _told(step, event)
        if self._tried is not None and any(isinstance(one, SequenceClosed) for one in step.events):
            found += _luck(self._tried, step, fell=self._tried.target in self._fallen)
            self._tried = None
        return tuple(found)

    def _trial(self, intent: Intent, step: Step) -> _Tried | None:
        """Return what the dice that now open are to bring, and how likely that is; None where that is not known."""
        if not isinstance(intent, Act) or intent.target is None:
            return None
        try:
            chance = chance_of_facts(self._flow, step.before, intent, target=intent.target)
        except (RefereeError, ValueError):
            return None
        return None if chance is None else _Tried(intent.target, chance)


def _told(step: Step, event: Event) -> Iterator[Highlight]:
    match event:
        case TurningPointBegan():
            yield Highlight(HighlightKind.TURNING_POINT, f"Turning point {event.turning_point}")
        case Incapacitated():
            yield Highlight(HighlightKind.KILL, f"{_name(step, event.operative)} is incapacitated")
        case decisions.Challenged():
            yield Highlight(HighlightKind.CHALLENGE, "A ruling is challenged")
        case decisions.ChallengeUpheld():
            yield Highlight(HighlightKind.CHALLENGE, "The ruling is upheld")
        case decisions.Withdrawn():
            yield Highlight(HighlightKind.CHALLENGE, "The ruling is taken back")
        case BattleEnded():
            yield Highlight(HighlightKind.END, "The battle ends")


def _luck(tried: _Tried, step: Step, *, fell: bool) -> Iterator[Highlight]:
    percent = f"{round(100 * tried.chance)} %"
    name = _name(step, tried.target)
    if fell and tried.chance < UNLIKELY:
        yield Highlight(HighlightKind.CHANCE, f"{name} was incapacitated: the chance was {percent}")
    elif not fell and tried.chance > 1 - UNLIKELY:
        yield Highlight(HighlightKind.CHANCE, f"{name} survived: the chance was {percent} to be incapacitated")


def _name(step: Step, operative: str) -> str:
    return f"{operative.upper()} {step.before.operative(operative).card.name}"
