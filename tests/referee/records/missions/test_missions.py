"""Mission files: what they hold, how they are refused, and the three that ship (rule A24-03)."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon

from messages.message import Message
from referee.editions.registry import edition_of
from referee.records.files.mission_file import (
    EXAMPLES,
    example_missions,
    mission_data,
    mission_of,
    mission_schema,
    read_mission,
)
from referee.rules.errors import MalformedError
from referee.rules.mission import MarkerSpot, Mission, MissionSide, PlacedItem
from tests.codes import codes_in, innermost
from tests.documents import altered

LINES: dict[str, Any] = tomllib.loads((EXAMPLES / "crossed-lines.toml").read_text(encoding="utf-8"))


def changed(*path: str | int, value: Any) -> dict[str, Any]:
    return altered(LINES, path, value)


MISPLACED = {"id": "m", "kind": "mine", "at": [3, 3], "side": "west"}
CROSSED = [[0, 0], [1, 1], [1, 0], [0, 1]]
BROKEN: list[tuple[tuple[str | int, ...], Any, str, dict[str, Any]]] = [
    (("version",), 2, "record-field", {"field": "version", "found": "2"}),
    (("name",), None, "file-field-missing", {"field": "name"}),
    (("edition",), "2019", "edition-unknown", {"edition": "2019"}),
    (("side",), [], "record-field", {"field": "side", "expected": Message.of("record-no-such-field")}),
    (("sides",), LINES["sides"][:1], "record-field", {"field": "sides"}),
    (("sides", 1, "id"), "south", "mission-side-twice", {"id": "south"}),
    (("sides", 0, "dropzone"), [[0, 0]], "record-field", {"field": "sides[0].dropzone", "found": "[[0, 0]]"}),
    (("sides", 0, "drop_zone"), [[0, 0], [30, 4]], "record-field", {"field": "sides[0].drop_zone"}),
    (("sides", 0, "drop_zone"), CROSSED, "mission-area", {"field": "sides.south.drop_zone"}),
    (
        ("sides", 0, "drop_zone"),
        [[0, 0], [31, 0], [31, 4]],
        "mission-area-off-board",
        {"field": "sides.south.drop_zone", "width": 30.0, "depth": 22.0},
    ),
    (
        ("sides", 0, "drop_zone"),
        [[0, 17], [30, 17], [30, 19], [0, 19]],
        "mission-zones-overlap",
        {"side": "north", "other": "south", "area": 30.0},
    ),
    (("objectives", 1, "id"), "west", "mission-marker-twice", {"id": "west"}),
    (("objectives", 1, "at"), [29.5, 11], "mission-marker-off-board", {"marker": "centre", "x": 29.5, "y": 11.0}),
    (("objectives", 1, "at"), [15.0], "file-field-missing", {"field": "objectives[1].at[1]"}),
    (("markers",), [MISPLACED], "mission-side-unknown", {"side": "west", "known": ("north", "south")}),
    (("items",), [{"item": "ladders"}], "file-field-missing", {"field": "items[0].outline"}),
    (("items",), [{"item": "wire", "outline": CROSSED}], "mission-area", {"field": "items[0].outline"}),
]


@pytest.mark.parametrize(("path", "value", "code", "args"), BROKEN)
def test_a_broken_mission_is_refused_with_the_field_and_the_reason(
    path: tuple[str | int, ...], value: Any, code: str, args: dict[str, Any]
) -> None:
    with pytest.raises(MalformedError) as refused:
        mission_of(changed(*path, value=value), "lines.toml")
    fault = innermost(refused.value)
    assert (fault.code, {name: fault[name] for name in args}) == (code, args)
    assert refused.value.message["file"] == "lines.toml"
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "code"), [(None, "file-unreadable"), ("sides = [", "file-not-toml"), ("", "file-fault")]
)
def test_a_file_that_is_no_mission_is_refused_by_its_name(tmp_path: Path, text: str | None, code: str) -> None:
    path = tmp_path / "lines.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(MalformedError) as refused:
        read_mission(path)
    assert (refused.value.message.code, refused.value.message["file"]) == (code, str(path))
    assert "file-field-missing" in codes_in(refused.value) or "record-kind-mission" in codes_in(refused.value)


@pytest.mark.parametrize(("content", "code"), [(b"{]", "file-not-json"), (b"\xff", "record-not-utf-8")])
def test_a_mission_may_be_json_and_is_refused_as_a_mission_where_it_is_none(
    tmp_path: Path, content: bytes, code: str
) -> None:
    path = tmp_path / "lines.json"
    path.write_text(json.dumps(LINES), encoding="utf-8")
    assert read_mission(path) == mission_of(LINES, "lines")
    path.write_bytes(content)
    with pytest.raises(MalformedError) as refused:
        read_mission(path)
    assert refused.value.message.code == code
    assert "record-kind-mission" in codes_in(refused.value)


@pytest.mark.parametrize("name", ["2024", "kt24", "2021", "kt21"])
def test_a_mission_s_edition_is_said_by_id_or_year_as_in_a_team_file(name: str) -> None:
    assert edition_of(mission_of(changed("edition", value=name), "lines").edition) is edition_of(name)


COORDINATE = st.integers(2, 28).map(float)
SPOTS = st.tuples(COORDINATE, st.integers(2, 20).map(float))


@given(
    st.lists(SPOTS, max_size=4),
    st.lists(st.tuples(SPOTS, st.sampled_from([None, "south", "north"]), st.booleans()), max_size=3),
    st.none() | st.lists(st.sampled_from(["mines", "ladders"]), max_size=2).map(tuple),
)
def test_a_mission_as_plain_data_is_the_mission_again(
    objectives: list[tuple[float, float]],
    others: list[tuple[tuple[float, float], str | None, bool]],
    equipment: tuple[str, ...] | None,
) -> None:
    sides = mission_of(LINES, "lines").sides
    markers = [MarkerSpot(f"o{k}", "objective", at, 40 / 25.4) for k, at in enumerate(objectives)]
    markers += [MarkerSpot(f"m{k}", "cache", at, 20 / 25.4, side, lift) for k, (at, side, lift) in enumerate(others)]
    items = (
        PlacedItem("ladders", ((3.0, 3.0), (4.0, 3.0), (4.0, 4.0)), "south"),
        PlacedItem("razor wire", ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0))),
    )
    mission = Mission("M", "2024", (30.0, 22.0), sides, tuple(markers), items, equipment, "volkus", "words")
    assert mission_of(mission_data(mission), "again") == mission


def test_a_mission_that_no_file_may_hold_is_refused_before_it_is_written() -> None:
    one = mission_of(LINES, "lines")
    over = MissionSide("east", "East", ((0.0, 0.0), (40.0, 0.0), (40.0, 4.0)), one.sides[0].territory)
    with pytest.raises(MalformedError) as refused:
        mission_data(Mission("M", "2024", (30.0, 22.0), (over, one.sides[1])))
    assert codes_in(refused.value) == ["mission-fault", "mission-area-off-board"]


def test_the_missions_that_ship_are_fair_and_their_schema_knows_every_field() -> None:
    missions = example_missions()
    assert len(missions) >= 3
    schema = mission_schema()["properties"]
    for name, mission in missions.items():
        raw = tomllib.loads((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8"))
        assert set(raw) <= set(schema)
        zones = [Polygon(side.drop_zone) for side in mission.sides]
        territories = [Polygon(side.territory) for side in mission.sides]
        assert zones[0].area == pytest.approx(zones[1].area)
        assert territories[0].area == pytest.approx(territories[1].area)
        assert all(territory.covers(zone) for zone, territory in zip(zones, territories, strict=True))
        edition = edition_of(mission.edition)
        assert mission.killzone is None or mission.killzone in edition.killzones
        width, depth = mission.board
        turned = {(width - spot.at[0], depth - spot.at[1]) for spot in mission.markers if spot.kind == "objective"}
        assert turned == {spot.at for spot in mission.markers if spot.kind == "objective"}, (
            "turned round it is the same"
        )


def test_a_side_that_there_is_not() -> None:
    with pytest.raises(MalformedError) as refused:
        mission_of(LINES, "lines").side("west")
    assert refused.value.message == Message.of(
        "mission-side-unknown", side="west", mission="Crossed Lines", known=["south", "north"]
    )
