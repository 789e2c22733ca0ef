"""Small files that claim to be large pictures, or make a decoder take much memory in another way."""

from __future__ import annotations

import struct
import zlib

MEBIBYTE = 2**20


def packed_zeros(count: int) -> bytes:
    """Return so many zero bytes in zlib's format; what is flushed in full may be repeated as it is."""
    packer = zlib.compressobj(9, wbits=-15)
    block = packer.compress(bytes(MEBIBYTE)) + packer.flush(zlib.Z_FULL_FLUSH)
    last = zlib.compressobj(9, wbits=-15)
    rest = last.compress(bytes(count % MEBIBYTE)) + last.flush()
    return b"\x78\xda" + block * (count // MEBIBYTE) + rest + struct.pack(">HH", count % 65521, 1)


def png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PNG = b"\x89PNG\r\n\x1a\n"


def png(width: int, height: int, *, bits: int = 8, before: bytes = b"") -> bytes:
    """Return a black PNG that is whole: it decodes, if something lets it."""
    rows = packed_zeros((1 + width * 3 * bits // 8) * height)
    head = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, 2, 0, 0, 0))
    return PNG + head + before + png_chunk(b"IDAT", rows) + png_chunk(b"IEND", b"")


def png_with_a_chunk_of(length: int, kind: bytes = b"tEXt") -> bytes:
    """Return a PNG of 140 bytes, one chunk of which claims to be so long."""
    head = png_chunk(b"IHDR", struct.pack(">IIBBBBB", 10, 10, 8, 2, 0, 0, 0))
    return PNG + head + struct.pack(">I", length) + kind + bytes(100)


def animated_png(frames: int) -> bytes:
    return png(64, 48, before=png_chunk(b"acTL", struct.pack(">II", frames, 0)))


def jpeg(width: int, height: int, *, components: int = 3, before: bytes = b"") -> bytes:
    """Return the head of a JPEG of that size, up to its first scan."""
    frame = struct.pack(">HBHHB", 8 + 3 * components, 8, height, width, components)
    frame += b"".join(bytes([k + 1, 0x11, 0]) for k in range(components))
    return b"\xff\xd8" + before + b"\xff\xc2" + frame + b"\xff\xda\x00\x0c\x03\x01\x00\x02\x00\x03\x00\x00\x3f\x00"


def bmp(width: int, height: int) -> bytes:
    return b"BM" + struct.pack("<IHHI", 54, 0, 0, 54) + struct.pack("<IiiHH6I", 40, width, height, 1, 24, *[0] * 6)


def old_bmp(width: int, height: int) -> bytes:
    """Return the head of a bitmap of OS/2 1.x."""
    return b"BM" + struct.pack("<IHHI", 26, 0, 0, 26) + struct.pack("<IHHHH", 12, width, height, 1, 24)


def tiff(
    width: int, height: int, *, order: str = "<", bits: int = 8, samples: int = 3, tile: tuple[int, int] | None = None
) -> bytes:
    """Return a black deflated TIFF that is whole, in one strip or one tile."""
    across, down = tile or (width, height)
    rows = packed_zeros(across * down * samples * bits // 8)
    numbers = {256: width, 257: height, 258: bits, 259: 8, 262: 2 if samples > 2 else 1, 277: samples}
    numbers |= (
        {278: height, 273: 8, 279: len(rows)} if tile is None else {322: across, 323: down, 324: 8, 325: len(rows)}
    )
    body = rows + bytes(len(rows) % 2)
    entries = b"".join(struct.pack(f"{order}HHII", tag, 4, 1, value) for tag, value in sorted(numbers.items()))
    start = (b"II" if order == "<" else b"MM") + struct.pack(f"{order}HI", 42, 8 + len(body))
    return start + body + struct.pack(f"{order}H", len(numbers)) + entries + bytes(4)


def big_tiff(width: int, height: int) -> bytes:
    """Return the head of a BigTIFF, whose numbers have 64 bits."""
    entries = b"".join(struct.pack("<HHQQ", tag, 16, 1, value) for tag, value in ((256, width), (257, height)))
    return b"II+\0" + struct.pack("<HHQ", 8, 0, 16) + struct.pack("<Q", 2) + entries + bytes(8)


def webp(width: int, height: int, *, flags: int = 0) -> bytes:
    """Return the head of an extended WebP; flag 2 says that it is animated."""
    sides = b"".join((side - 1).to_bytes(3, "little") for side in (width, height))
    chunk = b"VP8X" + struct.pack("<II", 10, flags) + sides
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


def lossless_webp(width: int, height: int) -> bytes:
    chunk = b"VP8L" + struct.pack("<IBI", 5, 0x2F, width - 1 | height - 1 << 14) + bytes(100)
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


def lossy_webp(width: int, height: int) -> bytes:
    chunk = b"VP8 " + struct.pack("<I", 10) + b"\x10\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height) + bytes(100)
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


TOO_LARGE = {
    "png": png(16384, 16384),
    "png of 16 bits": png(16384, 16384, bits=16),
    "wide png": png(60_000, 500),
    "jpeg": jpeg(16384, 16384),
    "jpeg with a preview": jpeg(16384, 16384, before=b"\xff\xe1\xff\xff" + jpeg(160, 120).ljust(65533, b"\0")),
    "bmp": bmp(16384, 16384),
    "bmp from the top": bmp(16384, -16384),
    "old bmp": old_bmp(16384, 16384),
    "tiff": tiff(16384, 16384),
    "tiff of a large machine": tiff(16384, 16384, order=">"),
    "tiff with a large tile": tiff(16, 16, tile=(16384, 16384)),
    "big tiff": big_tiff(2**40, 16),
    "webp": webp(16384, 16384),
    "lossy webp": lossy_webp(16383, 16383),
    "lossless webp": lossless_webp(16384, 16384),
}
UNREADABLE = {
    "a chunk of 2 GB": png_with_a_chunk_of(0x7FFFFFFF),
    "image data of 2 GB": png_with_a_chunk_of(0x7FFFFFFF, b"IDAT"),
    "tiff of 64 bits": tiff(2000, 2000, bits=64),
    "tiff of many samples": tiff(2000, 2000, samples=200),
    "jpeg of many components": jpeg(2000, 2000, components=200),
    "jpeg of nothing but fill": b"\xff\xd8" + b"\xff" * 100_000,
    "jpeg of nothing but segments": b"\xff\xd8" + b"\xff\xfe\x00\x02" * 50_000,
    "png of nothing but chunks": png(10, 10, before=png_chunk(b"tEXt", b"") * 200_000),
    "gif": b"GIF89a" + struct.pack("<HH", 16384, 16384) + bytes(100),
    "portable pixmap": b"P6 16384 16384 255\n",
    "jpeg 2000": b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(100),
    "hdr": b"#?RADIANCE\n\n-Y 16384 +X 16384\n",
    "nothing": b"",
    "text": b"hello",
}
ANIMATED = {"png": animated_png(1000), "webp": webp(64, 48, flags=2)}
