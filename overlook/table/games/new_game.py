"""New games: the set-up intent from the seen table, default cards, and default answers to the opening."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from calibration.catalogue import Catalogue, OperativeEntry
from geometry.table import Marker, Table
from messages.message import Message
from overlook.table.observation.seen_table import head_of
from referee.editions.free.game_file import FreeGame
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import MOST_NAME, Card, PloyCard, Seat, TacOpCard
from referee.game.consent import FairPlay
from referee.game.engine.battle_flow import FIREFIGHT
from referee.game.engine.timeline import Timeline
from referee.game.intents import Answer, SetUp
from referee.game.judging.order_tokens import face_of
from referee.game.prompt import Prompt, Topic
from referee.game.state import GameState, MarkerState
from referee.records.files.packs import Pack
from referee.records.files.roster import PrintedRule, Roster, cards_of, dedupe, tac_ops_among
from referee.rules.mission import MissionSide

COLOURS = ("#2f7de1", "#d9462f")

NO_COLOUR = "#888888"
"""Colour shown for a player who has none."""


def seats_of(catalogue: Catalogue, teams: Mapping[str, Roster] | None = None) -> tuple[Seat, ...]:
    """Return a seat for each player in the catalogue, at least two, named after their teams."""
    players = sorted({entry.player for entry in catalogue.operatives if entry.player})
    players += [player for player in ("p1", "p2") if player not in players][: max(0, 2 - len(players))]
    names = dict(zip(players, ("Blue", "Red"), strict=False))
    names |= {player: roster.name for player, roster in (teams or {}).items()}
    return tuple(
        Seat(player, names.get(player, player), COLOURS[index % len(COLOURS)]) for index, player in enumerate(players)
    )


def cards_of_table(catalogue: Catalogue, teams: Mapping[str, Roster]) -> tuple[Card, ...]:
    """Return a card for each operative of the catalogue: its team's, else a plain trooper's.

    A team's card goes to the operative with its id; the other cards go in order to the player's operatives that no card
    names. Id, base and head are those of the catalogue, which describes the models on the table.
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


@dataclass(frozen=True, slots=True)
class TableDefaults:
    """Defaults for games at this table: teams by player, killzone, seconds in a round (0: no limit).

    `markers` are at their stated places, unless the camera sees them. `equipment` has the mission's options, None for
    all. `grounds` has the drop zone and territory of each player. `packs` has what teams and the mission add; `mission`
    is the mission's name. `fair_play` is what is asked of the other player. `app_dice` allows the program to roll.
    `free_game` names the lengths of the game that the free table measures for.
    """

    teams: Mapping[str, Roster] = field(default_factory=dict)
    killzone: str | None = None
    round_s: int = 0
    markers: tuple[MarkerState, ...] = ()
    equipment: tuple[str, ...] | None = None
    grounds: Mapping[str, MissionSide] = field(default_factory=dict)
    packs: tuple[Pack, ...] = ()
    mission: str = ""
    fair_play: FairPlay = FairPlay.CLUB
    app_dice: bool = True
    free_game: FreeGame = field(default_factory=FreeGame)

    def tac_ops(self, player: str) -> tuple[PrintedRule, ...]:
        """Return the tac ops that a player may have, those of its list first; empty if no list and no pack has any."""
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
    """Return the intent `key` that begins a game with what is seen, with the teams' cards or plain ones.

    Without `mission`, the name is that of the default mission. Markers of the kinds in `ready` are not in play yet,
    unless the defaults name them.
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
    """Yield each player who has tac op cards, with the cards."""
    for player in sorted({card.player for card in cards}):
        found = {one.name[:MOST_NAME]: one.text for one in defaults.tac_ops(player)}
        if found:
            yield player, tuple(TacOpCard(name, text) for name, text in found.items())


def _ploys(cards: Iterable[Card], defaults: TableDefaults) -> Iterator[tuple[str, tuple[PloyCard, ...]]]:
    """Yield each player who has ploys, with the ploys: the team's, then those of packs that its operatives may use."""
    keywords: dict[str, list[frozenset[str]]] = {}
    for card in cards:
        keywords.setdefault(card.player, []).append(frozenset(map(str.casefold, card.keywords)))
    for player, carried in keywords.items():
        own = defaults.teams[player].ploys if player in defaults.teams else ()
        others = [one for pack in defaults.packs for one in pack.ploys if any(one.keywords <= has for has in carried)]
        found = dedupe((*own, *(one.card for one in others)))
        if found:
            yield player, found


def _marker(seen: Marker, said: Mapping[str, MarkerState]) -> MarkerState:
    """Return a marker at its seen place, otherwise as the defaults describe it."""
    place = BoardPlace.of(seen.placement)
    known = said.get(seen.id)
    return replace(known, place=place) if known else MarkerState(seen.id, seen.kind, seen.diameter, place)


MOST = 200
"""Number of answers after which an opening that does not end is given up; the longest takes about forty."""

WINS, LOSES = 6, 1


def is_opened(state: GameState) -> bool:
    """Return whether everything before the first activation has been answered."""
    return state.stage == FIREFIGHT


def default_choice(prompt: Prompt, first: str) -> str | None:
    """Return the key of the choice to take: the player `first` if it is offered, else the default; None for dice."""
    keys = [choice.key for choice in prompt.choices]
    if not keys:
        return None
    return first if first in keys else prompt.default or keys[0]


def default_dice(prompt: Prompt, first: str) -> tuple[int, ...]:
    """Return the faces to roll so that `first` wins every roll-off; empty if the prompt has choices."""
    if prompt.choices:
        return ()
    loses = prompt.topic is Topic.ROLL_OFF and prompt.owner != first
    return (LOSES if loses else WINS,) * prompt.dice


ANSWERED = "ready"
"""Prefix of the ids of answers that no player gave."""


def auto_opening_notice(timeline: Timeline) -> Message | None:
    """Return a notice if the opening was answered automatically and no operative has been activated yet; else None.

    It is derived from the journal, so it also appears after a restart.
    """
    state = timeline.state
    if state.turning_point != 1 or state.activations or state.acting or not is_opened(state) or state.ended:
        return None
    answers = (step.intent for step in timeline.steps() if isinstance(step.intent, Answer))
    answered = any(one.id.startswith(f"{ANSWERED}-") for one in answers)
    return Message.of("games-answered") if answered else None
