"""Terrain of a set-up: pieces from drawn outlines, their rotation, and libraries of pieces."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError
from shapely import Point as ShapelyPoint
from shapely import Polygon
from shapely.affinity import affine_transform, rotate

from calibration.catalogue import Catalogue, TerrainEntry, ThingTag
from calibration.errors import LibraryError, first_fault
from calibration.files import digested_toml
from calibration.rig import BoardPose, CameraModel, unproject
from calibration.tag_geometry import rough_pose, square
from calibration.tags import TagSighting
from calibration.terrain_library import (
    Library,
    LibraryPiece,
    entries_of,
    example_libraries,
    library_data,
    load_library,
    outline_of,
    parse_library,
    piece_of,
)
from geometry.base import MM_PER_INCH
from messages.message import Message
from overlook.atomic_files import write_read_back
from overlook.errors import SetupRefusedError
from overlook.setup.draft import Piece
from overlook.toml_writer import dump_toml
from referee.records.files.text_files import TextError, read_toml
from referee.rules.terrain_traits import ROLES, TRAITS
from web.contract.base import Point
from web.contract.setup.actions import EditPiece
from web.contract.setup.views import LibraryView, PartView, ShelfPieceView

OWN = "our-own"


class Libraries:
    """Terrain libraries by file name; invalid files are left out and listed in `faults`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._examples = example_libraries()
        self._brought: dict[str, Library] = {}
        self.faults: tuple[Message, ...] = ()
        for path in sorted(folder.glob("*.toml")):
            try:
                self._brought[path.stem] = load_library(path)
            except LibraryError as fault:
                self.faults = (*self.faults, fault.message)

    def get(self, name: str) -> Library:
        """Return a library; raises `LibraryError`, which lists those available."""
        known = self._brought | self._examples
        if name not in known:
            raise LibraryError("setup-library-unknown", library=name, known=known)
        return known[name]

    @property
    def tag_sizes_mm(self) -> dict[int, float]:
        """Sizes of the tags printed for the pieces, by id."""
        libraries = (self._examples | self._brought).values()
        return {tag.id: tag.size_mm for library in libraries for piece in library.pieces for tag in piece.tags}

    def text(self, name: str) -> str:
        """Return the text of a library's file."""
        return dump_toml(library_data(self.get(name)))

    def add(self, source: str, text: str) -> None:
        """Store an uploaded library under a free name; raises `LibraryError` with field and reason if it is invalid."""
        try:
            data = read_toml(text)
        except TextError as fault:
            kind = Message.of("file-kind-library")
            raise LibraryError("file-not-toml", file=source, fault=fault, kind=kind) from None
        library, stem = parse_library(data, source=source), _file_name(source)
        names = chain((stem,), (f"{stem}-{number}" for number in count(2)))
        self._keep(next(name for name in names if self._is_free(name, library)), library)

    def _is_free(self, name: str, library: Library) -> bool:
        taken = name == OWN or name in self._examples or self._path(name).exists()
        return not taken or self._brought.get(name) == library

    @property
    def own(self) -> tuple[LibraryPiece, ...]:
        """The pieces of the table's own library."""
        return self._brought[OWN].pieces if OWN in self._brought else ()

    def keep(self, piece: Piece) -> None:
        """Store a piece in the table's own library, replacing those with its id, or with its name and a common tag."""
        kept = piece_of(piece.entries, name=piece.name)
        pieces = (*(one for one in self.own if one.id != kept.id and not _same(one, kept)), kept)
        data = {"version": 1, "name": "This table's own", "pieces": [one.model_dump() for one in pieces]}
        self._keep(OWN, parse_library(data, source="this table's own"))

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.toml"

    def _keep(self, name: str, library: Library) -> None:
        path = self._path(name)
        try:
            write_read_back(path, digested_toml(dump_toml(library_data(library))), load_library, library)
        except OSError as fault:
            raise SetupRefusedError("setup-not-written", file=path.name, fault=fault.strerror or fault) from fault
        self._brought[name] = library

    def views(self) -> tuple[LibraryView, ...]:
        """Return the views of all libraries, the table's own first."""
        return tuple(
            LibraryView(
                id=name,
                name=library.name,
                own=name in self._brought,
                pieces=tuple(_shelved(name, piece) for piece in library.pieces),
            )
            for name, library in (self._brought | self._examples).items()
        )


def _same(one: LibraryPiece, other: LibraryPiece) -> bool:
    """Return whether two pieces are the same one drawn twice."""
    return one.name == other.name and not set(one.tag_ids).isdisjoint(other.tag_ids)


def _file_name(source: str) -> str:
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", source.removesuffix(".toml")).strip("-")
    return (stem or "library")[:40]


