"""Order tokens on the table (rules A24-14, L24-04), and marker sizes (L24-01)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geometry.placement import Placement
from geometry.table import Marker, Table
from referee.game.intents import Activate, DeclareStatus
from referee.game.judging.order_tokens import face_of, read_tokens, token_intents
from referee.game.judging.position import position_of, table_of
from referee.game.record import RefusedError
from referee.rules.position import Order
from tests.codes import coded
from tests.referee.game.conftest import GameDriver


def token(name: str, kind: str, x: float, y: float) -> Marker:
    return Marker(name, kind, 1.0, Placement(name, x, y))


def lying(driver: GameDriver, *tokens: Marker) -> Table:
    table = table_of(driver.state)
    return replace(table, markers={**table.markers, **{each.id: each for each in tokens}})


@pytest.mark.parametrize(
    ("kind", "face"),
    [
        ("engage ready", (Order.ENGAGE, True)),
        ("Conceal Expended", (Order.CONCEAL, False)),
        ("objective", None),
        ("engage", None),
        ("smoke ready", None),
    ],
)
def test_a24_14_a_face_says_an_order_and_a_state(kind: str, face: tuple[Order, bool] | None) -> None:
    found = face_of(kind)
    assert (None if found is None else (found.order, found.ready)) == face


def test_a24_14_a_token_is_read_of_the_one_operative_it_lies_beside(firefight: GameDriver) -> None:
    beside = lying(firefight, token("T1", "engage ready", 5.0, 4.6))
    assert [(said.operative, said.face.order) for said in read_tokens(firefight.state, beside)] == [("A1", "engage")]
    between = lying(firefight, token("T1", "engage ready", 6.5, 3.0))
    far = lying(firefight, token("T1", "engage ready", 5.0, 7.0))
    two = lying(firefight, token("T1", "engage ready", 5.0, 4.6), token("T2", "conceal ready", 4.2, 4.4))
    for table in (between, far, two):
        assert read_tokens(firefight.state, table) == ()


def test_a24_14_a_turned_token_activates_sets_the_order_and_expends(firefight: GameDriver) -> None:
    turned = lying(firefight, token("T1", "engage ready", 5.0, 4.6))
    (activate,) = token_intents(firefight.state, read_tokens(firefight.state, turned), "c1-")
    assert isinstance(activate, Activate)
    firefight.game.submit(activate)
    assert firefight.acting.operative == "A1"
    again = lying(firefight, token("T1", "conceal ready", 5.0, 4.6))
    (order,) = token_intents(firefight.state, read_tokens(firefight.state, again), "c2-")
    assert isinstance(order, DeclareStatus)
    firefight.game.submit(order)
    assert firefight.state.operative("A1").order is Order.CONCEAL
    expended = lying(firefight, token("T1", "conceal expended", 5.0, 4.6))
    (state,) = token_intents(firefight.state, read_tokens(firefight.state, expended), "c3-")
    firefight.game.submit(state)
    assert not firefight.state.operative("A1").ready
    assert token_intents(firefight.state, read_tokens(firefight.state, expended), "c4-") == ()


def test_c24_02_a_token_does_not_change_an_order_in_the_middle_of_an_activation(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Dash")
    table = lying(firefight, token("T1", "conceal ready", 5.0, 4.6))
    (order,) = token_intents(firefight.state, read_tokens(firefight.state, table), "c-")
    with pytest.raises(RefusedError, check=coded("refusal-order-kept", operative="A1", order="engage")):
        firefight.game.submit(order)


def test_l24_04_tokens_are_no_markers_to_the_judge(firefight: GameDriver) -> None:
    table = lying(firefight, token("T1", "engage ready", 5.0, 4.6))
    assert "T1" in table.markers
    assert set(position_of(firefight.state, table).table.markers) == {"M1"}


@pytest.mark.parametrize(
    ("kind", "mm", "right"),
    [
        ("objective", 40, True),
        ("objective", 20, False),
        ("smoke", 20, True),
        ("mines", 40, False),
        ("mission", 20.5, True),
    ],
)
def test_l24_01_objectives_measure_40_mm_and_other_markers_20(
    firefight: GameDriver, kind: str, mm: float, right: bool
) -> None:
    marker = {"id": "new", "kind": kind, "diameter": mm / 25.4, "place": {"x": 4.0, "y": 4.0}}
    if right:
        firefight("place_marker", marker=marker)
        return
    with pytest.raises(RefusedError) as refused:
        firefight("place_marker", marker=marker)
    assert [finding.rule for finding in refused.value.findings] == ["L24-01"]


def test_l24_01_markers_may_overlap_and_lie_under_bases(firefight: GameDriver) -> None:
    for name in ("one", "two"):
        place = {"x": 5.0, "y": 3.0}
        firefight("place_marker", marker={"id": name, "kind": "mission", "diameter": 20 / 25.4, "place": place})
    assert firefight.state.marker("one").place == firefight.state.marker("two").place


def test_a24_14_only_an_operative_on_the_killzone_is_declared_ready(firefight: GameDriver) -> None:
    firefight("remove_operative", operative="A2")
    with pytest.raises(RefusedError, check=coded("refusal-not-standing", operative="A2")):
        firefight("declare_status", operative="A2", ready=True, by="referee")
    assert not firefight.state.operative("A2").ready
