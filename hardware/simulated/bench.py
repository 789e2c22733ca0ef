"""A table that somebody lays, one thing after another: empty at first, and a box of things beside it."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable
from dataclasses import replace

from calibration.catalogue import Catalogue, MarkerEntry, OperativeEntry, TerrainEntry
from geometry.placement import Placement
from hardware.errors import SceneError
from hardware.simulated.scene import Poses

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
