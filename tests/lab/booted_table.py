"""A table that has just been installed, at its first boot in the lab's machine; hands hold things before its camera."""

from __future__ import annotations

import itertools
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import numpy as np
from numpy.typing import NDArray

from calibration.sheets import fitting_target
from simulation import example_rig, take_photo
from simulation.cameras.sheet_camera import HOLD_S, MOVE_S, SHOWS, ShownSheet
from tests.lab.machine import SIZE, STARTS, qemu, say
from tests.overlook.first_run.hands_camera import laid
from tests.overlook.first_run.running import wait_until
from tests.ports import free_port

NAME = "table.local"
"""What its network calls it: build.sh names the machine so."""

CAMERA = "vivid-000-vid-cap (v4l2:/dev/video0)"
BOOT_S = 600.0
WALL_S = 900.0
ANSWER_S = 120.0
LOOKS = 8
"""So often the table looks at a sheet that it does not want before hands show it elsewhere."""

BGR = NDArray[np.uint8]


class BootedTable:
    """The machine with the service as install.sh has left it, and no setting of the lab's."""

    def __init__(self, folder: Path) -> None:
        self.port, self._eye = free_port(), free_port()
        self._folder = folder
        self._rig = example_rig(SIZE)
        self._moving: threading.Thread | None = None
        self._still = threading.Event()
        self._chance = np.random.default_rng(7)
        ways = ((self.port, 8000), (self._eye, 8001))
        network = "user,model=virtio-net-pci" + "".join(
            f",hostfwd=tcp:127.0.0.1:{here}-:{there}" for here, there in ways
        )
        self._command = qemu(folder, ("lab-first-boot",), network)

    def __enter__(self) -> BootedTable:
        for _ in range(STARTS):
            self._start()
            if self._has_a_camera():
                break
            say("it ended before it had begun: once more")
        try:
            self.until("the table answers", lambda: self.first() is not None, BOOT_S)
        except BaseException:
            self._end()
            raise
        self.tell("its page answers")
        return self

    def _start(self) -> None:
        (self._folder / "marks.txt").write_text("")
        self._began_s = time.monotonic()
        say("the first boot of what install.sh has left")
        self._machine = subprocess.Popen(self._command, stdin=subprocess.DEVNULL)

    def _has_a_camera(self) -> bool:
        """Wait for it; False where the machine has ended, as an emulated one may where its host is busy."""
        while self._machine.poll() is None and time.monotonic() - self._began_s < BOOT_S:
            if "camera ok" in self.marks:
                return True
            time.sleep(1)
        self._end()
        return False

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        self._rest()
        self._machine.kill()
        self._machine.wait(60)

    @property
    def marks(self) -> str:
        """What the machine has marked."""
        return (self._folder / "marks.txt").read_text(errors="replace")

    @property
    def address(self) -> str:
        """Where this machine asks it."""
        return f"http://127.0.0.1:{self.port}"

    def tell(self, words: str) -> None:
        """Tell who waits, and how long it took."""
        say(f"{time.monotonic() - self._began_s:4.0f} s  {words}")

    def first(self) -> dict[str, Any] | None:
        """Return how the first run stands; None at a table that has none to show."""
        answer = httpx.get(f"{self.address}/api/first", timeout=ANSWER_S)
        return answer.json() if answer.status_code == 200 else None

    def until(self, what: str, true: Callable[[], bool], within_s: float = WALL_S) -> None:
        """Wait until something is true."""
        runs, console = self._machine.poll, self._folder / "console.txt"
        wait_until(what, true, within_s, every_s=0.5, runs=lambda: runs() is None, said=lambda: f"see {console}")

    def hold(self, what: dict[str, object]) -> None:
        """Hold something before the camera, until the table has seen it."""
        self._rest()
        if what["show"] == "sheet":
            self._still.clear()
            self._moving = threading.Thread(target=self._turn_the_sheet, daemon=True)
            self._moving.start()
            return
        still = take_photo(*laid(what), self._rig).image.astype(np.int16)
        noises = (self._chance.integers(-1, 2, still.shape, dtype=np.int16) for _ in range(2))
        self._show([np.clip(still + noise, 0, 255).astype(np.uint8) for noise in noises])

    def _rest(self) -> None:
        if self._moving is not None:
            self._still.set()
            self._moving.join(ANSWER_S)
            self._moving = None

    def _turn_the_sheet(self) -> None:
        """Show the lens sheet in one way after another, each until its view is taken or is not wanted."""
        sheet = ShownSheet(fitting_target(), self._rig.camera)
        for number in itertools.cycle(range(len(SHOWS))):
            since_s = number * (HOLD_S + MOVE_S)
            before = self._views()
            self._show([sheet.picture(since_s, seed) for seed in (2 * number, 2 * number + 1)])
            looked_at = self._looked()
            while self._views() <= before and self._looked() < looked_at + LOOKS:
                if self._still.wait(0.5):
                    return

    def _views(self) -> int:
        lens = (self.first() or {}).get("lens")
        return len(lens["views"]) if lens else 0

    def _looked(self) -> int:
        return int((self.first() or {}).get("picture", 0))

    def _show(self, pictures: Sequence[BGR]) -> None:
        """Send two pictures of the same thing that differ by their noise; return once the table has looked at them."""
        with socket.create_connection(("127.0.0.1", self._eye), ANSWER_S) as line:
            line.sendall(b"".join(picture.tobytes() for picture in pictures))
            assert line.recv(1) == b".", "the machine has not shown it"
        before = self._looked()
        self.until("the table looks", lambda: before == 0 or self._looked() >= before + 3, ANSWER_S)
