"""One picture of a table before the camera has coded it, with everything that is true of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.rig import Rig, project
from hardware.simulated.sensor import Sensor
from hardware.simulated.view import Floats

Codes: TypeAlias = NDArray[np.uint8]
Points: TypeAlias = NDArray[np.float64]
CodeStep: TypeAlias = Callable[[Codes], Codes]


@dataclass(frozen=True, slots=True, eq=False)
class TagThere:
    """A tag where it truly is: `corners_mm`, shape (4, 3), of its black square; `thing` carries it, None the board.

    `kind` is "board", "terrain", "operative" or "marker".
    """

    id: int
    thing: str | None
    kind: str
    corners_mm: Points

    @property
    def centre_mm(self) -> Points:
        """The square's middle, shape (3,)."""
        middle: Points = self.corners_mm.mean(axis=0)
        return middle


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """A table in a room.

    `light` is linear BGR, shape (height, width, 3), paper about 0.85. `rig` took the picture; `believed` and
    `catalogue` are what the program is told. `where_mm` are the operatives' true places on the board, `readable` those
    of which a tag can be read by a good eye. `floor`, where known, marks the pixels of bare mat. `coding` are steps
    that the camera takes after its sensor: tone, compression.
    """

    name: str
    light: Floats
    rig: Rig
    believed: Rig
    catalogue: Catalogue
    where_mm: Mapping[str, tuple[float, float, float]]
    readable: frozenset[str]
    tags: Mapping[int, TagThere]
    sensor: Sensor
    floor: NDArray[np.bool_] | None = None
    coding: tuple[CodeStep, ...] = ()

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height) of the picture."""
        return self.light.shape[1], self.light.shape[0]

    def pixels(self, points_mm: Points) -> Points:
        """Return where the true camera sees board points of shape (n, 3): shape (n, 2)."""
        pose = self.rig.pose
        assert pose is not None
        return project(self.rig.camera, pose, np.asarray(points_mm, np.float64).reshape(-1, 3))

    def corners_px(self, tag: TagThere) -> Points:
        """Return where a tag's corners are in the picture, shape (4, 2)."""
        return self.pixels(tag.corners_mm)

    def lit(self, light: Floats) -> Room:
        """Return the room in another light."""
        return replace(self, light=np.ascontiguousarray(light, dtype=np.float32))

    def hidden(self, things: set[str]) -> Room:
        """Return the room with some operatives that no eye can read any more."""
        return replace(self, readable=self.readable - things)

    def coded(self, *steps: CodeStep) -> Room:
        """Return the room seen by a camera that does more to its pictures."""
        return replace(self, coding=(*self.coding, *steps))

    def picture(self, seed: int) -> Codes:
        """Return the photograph, uint8 (height, width, 3) BGR, with the noise that belongs to `seed`."""
        codes = self.sensor.codes(self.sensor.blurred(self.light), seed)
        for step in self.coding:
            codes = step(codes)
        return np.ascontiguousarray(codes)
