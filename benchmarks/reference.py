"""A fixed piece of work, timed in the same run as what is measured: to compare machines by."""

from __future__ import annotations


def reference() -> None:
    total = 0.0
    for number in range(200_000):
        total += (number % 7) * 0.5
    assert total > 0
