"""Terrain from an outline in the picture: the piece and its tags are where they truly are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.catalogue import LeafEntry, LeafPlace
from calibration.rig import project
from calibration.tag_geometry import corners_in_object_frame
from calibration.tags import TagSighting
from calibration.terrain_library import entries_of, example_libraries, outline_of
from geometry.base import MM_PER_INCH
from messages.message import Message
from overlook.errors import SetupRefusedError
from overlook.setup.terrain import drawn_piece, edited_piece, free_name, laid_piece, name_of, rotate_piece, usual_size
from simulation import example_rig
from web.contract.setup.actions import EditPiece, PartShape

RIG = example_rig((1280, 720))
assert RIG.pose is not None
LENS = (RIG.camera, RIG.pose)
PIECE = next(
    piece
    for library in example_libraries().values()
    for piece in library.pieces
    if len(piece.parts) == 1 and len(piece.parts[0].footprint_mm) == 4 and len(piece.tags) > 1
)
TOP_MM = max(part.z_mm[1] for part in PIECE.parts)


def carried(points: np.ndarray, x_mm: float, y_mm: float, turn_deg: float) -> np.ndarray:
    turn = math.radians(turn_deg)
    rotation = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    flat = points[:, :2] @ rotation.T + [x_mm, y_mm]
    return np.column_stack([flat, points[:, 2]])


def seen_at(x_mm: float, y_mm: float, turn_deg: float) -> tuple[list[tuple[float, float]], list[TagSighting]]:
    """The outline of a library's piece in the picture, and its tags on its top, standing there."""
    outline = np.array([(x, y, TOP_MM) for x, y in outline_of(PIECE)])
    corners = project(RIG.camera, LENS[1], carried(outline, x_mm, y_mm, turn_deg))
    tags = []
    for tag in PIECE.tags:
        own = corners_in_object_frame(tag)
        own[:, 2] = TOP_MM
        tags.append(TagSighting(tag.id, project(RIG.camera, LENS[1], carried(own, x_mm, y_mm, turn_deg)), np.eye(8)))
    return [(float(x), float(y)) for x, y in corners], tags


def sides(corners: Sequence[tuple[float, float]]) -> list[float]:
    return sorted(math.dist(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True))


places = st.tuples(st.floats(250, 520), st.floats(180, 380), st.floats(-180, 180))


@given(places)
def test_a_drawn_piece_has_its_true_outline_and_its_tags_their_true_places(place: tuple[float, float, float]) -> None:
    corners, tags = seen_at(*place)
    piece = drawn_piece("p", "Piece", corners_px=corners, top_in=TOP_MM / MM_PER_INCH, tags=tags, taken=(), lens=LENS)
    (entry,) = piece.entries
    assert sides(entry.footprint_mm) == pytest.approx(sides(outline_of(PIECE)), abs=0.2)
    assert {tag.id: tag.size_mm for tag in entry.tags} == {tag.id: tag.size_mm for tag in PIECE.tags}
    here, there = ([np.array(tag.offset_mm[:2]) for tag in tags_of] for tags_of in (entry.tags, PIECE.tags))
    for (a, b), (c, d) in zip(pairwise(here), pairwise(there), strict=True):
        assert np.linalg.norm(a - b) == pytest.approx(np.linalg.norm(c - d), abs=0.3)


@given(places)
def test_a_library_s_piece_laid_on_an_outline_keeps_its_own_frame(place: tuple[float, float, float]) -> None:
    corners, tags = seen_at(*place)
    laid = laid_piece(PIECE, "p", corners_px=corners, tags=tags, taken=(), lens=LENS)
    true = {tag.id: tag.offset_mm[:2] for tag in PIECE.tags}
    turns = [one.entries[0].tags for one in (laid, rotate_piece(laid))]
    assert any(all(math.dist(tag.offset_mm[:2], true[tag.id]) < 0.5 for tag in carried_tags) for carried_tags in turns)


def test_a_piece_without_a_seen_tag_or_with_a_crossed_outline_is_refused_in_one_line() -> None:
    corners, tags = seen_at(380, 280, 20)
    with pytest.raises(SetupRefusedError) as refused:
        drawn_piece("p", "Shed", corners_px=corners, top_in=2.0, tags=(), taken=(), lens=LENS)
    assert refused.value.message == Message.of("setup-piece-no-tag", piece="Shed")
    with pytest.raises(SetupRefusedError) as refused:
        drawn_piece(
            "p",
            "Shed",
            corners_px=corners,
            top_in=TOP_MM / MM_PER_INCH,
            tags=tags,
            taken={tag.id for tag in tags},
            lens=LENS,
        )
    assert refused.value.message.code == "setup-piece-no-tag"
    crossed = [corners[0], corners[2], corners[1], corners[3]]
    with pytest.raises(SetupRefusedError) as refused:
        drawn_piece("p", "Shed", corners_px=crossed, top_in=2.0, tags=tags, taken=(), lens=LENS)

    assert refused.value.message.code == "setup-outline-crossed"


