"""Count the project's modules that run while one Shoot is submitted: judged and written to disk, then shown.

`python -m benchmarks.table.one_shoot [SCRIPT]` plays a script up to its first Shoot and lists the modules of which a
function ran while it was submitted, and those that the snapshot for the screens needs besides, by package.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from overlook.play.runner import scripted_table
from overlook.play.script import Do, load_script

CHECKOUT = Path(__file__).resolve().parents[2]
SCRIPT = CHECKOUT / "examples" / "scripts" / "first_turn.json"
PACKAGES = ("calibration", "geometry", "hardware", "messages", "overlook", "referee", "venue", "vision", "web")


@contextmanager
def modules_run() -> Iterator[set[str]]:
    """Give a set that collects the project's modules of which a function is called in the block, in any thread."""
    ran: set[str] = set()
    folders = tuple(f"{CHECKOUT / package}/" for package in PACKAGES)

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_name != "<module>" and code.co_filename.startswith(folders):
            ran.add(code.co_filename.removeprefix(f"{CHECKOUT}/"))

    threading.setprofile(note)
    sys.setprofile(note)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
    try:
        yield ran
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def measure(path: Path) -> tuple[set[str], set[str]]:
    """Return the modules that run while the first Shoot of a script is submitted, and until it is shown."""
    script = load_script(path)
    shoots = [
        (index, step.do)
        for index, step in enumerate(script.steps)
        if isinstance(step, Do) and getattr(step.do, "action", "") == "Shoot"
    ]
    if not shoots:
        raise SystemExit(f"{path}: no Shoot")
    first, shoot = shoots[0]
    async with scripted_table(script.model_copy(update={"steps": script.steps[:first]})) as table:
        await table.play()
        with table.service.publishing_once(), modules_run() as judged:
            await table.service.submit(shoot, player="any", key="shoot")
        with modules_run() as shown:
            table.service.publish()
    return judged, shown - judged


def main() -> None:
    """Measure and print, by package."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("script", type=Path, nargs="?", default=SCRIPT)
    judged, shown = asyncio.run(measure(parser.parse_args().script))
    for title, modules in (("judged and written", judged), ("shown, besides", shown)):
        print(f"{title}: {len(modules)} modules")
        for package, count in Counter(name.split("/")[0] for name in modules).most_common():
            print(f"{count:4} {package}")
        print(*(f"     {name}" for name in sorted(modules)), sep="\n")


if __name__ == "__main__":
    main()
