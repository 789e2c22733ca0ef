"""The tone curve that a camera really has, from a picture of the printed wedge."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.wedge import WEDGE
from vision.camera_response import SRGB, ResponseCurve
from vision.frame import FrameError
from vision.measure_response import measure_response

PX_PER_MM = 1.5
FINE = 40
LINEAR = ResponseCurve(tuple(np.arange(256) / 255))


def photograph(tone: ResponseCurve, angle_deg: float = 7.0, white: float = 0.8, seed: int = 0) -> np.ndarray:
    width, height = (round(v * FINE / 10) * 10 for v in WEDGE.size_mm)
    sheet = np.zeros((height // 10 * 2, width // 10 * 2), np.float32)
    scale = sheet.shape[1] / WEDGE.size_mm[0]
    sheet[:] = 0.0
    for step in range(WEDGE.steps):
        x0, x1 = (round((WEDGE.frame_mm + (step + k) * WEDGE.patch_mm) * scale) for k in (0, 1))
        y0, y1 = (round((WEDGE.frame_mm + k * WEDGE.patch_mm) * scale) for k in (0, 1))
        sheet[y0:y1, x0:x1] = WEDGE.light(step)
    paper = cv2.copyMakeBorder(sheet, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=1.0)
    turn = cv2.getRotationMatrix2D((paper.shape[1] / 2, paper.shape[0] / 2), angle_deg, PX_PER_MM / scale)
    turn[:, 2] += [200 - paper.shape[1] / 2, 110 - paper.shape[0] / 2]
    light = cv2.warpAffine(paper, turn, (400, 220), flags=cv2.INTER_AREA, borderValue=0.35) * white
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), 0.7), np.float32)
    rng = np.random.default_rng(seed)
    noisy = np.clip(light + rng.normal(0, 0.004, light.shape), 0, 1)
    return np.searchsorted(np.array(tone.levels), noisy).clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize("tone", [SRGB, ResponseCurve.gamma(1.8), ResponseCurve.gamma(2.6), LINEAR])
@pytest.mark.parametrize("angle_deg", [7.0, -30.0, 180.0])
def test_the_curve_is_the_camera_s_own(tone: ResponseCurve, angle_deg: float) -> None:
    measured = np.array(measure_response(photograph(tone, angle_deg)).levels)
    true = np.array(tone.levels)
    used = (true < 0.78) & (true > 0.02)
    ratio = measured[used] / true[used]
    # Only proportions of light matter: what is white is a matter of exposure.
    assert np.abs(measured[used] / np.median(ratio) - true[used]).max() < 0.035


@pytest.mark.parametrize("image", [np.full((200, 300), 128, np.uint8), np.zeros((200, 300, 3), np.uint8)])
def test_a_picture_without_a_wedge_is_refused_in_words(image: np.ndarray) -> None:
    with pytest.raises(FrameError, match="no grey wedge"):
        measure_response(image)


def test_a_wedge_in_the_dark_is_refused() -> None:
    with pytest.raises(FrameError, match="not too dark"):
        measure_response(photograph(SRGB, white=0.02))
