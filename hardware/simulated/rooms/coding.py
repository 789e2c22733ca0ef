"""What a camera does after its sensor: white balance, tone, denoising, compression."""

from __future__ import annotations

import tempfile
from pathlib import Path

import cv2
import numpy as np

from hardware.errors import SceneError
from hardware.simulated.rooms.room import Codes, Room
from vision.image_file import decode_image


def white_balance(room: Room, rng: np.random.Generator, strength: float) -> Room:
    """Blue and red are off by up to `strength`, one up and one down: daylight against lamps."""
    warm = rng.choice([-1.0, 1.0]) * strength
    return room.lit(room.light * np.array([1 + warm, 1, 1 - warm], np.float32))


def gamma(room: Room, rng: np.random.Generator, value: float) -> Room:
    """Light is coded with this exponent in place of sRGB's curve."""
    del rng
    share = np.arange(256) / 255
    light = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    table = np.round(255 * light ** (1 / value)).astype(np.uint8)
    return room.coded(lambda codes: np.asarray(cv2.LUT(codes, table), np.uint8))


def jpeg(room: Room, rng: np.random.Generator, quality: float) -> Room:
    """Each picture is a JPEG of this quality, as in an MJPEG stream."""
    del rng

    def step(codes: Codes) -> Codes:
        done, data = cv2.imencode(".jpg", codes, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
        if not done:
            raise SceneError(f"a JPEG of quality {quality:g} could not be made; expected 1 to 100")
        return decode_image(data.tobytes(), f"a JPEG of quality {quality:g}")

    return room.coded(step)


def video(room: Room, rng: np.random.Generator, codec: str) -> Room:
    """The picture is the last of a few in a film of this codec ("mp4v", "MJPG"), at the coder's own rate."""
    del rng

    def step(codes: Codes) -> Codes:
        height, width = codes.shape[:2]
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "film.avi")
            writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*codec), 10.0, (width, height))
            if not writer.isOpened():
                raise SceneError(f"no coder for {codec!r} here; expected mp4v or MJPG")
            for _ in range(3):
                writer.write(codes)
            writer.release()
            reader = cv2.VideoCapture(path)
            last = codes
            while True:
                more, picture = reader.read()
                if not more:
                    break
                last = np.asarray(picture, np.uint8)
            reader.release()
        return last

    return room.coded(step)


def denoise(room: Room, rng: np.random.Generator, strength: float) -> Room:
    """The camera smooths what it takes for noise and sharpens what it takes for edges."""
    del rng

    def step(codes: Codes) -> Codes:
        smooth = cv2.bilateralFilter(codes, 7, 12 * strength, 2.0)
        soft = cv2.GaussianBlur(smooth, (0, 0), 1.2)
        return np.asarray(cv2.addWeighted(smooth, 1 + 0.6 * strength, soft, -0.6 * strength, 0), np.uint8)

    return room.coded(step)
