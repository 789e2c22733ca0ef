"""Run a corpus and compare its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from geometry.errors import GeometryError
from messages.message import Message
from referee.corpus.scenario import Answerer, Scenario, question_of
from referee.editions.registry import ByEdition, edition_of
from referee.rules.errors import RefereeError


def _answers24() -> Mapping[str, Answerer]:
    from referee.corpus.kt24_answers import ANSWERS

    return ANSWERS.by_kind


def _answers21() -> Mapping[str, Answerer]:
    from referee.corpus.kt21_answers import ANSWERS

    return ANSWERS.by_kind


ANSWERS: Mapping[str, Mapping[str, Answerer]] = ByEdition(_answers24, _answers21)


def answers_of(edition_id: str) -> Mapping[str, Answerer]:
    """Return the answer functions of an edition by kind of question; raises `KeyError` for an unknown id."""
    return ANSWERS[edition_id]


TOLERANCE = 1e-6
PROSE = frozenset({"reason"})
NO_READINGS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer to one scenario, and each key that differs from the expected answer.

    `unanswered` is why the edition has no answer, `refused` the fault of the scenario itself.
    """

    id: str
    got: Mapping[str, Any]
    unanswered: Message | None = None
    differences: tuple[Message, ...] = field(default=())
    refused: Message | None = None

    @property
    def matches(self) -> bool:
        """Whether everything expected was answered, without differences."""
        return self.unanswered is None and self.refused is None and not self.differences


def answer(scenario: Scenario, readings: Mapping[str, str] = NO_READINGS) -> Answer:
    """Answer one scenario, with the edition's `readings` of open options.

    A question that the edition does not answer is reported in the result, not raised. Raises `RefereeError` for a
    contradictory scenario.
    """
    question = question_of(scenario, edition_of(scenario.edition).playing(readings))
    answerer = answers_of(question.edition.id).get(question.kind)
    if answerer is None:
        missing = Message.of("corpus-unanswered", edition=question.edition.title, question=question.kind)
        return Answer(scenario.id, {}, unanswered=missing)
    got = answerer(question)
    return Answer(scenario.id, got, differences=tuple(differences(scenario.expected or {}, got)))


def run(
    scenarios: Iterable[Scenario],
    progress: Callable[[Answer], None] | None = None,
    readings: Mapping[str, str] = NO_READINGS,
) -> tuple[Answer, ...]:
    """Answer all scenarios in order, reporting each to `progress`; a faulty one does not stop the others."""
    answers = []
    for scenario in scenarios:
        try:
            done = answer(scenario, readings)
        except (RefereeError, GeometryError) as fault:
            done = Answer(scenario.id, {}, refused=fault.message)
        if progress is not None:
            progress(done)
        answers.append(done)
    return tuple(answers)


def differences(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Iterable[Message]:
    """Yield one message for each expected key with another answer. Lists are compared as sets, numbers to 1e-6."""
    for key, wanted in expected.items():
        if key in PROSE:
            continue
        if key not in got:
            yield Message.of("corpus-not-answered", key=key, expected=repr(wanted))
        elif not equal_within_tolerance(wanted, got[key]):
            yield Message.of("corpus-differs", key=key, expected=repr(wanted), found=repr(got[key]))


def equal_within_tolerance(wanted: Any, found: Any) -> bool:
    """Return whether two answers are equal: lists as sets, numbers to 1e-6, objects key by key."""
    if isinstance(wanted, bool) or isinstance(found, bool) or wanted is None:
        return wanted is found
    if isinstance(wanted, int | float) and isinstance(found, int | float):
        return abs(wanted - found) <= TOLERANCE
    if isinstance(wanted, list | tuple) and isinstance(found, list | tuple):
        return sorted(map(repr, wanted)) == sorted(map(repr, found))
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(key in found and equal_within_tolerance(value, found[key]) for key, value in wanted.items())
    return bool(wanted == found)
