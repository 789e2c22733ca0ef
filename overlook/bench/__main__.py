"""All ratios as one JSON document; run by `overlook bench` in a process whose linear algebra has one thread."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from overlook.bench import detection, windows


def main() -> None:
    """Measure and print."""
    folders = sys.argv[1:]
    sequence = windows.stored(Path(folders[0])) if folders else windows.simulated()
    print(json.dumps({"detection": detection.compare(), "windows": windows.compare(*sequence)}))


if __name__ == "__main__":
    main()
