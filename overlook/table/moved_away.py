"""What has to wait: whoever acts or is acted on stands elsewhere than the game has it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from geometry.placement import Placement
from overlook.table.displaced import displaced
from overlook.table.seen_table import SeenTable
from referee.game.intents import Act, Answer, EndActivation, Intent
from referee.game.prompt import Prompt, Topic
from referee.game.state import GameState
from referee.rules.edition import Edition
from referee.rules.errors import IllegalError

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


def hold_back(
    edition: Edition,
    state: GameState,
    seen: SeenTable | None,
    *,
    intent: Intent,
    asked: Iterable[Prompt] = (),
    moving: bool = False,
) -> None:
    """Raise `IllegalError` for an intent that has to wait.

    Dice wait for a challenge, of the questions that are `asked`; the end of an activation waits while it is asked what
    a move was that may be taken (`moving`). Of models nothing waits where the camera sees nothing, or has trouble.
    """
    answered = intent.prompt if isinstance(intent, Answer) else None
    topic = next((one.topic for one in asked if one.id == answered), None)
    if state.challenge is not None and topic is Topic.DICE:
        raise IllegalError("a challenge is open: answer it first, then the dice go on")
    if moving and (isinstance(intent, EndActivation) or topic is Topic.ACTION):
        raise IllegalError("a move was seen that may be taken: say first what it was, or set the model back")
    if seen is None or seen.problem is not None:
        return
    waits = moved_away(state, displaced(state, seen.table), intent, moves=edition.movement.names)
    if waits:
        raise IllegalError(waits)


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
