"""How far a move may carry an operative now: its allowance, less what it has gone, within what a reaction may go."""

from __future__ import annotations

from overlook.table.judging_context import JudgingContext
from referee.game.judging.position import still_going


def how_far(context: JudgingContext, operative: str, move: str) -> float:
    """Return how far the move may still carry an operative that stands on the table, inches.

    One that goes on after a pause has gone a part already (rule I24-14); a counteraction has a limit (rule C24-15).
    """
    allowance = context.edition.movement.allowance(context.edition, context.position, operative, move)
    acting = context.state.acting
    if acting is None or acting.operative != operative:
        return allowance
    limit = allowance if acting.move_limit is None else min(allowance, acting.move_limit)
    return max(0.0, limit - still_going(acting, operative).get(move, 0.0))
