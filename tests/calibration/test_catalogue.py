"""What a catalogue must be, and how it is refused in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calibration.catalogue import Catalogue, load_catalogue, parse_catalogue
from calibration.errors import CatalogueError
from tests.documents import altered

GOOD: dict[str, Any] = {
    "version": 1,
    "dictionary": "DICT_ARUCO_MIP_36h12",
    "board": {
        "size_mm": [762, 559],
        "tags": [{"id": 0, "size_mm": 36, "centre_mm": [28, 531], "angle_deg": 0}],
    },
    "operatives": [
        {
            "id": "a1",
            "player": "p1",
            "name": "Leader",
            "base_mm": 32,
            "figure_height_mm": 36,
            "tags": [{"id": 40, "size_mm": 14, "offset_mm": [25.1, 0, 1.15], "angle_deg": 0}],
        },
        {"id": "a2", "base_mm": [60, 35], "tags": [{"id": 41, "size_mm": 14, "offset_mm": [0, 0, 3.8]}]},
    ],
    "terrain": [
        {
            "id": "t0",
            "feature": "ruin-1",
            "footprint_mm": [[-60, -50], [60, -50], [60, 50], [-60, 50]],
            "z_mm": [0, 50.8],
            "traits": ["Heavy"],
            "vantage": True,
            "tags": [{"id": 16, "size_mm": 20, "offset_mm": [-46, 36, 51.0], "angle_deg": 0}],
        }
    ],
    "markers": [{"id": "m1", "kind": "objective", "diameter_mm": 40, "tags": []}],
}


def changed(*path: str | int, value: Any) -> dict[str, Any]:
    return altered(GOOD, path, value)


def test_the_contract_s_example_is_read() -> None:
    catalogue = parse_catalogue(GOOD)
    assert catalogue.tag_ids == {0, 16, 40, 41}
    assert catalogue.operatives[1].half_axes_mm == (30.0, 17.5)
    assert catalogue.terrain[0].vantage
    assert catalogue.tag_sizes_mm[16] == 20


def test_unknown_fields_are_ignored() -> None:
    data = changed("operatives", 0, "painted_by", value="me")
    data["season"] = 3
    assert parse_catalogue(data) == parse_catalogue(GOOD)


@pytest.mark.parametrize(
    ("data", "field", "args"),
    [
        (changed("operatives", 0, "tags", 0, "id", value=16), "terrain[0].tags[0].id", {"tag": 16}),
        (changed("operatives", 0, "tags", 0, "size_mm", value=-14), "operatives[0].tags[0].size_mm", {"found": "-14"}),
        (changed("operatives", 0, "tags", 0, "id", value=250), "operatives[0].tags[0].id", {"tag": 250, "last": 249}),
        (changed("operatives", 0, "tags", 0, "offset_mm", value=[1, 2]), "operatives[0].tags[0].offset_mm[2]", {}),
        (changed("operatives", 0, "base_mm", value="32"), "operatives[0].base_mm", {"found": "'32'"}),
        (changed("operatives", 0, "base_mm", value=[20, 30]), "operatives[0].base_mm", {"found": "[20, 30]"}),
        (changed("operatives", 0, "mount", value="hat"), "operatives[0].mount", {"found": "'hat'"}),
        (changed("operatives", 1, "id", value="a1"), "operatives[1].id", {"id": "a1"}),
        (changed("dictionary", value="DICT_MINE"), "dictionary", {"found": "'DICT_MINE'"}),
        (changed("terrain", 0, "z_mm", value=[5, 5]), "terrain[0].z_mm", {"found": "[5, 5]"}),
        (changed("terrain", 0, "footprint_mm", value=[[0, 0], [1, 1]]), "terrain[0].footprint_mm", {}),
        (changed("board", "size_mm", value=[762, float("nan")]), "board.size_mm[1]", {"found": "nan"}),
        (changed("version", value=2), "version", {"found": "2"}),
        ({}, "version", {}),
        ([], None, {"found": "[]"}),
    ],
)
def test_a_catalogue_that_contradicts_itself_is_refused_by_field(
    data: Any, field: str | None, args: dict[str, Any]
) -> None:
    with pytest.raises(CatalogueError) as refusal:
        parse_catalogue(data, source="my.json")
    assert (refusal.value.message.code, refusal.value.message["file"]) == ("file-fault", "my.json")
    fault = dict(refusal.value.message["fault"].args)
    assert (fault.get("field"), {name: fault[name] for name in args}) == (field, args)
    assert "\n" not in str(refusal.value)


def _missing(folder: Path) -> Path:
    return folder / "none.json"


def _broken(folder: Path) -> Path:
    path = folder / "broken.json"
    path.write_text("{")
    return path


@pytest.mark.parametrize("make", [_missing, _broken])
def test_a_file_that_is_none_is_named(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    path = make(tmp_path)
    with pytest.raises(CatalogueError) as error:
        load_catalogue(path)
    assert error.value.message["file"] == str(path)


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.json"
    path.write_text(json.dumps(GOOD))
    assert load_catalogue(path) == Catalogue.model_validate(GOOD)


@pytest.mark.parametrize(
    ("offset", "mount"),
    [((25.1, 0, 1.15), "tab"), ((0, 0.3, 3.8), "whole"), ((2, -3, 40), "head"), ((9, 0, 4), "collar")],
)
def test_a_mount_without_a_name_is_known_by_its_offset(offset: tuple[float, float, float], mount: str) -> None:
    operative = parse_catalogue(changed("operatives", 0, "tags", 0, "offset_mm", value=list(offset))).operatives[0]
    assert operative.mount_of(operative.tags[0]) == mount


def test_a_named_mount_wins() -> None:
    operative = parse_catalogue(changed("operatives", 0, "mount", value="collar")).operatives[0]
    assert operative.mount_of(operative.tags[0]) == "collar"
