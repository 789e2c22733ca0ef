"""Victory points, 2024: the primary op and the end (rule A24-12)."""

from __future__ import annotations

from referee.editions.kt24.accounts import PRIMARY, final_vp
from referee.game.events import Event, score
from referee.game.state import GameState

ACCOUNTS = {
    "seats": "A24-03",
    "ploys": "B24-07",
    "strategy_ploys": "B24-05",
    "firefight_ploys": "B24-09",
    "points": "B24-06",
    "caps": "L24-14",
    "secrets": "A24-08",
}


def most_victory_points(state: GameState) -> tuple[Event, ...]:
    """Return the primary ops revealed and scored, and the end of the battle: most points win (rule A24-12).

    Who made no op primary in the first Gambit step gains nothing by it.
    """
    happened: list[Event] = []
    for player, side in state.sides.items():
        primary = side.sealed.get("primary_op")
        if primary is None:
            continue
        if "primary_op" not in side.revealed:
            happened.append(score.Revealed(player=player, topic="primary_op"))
        bonus = final_vp(side.vp, primary).primary_vp - side.vp.get(PRIMARY, 0)
        if bonus > 0:
            happened.append(score.Scored(player=player, op=PRIMARY, vp=bonus, why=f"primary op: {primary}"))
    for event in happened:
        state = event.apply(state)
    return (*happened, score.BattleEnded(winner=state.leader))
