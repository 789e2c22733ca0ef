"""What the players said of what is too close to call about an attack, before any die; the best estimate elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from referee.rules.dice.sheltering import EVEN


class About(Enum):
    """What may be too close to call: who helps, who is garrisoned, who is near who is hurt, what Vantage gives."""

    HELPS = "helps"
    GARRISONED = "garrisoned"
    NEAR = "near"
    VANTAGE = "vantage"


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing that the camera cannot tell of an operative; `beside` is whom it may be near."""

    about: About
    of: str
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """The answers by what they are about."""

    answers: Mapping[Doubt, bool] = field(default_factory=lambda: MappingProxyType({}))

    def holds(self, doubt: Doubt, p: float) -> bool:
        """Return what was said of it; where nothing was, whether it is likelier than not."""
        return self.answers.get(doubt, p >= EVEN)

    def about(self, about: About) -> dict[str, bool]:
        """Return what was said of one matter, by operative."""
        return {doubt.of: held for doubt, held in self.answers.items() if doubt.about is about}


NOTHING_SAID = Said()
