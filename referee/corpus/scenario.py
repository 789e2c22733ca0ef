"""File format of scenarios, converted to a `Position` and a `Question`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from geometry.base import MM_PER_INCH, BaseShape
from geometry.placement import Placement
from geometry.table import Board, Marker, Operative, Table
from geometry.terrain import Part
from messages.message import Message
from referee.rules.errors import MalformedError, fault_at
from referee.rules.ports.edition import Edition
from referee.rules.position import Order, Position, Status
from referee.rules.support import snap_to_surfaces


@dataclass(frozen=True, slots=True)
class Question:
    """One question, under an edition that includes the killzone's overlay.

    `words` are the question's own fields ("by", "target", "distance"), `facts` are known to the game ("order",
    "performed_this_activation"); a missing fact means that it did not happen.
    """

    id: str
    kind: str
    edition: Edition
    position: Position
    words: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)

    def optional(self, key: str, default: Any = None) -> Any:
        """Return the field with that key, or the default."""
        return self.words.get(key, default)

    def required(self, key: str) -> Any:
        """Return the field with that key; raises `MalformedError` if it is missing."""
        if key not in self.words:
            raise MalformedError("scenario-field-missing", scenario=self.id, question=self.kind, field=key)
        return self.words[key]

    def fact(self, key: str, default: Any = None) -> Any:
        """Return the fact with that key, or the default."""
        return self.facts.get(key, default)

    def operative(self, key: str) -> str:
        """Return the operative named in that field, or the only one present if the question names none.

        Raises `MalformedError` if it does not exist or is ambiguous.
        """
        there = sorted(self.position.table.operatives)
        if key not in self.words and len(there) == 1:
            return there[0]
        name = str(self.required(key))
        if name not in there:
            raise MalformedError("scenario-operative-unknown", scenario=self.id, field=key, found=name, known=there)
        return name

    def number(self, key: str) -> float:
        """Return the number in that field; raises `MalformedError` for another value."""
        value = self.required(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise MalformedError("scenario-number", scenario=self.id, field=key, found=str(value))
        return float(value)

    def order_of(self, key: str) -> Order:
        """Return the order of the named operative: declared in the facts, or its own."""
        declared = self.fact("order")
        return Order(declared) if declared else self.position.status[self.operative(key)].order


Answerer = Callable[[Question], Mapping[str, Any]]
"""Answers one kind of question: a value for each key of that kind."""


@dataclass(frozen=True, slots=True)
class AnswerSet:
    """Kinds of questions that one edition answers, with its id ("kt24")."""

    edition: str
    by_kind: Mapping[str, Answerer]


Point = tuple[float, float]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class ScenarioOperative(_Record):
    """One operative of a position: base in mm, everything else in inches."""

    id: str
    player: str
    pos: Point
    z: float = 0.0
    base_mm: float | tuple[float, float]
    rot: float = 0.0
    order: str = "engage"
    apl: int = 2
    move: float = 6
    wounds: tuple[int, int] = (10, 10)
    head: Annotated[float, Field(gt=0)] = 1.6


class ScenarioTerrain(_Record):
    """One terrain part of a position: an upright prism."""

    id: str
    feature: str | None = None
    poly: Annotated[tuple[Point, ...], Field(min_length=3)]
    z: tuple[float, float]
    traits: tuple[str, ...] = ()
    see_through: bool = False
    role: str | None = None
    state: str | None = None
    killzone: str | None = None
    equipment: bool | str | None = None


class ScenarioMarker(_Record):
    """One marker of a position; a carried one has no own position. `owner` is the player whose equipment it is."""

    id: str
    kind: str
    owner: str | None = None
    pos: Point | None = None
    z: float = 0.0
    mm: float = 20
    carried_by: str | None = None
    pick_up_allowed: bool | None = None


class Scenario(_Record):
    """A position, a question, and the expected ruling, if any."""

    id: str
    edition: str
    board: tuple[float, float] = (30, 22)
    operatives: tuple[ScenarioOperative, ...] = ()
    terrain: tuple[ScenarioTerrain, ...] = ()
    markers: tuple[ScenarioMarker, ...] = ()
    state: dict[str, Any] = Field(default_factory=dict)
    query: dict[str, Any]
    expected: dict[str, Any] | None = None

    @property
    def question(self) -> str:
        """The type of the query."""
        return str(self.query.get("type"))


SCENARIOS = Message.of("scenario-kind")


def load_scenarios(path: Path) -> tuple[Scenario, ...]:
    """Read a corpus file: a list of scenarios, or an object with the key `scenarios`.

    Raises `MalformedError` with one line that names the file, the scenario, the field and the value.
    """
    try:
        raw = json.loads(path.read_text(encoding="utf-8"), parse_constant=_refuse_constant)
    except OSError as error:
        raise MalformedError("file-unreadable", file=path, reason=error.strerror or "", kind=SCENARIOS) from error
    except (ValueError, RecursionError) as error:
        raise MalformedError("file-not-json", file=path, fault=error, kind=SCENARIOS) from error
    items = raw.get("scenarios") if isinstance(raw, dict) else raw
    if not isinstance(items, list):
        raise MalformedError("scenario-no-list", file=path)
    return tuple(_scenario(path, index, item) for index, item in enumerate(items))


def _refuse_constant(name: str) -> float:
    raise MalformedError("file-json-constant", found=name)


def _scenario(path: Path, index: int, item: object) -> Scenario:
    name = item.get("id", index) if isinstance(item, dict) else index
    try:
        return Scenario.model_validate(item)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise MalformedError("scenario-fault", file=path, scenario=str(name), fault=fault_at(field, first)) from error


def question_of(scenario: Scenario, edition: Edition) -> Question:
    """Return the scenario's question, under the edition in the scenario's killzone."""
    return Question(
        scenario.id,
        scenario.question,
        edition.in_killzone(killzone_of(scenario)),
        position_of(scenario),
        scenario.query,
        scenario.state,
    )


def killzone_of(scenario: Scenario) -> str | None:
    """Return the killzone whose rules apply: from the state, or from any terrain part."""
    named = [scenario.state.get("killzone"), *(part.killzone for part in scenario.terrain)]
    return next((str(name).lower() for name in named if name), None)


def position_of(scenario: Scenario) -> Position:
    """Build the exact position of a scenario.

    Raises `MalformedError` for an unknown order, `GeometryError` for shapes that cannot exist. Markers that do not say
    `pick_up_allowed` cannot be picked up.
    """
    operatives = {one.id: _operative(one) for one in scenario.operatives}
    carried = {marker.carried_by: marker.id for marker in scenario.markers if marker.carried_by}
    table = Table(
        Board(*scenario.board),
        operatives,
        tuple(part_of(part) for part in scenario.terrain),
        {marker.id: _marker(marker, operatives) for marker in scenario.markers},
    )
    status = {
        one.id: Status(_order(scenario, one), one.apl, one.move, *one.wounds, carrying=carried.get(one.id))
        for one in scenario.operatives
    }
    return Position(
        snap_to_surfaces(table),
        status,
        killzone_of(scenario),
        not_liftable=frozenset(marker.id for marker in scenario.markers if not marker.pick_up_allowed),
        in_stronghold=frozenset(map(str, scenario.state.get("wholly_in_stronghold", ()))),
    )


def _order(scenario: Scenario, one: ScenarioOperative) -> Order:
    try:
        return Order(one.order)
    except ValueError:
        raise MalformedError(
            "scenario-order", scenario=scenario.id, operative=one.id, found=str(one.order), known=list(Order)
        ) from None


def _operative(one: ScenarioOperative) -> Operative:
    shape, turn = _shape(one.base_mm)
    return Operative(
        one.id, one.player, shape, one.head, Placement(one.id, *one.pos, z=one.z, rotation_deg=one.rot + turn)
    )


def _shape(base_mm: float | tuple[float, float]) -> tuple[BaseShape, float]:
    if isinstance(base_mm, tuple) and base_mm[0] < base_mm[1]:
        return BaseShape.from_mm((base_mm[1], base_mm[0])), 90.0
    return BaseShape.from_mm(base_mm), 0.0


def part_of(part: ScenarioTerrain) -> Part:
    """Return a terrain part in the form used in rulings."""
    return Part(
        part.id,
        part.feature or part.id,
        part.poly,
        *part.z,
        traits=frozenset(part.traits),
        see_through=part.see_through,
        role=part.role,
        state=part.state,
        killzone=part.killzone,
        equipment=str(part.equipment) if part.equipment else None,
    )


def _marker(marker: ScenarioMarker, operatives: dict[str, Operative]) -> Marker:
    if marker.pos is not None:
        where = Placement(marker.id, *marker.pos, z=marker.z)
    elif marker.carried_by in operatives:
        carrier = operatives[marker.carried_by].placement
        where = Placement(marker.id, carrier.x, carrier.y, carrier.z)
    else:
        raise MalformedError("scenario-marker-nowhere", marker=marker.id)
    return Marker(marker.id, marker.kind, marker.mm / MM_PER_INCH, where, marker.carried_by)
