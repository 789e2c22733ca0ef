"""Pictures from outside: refused by their size before they are decoded, in one line; all others read as before."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.image_limits import MOST_SIDE_PX, is_too_large
from messages.message import Message
from tests.vision.bombs import ANIMATED, TOO_LARGE, UNREADABLE, jpeg, png
from vision.image_file import MOST_BYTES, HeaderError, ImageError, decode_image, read_header, read_image

FORMATS: dict[str, tuple[str, list[int]]] = {
    "png": (".png", []),
    "jpeg": (".jpg", []),
    "progressive jpeg": (".jpg", [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
    "bmp": (".bmp", []),
    "tiff": (".tif", []),
    "packed tiff": (".tif", [cv2.IMWRITE_TIFF_COMPRESSION, 8]),
    "lossy webp": (".webp", [cv2.IMWRITE_WEBP_QUALITY, 80]),
    "lossless webp": (".webp", [cv2.IMWRITE_WEBP_QUALITY, 101]),
}
sides = st.integers(1, 300)
formats = st.sampled_from(sorted(FORMATS))


def written(name: str, width: int, height: int, channels: int = 3, deep: bool = False) -> bytes:
    """Return a picture of noise as OpenCV writes it."""
    suffix, options = FORMATS[name]
    rng = np.random.default_rng([width, height])
    shape = (height, width, channels) if channels > 1 else (height, width)
    image = rng.integers(0, 2**16, shape).astype(np.uint16)
    return bytes(cv2.imencode(suffix, image if deep else (image >> 8).astype(np.uint8), options)[1].tobytes())


def turned(data: bytes, orientation: int) -> bytes:
    """Return a JPEG with an EXIF orientation."""
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0" + struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0) + bytes(4)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


@given(formats, sides, sides, st.sampled_from([1, 3]))
def test_the_size_is_that_of_the_picture(name: str, width: int, height: int, channels: int) -> None:
    data = written(name, width, height, channels)
    header = read_header(memoryview(data))
    assert (header.width, header.height, header.animated) == (width, height, False)
    plain = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR))
    assert np.array_equal(decode_image(data, "it"), plain)


@pytest.mark.parametrize("name", ["png", "tiff", "packed tiff"])
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_pictures_of_16_bits_are_read_with_8(name: str, channels: int) -> None:
    image = decode_image(written(name, 70, 50, channels, deep=True), "it")
    assert image.shape == (50, 70, 3)
    assert image.dtype == np.uint8


@pytest.mark.parametrize("orientation", range(1, 9))
def test_pictures_are_turned_upright_by_their_exif_unless_wanted_as_stored(orientation: int) -> None:
    data = turned(written("jpeg", 70, 50), orientation)
    assert decode_image(data, "it").shape == ((70, 50, 3) if orientation > 4 else (50, 70, 3))
    assert decode_image(data, "it", as_stored=True).shape == (50, 70, 3)


class Decoder:
    """Stands in for OpenCV's decoder, and notes whether it is called."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls = 0
        monkeypatch.setattr(cv2, "imdecode", self)

    def __call__(self, *_: Any) -> np.ndarray:
        self.calls += 1
        return np.zeros((1, 1, 3), np.uint8)


@pytest.mark.parametrize("name", sorted(TOO_LARGE))
def test_too_large_a_picture_is_refused_before_it_is_decoded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    decoder = Decoder(monkeypatch)
    with pytest.raises(ImageError) as caught:
        decode_image(TOO_LARGE[name], "table.png")
    message = caught.value.message
    assert (message.code, message["file"], message["most"]) == ("image-pixels", "table.png", 64)
    assert decoder.calls == 0


