"""How sure it is that an enemy that a move comes near is seen from its way, past what stands between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from geometry.paths import Nearness
from geometry.table import Operative
from referee.rules.moves.mover import Mover
from referee.rules.sight.doubtful_sight import Outlook, outlook

MOST_PLACES = 2
"""Places of a way at which sight that is in doubt is looked at: where it begins and ends, or may."""


def seen_along(mover: Mover, near: Nearness, *, visible: bool) -> float:
    """Return how probable it is that the two see each other somewhere where they are near.

    `visible` is the best estimate. It is that of the place where they see each other most probably: the errors of one
    way are much the same all along it.
    """
    if not mover.move.sigma:
        return float(visible)
    looks = [look for place in _places(near) if (look := _look(mover, near.thing, place)) is not None]
    if visible and any(look.sure(True) for look in looks):
        return 1.0
    unsure = [look for look in looks if not look.sure(False)][:MOST_PLACES]
    if not unsure or (visible and not looks):
        return float(visible)
    return max(look.share() for look in unsure)


def _places(near: Nearness) -> Iterator[float]:
    """Yield the places, inches travelled, at which sight may first or last be had while the two are near."""
    ends = (end for stretch in (*near.in_range, *near.near) for end in (stretch.start, stretch.end))
    yield from dict.fromkeys((*ends, near.gap_at))


def _look(mover: Mover, enemy: str, travelled: float) -> Outlook | None:
    """Return the looks between the mover so far along its way and an enemy; None where something bars their reach."""
    position, own = mover.position, mover.operative
    x, y, z = mover.facts.place(travelled)
    base, other = own.base.at(x, y, z), position.table.operative(enemy)
    if mover.edition.spacing.barred(position, base, other.base, near_reach(mover)):
        return None
    covariance = np.diag([mover.move.sigma**2, mover.move.sigma**2, 0.0, own.placement.covariance[3, 3]])
    place = replace(own.placement, x=x, y=y, z=z, covariance=covariance)
    there = Operative(own.id, own.player, own.shape, own.head, place, own.head_sigma)
    blockers = mover.edition.engagement.sight_blockers(position)
    return outlook(((there, other), (other, there)), blockers, position.table.common)


def near_reach(mover: Mover) -> float:
    """Return the reach, inches, within which enemies are near on a way."""
    return max((near.reach for near in mover.facts.enemies), default=0.0)
