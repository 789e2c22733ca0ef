"""Pictures, folders, videos, V4L2 and RTSP: how they open, give frames, end and are lost."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from importlib.metadata import EntryPoint
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.cameras import (
    Camera,
    Capability,
    ImageCamera,
    PicameraCamera,
    RtspCamera,
    V4l2Camera,
    VideoFileCamera,
    exposure_lock_of,
    sources,
)
from hardware.errors import CameraError, CameraSpecError, HardwareError
from messages.message import Message
from overlook.camera_sources import camera_from_spec
from simulation.cameras.table_camera import SimulatedCamera
from tests.vision.bombs import TOO_LARGE


def grey(level: int) -> np.ndarray:
    return np.full((48, 64, 3), level, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, level in (("b.png", 80), ("a.png", 40), ("c.jpg", 120)):
        cv2.imwrite(str(tmp_path / name), grey(level))
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (64, 48))
    for level in range(5):
        writer.write(grey(level * 40))
    writer.release()
    return path


def test_a_folder_is_shown_once_in_the_order_of_names(folder: Path) -> None:
    camera = ImageCamera(folder, fps=50.0)
    camera.open()
    frames = list(camera.frames())
    assert [round(float(frame.image.mean()), -1) for frame in frames] == [40, 80, 120]
    assert Capability.FINITE in camera.capabilities
    assert camera.mode.size_px == (64, 48)
    for before, after in pairwise(frames):
        periods = (after.captured_s - before.captured_s) / 0.02
        assert periods == pytest.approx(max(1, round(periods)), abs=1e-6)
        assert after.captured_utc > before.captured_utc


@pytest.mark.parametrize(("source", "levels"), [("folder", [40, 80, 120]), ("video", [0, 40, 80, 120, 160])])
def test_a_folder_or_video_may_be_shown_again_and_again(
    source: str, levels: list[int], request: pytest.FixtureRequest
) -> None:
    camera = camera_from_spec(f"loop:{request.getfixturevalue(source)}", fps=100.0)
    camera.open()
    assert camera.capabilities == {Capability.LOOPS}
    frames = camera.frames()
    shown = [next(frames) for _ in range(2 * len(levels) + 1)]
    assert [40 * round(float(frame.image.mean()) / 40) for frame in shown] == [*levels, *levels, levels[0]]
    assert all(after.captured_s > before.captured_s for before, after in pairwise(shown))
    camera.close()


def test_a_photograph_stays_until_it_is_closed(folder: Path) -> None:
    camera = ImageCamera(folder / "a.png", fps=100.0)
    camera.open()
    frames = camera.frames()
    for _ in range(5):
        assert next(frames).image.mean() == 40
    assert not camera.capabilities
    camera.close()
    assert next(frames, None) is None


def test_photograph_is_not_turned_though_its_file_asks_for_it(tmp_path: Path) -> None:
    """A lens was calibrated with the sensor's own rows: EXIF's orientation 6 asks for a quarter turn."""
    data = cv2.imencode(".jpg", grey(90))[1].tobytes()
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0)
    exif = b"Exif\0\0" + struct.pack("<2sHIH", b"II", 42, 8, 1) + entry + bytes(4)
    (tmp_path / "turned.jpg").write_bytes(data[:2] + struct.pack(">2sH", b"\xff\xe1", len(exif) + 2) + exif + data[2:])
    asked = cv2.imread(str(tmp_path / "turned.jpg"))
    assert asked is not None
    assert asked.shape[:2] == (64, 48), "the file asks for a turn"
    camera = ImageCamera(tmp_path / "turned.jpg")
    camera.open()
    assert camera.mode.size_px == (64, 48)
    assert next(camera.frames()).image.shape[:2] == (48, 64)
    camera.close()


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [("gone.png", None, "cannot be read"), ("empty.png", b"", "as an image"), ("text.png", b"hello", "as an image")],
)
def test_a_picture_that_cannot_be_read_is_one_line(tmp_path: Path, name: str, content: bytes | None, says: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(CameraError, match=says) as caught:
        ImageCamera(tmp_path / name).open()
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CameraError) as error:
        ImageCamera(tmp_path).open()
    assert error.value.message.code == "camera-folder-empty"


def test_a_video_is_shown_once_at_its_own_pace(video: Path) -> None:
    camera = VideoFileCamera(video)
    camera.open()
    began_s = time.monotonic()
    frames = list(camera.frames())
    assert len(frames) == 5
    assert time.monotonic() - began_s >= 0.15
    assert [round(float(frame.image.mean()) / 40) for frame in frames] == [0, 1, 2, 3, 4]
    assert camera.mode.fps == 25.0
    assert frames[-1].captured_s - frames[0].captured_s >= 4 / 25 - 1e-6
    camera.close()
    with pytest.raises(CameraError) as error:
        _ = camera.mode
    assert error.value.message.code == "camera-not-open"


def test_a_file_that_is_no_video_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.mp4"
    path.write_bytes(b"not a video at all")
    with pytest.raises(CameraError) as error:
        VideoFileCamera(path).open()
    expected = Message.of("camera-cannot-open", camera=str(path), remedy=Message.of("camera-remedy-video"))
    assert error.value.message == expected


class FakeCapture:
    """Stands in for cv2.VideoCapture."""

    def __init__(self, *, opens: bool = True, pictures: int = 3, clock: Callable[[], float] | None = None) -> None:
        self.opens, self.left, self.clock = opens, pictures, clock
        self.settings: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 120.0, cv2.CAP_PROP_GAIN: 7.0, cv2.CAP_PROP_FOCUS: 30}
        self.released = False

    def isOpened(self) -> bool:
        return self.opens

    def read(self, image: NDArray[np.uint8] | None = None, /) -> tuple[bool, Any]:
        assert not self.released, "read after release"
        self.left -= 1
        if self.left < 0:
            return False, None
        given = grey(90)
        if image is None or image.shape != given.shape:
            return True, given
        image[...] = given
        return True, image

    def get(self, prop: int) -> float:
        if prop == cv2.CAP_PROP_POS_MSEC and self.clock is not None:
            return self.clock() * 1000
        if prop == cv2.CAP_PROP_FOURCC:
            return float(cv2.VideoWriter.fourcc(*"MJPG"))
        return self.settings.get(prop, 0.0)

    def set(self, prop: int, value: float) -> bool:
        self.settings[prop] = value
        return True

    def release(self) -> None:
        self.released = True


@pytest.fixture
def device(tmp_path: Path) -> str:
    path = tmp_path / "video7"
    path.touch()
    return str(path)


def test_v4l2_asks_for_its_mode_and_reads_it_back(device: str) -> None:
    capture = FakeCapture()
    camera = V4l2Camera(device, size_px=(1920, 1080), fps=15.0, capture=lambda: capture)
    camera.open()
    assert capture.settings[cv2.CAP_PROP_FRAME_WIDTH] == 1920
    assert capture.settings[cv2.CAP_PROP_FRAME_HEIGHT] == 1080
    assert capture.settings[cv2.CAP_PROP_FPS] == 15.0
    assert camera.mode.size_px == (64, 48), "the size is what the picture has, not what was asked for"
    assert camera.mode.pixel_format == "MJPG"
    assert str(camera.mode) == "64x48@15 MJPG"


def test_v4l2_takes_the_drivers_time_when_it_is_on_our_clock(device: str) -> None:
    camera = V4l2Camera(device, capture=lambda: FakeCapture(clock=lambda: time.monotonic() - 0.05))
    camera.open()
    began_s = time.monotonic()
    frame = next(camera.frames())
    assert began_s <= frame.captured_s + 0.05 <= time.monotonic()
    other = V4l2Camera(device, capture=lambda: FakeCapture(clock=time.time))
    other.open()
    began_s = time.monotonic()
    frame = next(other.frames())
    assert began_s <= frame.captured_s <= time.monotonic()


def test_an_unplugged_v4l2_camera_is_lost_in_one_line(device: str) -> None:
    capture = FakeCapture(pictures=3)
    camera = V4l2Camera(device, capture=lambda: capture)
    camera.open()
    frames = camera.frames()
    assert next(frames).image.mean() == 90
    next(frames)
    with pytest.raises(CameraError) as error:
        next(frames)
    expected = Message.of("camera-images-ended", camera=f"v4l2:{device}", remedy=Message.of("camera-remedy-usb"))
    assert error.value.message == expected
    camera.close()
    camera.close()
    assert capture.released


def test_v4l2_holds_what_it_has_and_lets_go(device: str) -> None:
    capture = FakeCapture()
    camera = V4l2Camera(device, capture=lambda: capture)
    with pytest.raises(CameraError) as error:
        camera.hold(True)
    assert error.value.message.code == "camera-not-open"
    camera.open()
    assert camera.exposure.exposure_s == pytest.approx(0.012)
    assert camera.exposure.gain == 7.0
    camera.hold(True)
    held = {p: capture.settings[p] for p in (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_WB)}
    assert list(held.values()) == [1.0, 0.0, 0.0]
    assert capture.settings[cv2.CAP_PROP_EXPOSURE] == 120.0
    camera.hold(False)
    assert capture.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0


def test_only_some_cameras_hold(device: str, folder: Path) -> None:
    v4l2 = V4l2Camera(device, capture=FakeCapture)
    assert exposure_lock_of(v4l2) is v4l2
    assert exposure_lock_of(PicameraCamera()) is not None
    for other in (ImageCamera(folder), RtspCamera("rtsp://host/live"), camera_from_spec("simulated")):
        assert exposure_lock_of(other) is None


def test_a_device_that_is_missing_or_held_is_named(device: str) -> None:
    with pytest.raises(CameraError) as missing:
        V4l2Camera("/dev/video93").open()
    assert missing.value.message["camera"] == "v4l2:/dev/video93"
    assert missing.value.message.code in {"camera-not-found", "camera-none-found"}
    with pytest.raises(CameraError) as held:
        V4l2Camera(device, capture=lambda: FakeCapture(opens=False)).open()
    assert held.value.message.code == "camera-cannot-open"
    mute = FakeCapture(pictures=0)
    with pytest.raises(CameraError) as silent:
        V4l2Camera(device, capture=lambda: mute).open()
    assert silent.value.message.code == "camera-no-first-image"
    assert mute.released


def test_rtsp_never_shows_its_password() -> None:
    camera = RtspCamera("rtsp://admin:s3cret@10.0.0.7:554/live", capture=lambda: FakeCapture(opens=False))
    with pytest.raises(CameraError) as caught:
        camera.open()
    assert caught.value.message.code == "camera-cannot-open"
    assert caught.value.message["camera"] == "rtsp://10.0.0.7:554/live"
    shown = f"{caught.value} {camera.identity!r}"
    assert "s3cret" not in shown
    assert "admin" not in shown


def test_rtsp_that_nobody_serves_is_refused() -> None:
    """Through OpenCV's own FFmpeg, on a port of this machine where nothing listens."""
    with pytest.raises(CameraError) as unserved:
        RtspCamera("rtsp://127.0.0.1:9/none", timeout_s=2.0).open()
    assert unserved.value.message.code == "camera-cannot-open"
    assert unserved.value.message["remedy"].code == "camera-remedy-network"
    with pytest.raises(CameraError) as without_host:
        RtspCamera("rtsp://").open()
    assert without_host.value.message.code == "camera-address-missing"


