"""Scene: poses, the scene protocol with still, scripted and editable scenes, and tag mount errors."""

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
    """Position of a hand: the point between its fingertips, in board inches, and the direction of its arm.

    `arm_deg` is the direction from the fingertips to the elbow, counter-clockwise from +x.
    """

    x: float
    y: float
    z: float = 1.2
    arm_deg: float = -90.0


@dataclass(frozen=True, slots=True)
class Poses:
    """Placements of everything at one moment, by the ids of the catalogue; things that are not named are off the table.

    Placements are in board inches; `z` is the underside. `hand` is None without a hand.
    """

    operatives: Mapping[str, Placement] = field(default_factory=dict)
    terrain: Mapping[str, Placement] = field(default_factory=dict)
    markers: Mapping[str, Placement] = field(default_factory=dict)
    hand: Hand | None = None


class Scene(Protocol):
    """Poses as a function of time."""

    @property
    def catalogue(self) -> Catalogue:
        """True catalogue of the things and their tags."""
        ...

    def at(self, t_s: float) -> Poses:
        """Return all poses `t_s` seconds after the scene began."""
        ...


@dataclass(frozen=True, slots=True)
class StillScene:
    """Scene without motion."""

    catalogue: Catalogue
    poses: Poses

    def at(self, t_s: float) -> Poses:
        """Return the same poses at any time."""
        del t_s
        return self.poses


@dataclass(frozen=True, slots=True)
class PlayedScene:
    """Scene played by a function of time, for any script."""

    catalogue: Catalogue
    play: Callable[[float], Poses]

    def at(self, t_s: float) -> Poses:
        """Return the function's poses."""
        return self.play(t_s)


Thing = OperativeEntry | TerrainEntry | MarkerEntry


class EditableScene:
    """Scene whose catalogue and poses change while the camera runs: `fill` the box, `put` on the table, `take` off.

    Things in the box are not in the image. Thread-safe.
    """

    def __init__(self, bare: Catalogue) -> None:
        """Start with the bare board of a catalogue and an empty box."""
        self._bare = bare.bare
        self._lock = threading.Lock()
        self._things: dict[str, Thing] = {}
        self._poses = Poses()
        self._catalogue = self._bare

    @property
    def catalogue(self) -> Catalogue:
        """True catalogue of the things and their tags; a new object whenever the box changes."""
        return self._catalogue

    def at(self, t_s: float) -> Poses:
        """Return the current poses, for any time."""
        del t_s
        return self._poses

    @property
    def box(self) -> tuple[Thing, ...]:
        """All things, on the table or beside it, in the order of their arrival."""
        return tuple(self._things.values())

    def on_table(self, thing: str) -> bool:
        """Return whether a thing is on the table."""
        poses = self._poses
        return thing in poses.operatives or thing in poses.terrain or thing in poses.markers

    def fill(self, things: Iterable[Thing], *, without: Collection[str] = ()) -> None:
        """Put things into the box; one with a known id replaces that thing with other tags, and leaves the table.

        Things of `without` that are not among them are removed. Raises `SceneError` if two things carry the same tag,
        since the camera could not distinguish them.
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
        """Place a thing on the table, from the box or another place; `SceneError` names the contents of the box."""
        with self._lock:
            known = self._things.get(thing)
            if known is None and self._things:
                raise SceneError("simulation-not-in-box", thing=thing, known=sorted(self._things))
            if known is None:
                raise SceneError("simulation-box-empty", thing=thing)
            poses = self._poses
            if isinstance(known, OperativeEntry):
                self._poses = replace(poses, operatives={**poses.operatives, thing: at})
            elif isinstance(known, TerrainEntry):
                self._poses = replace(poses, terrain={**poses.terrain, thing: at})
            else:
                self._poses = replace(poses, markers={**poses.markers, thing: at})

    def take(self, thing: str) -> None:
        """Take a thing off the table; does nothing if it is not on it."""
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
                raise SceneError("simulation-tag-twice", tag=tag.id, one=owner[tag.id], other=thing.id)


def perturb_tag_mounts(
    catalogue: Catalogue, *, sigma_mm: float = 0.15, sigma_deg: float = 0.5, seed: int = 0
) -> Catalogue:
    """Return the true catalogue if every tag on a thing was mounted with a random error.

    The tag's position has an error of `sigma_mm` in x and in y, its angle around its own centre one of `sigma_deg`,
    both normal; the board's tags are printed and have none. Render with this catalogue and measure with the original.
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
