"""The Pi's camera without a Pi: every call is bound against picamera2's own signatures."""

from __future__ import annotations

import ast
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hardware.cameras import CameraMode, Capability, PicameraCamera
from hardware.cameras.picamera import to_bgr
from hardware.errors import CameraError
from messages.message import Message
from tests.hardware.fake_picamera import SIGNATURES, SIZE, VERSION, FakeMapping, FakePicamera2, picture


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    for name, value in (("gives", "RGB888"), ("silent", False), ("refuses", None)):
        monkeypatch.setattr(FakePicamera2, name, value)
    return FakePicamera2


def camera(**wanted: Any) -> PicameraCamera:
    module = SimpleNamespace(Picamera2=FakePicamera2, MappedArray=FakeMapping)
    return PicameraCamera(picamera2=lambda: module, **wanted)


def test_every_call_fits_picamera2s_signatures(fake: type[FakePicamera2]) -> None:
    ours = camera(size_px=(2304, 1296), fps=12.0)
    ours.open()
    frames = ours.frames()
    next(frames)
    ours.hold(True)
    ours.hold(False)
    next(frames)
    ours.close()
    device = fake.last
    names = [name for name, _ in device.calls]
    assert names[:4] == ["create_video_configuration", "configure", "camera_configuration", "start"]
    assert names[-2:] == ["stop", "close"]
    asked = device.calls[0][1]
    assert asked["main"] == {"size": (2304, 1296), "format": "RGB888"}
    assert asked["controls"] == {"FrameRate": 12.0}
    assert asked["queue"] is False
    assert device.released == 2
    assert next(frames, None) is None


def test_time_is_the_middle_of_the_exposure(fake: type[FakePicamera2]) -> None:
    ours = camera()
    ours.open()
    began_s = time.monotonic()
    frame = next(ours.frames())
    since_s = -0.030 + 0.008 / 2
    assert began_s + since_s - 1e-3 <= frame.captured_s <= time.monotonic() + since_s + 1e-3
    assert frame.captured_utc.tzinfo is not None
    assert Capability.SENSOR_TIME in ours.capabilities
    assert (ours.exposure.exposure_s, ours.exposure.gain, ours.exposure.focus) == (0.008, 2.5, 1.2)


def test_hold_keeps_what_the_last_picture_was_taken_with(fake: type[FakePicamera2]) -> None:
    ours = camera()
    ours.open()
    with pytest.raises(CameraError) as error:
        ours.hold(True)
    assert error.value.message.code == "camera-pi-hold-too-early"
    next(ours.frames())
    ours.hold(True)
    ours.hold(False)
    held, freed = (given["controls"] for name, given in fake.last.calls if name == "set_controls")
    assert held == {
        "AeEnable": False,
        "AwbEnable": False,
        "AfMode": 0,
        "ExposureTime": 8000,
        "AnalogueGain": 2.5,
        "ColourGains": (1.9, 1.6),
        "LensPosition": 1.2,
    }
    assert freed == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}


FORMATS = ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "YVU420", "NV12", "NV21", "YUYV", "MJPEG")


@pytest.mark.parametrize("pixel_format", FORMATS)
def test_whatever_format_is_given_the_frame_is_bgr(
    fake: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch, pixel_format: str
) -> None:
    monkeypatch.setattr(fake, "gives", pixel_format)
    ours = camera(size_px=SIZE)
    ours.open()
    assert ours.mode.pixel_format == pixel_format
    image = next(ours.frames()).image
    assert image.shape == (SIZE[1], SIZE[0], 3)
    assert np.abs(image.astype(int) - picture()).max() <= (0 if "888" in pixel_format else 12)


def test_a_padded_picture_loses_its_padding() -> None:
    padded = np.zeros((40, 70, 3), np.uint8)
    padded[:36, :64] = picture()
    bgr = np.empty((36, 64, 3), np.uint8)
    to_bgr(padded, CameraMode(SIZE, None, "RGB888"), bgr)
    assert np.array_equal(bgr, picture())


@pytest.mark.parametrize("pixel_format", FORMATS)
def test_a_frame_that_is_kept_stays_as_it_is(
    fake: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch, pixel_format: str
) -> None:
    monkeypatch.setattr(fake, "gives", pixel_format)
    ours = camera(size_px=SIZE)
    ours.open()
    frames = ours.frames()
    kept = [next(frames) for _ in range(4)]
    was = kept[0].image.copy()
    assert all(np.array_equal(frame.image, was) for frame in kept)
    assert len({frame.image.ctypes.data for frame in kept}) == 4


def test_a_format_that_we_cannot_read_is_refused(fake: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake, "gives", "SBGGR10")
    with pytest.raises(CameraError) as error:
        camera().open()
    assert error.value.message.code == "camera-pi-mode-refused"
    assert error.value.message["fault"]["format"] == "SBGGR10"
    assert "NV12" in error.value.message["fault"]["known"]
    assert fake.last.calls[-1][0] == "close"


def test_a_camera_that_falls_silent_is_lost(fake: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    ours = camera(timeout_s=0.5)
    ours.open()
    frames = ours.frames()
    next(frames)
    monkeypatch.setattr(fake, "silent", True)
    with pytest.raises(CameraError) as error:
        next(frames)
    assert error.value.message == Message.of("camera-pi-stalled", camera="picamera", seconds=0.5)


def test_a_configuration_that_is_refused_gives_the_camera_back(
    fake: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fake, "refuses", "configure")
    with pytest.raises(CameraError) as error:
        camera().open()
    assert error.value.message.code == "camera-pi-mode-refused"
    assert fake.last.calls[-1][0] == "close"


def test_a_camera_that_is_not_there_is_named(fake: type[FakePicamera2]) -> None:
    with pytest.raises(CameraError) as error:
        PicameraCamera(3, picamera2=lambda: SimpleNamespace(Picamera2=FakePicamera2)).open()
    assert error.value.message == Message.of("camera-pi-not-found", camera="picamera:3", count=1)


def test_without_libcamera_the_line_says_what_to_install() -> None:
    """This machine has no picamera2: the real import fails, and says so in our words."""
    with pytest.raises(CameraError) as caught:
        PicameraCamera().open()
    assert isinstance(caught.value, OSError)
    assert caught.value.message == Message.of("camera-pi-module-missing", module="picamera2")


@pytest.mark.nightly
def test_the_signatures_are_picamera2s_own(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", str(tmp_path), f"picamera2=={VERSION}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, f"picamera2 {VERSION} cannot be had with pip:\n{done.stderr}"
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as package:
        request = package.read("picamera2/request.py")
        sources = {
            "Picamera2": package.read("picamera2/picamera2.py"),
            "MappedArray": request,
            "CompletedRequest": request,
        }
    for kind, methods in SIGNATURES.items():
        (cls,) = (
            node for node in ast.parse(sources[kind]).body if isinstance(node, ast.ClassDef) and node.name == kind
        )
        theirs: dict[str, str] = {}
        for node in cls.body:
            if isinstance(node, ast.FunctionDef) and not any("overload" in ast.unparse(d) for d in node.decorator_list):
                required = len(node.args.args) - len(node.args.defaults)
                names = [a.arg if i < required else f"{a.arg}=None" for i, a in enumerate(node.args.args)]
                theirs[node.name] = ", ".join(names)
        assert methods == {name: theirs[name] for name in methods}
