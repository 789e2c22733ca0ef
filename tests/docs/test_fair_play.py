"""The page about fair play has the tables of the code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from referee.game.consent import ACT_SCOPES


def test_the_tables_of_consent_are_those_of_the_code(checkout: Path) -> None:
    script = checkout / "docs" / "fair_play.py"
    command = [sys.executable, str(script), "--check"]
    checked = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
    page = (checkout / "docs" / "fair-play.md").read_text(encoding="utf-8")
    assert all(f"| `{act}`" in page for act in ACT_SCOPES)
