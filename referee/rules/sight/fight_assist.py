"""Who helps in a fight (rules F24-06, F21-02)."""

from __future__ import annotations

from referee.rules.edition import Edition
from referee.rules.position import Position


def helping(edition: Edition, position: Position, fighter: str, enemy: str) -> tuple[str, ...]:
    """Return the friends that help: within control range of that enemy and of no other.

    Each improves the skill of the fighter's melee weapons by one.
    """
    return tuple(
        friend.id
        for friend in position.friends_of(fighter)
        if edition.engagement.enemies_engaging(position, friend.id) == (enemy,)
    )
