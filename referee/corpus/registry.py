"""What each edition can be asked of a position, by the edition's id."""

from __future__ import annotations

from collections.abc import Mapping

from referee.corpus.kt21.answers import ANSWERS as ANSWERS_2021
from referee.corpus.kt24.answers import ANSWERS as ANSWERS_2024
from referee.corpus.questions import Answerer

ANSWERS = {answers.edition: answers.by_kind for answers in (ANSWERS_2024, ANSWERS_2021)}


def answers_of(edition_id: str) -> Mapping[str, Answerer]:
    """Return what answers each kind of question under the edition of that id; `KeyError` for an id there is not."""
    return ANSWERS[edition_id]
