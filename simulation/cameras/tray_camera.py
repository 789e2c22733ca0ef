"""Simulated dice tray: rendering, and a camera into whose view dice are thrown."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.camera import CameraIdentity, CameraMode, Capability, Pacer, utc_at
from hardware.errors import CameraError
from vision.frame import Frame

Image = NDArray[np.uint8]
Picture = NDArray[np.float32]
Colour = tuple[float, float, float]

IVORY: Colour = (214.0, 232.0, 238.0)
CRIMSON: Colour = (52.0, 40.0, 176.0)
AZURE: Colour = (168.0, 92.0, 36.0)
FELT: Colour = (58.0, 92.0, 44.0)
WOOD: Colour = (52.0, 84.0, 122.0)

_INK: Colour = (26.0, 26.0, 30.0)
_CHALK: Colour = (240.0, 242.0, 244.0)
_SUPERSAMPLE = 3
_SPACING = 0.25
_PIP_RADIUS = 0.095
_ROUNDING = 0.14
_APART = 1.6
_GRAINS = 7
_LAYOUT: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class TrayDie:
    """Die in the simulated tray: value on top, centre in px, rotation, and colour of its body."""

    value: int
    x_px: float
    y_px: float
    turn_deg: float = 0.0
    body: Colour = IVORY

    def __post_init__(self) -> None:
        if self.value not in _LAYOUT:
            raise ValueError(f"die value {self.value!r}")


class SimulatedTray:
    """Felt tray seen from straight above.

    `size_px` is (width, height) of the camera's image, `die_px` a die's edge in it, `noise` the standard deviation of a
    pixel in grey levels. The same seed gives the same tray and the same rolls.
    """

    def __init__(
        self, size_px: tuple[int, int] = (1280, 720), die_px: float = 64.0, noise: float = 1.5, seed: int = 0
    ) -> None:
        self._size, self._die_px, self._noise = size_px, die_px, noise
        self._rng = np.random.default_rng(seed)
        self._ground = self._felt()
        self._scene: tuple[tuple[TrayDie, ...], NDArray[np.int16]] | None = None
        self._grains: list[NDArray[np.int16]] = []
        self._taken = 0

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height) of the images."""
        return self._size

    @property
    def die_px(self) -> float:
        """A die's edge, pixels."""
        return self._die_px

    @property
    def corners_px(self) -> NDArray[np.float64]:
        """Corners of the felt, (4, 2), clockwise from the upper left."""
        width, height = self._size
        rim = self._rim_px
        return np.array([[rim, rim], [width - rim, rim], [width - rim, height - rim], [rim, height - rim]]) - 0.5

    @property
    def _rim_px(self) -> float:
        return round(0.08 * min(self._size))

    def _felt(self) -> Picture:
        width, height = self._size
        grain = cv2.GaussianBlur(self._rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 1.2)
        ground = np.array(FELT, dtype=np.float32) + grain[..., None] * 14
        rim = int(self._rim_px)
        wood = np.array(WOOD, dtype=np.float32) + cv2.blur(grain, (41, 1))[..., None] * 40
        inside = np.zeros((height, width, 1), dtype=np.float32)
        inside[rim : height - rim, rim : width - rim] = 1
        ground = ground * inside + wood * (1 - inside)
        shade = cv2.GaussianBlur(1 - inside[..., 0], (0, 0), 9)[..., None]
        return np.asarray(ground * (1 - 0.35 * shade * inside), dtype=np.float32)

    def picture(self, dice: Sequence[TrayDie] = ()) -> Image:
        """Return the image of a tray with these dice at rest, (height, width, 3) BGR, with noise.

        The scene is rendered once for the same dice; the noise cycles through a few fixed images.
        """
        lying = tuple(dice)
        if self._scene is None or self._scene[0] != lying:
            scene = self._ground.copy()
            for die in lying:
                _shadow(scene, die, self._die_px)
            for die in lying:
                _lay(scene, die, self._die_px)
            self._scene = (lying, scene.round().astype(np.int16))
        self._taken += 1
        still = self._scene[1]
        return np.asarray(cv2.add(still, self._grain(still.shape), dtype=cv2.CV_8U), dtype=np.uint8)

    def _grain(self, shape: tuple[int, ...]) -> NDArray[np.int16]:
        if len(self._grains) < _GRAINS:
            self._grains.append(self._rng.normal(0, self._noise, shape).round().astype(np.int16))
            return self._grains[-1]
        return self._grains[self._taken % _GRAINS]

    def throw(self, values: Sequence[int], body: Colour = IVORY, among: Sequence[TrayDie] = ()) -> list[TrayDie]:
        """Return dice of these values at random positions, clear of the walls and of the dice `among` them.

        Raises `ValueError` if the tray has no room for them.
        """
        lying = list(among)
        margin = self._rim_px + self._die_px
        for value in values:
            for _ in range(4000):
                x, y = (float(self._rng.uniform(margin, side - margin)) for side in self._size)
                if all(np.hypot(x - die.x_px, y - die.y_px) > _APART * self._die_px for die in lying):
                    break
            else:
                raise ValueError(f"no room: {len(among) + len(values)} dice")
            lying.append(TrayDie(value, x, y, float(self._rng.uniform(0, 360)), body))
        return lying[len(among) :]

    def rolling(self, ends: Sequence[TrayDie], lying: Sequence[TrayDie] = (), frames: int = 10) -> Iterator[Image]:
        """Yield the images of dice that roll in from the left and stop as `ends`, without touching those `lying`."""
        starts = [-2.0 * self._die_px - 40 * k for k in range(len(ends))]
        for frame in range(frames):
            way = 1 - (1 - (frame + 1) / (frames + 1)) ** 2
            moving = [
                TrayDie(
                    int(self._rng.integers(1, 7)),
                    start + (end.x_px - start) * way,
                    end.y_px + float(self._rng.normal(0, 6)) * (1 - way),
                    end.turn_deg + 720 * (1 - way),
                    end.body,
                )
                for start, end in zip(starts, ends, strict=True)
            ]
            yield self.picture([*lying, *moving])


