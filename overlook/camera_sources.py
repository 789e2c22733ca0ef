"""Cameras by their specification: simulated table, devices, plug-ins, files."""

from __future__ import annotations

from hardware.cameras.camera import Camera
from hardware.cameras.sources import CameraRequest, camera_kinds
from hardware.cameras.sources import camera_from_spec as _camera_from_spec
from hardware.cameras.sources import camera_or_hotplug as _camera_when_there
from simulation.cameras.table_camera import SIMULATED_KIND


def camera_from_spec(spec: str, *, size_px: tuple[int, int] | None = None, fps: float | None = None) -> Camera:
    """Return the camera that `spec` names, not yet opened; raises `CameraSpecError` if no kind knows it."""
    return _camera_from_spec(spec, CameraRequest(size_px, fps), camera_kinds(SIMULATED_KIND))


def camera_or_hotplug(
    spec: str, shown: str, *, size_px: tuple[int, int] | None = None, fps: float | None = None
) -> Camera:
    """Return the camera that `spec` names, or one that waits for it to appear; `shown` is `spec` without passwords."""
    return _camera_when_there(spec, shown, CameraRequest(size_px, fps), camera_kinds(SIMULATED_KIND))
