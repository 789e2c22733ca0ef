"""Contributions of rulings: the cause named first decides most, and a journal keeps them."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import TypeAdapter

from benchmarks.referee.contributions import JUDGES, Tally, drawn_case
from geometry.contributions import Cause, Contribution
from messages.message import Message
from referee.game.recorded_ruling import RecordedRuling
from referee.rules.ruling import Measurement, Ruling

RECORDED: TypeAdapter[Ruling] = TypeAdapter(RecordedRuling)
BY_TAB = (Contribution(Cause.MOUNTING, "a1", 0.02, 0.7), Contribution(Cause.PIXEL, "a1", 0.013, 0.3))


@pytest.mark.parametrize("kind", list(JUDGES))
def test_without_the_error_named_first_the_probability_changes_most(kind: str) -> None:
    rng, tally = np.random.default_rng(7), Tally()
    while tally.drawn[kind] < 6:
        tally.add(drawn_case(rng, kind))
    assert tally.missed == []
    assert tally.first[kind] == 6
    assert tally.worst_sum < 1e-9


def ruling(contributions: tuple[Contribution, ...]) -> Ruling:
    near = Measurement("H24-04", Message.stored("near"), 1.01, 1.0, -0.01, 0.024, contributions=contributions)
    return Ruling.of(Message.stored("claim"), near)


def test_the_weakest_finding_gives_its_contributions() -> None:
    assert ruling(BY_TAB).contributions == BY_TAB


def test_a_journal_keeps_contributions() -> None:
    assert RECORDED.validate_python(RECORDED.dump_python(ruling(BY_TAB), mode="json")) == ruling(BY_TAB)


def test_a_ruling_of_an_earlier_version_has_none() -> None:
    data = RECORDED.dump_python(ruling(BY_TAB), mode="json")
    del data["contributions"]
    del data["findings"][0]["contributions"]
    assert RECORDED.validate_python(data) == ruling(())
    assert "contributions" not in RECORDED.dump_python(ruling(()), mode="json")
