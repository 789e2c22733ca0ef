"""The free table's measures: values against oracles, errors against samples, and the verdict at a limit."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np
import pytest
from shapely.geometry import Point, Polygon

from geometry.base import Base, BaseShape
from geometry.measure import gap
from geometry.placement import Placement
from geometry.position_errors import sample_positions
from geometry.table import Board, Operative, Table
from geometry.terrain import Part
from referee.editions.free import measures
from referee.rules.errors import MalformedError
from referee.rules.ruling import Verdict
from tests.depth import at_night
from tests.referee.editions.free.oracle import TOLERANCE, compare, main, outline, random_board

ROUND = BaseShape(1.0, 1.0)
DRAWS = 256


def model(name: str, x: float, y: float, *, sigma: float = 0.0, shape: BaseShape = ROUND) -> Operative:
    covariance = np.diag([sigma**2, sigma**2, 0.0, (10 * sigma) ** 2])
    return Operative(name, "p1", shape, 1.2, Placement(name, x, y, 0.0, 0.0, covariance))


def wall(x: float, low: float, high: float) -> Part:
    return Part("wall", "wall", ((x, low), (x + 0.5, low), (x + 0.5, high), (x, high)), 0.0, 3.0)


@pytest.mark.parametrize("seed", [0, *at_night(1, 2, 3)])
def test_every_measure_agrees_with_its_oracle_on_random_boards(seed: int) -> None:
    for name, found in compare(4, seed).items():
        assert found <= TOLERANCE[name], name


def test_the_oracles_print_n_and_the_largest_difference(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--boards", "1", "--seed", "7"]) == 0
    assert "gap: N 1, largest difference" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("apart", "verdict"), [(6.9, Verdict.YES), (7.0, Verdict.TOO_CLOSE), (7.01, Verdict.TOO_CLOSE), (7.1, Verdict.NO)]
)
def test_a_gap_at_its_limit_is_too_close_to_call(apart: float, verdict: Verdict) -> None:
    a, b = model("A", 5, 5, sigma=0.02), model("B", 5 + apart, 5, sigma=0.02)
    found = measures.measure_gap(a, b, 6.0)
    assert found.value == pytest.approx(apart - 1)
    assert found.sigma == pytest.approx(0.02 * math.sqrt(2))
    assert found.verdict is verdict


def test_without_a_limit_there_is_no_verdict() -> None:
    found = measures.measure_gap(model("A", 5, 5), model("B", 9, 5))
    assert (found.verdict, found.p_yes, found.limit) == (None, None, None)


def test_an_error_that_all_share_does_not_change_a_gap() -> None:
    common = np.diag([0.02**2, 0.02**2, 0.0, 0.0])
    a, b = (Operative(n, "p1", ROUND, 1.2, Placement(n, x, 5, 0.0, 0.0, common)) for n, x in (("A", 5), ("B", 9)))
    assert measures.measure_gap(a, b, common=common).sigma == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("seed", [0, 1, *at_night(2, 3, 4, 5)])
def test_the_errors_are_those_of_sampled_positions(seed: int) -> None:
    bare = random_board(random.Random(seed), models=4)
    covariance = np.diag([0.02**2, 0.015**2, 0.0, 0.8**2])
    table = Table(
        bare.board,
        {
            name: Operative(
                name, one.player, one.shape, one.head,
                Placement(name, one.base.x, one.base.y, 0.0, one.base.rotation_deg, covariance),
            )
            for name, one in bare.operatives.items()
        },
        (),
    )  # fmt: skip
    things = list(table.operatives.values())
    sampled = sample_positions(things, (), None, DRAWS)
    start, blast = things[0].base.at(3.0, 3.0), measures.circle(15, 11, 2.0)
    found: dict[str, tuple[measures.Measured, Callable[[list[Base]], float]]] = {
        "gap": (measures.measure_gap(things[0], things[1]), lambda bases: gap(bases[0], bases[1])),
        "arc": (
            measures.measure_arc(things[0], things[1], facing_deg=170.0),
            lambda bases: measures.off_axis_deg(bases[0], bases[1], 170.0),
        ),
        "chain": (measures.measure_chain(things), measures.longest_link),
        "template": (
            measures.measure_template(things[0], blast),
            lambda bases: measures.template_margin(bases[0], blast, wholly=False),
        ),
    }
    for name, (one, value) in found.items():
        values = [value([sampled.base(thing, row) for thing in things]) for row in range(DRAWS)]
        assert one.sigma == pytest.approx(float(np.std(values)), rel=0.15, abs=2e-4), name
    moved = measures.measure_move(things[0], start)
    along = np.array([things[0].base.x - 3.0, things[0].base.y - 3.0]) / moved.value
    assert moved.sigma == pytest.approx(math.sqrt(2 * float(along @ covariance[:2, :2] @ along)), rel=1e-3)


def test_an_arc_counts_any_part_of_a_base() -> None:
    a = model("A", 5, 5)
    ahead, beside = model("B", 9, 5), model("C", 5, 9)
    assert measures.measure_arc(a, ahead, 45.0).verdict is Verdict.YES
    assert measures.measure_arc(a, beside, 45.0).value == pytest.approx(90 - math.degrees(math.asin(0.5 / 4)))
    assert measures.measure_arc(a, beside, 45.0, facing_deg=90.0).value == 0.0


def test_a_view_is_hidden_by_a_wall_and_by_a_model_that_covers_it() -> None:
    a, b = model("A", 5, 5, sigma=0.01), model("B", 15, 5, sigma=0.01)
    board = {"A": a, "B": b}
    clear = measures.measure_sight(Table(Board(), board), "A", "B")
    assert clear.value == pytest.approx(2 * math.degrees(math.asin(0.5 / 10)))
    assert clear.verdict is Verdict.YES
    assert measures.measure_sight(Table(Board(), board, (wall(10, 2, 8),)), "A", "B").verdict is Verdict.NO
    big = model("C", 10, 5, shape=BaseShape(2.0, 2.0))
    assert measures.measure_sight(Table(Board(), {**board, "C": big}), "A", "B").verdict is Verdict.NO
    assert measures.measure_sight(Table(Board(), {**board, "C": big}), "A", "B", blocking=frozenset()).value > 5
    edge = 5 + 0.5 * 5.0 / 10  # the shadow of a wall up to here just covers B
    close = measures.measure_sight(Table(Board(), board, (wall(10, 2, edge),)), "A", "B")
    assert close.verdict is Verdict.TOO_CLOSE


def test_a_view_from_under_a_wall_is_hidden() -> None:
    a, b = model("A", 10.25, 5), model("B", 15, 5)
    assert measures.measure_sight(Table(Board(), {"A": a, "B": b}, (wall(10, 2, 8),)), "A", "B").value < -90


def test_a_chain_is_as_long_as_its_longest_link_and_one_model_is_none() -> None:
    group = [model(name, x, 5) for name, x in (("A", 3), ("B", 6), ("C", 11))]
    assert measures.measure_chain(group, 4.0).value == pytest.approx(4.0)
    assert measures.measure_chain(group, 3.9).verdict is Verdict.NO
    with pytest.raises(MalformedError) as error:
        measures.measure_chain(group[:1])
    assert error.value.message.code == "free-chain-alone"


def test_a_move_is_measured_along_its_path() -> None:
    a = model("A", 9, 9)
    assert measures.measure_move(a, a.base.at(3, 3), [(3, 9)], 12.0).value == pytest.approx(12.0)
    assert measures.measure_move(a, a.base.at(3, 3), [(3, 9)], 11.0).verdict is Verdict.NO


def test_a_template_touches_or_covers_a_base() -> None:
    under, partly, out = (model(name, x, 5) for name, x in (("A", 5), ("B", 7), ("C", 9)))
    blast = measures.circle(5, 5, 2.0)
    assert [measures.measure_template(one, blast).verdict for one in (under, partly, out)] == ["YES", "YES", "NO"]
    whole = [measures.measure_template(one, blast, wholly=True).verdict for one in (under, partly, out)]
    assert whole == ["YES", "NO", "NO"]
    flame = measures.teardrop(5, 5, 0.0, length=8.0, width=2.0)
    assert [measures.measure_template(one, flame).verdict for one in (under, partly, out)] == ["YES"] * 3
    assert measures.measure_template(model("D", 3, 5), flame).value == pytest.approx(-1.5, abs=1e-3)


def test_a_range_is_drawn_around_the_base() -> None:
    area = Polygon(measures.range_outline(model("A", 5, 5).base, 6.0))
    assert area.hausdorff_distance(Point(5, 5).buffer(6.5, quad_segs=64)) < 0.01
    assert outline(model("B", 5, 5).base).within(area)
