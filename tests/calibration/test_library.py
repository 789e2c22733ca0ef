"""Terrain libraries: what a file must be, how it is refused, and how a piece comes to a table and back."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon, unary_union

from calibration.catalogue import parse_catalogue
from calibration.errors import LibraryError
from calibration.pose.accuracy import PLATE
from calibration.terrain_library import (
    entries_of,
    example_libraries,
    library_data,
    load_library,
    outline_of,
    parse_library,
    piece_of,
)
from messages.message import Message
from tests.documents import altered

RUIN = """
version = 1
name = "Ruins"

[[pieces]]
id = "corner"
name = "Corner ruin"

[[pieces.parts]]
id = "floor"
footprint_mm = [[0, 0], [100, 0], [100, 80], [0, 80]]
z_mm = [50, 52]
traits = ["Light"]
vantage = true

[[pieces.parts]]
id = "wall"
footprint_mm = [[0, 80], [100, 80], [100, 86], [0, 86]]
z_mm = [0, 76]
traits = ["Heavy"]

[[pieces.parts]]
id = "window"
footprint_mm = [[40, 80], [60, 80], [60, 86], [40, 86]]
z_mm = [20, 40]
traits = ["Heavy", "Barred"]
see_through = true
role = "window"

[[pieces.tags]]
id = 100
size_mm = 24
offset_mm = [20, 20, 52.3]

[[pieces.tags]]
id = 101
size_mm = 24
offset_mm = [80, 60, 52.3]
angle_deg = 90

[[pieces]]
id = "wire"
name = "Razor wire"
equipment = "razor wire"

[[pieces.parts]]
id = "wire"
footprint_mm = [[-40, -8], [40, -8], [40, 8], [-40, 8]]
z_mm = [0, 20]
traits = ["Exposed", "Obstructive"]

