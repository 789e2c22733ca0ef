"""What the button "measure" shows: the active operative and the enemy nearest to it."""

from __future__ import annotations

from geometry.measure import gap
from geometry.table import Table
from overlook.table.interpretation import accepted_position
from referee.game.state import GameState
from referee.rules.judgement import Shot
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Ruling


def to_nearest_enemy(edition: Edition, state: GameState, table: Table) -> tuple[Ruling, ...]:
    """Return control range, sight, cover and obscurity from the active operative; nothing without it or an enemy."""
    if state.acting is None:
        return ()
    operative, position = state.acting.operative, accepted_position(edition, state, table)
    enemies = position.enemies_of(operative) if operative in position.table.operatives else ()
    if not enemies:
        return ()
    own = position.table.operative(operative).base
    nearest = min(enemies, key=lambda enemy: gap(own, enemy.base))
    shot = edition.judge_shot(position, Shot(operative, nearest.id))
    reach = edition.engagement.engaged(position, operative, nearest.id)
    return reach, shot.visible, shot.in_cover, shot.obscured
