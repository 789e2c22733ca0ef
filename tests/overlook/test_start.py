"""What the table reads when it starts and when it rules: nothing that only some tables need, and need later."""

from __future__ import annotations

import subprocess
import sys

LATER = ("scipy", "onnxruntime", "reportlab")


def test_the_table_starts_without_what_only_some_tables_need() -> None:
    read = f"import sys; import overlook.cli.run; print(*[name for name in {LATER!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_rulings_in_doubt_read_no_scipy() -> None:
    asked = """
import sys
import numpy as np
import overlook.cli.run
from geometry.limits import Limit, all_hold, score_of
doubts = [Limit(0.1, {"camera": np.array([0.1, 0.2])}), Limit(0.0, {"camera": np.array([0.2, 0.1])})]
print(0 < all_hold(doubts) < all_hold(doubts[:1]) < 1, 0 < all_hold([*doubts, *doubts]) < 1, score_of(0.9) > 1)
print("scipy" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True", "True", "False"]
