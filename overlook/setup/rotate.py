"""A piece that was taken for itself the wrong way round: turned under its tags, which stay where they are."""

from __future__ import annotations

from shapely import Point, Polygon
from shapely.affinity import rotate

from calibration.catalogue import ThingTag
from calibration.terrain_library import outline_of, piece_of
from overlook.setup.draft import Piece

SAME = 0.97
"""Share of its outline that a piece covers again where it can lie another way on it."""


def turned_piece(piece: Piece) -> Piece:
    """Return a piece turned to the next way in which it covers what it covers now, half round where there is none.

    It turns counter-clockwise about its outline's middle.
    """
    whole = Polygon(outline_of(piece_of(piece.entries, name=piece.name)))
    quarters = next((turns for turns in (1, 2, 3) if _covers_again(whole, 90.0 * turns)), 2)
    entries = (
        entry.model_copy(update={"tags": tuple(_behind(tag, whole.centroid, 90.0 * quarters) for tag in entry.tags)})
        for entry in piece.entries
    )
    return piece.model_copy(update={"entries": tuple(entries)})


def _covers_again(shape: Polygon, angle_deg: float) -> bool:
    again = rotate(shape, angle_deg, origin=shape.centroid)
    return bool(shape.intersection(again).area > SAME * shape.area)


def _behind(tag: ThingTag, middle: Point, angle_deg: float) -> ThingTag:
    """Return a tag that stays where it is while its piece turns: turned back in the piece's frame."""
    x, y, z = tag.offset_mm
    back = rotate(Point(x, y), -angle_deg, origin=middle)
    angle = (tag.angle_deg - angle_deg + 180.0) % 360.0 - 180.0
    place = (round(back.x, 2), round(back.y, 2), z)
    return tag.model_copy(update={"offset_mm": place, "angle_deg": round(angle, 2)})
