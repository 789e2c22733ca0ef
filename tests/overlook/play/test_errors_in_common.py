"""A model off the middle of its mount has the same error at both ends of a move, so that lengths are more certain."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.rules.ruling import Threshold, Verdict
from tests.overlook.play.scripts import FAR, activate, played, script

SIGMA_MM, MOUNT_MM = 0.16, 0.15
NEAR_IN = 0.025
"""Inches from six within which a way is drawn: some three standard deviations of its length without a mount."""


def calls(mount_mm: float, turn_deg: float, plays: range) -> list[tuple[Verdict, bool, float]]:
    """Return for Repositions of about six inches what was called, whether the way was no longer, and p."""
    found = []
    for seed in plays:
        stream = np.random.default_rng([seed, 7])
        far, way = 6 + stream.uniform(-NEAR_IN, NEAR_IN), stream.uniform(0, 2 * math.pi)
        facing = float(stream.uniform(-8, 8)) - turn_deg / 2
        begin = stream.uniform([8.0, 8.0], [20.0, 14.0])
        end = [*(begin + far * np.array([math.cos(way), math.sin(way)])), 0.0, facing + turn_deg]
        steps = [activate("A1"), {"see": {"A1": end}}]
        raw = script({"A1": [*begin, 0.0, facing], "B1": FAR}, *steps, sigma_mm=SIGMA_MM, mount_mm=mount_mm, seed=seed)
        rulings = [one for one in played(raw).steps[1]["rulings"] if one["rule"] == "D24-01"]
        p = rulings[0]["p_yes"] if rulings and "Reposition" in rulings[0]["claim"] else 0.0
        found.append((Threshold().call(p), far <= 6, p))
    return found


def too_close(found: list[tuple[Verdict, bool, float]]) -> int:
    return sum(call is Verdict.TOO_CLOSE for call, _, _ in found)


@pytest.mark.nightly
@pytest.mark.parametrize("turn_deg", [0.0, 40.0, 180.0])
def test_lengths_stay_calibrated_with_a_mount_and_fewer_are_too_close(turn_deg: float) -> None:
    plays = range(60)
    shared, alone = calls(MOUNT_MM, turn_deg, plays), calls(0.0, turn_deg, plays)
    wrong = [call for call, true, _ in shared if call is not Verdict.TOO_CLOSE and (call is Verdict.YES) != true]
    assert len(wrong) <= 2
    p, truth = np.array([p for _, _, p in shared]), np.array([true for _, true, _ in shared], dtype=float)
    assert abs(float((p - truth).sum())) < 3.5 * math.sqrt(float((p * (1 - p)).sum())) + 1
    if turn_deg == 0.0:
        assert too_close(shared) < 0.5 * too_close(alone)
    elif turn_deg == 180.0:
        assert too_close(shared) >= too_close(alone), "a mount that is turned round counts twice"
