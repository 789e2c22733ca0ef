"""What a team's own rules lift or grant: hooks in the places that other rules leave open, read off the card."""

from __future__ import annotations

from enum import StrEnum


class Exemption(StrEnum):
    """One thing that a card may allow where the edition forbids it (rules N24-02, L24-06, I21-06).

    The values are how a team file writes them.
    """

    GUARD_CONCEALED = "guard while concealed"
    REACT_CONCEALED = "react while concealed"
    TARGET_ENGAGED = "target engaged enemies"
    LAST_ACTION = "last action"
    FLY = "fly"