[[pieces.tags]]
id = 102
size_mm = 14
offset_mm = [0, 18, 0.3]
"""


def changed(*path: str | int, value: Any) -> dict[str, Any]:
    return altered(tomllib.loads(RUIN), path, value)


BROKEN: list[tuple[tuple[str | int, ...], Any, str, dict[str, Any]]] = [
    (("version",), 2, "file-field-found", {"field": "version", "found": "2"}),
    (("version",), None, "file-field-missing", {"field": "version"}),
    (("pieces",), [], "file-field-found", {"field": "pieces"}),
    (("pieces", 0, "id"), "two words", "file-field-found", {"field": "pieces[0].id", "found": "'two words'"}),
    (("pieces", 0, "heigth_mm"), 3, "file-field-found", {"field": "pieces[0].heigth_mm", "found": "3"}),
    (("pieces", 0, "parts", 1, "trait"), ["Heavy"], "file-field-found", {"field": "pieces[0].parts[1].trait"}),
    (("pieces", 0, "parts", 1, "z_mm"), [76, 0], "file-field-refused", {"field": "pieces[0].parts[1].z_mm"}),
    (("pieces", 0, "parts", 1, "z_mm"), [0, 500], "catalogue-part-heights", {"part": "wall", "top": 500}),
    (("pieces", 0, "parts", 1, "id"), "floor", "catalogue-part-twice", {"piece": "corner", "part": "floor"}),
    (
        ("pieces", 0, "parts", 1, "footprint_mm"),
        [[0, 0], [10, 10], [10, 0], [0, 10]],
        "catalogue-part-outline",
        {"part": "wall"},
    ),
    (("pieces", 0, "parts", 1, "footprint_mm"), [[0, 0], [10, 10]], "file-field-found", {}),
    (("pieces", 0, "tags", 0, "offset_mm"), [20, 20, 76.0], "catalogue-piece-tag-height", {"tag": 100, "found": 76}),
    (("pieces", 0, "tags", 0, "id"), 101, "catalogue-piece-tag-twice", {"tag": 101, "other": "corner"}),
    (
        ("pieces", 1, "tags", 0, "id"),
        100,
        "catalogue-piece-tag-twice",
        {"tag": 100, "piece": "wire", "other": "corner"},
    ),
    (("pieces", 1, "tags", 0, "id"), 250, "catalogue-piece-tag-unknown", {"tag": 250, "last": 249}),
    (("pieces", 1, "id"), "corner", "catalogue-piece-twice", {"piece": "corner"}),
    (("dictionary",), "DICT_NONE", "file-field-refused", {"field": "dictionary"}),
]


@pytest.mark.parametrize(("path", "value", "code", "args"), BROKEN)
def test_a_broken_library_is_refused_with_the_field_and_the_reason(
    path: tuple[str | int, ...], value: Any, code: str, args: dict[str, Any]
) -> None:
    with pytest.raises(LibraryError) as refused:
        parse_library(changed(*path, value=value), source="ruins.toml")
    assert (refused.value.message.code, refused.value.message["file"]) == ("file-fault", "ruins.toml")
    fault = refused.value.message["fault"]
    while "fault" in dict(fault.args) and isinstance(fault["fault"], Message) and fault.code != code:
        fault = fault["fault"]
    assert (fault.code, {name: fault[name] for name in args}) == (code, args)


NO_FILES = [(None, "file-unreadable"), ("pieces = [", "file-not-toml"), ("", "file-fault")]


@pytest.mark.parametrize(("text", "code"), NO_FILES)
def test_a_file_that_is_none_is_refused_by_its_name(tmp_path: Path, text: str | None, code: str) -> None:
    path = tmp_path / "ruins.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(LibraryError) as refused:
        load_library(path)
    assert (refused.value.message.code, refused.value.message["file"]) == (code, str(path))


def ruins() -> Any:
    return parse_library(tomllib.loads(RUIN), source="ruins.toml")


def test_plain_data_of_a_library_is_the_library_again() -> None:
    assert parse_library(library_data(ruins())) == ruins()


def test_a_piece_on_the_table_shares_a_frame_and_its_tags_and_is_one_feature() -> None:
    entries = entries_of(ruins().piece("corner"))
    assert [entry.id for entry in entries] == ["corner.floor", "corner.wall", "corner.window"]
    assert {entry.piece for entry in entries} == {entry.feature for entry in entries} == {"corner"}
    assert [[tag.id for tag in entry.tags] for entry in entries] == [[100, 101], [], []]
    assert [entry.vantage for entry in entries] == [True, False, False]
    assert entries[2].see_through
    assert entries[2].role == "window"
    assert [entry.id for entry in entries_of(ruins().piece("wire"), player="p1")] == ["wire"]


def test_two_of_a_kind_stand_under_their_own_names_and_tags() -> None:
    corner = ruins().piece("corner")
    second = entries_of(corner, name="corner-2", tags={100: 110, 101: 111})
    assert [entry.id for entry in second] == ["corner-2.floor", "corner-2.wall", "corner-2.window"]
    assert {entry.feature for entry in second} == {"corner-2"}
    catalogue = {"version": 1, "dictionary": "DICT_ARUCO_MIP_36h12", "board": {"size_mm": [762, 559], "tags": []}}
    both = [entry.model_dump(mode="json") for entry in (*entries_of(corner), *second)]
    assert parse_catalogue({**catalogue, "terrain": both}).tag_ids == {100, 101, 110, 111}


@pytest.mark.parametrize("piece", ["corner", "wire"])
def test_a_piece_that_stands_on_a_table_goes_back_into_a_library(piece: str) -> None:
    own = ruins().piece(piece)
    assert piece_of(entries_of(own), name=own.name) == own


def test_a_piece_of_several_features_comes_back_with_them() -> None:
    data = changed("pieces", 0, "parts", 2, "feature", value="glass")
    own = parse_library(data).piece("corner")
    entries = entries_of(own, name="left")
    assert [entry.feature for entry in entries] == ["left", "left", "left.glass"]
    back = piece_of(entries)
    assert [part.feature for part in back.parts] == [None, None, "glass"]


def test_there_is_no_such_piece() -> None:
    with pytest.raises(LibraryError) as error:
        ruins().piece("tower")
    unknown = Message.of("catalogue-piece-unknown", piece="tower", library="Ruins", known=["corner", "wire"])
    assert error.value.message == unknown


@given(
    st.lists(
        st.tuples(st.integers(-90, 60), st.integers(-90, 60), st.integers(10, 80), st.integers(10, 80)),
        min_size=1,
        max_size=4,
    )
)
def test_the_outline_of_a_piece_covers_its_parts_and_little_else(boxes: list[tuple[int, int, int, int]]) -> None:
    data = changed("pieces", 1, "tags", value=[])
    data["pieces"][1]["parts"] = [
        {"id": f"p{k}", "footprint_mm": [[x, y], [x + w, y], [x + w, y + d], [x, y + d]], "z_mm": [0, 20]}
        for k, (x, y, w, d) in enumerate(boxes)
    ]
    piece = parse_library(data).piece("wire")
    parts = unary_union([part.outline for part in piece.parts])
    outline = Polygon(outline_of(piece))
    assert outline.exterior.is_ccw
    assert parts.difference(outline.buffer(0.2)).is_empty
    assert outline.difference(parts.convex_hull.buffer(0.2)).is_empty


@pytest.mark.parametrize("name", ["volkus-like", "gallowdark-like", "open", "equipment"])
def test_of_what_ships_every_piece_of_terrain_carries_two_tags_and_goes_through_a_table(name: str) -> None:
    library = example_libraries()[name]
    for piece in library.pieces:
        assert len(piece.tags) >= (1 if piece.equipment else 2)
        assert piece_of(entries_of(piece), name=piece.name) == piece
    assert parse_library(library_data(library)) == library
    assert not PLATE.ids & {tag_id for piece in library.pieces for tag_id in piece.tag_ids}


def test_equipment_has_tags_that_no_terrain_has() -> None:
    ids = {name: {tag for piece in one.pieces for tag in piece.tag_ids} for name, one in example_libraries().items()}
    assert not any(ids["equipment"] & other for name, other in ids.items() if name != "equipment")
