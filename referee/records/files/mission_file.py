"""Mission files: schema, reading and writing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from shapely import Point, Polygon, box
from shapely.validation import explain_validity

from geometry.base import EXACT_TOLERANCE, MM_PER_INCH
from messages.message import Message
from referee.editions.registry import EditionName
from referee.records.files.pack_file import ActionRecord, actions_of
from referee.records.files.text_files import parsed, text_of
from referee.rules.errors import MalformedError, fault_at
from referee.rules.mission import MarkerSpot, Mission, MissionSide, PlacedItem
from referee.rules.ports.markers import MARKER_MM, OBJECTIVE, OBJECTIVE_MM

Id = Annotated[str, Field(strict=True, min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.-]+$")]
Title = Annotated[str, Field(strict=True, min_length=1, max_length=80)]
Inches = Annotated[float, Field(ge=0, le=96, allow_inf_nan=False)]
Millimetres = Annotated[float, Field(gt=0, lt=200)]
Point2 = tuple[Inches, Inches]
Corners = Annotated[tuple[Point2, ...], Field(min_length=3, max_length=60)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SideRecord(_Record):
    """One side of the board: corners in inches from the lower-left corner."""

    id: Id
    name: Title
    drop_zone: Corners
    territory: Corners


class ObjectiveRecord(_Record):
    """An objective marker: the inches where its middle lies."""

    id: Id
    at: Point2
    diameter_mm: Millimetres = OBJECTIVE_MM
    pick_up_allowed: bool = False


class MarkerRecord(_Record):
    """Another marker that the mission lays out."""

    id: Id
    kind: Title
    at: Point2
    diameter_mm: Millimetres = MARKER_MM
    side: Id | None = None
    pick_up_allowed: bool = False


class ItemRecord(_Record):
    """Equipment that the mission sets up, and the outline of where it stands."""

    item: Title
    side: Id | None = None
    outline: Corners


class MissionFile(_Record):
    """A mission file; lengths are inches, markers' diameters millimetres."""

    version: Literal[1]
    name: Title
    about: str = ""
    edition: EditionName = "2024"
    killzone: Title | None = None
    board: tuple[Annotated[float, Field(gt=0, le=96)], Annotated[float, Field(gt=0, le=96)]] = (30.0, 22.0)
    equipment: tuple[Title, ...] | None = None
    sides: Annotated[tuple[SideRecord, ...], Field(min_length=2, max_length=4)]
    objectives: tuple[ObjectiveRecord, ...] = ()
    markers: tuple[MarkerRecord, ...] = ()
    items: tuple[ItemRecord, ...] = ()
    actions: tuple[ActionRecord, ...] = ()

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        self._once("mission-side-twice", [side.id for side in self.sides])
        self._once("mission-marker-twice", [*(one.id for one in self.objectives), *(one.id for one in self.markers)])
        for side in self.sides:
            self._area(f"sides.{side.id}.drop_zone", side.drop_zone)
            self._area(f"sides.{side.id}.territory", side.territory)
        for one, other in ((a, b) for k, a in enumerate(self.sides) for b in self.sides[k + 1 :]):
            shared = Polygon(one.drop_zone).intersection(Polygon(other.drop_zone)).area
            if shared > EXACT_TOLERANCE:
                raise MalformedError("mission-zones-overlap", side=other.id, other=one.id, area=shared)
        spots: tuple[ObjectiveRecord | MarkerRecord, ...] = (*self.objectives, *self.markers)
        for spot in spots:
            if not box(0, 0, *self.board).covers(Point(spot.at).buffer(spot.diameter_mm / MM_PER_INCH / 2 - 1e-6)):
                raise MalformedError("mission-marker-off-board", marker=spot.id, x=spot.at[0], y=spot.at[1])
        known = {side.id for side in self.sides}
        for named in (*(one.side for one in self.markers), *(one.side for one in self.items)):
            if named is not None and named not in known:
                raise MalformedError("mission-side-unknown", mission=self.name, side=named, known=sorted(known))
        for number, item in enumerate(self.items):
            self._area(f"items[{number}].outline", item.outline)
        try:
            actions_of(self.actions, self.edition)
        except MalformedError as error:
            raise MalformedError("record-fault", field="actions", fault=error) from error
        return self

    def _once(self, code: str, ids: list[str]) -> None:
        twice = sorted({one for one in ids if ids.count(one) > 1})
        if twice:
            raise MalformedError(code, id=twice[0])

    def _area(self, where: str, corners: tuple[Point2, ...]) -> None:
        area = Polygon(corners)
        if not area.is_valid or area.area <= 0:
            raise MalformedError("mission-area", field=where, fault=explain_validity(area))
        if not box(0, 0, *self.board).buffer(EXACT_TOLERANCE).covers(area):
            width, depth = self.board
            raise MalformedError("mission-area-off-board", field=where, width=width, depth=depth)

    def mission(self) -> Mission:
        """Return the mission of the file."""
        markers = [
            MarkerSpot(one.id, OBJECTIVE, one.at, one.diameter_mm / MM_PER_INCH, None, one.pick_up_allowed)
            for one in self.objectives
        ]
        markers += [
            MarkerSpot(one.id, one.kind, one.at, one.diameter_mm / MM_PER_INCH, one.side, one.pick_up_allowed)
            for one in self.markers
        ]
        return Mission(
            name=self.name,
            edition=self.edition,
            board=self.board,
            sides=tuple(MissionSide(side.id, side.name, side.drop_zone, side.territory) for side in self.sides),
            markers=tuple(markers),
            items=tuple(PlacedItem(one.item, one.outline, one.side) for one in self.items),
            equipment=self.equipment,
            killzone=self.killzone,
            about=self.about,
            actions=tuple(one.model_dump(mode="json", exclude_defaults=True) for one in self.actions),
        )


