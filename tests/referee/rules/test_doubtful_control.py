"""Control of a marker in doubt: as probable as drawing says, and not in doubt where nothing is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.base import BaseShape
from geometry.limits import Limit
from geometry.placement import Placement
from geometry.table import Board, Marker, Operative, Table
from messages.message import Message
from referee.editions.registry import ruleset_of
from referee.rules.ports.markers import Contest, chance
from referee.rules.position import Order, Position, Status
from referee.rules.ruling import Finding, Measurement, Ruling, Verdict

DRAWN = 3000


def contest(limit: Limit) -> Contest:
    finding = Measurement.at_most("L24-02", Message.stored("near"), -limit.margin, 0.0, sigma=limit.sigma)
    return Contest(Ruling(Message.stored("it contests"), (finding,), limit.p), limit)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(1, 3))
def test_control_is_as_probable_as_drawing_the_places_says(seed: int, ours: int, theirs: int) -> None:
    rng = np.random.default_rng(seed)
    names = [f"{side}{row}" for side, count in (("a", ours), ("b", theirs)) for row in range(count)]
    apl = rng.integers(1, 4, len(names))
    margins, pulls = rng.normal(0, 0.01, len(names)), rng.normal(0, 0.01, (len(names), 2))
    own = 0.006
    limits = {
        name: Limit(float(margins[row]), {"marker": pulls[row], name: np.array([own])})
        for row, name in enumerate(names)
    }
    ours_are = np.array([name.startswith("a") for name in names])

    def wanted(there: frozenset[str]) -> bool:
        held = np.array([name in there for name in names])
        return bool(apl[held & ours_are].sum() > apl[held & ~ours_are].sum())

    off = rng.standard_normal((DRAWN, 2)) @ pulls.T + own * rng.standard_normal((DRAWN, len(names)))
    held = margins + off >= 0
    truly = ((held * ours_are) @ apl > (held * ~ours_are) @ apl).mean()
    found = chance({name: contest(limit) for name, limit in limits.items()}, wanted)
    assert found == pytest.approx(float(truly), abs=0.045)


def lone_marker(away: float, sigma: float) -> Position:
    """Return an objective with one operative whose base ends so many inches from its centre."""
    covariance = np.diag([sigma**2, sigma**2, 0.0, 0.0])
    at = Placement("A", 10.0 + away + 16 / 25.4, 10.0, covariance=covariance)
    token = Marker("m", "objective", 40 / 25.4, Placement("m", 10.0, 10.0, covariance=covariance))
    table = Table(Board(), {"A": Operative("A", "p1", BaseShape.from_mm(32.0), 1.4, at)}, (), {"m": token})
    return Position(table, {"A": Status(Order.ENGAGE, 2, 6.0, 10, 10)})


@pytest.mark.parametrize("edition_id", ["kt24", "kt21"])
@pytest.mark.parametrize(("off", "verdict"), [(-0.05, Verdict.YES), (0.0, Verdict.TOO_CLOSE), (0.05, Verdict.NO)])
def test_who_alone_stands_at_the_end_of_its_reach_controls_a_marker_as_surely_as_it_is_near(
    edition_id: str, off: float, verdict: Verdict
) -> None:
    markers = ruleset_of(edition_id).edition.markers
    reach = {"kt24": 1.0 + 20 / 25.4, "kt21": 2.0}[edition_id]

    def controls(position: Position) -> Finding:
        return markers.controlled(position, "m", "L24-02", player="p1")

    position = lone_marker(reach + off, 0.0065)
    assert Ruling.of(Message.stored("p1 controls m"), controls(position)).verdict() is verdict
    assert controls(position).p_yes == pytest.approx(markers.near(position, "A", "m").p_yes, abs=5e-3)
    sharp = controls(lone_marker(reach + off, 0.0))
    assert sharp.sigma == 0
    assert sharp.holds is (off <= 0)
    carried = replace(position.table.markers["m"], carried_by="A")
    held = replace(position, table=replace(position.table, markers={"m": carried}))
    assert controls(held).sigma == 0
    assert controls(held).holds
