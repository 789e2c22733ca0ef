"""A network of the table's own where there is none: what the setting wants, and what the system says of it.

The program has no rights over networks: it makes a file that `overlook-hotspot.path` hears, and `deploy/hotspot.sh`
asks NetworkManager for as long as the file is there.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

from overlook.machine.power import POWER
from web.contract.base import HealthState
from web.contract.table.snapshot import HealthView

PART = "hotspot"
WANTED = "hotspot"
STATE = Path("/run/overlook-hotspot/state")
ADDRESS = "10.42.0.1"
"""What NetworkManager gives the machine in a network of its own."""

NOT_INSTALLED = "a hotspot is opened by the service that install.sh installs; this program is none"
NOT_HEARD = "the system has not heard it: 'sudo sh deploy/install.sh' enables overlook-hotspot.path"


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
            return HealthState.TROUBLE, NOT_INSTALLED
        try:
            step, *words = self._state.read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError):
            return HealthState.TROUBLE, NOT_HEARD
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
