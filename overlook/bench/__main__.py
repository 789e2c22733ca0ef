"""All ratios as one JSON document; run by `overlook bench` in a process whose linear algebra has one thread."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from overlook.bench import detection, photographs, windows

PHOTOS = "--photos"


def main() -> None:
    """Measure and print: photographs of real tags where a folder of them is given, else the simulated table."""
    given = sys.argv[1:]
    if given[:1] == [PHOTOS]:
        print(json.dumps({"photographs": photographs.compare(Path(given[1]))}))
        return
    sequence = windows.stored(Path(given[0])) if given else windows.simulated()
    print(json.dumps({"detection": detection.compare(), "windows": windows.compare(*sequence)}))


if __name__ == "__main__":
    main()
