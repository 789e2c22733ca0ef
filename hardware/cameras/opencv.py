"""Cameras read with OpenCV: V4L2 devices, RTSP streams, video files and image files."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.image_limits import MOST_PIXELS, is_too_large
from hardware.cameras.camera import CameraIdentity, CameraMode, Capability, Exposure, FrameBufferPool, Pacer, utc_at
from hardware.errors import CameraError
from messages.message import Message
from vision import image_file as decoding
from vision.frame import Frame

_V4L2_MANUAL, _V4L2_AUTO = 1.0, 3.0
"""V4L2 codes of manual exposure and aperture priority."""
_V4L2_EXPOSURE_S = 1e-4
"""V4L2 unit of exposure: 0.1 ms."""
_OLDEST_S = 2.0
"""Largest age of a driver's timestamp; an older or future one comes from another clock."""


class Capture(Protocol):
    """Subset of `cv2.VideoCapture` used here."""

    def isOpened(self) -> bool:
        """Return whether the device is open."""
        ...

    def read(self, image: NDArray[np.uint8] | None = None, /) -> tuple[bool, Any]:
        """Return whether a frame arrived, and the image; it is written into `image` if the size is equal."""
        ...

    def get(self, prop: int) -> float:
        """Return a property, 0 if it does not exist."""
        ...

    def set(self, prop: int, value: float) -> bool:
        """Set a property; False if it does not exist."""
        ...

    def release(self) -> None:
        """Release the device."""
        ...


