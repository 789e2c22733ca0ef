"""Reference loop: fixed work, timed in the same run as a benchmark, for comparison between machines."""

from __future__ import annotations


def reference() -> None:
    total = 0.0
    for number in range(200_000):
        total += (number % 7) * 0.5
    assert total > 0
