"""Victory points, 2024: caps, the primary op, the kill grade, the end (rules A24-12, L24-14 to L24-16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.game.events import Event, score
from referee.game.state import GameState

OPS = ("crit", "tac", "kill")
CAP = 6
PRIMARY_CAP = 3
PRIMARY = "primary"
CAPS: Mapping[str, int] = MappingProxyType({**dict.fromkeys(OPS, CAP), PRIMARY: PRIMARY_CAP})
ACCOUNTS = {"seats": "A24-03", "ploys": "B24-07", "points": "B24-06", "caps": "L24-14", "secrets": "A24-08"}


@dataclass(frozen=True, slots=True)
class FinalVP:
    """A player's points at the end: by op after caps, what the primary op adds, and the total."""

    ops: Mapping[str, int]
    primary_vp: int

    @property
    def total(self) -> int:
        """All of them: 21 at most."""
        return sum(self.ops.values()) + self.primary_vp


def final_vp(ops: Mapping[str, int], primary: str | None) -> FinalVP:
    """Return the points that count (rules L24-14, L24-15): 6 an op; half of the primary's, rounded up, on top."""
    capped = {op: min(vp, CAP) for op, vp in ops.items()}
    half = (capped.get(primary, 0) + 1) // 2 if primary is not None else 0
    return FinalVP(capped, min(half, PRIMARY_CAP))


def kill_grade_bonus(grades: Mapping[str, int]) -> dict[str, int]:
    """Return who gains a point for the kill op (rule L24-16): the strictly higher grade; nobody when equal."""
    best = max(grades.values())
    alone = sum(1 for grade in grades.values() if grade == best) == 1
    return {player: int(alone and grade == best) for player, grade in grades.items()}


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
