"""What the program has no right to do is asked of the system: by a file that a systemd path unit hears."""

from __future__ import annotations

import asyncio
from pathlib import Path

LOOK_S = 0.05


async def ask_system(file: Path, words: str = "", *, within_s: float, not_heard: str) -> str | None:
    """Return why the system was not asked, None once it has taken the file away; what it does not hear is taken back.

    The file is there whole or not at all. `within_s`: how long it may take to hear, in seconds; `not_heard`: the
    sentence where it does not.
    """
    new = file.with_name(f"{file.name}.new")
    try:
        new.write_text(words)
        new.rename(file)
        for _ in range(max(1, round(within_s / LOOK_S))):
            await asyncio.sleep(LOOK_S)
            if not file.exists():
                return None
        file.unlink(missing_ok=True)
    except OSError as fault:
        return f"The system cannot be asked ({fault.strerror})"
    return not_heard
