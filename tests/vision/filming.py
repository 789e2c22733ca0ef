"""A table that is filmed and followed: pictures of the simulated table, spoiled on the way, and what is said."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from calibration.rig import BoardPose, Rig, project
from geometry.placement import Placement
from simulation import Poses, Sensor, example_catalogue, example_poses, example_rig
from simulation.degradations.occluders import at_height, lay, rectangle
from tests.drawn import drawer
from vision.tracking.table_tracker import Observation, TableTracker
from vision.tracking.track import TrackState

Spoil = Callable[[np.ndarray], np.ndarray]
THERE = {TrackState.SEEN, TrackState.COVERED, TrackState.MOVING}
FALSE_STATES = {TrackState.LIFTED, TrackState.GONE}


def pushed(rig: Rig, shift_mm: tuple[float, float, float], turn_deg: float = 0.0) -> Rig:
    """The same camera after it was pushed, counted along the board's axes, and turned about its own axis."""
    assert rig.pose is not None
    turn = np.asarray(cv2.Rodrigues(np.array([0.0, 0.0, np.radians(turn_deg)]))[0])
    rotation = turn @ rig.pose.rotation
    camera = rig.pose.camera_mm + np.asarray(shift_mm)
    return Rig(rig.camera, BoardPose(np.asarray(cv2.Rodrigues(rotation)[0], np.float64).ravel(), -rotation @ camera))


def moved(poses: Poses, name: str, x: float, y: float) -> Poses:
    """The poses with one operative elsewhere, on its level."""
    old = poses.operatives[name]
    return replace(poses, operatives={**poses.operatives, name: Placement(name, x, y, old.z, old.rotation_deg)})


def without(poses: Poses, *names: str) -> Poses:
    """The poses with some operatives off the table."""
    left = {name: at for name, at in poses.operatives.items() if name not in names}
    return replace(poses, operatives=left)


def brighter(factor: float) -> Spoil:
    """Another light on everything."""
    return lambda light: light * np.float32(factor)


@dataclass
class Film:
    """One table, its camera and what follows it; the time runs from one `shot` to the next."""

    rig: Rig = field(default_factory=example_rig)
    fps: float = 5.0
    t_s: float = 0.0
    shots: int = 0
    seen: list[Observation] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.catalogue = example_catalogue()
        self.tracker = TableTracker(self.rig, self.catalogue)
        self.sensor = Sensor()
        self._renderer = drawer(self.rig)

    def again(self) -> Film:
        """Return the same film so far, to be gone on with apart from this one; what draws the table is shared."""
        return copy.deepcopy(self, {id(self._renderer): self._renderer, id(self.catalogue): self.catalogue})

    def at(self, rig: Rig) -> None:
        """Hang the camera elsewhere; the tracker is not told."""
        self.rig = rig
        self._renderer = drawer(rig)

    def paper(
        self,
        centre: tuple[float, float],
        sides: tuple[float, float],
        turn_deg: float = 0.0,
        colour: tuple[float, float, float] = (0.82, 0.84, 0.85),
    ) -> Spoil:
        """A printed sheet over everything, millimetres on the board."""
        outline = at_height(rectangle(centre, sides, turn_deg), 40.0)

        def spoil(light: np.ndarray) -> np.ndarray:
            assert self.rig.pose is not None
            covered = np.ascontiguousarray(light)
            lay(covered, project(self.rig.camera, self.rig.pose, outline), colour, soft_px=0.4)
            for row in np.arange(-0.4, 0.45, 0.08):
                c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
                line = rectangle((0.0, row * sides[1]), (0.8 * sides[0], 2.0), 0.0) @ np.array([[c, s], [-s, c]])
                placed = at_height(line + np.asarray(centre), 40.0)
                lay(covered, project(self.rig.camera, self.rig.pose, placed), (0.2, 0.2, 0.2))
            return covered

        return spoil

    def arm(self, tip: tuple[float, float], to: tuple[float, float]) -> Spoil:
        """An arm in a sleeve from beyond the board's edge to its fingers, millimetres on the board."""
        along = np.subtract(tip, to)
        length, turn = float(np.hypot(*along)), float(np.degrees(np.arctan2(along[1], along[0])))
        middle = np.add(tip, to) / 2
        outline = at_height(rectangle((float(middle[0]), float(middle[1])), (length, 70.0), turn), 60.0)

        def spoil(light: np.ndarray) -> np.ndarray:
            assert self.rig.pose is not None
            covered = np.ascontiguousarray(light)
            lay(covered, project(self.rig.camera, self.rig.pose, outline), (0.2, 0.3, 0.6), soft_px=0.5)
            return covered

        return spoil

    def shot(self, poses: Poses, *spoils: Spoil, after_s: float | None = None) -> Observation:
        """Take and follow one picture, `after_s` after the last (a frame's time unless told)."""
        if self.shots:
            self.t_s += after_s if after_s is not None else 1 / self.fps
        self.shots += 1
        light = self._renderer.light(poses).copy()
        for spoil in spoils:
            light = spoil(light)
        picture = self.sensor.codes(self.sensor.blurred(np.ascontiguousarray(light, np.float32)), self.shots)
        self.seen.append(self.tracker.observe(picture, self.t_s))
        return self.seen[-1]

    def run(self, poses: Poses, seconds: float, *spoils: Spoil, every_s: float | None = None) -> list[Observation]:
        """Film the same for a while."""
        step = every_s or 1 / self.fps
        return [self.shot(poses, *spoils, after_s=step) for _ in range(max(1, round(seconds / step)))]


def off_mm(poses: Poses, seen: Observation, name: str) -> float:
    """How far a track is from the truth."""
    true, found = poses.operatives[name], seen.operatives[name].placement
    return float(np.hypot(true.x - found.x, true.y - found.y) * 25.4)


def wrongly(poses: Poses, seen: Iterable[Observation], limit_mm: float = 1.0) -> list[str]:
    """What settled pictures said that is not so: somebody who stands there lifted or gone, or placed elsewhere."""
    faults = []
    for each in seen:
        if not each.settled:
            continue
        for name in poses.operatives:
            track = each.operatives.get(name)
            if track is None or track.state in FALSE_STATES:
                faults.append(f"{each.t_s:.1f} s: {name} is {track.state if track else 'unknown'}")
            elif off_mm(poses, each, name) > limit_mm:
                faults.append(f"{each.t_s:.1f} s: {name} is {off_mm(poses, each, name):.2f} mm off, {track.state}")
    return faults


def still() -> Poses:
    """The example's table, standing."""
    return example_poses()
