"""The end of what changes for a while: apart from the state, for packs name it and the state holds packs."""

from __future__ import annotations

from enum import StrEnum


class Until(StrEnum):
    """When a change of a stat ends."""

    NEXT_ACTIVATION = "end of its next activation"
    THIS_OR_NEXT_ACTIVATION = "end of its current or next activation"
    TURNING_POINT = "end of the turning point"
    BATTLE = "end of the battle"
