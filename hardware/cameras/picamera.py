"""Raspberry Pi camera, read with picamera2. libcamera is not on PyPI: it is part of Raspberry Pi OS."""

from __future__ import annotations

import importlib
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.camera import (
    CameraIdentity,
    CameraMode,
    Capability,
    Exposure,
    FrameBufferPool,
    monotonic_from_boot,
    utc_at,
)
from hardware.errors import CameraError, HardwareError
from vision.frame import Frame

_AF_MANUAL, _AF_CONTINUOUS = 0, 2
"""libcamera's AfModeEnum as numbers, so that libcamera is not imported here."""

_TO_BGR: dict[str, int | None] = {
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "MJPEG": cv2.COLOR_RGB2BGR,
}
"""OpenCV's conversions by format name; names list bytes from the end of the word, OpenCV from the start."""

_UNPACKED_BY_PICAMERA2 = "MJPEG"


class _UnknownFormatError(HardwareError, ValueError):
    """libcamera chose a pixel format that cannot be converted."""


class PicameraCamera:
    """Camera on the ribbon cable, in picamera2's video configuration.

    The pixel format is read back, because libcamera may choose another than requested. Raises `CameraError`, with the
    installation command if a package is missing.
    """

    def __init__(
        self,
        number: int = 0,
        *,
        size_px: tuple[int, int] | None = None,
        fps: float | None = None,
        timeout_s: float = 5.0,
        picamera2: Callable[[], Any] | None = None,
    ) -> None:
        self._number = number
        self._size_px = size_px or (2304, 1296)
        self._fps = fps or 15.0
        self._timeout_s = timeout_s
        self._module = picamera2 or _picamera2
        self._camera: Any = None
        self._mode: CameraMode | None = None
        self._metadata: dict[str, Any] = {}
        self._pool = FrameBufferPool()
        self._identity = CameraIdentity(f"picamera-{number}", f"Pi camera {number}", self._spec)
        self._lock = threading.Lock()

    @property
    def _spec(self) -> str:
        return f"picamera:{self._number}" if self._number else "picamera"

    @property
    def identity(self) -> CameraIdentity:
        """Identity; its model is known once it was open."""
        return self._identity

    @property
    def capabilities(self) -> frozenset[Capability]:
        """Capabilities of the camera."""
        return frozenset({Capability.LIVE, Capability.RESTLESS, Capability.SENSOR_TIME, Capability.HOLD})

    @property
    def mode(self) -> CameraMode:
        """Mode, read back after configuration."""
        if self._mode is None:
            raise CameraError("camera-not-open", camera=self._spec)
        return self._mode

    @property
    def exposure(self) -> Exposure:
        """Sensor settings of the last frame."""
        exposure_us = self._metadata.get("ExposureTime")
        return Exposure(
            None if exposure_us is None else exposure_us / 1e6,
            self._metadata.get("AnalogueGain"),
            self._metadata.get("LensPosition"),
        )

    def open(self) -> None:
        """Open, configure and start the camera."""
        if self._camera is not None:
            return
        picamera2 = self._module()
        cameras = picamera2.Picamera2.global_camera_info()
        if self._number >= len(cameras):
            raise CameraError("camera-pi-not-found", camera=self._spec, count=len(cameras))
        try:
            camera = picamera2.Picamera2(self._number)
        except (RuntimeError, IndexError) as fault:
            raise CameraError("camera-pi-in-use", camera=self._spec, fault=fault) from fault
        try:
            self._start(camera)
        except (RuntimeError, ValueError) as fault:
            camera.close()
            raise CameraError("camera-pi-mode-refused", camera=self._spec, fault=fault) from fault
        info = cameras[self._number]
        model = str(info.get("Model", "camera"))
        place = re.sub(r"[^A-Za-z0-9]+", "-", str(info.get("Id", self._number))).strip("-")
        self._identity = CameraIdentity(f"{model}-{place}", f"Pi camera {model}", self._spec)
        self._camera = camera

    def _start(self, camera: Any) -> None:
        configuration = camera.create_video_configuration(
            main={"size": self._size_px, "format": "RGB888"},
            controls={"FrameRate": self._fps},
            buffer_count=4,
            queue=False,
        )
        camera.configure(configuration)
        given = camera.camera_configuration()["main"]
        pixel_format = str(given["format"])
        if pixel_format not in _TO_BGR:
            raise _UnknownFormatError("camera-pi-format-unknown", format=pixel_format, known=sorted(_TO_BGR))
        width, height = given["size"]
        self._mode = CameraMode((int(width), int(height)), self._fps, pixel_format)
        camera.start()

    def close(self) -> None:
        """Stop and release the camera, after the frame that is being read."""
        with self._lock:
            camera, self._camera, self._mode = self._camera, None, None
            if camera is not None:
                camera.stop()
                camera.close()

    def frames(self) -> Iterator[Frame]:
        """Yield frames with the middle of their exposure as time; `CameraError` after a timeout."""
        if self._camera is None:
            raise CameraError("camera-not-open", camera=self._spec)
        while True:
            with self._lock:
                if self._camera is None or self._mode is None:
                    return
                mode = self._mode
                image, metadata = self._take(self._camera, mode)
            self._metadata = metadata
            first_row_s = monotonic_from_boot(int(metadata["SensorTimestamp"]))
            captured_s = first_row_s + metadata.get("ExposureTime", 0) / 2e6
            focus = metadata.get("LensPosition")
            yield Frame(image, captured_s, utc_at(captured_s), self._identity.id, str(mode), focus)

    def _take(self, camera: Any, mode: CameraMode) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        try:
            request = camera.capture_request(wait=self._timeout_s)
        except TimeoutError as fault:
            raise CameraError("camera-pi-stalled", camera=self._spec, seconds=self._timeout_s) from fault
        except RuntimeError as fault:
            raise CameraError("camera-pi-failed", camera=self._spec, fault=fault) from fault
        try:
            picture = self._pool.acquire(mode.size_px)
            if mode.pixel_format == _UNPACKED_BY_PICAMERA2:
                to_bgr(request.make_array("main"), mode, picture)
            else:
                with self._module().MappedArray(request, "main") as mapped:
                    to_bgr(mapped.array, mode, picture)
            return picture, request.get_metadata()
        finally:
            request.release()

    def hold(self, held: bool) -> None:
        """Lock exposure, gain, white balance and focus at the last frame's values, or return them to automatic."""
        with self._lock:
            if self._camera is None:
                raise CameraError("camera-not-open", camera=self._spec)
            wanted = self._held() if held else {"AeEnable": True, "AwbEnable": True, "AfMode": _AF_CONTINUOUS}
            known = self._camera.camera_controls
            self._camera.set_controls({name: value for name, value in wanted.items() if name in known})

    def _held(self) -> dict[str, Any]:
        metadata = self._metadata
        if "ExposureTime" not in metadata:
            raise CameraError("camera-pi-hold-too-early", camera=self._spec)
        wanted: dict[str, Any] = {"AeEnable": False, "AwbEnable": False, "AfMode": _AF_MANUAL}
        for name in ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition"):
            if name in metadata:
                wanted[name] = metadata[name]
        return wanted


def to_bgr(array: NDArray[np.uint8], mode: CameraMode, picture: NDArray[np.uint8]) -> None:
    """Write picamera2's array of `mode.pixel_format` into an image, uint8 (height, width, 3) BGR.

    Rows of planar formats are padded; the part beyond the image's width is cut off.
    """
    width, height = mode.size_px
    conversion = _TO_BGR[mode.pixel_format]
    bgr = array if conversion is None else cv2.cvtColor(np.ascontiguousarray(array), conversion, picture)
    if bgr is not picture:
        picture[...] = bgr[:height, :width]


def _picamera2() -> Any:
    try:
        return importlib.import_module("picamera2")
    except ModuleNotFoundError as fault:
        raise CameraError("camera-pi-module-missing", module=str(fault.name)) from fault
    except ImportError as fault:
        raise CameraError("camera-pi-module-broken", fault=fault) from fault
