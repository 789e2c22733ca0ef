"""Catalogue: the things on a table and their tags, as the models of `catalogue.json` (docs/formats.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from calibration.errors import CalibrationError, CatalogueError, first_fault
from calibration.files import DigestError, read_undigested
from calibration.tags import DictionaryName, dictionary_size
from messages.message import Message, MessageError

Mount = Literal["tab", "whole", "head", "collar"]
PositiveMm = Annotated[float, Field(gt=0, lt=10_000, allow_inf_nan=False)]
Mm = Annotated[float, Field(gt=-10_000, lt=10_000, allow_inf_nan=False)]
Degrees = Annotated[float, Field(ge=-3600, le=3600, allow_inf_nan=False)]
TagId = Annotated[int, Field(ge=0)]
Name = Annotated[str, Field(min_length=1)]


class _Model(BaseModel):
    """Frozen; unknown fields are ignored, so that catalogues can be extended."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


def as_tuple(value: Any) -> Any:
    """Return a list from a file as a tuple, because strict fields accept no lists."""
    return tuple(value) if isinstance(value, list) else value


class BoardTag(_Model):
    """A tag printed on the board: its centre in board millimetres."""

    id: TagId
    size_mm: PositiveMm
    centre_mm: tuple[Mm, Mm]
    angle_deg: Degrees = 0.0

    _lists = field_validator("centre_mm", mode="before")(as_tuple)


class ThingTag(_Model):
    """A tag on a thing: `offset_mm` is its centre in the thing's frame, z up from the underside."""

    id: TagId
    size_mm: PositiveMm
    offset_mm: tuple[Mm, Mm, Mm]
    angle_deg: Degrees = 0.0

    _lists = field_validator("offset_mm", mode="before")(as_tuple)


class BoardSheet(_Model):
    """The board: its size and the tags printed on it."""

    size_mm: tuple[PositiveMm, PositiveMm]
    tags: tuple[BoardTag, ...]

    _lists = field_validator("size_mm", "tags", mode="before")(as_tuple)


class OperativeEntry(_Model):
    """One miniature: `base_mm` is a diameter, or (long, short) of an oval whose long axis is its own x axis."""

    id: Name
    player: str = ""
    name: str = ""
    base_mm: PositiveMm | tuple[PositiveMm, PositiveMm]
    figure_height_mm: PositiveMm | None = None
    mount: Mount | None = None
    tags: tuple[ThingTag, ...]

    _lists = field_validator("base_mm", "tags", mode="before")(as_tuple)

    @field_validator("base_mm")
    @classmethod
    def _long_first(cls, value: float | tuple[float, float]) -> float | tuple[float, float]:
        if isinstance(value, tuple) and value[1] > value[0]:
            raise CatalogueError("catalogue-base-order")
        return value

    @property
    def half_axes_mm(self) -> tuple[float, float]:
        """Half the long and half the short diameter of the base, mm."""
        if isinstance(self.base_mm, tuple):
            return self.base_mm[0] / 2, self.base_mm[1] / 2
        return self.base_mm / 2, self.base_mm / 2

    def mount_of(self, tag: ThingTag) -> Mount:
        """Return how the tag is mounted: `mount` if given, otherwise derived from its offset.

        Above 15 mm it is on the head; with its centre beyond the rim it is a tab; centred it is the whole top; anything
        else is a collar.
        """
        if self.mount is not None:
            return self.mount
        x, y, z = tag.offset_mm
        if z > 15:
            return "head"
        reach = (x * x + y * y) ** 0.5
        if reach > self.half_axes_mm[1]:
            return "tab"
        return "whole" if reach < 1 else "collar"


class LeafPlace(_Model):
    """Position of the tag on a leaf in the frame of its terrain part, for the open or the closed leaf."""

    offset_mm: tuple[Mm, Mm, Mm]
    angle_deg: Degrees = 0.0

    _lists = field_validator("offset_mm", mode="before")(as_tuple)


class LeafEntry(_Model):
    """A door's or hatch's leaf with its tag, and the tag's positions when the leaf is open and closed."""

    id: Name
    tag_id: TagId
    size_mm: PositiveMm
    open: LeafPlace
    closed: LeafPlace

    def tag_at(self, state: Literal["open", "closed"]) -> ThingTag:
        """Return the tag at its position on the part in that state."""
        place = self.open if state == "open" else self.closed
        return ThingTag(id=self.tag_id, size_mm=self.size_mm, offset_mm=place.offset_mm, angle_deg=place.angle_deg)


class TerrainPart(_Model):
    """Part of a piece of terrain: an upright prism over `footprint_mm` from `z_mm[0]` to `z_mm[1]`.

    `role` is its kind, or that of the moving part on it ("door", "access_point", "window"), `state` its default state.
    """

    id: Name
    feature: Name | None = None
    footprint_mm: tuple[tuple[Mm, Mm], ...] = Field(min_length=3)
    z_mm: tuple[Mm, Mm]
    traits: tuple[str, ...] = ()
    vantage: bool = False
    see_through: bool = False
    role: Name | None = None
    state: Name | None = None
    leaves: tuple[LeafEntry, ...] = ()

    _lists = field_validator("z_mm", "traits", "leaves", mode="before")(as_tuple)

    @field_validator("footprint_mm", mode="before")
    @classmethod
    def _corners(cls, value: Any) -> Any:
        return tuple(as_tuple(corner) for corner in value) if isinstance(value, list | tuple) else value

    @field_validator("z_mm")
    @classmethod
    def _upright(cls, value: tuple[float, float]) -> tuple[float, float]:
        if value[0] >= value[1]:
            raise CatalogueError("catalogue-heights-order")
        return value


