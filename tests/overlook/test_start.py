"""What the table reads when it starts: nothing that only some tables need, and need later."""

from __future__ import annotations

import subprocess
import sys

LATER = ("scipy", "onnxruntime", "reportlab")


def test_the_table_starts_without_what_only_some_tables_need() -> None:
    read = f"import sys; import overlook.cli.run; print(*[name for name in {LATER!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
