"""Image decoding for files from outside the program, with size limits checked in the header before decoding.

Formats: PNG: W3C PNG (third edition), JPEG: ITU-T T.81, BMP: Microsoft's bitmap headers, TIFF 6.0 and BigTIFF, WebP:
RFC 9649.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.image_limits import MOST_PIXELS, MOST_SIDE_PX, is_too_large
from messages.message import Message, MessageError
from vision.frame import FrameError

MOST_SAMPLES, MOST_BITS = 4, 16
"""Most samples per pixel and bits per sample; cameras and scanners write no more."""

_TIFF_SIZES = {1: (1, "B"), 3: (2, "H"), 4: (4, "I"), 16: (8, "Q")}
_TIFF_TAGS = {256: "width", 257: "height", 258: "bits", 277: "samples", 322: "tile width", 323: "tile height"}
_MOST_TAGS = 4096
_MOST_CHUNKS, _MOST_SEGMENTS, _MOST_FILL = 100_000, 10_000, 1000
_START_OF_FRAME = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})


class HeaderError(MessageError, ValueError):
    """A file that is not an image of a known format, or whose header is cut off or contradicts itself."""


@dataclass(frozen=True, slots=True)
class ImageHeader:
    """Image size in pixels as stored, before the EXIF rotation; `animated` if the file has several frames."""

    width: int
    height: int
    animated: bool = False


def read_header(data: memoryview) -> ImageHeader:
    """Return the header of a JPEG, PNG, BMP, TIFF or WebP file; raises `HeaderError` for anything else."""
    read = next((read for magic, read in _FORMATS.items() if bytes(data[: len(magic)]) == magic), None)
    if read is None:
        raise HeaderError("image-format")
    try:
        header = read(data)
    except (struct.error, IndexError):
        raise HeaderError("image-cut-off") from None
    if header.width <= 0 or header.height <= 0:
        raise HeaderError("image-empty", width=header.width, height=header.height)
    return header


def _png(data: memoryview) -> ImageHeader:
    """Walk through all chunks: a decoder allocates a chunk's claimed length before it finds the file shorter."""
    length, kind, width, height = struct.unpack_from(">I4sII", data, 8)
    if kind != b"IHDR" or length != 13:
        raise HeaderError("image-header-missing")
    at, animated = 8, False
    for _ in range(_MOST_CHUNKS):
        length, kind = struct.unpack_from(">I4s", data, at)
        at += length + 12
        if at > len(data):
            raise HeaderError("image-cut-off")
        animated |= kind == b"acTL"
        if kind == b"IEND":
            return ImageHeader(width, height, animated)
    raise HeaderError("image-many-chunks", most=_MOST_CHUNKS)


def _jpeg(data: memoryview) -> ImageHeader:
    at = 2
    for _ in range(_MOST_SEGMENTS):
        fill = bytes(data[at : at + _MOST_FILL])
        at += len(fill) - len(fill.lstrip(b"\xff"))
        marker = data[at]
        if data[at - 1] != 0xFF or marker == 0:
            raise HeaderError("image-marker-missing")
        at += 1
        if marker in _WITHOUT_LENGTH:
            continue
        (length,) = struct.unpack_from(">H", data, at)
        if marker in _START_OF_FRAME:
            height, width, components = struct.unpack_from(">HHB", data, at + 3)
            if components > MOST_SAMPLES:
                raise HeaderError("image-components", found=components, most=MOST_SAMPLES)
            return ImageHeader(width, height)
        if length < 2 or marker in {0xD9, 0xDA}:
            raise HeaderError("image-size-missing")
        at += length
    raise HeaderError("image-many-segments", most=_MOST_SEGMENTS)


def _bmp(data: memoryview) -> ImageHeader:
    (size,) = struct.unpack_from("<I", data, 14)
    if size == 12:
        width, height = struct.unpack_from("<HH", data, 18)
    else:
        width, height = struct.unpack_from("<ii", data, 18)
    return ImageHeader(width, abs(height))


