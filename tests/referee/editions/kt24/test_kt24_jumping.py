"""Jumping across a gap, 2024 (rule I24-04): thresholds count as within, up to the exact tolerance."""

from __future__ import annotations

import pytest

from referee.editions.kt24.edition import KT24
from referee.editions.kt24.movement import jump


@pytest.mark.parametrize(("gap", "holds"), [(4.0, True), (4.0 + 1e-9, True), (4.01, False)])
def test_i24_04_a_jump_carries_four_inches(gap: float, holds: bool) -> None:
    assert jump(KT24.movement.pricing, gap, 0.0, may_climb=True).ruling.holds is holds


@pytest.mark.parametrize("height", [1.0, 1.0 + 1e-9, -1.0 - 1e-9, 0.3])
def test_i24_04_an_inch_up_or_down_costs_nothing_even_where_nothing_may_be_climbed(height: float) -> None:
    judged = jump(KT24.movement.pricing, 2.0, height, may_climb=False)
    assert (judged.ruling.holds, judged.vertical) == (True, 0.0)


def test_i24_04_more_than_an_inch_up_is_a_climb() -> None:
    assert not jump(KT24.movement.pricing, 2.0, 1.01, may_climb=False).ruling.holds
    assert jump(KT24.movement.pricing, 2.0, 1.01, may_climb=True).vertical == pytest.approx(2.0)
