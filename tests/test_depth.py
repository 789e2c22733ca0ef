"""Tests that run in turn: none is forgotten."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.depth import PARTS, is_due


@given(st.text(), st.integers(0, 2**28))
def test_every_test_in_turn_runs_for_one_of_so_many_commits(test: str, seed: int) -> None:
    assert sum(is_due(test, seed + later) for later in range(PARTS)) == 1
