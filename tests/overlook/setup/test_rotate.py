"""A piece that lies the wrong way round is turned under its tags: they stay, and it covers what it did."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon

from calibration.catalogue import TerrainEntry, ThingTag
from calibration.tag_geometry import corners_in_object_frame
from calibration.terrain_library import LibraryPiece, entries_of, example_libraries, outline_of, piece_of
from overlook.setup.draft import Piece
from overlook.setup.terrain import rotate_piece

TAG = ThingTag(id=100, size_mm=20.0, offset_mm=(31.0, 12.0, 50.2), angle_deg=25.0)
SHIPPED = [piece for library in example_libraries().values() for piece in library.pieces]


def box(long_mm: float, short_mm: float) -> Piece:
    corners = ((0.0, 0.0), (long_mm, 0.0), (long_mm, short_mm), (0.0, short_mm))
    entry = TerrainEntry(id="box", feature="box", piece="box", footprint_mm=corners, z_mm=(0.0, 50.0), tags=(TAG,))
    return Piece(id="box", name="Box", entries=(entry,))


def standing(piece: Piece) -> Polygon:
    """The piece's outline as its first tag sees it: the tag lies still."""
    tag = next(tag for entry in piece.entries for tag in entry.tags)
    angle = np.radians(-tag.angle_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    outline = np.array(outline_of(piece_of(piece.entries, name=piece.name)))
    return Polygon((outline - tag.offset_mm[:2]) @ turn.T)


@given(st.floats(60, 200), st.floats(20, 55))
def test_an_oblong_is_turned_half_round_and_twice_is_as_before(long_mm: float, short_mm: float) -> None:
    before = box(long_mm, short_mm)
    once = rotate_piece(before)
    there, here = (standing(one) for one in (before, once))
    assert there.symmetric_difference(here).area < 0.01 * there.area
    (tag,) = once.entries[0].tags
    assert tag.offset_mm[:2] == pytest.approx((long_mm - 31.0, short_mm - 12.0), abs=0.02)
    assert rotate_piece(once).entries[0].tags[0].offset_mm == pytest.approx(TAG.offset_mm, abs=0.03)


def test_a_square_takes_four_turns() -> None:
    piece, ways = box(60.0, 60.0), set()
    for _ in range(4):
        ways.add(piece.entries[0].tags[0].offset_mm)
        piece = rotate_piece(piece)
    assert len(ways) == 4
    assert piece.entries[0].tags[0].offset_mm == pytest.approx(TAG.offset_mm, abs=0.05)
    assert piece.entries[0].tags[0].angle_deg == pytest.approx(TAG.angle_deg)


@pytest.mark.parametrize("shipped", SHIPPED, ids=lambda piece: piece.id)
def test_the_tags_of_a_piece_keep_their_distances(shipped: LibraryPiece) -> None:
    piece = Piece(id=shipped.id, name=shipped.name, entries=entries_of(shipped, name=shipped.id))
    once = rotate_piece(piece)

    def corners(of: Piece) -> np.ndarray:
        return np.concatenate([corners_in_object_frame(tag)[:, :2] for entry in of.entries for tag in entry.tags])

    def apart(points: np.ndarray) -> np.ndarray:
        return np.asarray(np.linalg.norm(points[:, None] - points[None], axis=2))

    assert np.allclose(apart(corners(piece)), apart(corners(once)), atol=0.05)
    assert [entry.footprint_mm for entry in once.entries] == [entry.footprint_mm for entry in piece.entries]
