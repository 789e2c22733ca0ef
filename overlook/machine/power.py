"""The end of the program and of the machine, as the machine's page asks for them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from overlook.machine.asking import ask_system
from web.contract.setup.machine import PowerView, PowerWish

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
