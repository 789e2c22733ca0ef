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
from tests.documents import altered

LINES: dict[str, Any] = tomllib.loads((EXAMPLES / "crossed-lines.toml").read_text(encoding="utf-8"))


def changed(*path: str | int, value: Any) -> dict[str, Any]:
    return altered(LINES, path, value)


BROKEN: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("version",), 2, "version: found '2'"),
    (("name",), None, "name: missing"),
    (("edition",), "2019", "edition: No edition is called"),
    (("side",), [], "side: found '[]'; there is no such field: leave it out"),
    (("sides",), LINES["sides"][:1], "sides: found"),
    (("sides", 1, "id"), "south", "sides: 'south' stands twice"),
    (("sides", 0, "dropzone"), [[0, 0]], "sides[0].dropzone: found '[[0, 0]]'; there is no such field"),
    (("sides", 0, "drop_zone"), [[0, 0], [30, 4]], "sides[0].drop_zone"),
    (("sides", 0, "drop_zone"), [[0, 0], [9, 4], [9, 0], [0, 4]], "sides.south.drop_zone: Self-intersection"),
    (("sides", 0, "drop_zone"), [[0, 0], [31, 0], [31, 4]], "sides.south.drop_zone: reaches over the board's edge"),
    (("sides", 0, "drop_zone"), [[0, 17], [30, 17], [30, 19], [0, 19]], "shares 30.0 square inches with south's"),
    (("objectives", 1, "id"), "west", "objectives and markers: 'west' stands twice"),
    (("objectives", 1, "at"), [29.5, 11], "centre: found at [29.5, 11.0]; expected it wholly on the board"),
    (("objectives", 1, "at"), [15.0], "objectives[1].at"),
    (("markers",), [{"id": "m", "kind": "mine", "at": [3, 3], "side": "west"}], "side 'west': expected one of north"),
    (("items",), [{"item": "ladders"}], "items[0].outline"),
    (("items",), [{"item": "wire", "outline": [[0, 0], [1, 1], [1, 0], [0, 1]]}], "items[0].outline: Self-inter"),
]


@pytest.mark.parametrize(("path", "value", "said"), BROKEN)
def test_a_broken_mission_is_refused_with_the_field_and_the_reason(
    path: tuple[str | int, ...], value: Any, said: str
) -> None:
    with pytest.raises(MalformedError) as refused:
        mission_of(changed(*path, value=value), "lines.toml")
    message = str(refused.value)
    assert said in message
    assert message.startswith("lines.toml: ")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "give the path of a mission file"),
        ("sides = [", "is no TOML .*: expected a mission file"),
        ("", "missing"),
    ],
)
def test_a_file_that_is_no_mission_is_refused_by_its_name(tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "lines.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(MalformedError, match=said) as refused:
        read_mission(path)
    assert str(refused.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"{]", "is no JSON .*: expected a mission file"), (b"\xff", "byte 0 .* expected a mission file")],
)
def test_a_mission_may_be_json_and_is_refused_as_a_mission_where_it_is_none(
    tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "lines.json"
    path.write_text(json.dumps(LINES), encoding="utf-8")
    assert read_mission(path) == mission_of(LINES, "lines")
    path.write_bytes(content)
    with pytest.raises(MalformedError, match=said):
        read_mission(path)


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
    with pytest.raises(MalformedError, match="reaches over the board's edge"):
        mission_data(Mission("M", "2024", (30.0, 22.0), (over, one.sides[1])))


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
