"""What of the machine keeps a table from going on: shown by the light, and on every page."""

from __future__ import annotations

from web.contract.base import HealthState
from web.contract.table.snapshot import HealthView

LOST = (HealthState.LOST,)
FAILING = (HealthState.TROUBLE, HealthState.LOST)
BLOCKING = {"camera": LOST, "board": LOST, "journal": FAILING, "disk": LOST}
"""In which states a part keeps the table from seeing, or from keeping what is played."""


def is_blocking(part: HealthView) -> bool:
    """Return whether the table cannot go on while a part is like this."""
    return part.state in BLOCKING.get(part.part, ())
