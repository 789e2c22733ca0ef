"""How a game begins at this table: with the table's own teams, and what stands on the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from calibration.catalogue import Catalogue
from geometry.table import Marker, Table
from overlook.table.default_cards import cards_of_table, seats_of
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import MOST_NAME, Card, PloyCard, TacOpCard
from referee.game.intents import SetUp
from referee.game.judging.order_tokens import face_of
from referee.game.state import MarkerState
from referee.records.files.packs import Pack
from referee.records.files.roster import PrintedRule, Roster, each_once, tac_ops_among
from referee.rules.mission import Ground


@dataclass(frozen=True, slots=True)
class TableDefaults:
    """How games begin at this table: the teams by player, the killzone, how long a round may last (0: no limit).

    `markers` lie where they are said to lie, unless the camera sees them. `equipment` are the mission's
    options, None for all; `grounds` whose drop zone and territory are where, by player; `packs` what teams and
    the mission add; `mission` is its name.
    """

    teams: Mapping[str, Roster] = field(default_factory=dict)
    killzone: str | None = None
    round_s: int = 0
    markers: tuple[MarkerState, ...] = ()
    equipment: tuple[str, ...] | None = None
    grounds: Mapping[str, Ground] = field(default_factory=dict)
    packs: tuple[Pack, ...] = ()
    mission: str = ""

    def tac_ops(self, player: str) -> tuple[PrintedRule, ...]:
        """Return the tac ops that a player may have, its list's first; empty where no list and no pack has any."""
        own = self.teams[player].rules if player in self.teams else ()
        return tac_ops_among((*own, *(one for pack in self.packs for one in pack.tac_ops)))


def new_game(
    key: str,
    *,
    defaults: TableDefaults,
    catalogue: Catalogue,
    table: Table | None,
    ready: Collection[str] = (),
    free: bool,
    mission: str,
) -> SetUp:
    """Return the intent `key` that begins a game with what is seen: the teams' cards, else plain ones.

    Without a `mission` it has the name of the set-up's. Markers of the kinds that lie `ready` for an action are not in
    play yet, unless the defaults say so.
    """
    there = table or Table()
    said = {one.id: one for one in defaults.markers}
    cards = cards_of_table(catalogue, defaults.teams)
    plays = {name: one for name, one in sorted(there.markers.items()) if name in said or one.kind not in ready}
    seen = [_marker(one, said) for one in plays.values() if face_of(one.kind) is None]
    return SetUp(
        id=key,
        seats=seats_of(catalogue, defaults.teams),
        operatives=cards,
        markers=(*seen, *(one for name, one in said.items() if name not in there.markers)),
        places={name: BoardPlace.of(one.placement) for name, one in there.operatives.items()},
        killzone=defaults.killzone,
        mission=mission or defaults.mission or None,
        free=free,
        terrain=tuple(map(RecordedTerrain.of, there.terrain)),
        equipment=defaults.equipment,
        grounds=dict(defaults.grounds),
        asks_primary=True,
        actions=tuple(action for pack in defaults.packs for action in pack.actions),
        own_equipment=tuple(option for pack in defaults.packs for option in pack.equipment),
        ploys=dict(_ploys(cards, defaults)),
        tac_ops=dict(_tac_ops(cards, defaults)),
    )


def _tac_ops(cards: Iterable[Card], defaults: TableDefaults) -> Iterator[tuple[str, tuple[TacOpCard, ...]]]:
    """Yield each player who has cards of tac ops with them."""
    for player in sorted({card.player for card in cards}):
        found = {one.name[:MOST_NAME]: one.text for one in defaults.tac_ops(player)}
        if found:
            yield player, tuple(TacOpCard(name, text) for name, text in found.items())


def _ploys(cards: Iterable[Card], defaults: TableDefaults) -> Iterator[tuple[str, tuple[PloyCard, ...]]]:
    """Yield each player who has ploys with them: the team's, then those of the packs that its operatives may use."""
    keywords: dict[str, list[frozenset[str]]] = {}
    for card in cards:
        keywords.setdefault(card.player, []).append(frozenset(map(str.casefold, card.keywords)))
    for player, carried in keywords.items():
        own = defaults.teams[player].ploys if player in defaults.teams else ()
        others = [one for pack in defaults.packs for one in pack.ploys if any(one.keywords <= has for has in carried)]
        found = each_once((*own, *(one.card for one in others)))
        if found:
            yield player, found


def _marker(seen: Marker, said: Mapping[str, MarkerState]) -> MarkerState:
    """Return a marker where it is seen, as it was said to be if it was."""
    place = BoardPlace.of(seen.placement)
    known = said.get(seen.id)
    return replace(known, place=place) if known else MarkerState(seen.id, seen.kind, seen.diameter, place)
