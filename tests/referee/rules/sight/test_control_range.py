"""Control and engagement range: within an inch, and either operative sees the other (rules H24-04, A21-05)."""

from __future__ import annotations

import pytest

from referee.editions.registry import edition_of
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Threshold, Verdict
from tests.referee.conftest import Box, Build, Stand

EDITIONS = [edition_of("kt24"), edition_of("kt21")]
LARGE_MM, SMALL_MM = 60, 25


@pytest.mark.parametrize("sigma", [0.0, 0.005])
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_h24_04_a21_05_it_is_enough_that_one_of_the_two_sees_the_other(
    edition: Edition, build: Build, stand: Stand, box: Box, sigma: float
) -> None:
    """Past the end of a wall the small base sees the side of the large one, which sees nothing of the small one."""
    large = stand("A1", 10, 10, sigma=sigma, mm=LARGE_MM)
    small = stand("B1", 12.62, 10, sigma=sigma, mm=SMALL_MM)
    position = build(large, small, walls=[box("T", 11.5, 5, 11.6, 10.32)])
    assert edition.sight.visible(position, "B1", "A1").verdict(Threshold()) is Verdict.YES
    assert edition.sight.visible(position, "A1", "B1").verdict(Threshold()) is Verdict.NO
    for pair in (("A1", "B1"), ("B1", "A1")):
        assert edition.engagement.engaged(position, *pair).verdict(Threshold()) is Verdict.YES


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_h24_04_a21_05_nobody_is_in_range_through_a_wall_that_hides_both(
    edition: Edition, build: Build, stand: Stand, box: Box
) -> None:
    position = build(stand("A1", 10, 10), stand("B1", 12, 10), walls=[box("T", 10.95, 5, 11.05, 15)])
    assert edition.engagement.engaged(position, "A1", "B1").verdict(Threshold()) is Verdict.NO
