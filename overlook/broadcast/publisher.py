"""Hands the pictures to a server for as long as it is let: what ends is begun again, and said in one line."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from overlook.errors import SettingsError

MISSING = "H.264 needs ffmpeg: on the table's machine, run 'sudo apt-get install ffmpeg'"
AGAIN_S = (1.0, 2.0, 5.0, 10.0)
LASTED_S = 30.0
"""Who has sent for so long was well: the next pause is the shortest again."""

LOOK_S = 1.0
JUMP_S = 5.0
"""ffmpeg times pictures by the time of day: set back, it sends nothing until that is reached again."""

CLOCK_SET = "this machine's clock was set: the stream begins again"

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Publisher:
    """Runs a command again and again; `say` is told why it ended, once for each new reason."""

    command: Sequence[str]
    say: Say
    sleep: Callable[[float], None] = time.sleep
    now_s: Callable[[], float] = time.monotonic
    wall_s: Callable[[], float] = time.time

    def run(self, most: int | None = None) -> None:
        """Publish until interrupted, or `most` times; raises `SettingsError` where the program is not installed."""
        if shutil.which(self.command[0]) is None:
            raise SettingsError(MISSING)
        said, failed, count = "", 0, 0
        while most is None or count < most:
            began_s = self.now_s()
            why = self._once()
            count += 1
            failed = 0 if self.now_s() - began_s >= LASTED_S else failed + 1
            if why != said:
                self.say(why)
                said = why
            self.sleep(AGAIN_S[min(failed, len(AGAIN_S) - 1)])

    def _once(self) -> str:
        """Return why it ended, in a line; it is ended when this machine's clock is set."""
        process, ahead_s = None, self.wall_s() - self.now_s()
        try:
            with _held_back(signal.SIGTERM):
                process = subprocess.Popen(list(self.command), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
            while (out := _told(process)) is None:
                if abs(self.wall_s() - self.now_s() - ahead_s) > JUMP_S:
                    process.terminate()
                    process.communicate()
                    return CLOCK_SET
        except BaseException:
            if process is not None:
                process.terminate()
                process.communicate()
            raise
        told = out.decode(errors="replace").strip().splitlines()
        why = told[-1] if told else f"{self.command[0]} ended with {process.returncode}"
        return f"the server or the table has gone: {why}; it is tried again"


def _told(process: subprocess.Popen[bytes]) -> bytes | None:
    """Return what a program said once it has ended, None if it has not within `LOOK_S`."""
    try:
        return process.communicate(timeout=LOOK_S)[1]
    except subprocess.TimeoutExpired:
        return None


@contextlib.contextmanager
def _held_back(number: signal.Signals) -> Iterator[None]:
    """Have a signal come when what is inside is done: a program half begun would be left alone by it."""
    came: list[int] = []
    before = signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(number, before)
    if came:
        signal.raise_signal(number)
