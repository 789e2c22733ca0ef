"""The tables of other days: found again whole on disk, known again by their tags, and what is not as it was listed."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.rig import project
from calibration.tag_geometry import Pose2D, corners_in_object_frame, square
from calibration.tags import TagSighting
from geometry.base import MM_PER_INCH
from messages.message import Message
from overlook.errors import SetupRefusedError
from overlook.setup import mission
from overlook.setup.draft import Draft
from overlook.setup.saved_setups import (
    STILL,
    Change,
    PlaceKept,
    SavedSetup,
    SavedSetups,
    asked_of,
    moved_since,
    recognise,
)
from referee.editions.registry import edition_of
from simulation import example_rig

RIG = example_rig((1280, 720))
assert RIG.pose is not None
LENS = (RIG.camera, RIG.pose)
BOARD = frozenset(range(16))
CERTAIN = np.zeros((8, 8))


def sightings(kept: SavedSetup, *moved: tuple[str, PlaceKept], models: bool = True) -> dict[int, TagSighting]:
    """Return the tags in the picture when every piece stands where it stood, but those in `moved`."""
    seen = {}
    for piece in kept.draft.pieces:
        at = dict(moved).get(piece.id, kept.terrain[piece.id])
        stand = Pose2D(at.x * MM_PER_INCH, at.y * MM_PER_INCH, 0.0, float(np.radians(at.rotation_deg)))
        for tag in (tag for entry in piece.entries for tag in entry.tags):
            seen[tag.id] = TagSighting(tag.id, project(*LENS, stand.carry(corners_in_object_frame(tag))), CERTAIN)
    for _, base in kept.draft.bases:
        if models and base.tag is not None:
            seen[base.tag] = TagSighting(base.tag, 9 * square(1.0), CERTAIN)
    return seen


def tags_of(kept: SavedSetup) -> set[int]:
    return set(kept.draft.tag_owners())


def terrain_of(kept: SavedSetup) -> set[int]:
    return {tag_id for piece in kept.draft.pieces for tag_id in piece.tags}


def changes(kept: SavedSetup, seen: dict[int, TagSighting], board: Collection[int] = BOARD) -> list[Message]:
    return [one.message for one in moved_since(kept, seen, board=board, lens=LENS)]


def test_a_table_is_known_again_by_its_tags_and_the_likeliest_is_offered(saturday: SavedSetup) -> None:
    fewer = saturday.model_copy(update={"draft": saturday.draft.model_copy(update={"pieces": ()})})
    assert recognise([fewer, saturday], tags_of(saturday) | BOARD, BOARD) == saturday
    assert recognise([saturday, fewer], tags_of(fewer), BOARD) == fewer
    newer = saturday.model_copy(update={"on": date(2026, 11, 22)})
    assert recognise([saturday, newer], tags_of(saturday), BOARD) == newer


def test_models_still_in_their_box_do_not_hinder_and_strange_tags_do(saturday: SavedSetup) -> None:
    terrain = terrain_of(saturday)
    assert recognise([saturday], terrain, BOARD) == saturday
    assert recognise([saturday], terrain | set(range(230, 230 + 2 * len(terrain))), BOARD) is None


def test_the_board_s_own_tags_and_an_empty_shelf_offer_nothing(saturday: SavedSetup) -> None:
    assert recognise([saturday], BOARD, BOARD) is None
    assert recognise([], tags_of(saturday), BOARD) is None
    assert recognise([SavedSetup(on=date(2026, 11, 21), draft=Draft())], BOARD, BOARD) is None


def test_a_table_where_nothing_moved_has_nothing_to_say(saturday: SavedSetup) -> None:
    assert changes(saturday, sightings(saturday)) == []


@given(st.floats(-4, 4), st.floats(-4, 4))
def test_a_piece_that_was_pushed_is_said_to_have_moved_by_as_much(saturday: SavedSetup, dx: float, dy: float) -> None:
    way = (dx**2 + dy**2) ** 0.5
    there = saturday.terrain["rubble-a"]
    pushed = there.model_copy(update={"x": there.x + dx, "y": there.y + dy})
    found = moved_since(saturday, sightings(saturday, ("rubble-a", pushed)), board=BOARD, lens=LENS)
    if way <= STILL - 1e-3:
        assert found == ()
    elif way > STILL + 1e-3:
        assert [(one.thing, one.change) for one in found] == [("Rubble-A", Change.MOVED)]
        assert found[0].by == pytest.approx(way, abs=1e-3)


def test_a_piece_that_was_turned_moved_by_its_farthest_corner(saturday: SavedSetup) -> None:
    there = saturday.terrain["shell"]
    turned = there.model_copy(update={"rotation_deg": there.rotation_deg - 10})
    (found,) = moved_since(saturday, sightings(saturday, ("shell", turned)), board=BOARD, lens=LENS)
    assert found.turned_deg == pytest.approx(-10, abs=0.01)
    assert found.by == pytest.approx(2 * (60**2 + 45**2) ** 0.5 / 25.4 * 0.0871557, rel=1e-3)
    assert found.message.code == "setup-thing-turned"
    assert found.message["degrees"] == pytest.approx(10, abs=0.01)


def test_what_is_gone_and_what_is_new_is_said(saturday: SavedSetup) -> None:
    seen = sightings(saturday, models=False)
    gone = {tag_id: one for tag_id, one in seen.items() if tag_id not in saturday.draft.pieces[1].tags}
    strange = TagSighting(231, 9 * square(1.0), CERTAIN)
    away, *models = (Message.of("setup-thing-missing", thing=name) for name in ("Rubble-A", "A1 Grub", "A2 Ogre"))
    new = Message.of("setup-thing-new", thing=Message.of("setup-things-tag", tag=231))
    assert changes(saturday, gone | {231: strange}) == [away, *models, new]
    many = dict.fromkeys(range(231, 236), strange)
    several = Message.of("setup-thing-new", thing=Message.of("setup-things-tags", count=5))
    assert changes(saturday, seen | many) == [*models, several]


def test_the_markers_of_its_mission_and_smoke_that_lies_ready_are_not_strange(saturday: SavedSetup) -> None:
    draft = mission.pick_mission(saturday.draft, "crossed-lines", edition="kt24")
    kept = saturday.model_copy(update={"draft": draft})
    entries = (*mission.marker_entries(draft), *mission.token_entries(edition_of("kt24").action_only_markers))
    lying = {tag.id: TagSighting(tag.id, 9 * square(1.0), CERTAIN) for entry in entries for tag in entry.tags}
    assert len(lying) > len(terrain_of(kept))
    assert recognise([kept], terrain_of(kept) | set(lying), BOARD) == kept
    assert changes(kept, sightings(kept) | lying) == []


def test_a_lost_board_says_nothing_of_how_far(saturday: SavedSetup) -> None:
    pushed = saturday.terrain["shell"].model_copy(update={"x": 11.0})
    assert moved_since(saturday, sightings(saturday, ("shell", pushed)), board=BOARD, lens=None) == ()


@pytest.mark.parametrize(
    ("today", "asked"),
    [
        (date(2026, 11, 21), Message.of("setup-offer-today")),
        (date(2026, 11, 22), Message.of("setup-offer-yesterday")),
        (date(2026, 12, 24), Message.of("setup-offer-date", day=21, month=11, year=2026)),
    ],
)
def test_the_question_says_of_which_day_the_table_is(saturday: SavedSetup, today: date, asked: Message) -> None:
    assert asked_of(saturday, today) == asked


def test_what_is_kept_is_found_again_whole_and_the_newest_of_one_name_stays(
    tmp_path: Path, saturday: SavedSetup
) -> None:
    folder = tmp_path / "shelf"
    SavedSetups(folder).keep(saturday)
    assert SavedSetups(folder).kept == (saturday,)
    newer = saturday.model_copy(update={"on": date(2026, 11, 28), "terrain": {}})
    saved = SavedSetups(folder)
    saved.keep(newer)
    assert saved.kept == SavedSetups(folder).kept == (newer,)
    other = saturday.model_copy(update={"draft": saturday.draft.model_copy(update={"mission": {"name": "Lines"}})})
    saved.keep(other)
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
    saved = SavedSetups(tmp_path)
    assert saved.kept == (saturday,)
    assert len(saved.faults) == 2
    refused = saved.faults[0]["fault"]
    assert (saved.faults[0].code, refused["file"]) == ("setup-saved-not-offered", "broken.json")
    assert field in refused["fault"]["field"]
    assert "\n" not in "".join(map(str, saved.faults))
    assert json.loads((tmp_path / "broken.json").read_text()) == broken


def test_a_disk_that_does_not_take_it_says_so_in_one_line(tmp_path: Path, saturday: SavedSetup) -> None:
    (tmp_path / "shelf").write_text("no folder")
    with pytest.raises(SetupRefusedError) as refused:
        SavedSetups(tmp_path / "shelf").keep(saturday)
    assert refused.value.message.code == "setup-not-written"
