"""What each edition can be asked of a position, by the edition's id: read when it is asked."""

from __future__ import annotations

from collections.abc import Mapping

from referee.corpus.questions import Answerer
from referee.editions.registry import ByEdition


def _answers24() -> Mapping[str, Answerer]:
    from referee.corpus.kt24.answers import ANSWERS

    return ANSWERS.by_kind


def _answers21() -> Mapping[str, Answerer]:
    from referee.corpus.kt21.answers import ANSWERS

    return ANSWERS.by_kind


ANSWERS: Mapping[str, Mapping[str, Answerer]] = ByEdition(_answers24, _answers21)


def answers_of(edition_id: str) -> Mapping[str, Answerer]:
    """Return what answers each kind of question under the edition of that id; `KeyError` for an id there is not."""
    return ANSWERS[edition_id]