class _OpenCvCamera(ABC):
    """Common base of the OpenCV cameras: one capture, read by one thread at a time."""

    _remedy: Message
    """Advice for a camera that fails."""

    def __init__(self, identity: CameraIdentity, capture: Callable[[], Capture], capabilities: frozenset[Capability]):
        self._identity = identity
        self._make = capture
        self._capabilities = capabilities
        self._capture: Capture | None = None
        self._mode: CameraMode | None = None
        self._pool = FrameBufferPool()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._closed.set()

    @property
    def identity(self) -> CameraIdentity:
        """Identity of the camera."""
        return self._identity

    @property
    def capabilities(self) -> frozenset[Capability]:
        """Capabilities of the camera."""
        return self._capabilities

    @property
    def mode(self) -> CameraMode:
        """Mode, read back from the first frame."""
        if self._mode is None:
            raise CameraError("camera-not-open", camera=self._identity.spec)
        return self._mode

    def open(self) -> None:
        """Open the device and read the first frame."""
        if self._capture is not None:
            return
        self._require_there()
        capture = _quietly(self._make)
        if not capture.isOpened():
            capture.release()
            raise CameraError("camera-cannot-open", camera=self._identity.spec, remedy=self._remedy)
        for prop, value in self._wanted():
            capture.set(prop, value)
        # Checked before the first frame is decoded: a file of a few kilobytes may contain an image that takes
        # gigabytes.
        width, height = (int(capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        if is_too_large(width, height):
            capture.release()
            raise CameraError(
                "camera-image-too-large",
                camera=self._identity.spec,
                width=width,
                height=height,
                most=round(MOST_PIXELS / 1e6),
            )
        good, image = capture.read()
        if not good or image is None:
            capture.release()
            raise CameraError("camera-no-first-image", camera=self._identity.spec, remedy=self._remedy)
        rows, columns = np.asarray(image).shape[:2]
        fps = capture.get(cv2.CAP_PROP_FPS)
        self._mode = CameraMode((int(columns), int(rows)), fps if 0 < fps < 1000 else None, _fourcc(capture))
        self._capture = capture
        self._closed.clear()

    def close(self) -> None:
        """Release the device, after the frame that is being read."""
        self._closed.set()
        with self._lock:
            capture, self._capture, self._mode = self._capture, None, None
            if capture is not None:
                capture.release()

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they arrive; `CameraError` if they stop unexpectedly."""
        if self._capture is None:
            raise CameraError("camera-not-open", camera=self._identity.spec)
        while True:
            with self._lock:
                if self._closed.is_set() or self._capture is None:
                    return
                good, image = self._capture.read(self._pool.acquire(self.mode.size_px))
                arrived_s = time.monotonic()
                captured_s = self._captured(self._capture, arrived_s)
                mode, focus = self._settings(self._capture)
            if not good or image is None:
                if Capability.FINITE in self._capabilities:
                    return
                if self._starts_again():
                    continue
                raise CameraError("camera-images-ended", camera=self._identity.spec, remedy=self._remedy)
            if not self._await(captured_s):
                return
            picture = np.asarray(image, dtype=np.uint8)
            yield Frame(picture, captured_s, utc_at(captured_s), self._identity.id, mode, focus)

    @abstractmethod
    def _require_there(self) -> None:
        """Raise `CameraError` if the device is obviously missing, without opening it."""

    def _wanted(self) -> list[tuple[int, float]]:
        """Return the properties to set on the open device, in order."""
        return []

    def _captured(self, capture: Capture, arrived_s: float) -> float:
        """Return the monotonic capture time of the frame just read."""
        del capture
        return arrived_s

    def _settings(self, capture: Capture) -> tuple[str | None, float | None]:
        """Return the mode and focus of the frame just read, None if unknown."""
        del capture
        return None, None

    def _await(self, captured_s: float) -> bool:
        """Wait until a frame is due; False if the camera was closed meanwhile."""
        del captured_s
        return True

    def _starts_again(self) -> bool:
        """Return to the first frame after the last, if the camera repeats its frames."""
        return False


def _quietly(make: Callable[[], Capture]) -> Capture:
    """Open a capture without OpenCV's warnings on stderr for each backend that fails: the error message covers them."""
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
    try:
        return make()
    except cv2.error as fault:
        raise CameraError("camera-opencv-failed", fault=str(fault).splitlines()[-1].strip()) from fault
    finally:
        cv2.utils.logging.setLogLevel(level)


def _fourcc(capture: Capture) -> str:
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    letters = "".join(chr(code >> shift & 0xFF) for shift in (0, 8, 16, 24)) if code > 0 else ""
    return letters.strip() if letters.isprintable() and letters.strip() else "BGR888"


class V4l2Camera(_OpenCvCamera):
    """USB camera or any other V4L2 device. A given size is requested as MJPG, the only format fast enough for USB 2."""

    _remedy = Message.of("camera-remedy-usb")

    def __init__(
        self,
        device: str,
        *,
        size_px: tuple[int, int] | None = None,
        fps: float | None = None,
        capture: Callable[[], Capture] | None = None,
    ) -> None:
        self._device = Path(device)
        self._wanted_px, self._wanted_fps = size_px, fps
        stable, name = _v4l2_names(self._device)
        super().__init__(
            CameraIdentity(stable, name, f"v4l2:{device}"),
            capture or (lambda: cv2.VideoCapture(device, cv2.CAP_V4L2)),
            frozenset({Capability.LIVE, Capability.RESTLESS, Capability.SENSOR_TIME, Capability.HOLD}),
        )

    def hold(self, held: bool) -> None:
        """Lock exposure, white balance and focus at their current values, or return them to automatic."""
        with self._lock:
            capture = self._capture
            if capture is None:
                raise CameraError("camera-not-open", camera=self._identity.spec)
            exposure = capture.get(cv2.CAP_PROP_EXPOSURE)
            focus = capture.get(cv2.CAP_PROP_FOCUS)
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_MANUAL if held else _V4L2_AUTO)
            capture.set(cv2.CAP_PROP_AUTO_WB, 0.0 if held else 1.0)
            capture.set(cv2.CAP_PROP_AUTOFOCUS, 0.0 if held else 1.0)
            if held:
                capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
                capture.set(cv2.CAP_PROP_FOCUS, focus)

    @property
    def exposure(self) -> Exposure:
        """Sensor settings reported by the driver."""
        with self._lock:
            if self._capture is None:
                raise CameraError("camera-not-open", camera=self._identity.spec)
            tenths_ms, gain = self._capture.get(cv2.CAP_PROP_EXPOSURE), self._capture.get(cv2.CAP_PROP_GAIN)
            focus = self._capture.get(cv2.CAP_PROP_FOCUS)
        return Exposure(
            tenths_ms * _V4L2_EXPOSURE_S if tenths_ms > 0 else None,
            gain if gain > 0 else None,
            focus if focus > 0 else None,
        )

    def _require_there(self) -> None:
        if not self._device.exists():
            found = sorted(str(path) for path in Path("/dev").glob("video*"))
            if not found:
                raise CameraError("camera-none-found", camera=self._identity.spec)
            raise CameraError("camera-not-found", camera=self._identity.spec, found=found)

    def _wanted(self) -> list[tuple[int, float]]:
        wanted = []
        if self._wanted_px is not None:
            wanted.append((cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG"))))
            wanted.append((cv2.CAP_PROP_FRAME_WIDTH, float(self._wanted_px[0])))
            wanted.append((cv2.CAP_PROP_FRAME_HEIGHT, float(self._wanted_px[1])))
        if self._wanted_fps is not None:
            wanted.append((cv2.CAP_PROP_FPS, self._wanted_fps))
        wanted.append((cv2.CAP_PROP_BUFFERSIZE, 1.0))
        return wanted

    def _captured(self, capture: Capture, arrived_s: float) -> float:
        driver_s = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return driver_s if 0 <= arrived_s - driver_s < _OLDEST_S else arrived_s

    def _settings(self, capture: Capture) -> tuple[str | None, float | None]:
        focus = capture.get(cv2.CAP_PROP_FOCUS)
        return str(self.mode), focus if focus > 0 else None


def _v4l2_names(device: Path) -> tuple[str, str]:
    """Return the permanent udev name of a device, and the name that its driver reports."""
    stable = device.name
    links = Path("/dev/v4l/by-id")
    if links.is_dir():
        same = sorted(link.name for link in links.iterdir() if link.resolve() == device.resolve())
        stable = same[0] if same else stable
    label = Path("/sys/class/video4linux") / device.resolve().name / "name"
    return stable, label.read_text().strip() if label.is_file() else device.name


class RtspCamera(_OpenCvCamera):
    """Network camera. `url` may contain a name and password, which are never shown."""

    _remedy = Message.of("camera-remedy-network")

    def __init__(self, url: str, *, timeout_s: float = 5.0, capture: Callable[[], Capture] | None = None) -> None:
        parts = urlsplit(url)
        host = self._host = parts.hostname or ""
        shown = f"{parts.scheme}://{host}{f':{parts.port}' if parts.port else ''}{parts.path}"
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, round(timeout_s * 1000)]
        limits += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, round(timeout_s * 1000)]
        super().__init__(
            CameraIdentity(f"{host}{parts.path}".replace("/", "-"), host, shown),
            capture or (lambda: cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)),
            frozenset({Capability.LIVE}),
        )

    def _require_there(self) -> None:
        if not self._host:
            raise CameraError("camera-address-missing", camera=self._identity.spec)


