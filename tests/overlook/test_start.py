"""What the table reads when it starts and when it rules: nothing that only some tables need, and need later."""

from __future__ import annotations

import subprocess
import sys

LATER = ("scipy", "onnxruntime", "reportlab")


def test_the_table_starts_and_rules_in_doubt_without_what_only_some_tables_need() -> None:
    asked = f"""
import sys
import numpy as np
import overlook.cli.run
print(*[name for name in {LATER!r} if name in sys.modules], "started")
from geometry.limits import Limit, prob_all, z_score
doubts = [Limit(0.1, {{"camera": np.array([0.1, 0.2])}}), Limit(0.0, {{"camera": np.array([0.2, 0.1])}})]
print(0 < prob_all(doubts) < prob_all(doubts[:1]) < 1, 0 < prob_all([*doubts, *doubts]) < 1, z_score(0.9) > 1)
print("scipy" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["started", "True", "True", "True", "False"]
