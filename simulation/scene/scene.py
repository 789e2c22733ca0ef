"""Poses, `Scene` protocol, still, played and editable scenes, tag mounting errors."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from calibration.catalogue import Catalogue, MarkerEntry, OperativeEntry, TerrainEntry, ThingTag
from geometry.placement import Placement
from simulation.errors import SceneError


@dataclass(frozen=True, slots=True)
class Hand:
    """Where a hand is: the point between its fingertips, in board inches, and the side that its arm comes from.

    `arm_deg` is the direction from the fingertips to the elbow, counter-clockwise from +x.
    """

    x: float
    y: float
    z: float = 1.2
    arm_deg: float = -90.0


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


Thing = OperativeEntry | TerrainEntry | MarkerEntry


class Bench:
    """A scene whose catalogue and poses change while the camera looks: `fill` the box, `put` on, `take` off.

    What lies in the box is not in the picture. It may be asked and changed by several threads.
    """

    def __init__(self, bare: Catalogue) -> None:
        """Lay the bare board of a catalogue; nothing stands on it, nothing is in the box."""
        self._bare = bare.bare
        self._lock = threading.Lock()
        self._things: dict[str, Thing] = {}
        self._poses = Poses()
        self._catalogue = self._bare

    @property
    def catalogue(self) -> Catalogue:
        """What truly carries which tag: another object whenever something new came into the box."""
        return self._catalogue

    def at(self, t_s: float) -> Poses:
        """Return where everything is now, whatever the time."""
        del t_s
        return self._poses

    @property
    def box(self) -> tuple[Thing, ...]:
        """Everything there is, on the table or beside it, in the order in which it came."""
        return tuple(self._things.values())

    def on_table(self, thing: str) -> bool:
        """Return whether a thing stands on the table."""
        poses = self._poses
        return thing in poses.operatives or thing in poses.terrain or thing in poses.markers

    def fill(self, things: Iterable[Thing], *, without: Collection[str] = ()) -> None:
        """Put things into the box; one of the same id is the same thing with other tags, and leaves the table.

        Those of `without` that are not among them are thrown away. Raises `SceneError` when two things carry the same
        tag: on one table the camera could not tell them apart.
        """
        with self._lock:
            new = {thing.id: thing for thing in things}
            gone = {name for name in without if name in self._things and name not in new}
            everything = {name: one for name, one in self._things.items() if name not in gone} | new
            changed = gone | {name for name, thing in new.items() if self._things.get(name) != thing}
            if not changed:
                return
            _each_tag_once(everything.values())
            self._things = everything
            self._poses = _without(self._poses, changed)
            self._catalogue = self._bare.model_copy(
                update={
                    "operatives": tuple(one for one in everything.values() if isinstance(one, OperativeEntry)),
                    "terrain": tuple(one for one in everything.values() if isinstance(one, TerrainEntry)),
                    "markers": tuple(one for one in everything.values() if isinstance(one, MarkerEntry)),
                }
            )

    def put(self, thing: str, at: Placement) -> None:
        """Stand a thing on the table, wherever it was; `SceneError` names what the box holds."""
        with self._lock:
            known = self._things.get(thing)
            if known is None:
                raise SceneError(
                    f"{thing!r} is not in the box; it holds {', '.join(sorted(self._things)) or 'nothing'}"
                )
            poses = self._poses
            if isinstance(known, OperativeEntry):
                self._poses = replace(poses, operatives={**poses.operatives, thing: at})
            elif isinstance(known, TerrainEntry):
                self._poses = replace(poses, terrain={**poses.terrain, thing: at})
            else:
                self._poses = replace(poses, markers={**poses.markers, thing: at})

    def take(self, thing: str) -> None:
        """Take a thing off the table; nothing happens when it is not there."""
        with self._lock:
            self._poses = _without(self._poses, {thing})


def _without(poses: Poses, things: set[str]) -> Poses:
    return replace(
        poses,
        operatives={name: at for name, at in poses.operatives.items() if name not in things},
        terrain={name: at for name, at in poses.terrain.items() if name not in things},
        markers={name: at for name, at in poses.markers.items() if name not in things},
    )


def _each_tag_once(things: Iterable[Thing]) -> None:
    owner: dict[int, str] = {}
    for thing in things:
        for tag in thing.tags:
            if owner.setdefault(tag.id, thing.id) != thing.id:
                raise SceneError(f"tag {tag.id} is on {owner[tag.id]} and on {thing.id}: expected it once")


def loosely_mounted(
    catalogue: Catalogue, *, sigma_mm: float = 0.15, sigma_deg: float = 0.5, seed: int = 0
) -> Catalogue:
    """Return the catalogue as it is in truth when every tag on a thing was glued with an error.

    The tag's place errs by `sigma_mm` in x and in y, its angle about its own middle by `sigma_deg`, both normal; the
    board's tags are printed and do not err. Draw this one and measure with the other.
    """
    rng = np.random.default_rng(seed)

    def glued(tag: ThingTag) -> ThingTag:
        x, y, z = tag.offset_mm
        beside = rng.normal(0.0, sigma_mm, 2)
        askew = float(rng.normal(0.0, sigma_deg))
        offset = (x + float(beside[0]), y + float(beside[1]), z)
        return tag.model_copy(update={"offset_mm": offset, "angle_deg": tag.angle_deg + askew})

    changed = {
        kind: tuple(
            thing.model_copy(update={"tags": tuple(glued(tag) for tag in thing.tags)})
            for thing in getattr(catalogue, kind)
        )
        for kind in ("operatives", "terrain", "markers")
    }
    return catalogue.model_copy(update=changed)
