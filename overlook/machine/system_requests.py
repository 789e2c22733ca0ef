"""Requests to systemd and NetworkManager: power, hotspot, watchdog.

The program has no rights over networks: it makes a file that `overlook-hotspot.path` hears, and `deploy/hotspot.sh`
asks NetworkManager for as long as the file is there.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from web.contract.base import HealthState
from web.contract.setup.machine import PowerView, PowerWish
from web.contract.table.snapshot import HealthView

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


POWER = "OVERLOOK_POWER"
"""Names the folder in which an installed table asks the system to go off: deploy/systemd/overlook-power@.path."""

SERVICE = "INVOCATION_ID"
"""Is set in whatever systemd has started."""

ASKED_BY = {PowerWish.SHUT_DOWN: "poweroff", PowerWish.REBOOT: "reboot"}
ANSWER_S = 0.5
"""The answer to who asked is on its way before the program ends."""

HEARD_S = 5.0
NO_SERVICE = "runs from a terminal: nothing would start it again; start it there"
SERVICE_STARTS = "is a service, which is started again at once: shut the machine down instead"
NOT_INSTALLED = "is not installed as a service that may do that: 'sudo sh deploy/install.sh' sets it up"
NOT_HEARD = "The system has not heard it: is overlook-power@.path enabled? 'sudo sh deploy/install.sh' enables it"


def _interrupt() -> None:
    """End this program as Ctrl-C does."""
    signal.raise_signal(signal.SIGINT)


@dataclass(frozen=True, slots=True)
class Power:
    """What can be ended here: a service is restarted by systemd, a program of a terminal is stopped.

    `folder` is where the system is asked to go off, None where it cannot be.
    """

    service: bool
    folder: Path | None
    end: Callable[[], None] = _interrupt
    heard_s: float = HEARD_S

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Power:
        """Return what the program that was started in that environment may end."""
        folder = Path(environment[POWER]) if environment.get(POWER) else None
        return cls(SERVICE in environment, folder)

    def views(self) -> tuple[PowerView, ...]:
        """Return every wish, and why it cannot be fulfilled here."""
        off = "" if self._may_go_off() else f"This table {NOT_INSTALLED}"
        return (
            PowerView(wish=PowerWish.STOP, why_not=f"The program {SERVICE_STARTS}" if self.service else ""),
            PowerView(wish=PowerWish.RESTART, why_not="" if self.service else f"The program {NO_SERVICE}"),
            PowerView(wish=PowerWish.REBOOT, why_not=off),
            PowerView(wish=PowerWish.SHUT_DOWN, why_not=off),
        )

    async def do(self, wish: PowerWish) -> str | None:
        """Return why a wish was not fulfilled, None when it is being fulfilled."""
        (why_not,) = [one.why_not for one in self.views() if one.wish is wish]
        if why_not:
            return why_not
        if wish in ASKED_BY:
            return await self._go_off(ASKED_BY[wish])
        asyncio.get_running_loop().call_later(ANSWER_S, self.end)
        return None

    def _may_go_off(self) -> bool:
        return self.folder is not None and os.access(self.folder, os.W_OK)

    async def _go_off(self, asked: str) -> str | None:
        """Ask the system; it takes the file away once it has heard."""
        assert self.folder is not None
        return await ask_system(self.folder / asked, within_s=self.heard_s, not_heard=NOT_HEARD)


PART = "hotspot"
WANTED = "hotspot"
STATE = Path("/run/overlook-hotspot/state")
ADDRESS = "10.42.0.1"
"""What NetworkManager gives the machine in a network of its own."""

HOTSPOT_NOT_INSTALLED = "a hotspot is opened by the service that install.sh installs; this program is none"
HOTSPOT_NOT_HEARD = "the system has not heard it: 'sudo sh deploy/install.sh' enables overlook-hotspot.path"


class Hotspot:
    """The hotspot of one table: `asked` is where the system listens, None where the program is no installed service."""

    def __init__(self, asked: Path | None, state: Path = STATE) -> None:
        self._asked, self._state = asked, state

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Hotspot:
        """Return that of the program that was started in an environment."""
        return cls(Path(environment[POWER]) if environment.get(POWER) else None)

    def want(self, wanted: bool) -> None:
        """Have it opened where there is no network, or closed. A folder that cannot be written is said by `part`."""
        if self._asked is None:
            return
        with contextlib.suppress(OSError):
            file = self._asked / WANTED
            file.touch() if wanted else file.unlink(missing_ok=True)

    def part(self, wanted: bool, port: int) -> HealthView | None:
        """Return the line of the machine's page, None where no hotspot is wanted. `port` is where the pages are."""
        if not wanted:
            return None
        state, sentence = self._said(port)
        return HealthView(part=PART, state=state, sentence=sentence)

    def _said(self, port: int) -> tuple[HealthState, str]:
        if self._asked is None:
            return HealthState.TROUBLE, HOTSPOT_NOT_INSTALLED
        try:
            step, *words = self._state.read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError):
            return HealthState.TROUBLE, HOTSPOT_NOT_HEARD
        if step == "without" and words:
            return HealthState.TROUBLE, words[0]
        if step in {"on", "ready", "waiting"} and len(words) > 1:
            name, password = words[:2]
            joined = f"join {name} with the password {password} and open http://{ADDRESS}:{port}/"
            lead = {
                "on": "It is open",
                "ready": "There is a network: it stays closed. Without one",
                "waiting": "No network yet: it opens within a minute. Then",
            }[step]
            return HealthState.OK, f"{lead}: {joined}" if step == "on" else f"{lead} {joined}"
        return HealthState.OK, "it is closed"


NOTIFY = "NOTIFY_SOCKET"
"""Where systemd listens to a service whose unit says `NotifyAccess=`; not there in a terminal."""

LONGEST_S = 60.0
"""A loop that has not turned for so long hangs: a slow card holds it up for a few seconds at most."""

EVERY_S = 10.0


@dataclass(frozen=True, slots=True)
class Watchdog:
    """Tells systemd that the loop turns, where systemd listens.

    The program asks to be watched, and the unit does not: a version before this one, started by the same unit after a
    roll-back, gives no sign of life and must not be ended for it.
    """

    heard_at: str | None

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Watchdog:
        """Return the one of the program that was started in that environment."""
        return cls(environment.get(NOTIFY) or None)

    async def keep(self, every_s: float = EVERY_S) -> None:
        """Ask to be watched, and give a sign of life every so many seconds, until cancelled."""
        if self.heard_at is None:
            return
        words = f"WATCHDOG=1\nWATCHDOG_USEC={LONGEST_S * 1e6:.0f}"
        try:
            while True:
                self._tell(words)
                words = "WATCHDOG=1"
                await asyncio.sleep(every_s)
        finally:
            # What is closed at the end may take its time; systemd waits for that by TimeoutStopSec.
            self._tell("WATCHDOG_USEC=0")

    def _tell(self, words: str) -> None:
        """A sign that does not arrive is followed by the next one; nobody is to be told."""
        assert self.heard_at is not None
        place = "\0" + self.heard_at[1:] if self.heard_at.startswith("@") else self.heard_at
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
            ear.setblocking(False)
            ear.sendto(words.encode(), place)
