"""Terrain library: pieces with their parts, traits and tags, in a file that people can share and write by hand."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from shapely import Point, Polygon, unary_union
from shapely.validation import explain_validity

from calibration.catalogue import (
    LeafEntry,
    TerrainEntry,
    TerrainPart,
    ThingTag,
    as_tuple,
)
from calibration.errors import LibraryError, first_fault
from calibration.files import DigestError, read_undigested
from calibration.tags import DictionaryName, dictionary_size
from messages.message import Message

EXAMPLES = files("calibration") / "libraries"
TALLEST_MM = 400.0
UNDER_TAG_MM = 3.0
"""Largest distance of a tag from the surface that carries it: card, glue, and the reading of a ruler."""

PieceId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Title = Annotated[str, Field(min_length=1, max_length=80)]

_STRICT = ConfigDict(frozen=True, extra="forbid", strict=True)


class LibraryPart(TerrainPart):
    """One part of a piece, in the piece's frame; its id is unique only within the piece."""

    model_config = _STRICT

    id: PieceId

    @model_validator(mode="after")
    def _a_prism(self) -> Self:
        outline = Polygon(self.footprint_mm)
        if not outline.is_valid or outline.area <= 0:
            raise LibraryError("catalogue-part-outline", part=self.id, fault=explain_validity(outline))
        bottom, top = self.z_mm
        if bottom < 0 or top > TALLEST_MM:
            raise LibraryError("catalogue-part-heights", part=self.id, bottom=bottom, top=top, highest=TALLEST_MM)
        return self

    @property
    def outline(self) -> Polygon:
        """The part seen from above, mm."""
        return Polygon(self.footprint_mm)


class LibraryTag(ThingTag):
    """A tag on a piece: its centre is in the piece's frame."""

    model_config = _STRICT


class LibraryPiece(BaseModel):
    """One rigid piece of terrain with its parts and the tags that locate it.

    `feature` is shared by pieces that are one terrain feature; by default each piece is one. `equipment` is the name of
    the item that the piece represents ("light barricade").
    """

    model_config = _STRICT

    id: PieceId
    name: Title
    feature: PieceId | None = None
    equipment: Title | None = None
    parts: Annotated[tuple[LibraryPart, ...], Field(min_length=1)]
    tags: tuple[LibraryTag, ...] = ()

    _lists = field_validator("parts", "tags", mode="before")(as_tuple)

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        ids = [part.id for part in self.parts]
        twice = [one for one in ids if ids.count(one) > 1]
        if twice:
            raise LibraryError("catalogue-part-twice", piece=self.id, part=twice[0])
        for tag in self.tags:
            self._carries(tag)
        return self

    def _carries(self, tag: LibraryTag) -> None:
        """Raise `LibraryError` for a tag with nothing under it at its height: it would misplace the piece."""
        x, y, z = tag.offset_mm
        over = [part for part in self.parts if part.outline.distance(Point(x, y)) <= tag.size_mm / 2]
        heights = sorted({0.0, *(part.z_mm[1] for part in over)})
        if not any(abs(z - height) <= UNDER_TAG_MM for height in heights):
            raise LibraryError(
                "catalogue-piece-tag-height", tag=tag.id, piece=self.id, found=z, x=x, y=y, heights=heights
            )

    @property
    def tag_ids(self) -> tuple[int, ...]:
        """Every tag id of the piece; those of doors and hatches are last."""
        return (*(tag.id for tag in self.tags), *(leaf.tag_id for part in self.parts for leaf in part.leaves))


class Library(BaseModel):
    """File of terrain pieces, version 1, with unique tag ids."""

    model_config = _STRICT

    version: Literal[1]
    name: Title
    about: str = ""
    killzone: Title | None = None
    dictionary: DictionaryName = "DICT_ARUCO_MIP_36h12"
    pieces: Annotated[tuple[LibraryPiece, ...], Field(min_length=1)]

    _lists = field_validator("pieces", mode="before")(as_tuple)

    @model_validator(mode="after")
    def _once(self) -> Self:
        limit = dictionary_size(self.dictionary)
        names: set[str] = set()
        carriers: dict[int, str] = {}
        for piece in self.pieces:
            if piece.id in names:
                raise LibraryError("catalogue-piece-twice", piece=piece.id)
            names.add(piece.id)
            for tag_id in piece.tag_ids:
                if tag_id in carriers:
                    raise LibraryError("catalogue-piece-tag-twice", tag=tag_id, piece=piece.id, other=carriers[tag_id])
                if tag_id >= limit:
                    raise LibraryError(
                        "catalogue-piece-tag-unknown",
                        tag=tag_id,
                        piece=piece.id,
                        dictionary=self.dictionary,
                        last=limit - 1,
                    )
                carriers[tag_id] = piece.id
        return self

    def piece(self, name: str) -> LibraryPiece:
        """Return the piece with that id; `LibraryError` lists the existing ones."""
        for piece in self.pieces:
            if piece.id == name:
                return piece
        raise LibraryError(
            "catalogue-piece-unknown", piece=name, library=self.name, known=[piece.id for piece in self.pieces]
        )


MOST_BYTES = 1_000_000
"""Longest file of a library, in bytes."""