class VideoFileCamera(_OpenCvCamera):
    """Video file, played at its own frame rate: once, or with `loop` again and again."""

    _remedy = Message.of("camera-remedy-video")

    def __init__(self, path: Path | str, *, loop: bool = False, capture: Callable[[], Capture] | None = None) -> None:
        self._path = Path(path)
        self._shown = 0
        super().__init__(
            CameraIdentity(self._path.stem, self._path.name, f"{LOOP if loop else ''}{path}"),
            capture or (lambda: cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)),
            frozenset({Capability.LOOPS if loop else Capability.FINITE}),
        )
        self._pacer: Pacer | None = None

    def open(self) -> None:
        """Open the file at its first frame."""
        super().open()
        if self._capture is not None:
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, 0.0)
        self._pacer = Pacer(self.mode.fps or 25.0)

    def _require_there(self) -> None:
        if not self._path.is_file():
            raise CameraError("camera-file-missing", camera=self._identity.spec)

    def _captured(self, capture: Capture, arrived_s: float) -> float:
        del capture
        return self._pacer.next_due() if self._pacer is not None else arrived_s

    def _await(self, captured_s: float) -> bool:
        self._shown += 1
        return Pacer.wait_until(captured_s, self._closed)

    def _starts_again(self) -> bool:
        # A video without a frame since its last start cannot be read any more.
        with self._lock:
            if self._capture is None or not self._shown:
                return False
            self._shown = 0
            return self._capture.set(cv2.CAP_PROP_POS_FRAMES, 0.0)


