"""Moves in the middle of which another action was performed: the rest of them is still there (rule I24-14)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.game.state import Activation


def still_going(acting: Activation | None, mover: str) -> Mapping[str, float]:
    """Return the moves that may go on now, with the inches charged for them so far."""
    if acting is None or acting.operative != mover or not acting.performed:
        return {}
    return {
        action: sum(done.charged or 0.0 for done in acting.performed if done.action == action)
        for action in acting.performed[-1].pauses
    }


def wounds_as_it_set_out(acting: Activation | None, mover: str) -> int | None:
    """Return the wounds that the mover had when a move was paused that may go on now; None where none may."""
    return acting.performed[-1].wounds if acting is not None and still_going(acting, mover) else None


def performed_beside(acting: Activation | None, mover: str, going: str | None) -> tuple[str, ...]:
    """Return the actions that the mover has performed in this activation, without the move that goes on."""
    if acting is None or acting.operative != mover:
        return ()
    return tuple(done.action for done in acting.performed if done.action != going)