def test_a_library_s_piece_is_laid_on_no_outline_that_cannot_be() -> None:
    corners, tags = seen_at(380, 280, 20)
    crossed = [corners[0], corners[2], corners[1], corners[3]]
    with pytest.raises(SetupRefusedError) as refused:
        laid_piece(PIECE, "p", corners_px=crossed, tags=tags, taken=(), lens=LENS)
    assert refused.value.message.code == "setup-outline-crossed"
    for few in (corners[:1], corners[:2]):
        with pytest.raises(SetupRefusedError) as refused:
            laid_piece(PIECE, "p", corners_px=few, tags=tags, taken=(), lens=LENS)

        assert refused.value.message["corners"] == len(few)


def test_a_piece_drawn_anew_keeps_what_an_outline_does_not_say() -> None:
    corners, tags = seen_at(380, 280, 20)
    shut, ajar = (LeafPlace(offset_mm=(x, 0.0, TOP_MM)) for x in (0.0, 9.0))
    leaf = LeafEntry(id="leaf", tag_id=200, size_mm=20.0, open=ajar, closed=shut)
    (entry,) = entries_of(PIECE)
    said = {"feature": "ruin", "role": "door", "see_through": True, "state": "open", "leaves": (leaf,)}
    before = entry.model_copy(update=said)
    again = [corners[0], corners[1], corners[2], tuple(np.add(corners[3], (5.0, 0.0)).tolist())]
    piece = drawn_piece(
        "p",
        "Shed",
        corners_px=again,
        top_in=TOP_MM / MM_PER_INCH,
        tags=tags,
        taken=(),
        lens=LENS,
        traits=("Light",),
        before=before,
    )
    (drawn,) = piece.entries
    assert drawn.model_dump(include=set(said)) == before.model_dump(include=set(said))
    assert (drawn.traits, drawn.vantage) == (("Light",), False)
    assert drawn.footprint_mm != before.footprint_mm
    for tag, known in zip(drawn.tags, before.tags, strict=True):
        assert math.dist(tag.offset_mm[:2], known.offset_mm[:2]) < 0.5, "its frame is the one it had"
    strange = before.model_copy(update={"tags": ()})
    (drawn,) = drawn_piece(
        "p", "Shed", corners_px=again, top_in=2.0, tags=tags, taken=(), lens=LENS, before=strange
    ).entries
    assert (drawn.role, drawn.leaves) == ("door", ())


@pytest.mark.parametrize(("side", "size"), [(19.6, 20.0), (20.6, 20.0), (14.3, 14.0), (24.9, 25.0), (33.0, 33.0)])
def test_a_measured_side_means_the_printed_size_that_is_near(side: float, size: float) -> None:
    assert usual_size(side) == size


def test_parts_are_edited_and_what_cannot_be_is_refused_with_its_field() -> None:
    corners, tags = seen_at(380, 280, 20)
    piece = drawn_piece(
        "p", "Shed", corners_px=corners, top_in=TOP_MM / MM_PER_INCH, tags=tags, taken=(), lens=LENS, traits=("Heavy",)
    )
    own = piece.entries[0]
    outline = tuple((x / MM_PER_INCH, y / MM_PER_INCH) for x, y in own.footprint_mm)
    top = TOP_MM / MM_PER_INCH
    wall = PartShape(id="p", outline=outline, bottom=0.0, top=top, traits=("Heavy",), vantage=True)
    door = PartShape(id="door-1", outline=((0, 0), (1, 0), (1, 0.2), (0, 0.2)), bottom=0.0, top=1.5, role="door")
    edited = edited_piece(piece, EditPiece(kind="edit_piece", id="p", name="Shed", parts=(wall, door)))
    assert [entry.id for entry in edited.entries] == ["p", "p.door-1"]
    assert {entry.piece for entry in edited.entries} == {"p"}
    assert edited.tags == piece.tags
    assert edited.entries[1].role == "door"
    upside_down = wall.model_copy(update={"id": "door-2", "bottom": 3.0, "top": 2.0})
    with pytest.raises(SetupRefusedError) as refused:
        edited_piece(piece, EditPiece(kind="edit_piece", id="p", name="Shed", parts=(wall, upside_down)))
    why = refused.value.message
    assert (why["piece"], why["part"], why["fault"]["field"]) == ("Shed", "p.door-2", "z_mm")
    flat = PartShape(id="p", outline=outline, bottom=0.0, top=0.1)
    with pytest.raises(ValueError, match="height"):
        edited_piece(piece, EditPiece(kind="edit_piece", id="p", name="Shed", parts=(flat,)))


def test_names_are_given_once() -> None:
    assert free_name(["piece-1", "piece-3"]) == "piece-2"


@pytest.mark.parametrize(
    ("title", "taken", "name"),
    [
        ("Tower", [], "tower"),
        ("Tower", ["tower"], "tower-2"),
        ("Tower", ["tower", "tower-2"], "tower-3"),
        ("Ruin (east side)", [], "ruin-east-side"),
        ("Mauer Süd", [], "mauer-sud"),
        ("!!!", [], "piece"),
        ("塔", ["piece"], "piece-2"),
        ("A1", ["a1"], "a1-2"),
        ("x" * 60, [], "x" * 24),
    ],
)
def test_a_piece_is_called_in_rulings_as_a_player_calls_it(title: str, taken: list[str], name: str) -> None:
    assert name_of(title, taken) == name
    assert len(entries_of(PIECE)) == len(PIECE.parts)
