"""An MP4 read without the program that made it: its boxes by hand, its stream by ffprobe, its pictures by OpenCV."""

from __future__ import annotations

import json
import struct
import subprocess
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def boxes(data: bytes) -> list[str]:
    """Return the names of the boxes at the top, in order (ISO/IEC 14496-12, 4.2)."""
    found, at = [], 0
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        if size == 1:
            (size,) = struct.unpack(">Q", data[at + 8 : at + 16])
        assert size >= 8, f"a box of {size} bytes at {at}"
        found.append(name.decode("ascii"))
        at += size
    assert at == len(data), "the last box is cut off"
    return found


def probed(path: Path) -> tuple[dict[str, Any], list[float]]:
    """Return what ffprobe says of the only stream, and the times of its pictures in seconds."""
    asked = ["ffprobe", "-v", "error", "-show_streams", "-show_packets", "-of", "json", str(path)]
    said = json.loads(subprocess.run(asked, capture_output=True, check=True, timeout=60).stdout)
    (stream,) = said["streams"]
    return stream, [float(packet["pts_time"]) for packet in said["packets"]]


def pictures(path: Path) -> list[NDArray[np.uint8]]:
    """Return every picture as OpenCV decodes it, blue, green, red."""
    capture = cv2.VideoCapture(str(path))
    found: list[NDArray[np.uint8]] = []
    while True:
        there, picture = capture.read()
        if not there:
            return found
        found.append(np.asarray(picture, np.uint8))
