"""Random intents, legal and not, in any order: the state stays whole, nothing acknowledged is lost, rules hold.

What the rules allow is checked against an audit of the log that shares nothing with the code under test.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, Phase, settings

from referee.editions.kt21.edition import KT21
from referee.editions.kt21.flow import flow as flow21
from referee.game.engine.timeline import TimelineStep
from tests.depth import depth
from tests.referee.game.auditing import audit21
from tests.referee.game.careless_table import Table

pytestmark = pytest.mark.long


class Table21(Table):
    """The same players at a table of 2021."""

    edition = KT21
    battle_flow = flow21(KT21)
    killzone = None
    actions = ("Normal Move", "Dash", "Charge", "Fall Back", "Shoot", "Fight", "Pass", "Pick Up", "Overwatch")

    def audit(self, steps: Sequence[TimelineStep]) -> None:
        audit21(steps)


UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)
"""Shrinking games takes longer than reading them."""
TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=depth(12, 60),
    stateful_step_count=50,
    deadline=None,
    phases=UNSHRUNK,
    suppress_health_check=list(HealthCheck),
)
TestTable21 = Table21.TestCase
TestTable21.settings = settings(
    max_examples=depth(8, 30),
    stateful_step_count=40,
    deadline=None,
    phases=UNSHRUNK,
    suppress_health_check=list(HealthCheck),
)


class LongTable(Table):
    """The same players at the same table, for long."""


TestTableForLong = pytest.mark.nightly(LongTable.TestCase)
TestTableForLong.settings = settings(
    max_examples=depth(150, 1000), stateful_step_count=120, deadline=None, suppress_health_check=list(HealthCheck)
)
