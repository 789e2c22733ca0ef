"""Who has rolled the most."""

from __future__ import annotations

from collections.abc import Mapping


def higher(rolls: Mapping[str, int]) -> str | None:
    """Return who rolled the most, None for a tie."""
    best = max(rolls.values())
    winners = [player for player, value in rolls.items() if value == best]
    return winners[0] if len(winners) == 1 else None
