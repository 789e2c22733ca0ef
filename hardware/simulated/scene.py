"""What the simulated camera photographs: things from a catalogue, where they stand, at any time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from calibration.catalogue import Catalogue
from geometry.placement import Placement
from hardware.simulated.hand import Hand


@dataclass(frozen=True, slots=True)
class Poses:
    """Where everything is at one moment, by the ids of the catalogue; what is not named is not on the table.

    Placements are board inches; `z` is the underside. `hand` is None when nobody reaches in.
    """

    operatives: Mapping[str, Placement] = field(default_factory=dict)
    terrain: Mapping[str, Placement] = field(default_factory=dict)
    markers: Mapping[str, Placement] = field(default_factory=dict)
    hand: Hand | None = None


class Scene(Protocol):
    """Poses as a function of time."""

    @property
    def catalogue(self) -> Catalogue:
        """What carries which tag."""
        ...

    def at(self, t_s: float) -> Poses:
        """Return where everything is `t_s` seconds after the scene began."""
        ...


@dataclass(frozen=True, slots=True)
class StillScene:
    """A scene in which nothing moves."""

    catalogue: Catalogue
    poses: Poses

    def at(self, t_s: float) -> Poses:
        """Return the same poses at any time."""
        del t_s
        return self.poses


@dataclass(frozen=True, slots=True)
class PlayedScene:
    """A scene that a function of time plays: any script, for a camera that knows nothing of it."""

    catalogue: Catalogue
    play: Callable[[float], Poses]

    def at(self, t_s: float) -> Poses:
        """Return what the function says."""
        return self.play(t_s)