def _tiff(data: memoryview) -> ImageHeader:
    """Read the first directory. A tile or a sample may be larger than the image, and decoders allocate it whole."""
    order = "<" if data[0] == ord("I") else ">"
    big = struct.unpack_from(f"{order}H", data, 2)[0] == 43
    (start,) = struct.unpack_from(f"{order}{'Q' if big else 'I'}", data, 8 if big else 4)
    (count,) = struct.unpack_from(f"{order}{'Q' if big else 'H'}", data, start)
    if count > _MOST_TAGS:
        raise HeaderError("image-directory-large", found=count, most=_MOST_TAGS)
    first, entry, inline = (start + 8, 20, 8) if big else (start + 2, 12, 4)
    found: dict[str, int] = {}
    for at in range(first, first + count * entry, entry):
        tag, kind = struct.unpack_from(f"{order}HH", data, at)
        if tag in _TIFF_TAGS:
            name = _TIFF_TAGS[tag]
            found[name] = max([found.get(name, 0), *_tiff_values(data, order, kind, at + 4, inline)])
    width, height = found.get("width", 0), found.get("height", 0)
    samples, bits = found.get("samples", 1), found.get("bits", 1)
    if samples > MOST_SAMPLES or bits > MOST_BITS:
        raise HeaderError("image-samples", samples=samples, bits=bits, most_samples=MOST_SAMPLES, most_bits=MOST_BITS)
    return ImageHeader(max(width, found.get("tile width", 0)), max(height, found.get("tile height", 0)))


def _tiff_values(data: memoryview, order: str, kind: int, at: int, inline: int) -> Iterator[int]:
    (count,) = struct.unpack_from(f"{order}{'Q' if inline == 8 else 'I'}", data, at)
    if kind not in _TIFF_SIZES or not 0 < count <= _MOST_TAGS:
        raise HeaderError("image-directory-type")
    size, letter = _TIFF_SIZES[kind]
    at += inline
    if size * count > inline:
        (at,) = struct.unpack_from(f"{order}{'Q' if inline == 8 else 'I'}", data, at)
    yield from struct.unpack_from(f"{order}{count}{letter}", data, at)


def _webp(data: memoryview) -> ImageHeader:
    if bytes(data[8:12]) != b"WEBP":
        raise HeaderError("image-format")
    kind = bytes(data[12:16])
    if kind == b"VP8X":
        (flags,) = struct.unpack_from("<I", data, 20)
        low_w, high_w, low_h, high_h = struct.unpack_from("<HBHB", data, 24)
        return ImageHeader((high_w << 16 | low_w) + 1, (high_h << 16 | low_h) + 1, animated=bool(flags & 2))
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return ImageHeader(width & 0x3FFF, height & 0x3FFF)
    if kind == b"VP8L":
        (packed,) = struct.unpack_from("<I", data, 21)
        return ImageHeader((packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1)
    raise HeaderError("image-chunk-unknown")


_FORMATS: Mapping[bytes, Callable[[memoryview], ImageHeader]] = {
    b"\x89PNG\r\n\x1a\n": _png,
    b"\xff\xd8": _jpeg,
    b"BM": _bmp,
    b"II*\0": _tiff,
    b"MM\0*": _tiff,
    b"II+\0": _tiff,
    b"MM\0+": _tiff,
    b"RIFF": _webp,
}


Image = NDArray[np.uint8]

MOST_BYTES = 256 * 2**20
"""Largest file read: slightly more than the largest image takes uncompressed, at 8 bits per channel."""


class ImageError(FrameError):
    """A file that is not an image, or an image above the size limits; the message names the fault and the remedy."""


def read_image(path: Path, *, as_stored: bool = False) -> Image:
    """Return the image in a file, uint8 BGR (height, width, 3), rotated by its EXIF unless `as_stored`.

    Raises `ImageError`, and `OSError` if the file cannot be read.
    """
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        data = b"" if size > MOST_BYTES else file.read((size or MOST_BYTES) + 1)
    if max(size, len(data)) > MOST_BYTES:
        raise ImageError("image-file-large", file=path, most=MOST_BYTES // 2**20)
    return decode_image(data, str(path), as_stored=as_stored)


def decode_image(data: bytes, where: str, *, as_stored: bool = False, most_side_px: int = MOST_SIDE_PX) -> Image:
    """Return the decoded image, uint8 BGR (height, width, 3); `where` is its name in error messages.

    Decodes JPEG, PNG, BMP, TIFF and WebP of 8 or 16 bits. Raises `ImageError` for other data, animations and images
    with a side longer than `most_side_px`.
    """
    try:
        header = read_header(memoryview(data))
    except HeaderError as fault:
        raise ImageError("image-unreadable", file=where, fault=fault) from None
    if is_too_large(header.width, header.height):
        most = round(MOST_PIXELS / 1e6)
        raise ImageError("image-pixels", file=where, width=header.width, height=header.height, most=most)
    if max(header.width, header.height) > most_side_px:
        raise ImageError("image-side", file=where, width=header.width, height=header.height, most=most_side_px)
    if header.animated:
        raise ImageError("image-animated", file=where)
    flags = cv2.IMREAD_COLOR | (cv2.IMREAD_IGNORE_ORIENTATION if as_stored else 0)
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        image = None
    if image is None:
        raise ImageError("image-unreadable", file=where, fault=Message.of("image-damaged"))
    return np.asarray(image, dtype=np.uint8)
