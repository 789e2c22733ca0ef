"""Terrain as a game keeps it, so that what was judged on it can be judged again."""

from __future__ import annotations

from dataclasses import dataclass

from geometry.errors import GeometryError
from geometry.terrain import Part
from referee.rules.errors import MalformedError

Corner = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RecordedTerrain:
    """One part of terrain in plain data; the fields are those of `geometry.terrain.Part`, lengths in inches.

    Raises `MalformedError` for an outline or heights that no part has.
    """

    id: str
    feature: str
    outline: tuple[Corner, ...]
    bottom: float
    top: float
    traits: tuple[str, ...] = ()
    see_through: bool = False
    role: str | None = None
    state: str | None = None
    killzone: str | None = None
    equipment: str | None = None

    def __post_init__(self) -> None:
        try:
            self.part()
        except GeometryError as error:
            raise MalformedError(str(error)) from error

    @classmethod
    def of(cls, part: Part) -> RecordedTerrain:
        """Return a part as the game keeps it."""
        return cls(
            part.id,
            part.feature,
            tuple((float(x), float(y)) for x, y in part.outline),
            part.bottom,
            part.top,
            tuple(sorted(part.traits)),
            part.see_through,
            part.role,
            part.state,
            part.killzone,
            part.equipment,
        )

    def part(self) -> Part:
        """Return it as the judge has it."""
        return Part(
            self.id,
            self.feature,
            self.outline,
            self.bottom,
            self.top,
            traits=frozenset(self.traits),
            see_through=self.see_through,
            role=self.role,
            state=self.state,
            killzone=self.killzone,
            equipment=self.equipment,
        )
