"""Who helps in a fight (rules F24-06, F21-02)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.rules.edition import Edition
from referee.rules.position import Position
from referee.rules.sight.far_apart import clear_of
from referee.rules.sight.shot_geometry import UNLIKELY

WITHIN = 1.5
"""Inches beyond which nobody is within control range, whatever the error."""


def help_chance(edition: Edition, position: Position, fighter: str, enemy: str) -> Mapping[str, float]:
    """Return the friends that may help, each with how probable it is: within range of that enemy and of no other."""
    table, engaged = position.table, edition.engagement.engaged
    found = {}
    for friend in position.friends_of(fighter):
        own = table.operative(friend.id).base
        near = [one.id for one in position.enemies_of(friend.id) if not clear_of(own, one.base, WITHIN)]
        p = engaged(position, friend.id, enemy).p_yes if enemy in near else 0.0
        for other in near:
            p *= 1.0 if other == enemy else 1.0 - engaged(position, friend.id, other).p_yes
        if p > UNLIKELY:
            found[friend.id] = p
    return found


def helping(edition: Edition, position: Position, fighter: str, enemy: str) -> tuple[str, ...]:
    """Return the friends that help: within control range of that enemy and of no other.

    Each improves the skill of the fighter's melee weapons by one.
    """
    return tuple(
        friend.id
        for friend in position.friends_of(fighter)
        if edition.engagement.enemies_engaging(position, friend.id) == (enemy,)
    )
