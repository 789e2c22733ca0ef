"""Warnings about lens, mat and table: each cause by itself, and several small ones together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.pose.board_pose import Registration, register
from tests.calibration.conftest import make_world
from vision.tracking.table_warnings import system_warnings

WORLD = make_world()
CLEAN = register(WORLD.rig.camera, WORLD.catalogue, WORLD.sightings(np.random.default_rng(1), 0.05))


def registration(
    *, centre: float = 0.0, stretch: float = 0.0, erratic_mm: float = 0.0, sound: float = 0.0
) -> Registration:
    """Return a registration whose misfit has these sizes: multiples of the usual ones, and mm."""
    assert CLEAN.misfit is not None
    px_per_mm = float(CLEAN.misfit.camera.camera_matrix[0, 0] / CLEAN.pose.camera_mm[2])
    misfit = replace(
        CLEAN.misfit,
        sound=sound,
        drift=np.array([0.0, centre, 0.0, 0.0]),
        deform=np.array([0.0, stretch, 0.0, 0.0, 0.0, 0.0, 0.0]),
        erratic_px=erratic_mm * px_per_mm,
    )
    return replace(CLEAN, misfit=misfit)


@pytest.mark.parametrize(
    ("found", "codes"),
    [
        (CLEAN, []),
        (registration(centre=0.6), ["board-lens-drifted"]),
        (registration(stretch=0.6), ["board-deformed"]),
        (registration(erratic_mm=0.2), ["board-shaking"]),
        (registration(centre=0.35, stretch=0.31, erratic_mm=0.097), ["board-inexact"]),
        (registration(centre=0.44, stretch=0.07, erratic_mm=0.048), ["board-inexact"]),
        (registration(centre=0.2, stretch=0.2, erratic_mm=0.04), []),
        (registration(centre=0.44, stretch=0.31, erratic_mm=0.097, sound=0.5), []),
    ],
)
def test_the_cause_of_a_misfit_is_named_if_it_is_certain_and_large(found: Registration, codes: list[str]) -> None:
    assert [warning.code for warning in system_warnings(found)] == codes