def test_rtsp_frames_carry_their_arrival() -> None:
    camera = RtspCamera("rtsp://10.0.0.7/live", capture=lambda: FakeCapture(pictures=2))
    camera.open()
    frames = camera.frames()
    began_s = time.monotonic()
    frame = next(frames)
    assert began_s <= frame.captured_s <= time.monotonic()
    with pytest.raises(CameraError) as error:
        next(frames)
    assert error.value.message.code == "camera-images-ended"


def test_a_spec_names_its_camera(folder: Path, video: Path) -> None:
    kinds: dict[str, type[Camera]] = {
        "simulated": SimulatedCamera,
        "picamera": PicameraCamera,
        "picamera:1": PicameraCamera,
        "v4l2:/dev/video0": V4l2Camera,
        "rtsp://host/live": RtspCamera,
        str(folder): ImageCamera,
        str(folder / "c.jpg"): ImageCamera,
        str(video): VideoFileCamera,
        f"loop:{folder}": ImageCamera,
        f"loop:{video}": VideoFileCamera,
    }
    for spec, kind in kinds.items():
        camera = camera_from_spec(spec)
        assert type(camera) is kind
        if kind is not SimulatedCamera:
            assert camera.identity.spec == spec


@pytest.mark.parametrize(
    "spec", ["", "webcam", "simulated:2", "picamera:left", "v4l2:", "/no/such/file.mp4", "loop:/no/such"]
)
def test_a_spec_that_names_nothing_says_what_is_known(spec: str) -> None:
    with pytest.raises(CameraSpecError) as caught:
        camera_from_spec(spec)
    assert caught.value.message.code == "camera-unknown"
    assert caught.value.message["camera"] == spec
    assert caught.value.message["usages"][:2] == ("simulated", "picamera[:NUMBER]")
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, HardwareError)


