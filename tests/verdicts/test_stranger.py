"""What is stated of tables that a stranger drew is their posterior; a doubt that is worked out wrongly is seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from geometry.limits import Limit
from referee.rules import ruling
from referee.rules.moves import path_uncertainty
from referee.rules.ports import markers
from tests.verdicts.stranger import STRANGERS, judged

pytestmark = pytest.mark.nightly

DRAWS, TABLES = 4000, 24
FAR, ON_THE_WHOLE = 0.033, 0.007
"""What a share of so many draws is off by at most on one table, and on the whole, with the referee's own draws."""
EDITIONS = ("kt24", "kt21")


def apart(kind: str, edition: str) -> np.ndarray:
    """Return how far the referee is from the posterior on each table."""
    found = judged(kind, edition, seed=28, tables=TABLES, draws=DRAWS)
    return np.abs([one.p_yes - one.ideal for one in found])


def is_far(off: np.ndarray) -> bool:
    """Return whether that is more than chance."""
    return bool(off.max() > FAR or off.mean() > ON_THE_WHOLE)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", STRANGERS)
def test_what_is_stated_of_a_strangers_tables_is_their_posterior(kind: str, edition: str) -> None:
    assert not is_far(apart(kind, edition))


def test_a_crowd_whose_errors_are_taken_to_share_nothing_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_shared(limits: Sequence[Limit], sigmas: np.ndarray) -> np.ndarray:
        return np.eye(len(limits))

    monkeypatch.setattr(markers, "correlations", nothing_shared)
    assert is_far(apart("crowd", "kt21"))


def test_a_way_that_is_as_sure_as_its_weakest_limit_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def weakest(limits: Sequence[Limit], *, may_fail: int = 0) -> float:
        return min((one.p for one in limits), default=1.0)

    monkeypatch.setattr(ruling, "prob_all", weakest)
    assert is_far(apart("way among enemies", "kt24"))


def test_an_increment_near_the_least_that_is_taken_to_cost_its_length_alone_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(path_uncertainty, "MOST_EITHER", 0)
    assert is_far(apart("way among enemies", "kt21"))
