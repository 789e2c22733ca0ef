"""Measure the first start for a newcomer: `sh deploy/fresh_root.sh bookworm python3 benchmarks/table/first_minutes.py`.

Starts `make run` in this checkout, prints the times until its page answers and until the first ruling is shown, and
stops it. Needs only python3 and make.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

PATIENCE_S = 600.0


def snapshot(page: str) -> dict[str, object]:
    """Return the table's current snapshot."""
    with urllib.request.urlopen(page + "api/snapshot", timeout=20) as answer:
        found: dict[str, object] = json.load(answer)
    return found


def watch(log: Path, began_s: float) -> str:
    """Return the sentence of the first ruling; raises `TimeoutError` with the program's output."""
    page = ""
    while time.monotonic() - began_s < PATIENCE_S:
        time.sleep(0.5)
        found = re.search(r"http://\S+", log.read_text())
        if found and not page:
            page = found.group(0)
            snapshot(page)
            print(f"the page answers after {time.monotonic() - began_s:.0f} s", flush=True)
        if page:
            rulings = snapshot(page)["rulings"]
            assert isinstance(rulings, list)
            for ruling in rulings:
                if ruling["id"].startswith("r"):
                    return f"{ruling['claim']}: {ruling['verdict']}"
    raise TimeoutError(f"no ruling within {PATIENCE_S:.0f} s; the program said:\n{log.read_text()[-2000:]}")


def main() -> int:
    began_s = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "said"
        with log.open("w") as said:
            started = subprocess.Popen(["make", "run"], stdout=said, stderr=said, start_new_session=True)
        try:
            sentence = watch(log, began_s)
        except (TimeoutError, OSError) as fault:
            print(f"first_minutes: {fault}", file=sys.stderr)
            return 1
        finally:
            os.killpg(started.pid, signal.SIGINT)
            started.wait(60)
    print(f"the first ruling stands after {time.monotonic() - began_s:.0f} s: {sentence}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
