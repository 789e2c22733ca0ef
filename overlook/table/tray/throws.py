"""Which question dice were thrown for, one that stood before they lay there; and what was thrown for it before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from referee.game.engine.timeline import Step, Timeline
from referee.game.events import decisions
from referee.game.prompt import Prompt, Topic

MOST_TOLD = 100
"""Rolls for one question that are told, the last ones."""


@dataclass(frozen=True, slots=True)
class DieThrow:
    """One die's throw: its name, and what waited for dice when it came to lie; None where nobody knows."""

    name: str
    asked: frozenset[str] | None = None

    def answers(self, question: str) -> bool:
        """Return whether it was thrown for that question."""
        return self.asked is None or question in self.asked


def question_of(prompt: Prompt, timeline: Timeline) -> str:
    """Return what tells one question for dice from every other one: what is declared anew after an undo is another."""
    opened = _opened(prompt, timeline)
    return prompt.id if opened is None else f"{prompt.id} {opened.intent.id}"


def opened_at(prompt: Prompt, timeline: Timeline) -> int:
    """Return the number of the event by which what the question is about was declared; 0 where nothing was."""
    opened = _opened(prompt, timeline)
    return 0 if opened is None else opened.sequence


def _opened(prompt: Prompt, timeline: Timeline) -> Step | None:
    if prompt.topic is not Topic.DICE:
        return None
    steps = (
        step for step in timeline.steps() if any(isinstance(each, decisions.SequenceOpened) for each in step.events)
    )
    return next(steps, None)


Shown = Mapping[str, int | None]
"""What dice show, by the names of their throws; None where one is cocked."""


class RollsThrown:
    """The rolls that lay in the tray for each question, one after another, until it is answered and beyond.

    A roll is another one where a die of the one before was picked up, unless that one was cocked or the values are the
    same: dice slide, and one that was not seen for a moment is thrown by nobody.
    """

    def __init__(self) -> None:
        self._shown: dict[str, list[Shown]] = {}

    def see(self, question: str, shown: Shown) -> None:
        """Take in what dice thrown for a question show now."""
        rolls = self._shown.setdefault(question, [])
        if not shown:
            return
        if rolls and (_stayed(rolls[-1], shown) or _alike(rolls[-1], shown)):
            rolls.pop()
        if not (rolls and _alike(rolls[-1], shown)):
            rolls.append(shown)

    def took(self, question: str, names: Collection[str]) -> None:
        """Leave out dice that answered one question of what was thrown for the others."""
        for other, rolls in self._shown.items():
            if other != question:
                left = [{name: value for name, value in roll.items() if name not in names} for roll in rolls]
                self._shown[other] = [roll for roll in left if roll]

    def of(self, question: str) -> tuple[tuple[int, ...], ...]:
        """Return what was thrown for a question, each roll's values in order; nothing where it was thrown once."""
        rolls = self._shown.get(question, [])
        if len(rolls) < 2:
            return ()
        return tuple(
            tuple(sorted(value for value in roll.values() if value is not None)) for roll in rolls[-MOST_TOLD:]
        )


def _stayed(before: Shown, now: Shown) -> bool:
    return all(name in now for name, value in before.items() if value is not None)


def _alike(before: Shown, now: Shown) -> bool:
    return Counter(before.values()) == Counter(now.values())
