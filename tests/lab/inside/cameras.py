"""Real camera paths: V4L2 through OpenCV and the kernel's vivid, picamera2 through libcamera's virtual pipeline."""

from __future__ import annotations

import itertools
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from marks import check

from calibration.catalogue import load_catalogue
from calibration.errors import RegistrationError
from calibration.rig import load_rig
from hardware.cameras import Camera, CameraReport, CameraState, PicameraCamera, Supervisor, V4l2Camera
from hardware.errors import CameraError
from vision.frame import Frame
from vision.tracking.photograph import locate

PLACE = Path("/srv/lab")
RIG, CATALOGUE = load_rig(PLACE / "rig.json"), load_catalogue(PLACE / "catalogue.json")
TRUTH: dict[str, list[float]] = json.loads((PLACE / "truth.json").read_text())
NEAR_IN = 0.1
PATIENCE_S = 240.0
SIZE = (1280, 720)


def located(frame: Frame) -> str:
    """Return in words how far off everybody is found; AssertionError when too far or somebody is missing."""
    found = locate(frame.image, RIG, CATALOGUE).operatives
    missing = sorted(set(TRUTH) - set(found))
    off = {
        name: float(np.hypot(one.placement.x - TRUTH[name][0], one.placement.y - TRUTH[name][1]))
        for name, one in found.items()
    }
    worst = max(off, key=lambda name: off[name])
    said = f"{len(found)} of {len(TRUTH)} operatives, {worst} worst, off by {off[worst]:.3f} in"
    assert not missing, f"{said}; not found: {missing}"
    assert off[worst] < NEAR_IN, said
    return said


class Watched:
    """A supervised camera and what its supervisor said."""

    def __init__(self, camera: Camera) -> None:
        self.reports: list[CameraReport] = []
        self.frames: list[Frame] = []
        self.supervisor = Supervisor(camera, self._keep, self.reports.append)
        self.supervisor.start()

    def _keep(self, frame: Frame) -> None:
        self.frames[:] = [frame]

    def until(self, state: CameraState, since: int = 0) -> CameraReport:
        """Return the first report of a state among those after `since`; TimeoutError when none comes."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            for report in self.reports[since:]:
                if report.state is state:
                    return report
            time.sleep(0.05)
        raise TimeoutError(f"never {state}: {[(one.state.value, one.message) for one in self.reports[-4:]]}")

    def until_located(self) -> str:
        """Return what `located` says of the first picture with everybody in it; its own error when none comes."""
        end = time.monotonic() + PATIENCE_S
        self.frames.clear()
        while True:
            try:
                return located(self.frames[-1])
            except (AssertionError, IndexError, RegistrationError):  # the first ones after a cable are black
                if time.monotonic() > end:
                    raise
            time.sleep(0.2)


def taken_and_given_back(kind: str, camera: Camera, take: Callable[[], object], give: Callable[[], object]) -> None:
    """Check that a camera that goes away while it runs is said to be lost, and runs again by itself when it is back."""
    watched = Watched(camera)
    try:
        with check(f"{kind}-taken") as say:
            watched.until(CameraState.RUNNING)
            so_far = len(watched.reports)
            take()
            say(watched.until(CameraState.LOST, so_far).message)
        with check(f"{kind}-back") as say:
            so_far = len(watched.reports)
            give()
            say(watched.until(CameraState.RUNNING, so_far).message)
            say(watched.until_located())
    finally:
        watched.supervisor.stop(60.0)


def pictures(kind: str, camera: Camera) -> None:
    """Check a camera's mode, its clock and what is found in its pictures."""
    with check(f"{kind}-mode") as say:
        camera.open()
        say(f"{camera.mode} {camera.identity.name}")
        assert camera.mode.size_px == SIZE, camera.mode
    with check(f"{kind}-frames") as say:
        frames = list(itertools.islice(camera.frames(), 6))
        late_s = [time.monotonic() - frame.captured_s for frame in frames]
        say(f"{len(frames)} frames, the last {late_s[-1]:.2f} s old")
        times = [frame.captured_s for frame in frames]
        assert times == sorted(times)
        assert times[0] < times[-1]
        assert 0 <= late_s[-1] < 30, late_s
    with check(f"{kind}-located") as say:
        say(located(frames[-1]))
    with check(f"{kind}-closed-and-opened") as say:
        camera.close()
        camera.open()
        say(next(camera.frames()).image.shape)
    camera.close()


def v4l2() -> None:
    """OpenCV's V4L2 on vivid."""
    camera = V4l2Camera("/dev/table", size_px=SIZE, fps=10.0)
    pictures("v4l2", camera)
    vivid = ["sh", "vivid.sh"]
    taken_and_given_back(
        "v4l2",
        camera,
        lambda: subprocess.run([*vivid, "unplug"], check=True),
        lambda: subprocess.run([*vivid, "plug"], check=True),
    )


def virtual_picamera2() -> Any:
    """picamera2, made to take a camera that has no raw pictures and no memory of the Pi's."""
    import picamera2
    from picamera2.allocators import LibcameraAllocator

    class Virtual(picamera2.Picamera2):
        def __init__(self, number: int) -> None:
            super().__init__(number)
            self.allocator = LibcameraAllocator(self.camera)

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            return [{"format": "SRGGB10", "size": SIZE}]

    return SimpleNamespace(Picamera2=Virtual, MappedArray=picamera2.MappedArray)


def libcameras_own(module: Any) -> Any:
    """Return libcamera's own first camera, which picamera2 would take: acquiring it is what another holder does."""
    return module.Picamera2._cm.cms.cameras[0]


def picamera() -> None:
    """picamera2 on libcamera's virtual pipeline."""
    module = virtual_picamera2()
    camera = PicameraCamera(size_px=SIZE, fps=10.0, picamera2=lambda: module)
    pictures("picamera", camera)
    raw = libcameras_own(module)
    raw.acquire()
    watched = Watched(camera)
    try:
        with check("picamera-taken") as say:
            said = watched.until(CameraState.LOST).message
            say(said)
            assert said is not None
            assert said.code == "camera-pi-in-use"
        with check("picamera-back") as say:
            so_far = len(watched.reports)
            raw.release()
            say(watched.until(CameraState.RUNNING, so_far).message)
            say(watched.until_located())
    finally:
        watched.supervisor.stop(60.0)
    with check("picamera-number") as say:
        try:
            PicameraCamera(7, picamera2=lambda: module).open()
        except CameraError as fault:
            say(fault)
        else:
            raise AssertionError("camera 7 opened")


if __name__ == "__main__":
    Path("/dev/dma_heap/linux,cma").symlink_to("system")
    v4l2()
    picamera()
