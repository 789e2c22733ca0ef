"""A team that was read becomes the cards of a game."""

from __future__ import annotations

from geometry.base import MM_PER_INCH
from referee.game.card import Card
from referee.records.rosters.roster import Roster, RosterOperative

USUAL_BASE_MM = 32.0
USUAL_HEAD = 1.4


def cards_of(roster: Roster, player: str, *, prefix: str = "") -> tuple[Card, ...]:
    """Return the cards of a team for one player, in the roster's order.

    `prefix` stands before each id, so that two teams with the same ids can meet. A base that the roster does not give
    is 32 mm, a head 1.4 in above the base's underside (rule H24-16).
    """
    return tuple(_card(one, player, prefix) for one in roster.operatives)


def _card(one: RosterOperative, player: str, prefix: str) -> Card:
    base = one.base_mm if one.base_mm is not None else USUAL_BASE_MM
    head = one.figure_height_mm / MM_PER_INCH if one.figure_height_mm is not None else USUAL_HEAD
    return Card(
        id=prefix + one.id,
        player=player,
        name=one.name,
        apl=one.apl,
        move=one.move,
        save=one.save,
        wounds=one.wounds,
        base_mm=base if isinstance(base, tuple) else (base, base),
        head=head,
        type=one.type,
        keywords=one.keywords,
        weapons=one.weapons,
        group=one.group if one.group is not None else 1,
        defence=one.defence if one.defence is not None else 3,
        ward=one.ward,
        exempt=one.exempt,
    )