LOOP = "loop:"
"""Prefix of the specification of files that are shown again and again."""

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"})


class ImageCamera:
    """Camera for one image file, repeated, or for the images of a folder, in the order of their names.

    A folder ends after its last image, unless it is shown in a `loop`. Images are not rotated by their EXIF data,
    because the lens was calibrated without that rotation.
    """

    def __init__(self, path: Path | str, *, fps: float = 5.0, loop: bool = False) -> None:
        self._path = Path(path)
        self._fps = fps
        self._loop = loop and self._path.is_dir()
        self._paths: list[Path] = []
        self._mode: CameraMode | None = None
        self._closed = threading.Event()
        self._closed.set()

    @property
    def identity(self) -> CameraIdentity:
        """Identity of the file or folder."""
        return CameraIdentity(self._path.stem, self._path.name, f"{LOOP if self._loop else ''}{self._path}")

    @property
    def capabilities(self) -> frozenset[Capability]:
        """Capabilities: a folder is finite or loops, a single image is neither."""
        kind = Capability.LOOPS if self._loop else Capability.FINITE
        return frozenset({kind}) if self._path.is_dir() else frozenset()

    @property
    def mode(self) -> CameraMode:
        """Size of the first image, and the frame rate."""
        if self._mode is None:
            raise CameraError("camera-not-open", camera=str(self._path))
        return self._mode

    def open(self) -> None:
        """Find the images and read the first one."""
        if self._path.is_dir():
            self._paths = sorted(path for path in self._path.iterdir() if path.suffix.lower() in SUFFIXES)
            if not self._paths:
                raise CameraError("camera-folder-empty", camera=str(self._path), suffixes=sorted(SUFFIXES))
        else:
            self._paths = [self._path]
        height, width = read_image(self._paths[0]).shape[:2]
        self._mode = CameraMode((width, height), self._fps, "BGR888")
        self._closed.clear()

    def close(self) -> None:
        """End `frames`."""
        self._closed.set()
        self._mode = None

    def frames(self) -> Iterator[Frame]:
        """Yield the images at the frame rate; `CameraError` if one cannot be read."""
        if self._closed.is_set():
            raise CameraError("camera-not-open", camera=str(self._path))
        pacer = Pacer(self._fps)
        again = self._loop or not self._path.is_dir()
        while True:
            for path in self._paths:
                image = read_image(path)
                due_s = pacer.next_due()
                if not pacer.wait_until(due_s, self._closed):
                    return
                yield Frame(image, due_s, utc_at(due_s), self.identity.id)
            if not again:
                return


def read_image(path: Path) -> NDArray[np.uint8]:
    """Return the image in a file, uint8 BGR; `CameraError` if it is missing or cannot be read."""
    try:
        return decoding.read_image(path, as_stored=True)
    except OSError as fault:
        raise CameraError("camera-file-unreadable", file=path, fault=str(fault.strerror)) from None
    except decoding.ImageError as fault:
        raise CameraError(fault.message) from None
