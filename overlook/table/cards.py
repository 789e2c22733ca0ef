"""Teams for a table whose rosters nobody has entered: one card for each operative of the catalogue."""

from __future__ import annotations

from calibration.catalogue import Catalogue, OperativeEntry
from overlook.reading import head_of
from referee.rules.game.card import Card, Seat

COLOURS = ("#2f7de1", "#d9462f")


def seats_of(catalogue: Catalogue) -> tuple[Seat, ...]:
    """Return a seat for each player that the catalogue names, two at least."""
    players = sorted({entry.player for entry in catalogue.operatives if entry.player}) or ["p1", "p2"]
    names = dict(zip(players, ("Blue", "Red"), strict=False))
    return tuple(
        Seat(player, names.get(player, player), COLOURS[index % len(COLOURS)]) for index, player in enumerate(players)
    )


def card_of(entry: OperativeEntry) -> Card:
    """Return a plain trooper's card for an operative of the catalogue."""
    base = entry.base_mm if isinstance(entry.base_mm, tuple) else (entry.base_mm, entry.base_mm)
    return Card(
        entry.id,
        entry.player,
        entry.name or entry.id,
        apl=2,
        move=6,
        save=4,
        wounds=8,
        base_mm=base,
        head=head_of(entry),
    )