@pytest.mark.parametrize("name", sorted(UNREADABLE))
def test_what_is_no_picture_or_would_take_much_memory_is_never_decoded(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoder = Decoder(monkeypatch)
    with pytest.raises(ImageError) as caught:
        decode_image(UNREADABLE[name], "table.png")
    assert (caught.value.message.code, caught.value.message["file"]) == ("image-unreadable", "table.png")
    assert decoder.calls == 0


@pytest.mark.parametrize("name", sorted(ANIMATED))
def test_an_animation_is_no_photograph(name: str) -> None:
    with pytest.raises(ImageError) as caught:
        decode_image(ANIMATED[name], "table.png")
    assert caught.value.message.code == "image-animated"


@pytest.mark.parametrize("size", [(9248, 6944), (9152, 6944), (6944, 9248), (4056, 3040), (MOST_SIDE_PX, 3200)])
def test_every_size_that_a_camera_takes_is_decoded(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_too_large(*size)
    decoder = Decoder(monkeypatch)
    decode_image(jpeg(*size), "it")
    assert decoder.calls == 1


def test_a_pixel_more_than_the_largest_camera_takes_is_too_much() -> None:
    assert is_too_large(9248, 6945)
    assert is_too_large(MOST_SIDE_PX + 1, 1)
    assert not is_too_large(9248, 6944)


def test_a_file_that_is_longer_than_any_picture_is_not_even_read(tmp_path: Path) -> None:
    with (path := tmp_path / "long.png").open("wb") as file:
        file.write(png(10, 10))
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(ImageError) as caught:
        read_image(path)
    assert caught.value.message == Message.of("image-file-large", file=path, most=256)


def refusal(data: bytes) -> Message | None:
    """Return why a picture is refused, None for one that is read."""
    try:
        decode_image(data, "it")
    except ImageError as fault:
        return fault.message
    return None


@given(formats, st.data())
def test_a_file_that_is_cut_off_anywhere_is_read_or_refused_in_one_line(name: str, data: st.DataObject) -> None:
    whole = written(name, 40, 30)
    said = refusal(whole[: data.draw(st.integers(0, len(whole) - 1))])
    assert said is None or said.code == "image-unreadable"
    assert "\n" not in str(said)


@given(formats, st.data())
def test_a_file_that_is_spoilt_anywhere_is_read_or_refused_in_one_line(name: str, data: st.DataObject) -> None:
    spoilt = bytearray(written(name, 40, 30))
    for _ in range(data.draw(st.integers(1, 4))):
        spoilt[data.draw(st.integers(0, len(spoilt) - 1))] = data.draw(st.integers(0, 255))
    try:
        header = read_header(memoryview(bytes(spoilt)))
    except HeaderError:
        header = None
    # Decoding what claims to be a large picture, and may be, would take long.
    if header is None or header.width * header.height < 10**6:
        said = refusal(bytes(spoilt))
        assert said is None or said["file"] == "it"
        assert "\n" not in str(said)


MEASURE = """
import resource, sys
from pathlib import Path
import {module}
import cv2
import numpy as np
from vision.image_file import ImageError, read_image

def peak_mb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

for path in map(Path, sys.argv[1:]):
    before = peak_mb()
    try:
        read_image(path)
    except ImageError:
        pass
    print(path.name, peak_mb() - before)
before = peak_mb()
try:
    cv2.imdecode(np.fromfile(sys.argv[1], np.uint8), cv2.IMREAD_COLOR)
except cv2.error:
    print("OpenCV", peak_mb() - before)
"""


@pytest.mark.parametrize(
    "module",
    [
        "calibration.rig",
        "vision.tags.detector",
        "hardware.cameras.opencv",
        "web.camera.annotated_pictures",
        "overlook.cli.locate",
    ],
)
def test_refusing_takes_no_memory_and_opencv_refuses_too(module: str, tmp_path: Path) -> None:
    """Whichever package is loaded first, OpenCV has its limit by then, for what it decodes by itself."""
    paths = []
    for number, data in enumerate([*TOO_LARGE.values(), *UNREADABLE.values(), *ANIMATED.values()]):
        paths.append(tmp_path / f"{number:02d}")
        paths[-1].write_bytes(data)
    command = [sys.executable, "-c", MEASURE.format(module=module), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    taken = {name: float(mb) for name, mb in (line.split() for line in done.stdout.splitlines())}
    assert len(taken) == len(paths) + 1
    assert {name: mb for name, mb in taken.items() if mb > 32} == {}
