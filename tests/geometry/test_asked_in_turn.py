"""A prepared geometry is asked by several threads at once, as a table does that looks ahead while somebody asks."""

from __future__ import annotations

import subprocess
import sys

MANY_AT_ONCE = """
from concurrent.futures import ThreadPoolExecutor
import numpy as np, shapely
from geometry.visibility.path_around_walls import LockedPreparedGeometry
chance = np.random.default_rng(1)
boxes = [shapely.box(x, y, x + 0.4, y + 0.4) for x in range(20) for y in range(20)]
plain = shapely.union_all(boxes)
asked = LockedPreparedGeometry(shapely.union_all(boxes))
lines = shapely.linestrings(chance.uniform(0, 20, (300, 2, 2)))
places = chance.uniform(0, 20, (300, 2)).T
expected = shapely.intersects(plain, lines), shapely.contains_xy(plain, *places)
def ask(_):
    return bool((asked.meets(lines) == expected[0]).all() and (asked.holds(*places) == expected[1]).all())
with ThreadPoolExecutor(4) as threads:
    print(all(threads.map(ask, range(400))))
"""


def test_threads_that_ask_at_once_are_all_answered_and_end_no_program() -> None:
    """In a process of its own: GEOS ends the one in which two threads ask at a time."""
    done = subprocess.run(
        [sys.executable, "-c", MANY_AT_ONCE], capture_output=True, text=True, check=False, timeout=240
    )
    assert (done.returncode, done.stdout.strip()) == (0, "True"), done.stderr[-500:]
