"""`python -m tests.faults [--times 50] [fault ...]`: break a playing hall, and print what was lost.

Run it from the checkout, as root (it mounts small disks and makes network namespaces). Each line is one fault: how
often, what the player's acts came to, how many events there are at the end; then what must be nothing: acknowledged
events lost, events that the hub lacks, has twice, or out of order, states that are not the fold of the journal, full
disks of which the page said nothing and acts that failed without a word; and the longest time until all was well again.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.account import HEAD
from tests.faults.camera import disturb_camera
from tests.faults.trials import TRIALS

ALL = {**TRIALS, "camera": disturb_camera}


def main() -> int:
    """Try what was asked for; return 1 when anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("faults", nargs="*", choices=[*ALL, []], help="which; all when left out")
    parser.add_argument("--times", type=int, default=50, help="how often each is tried")
    parser.add_argument("--seed", type=int, default=20261122, help="where the random moments come from")
    asked = parser.parse_args()
    print(HEAD, flush=True)
    cost = 0
    for name in asked.faults or list(ALL):
        began_s = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="overlook-faults-") as folder:
            account = ALL[name](Path(folder), asked.times, asked.seed)
        print(f"{account.line()}   in {time.monotonic() - began_s:.0f} s", flush=True)
        for note in account.notes:
            print(f"    {note}", flush=True)
        cost += account.cost
    return 1 if cost else 0


if __name__ == "__main__":
    sys.exit(main())
