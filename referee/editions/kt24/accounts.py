"""The players' accounts, 2024: initiative, command points, victory points (rules B24-01, B24-03, L24-14 to L24-16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.rules.roll_off import higher

OPS = ("crit", "tac", "kill")
CAP = 6
PRIMARY_CAP = 3
PRIMARY = "primary"
CAPS: Mapping[str, int] = MappingProxyType({**dict.fromkeys(OPS, CAP), PRIMARY: PRIMARY_CAP})


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


def initiative_decider(rolls: Mapping[str, int], previous: str | None) -> str:
    """Return who decides who has initiative (rule B24-01): the higher die; on a tie who did not have it before."""
    winner = higher(rolls)
    if winner is not None:
        return winner
    return next(player for player in rolls if player != previous)


def command_points(before: Mapping[str, int], initiative: str, turning_point: int) -> dict[str, int]:
    """Return the command points after the Ready step (rule B24-03): one each, two for who has no initiative later."""
    return {player: points + gained(player, initiative, turning_point) for player, points in before.items()}


def gained(player: str, initiative: str | None, turning_point: int) -> int:
    """Return how many command points a player gains in the Ready step (rule B24-03)."""
    return 2 if turning_point > 1 and player != initiative else 1
