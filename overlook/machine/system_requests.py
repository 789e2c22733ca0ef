"""Requests to systemd: power, hotspot, watchdog.

The program has no rights over networks. It creates a file that `overlook-hotspot.path` watches, and `deploy/hotspot.sh`
controls NetworkManager as long as that file exists.
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

from messages.message import Message
from web.contract.base import HealthState
from web.contract.setup.machine import PowerView, PowerWish
from web.contract.table.snapshot import HealthView

LOOK_S = 0.05


async def write_system_request(file: Path, words: str = "", *, within_s: float, not_heard: Message) -> Message | None:
    """Create a request file and wait until the system removes it; return why the request failed, else None.

    The file appears atomically and is removed if the system does not react within `within_s` seconds; the return value
    is then `not_heard`.
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
        return Message.of("machine-system-failed", fault=fault.strerror or fault)
    return not_heard


POWER = "OVERLOOK_POWER"
"""Environment variable: folder of an installed table's request files (deploy/systemd/overlook-power@.path)."""

SERVICE = "INVOCATION_ID"
"""Environment variable set in every process started by systemd."""

ASKED_BY = {PowerWish.SHUT_DOWN: "poweroff", PowerWish.REBOOT: "reboot"}
ANSWER_S = 0.5
"""Delay that lets the answer reach the browser before the program ends."""

HEARD_S = 5.0
NOT_HEARD = Message.of("machine-power-not-heard")


def _interrupt() -> None:
    """End this program as Ctrl-C does."""
    signal.raise_signal(signal.SIGINT)


@dataclass(frozen=True, slots=True)
class Power:
    """Power actions of this machine and program: systemd restarts a service, a program in a terminal is stopped.

    `folder` is the folder for request files, None if there is none.
    """

    service: bool
    folder: Path | None
    end: Callable[[], None] = _interrupt
    heard_s: float = HEARD_S

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Power:
        """Return the power actions for a program started in an environment."""
        folder = Path(environment[POWER]) if environment.get(POWER) else None
        return cls(SERVICE in environment, folder)

    def views(self) -> tuple[PowerView, ...]:
        """Return every power action, with the reason if it is unavailable."""
        refusals = ((wish, self._why_not(wish)) for wish in PowerWish)
        return tuple(PowerView(wish=wish, why_not=str(why or ""), message=why) for wish, why in refusals)

    def _why_not(self, wish: PowerWish) -> Message | None:
        """Return why a power action is unavailable, None if it is available."""
        match wish:
            case PowerWish.STOP:
                return Message.of("machine-power-service") if self.service else None
            case PowerWish.RESTART:
                return None if self.service else Message.of("machine-power-terminal")
            case _:
                return None if self._may_go_off() else Message.of("machine-power-not-installed")

    async def do(self, wish: PowerWish) -> Message | None:
        """Start a power action; return why it was refused, else None."""
        if (why_not := self._why_not(wish)) is not None:
            return why_not
        if wish in ASKED_BY:
            return await self._go_off(ASKED_BY[wish])
        asyncio.get_running_loop().call_later(ANSWER_S, self.end)
        return None

    def _may_go_off(self) -> bool:
        return self.folder is not None and os.access(self.folder, os.W_OK)

    async def _go_off(self, asked: str) -> Message | None:
        """Ask the system to power off or reboot."""
        assert self.folder is not None
        return await write_system_request(self.folder / asked, within_s=self.heard_s, not_heard=NOT_HEARD)


PART = "hotspot"
WANTED = "hotspot"
STATE = Path("/run/overlook-hotspot/state")
ADDRESS = "10.42.0.1"
"""The machine's address in NetworkManager's shared network."""

HOTSPOT_STATES = {
    "on": "network-hotspot-open",
    "ready": "network-hotspot-ready",
    "waiting": "network-hotspot-waiting",
}
"""Codes by the first word of the state file, which `deploy/hotspot.sh` writes."""


class Hotspot:
    """Hotspot of one table. `asked` is the folder for request files, None if the program is no installed service."""

    def __init__(self, asked: Path | None, state: Path = STATE) -> None:
        self._asked, self._state = asked, state

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Hotspot:
        """Return the hotspot for a program started in an environment."""
        return cls(Path(environment[POWER]) if environment.get(POWER) else None)

    def want(self, wanted: bool) -> None:
        """Request that the hotspot opens if there is no network, or turn it off. Write errors show up in `part`."""
        if self._asked is None:
            return
        with contextlib.suppress(OSError):
            file = self._asked / WANTED
            file.touch() if wanted else file.unlink(missing_ok=True)

    def part(self, wanted: bool, port: int) -> HealthView | None:
        """Return the hotspot's line on the machine's page, None if none is wanted. `port` is the port of the pages."""
        if not wanted:
            return None
        state, message = self._said(port)
        return HealthView(part=PART, state=state, sentence=str(message), message=message)

    def _said(self, port: int) -> tuple[HealthState, Message]:
        if self._asked is None:
            return HealthState.TROUBLE, Message.of("network-hotspot-not-installed")
        try:
            step, *words = self._state.read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError):
            return HealthState.TROUBLE, Message.of("network-hotspot-not-heard")
        if step == "without" and words:
            return HealthState.TROUBLE, Message.stored(words[0])
        if step in HOTSPOT_STATES and len(words) > 1:
            name, password = words[:2]
            address = f"http://{ADDRESS}:{port}/"
            return HealthState.OK, Message.of(HOTSPOT_STATES[step], name=name, password=password, address=address)
        return HealthState.OK, Message.of("network-hotspot-closed")


NOTIFY = "NOTIFY_SOCKET"
"""Environment variable: systemd's notification socket, set if the unit has `NotifyAccess=`."""

LONGEST_S = 60.0
"""Watchdog timeout: a loop silent for this long hangs, while a slow SD card delays it by a few seconds at most."""

EVERY_S = 10.0


@dataclass(frozen=True, slots=True)
class Watchdog:
    """Sends systemd watchdog notifications from the event loop, if systemd listens.

    The watchdog is enabled from here and not in the unit: an older version, started by the same unit after a roll-back,
    sends no notifications and must not be killed.
    """

    heard_at: str | None

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Watchdog:
        """Return the watchdog for a program started in an environment."""
        return cls(environment.get(NOTIFY) or None)

    async def keep(self, every_s: float = EVERY_S) -> None:
        """Enable the watchdog and notify it every `every_s` seconds, until cancelled."""
        if self.heard_at is None:
            return
        words = f"WATCHDOG=1\nWATCHDOG_USEC={LONGEST_S * 1e6:.0f}"
        try:
            while True:
                self._tell(words)
                words = "WATCHDOG=1"
                await asyncio.sleep(every_s)
        finally:
            # Closing may take longer than the watchdog allows; systemd limits it by TimeoutStopSec.
            self._tell("WATCHDOG_USEC=0")

    def _tell(self, words: str) -> None:
        """Send a notification; errors are ignored because the next one follows."""
        assert self.heard_at is not None
        place = "\0" + self.heard_at[1:] if self.heard_at.startswith("@") else self.heard_at
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
            ear.setblocking(False)
            ear.sendto(words.encode(), place)