def a_plug_in(name: str, loaded: object) -> EntryPoint:
    """An installed entry point that loads so, or fails so."""

    class Installed(EntryPoint):
        def load(self) -> object:
            if isinstance(loaded, Exception):
                raise loaded
            return loaded

    return Installed(name, f"{name}:KIND", sources.ENTRY_POINTS)


def test_a_plug_in_adds_a_kind_of_camera(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(spec: str, request: sources.CameraRequest) -> Camera | None:
        return ImageCamera(folder, fps=request.fps or 1.0) if spec == "telescope" else None

    found = [a_plug_in("telescope", sources.CameraKind("telescope", make))]
    monkeypatch.setattr(sources, "entry_points", lambda *, group: found if group == sources.ENTRY_POINTS else [])
    assert isinstance(camera_from_spec("telescope"), ImageCamera)
    with pytest.raises(CameraSpecError) as error:
        camera_from_spec("microscope")
    assert error.value.message["usages"][-3:] == ("rtsp://...", "telescope", Message.of("camera-usage-file"))


@pytest.mark.parametrize("loaded", [ImportError("no module"), "no kind"])
def test_a_plug_in_that_does_not_load_is_logged_and_left_out(
    loaded: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sources, "entry_points", lambda **_: [a_plug_in("broken", loaded)])
    assert isinstance(camera_from_spec("v4l2:/dev/video0"), V4l2Camera)
    assert "broken:KIND" in caplog.text


@pytest.mark.parametrize("make", [ImageCamera, VideoFileCamera])
def test_a_camera_is_opened_before_it_is_read(folder: Path, make: Any) -> None:
    with pytest.raises(CameraError) as error:
        next(make(folder / "a.png").frames())
    assert error.value.message.code == "camera-not-open"


@pytest.mark.parametrize("name", sorted(TOO_LARGE))
def test_too_large_a_picture_is_no_camera(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (path := folder / "0.png").write_bytes(TOO_LARGE[name])
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it is decoded"))
    for source in (path, folder):
        with pytest.raises(CameraError, match=r"0\.png: .* \d+ x \d+ px, .* 64 megapixels"):
            ImageCamera(source).open()


def test_too_large_a_picture_in_a_folder_ends_it_in_one_line(folder: Path) -> None:
    (folder / "b.jpg").write_bytes(TOO_LARGE["jpeg"])
    camera = ImageCamera(folder, fps=50.0)
    camera.open()
    with pytest.raises(CameraError, match=r"b\.jpg: .* 16384 x 16384 px"):
        list(camera.frames())


@pytest.mark.parametrize("size", [(15000, 15000), (60000, 100)])
def test_a_stream_of_too_large_pictures_is_refused_before_the_first(size: tuple[int, int], device: str) -> None:
    class Large(FakeCapture):
        def get(self, prop: int) -> float:
            sides = {cv2.CAP_PROP_FRAME_WIDTH: float(size[0]), cv2.CAP_PROP_FRAME_HEIGHT: float(size[1])}
            return sides.get(prop) or super().get(prop)

        def read(self, image: NDArray[np.uint8] | None = None, /) -> tuple[bool, Any]:
            pytest.fail("a picture is read")

    for make in (
        lambda capture: V4l2Camera(device, capture=lambda: capture),
        lambda capture: RtspCamera("rtsp://host/live", capture=lambda: capture),
        lambda capture: VideoFileCamera(device, capture=lambda: capture),
    ):
        capture = Large()
        with pytest.raises(CameraError) as error:
            make(capture).open()
        message = error.value.message
        assert message.code == "camera-image-too-large"
        assert (message["width"], message["height"], message["most"]) == (*size, 64)
        assert capture.released
