"""The file format of a position with a question (docs/formats.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.rules.errors import MalformedError

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
    """One marker of a position; a carried one has no place of its own. `owner` is the player whose equipment it is."""

    id: str
    kind: str
    owner: str | None = None
    pos: Point | None = None
    z: float = 0.0
    mm: float = 20
    carried_by: str | None = None
    pick_up_allowed: bool | None = None


class Scenario(_Record):
    """A position, a question, and the ruling expected, if one is."""

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
        """The query's type."""
        return str(self.query.get("type"))


def load_scenarios(path: Path) -> tuple[Scenario, ...]:
    """Read a corpus file: a list of scenarios, or an object with the key `scenarios`.

    Raises `MalformedError` with one line that names the file, the scenario, the field and the value.
    """
    try:
        raw = json.loads(path.read_text(encoding="utf-8"), parse_constant=_refuse_constant)
    except OSError as error:
        raise MalformedError(f"{path}: cannot be read ({error.strerror}): give the path of a corpus file") from error
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"{path}: is no JSON ({error}): expected a file of scenarios") from error
    items = raw.get("scenarios") if isinstance(raw, dict) else raw
    if not isinstance(items, list):
        raise MalformedError(f"{path}: expected a list of scenarios, or an object with the key 'scenarios'")
    return tuple(_scenario(path, index, item) for index, item in enumerate(items))


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number in JSON")


def _scenario(path: Path, index: int, item: object) -> Scenario:
    name = item.get("id", index) if isinstance(item, dict) else index
    try:
        return Scenario.model_validate(item)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        value = repr(first["input"])
        raise MalformedError(
            f"{path}: scenario {name}: field {field or '(whole)'}: {first['msg'].lower()}, found {value[:80]}"
        ) from error
