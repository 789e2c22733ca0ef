"""How much of a long test is done: as much as there is time for per commit, or all of it by `make soak`."""

from __future__ import annotations

import os
from typing import Any
from zlib import crc32

import pytest

WHOLE = os.environ.get("OVERLOOK_DEPTH") == "whole"


def depth(short: int, whole: int) -> int:
    """Return how many cases of its kind a long test takes: `short` of them, or `whole` of them at full depth."""
    return whole if WHOLE else short


PARTS = 3
"""Into how many parts the tests marked `in_turn` are divided: one part runs per commit."""


def is_due(test: str, seed: int) -> bool:
    """Return whether a test marked `in_turn` runs for a commit, by the test's id and the commit's seed."""
    return crc32(test.encode()) % PARTS == seed % PARTS


def at_night(*cases: object) -> list[Any]:
    """Return cases of a test that only `make soak` runs, for a list behind those of each commit.

    A case is one value, or a tuple with one value for each argument: `[1, *at_night(2, 3)]`.
    """
    values = (case if isinstance(case, tuple) else (case,) for case in cases)
    return [pytest.param(*each, marks=pytest.mark.nightly) for each in values]
