"""Simulated camera above the table, with faults on command."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, Rig
from hardware.cameras.camera import Camera, CameraIdentity, CameraMode, Capability, Pacer, utc_at
from hardware.cameras.sources import CameraKind, CameraRequest
from hardware.errors import CameraError
from simulation.render.renderer import Renderer, RenderSettings
from simulation.render.sensor import Sensor
from simulation.scene.example_table import example_rig, example_scene
from simulation.scene.scene import Scene
from vision.frame import Frame


def _simulated(spec: str, request: CameraRequest) -> Camera | None:
    if spec.lower() != "simulated":
        return None
    return SimulatedCamera(rig=example_rig(request.size_px or (1280, 720)), fps=request.fps or 10.0)


SIMULATED_KIND = CameraKind("simulated", _simulated)


class SimulatedCamera:
    """Camera above a scene, paced to real time.

    Each frame is rendered ahead and delivered at its due time with the poses of that time; if rendering takes longer
    than `1 / fps`, due times are skipped. The scene's time runs from the first `open`, even while unplugged.
    """

    def __init__(
        self,
        scene: Scene | None = None,
        rig: Rig | None = None,
        *,
        fps: float = 10.0,
        sensor: Sensor | None = None,
        look: RenderSettings | None = None,
        seed: int = 0,
    ) -> None:
        self.scene = scene or example_scene()
        self._rig = rig or example_rig()
        self._fps = fps
        self._sensor = sensor or Sensor()
        self._look = look
        self._seed = seed
        self._renderer: Renderer | None = None
        self._epoch_s: float | None = None
        self._closed = threading.Event()
        self._closed.set()
        self._unplugged = threading.Event()
        self._frozen = threading.Event()
        self._dark = threading.Event()
        self._taken = 0

    @property
    def identity(self) -> CameraIdentity:
        """Identity of the camera."""
        return CameraIdentity(self._rig.camera.id, "simulated table", "simulated")

    @property
    def capabilities(self) -> frozenset[Capability]:
        """Capabilities of the camera."""
        return frozenset({Capability.LIVE, Capability.RESTLESS, Capability.SENSOR_TIME})

    @property
    def mode(self) -> CameraMode:
        """Mode of the camera, known even while it is closed."""
        return CameraMode(self._rig.camera.size_px, self._fps, "BGR888")

    @property
    def rig(self) -> Rig:
        """Lens and true pose of the camera."""
        return self._rig

    @property
    def epoch_s(self) -> float:
        """Monotonic time at which the scene's time was 0; `CameraError` before the first `open`."""
        if self._epoch_s is None:
            raise CameraError("simulation-not-begun")
        return self._epoch_s

    def open(self) -> None:
        """Start the scene's time if this is the first call; `CameraError` while unplugged."""
        self._require_plugged()
        if self._epoch_s is None:
            self._epoch_s = time.monotonic()
        self._closed.clear()

    def close(self) -> None:
        """End `frames`."""
        self._closed.set()

    def frames(self) -> Iterator[Frame]:
        """Yield frames at their due times; `CameraError` if unplugged or not open."""
        if self._closed.is_set():
            raise CameraError("camera-not-open", camera="simulated")
        pacer, work_s = Pacer(self._fps), 0.0
        last: NDArray[np.uint8] | None = None
        self._draw(0.0)
        while True:
            due_s = pacer.next_due(work_s)
            began_s = time.monotonic()
            if not (self._frozen.is_set() and last is not None):
                last = self._draw(due_s - self.epoch_s)
            work_s = 0.7 * work_s + 0.3 * (time.monotonic() - began_s)
            if not pacer.wait_until(due_s, self._closed):
                return
            self._require_plugged()
            yield Frame(last, due_s, utc_at(due_s), self.identity.id, str(self.mode))

    def unplug(self) -> None:
        """Unplug the camera: `frames` and `open` raise `CameraError` until `plug`."""
        self._unplugged.set()

    def plug(self) -> None:
        """Plug the camera in again."""
        self._unplugged.clear()

    def freeze(self) -> None:
        """Repeat the same frame until `thaw`."""
        self._frozen.set()

    def thaw(self) -> None:
        """Deliver new frames again."""
        self._frozen.clear()

    def black_out(self) -> None:
        """Switch the light off until `light_up`."""
        self._dark.set()

    def light_up(self) -> None:
        """Switch the light on again."""
        self._dark.clear()

    def bump(self, shift_mm: tuple[float, float, float] = (4.0, -3.0, 1.0), tilt_deg: float = 0.4) -> Rig:
        """Move and tilt the camera from the next frame on; return the new rig."""
        pose = self._rig.pose
        if pose is None:
            raise CameraError("simulation-no-pose")
        knock = np.asarray(cv2.Rodrigues(np.array([math.radians(tilt_deg), 0.0, 0.0]))[0], dtype=np.float64)
        rotation = knock @ pose.rotation
        camera_mm = pose.camera_mm + np.asarray(shift_mm)
        rvec = np.asarray(cv2.Rodrigues(rotation)[0], dtype=np.float64).ravel()
        moved = BoardPose(rvec, -rotation @ camera_mm)
        self._rig = replace(self._rig, pose=moved)
        self._renderer = None
        return self._rig

    def _require_plugged(self) -> None:
        if self._unplugged.is_set():
            raise CameraError("simulation-unplugged", camera="simulated")

    def _draw(self, t_s: float) -> NDArray[np.uint8]:
        poses = self.scene.at(t_s)
        renderer = self._renderer
        if renderer is None or renderer.catalogue is not self.scene.catalogue:
            renderer = Renderer(self.scene.catalogue, self._rig, sensor=self._sensor, look=self._look)
            self._renderer = renderer
        self._taken += 1
        seed = self._seed + self._taken
        if self._dark.is_set():
            width, height = self._rig.camera.size_px
            return self._sensor.codes(np.zeros((height, width, 3), np.float32), seed)
        return renderer.picture(poses, seed=seed)
