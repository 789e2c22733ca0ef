"""Teams for a table whose rosters nobody has entered: one card for each operative of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from calibration.catalogue import Catalogue, OperativeEntry
from overlook.table.reading import head_of
from referee.game.card import Card, Seat
from referee.records.files.roster import Roster, cards_of

COLOURS = ("#2f7de1", "#d9462f")

NO_COLOUR = "#888888"
"""Shown for a player who has no colour."""


def seats_of(catalogue: Catalogue, teams: Mapping[str, Roster] | None = None) -> tuple[Seat, ...]:
    """Return a seat for each player that the catalogue names, two at least, under the names of their teams."""
    players = sorted({entry.player for entry in catalogue.operatives if entry.player})
    players += [player for player in ("p1", "p2") if player not in players][: max(0, 2 - len(players))]
    names = dict(zip(players, ("Blue", "Red"), strict=False))
    names |= {player: roster.name for player, roster in (teams or {}).items()}
    return tuple(
        Seat(player, names.get(player, player), COLOURS[index % len(COLOURS)]) for index, player in enumerate(players)
    )


def cards_of_table(catalogue: Catalogue, teams: Mapping[str, Roster]) -> tuple[Card, ...]:
    """Return a card for each operative of the catalogue: of its player's team, else a plain trooper's.

    A team's card goes to the operative of that id, else, in order, to those of the player that no card names. It keeps
    the id, base and head that the catalogue has for what stands on the table.
    """
    cards = []
    for player in dict.fromkeys(entry.player for entry in catalogue.operatives):
        entries = [entry for entry in catalogue.operatives if entry.player == player]
        team = cards_of(teams[player], player) if player in teams else ()
        named = {card.id: card for card in team}
        rest = iter([card for card in team if card.id not in {entry.id for entry in entries}])
        for entry in entries:
            card = named.get(entry.id) or next(rest, None)
            plain = card_of(entry)
            cards.append(plain if card is None else replace(card, id=entry.id, base_mm=plain.base_mm, head=plain.head))
    return tuple(cards)


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