def load_library(path: Path | str) -> Library:
    """Return the library in a TOML file; `LibraryError` names the file, the field, its value and what was expected."""
    path = Path(path)
    kind = Message.of("file-kind-library")
    try:
        text = read_undigested(path)
        if len(text) > MOST_BYTES:
            raise LibraryError("file-too-long", file=path, found=len(text), most=MOST_BYTES, kind=kind)
        data = tomllib.loads(text.decode("utf-8-sig"))
    except DigestError as fault:
        raise LibraryError("file-fault", file=path, fault=fault) from None
    except OSError as fault:
        raise LibraryError("file-unreadable", file=path, reason=fault.strerror or fault, kind=kind) from None
    except LibraryError:
        raise
    except (ValueError, RecursionError) as fault:
        raise LibraryError("file-not-toml", file=path, fault=fault, kind=kind) from None
    return parse_library(data, source=str(path))


def parse_library(data: Any, *, source: str = "library") -> Library:
    """Return the library in decoded TOML or JSON; `LibraryError` names `source`, the field, its value and the fault."""
    try:
        return Library.model_validate(data)
    except ValidationError as error:
        raise LibraryError("file-fault", file=source, fault=first_fault(error)) from None


def example_libraries() -> dict[str, Library]:
    """Return the libraries that ship with Overlook, by file name."""
    found = sorted((entry for entry in EXAMPLES.iterdir() if entry.name.endswith(".toml")), key=lambda one: one.name)
    return {
        entry.name.removesuffix(".toml"): parse_library(
            tomllib.loads(entry.read_text(encoding="utf-8")), source=entry.name
        )
        for entry in found
    }


def library_data(library: Library) -> dict[str, Any]:
    """Return a library as plain data without default values, for a file."""
    data = library.model_dump(mode="json", exclude_defaults=True)
    return {"version": library.version, "name": library.name, "dictionary": library.dictionary} | data


def outline_of(piece: LibraryPiece) -> tuple[tuple[float, float], ...]:
    """Return the outline of a piece seen from above, mm in its frame, counter-clockwise.

    If parts do not touch, it is the convex hull of all. Holes are filled.
    """
    covered = unary_union([part.outline.buffer(0.01, join_style="mitre") for part in piece.parts])
    shape = covered if isinstance(covered, Polygon) else covered.convex_hull
    shape = Polygon(shape.exterior).buffer(-0.01, join_style="mitre").simplify(0.05)
    corners = list(shape.exterior.coords)[:-1]
    ordered = corners if shape.exterior.is_ccw else corners[::-1]
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in ordered)


def entries_of(
    piece: LibraryPiece,
    *,
    name: str | None = None,
    tags: Mapping[int, int] | None = None,
    player: str = "",
) -> tuple[TerrainEntry, ...]:
    """Return the catalogue entries of a piece: one for each part, the first with the piece's tags.

    `name` is its id on this table, needed if there are two of a kind; `tags` maps the library's tag ids to this
    table's.
    """
    name, new = name or piece.id, tags or {}
    entries = []
    for index, part in enumerate(piece.parts):
        own = part.model_dump()
        own["leaves"] = tuple(_renumbered(leaf, new) for leaf in part.leaves)
        carried = tuple(ThingTag(**{**tag.model_dump(), "id": new.get(tag.id, tag.id)}) for tag in piece.tags)
        own |= {
            "id": name if len(piece.parts) == 1 else f"{name}.{part.id}",
            "feature": f"{name}.{part.feature}" if part.feature is not None else piece.feature or name,
            "piece": name,
            "equipment": piece.equipment,
            "player": player,
            "tags": carried if index == 0 else (),
        }
        entries.append(TerrainEntry(**own))
    return tuple(entries)


def _renumbered(leaf: LeafEntry, tags: Mapping[int, int]) -> LeafEntry:
    return leaf.model_copy(update={"tag_id": tags.get(leaf.tag_id, leaf.tag_id)})


def piece_of(entries: Sequence[TerrainEntry], *, name: str = "") -> LibraryPiece:
    """Return a piece on a table as a library piece; `LibraryError` names what a library cannot store.

    `entries` are all parts of one piece; `name` is for people.
    """
    first = entries[0]
    own = first.piece or first.id
    shared = {entry.feature or own for entry in entries if not _is_separate_feature(entry, own)}
    if len(shared) > 1:
        raise LibraryError("catalogue-piece-features", piece=own, features=sorted(shared))
    feature = next(iter(shared), own)
    kept = set(TerrainPart.model_fields)
    parts = [
        entry.model_dump(include=kept)
        | {
            "id": entry.id.removeprefix(f"{own}."),
            "feature": (entry.feature or "").removeprefix(f"{own}.") if _is_separate_feature(entry, own) else None,
        }
        for entry in entries
    ]
    document = {
        "id": own,
        "name": name or own,
        "feature": feature if feature != own else None,
        "equipment": first.equipment,
        "parts": tuple(parts),
        "tags": tuple(tag.model_dump() for entry in entries for tag in entry.tags),
    }
    try:
        return LibraryPiece.model_validate(document)
    except ValidationError as error:
        raise LibraryError("catalogue-piece-fault", piece=own, fault=first_fault(error)) from None


def _is_separate_feature(entry: TerrainEntry, piece: str) -> bool:
    """Return whether a part is a separate feature within its piece."""
    return (entry.feature or "").startswith(f"{piece}.")
