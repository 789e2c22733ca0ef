"""Camera optics: the height at which a camera module sees the board, and the smallest tag it can read from there."""

from __future__ import annotations

import math
from dataclasses import dataclass

MARGIN_MM = 25.0
"""Least visible margin around the board, because a mount is never quite straight or centred."""


@dataclass(frozen=True, slots=True)
class CameraModule:
    """Camera module with its lens, according to its data sheet.

    `size_px` is the full resolution of the sensor (width, height), `pitch_um` its pixel pitch, `focal_mm` the focal
    length of the lens. Distortion is ignored, so results hold in the middle of the image.
    """

    name: str
    size_px: tuple[int, int]
    pitch_um: float
    focal_mm: float

    def __post_init__(self) -> None:
        if not (min(self.size_px) > 0 and self.pitch_um > 0 and self.focal_mm > 0):
            raise ValueError(f"{self!r}: expected sizes above 0")


@dataclass(frozen=True, slots=True)
class SensorMode:
    """Mode of a module: images of `size_px`, each pixel of `binned` x `binned` sensor pixels."""

    module: CameraModule
    size_px: tuple[int, int]
    binned: int = 1

    def __post_init__(self) -> None:
        used = tuple(side * self.binned for side in self.size_px)
        if used[0] > self.module.size_px[0] or used[1] > self.module.size_px[1]:
            raise ValueError(f"{self!r}: larger than {self.module.size_px}")

    @property
    def focal_px(self) -> float:
        """Focal length in pixels of this mode."""
        return self.module.focal_mm * 1000 / (self.module.pitch_um * self.binned)

    @property
    def field_deg(self) -> tuple[float, float]:
        """Horizontal and vertical angles of view."""
        across, down = (2 * math.degrees(math.atan(side / 2 / self.focal_px)) for side in self.size_px)
        return across, down

    def field_mm(self, height_mm: float) -> tuple[float, float]:
        """Return the visible width and depth of a board at that distance below the lens."""
        across, down = (side * height_mm / self.focal_px for side in self.size_px)
        return across, down

    def px_per_mm(self, height_mm: float) -> float:
        """Return the pixels per millimetre of the board from that height."""
        return self.focal_px / height_mm

    def lowest_mm(self, board_mm: tuple[float, float], margin_mm: float = MARGIN_MM) -> float:
        """Return the least height of the lens at which the whole board and a margin around it are in the image."""
        return max(
            (side_mm + 2 * margin_mm) * self.focal_px / side_px
            for side_mm, side_px in zip(board_mm, self.size_px, strict=True)
        )

    def smallest_tag_mm(self, height_mm: float, px_per_module: float, modules: int) -> float:
        """Return the side of the smallest tag of `modules` modules that has `px_per_module` pixels per module."""
        return px_per_module * modules / self.px_per_mm(height_mm)


def corner_angle_deg(board_mm: tuple[float, float], height_mm: float) -> float:
    """Return the angle from the vertical to a board corner; at 45, a model hides a strip as long as it is high."""
    return math.degrees(math.atan(math.hypot(*board_mm) / 2 / height_mm))


_CM2 = CameraModule("Camera Module 2", (3280, 2464), 1.12, 3.04)
_CM3 = CameraModule("Camera Module 3", (4608, 2592), 1.4, 4.74)
_CM3_WIDE = CameraModule("Camera Module 3 Wide", (4608, 2592), 1.4, 2.75)
_HQ_6 = CameraModule("HQ Camera, 6 mm lens", (4056, 3040), 1.55, 6.0)
_HQ_8 = CameraModule("HQ Camera, 8 mm lens", (4056, 3040), 1.55, 8.0)
_GS_6 = CameraModule("Global Shutter, 6 mm lens", (1456, 1088), 3.45, 6.0)

MODES: tuple[SensorMode, ...] = (
    SensorMode(_CM2, (1640, 1232), 2),
    SensorMode(_CM2, (3280, 2464)),
    SensorMode(_CM3, (2304, 1296), 2),
    SensorMode(_CM3, (4608, 2592)),
    SensorMode(_CM3_WIDE, (2304, 1296), 2),
    SensorMode(_CM3_WIDE, (4608, 2592)),
    SensorMode(_HQ_6, (2028, 1520), 2),
    SensorMode(_HQ_8, (2028, 1520), 2),
    SensorMode(_GS_6, (1456, 1088)),
)
"""Raspberry Pi's modules in the modes that use the full width of the sensor."""
