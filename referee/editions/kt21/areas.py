"""Whom a weapon reaches beyond its target, 2021 (rules G21-04, G21-06, G21-15, N21-04)."""

from __future__ import annotations

from dataclasses import replace

from geometry.base import Base
from geometry.tolerance import EXACT_TOLERANCE
from referee.rules.edition import Edition
from referee.rules.judgement import Shot, ShotJudgement
from referee.rules.position import Position

FUSILLADE_REACH = 2.0


def blast_targets(edition: Edition, position: Position, primary: str, distance: float) -> dict[str, ShotJudgement]:
    """Return every other operative within the distance of the original target that is a valid target from there.

    Friend or foe; validity and cover are judged as if the original target were shooting (rule G21-04), so the shooter
    is hit, too, when it stands that near.
    """
    centre = position.table.operative(primary)
    found = {}
    for name, other in sorted(position.table.operatives.items()):
        if name == primary or not _within(edition, position, centre.base, other.base, distance):
            continue
        judged = edition.judge_shot(_as_everybodys_enemy(position, primary), Shot(primary, name))
        if judged.modifiers.in_line_of_sight:
            found[name] = judged
    return found


def _within(edition: Edition, position: Position, a: Base, b: Base, distance: float) -> bool:
    return edition.spacing.gap(position, a, b) <= distance + EXACT_TOLERANCE


def _as_everybodys_enemy(position: Position, primary: str) -> Position:
    """Return the position with the original target on nobody's side: its friends bar nothing."""
    own = replace(position.table.operative(primary), player=f"{position.table.operative(primary).player} (target)")
    operatives = {**position.table.operatives, primary: own}
    return replace(position, table=replace(position.table, operatives=operatives))


def torrent_targets(
    edition: Edition, position: Position, shooter: str, primary: str, distance: float, *, chained: bool = True
) -> tuple[str, ...]:
    """Return the further valid targets of a Torrent weapon, after a Shoot or an Overwatch alike (G21-15, N21-04).

    `chained`: within the distance of the original target or of one that is hit already; otherwise of all of them.
    """
    base_of = {name: each.base for name, each in position.table.operatives.items()}
    valid = [
        enemy.id
        for enemy in position.enemies_of(shooter)
        if enemy.id != primary and edition.judge_shot(position, Shot(shooter, enemy.id)).selectable.holds
    ]
    hit = [primary]
    while True:
        near = any if chained else all
        more = [
            name
            for name in valid
            if name not in hit
            and near(_within(edition, position, base_of[name], base_of[each], distance) for each in hit)
        ]
        if not more:
            return tuple(sorted(hit[1:]))
        hit.append(more[0])


def fusillade_targets(edition: Edition, position: Position, shooter: str, primary: str) -> tuple[str, ...]:
    """Return the other valid targets among which a Fusillade's dice may be split: within 2" of the first (G21-06)."""
    first = position.table.operative(primary).base
    return tuple(
        enemy.id
        for enemy in position.enemies_of(shooter)
        if enemy.id != primary
        and _within(edition, position, first, enemy.base, FUSILLADE_REACH)
        and edition.judge_shot(position, Shot(shooter, enemy.id)).selectable.holds
    )
