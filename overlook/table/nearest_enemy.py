"""What the button "measure" shows: the active operative and the enemy nearest to it."""

from __future__ import annotations

from geometry.measure import gap
from referee.rules.edition import Edition
from referee.rules.judgement import Shot
from referee.rules.position import Position
from referee.rules.ruling import Ruling


def to_nearest_enemy(edition: Edition, position: Position, operative: str) -> tuple[Ruling, ...]:
    """Return control range, sight, cover and obscurity towards the nearest enemy; nothing where there is none."""
    enemies = position.enemies_of(operative) if operative in position.table.operatives else ()
    if not enemies:
        return ()
    own = position.table.operative(operative).base
    nearest = min(enemies, key=lambda enemy: gap(own, enemy.base))
    shot = edition.judge_shot(position, Shot(operative, nearest.id))
    reach = edition.engagement.engaged(position, operative, nearest.id)
    return reach, shot.visible, shot.in_cover, shot.obscured
