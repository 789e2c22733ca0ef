"""What has to wait: whoever acts or is acted on stands elsewhere than the game has it."""

from __future__ import annotations

from collections.abc import Container, Mapping

from geometry.placement import Placement
from referee.game.intents import Act, Intent
from referee.game.state import GameState

Displaced = Mapping[str, Placement]
"""Models that are seen elsewhere than the game has them, by operative (`displaced`)."""


def moved_away(state: GameState, away: Displaced, intent: Intent, *, moves: Container[str]) -> str:
    """Return why an intent waits, empty where it need not: nothing is judged from where a model does not stand.

    An action is performed where its operative is (rules D24-01, D21-01). One of the `moves`, or any that says where it
    leads, says itself what a change of place was.
    """
    if not isinstance(intent, Act) or intent.action in moves or intent.to is not None:
        return ""
    named = (intent.operative, *((intent.target,) if intent.target is not None else ()))
    return next(filter(None, (_says(state, away, name) for name in named)), "")


def _says(state: GameState, away: Displaced, operative: str) -> str:
    place = away.get(operative)
    known = state.operatives[operative].place if place is not None else None
    if place is None or known is None or known.declared:
        return ""  # where players have said that it stands is their word
    apart = f'{operative.upper()} stands {known.distance_to(place):.1f}" from where the game has it'
    if _is_asked_about(state, operative):
        return f"{apart}: answer first what that move was, or set it back"
    return f"{apart}: set it back first, or place it by hand on a phone"


def _is_asked_about(state: GameState, operative: str) -> bool:
    """Return whether a proposal is open about where the operative went."""
    return any(one.operative == operative and one.to is not None for one in state.proposals)
