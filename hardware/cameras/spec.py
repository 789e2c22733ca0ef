"""Which camera a line in the settings means."""

from __future__ import annotations

from pathlib import Path

from hardware.cameras.camera import Camera
from hardware.cameras.capture import RtspCamera, V4l2Camera, VideoFileCamera
from hardware.cameras.images import SUFFIXES, ImageCamera
from hardware.cameras.picamera import PicameraCamera
from hardware.errors import CameraSpecError
from hardware.simulated.cameras.table import SimulatedCamera
from hardware.simulated.example import example_rig
from hardware.simulated.scene import Scene

KINDS = "simulated, picamera[:NUMBER], v4l2:/dev/video0, rtsp://..., or a picture, folder or video file"


def camera_from_spec(
    spec: str, *, size_px: tuple[int, int] | None = None, fps: float | None = None, scene: Scene | None = None
) -> Camera:
    """Return the camera that `spec` names, not opened yet.

    `size_px` and `fps` are what it is asked for, where it can be asked; `scene` is what the simulated camera shows (the
    example table unless given). Raises `CameraSpecError` for a spec that names no camera.
    """
    kind, _, rest = spec.partition(":")
    match kind.lower():
        case "simulated" if not rest:
            return SimulatedCamera(scene, example_rig(size_px or (1280, 720)), fps=fps or 10.0)
        case "picamera" if not rest or rest.isdecimal():
            return PicameraCamera(int(rest or 0), size_px=size_px, fps=fps)
        case "v4l2" if rest:
            return V4l2Camera(rest, size_px=size_px, fps=fps)
        case "rtsp" | "rtsps":
            return RtspCamera(spec)
    path = Path(spec).expanduser()
    if not spec or not path.exists():
        raise CameraSpecError(f"camera {spec!r}: no such camera or file; expected {KINDS}")
    if path.is_dir() or path.suffix.lower() in SUFFIXES:
        return ImageCamera(path, fps=fps or 5.0)
    return VideoFileCamera(path)


def open_camera(
    spec: str, *, size_px: tuple[int, int] | None = None, fps: float | None = None, scene: Scene | None = None
) -> Camera:
    """Return the camera that `spec` names, open. Raises `CameraSpecError`, and `CameraError` when it does not open."""
    camera = camera_from_spec(spec, size_px=size_px, fps=fps, scene=scene)
    camera.open()
    return camera
