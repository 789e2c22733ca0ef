"""The tables of other days on disk: found again whole, and a broken file named and left as it is."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from overlook.setup.errors import SetupRefusedError
from overlook.setup.saved_setups import SavedSetup, SavedSetups


def test_what_is_kept_is_found_again_whole_and_the_newest_of_one_name_stays(
    tmp_path: Path, saturday: SavedSetup
) -> None:
    folder = tmp_path / "shelf"
    SavedSetups(folder).keep(saturday)
    assert SavedSetups(folder).kept == (saturday,)
    newer = saturday.model_copy(update={"on": date(2026, 11, 28), "terrain": {}})
    shelf = SavedSetups(folder)
    shelf.keep(newer)
    assert shelf.kept == SavedSetups(folder).kept == (newer,)
    other = saturday.model_copy(update={"draft": saturday.draft.model_copy(update={"mission": {"name": "Lines"}})})
    shelf.keep(other)
    assert {one.name for one in SavedSetups(folder).kept} == {"Saltglass against p2", "Saltglass against p2, Lines"}


ALIKE = ("Стрельцы", "Гвардия", "赤組", "Wolves!", "Wolves?", "🐺", "W" * 80, "W" * 79 + "x")


def test_teams_whose_names_look_alike_as_files_are_kept_side_by_side(tmp_path: Path, saturday: SavedSetup) -> None:
    for day in (21, 28):
        for name in ALIKE:
            team = saturday.draft.team("p1").model_copy(update={"name": name})
            draft = saturday.draft.with_team(team)
            SavedSetups(tmp_path).keep(saturday.model_copy(update={"draft": draft, "on": date(2026, 11, day)}))
    found = {kept.name: kept.on for kept in SavedSetups(tmp_path).kept}
    assert found == dict.fromkeys((f"{name} against p2" for name in ALIKE), date(2026, 11, 28))
    assert len(list(tmp_path.glob("*.json"))) == len(ALIKE)


@pytest.mark.parametrize(
    ("field", "value"), [("version", 2), ("on", "yesterday"), ("terrain", {"shell": {"x": 1e9, "y": 0}}), ("more", 1)]
)
def test_a_broken_file_is_named_with_its_field_and_the_others_stand(
    tmp_path: Path, saturday: SavedSetup, field: str, value: object
) -> None:
    SavedSetups(tmp_path).keep(saturday)
    broken = saturday.model_dump(mode="json") | {field: value}
    (tmp_path / "broken.json").write_text(json.dumps(broken))
    (tmp_path / "none.json").write_bytes(b"\xff\xfe")
    shelf = SavedSetups(tmp_path)
    assert shelf.kept == (saturday,)
    assert len(shelf.faults) == 2
    assert "broken.json" in shelf.faults[0]
    assert field in shelf.faults[0]
    assert "\n" not in "".join(shelf.faults)
    assert json.loads((tmp_path / "broken.json").read_text()) == broken


def test_a_disk_that_does_not_take_it_says_so_in_one_line(tmp_path: Path, saturday: SavedSetup) -> None:
    (tmp_path / "shelf").write_text("no folder")
    with pytest.raises(SetupRefusedError, match="cannot be written"):
        SavedSetups(tmp_path / "shelf").keep(saturday)