def _patch(die: TrayDie, die_px: float) -> tuple[Picture, NDArray[np.float32], int, int]:
    """Return a die's colours, its coverage, and the image column and row of their first pixel."""
    reach = int(np.ceil(die_px * 0.75)) + 1
    left, top = round(die.x_px) - reach, round(die.y_px) - reach
    side = 2 * reach + 1
    across = (np.arange(side * _SUPERSAMPLE, dtype=np.float32) + 0.5) / _SUPERSAMPLE - 0.5
    gx, gy = np.meshgrid(across + left - die.x_px, across + top - die.y_px)
    c, s = np.cos(np.radians(die.turn_deg)), np.sin(np.radians(die.turn_deg))
    u, v = (c * gx + s * gy) / die_px, (-s * gx + c * gy) / die_px
    inner = 0.5 - _ROUNDING
    corner = np.hypot(np.maximum(np.abs(u) - inner, 0), np.maximum(np.abs(v) - inner, 0)) - _ROUNDING
    cover = (corner < 0).astype(np.float32)
    slope = np.clip(1 + corner / _ROUNDING, 0, 1) ** 2
    light = 1 - 0.28 * slope * np.clip((gx + gy) / die_px, -1, 1)
    colours = np.asarray(die.body, dtype=np.float32) * light[..., None]
    pip = _INK if sum(die.body) > 380 else _CHALK
    for i, j in _LAYOUT[die.value]:
        inside = np.hypot(u - i * _SPACING, v - j * _SPACING) < _PIP_RADIUS
        colours[inside] = pip
    size = (side, side)
    premultiplied = cv2.resize(colours * cover[..., None], size, interpolation=cv2.INTER_AREA)
    covered = cv2.resize(cover, size, interpolation=cv2.INTER_AREA)
    return np.asarray(premultiplied, np.float32), np.asarray(covered, np.float32), left, top


def _window(scene: Picture, left: int, top: int, side: int) -> tuple[slice, slice, slice, slice]:
    """Return the rows and columns of the scene that a patch covers, and those of the patch."""
    height, width = scene.shape[:2]
    y0, y1, x0, x1 = max(0, top), min(height, top + side), max(0, left), min(width, left + side)
    return slice(y0, max(y0, y1)), slice(x0, max(x0, x1)), slice(y0 - top, y1 - top), slice(x0 - left, x1 - left)


