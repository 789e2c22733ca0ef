"""Every edition has its answers, found by its id."""

from __future__ import annotations

import pytest

from referee.corpus.common_answers import COMMON
from referee.corpus.runner import ANSWERS, answers_of
from referee.editions.registry import EDITIONS


def test_every_edition_has_answers_and_no_other() -> None:
    assert ANSWERS.keys() == EDITIONS.keys()


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_answers_what_all_answer_and_kinds_of_its_own(name: str) -> None:
    assert {key: answers_of(name)[key] for key in COMMON} == COMMON
    assert answers_of(name).keys() > COMMON.keys()


def test_editions_do_not_share_their_own_answers() -> None:
    one, other = (set(answers_of(name).items()) - set(COMMON.items()) for name in EDITIONS)
    assert not {answerer for _, answerer in one} & {answerer for _, answerer in other}


def test_an_id_of_no_edition_has_no_answers() -> None:
    with pytest.raises(KeyError):
        answers_of("kt18")
