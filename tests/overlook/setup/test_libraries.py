"""Libraries at a table: what is kept or brought never takes the place of something else."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.errors import LibraryError
from calibration.terrain_library import Library, entries_of, example_libraries, library_data
from geometry.base import MM_PER_INCH
from overlook.setup.draft import Draft, Piece
from overlook.setup.reducer import SetupObservation, reduce
from overlook.setup.terrain import OWN, Libraries
from overlook.toml_writer import dump_toml
from tests.overlook.setup.test_setup_pieces import LENS, PIECE, TOP_MM, seen_at
from web.contract.setup.actions import DrawPiece, KeepPiece, PickPiece

OPEN = example_libraries()["open"]


def drawn(draft: Draft, libraries: Libraries, name: str, first_tag: int) -> Draft:
    """Return the draft with a piece drawn in the picture, whose tags count from `first_tag`, kept in our library."""
    corners, tags = seen_at(380, 280, 20)
    there = {first_tag + k: replace(tag, id=first_tag + k) for k, tag in enumerate(tags)}
    seen = SetupObservation("DICT_ARUCO_MIP_36h12", frozenset(), there, LENS, libraries, "kt24")
    draw = DrawPiece(kind="draw_piece", name=name, corners_px=tuple(corners), top=TOP_MM / MM_PER_INCH)
    draft = reduce(draft, draw, seen)
    return reduce(draft, KeepPiece(kind="keep_piece", id=draft.pieces[-1].id), seen)


def test_pieces_of_several_set_ups_are_kept_side_by_side(tmp_path: Path) -> None:
    drawn(Draft(), Libraries(tmp_path), "Bunker", 130)
    drawn(Draft(), Libraries(tmp_path), "Crate", 140)
    assert [piece.name for piece in Libraries(tmp_path).own] == ["Bunker", "Crate"]


def test_a_piece_that_is_drawn_and_kept_again_takes_its_own_place(tmp_path: Path) -> None:
    drawn(Draft(), Libraries(tmp_path), "Bunker", 130)
    drawn(Draft(), Libraries(tmp_path), "Bunker", 130)
    (kept,) = Libraries(tmp_path).own
    assert kept.name == "Bunker"
    with pytest.raises(LibraryError, match="Tag 130"):
        drawn(Draft(), Libraries(tmp_path), "Crate", 130)
    assert Libraries(tmp_path).own == (kept,)


def test_a_piece_that_is_picked_does_not_replace_another_of_its_id(tmp_path: Path) -> None:
    libraries = Libraries(tmp_path)
    friend = Piece(id="piece-1", name="Friend's", entries=entries_of(PIECE, name="piece-1"))
    libraries.keep(friend)
    other = Piece(id="piece-1", name="Today's", entries=entries_of(OPEN.pieces[-1], name="piece-1"))
    seen = SetupObservation("DICT_ARUCO_MIP_36h12", frozenset(), {}, None, libraries, "kt24")
    pick = PickPiece(kind="pick_piece", library=OWN, piece="piece-1")
    once = reduce(Draft().with_piece(other), pick, seen)
    assert [piece.name for piece in once.pieces] == ["Today's", "Friend's"]
    assert len({piece.id for piece in once.pieces}) == 2
    again = reduce(reduce(Draft(), pick, seen), pick, seen)
    assert [piece.name for piece in again.pieces] == ["Friend's"]


def named(name: str) -> tuple[Library, str]:
    library = OPEN.model_copy(update={"name": name})
    return library, dump_toml(library_data(library))


def test_two_friends_libraries_of_one_file_name_stand_side_by_side(tmp_path: Path) -> None:
    (one, first), (other, second) = named("Ann's"), named("Ben's")
    libraries = Libraries(tmp_path)
    for text in (first, second, first, second):
        libraries.add("terrain.toml", text)
    libraries.add("open.toml", first)
    brought = {view.id: view.name for view in Libraries(tmp_path).views() if view.own}
    assert brought == {"terrain": "Ann's", "terrain-2": "Ben's", "open-2": "Ann's"}
    assert (libraries.get("terrain"), libraries.get("terrain-2"), libraries.get("open")) == (one, other, OPEN)


def test_a_library_that_is_brought_is_never_the_table_s_own(tmp_path: Path) -> None:
    libraries = Libraries(tmp_path)
    libraries.add("our-own.toml", named("A friend's own")[1])
    libraries.keep(Piece(id="bunker", name="Bunker", entries=entries_of(PIECE, name="bunker")))
    libraries.add("our-own.toml", named("Another's")[1])
    assert [piece.name for piece in Libraries(tmp_path).own] == ["Bunker"]
    assert libraries.get("our-own-2").name == "A friend's own"
    assert libraries.get("our-own-3").name == "Another's"


def test_a_file_that_cannot_be_read_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "terrain.toml").write_text("version = [")
    Libraries(tmp_path).add("terrain.toml", named("Ann's")[1])
    assert (tmp_path / "terrain.toml").read_text() == "version = ["
    assert Libraries(tmp_path).get("terrain-2").name == "Ann's"


@pytest.mark.parametrize("text", [".".join("a" * 20_000) + "=1", "x=" + "[" * 5000, "x=" + "9" * 5000])
def test_a_file_that_would_hold_the_table_up_is_no_library(tmp_path: Path, text: str) -> None:
    began_s = time.process_time()
    with pytest.raises(LibraryError) as refused:
        Libraries(tmp_path).add("brought.toml", text)
    assert (refused.value.message.code, refused.value.message["file"]) == ("file-not-toml", "brought.toml")
    assert time.process_time() - began_s < 0.5


@pytest.mark.parametrize("text", ["x=" + "[" * 5000, "x=" + "9" * 5000])
def test_a_file_on_disk_that_nobody_can_read_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "ours.toml").write_text(text)
    (fault,) = Libraries(tmp_path).faults
    assert fault["file"].endswith("ours.toml")
