"""View models are strict, frozen and closed; colours are readable."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.web.fake_table import FakeTable
from web.contract.base import contrast, ink_on
from web.contract.table.board_views import OperativeView
from web.contract.table.game_views import SeatView
from web.contract.table.snapshot import Snapshot


def operative(**other: Any) -> dict[str, Any]:
    return {
        "id": "a1", "player": "p1", "label": "A1", "name": "One", "x": 1.0, "y": 2.0, "base": [1.26, 1.26],
        "head": 1.5, **other,
    }  # fmt: skip


def test_a_snapshot_survives_the_wire() -> None:
    snapshot = FakeTable().snapshot()
    wire = snapshot.model_dump_json()
    plain = json.loads(wire)
    for seat in plain["game"]["seats"]:
        assert seat.pop("ink").startswith("#")
    assert Snapshot.model_validate_json(json.dumps(plain)) == snapshot


@pytest.mark.parametrize(
    "wrong",
    [
        {"x": "1.0"},
        {"x": float("nan")},
        {"base": [-1.0, 1.0]},
        {"label": "ABCDE"},
        {"state": "flying"},
        {"order": "run"},
        {"wounds": -1},
        {"shoe_size": 44},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_view_refuses_what_is_not_its_kind(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        OperativeView.model_validate_json(json.dumps(operative(**wrong)))


def test_a_view_is_frozen() -> None:
    view: Any = OperativeView.model_validate_json(json.dumps(operative()))
    with pytest.raises(ValidationError):
        view.x = 3.0


@pytest.mark.parametrize("colour", ["#FFF", "red", "#12345g", "#ABCDEF"])
def test_a_seat_refuses_a_colour_of_another_form(colour: str) -> None:
    with pytest.raises(ValidationError):
        SeatView(player="p1", name="One", colour=colour)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#4f9fe6", "#4f9fe6") == 1.0


@given(st.integers(0, 0xFFFFFF))
def test_the_ink_of_a_seat_reads_on_every_colour(number: int) -> None:
    colour = f"#{number:06x}"
    assert contrast(ink_on(colour), colour) >= 4.5