def _shelved(library: str, piece: LibraryPiece) -> ShelfPieceView:
    return ShelfPieceView(
        library=library,
        piece=piece.id,
        name=piece.name,
        top=round(max(part.z_mm[1] for part in piece.parts) / MM_PER_INCH, 2),
        traits=tuple(dict.fromkeys(trait for part in piece.parts for trait in part.traits)),
        parts=parts_view(entries_of(piece)),
        tags=piece.tag_ids,
    )


def parts_view(entries: tuple[TerrainEntry, ...]) -> tuple[PartView, ...]:
    """Return the views of a piece's parts from above, in inches in its frame."""
    return tuple(
        PartView(
            id=entry.id,
            outline=tuple((round(x / MM_PER_INCH, 3), round(y / MM_PER_INCH, 3)) for x, y in entry.footprint_mm),
            bottom=round(entry.z_mm[0] / MM_PER_INCH, 2),
            top=round(entry.z_mm[1] / MM_PER_INCH, 2),
            traits=entry.traits,
            vantage=entry.vantage,
            see_through=entry.see_through,
            role=entry.role or "",
        )
        for entry in entries
    )


def sheet_of(library: Library, bare: Catalogue) -> Catalogue:
    """Return the catalogue for printing the tags of a library's pieces."""
    entries = tuple(entry for piece in library.pieces for entry in entries_of(piece))
    return bare.model_copy(update={"terrain": entries, "dictionary": library.dictionary})


TERRAIN_TRAITS = tuple(sorted(TRAITS - {"Vantage"}))
"""Traits offered as tick boxes; Vantage is a separate field."""

TERRAIN_ROLES = tuple(sorted(ROLES))


def _around(long: float, deep: float) -> tuple[Point, ...]:
    return (
        (-long / 2, -deep / 2),
        (long / 2, -deep / 2),
        (long / 2, deep / 2),
        (-long / 2, deep / 2),
    )


PART_KINDS = (
    PartView(id="wall", outline=_around(3.0, 0.3), bottom=0.0, top=3.0, traits=("Heavy",), role="wall"),
    PartView(
        id="window",
        outline=_around(1.2, 0.3),
        bottom=1.0,
        top=2.0,
        traits=("Exposed",),
        see_through=True,
        role="window",
    ),
    PartView(id="door", outline=_around(1.2, 0.3), bottom=0.0, top=2.0, traits=("Heavy",), role="door"),
    PartView(
        id="hatch", outline=_around(1.2, 1.2), bottom=0.0, top=0.5, traits=("Insignificant", "Exposed"), role="hatch"
    ),
    PartView(id="floor", outline=_around(3.0, 3.0), bottom=2.9, top=3.0, vantage=True),
)
"""Parts to add to a piece: usual sizes in inches around the origin, for users to adjust."""


Array = NDArray[np.float64]
Lens = tuple[CameraModel, BoardPose]

SIZES_MM = (10.0, 12.0, 14.0, 17.0, 18.0, 20.0, 22.0, 24.0, 25.0, 30.0, 36.0, 40.0, 50.0)
"""Printed tag sizes: a measured side within `SIZE_SHARE` of one is rounded to it."""

SIZE_SHARE = 0.05
MOST_LETTERS = 24
EDGE_MM = 4.0
"""How far outside the drawn outline a tag may be and still belong to the piece, since outlines are drawn by hand."""


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
    """Return a piece with one part, from the drawn outline of its top edge and the tags visible on it.

    Its frame has its origin at the outline's centroid and x along the longest side. `before` is the previous version of
    the part: its other properties are kept. Its frame is kept if one of its tags is visible; otherwise its leaves are
    dropped. Raises `SetupRefusedError` if the outline crosses itself or no tag is visible on it.
    """
    top_mm = top_in * MM_PER_INCH
    shape = _drawn(title, corners_px, top_mm=top_mm, lens=lens)
    seen = {tag.id: tag for tag in tags if tag.id not in taken}
    found = [tag for tag in seen.values() if _on(shape, _flat(tag, top_mm, lens))]
    if not found:
        raise SetupRefusedError("setup-piece-no-tag", piece=title)
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
    """Return the outline drawn in the image, projected to the board at a height in mm, counter-clockwise."""
    if len(corners_px) < 3:
        raise SetupRefusedError("setup-outline-corners", piece=title, corners=len(corners_px))
    shape = Polygon(unproject(*lens, np.asarray(corners_px, dtype=np.float64), top_mm))
    if not shape.is_valid or shape.area < 50:
        raise SetupRefusedError("setup-outline-crossed", piece=title)
    return shape if shape.exterior.is_ccw else shape.reverse()


