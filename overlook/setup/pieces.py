"""Terrain in a set-up: from an outline in the picture to a piece that the camera can follow."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError
from shapely import Point, Polygon
from shapely.affinity import affine_transform

from calibration.catalogue import TerrainEntry, ThingTag, first_fault
from calibration.rig import BoardPose, CameraModel, unproject
from calibration.tag_geometry import rough_pose, square
from calibration.tags import TagSighting
from calibration.terrain_library import LibraryPiece, entries_of, outline_of, piece_of
from geometry.base import MM_PER_INCH
from overlook.setup.draft import Piece
from overlook.setup.errors import SetupRefusedError
from web.contract.setup.actions import EditPiece

Array = NDArray[np.float64]
Lens = tuple[CameraModel, BoardPose]

SIZES_MM = (10.0, 12.0, 14.0, 17.0, 18.0, 20.0, 22.0, 24.0, 25.0, 30.0, 36.0, 40.0, 50.0)
"""Tag sizes that are printed: a measured side within `SIZE_SHARE` of one is that one."""

SIZE_SHARE = 0.05
MOST_LETTERS = 24
EDGE_MM = 4.0
"""So far outside the drawn outline a tag may still belong to it: outlines are drawn by hand."""


def drawn_piece(
    name: str,
    title: str,
    *,
    corners_px: Sequence[tuple[float, float]],
    top_in: float,
    tags: Iterable[TagSighting],
    taken: Collection[int],
    lens: Lens,
    traits: Sequence[str] = (),
    vantage: bool = False,
    before: TerrainEntry | None = None,
) -> Piece:
    """Return a piece of one part: its top edge as drawn, the tags that are seen on it assigned.

    Its frame has its origin in the outline's middle and its x along the longest side. What was the piece's one part
    `before` stays as it was in what an outline does not say; its frame does while one of its tags is seen, and else its
    leaves are nowhere. Raises `SetupRefusedError` for an outline that crosses itself, or on which no tag is seen.
    """
    top_mm = top_in * MM_PER_INCH
    shape = _drawn(title, corners_px, top_mm=top_mm, lens=lens)
    seen = {tag.id: tag for tag in tags if tag.id not in taken}
    found = [tag for tag in seen.values() if _on(shape, _flat(tag, top_mm, lens))]
    if not found:
        raise SetupRefusedError(f"{title}: no tag is seen on it: stick one on its top, in view of the camera")
    outline = np.asarray(shape.exterior.coords)[:-1]
    origin, turn = _frame(outline)
    own: dict[str, Any] = {"id": name, "feature": name, "piece": name, "z_mm": (0.0, 0.0)}
    if before is not None:
        own = before.model_dump()
        carried = [(tag, seen[tag.id]) for tag in before.tags if tag.id in seen]
        if carried:
            pose = rough_pose(*lens, carried, 0.0)
            origin, turn = np.array([pose.x, pose.y]), _turned(pose.angle)
        else:
            own["leaves"] = ()
    own |= {
        "footprint_mm": tuple((float(x), float(y)) for x, y in np.round((outline - origin) @ turn, 2)),
        "z_mm": (own["z_mm"][0], round(top_mm, 2)),
        "traits": tuple(traits),
        "vantage": vantage,
        "tags": tuple(_tag_on(tag, _flat(tag, top_mm, lens), origin=origin, turn=turn, top_mm=top_mm) for tag in found),
    }
    return Piece(id=name, name=title, entries=(_entry(title, own),))


def _drawn(title: str, corners_px: Sequence[tuple[float, float]], *, top_mm: float, lens: Lens) -> Polygon:
    """Return an outline drawn in the picture as it lies on the board at a height, mm, counter-clockwise."""
    if len(corners_px) < 3:
        raise SetupRefusedError(f"{title}: its outline has {len(corners_px)} corners: draw three or more")
    shape = Polygon(unproject(*lens, np.asarray(corners_px, dtype=np.float64), top_mm))
    if not shape.is_valid or shape.area < 50:
        raise SetupRefusedError(f"{title}: its outline crosses itself or is too small: drag its corners apart")
    return shape if shape.exterior.is_ccw else shape.reverse()


def _entry(title: str, fields: Mapping[str, Any]) -> TerrainEntry:
    try:
        return TerrainEntry.model_validate(fields)
    except ValidationError as error:
        raise SetupRefusedError(f"{title}, part {fields['id']}: {first_fault(error)}") from None


def _flat(tag: TagSighting, top_mm: float, lens: Lens) -> Array:
    """Return a tag's corners on the board at a height, mm."""
    return unproject(*lens, tag.corners_px, top_mm)


def _on(shape: Polygon, corners: Array) -> bool:
    return bool(shape.buffer(EDGE_MM).covers(Point(corners.mean(axis=0))))


def _frame(outline: Array) -> tuple[Array, Array]:
    """Return an outline's middle, and what turns row vectors into its frame: x along the longest side."""
    sides = np.roll(outline, -1, axis=0) - outline
    x, y = sides[np.argmax(np.linalg.norm(sides, axis=1))]
    return np.asarray(Polygon(outline).centroid.coords[0]), _turned(float(np.arctan2(y, x)))


