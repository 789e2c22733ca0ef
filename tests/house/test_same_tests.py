"""Processes that share a run have the same tests: whatever the time, the zone and the order of a set."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
LONGEST = 250


def begin(*, zone: str, order: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", "-p", "no:cacheprovider"],
        cwd=CHECKOUT,
        env={**os.environ, "TZ": zone, "PYTHONHASHSEED": order},
        stdout=subprocess.PIPE,
        text=True,
    )


def collected(process: subprocess.Popen[str]) -> list[str]:
    out, _ = process.communicate()
    assert process.returncode == 0, out[-2000:]
    return [line for line in out.splitlines() if "::" in line]


@pytest.mark.slow
def test_tests_are_named_alike_in_another_zone_and_order() -> None:
    """A case that was named by the bytes of a zip, which holds the time, stopped a whole run at a full second."""
    begun = [begin(zone="UTC", order="1"), begin(zone="Asia/Tokyo", order="77")]
    here, there = map(collected, begun)
    assert len(here) > 9000
    assert sorted(set(here) ^ set(there)) == []
    assert here == there
    assert [name for name in here if len(name) > LONGEST] == []
