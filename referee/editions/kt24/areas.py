"""Whom a blast, a torrent, a stun grenade or a mine reaches (rules G24-03, G24-22, J24-07, J24-13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry.measure import within
from referee.rules.edition import Edition
from referee.rules.judgement import Shot
from referee.rules.position import Position

STUN_REACH = 1.0
STUN_ON = 3
MINES = frozenset({"mine", "mines"})
MINE_DAMAGE = 3
SPREADING = frozenset({"blast", "torrent"})


def blast_targets(edition: Edition, position: Position, primary: str, distance: float) -> tuple[str, ...]:
    """Return every other operative visible to and within the distance of the primary target (rule G24-03).

    Friend or foe, whatever its order; never the shooter's primary target itself. The shooter counts too when it
    stands that near.
    """
    centre = position.table.operative(primary)
    return tuple(
        name
        for name, other in sorted(position.table.operatives.items())
        if name != primary
        and within(centre.base, other.base, distance)
        and edition.sight.visible(position, primary, name).holds
    )


def torrent_targets(
    edition: Edition, position: Position, shooter: str, primary: str, distance: float
) -> tuple[str, ...]:
    """Return the enemies that may be secondary targets: valid, near the first, none of the shooter's friends engaged.

    Rule G24-22: each must be a valid target in its own right.
    """
    first = position.table.operative(primary)
    return tuple(
        enemy.id
        for enemy in position.enemies_of(shooter)
        if enemy.id != primary
        and within(first.base, enemy.base, distance)
        and edition.judge_shot(position, Shot(shooter, enemy.id)).selectable.holds
    )


@dataclass(frozen=True, slots=True)
class StunTests:
    """Who takes a stun test, and who loses an APL by it."""

    tested: tuple[str, ...]
    stunned: tuple[str, ...]


def stun_grenade(position: Position, target: str, rolls: Mapping[str, int]) -> StunTests:
    """Return who tests (the target and every other operative within 1" of it) and whose roll stuns (rule J24-13)."""
    centre = position.table.operative(target)
    tested = tuple(
        name
        for name, other in sorted(position.table.operatives.items())
        if name == target or within(centre.base, other.base, STUN_REACH)
    )
    return StunTests(tested, tuple(name for name in tested if rolls.get(name, 0) >= STUN_ON))
