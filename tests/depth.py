"""How much of a long test is done: as much as there is time for in CI, or all of it by `make soak`."""

from __future__ import annotations

import os

WHOLE = os.environ.get("OVERLOOK_DEPTH") == "whole"


def depth(short: int, whole: int) -> int:
    """Return how many cases of its kind a long test takes: `short` of them, or `whole` of them at full depth."""
    return whole if WHOLE else short