def file_of(mission: Mission) -> MissionFile:
    """Convert a mission to its file model; raises pydantic's `ValidationError` if a file cannot represent it."""

    def mm(diameter: float) -> float:
        return round(diameter * MM_PER_INCH, 4)

    data: dict[str, Any] = {
        "version": 1,
        "name": mission.name,
        "about": mission.about,
        "edition": mission.edition,
        "killzone": mission.killzone,
        "board": mission.board,
        "equipment": mission.equipment,
        "sides": [
            {"id": one.id, "name": one.name, "drop_zone": one.drop_zone, "territory": one.territory}
            for one in mission.sides
        ],
        "objectives": [
            {
                "id": one.id,
                "at": one.at,
                "diameter_mm": mm(one.diameter),
                "pick_up_allowed": one.pick_up_allowed,
            }
            for one in mission.markers
            if one.kind == OBJECTIVE
        ],
        "markers": [
            {
                "id": one.id,
                "kind": one.kind,
                "at": one.at,
                "diameter_mm": mm(one.diameter),
                "side": one.side,
                "pick_up_allowed": one.pick_up_allowed,
            }
            for one in mission.markers
            if one.kind != OBJECTIVE
        ],
        "items": [{"item": one.item, "side": one.side, "outline": one.outline} for one in mission.items],
        "actions": mission.actions,
    }
    return MissionFile.model_validate(data)


EXPECTED = Message.of("record-kind-mission")
EXAMPLES = files("referee.records.files") / "examples" / "missions"


def read_mission(path: Path) -> Mission:
    """Return the mission of a file; raises `MalformedError` on one line: file, field, value, what was expected."""
    return mission_text(text_of(path, EXPECTED), str(path))


def mission_text(text: str, source: str) -> Mission:
    """Return the mission of a file's text, TOML or JSON; `source` is the file's name, for errors and for its type."""
    return mission_of(parsed(source, text, EXPECTED), source)


def mission_of(raw: Any, source: str) -> Mission:
    """Return the mission of a file's parsed content; `source` names the file in errors."""
    try:
        return MissionFile.model_validate(raw).mission()
    except ValidationError as error:
        raise MalformedError("file-fault", file=source, fault=_fault(error)) from error


@cache
def example_missions() -> Mapping[str, Mission]:
    """Return the missions shipped with Overlook, by file name."""
    found = sorted((entry for entry in EXAMPLES.iterdir() if entry.name.endswith(".toml")), key=lambda one: one.name)
    texts = {entry.name: entry.read_text(encoding="utf-8") for entry in found}
    return MappingProxyType({name.removesuffix(".toml"): mission_text(text, name) for name, text in texts.items()})


def mission_data(mission: Mission) -> dict[str, Any]:
    """Return a mission as plain data for a file, without default values.

    Raises `MalformedError` for a mission that a file cannot represent.
    """
    try:
        kept = file_of(mission)
    except ValidationError as error:
        raise MalformedError("mission-fault", mission=mission.name, fault=_fault(error)) from error
    data = kept.model_dump(mode="json", exclude_defaults=True)
    return {"version": kept.version, "name": kept.name, "edition": kept.edition, "board": list(kept.board)} | data


def mission_schema() -> dict[str, Any]:
    """Return the JSON schema of a mission file."""
    return MissionFile.model_json_schema()


def _fault(error: ValidationError) -> Message:
    first = error.errors()[0]
    field = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in first["loc"]).lstrip(".")
    return fault_at(field, first)
