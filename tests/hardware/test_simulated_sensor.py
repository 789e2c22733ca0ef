"""Light to codes: blur and noise act on light, sRGB comes last."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulation import Sensor
from simulation.errors import SceneError
from vision.intensity import SRGB

LEVELS = np.asarray(SRGB.levels)


def uniform(light: float, side: int = 160) -> np.ndarray:
    return np.full((side, side, 3), light, np.float32)


@given(st.floats(0.0, 1.0))
def test_a_code_stands_for_its_light_on_the_srgb_curve(light: float) -> None:
    """The curve is vision's own: the code's light is nearer than either neighbour's."""
    code = int(Sensor.ideal().codes(uniform(light, 4), 0)[0, 0, 0])
    step = max(LEVELS[min(code + 1, 255)] - LEVELS[code], LEVELS[code] - LEVELS[max(code - 1, 0)])
    assert abs(LEVELS[code] - light) <= 0.55 * step + 1e-4


def test_what_is_brighter_than_white_is_white() -> None:
    assert (Sensor(exposure=3.0, read_noise=0, full_well=float("inf")).codes(uniform(0.9, 4), 0) == 255).all()


@pytest.mark.parametrize("light", [0.05, 0.2, 0.5])
@pytest.mark.parametrize(("full_well", "read_noise"), [(2000.0, 0.0), (800.0, 0.01), (float("inf"), 0.02)])
def test_noise_has_the_variance_of_light_and_amplifier(light: float, full_well: float, read_noise: float) -> None:
    sensor = Sensor(full_well=full_well, read_noise=read_noise)
    back = LEVELS[sensor.codes(uniform(light), 3)]
    assert back.mean() == pytest.approx(light, rel=0.01)
    quantum = LEVELS[sensor.codes(uniform(light), 3)[0, 0, 0] + 1] - LEVELS[sensor.codes(uniform(light), 3)[0, 0, 0]]
    expected = math.sqrt(light / full_well + read_noise**2 + quantum**2 / 12)
    assert back.std() == pytest.approx(expected, rel=0.06)


def test_noise_belongs_to_its_seed() -> None:
    sensor = Sensor()
    first, again, other = (sensor.codes(uniform(0.3), seed).astype(float) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    correlation = np.corrcoef(first.ravel(), other.ravel())[0, 1]
    assert abs(correlation) < 0.02
    red, blue = first[..., 2].ravel(), first[..., 0].ravel()
    assert abs(np.corrcoef(red, blue)[0, 1]) < 0.02


def test_blur_acts_on_light_so_that_dark_squares_shrink_in_codes() -> None:
    """Half-way between black and white in light lies on the edge; half-way in codes lies inside the black."""
    light = uniform(0.9, 64)
    light[:, :32] = 0.03
    sensor = Sensor(blur_px=1.2, read_noise=0, full_well=float("inf"))
    blurred = sensor.blurred(light)
    assert blurred.sum() == pytest.approx(light.sum(), rel=1e-5)
    row = sensor.codes(blurred, 0)[10, :, 1].astype(float)
    in_light = LEVELS[row.astype(int)]

    def edge_of(values: np.ndarray) -> float:
        return float(np.interp((values[0] + values[-1]) / 2, values, np.arange(64)))

    assert edge_of(in_light) == pytest.approx(31.5, abs=0.05)
    assert edge_of(row) < 31.2


@pytest.mark.parametrize("wrong", [{"exposure": 0.0}, {"blur_px": -1.0}, {"full_well": 0.0}, {"read_noise": -0.1}])
def test_a_sensor_that_cannot_be_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(SceneError, match=next(iter(wrong))):
        Sensor(**wrong)
