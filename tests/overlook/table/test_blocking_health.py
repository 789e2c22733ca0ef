"""Faults that stop a table are told from those that do not."""

from __future__ import annotations

import pytest

from overlook.table.views.snapshot import is_blocking
from web.contract.base import HealthState
from web.contract.table.snapshot import HealthView


@pytest.mark.parametrize(
    ("part", "state", "expected"),
    [
        ("camera", HealthState.LOST, True),
        ("camera", HealthState.TROUBLE, False),
        ("journal", HealthState.TROUBLE, True),
        ("disk", HealthState.TROUBLE, False),
        ("disk", HealthState.LOST, True),
        ("obs", HealthState.LOST, False),
        ("journal", HealthState.OK, False),
    ],
)
def test_faults_that_stop_a_table_are_blocking(part: str, state: HealthState, expected: bool) -> None:
    assert is_blocking(HealthView(part=part, state=state, sentence="so")) is expected
