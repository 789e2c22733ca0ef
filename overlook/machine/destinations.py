"""Where each secret of the settings is sent. A secret belongs to the destination for which it was entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

Values = Mapping[str, Any]
"""Settings by their names in the file, as JSON has them."""


@dataclass(frozen=True, slots=True)
class Destination:
    """The settings that say where a secret is sent, and those that protect it on its way while they are set."""

    where: tuple[str, ...]
    protected_by: tuple[str, ...] = ()

    def moved(self, then: Values, now: Values) -> bool:
        """Return whether a secret that was entered under `then` would be sent elsewhere, or less protected.

        Of `then` only the settings that it names are compared.
        """
        other_place = any(name in then and then[name] != now[name] for name in self.where)
        return other_place or any(then.get(name) and then[name] != now[name] for name in self.protected_by)


HALL = Destination(("venue.broker", "venue.port"), ("venue.tls", "venue.ca_file"))
DESTINATIONS: Mapping[str, Destination] = MappingProxyType(
    {
        "venue.password": HALL,
        "venue.password_file": HALL,
        "obs.password": Destination(("obs.url",)),
        "hooks.secret": Destination(("hooks.urls",)),
    }
)
"""Every secret that is sent somewhere, by its name."""

STAYS_HERE = frozenset({"web.tls_key"})
"""Secrets that are sent nowhere."""

IN_THE_ADDRESS = frozenset({"camera.source", "tray.source", "hooks.urls", "update.index"})
"""Addresses that may hold a password or a token: whoever changes one gives all of it."""
