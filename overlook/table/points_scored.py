"""How each point of a game came about: who scored it, when, from what and why."""

from __future__ import annotations

from overlook.table.scoring import op_label
from referee.game.engine.timeline import Timeline
from referee.game.intents import Score
from web.contract.table.recordings import PointsView


def points_scored(timeline: Timeline) -> tuple[PointsView, ...]:
    """Return every change of a player's points that still counts, the first one first."""
    return tuple(
        PointsView(
            turning_point=step.before.turning_point,
            name=side.seat.name,
            op=op_label(op),
            vp=gained,
            why=step.intent.why if isinstance(step.intent, Score) else "",
        )
        for step in timeline.live_steps()
        for player, side in step.after.sides.items()
        for op, vp in side.vp.items()
        if player in step.before.sides and (gained := vp - step.before.side(player).vp.get(op, 0))
    )