def _entry(title: str, fields: Mapping[str, Any]) -> TerrainEntry:
    try:
        return TerrainEntry.model_validate(fields)
    except ValidationError as error:
        raise SetupRefusedError(
            "setup-part-refused", piece=title, part=fields["id"], fault=first_fault(error)
        ) from None


def _flat(tag: TagSighting, top_mm: float, lens: Lens) -> Array:
    """Return a tag's corners on the board at a height in mm."""
    return unproject(*lens, tag.corners_px, top_mm)


def _on(shape: Polygon, corners: Array) -> bool:
    return bool(shape.buffer(EDGE_MM).covers(ShapelyPoint(corners.mean(axis=0))))


def _frame(outline: Array) -> tuple[Array, Array]:
    """Return an outline's centroid, and the matrix that rotates row vectors into its frame (x: longest side)."""
    sides = np.roll(outline, -1, axis=0) - outline
    x, y = sides[np.argmax(np.linalg.norm(sides, axis=1))]
    return np.asarray(Polygon(outline).centroid.coords[0]), _turned(float(np.arctan2(y, x)))


def _turned(angle: float) -> Array:
    """Return the (2, 2) matrix that rotates column vectors by an angle in radians, and row vectors by its negative."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def _tag_on(tag: TagSighting, corners: Array, *, origin: Array, turn: Array, top_mm: float) -> ThingTag:
    """Return a visible tag in the frame of a piece at `origin`, rotated by `turn`."""
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
    """Return the printed size closest to a measured side, or the side itself if none is close."""
    nearest = min(SIZES_MM, key=lambda size: abs(size - side_mm))
    return nearest if abs(nearest - side_mm) < SIZE_SHARE * nearest else round(side_mm, 1)


def sized_tags(
    tags: Iterable[TagSighting],
    known: Mapping[int, float],
    *,
    top_mm: float | None,
    lens: Lens,
) -> tuple[tuple[TagSighting, float], ...]:
    """Return the visible tags with their sizes in mm.

    A size is known, or is measured at height `top_mm` and then used only if it is a printed size.
    """
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
    """Return a library's piece placed on a drawn outline, with the tags visible there.

    It is rotated for the largest overlap with the outline; if several rotations fit, users choose with `rotate_piece`.
    Raises `SetupRefusedError` as `drawn_piece` does.
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
        raise SetupRefusedError("setup-piece-no-tag", piece=piece.name)
    carried = tuple(_tag_on(tag, _flat(tag, top_mm, lens), origin=origin, turn=turn, top_mm=top_mm) for tag in found)
    first, *others = entries_of(piece, name=name)
    return Piece(id=name, name=piece.name, entries=(first.model_copy(update={"tags": carried}), *others))


def _angle(shape: Polygon) -> float:
    """Return the direction of the longest side in radians."""
    corners = np.asarray(shape.exterior.coords)
    sides = np.diff(corners, axis=0)
    along = sides[np.argmax(np.linalg.norm(sides, axis=1))]
    return float(np.arctan2(along[1], along[0]))


def _shared(own: Polygon, drawn: Polygon, *, angle: float, inner: Array, middle: Array) -> float:
    turn = _turned(angle)
    return float(affine_transform(own, [*turn.flat, *(middle - turn @ inner)]).intersection(drawn).area)


def edited_piece(piece: Piece, action: EditPiece) -> Piece:
    """Return a piece with other parts and the same tags.

    Raises `SetupRefusedError` or `LibraryError`, which names the invalid part.
    """
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
    """Return an unused short id."""
    known = set(taken)
    return next(name for name in (f"{stem}-{number}" for number in range(1, 1000)) if name not in known)


def name_of(title: str, taken: Iterable[str]) -> str:
    """Return an unused id derived from a piece's name; rulings show it."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MOST_LETTERS].strip("-") or "piece"
    known = set(taken)
    return stem if stem not in known else free_name({*known, f"{stem}-1"}, stem)


SAME = 0.97
"""Least overlap with its own outline for a rotation to count as fitting."""


def rotate_piece(piece: Piece) -> Piece:
    """Return a piece rotated to the next orientation with the same outline, by half a turn if there is none.

    It rotates counter-clockwise about its outline's centroid.
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


def _behind(tag: ThingTag, middle: ShapelyPoint, angle_deg: float) -> ThingTag:
    """Return a tag with its position on the board unchanged while its piece rotates."""
    x, y, z = tag.offset_mm
    back = rotate(ShapelyPoint(x, y), -angle_deg, origin=middle)
    angle = (tag.angle_deg - angle_deg + 180.0) % 360.0 - 180.0
    place = (round(back.x, 2), round(back.y, 2), z)
    return tag.model_copy(update={"offset_mm": place, "angle_deg": round(angle, 2)})