class TerrainEntry(TerrainPart):
    """Terrain part on the table, with its tags.

    Parts of the same `piece` are one rigid body: they share one frame, and the tags of any part locate all of them.
    `equipment` is the name of the item, `player` its owner.
    """

    piece: Name | None = None
    equipment: Name | None = None
    player: str = ""
    tags: tuple[ThingTag, ...] = ()

    _tags = field_validator("tags", mode="before")(as_tuple)


class MarkerEntry(_Model):
    """One marker or token: a flat disc. `player` is its owner, if it has one."""

    id: Name
    kind: str
    player: str = ""
    diameter_mm: PositiveMm
    tags: tuple[ThingTag, ...]

    _lists = field_validator("tags", mode="before")(as_tuple)


class Catalogue(_Model):
    """All things with tags; use `load_catalogue`, which rejects contradictions."""

    version: Literal[1]
    dictionary: DictionaryName
    board: BoardSheet
    operatives: tuple[OperativeEntry, ...] = ()
    terrain: tuple[TerrainEntry, ...] = ()
    markers: tuple[MarkerEntry, ...] = ()

    _lists = field_validator("operatives", "terrain", "markers", mode="before")(as_tuple)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        seen: dict[int, str] = {}
        limit = dictionary_size(self.dictionary)
        for where, tag_id in self._tag_places():
            if tag_id in seen:
                raise CatalogueError("catalogue-tag-twice", field=where, tag=tag_id, other=seen[tag_id])
            if tag_id >= limit:
                raise CatalogueError(
                    "catalogue-tag-unknown", field=where, tag=tag_id, dictionary=self.dictionary, last=limit - 1
                )
            seen[tag_id] = where
        for kind in ("operatives", "terrain", "markers"):
            names: set[str] = set()
            for index, thing in enumerate(getattr(self, kind)):
                if thing.id in names:
                    raise CatalogueError("catalogue-id-twice", field=f"{kind}[{index}].id", id=thing.id)
                names.add(thing.id)
        return self

    def _tag_places(self) -> Iterator[tuple[str, int]]:
        for index, tag in enumerate(self.board.tags):
            yield f"board.tags[{index}].id", tag.id
        for kind in ("operatives", "terrain", "markers"):
            for index, thing in enumerate(getattr(self, kind)):
                for number, tag in enumerate(thing.tags):
                    yield f"{kind}[{index}].tags[{number}].id", tag.id
        for index, part in enumerate(self.terrain):
            for number, leaf in enumerate(part.leaves):
                yield f"terrain[{index}].leaves[{number}].tag_id", leaf.tag_id

    @property
    def pieces(self) -> dict[str, tuple[TerrainEntry, ...]]:
        """The rigid pieces of terrain by name, each with its parts; a part without a piece is its own."""
        grouped: dict[str, list[TerrainEntry]] = {}
        for part in self.terrain:
            grouped.setdefault(part.piece or part.id, []).append(part)
        return {name: tuple(parts) for name, parts in grouped.items()}

    @property
    def bare(self) -> Self:
        """The catalogue with nothing on the board."""
        return self.model_copy(update={"operatives": (), "terrain": (), "markers": ()})

    @property
    def tag_ids(self) -> frozenset[int]:
        """Every tag id of the catalogue."""
        return frozenset(tag_id for _, tag_id in self._tag_places())

    @property
    def tag_sizes_mm(self) -> dict[int, float]:
        """Side of the black square of every tag, by id, mm."""
        sizes = {tag.id: tag.size_mm for tag in self.board.tags}
        for things in (self.operatives, self.terrain, self.markers):
            sizes.update({tag.id: tag.size_mm for thing in things for tag in thing.tags})
        sizes.update({leaf.tag_id: leaf.size_mm for part in self.terrain for leaf in part.leaves})
        return sizes


def load_catalogue(path: Path | str) -> Catalogue:
    """Return the catalogue in a file; `CatalogueError` names the file, the field, its value and what was expected."""
    path = Path(path)
    return parse_catalogue(read_json(path, CatalogueError, Message.of("file-kind-catalogue")), source=str(path))


def parse_catalogue(data: Any, *, source: str = "catalogue") -> Catalogue:
    """Return the catalogue in decoded JSON; `CatalogueError` names `source`, the field, its value and the fault."""
    try:
        return Catalogue.model_validate(data)
    except ValidationError as error:
        raise CatalogueError("file-fault", file=source, fault=first_fault(error)) from None


def read_json(path: Path, error: type[MessageError], kind: Message) -> Any:
    """Return the decoded JSON of a file; raises `error` if it is missing, not JSON or fails its digest.

    `kind` is what the file should contain, one of the messages `file-kind-...`.
    """
    try:
        return json.loads(read_undigested(path).decode("utf-8"), parse_constant=_refuse_constant)
    except DigestError as fault:
        raise error(Message.of("file-fault", file=path, fault=fault)) from None
    except OSError as fault:
        raise error(Message.of("file-unreadable", file=path, reason=fault.strerror or fault, kind=kind)) from None
    except RecursionError:
        raise error(Message.of("file-nested-deeply", file=path, kind=kind)) from None
    except ValueError as fault:
        raise error(Message.of("file-not-json", file=path, fault=fault, kind=kind)) from None


def _refuse_constant(name: str) -> float:
    raise CalibrationError("file-json-constant", found=name)
