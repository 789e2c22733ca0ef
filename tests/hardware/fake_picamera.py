"""A stand-in for picamera2 that takes only the calls which picamera2 itself takes.

`SIGNATURES` was taken from the wheel of picamera2 0.3.38 on PyPI; `test_the_signatures_are_picamera2s_own` takes them
again from the package itself.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from typing import Any, ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

VERSION = "0.3.38"
SIGNATURES = {
    "Picamera2": {
        "__init__": "self, camera_num=None, verbose_console=None, tuning=None, allocator=None",
        "global_camera_info": "",
        "create_video_configuration": "self, main=None, lores=None, raw=None, transform=None, colour_space=None, "
        "buffer_count=None, controls=None, display=None, encode=None, queue=None, sensor=None, use_case=None",
        "configure": "self, camera_config=None",
        "camera_configuration": "self",
        "camera_controls": "self",
        "start": "self, config=None, show_preview=None",
        "stop": "self",
        "close": "self",
        "capture_request": "self, wait=None, signal_function=None, flush=None",
        "set_controls": "self, controls",
    },
    "MappedArray": {"__init__": "self, request, stream, reshape=None, write=None"},
    "CompletedRequest": {"make_array": "self, name", "get_metadata": "self", "release": "self"},
}
SIZE = (64, 36)


def signature(kind: str, name: str) -> inspect.Signature:
    function: Callable[..., None] = eval(f"lambda {SIGNATURES[kind][name]}: None")
    return inspect.signature(function)


def picture() -> NDArray[np.uint8]:
    """A picture in colours, BGR, whose every channel and corner differs."""
    x, y = np.meshgrid(np.linspace(40, 215, SIZE[0]), np.linspace(60, 200, SIZE[1]))
    return np.stack([x, y, 255 - x], axis=-1).astype(np.uint8)


class FakePicamera2:
    """Records calls, each bound to the real signature; gives pictures in the format it is told to."""

    gives = "RGB888"
    cameras: ClassVar = [{"Num": 0, "Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Location": 2}]
    silent = False
    refuses: str | None = None
    last: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        signature("Picamera2", "__init__").bind(self, *args, **kwargs)
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.released = 0
        type(self).last = self

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return FakePicamera2.cameras

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        names = ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "AfMode", "LensPosition")
        return dict.fromkeys(names, (0, 1, 0))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        bound_to = signature("Picamera2", name)

        def call(*args: Any, **kwargs: Any) -> Any:
            given = dict(bound_to.bind(self, *args, **kwargs).arguments)
            given.pop("self")
            self.calls.append((name, given))
            if name == self.refuses:
                raise RuntimeError(f"{name} refused")
            return getattr(self, f"_{name}", lambda **_: None)(**given)

        return call

    def _create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        assert set(wanted["main"]) <= {"size", "format", "stride", "framesize", "preserve_ar"}
        return wanted

    def _camera_configuration(self) -> dict[str, Any]:
        return {"main": {"format": self.gives, "size": SIZE, "stride": 64 * 3}}

    def _capture_request(self, wait: float) -> Any:
        if self.silent:
            raise TimeoutError
        return FakeRequest(self)


class FakeRequest:
    def __init__(self, camera: FakePicamera2) -> None:
        self.camera = camera

    def __getattr__(self, name: str) -> Any:
        bound_to = signature("CompletedRequest", name)

        def call(*args: Any, **kwargs: Any) -> Any:
            given = bound_to.bind(self, *args, **kwargs).arguments
            if name == "release":
                self.camera.released += 1
                return None
            if name == "get_metadata":
                return {
                    "SensorTimestamp": time.clock_gettime_ns(time.CLOCK_BOOTTIME) - 30_000_000,
                    "ExposureTime": 8000,
                    "AnalogueGain": 2.5,
                    "ColourGains": (1.9, 1.6),
                    "LensPosition": 1.2,
                }
            assert given["name"] == "main"
            return PACKED[self.camera.gives](picture())

        return call


def converted(bgr: NDArray[np.uint8], code: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(bgr, code), np.uint8)


def planar(bgr: NDArray[np.uint8], code: int) -> NDArray[np.uint8]:
    """Three planes, their rows padded as a camera pads them."""
    return converted(np.asarray(cv2.copyMakeBorder(bgr, 0, 0, 0, 64, cv2.BORDER_REPLICATE), np.uint8), code)


def half_planar(bgr: NDArray[np.uint8], first: int, second: int) -> NDArray[np.uint8]:
    """Luminance, then both colours in pairs, planes 0 (u) and 1 (v) in the order given."""
    planes = converted(bgr, cv2.COLOR_BGR2YUV_I420)
    height, width = bgr.shape[:2]
    colours = planes[height:].reshape(2, height // 2, width // 2)
    pairs = np.stack([colours[first], colours[second]], axis=-1)
    return np.concatenate([planes[:height], pairs.reshape(height // 2, width)])


PACKED: dict[str, Callable[[NDArray[np.uint8]], NDArray[np.uint8]]] = {
    "RGB888": lambda bgr: bgr,
    "BGR888": lambda bgr: bgr[..., ::-1].copy(),
    "MJPEG": lambda bgr: bgr[..., ::-1].copy(),
    "XRGB8888": lambda bgr: converted(bgr, cv2.COLOR_BGR2BGRA),
    "XBGR8888": lambda bgr: converted(bgr, cv2.COLOR_BGR2RGBA),
    "YUV420": lambda bgr: planar(bgr, cv2.COLOR_BGR2YUV_I420),
    "YVU420": lambda bgr: planar(bgr, cv2.COLOR_BGR2YUV_YV12),
    "NV12": lambda bgr: half_planar(bgr, 0, 1),
    "NV21": lambda bgr: half_planar(bgr, 1, 0),
    "YUYV": lambda bgr: converted(bgr, cv2.COLOR_BGR2YUV_YUY2),
}
"""A BGR picture as picamera2's `make_array` gives it in each format."""


class FakeMapping:
    """A camera's own buffer, whole; it belongs to the camera again when the block ends, which fills it with noise."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        signature("MappedArray", "__init__").bind(self, *args, **kwargs)
        request, stream = args
        assert stream == "main"
        assert request.camera.gives != "MJPEG", "picamera2 gives no shape to what is packed"
        self.array = PACKED[request.camera.gives](picture()).copy()

    def __enter__(self) -> FakeMapping:
        return self

    def __exit__(self, *fault: object) -> None:
        self.array[...] = np.random.default_rng(7).integers(0, 256, self.array.shape)
