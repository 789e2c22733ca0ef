"""Readings that the sources leave open: options with defaults, named in a ruling that depends on one."""

from __future__ import annotations

from typing import Any

import pytest

from geometry.placement import Placement
from geometry.table import Marker
from referee.editions import EDITIONS
from referee.kt21.edition import KT21
from referee.kt24.edition import KT24
from referee.rules.edition import Edition, Move, Shot
from referee.rules.errors import MalformedError
from referee.rules.options import read_choices
from referee.rules.question import Question


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.id)
def test_the_first_reading_is_the_default_and_playing_changes_only_what_is_said(edition: Edition) -> None:
    assert dict(edition.readings) == {name: option.readings[0] for name, option in edition.options.items()}
    for name, option in edition.options.items():
        other = edition.playing({name: option.readings[-1]})
        assert other.reads(name) == option.readings[-1]
        assert {key: other.reads(key) for key in edition.options if key != name} == {
            key: edition.reads(key) for key in edition.options if key != name
        }
        assert other.in_killzone("gallowdark").reads(name) == option.readings[-1]


@pytest.mark.parametrize(
    ("chosen", "message"),
    [({"colour": "red"}, "expected one of climb minimum"), ({"climb minimum": "never"}, "expected one of per action")],
)
def test_an_option_or_reading_that_there_is_not_is_refused(chosen: dict[str, str], message: str) -> None:
    with pytest.raises(MalformedError, match=message):
        KT24.playing(chosen)
    with pytest.raises(MalformedError, match="expected an option and a reading"):
        read_choices(["climb minimum"])


def climb(edition: Edition, build: Any, stand: Any, box: Any, *heights: float) -> tuple[float, tuple[str, ...]]:
    x, level, walls, path = 10.0, 0.0, [], [(10.0, 10.0, 0.0)]
    for number, height in enumerate(heights):
        level += height
        walls.append(box(f"S{number}", x + 0.63, 8, x + 3.63, 12, z=(0, level), traits="Light Vantage"))
        path += [(x, 10.0, level), (x + 1.5, 10.0, level)]
        x += 1.5
    judged = edition.judge_move(
        build(stand("A1", 10, 10), walls=walls), Move("A1", edition.movement.names[0], tuple(path))
    )
    return judged.vertical, judged.ruling.notes


def test_i24_02_the_least_price_of_climbing_is_an_actions_or_each_climbs(build: Any, stand: Any, box: Any) -> None:
    assert climb(KT24, build, stand, box, 1.0, 1.0) == (2.0, ("read as: climb minimum = per action",))
    other = KT24.playing({"climb minimum": "per climb"})
    assert climb(other, build, stand, box, 1.0, 1.0) == (4.0, ("read as: climb minimum = per climb",))
    assert climb(KT24, build, stand, box, 2.0) == (2.0, ()), "both readings agree"


def test_i21_04_a_climb_costs_its_height_or_steps_of_two(build: Any, stand: Any, box: Any) -> None:
    assert climb(KT21, build, stand, box, 3.0) == (3.0, ("read as: climb price = distance",))
    assert climb(KT21.playing({"climb price": "steps"}), build, stand, box, 3.0)[0] == 4.0
    assert climb(KT21, build, stand, box, 1.0) == (2.0, ())


def test_i21_05_a_drop_falls_in_steps_or_costs_its_remainder(build: Any, stand: Any, box: Any) -> None:
    deck = box("P", 6, 8, 10, 12, z=(0, 3), traits="Light Vantage")
    position = build(stand("A1", 9, 10, 3), walls=[deck])
    path = ((9, 10, 3), (10.7, 10, 3), (10.7, 10, 0))
    for reading, vertical in (("steps", 2.0), ("remainder", 1.0)):
        judged = KT21.playing({"drop price": reading}).judge_move(position, Move("A1", "Normal Move", path))
        assert judged.vertical == vertical
        assert f"read as: drop price = {reading}" in judged.ruling.notes


def test_i21_03_how_far_a_jump_goes_is_named_where_one_is_made(build: Any, stand: Any, box: Any) -> None:
    one, two = (box(name, x, 8, x + 6, 12, z=(0, 3), traits="Light Vantage") for name, x in (("P", 4), ("Q", 12.5)))
    position = build(stand("A1", 9.2, 10, 3), walls=[one, two])
    leap = Move("A1", "Normal Move", ((9.2, 10, 3), (13.3, 10, 3)))
    judged = KT21.judge_move(position, leap)
    assert (judged.legal, judged.ruling.notes) == (True, ("read as: jump reach = 3",))
    assert not KT21.playing({"jump reach": "2"}).judge_move(position, leap).legal


def test_j24_11_and_j24_12_how_far_smoke_reaches_and_what_it_does_to_piercing(build: Any, stand: Any) -> None:
    smoke = Marker("S", "smoke", 20 / 25.4, Placement("S", 19.45, 10))
    position = build(stand("A1", 10, 10), stand("B1", 20, 10), markers=[smoke])
    shot = Shot("A1", "B1", KT24.read_rules(["Piercing 2"]))
    edge = KT24.judge_shot(position, shot)
    assert edge.obscured.holds
    assert edge.obscured.notes == ("read as: smoke reach = from the edge",)
    assert edge.extras["piercing_ignored"] is True
    centre = KT24.playing({"smoke reach": "from the centre"}).judge_shot(position, shot)
    assert not centre.obscured.holds
    assert centre.obscured.notes == ("read as: smoke reach = from the centre",)
    softened = KT24.playing({"smoke and Piercing": "one at most"}).judge_shot(position, shot)
    assert (softened.extras["piercing_ignored"], softened.extras["piercing_at_most"]) == (False, 1)
    assert softened.extras["read_as"] == "read as: smoke and Piercing = one at most"


def test_g21_15_torrent_chained_or_near_all_is_named_where_it_matters(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11), stand("B1", 14, 11), stand("B2", 14, 13), stand("B3", 14, 15))
    question = Question("T", "torrent_targets", KT21, position, {"by": "A1", "primary": "B1", "x": 1.0})
    found = KT21.answers["torrent_targets"](question)
    assert found == {"secondary_allowed": ["B2", "B3"], "read_as": "read as: torrent reach = chain"}
    near = Question("T", "torrent_targets", KT21, position, {**question.words, "x": 4.0})
    assert KT21.answers["torrent_targets"](near)["read_as"] is None