def _turned(angle: float) -> Array:
    """Return the (2, 2) matrix that turns columns by an angle in radians, and row vectors back."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def _tag_on(tag: TagSighting, corners: Array, *, origin: Array, turn: Array, top_mm: float) -> ThingTag:
    """Return a seen tag as it sits on a piece whose frame is at `origin`, turned by `turn`."""
    own = (corners - origin) @ turn
    middle = own.mean(axis=0)
    wanted, seen = square(1.0), own - middle
    angle = np.arctan2((wanted[:, 0] * seen[:, 1] - wanted[:, 1] * seen[:, 0]).sum(), (wanted * seen).sum())
    side = float(np.linalg.norm(own - np.roll(own, 1, axis=0), axis=1).mean())
    return ThingTag(
        id=tag.id,
        size_mm=usual_size(side),
        offset_mm=(round(float(middle[0]), 2), round(float(middle[1]), 2), round(top_mm + 0.2, 2)),
        angle_deg=round(float(np.degrees(angle)), 2),
    )


def usual_size(side_mm: float) -> float:
    """Return the printed size that a measured side means, or the side itself where it is near none."""
    nearest = min(SIZES_MM, key=lambda size: abs(size - side_mm))
    return nearest if abs(nearest - side_mm) < SIZE_SHARE * nearest else round(side_mm, 1)


def sized_tags(
    tags: Iterable[TagSighting],
    known: Mapping[int, float],
    *,
    top_mm: float | None,
    lens: Lens,
) -> tuple[tuple[TagSighting, float], ...]:
    """Return the seen tags whose sizes, mm, are in `known`, or measure a printed size where they lie at `top_mm`."""
    found = []
    for tag in tags:
        size = known.get(tag.id)
        if size is None and top_mm is not None:
            corners = _flat(tag, top_mm, lens)
            size = usual_size(float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()))
        if size is not None and (tag.id in known or size in SIZES_MM):
            found.append((tag, size))
    return tuple(found)


def laid_piece(
    piece: LibraryPiece,
    name: str,
    *,
    corners_px: Sequence[tuple[float, float]],
    tags: Iterable[TagSighting],
    taken: Collection[int],
    lens: Lens,
) -> Piece:
    """Return a library's piece that lies on an outline drawn in the picture, with the tags that are seen there.

    It is turned so that it covers the outline best; where that can be in several ways a person turns it on
    (`turning.turned_piece`). Raises `SetupRefusedError` as `drawn_piece` does.
    """
    top_mm = max(part.z_mm[1] for part in piece.parts)
    drawn = _drawn(piece.name, corners_px, top_mm=top_mm, lens=lens)
    own = Polygon(outline_of(piece))
    middle, inner = np.asarray(drawn.centroid.coords[0]), np.asarray(own.centroid.coords[0])
    angle = _angle(drawn) - _angle(own)
    ways = [angle + quarter * np.pi / 2 for quarter in range(4)]
    turn = _turned(max(ways, key=lambda way: _shared(own, drawn, angle=way, inner=inner, middle=middle)))
    origin = middle - turn @ inner
    found = [tag for tag in tags if tag.id not in taken and _on(drawn, _flat(tag, top_mm, lens))]
    if not found:
        raise SetupRefusedError(f"{piece.name}: no tag is seen on it: stick one on its top, in view of the camera")
    carried = tuple(_tag_on(tag, _flat(tag, top_mm, lens), origin=origin, turn=turn, top_mm=top_mm) for tag in found)
    first, *others = entries_of(piece, name=name)
    return Piece(id=name, name=piece.name, entries=(first.model_copy(update={"tags": carried}), *others))


def _angle(shape: Polygon) -> float:
    """Return the direction of the longest side, radians."""
    corners = np.asarray(shape.exterior.coords)
    sides = np.diff(corners, axis=0)
    along = sides[np.argmax(np.linalg.norm(sides, axis=1))]
    return float(np.arctan2(along[1], along[0]))


def _shared(own: Polygon, drawn: Polygon, *, angle: float, inner: Array, middle: Array) -> float:
    turn = _turned(angle)
    return float(affine_transform(own, [*turn.flat, *(middle - turn @ inner)]).intersection(drawn).area)


def edited_piece(piece: Piece, action: EditPiece) -> Piece:
    """Return a piece with other parts; its tags stay. `SetupRefusedError` or `LibraryError` says which cannot be."""
    known = {entry.id: entry for entry in piece.entries}
    carried = tuple(tag for entry in piece.entries for tag in entry.tags)
    like = piece.entries[0].model_dump(include={"feature", "equipment", "player"})
    entries = []
    for index, part in enumerate(action.parts):
        fields = {
            "footprint_mm": tuple((round(x * MM_PER_INCH, 2), round(y * MM_PER_INCH, 2)) for x, y in part.outline),
            "z_mm": (round(part.bottom * MM_PER_INCH, 2), round(part.top * MM_PER_INCH, 2)),
            "traits": part.traits,
            "vantage": part.vantage,
            "see_through": part.see_through,
            "role": part.role or None,
            "piece": piece.id,
            "tags": carried if index == 0 else (),
        }
        name = part.id if part.id in known or part.id.startswith(f"{piece.id}.") else f"{piece.id}.{part.id}"
        before = known[part.id].model_dump() if part.id in known else like
        entries.append(_entry(action.name, {**before, **fields, "id": name}))
    piece_of(entries, name=action.name)
    return Piece(id=piece.id, name=action.name, entries=tuple(entries))


def free_name(taken: Iterable[str], stem: str = "piece") -> str:
    """Return a short id that no piece has."""
    known = set(taken)
    return next(name for name in (f"{stem}-{number}" for number in range(1, 1000)) if name not in known)


def name_of(title: str, taken: Iterable[str]) -> str:
    """Return an id that nothing has, made of what a player calls a piece: rulings name it so."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MOST_LETTERS].strip("-") or "piece"
    known = set(taken)
    return stem if stem not in known else free_name({*known, f"{stem}-1"}, stem)
