"""Contributions: how much each cause of error adds to the uncertainty of a limit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geometry.base import BaseShape
from geometry.contributions import Cause, contributions_of
from geometry.limits import Limit
from geometry.placement import Placement
from geometry.position_errors import gap_limit
from geometry.table import Board, Operative, Table

BASE = BaseShape(1.0, 1.0)


def along_x(sigma: float) -> np.ndarray:
    return np.diag([sigma**2, 0.0, 0.0, 0.0])


def operative(name: str, x: float, errors: dict[Cause, float], common: float = 0.0) -> Operative:
    parts = tuple((cause, along_x(sigma) + (cause is Cause.BOARD) * along_x(common)) for cause, sigma in errors.items())
    covariance = sum((part for _, part in parts), np.zeros((4, 4)))
    return Operative(name, name[0], BASE, 1.4, Placement(name, x, 5.0, covariance=covariance, errors=parts))


def table(*operatives: Operative, common: float = 0.0) -> Table:
    return Table(Board(), {one.id: one for one in operatives}, common=along_x(common) if common else None)


def test_shares_of_one_limit_are_shares_of_its_variance() -> None:
    a, b = operative("a", 5.0, {Cause.PIXEL: 0.03, Cause.MOUNTING: 0.06}), operative("b", 7.0, {Cause.PIXEL: 0.02})
    found = contributions_of([gap_limit(a, b, 1.01)], table(a, b))
    assert [(one.cause, one.thing) for one in found] == [("mounting", "a"), ("pixel", "a"), ("pixel", "b")]
    assert [one.share for one in found] == pytest.approx([36 / 49, 9 / 49, 4 / 49])
    assert [one.sigma for one in found] == pytest.approx([0.06, 0.03, 0.02])


def test_an_error_that_both_share_does_not_count_for_their_distance() -> None:
    a, b = (operative(name, x, {Cause.BOARD: 0.01}, common=0.05) for name, x in (("a", 5.0), ("b", 7.0)))
    both = table(a, b, common=0.05)
    found = contributions_of([gap_limit(a, b, 1.01, both.common)], both)
    assert [(one.cause, one.thing) for one in found] == [("board", "a"), ("board", "b")]
    assert [one.share for one in found] == pytest.approx([0.5, 0.5])


def test_what_no_part_explains_has_another_cause() -> None:
    a = operative("a", 5.0, {Cause.PIXEL: 0.03})
    wider = replace(a, placement=replace(a.placement, covariance=a.placement.covariance + along_x(0.04)))
    b = operative("b", 7.0, {})
    found = contributions_of([gap_limit(wider, b, 1.01)], table(wider, b))
    assert [one.cause for one in found] == [Cause.OTHER, Cause.PIXEL]
    assert [one.share for one in found] == pytest.approx([16 / 25, 9 / 25])


def test_several_limits_name_first_the_cause_that_changes_their_joint_probability_most() -> None:
    limits = [
        Limit(0.01, {"a mount": np.array([0.02]), "a place 1": np.array([0.001])}),
        Limit(0.01, {"a mount": np.array([-0.02]), "a place 2": np.array([0.001])}),
    ]
    found = contributions_of(limits, table())
    assert (found[0].cause, found[0].thing) == (Cause.MOUNTING, "a")
    assert sum(one.share for one in found) == pytest.approx(1.0)


def test_certain_limits_have_no_contributions() -> None:
    a, b = operative("a", 5.0, {Cause.PIXEL: 0.01}), operative("b", 9.0, {})
    assert contributions_of([gap_limit(a, b, 1.0)], table(a, b)) == ()
