"""The camera's tone curve from the printed grey wedge."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import PchipInterpolator

from calibration.wedge import WEDGE, Wedge
from vision.camera_response import ResponseCurve
from vision.decode import homographies
from vision.frame import FrameError

Array = NDArray[np.float64]

ASPECT_TOLERANCE = 0.12
LEAST_RANGE = 60
"""Codes that must lie between ink and paper, for a curve to be drawn through them."""

_INNER = 0.3


def measure_response(image: NDArray[np.uint8], wedge: Wedge = WEDGE) -> ResponseCurve:
    """Return the tone curve of the camera that took a grey or BGR picture of the wedge, lying in even light.

    Codes of the patches against their known shares of paper; between them a curve that never falls. Raises
    `FrameError` when no wedge is found, or its codes do not fall from paper to ink.
    """
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    best: tuple[float, Array] | None = None
    for corners in _frames(grey, wedge):
        codes = _codes(grey, corners, wedge)
        for order in (codes, codes[::-1]):
            fall = -np.diff(order)
            if order[0] - order[-1] >= LEAST_RANGE and (fall > -2).all():
                score = float(fall.min())
                best = (score, order) if best is None or score > best[0] else best
    if best is None:
        raise FrameError(
            "no grey wedge found in the picture: lay the printed wedge flat in even light, all of it in view, "
            "not clipped and not too dark"
        )
    return _curve(best[1], wedge)


def _frames(grey: NDArray[np.uint8], wedge: Wedge) -> list[NDArray[np.float32]]:
    """Return the outer corners, (4, 2) px clockwise, of dark frames with the wedge's proportions."""
    width, height = wedge.size_mm
    dark = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 2 * (min(grey.shape) // 16) + 1, 10
    )
    contours, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for contour in contours:
        if len(contour) < 4 or cv2.arcLength(contour, True) < 8 * wedge.steps:
            continue
        hull = cv2.convexHull(contour)
        corners = cv2.approxPolyDP(hull, 0.015 * cv2.arcLength(hull, True), True).reshape(-1, 2).astype(np.float32)
        if len(corners) != 4:
            continue
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        if sides[0] < sides[1]:
            corners, sides = np.roll(corners, -1, axis=0), np.roll(sides, -1)
        long, short = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
        if abs(long / max(short, 1) / (width / height) - 1) < ASPECT_TOLERANCE:
            found.append(corners)
    return found


def _codes(grey: NDArray[np.uint8], corners: NDArray[np.float32], wedge: Wedge) -> Array:
    """Return the mean code of each patch's middle, along the frame's long side."""
    width, height = wedge.size_mm
    warp = homographies(corners[None])[0].astype(np.float64)
    side = np.linspace(-_INNER, _INNER, 9) * wedge.patch_mm
    codes = []
    for step in range(wedge.steps):
        x = wedge.frame_mm + (step + 0.5) * wedge.patch_mm + side
        y = height / 2 + side
        u, v = np.meshgrid(x / width, y / height)
        mapped = np.column_stack([u.ravel(), v.ravel(), np.ones(u.size)]) @ warp.T
        at = (mapped[:, :2] / mapped[:, 2:]).astype(np.float32)
        values = cv2.remap(grey, at[:, 0].copy()[None], at[:, 1].copy()[None], cv2.INTER_LINEAR)
        codes.append(float(np.mean(values)))
    return np.array(codes)


def _curve(codes: Array, wedge: Wedge) -> ResponseCurve:
    """Return the curve through patches from paper to ink; ink's own light, which prints as black, is taken as none."""
    shares = np.array([wedge.light(step) for step in range(wedge.steps)])
    order = np.argsort(codes)
    x, y = codes[order], shares[order]
    apart = np.concatenate([[True], np.diff(x) > 0.5])
    x, y = x[apart], np.maximum.accumulate(y[apart])
    slope = (y[-1] - y[-3]) / (x[-1] - x[-3])
    top = y[-1] + slope * (255 - x[-1])
    knots, light = np.concatenate([[0.0], x, [255.0]]), np.concatenate([[0.0], y, [top]])
    keep = np.concatenate([[True], np.diff(knots) > 0])
    levels = PchipInterpolator(knots[keep], np.maximum.accumulate(light[keep]))(np.arange(256)) / top
    return ResponseCurve(tuple(np.clip(levels, 0, 1).tolist()))