def _lay(scene: Picture, die: TrayDie, die_px: float) -> None:
    colours, cover, left, top = _patch(die, die_px)
    rows, columns, patch_rows, patch_columns = _window(scene, left, top, cover.shape[0])
    if rows.stop <= rows.start or columns.stop <= columns.start:
        return
    part = cover[patch_rows, patch_columns, None]
    scene[rows, columns] = scene[rows, columns] * (1 - part) + colours[patch_rows, patch_columns]


def _shadow(scene: Picture, die: TrayDie, die_px: float) -> None:
    fallen = TrayDie(die.value, die.x_px + 0.14 * die_px, die.y_px + 0.14 * die_px, die.turn_deg, die.body)
    _, cover, left, top = _patch(fallen, die_px)
    soft = cv2.GaussianBlur(cover, (0, 0), 0.07 * die_px)
    rows, columns, patch_rows, patch_columns = _window(scene, left, top, cover.shape[0])
    if rows.stop <= rows.start or columns.stop <= columns.start:
        return
    scene[rows, columns] *= 1 - 0.5 * soft[patch_rows, patch_columns, None]


ROLLING_FRAMES = 5


class SimulatedTrayCamera:
    """Camera above a tray into which `throw` throws dice, from any thread."""

    def __init__(self, tray: SimulatedTray, *, fps: float = 8.0) -> None:
        self.tray = tray
        self._fps = fps
        self._closed = threading.Event()
        self._closed.set()
        self._unplugged = threading.Event()
        self._light = 1.0
        self._lock = threading.Lock()
        self._lying: tuple[TrayDie, ...] = ()
        self._rolling: deque[NDArray[np.uint8]] = deque()

    @property
    def identity(self) -> CameraIdentity:
        """Identity of the camera."""
        return CameraIdentity("simulated-tray", "simulated dice tray", "simulated tray")

    @property
    def capabilities(self) -> frozenset[Capability]:
        """Capabilities of the camera."""
        return frozenset({Capability.LIVE, Capability.RESTLESS})

    @property
    def mode(self) -> CameraMode:
        """Mode of the camera, known even while it is closed."""
        return CameraMode(self.tray.size_px, self._fps, "BGR888")

    @property
    def lying(self) -> tuple[TrayDie, ...]:
        """Dice in the tray, at their present or final positions."""
        return self._lying

    def throw(self, dice: Sequence[TrayDie], *, keep: Sequence[TrayDie] = ()) -> None:
        """Roll these dice in beside the `keep` dice; all others are removed first."""
        with self._lock:
            self._lying = (*keep, *dice)
            self._rolling = deque(self.tray.rolling(dice, keep, ROLLING_FRAMES))

    def clear(self) -> None:
        """Remove all dice."""
        self.throw(())

    def light(self, by: float) -> None:
        """Set the light: 0 is off, 1 is as at calibration."""
        self._light = by

    def unplug(self) -> None:
        """Unplug the camera: `frames` and `open` raise `CameraError` until `plug`."""
        self._unplugged.set()

    def plug(self) -> None:
        """Plug the camera in again."""
        self._unplugged.clear()

    def open(self) -> None:
        """Start; `CameraError` while unplugged."""
        self._require_plugged()
        self._closed.clear()

    def close(self) -> None:
        """End `frames`."""
        self._closed.set()

    def frames(self) -> Iterator[Frame]:
        """Yield frames at their due times; `CameraError` if unplugged."""
        pacer = Pacer(self._fps)
        while True:
            due_s = pacer.next_due(0.0)
            picture = self._picture()
            if not pacer.wait_until(due_s, self._closed):
                return
            self._require_plugged()
            yield Frame(picture, due_s, utc_at(due_s), self.identity.id, str(self.mode))

    def _picture(self) -> NDArray[np.uint8]:
        with self._lock:
            shown = self._rolling.popleft() if self._rolling else self.tray.picture(self._lying)
        if self._light == 1.0:
            return shown
        return np.asarray(np.clip(shown * self._light, 0, 255), dtype=np.uint8)

    def _require_plugged(self) -> None:
        if self._unplugged.is_set():
            raise CameraError("simulation-unplugged", camera="tray")
