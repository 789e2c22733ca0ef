"""The head of a game in notation: edition, seats, cards, markers and places, one tag a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.game.card import Card, Seat
from referee.game.intents import SetUp
from referee.game.mission_pack import PackAction
from referee.game.ploy_card import PloyCard, PloyTime
from referee.game.recorded_terrain import RecordedTerrain
from referee.game.state import MarkerState
from referee.game.tac_op_card import TacOpCard
from referee.records.notation.board import marker_text, read_marker, read_terrain, terrain_text
from referee.records.notation.cards import card_text, read_operative, read_weapon, weapon_text
from referee.records.notation.text import QUOTES, Kind, NotationError, Tokens, place_text, read_place, word
from referee.rules.edition import Edition


def header_lines(setup: SetUp, edition: Edition) -> Iterator[str]:
    """Yield the tags of a game's set-up."""
    yield f"[Edition {word(edition.id)}]"
    if setup.killzone is not None:
        yield f"[Killzone {word(setup.killzone)}]"
    if setup.mission is not None:
        yield f"[Mission {QUOTES(setup.mission)}]"
    if setup.free:
        yield "[Play free]"
    for seat in setup.seats:
        tags = f" tags {seat.tags[0]} {seat.tags[1]}" if seat.tags is not None else ""
        colour = f" colour {QUOTES(seat.colour)}" if seat.colour else ""
        yield f"[Seat {word(seat.id)} {QUOTES(seat.name)}{colour}{tags}]"
    for card in setup.operatives:
        yield f"[Operative {card_text(card)}]"
        for weapon in card.weapons:
            yield f"[Weapon {word(card.id)} {weapon_text(weapon, edition)}]"
    for marker in setup.markers:
        yield f"[Marker {marker_text(marker)}]"
    for action in setup.actions:
        yield f"[Action {_action(action)}]"
    for player, cards in setup.ploys.items():
        yield from (f"[Ploy {word(player)} {_ploy(card)}]" for card in cards)
    for player, tac_ops in setup.tac_ops.items():
        yield from (f"[TacOp {word(player)} {QUOTES(one.name)} {QUOTES(one.text)}]" for one in tac_ops)
    yield from (f"[Terrain {terrain_text(part)}]" for part in setup.terrain)
    for operative, place in setup.places.items():
        yield f"[Place {word(operative)} {place_text(place)}]"


def _ploy(card: PloyCard) -> str:
    return f"{QUOTES(card.name)} {card.when} {card.cost}" + (f" text {QUOTES(card.text)}" if card.text else "")


def _action(action: PackAction) -> str:
    parts = [QUOTES(action.name), f"ap {action.cost_ap}"]
    if action.treated_as is not None:
        parts.append(f"as {QUOTES(action.treated_as)}")
    parts.extend(f"bars {QUOTES(bar)}" for bar in action.bars)
    if not action.conceal:
        parts.append("engage")
    if action.engaged is not None:
        parts.append("engaged" if action.engaged else "unengaged")
    if action.repeatable:
        parts.append("repeatable")
    parts.extend(f"by {word(operative)}" for operative in action.operatives)
    if action.text:
        parts.append(f"text {QUOTES(action.text)}")
    return " ".join(parts)


@dataclass(slots=True)
class Head:
    """The tags read so far. `setup` makes the set-up of them."""

    edition: Edition
    seats: list[Seat] = field(default_factory=list)
    cards: dict[str, dict[str, Any]] = field(default_factory=dict)
    markers: list[MarkerState] = field(default_factory=list)
    rest: dict[str, Any] = field(default_factory=dict)
    places: dict[str, Any] = field(default_factory=dict)
    actions: list[PackAction] = field(default_factory=list)
    terrain: list[RecordedTerrain] = field(default_factory=list)
    ploys: dict[str, tuple[PloyCard, ...]] = field(default_factory=dict)
    tac_ops: dict[str, tuple[TacOpCard, ...]] = field(default_factory=dict)

    def read(self, tag: str) -> None:
        """Take in one tag, the text between the brackets; `NotationError` says what is wrong."""
        line = Tokens(tag)
        name = line.take("a tag's name", Kind.WORD)
        readers = {
            "Edition": self._edition,
            "Killzone": lambda each: self.rest.update(killzone=each.take_name("a killzone")),
            "Mission": lambda each: self.rest.update(mission=each.take_name("a mission")),
            "Play": self._play,
            "Seat": self._seat,
            "Operative": self._operative,
            "Weapon": self._weapon,
            "Action": self._action,
            "Ploy": self._ploy,
            "TacOp": self._tac_op,
            "Terrain": lambda each: self.terrain.append(read_terrain(each)),
            "Marker": lambda each: self.markers.append(read_marker(each)),
            "Place": self._place,
        }
        if name not in readers:
            raise NotationError(f"tag {name!r}: expected one of {', '.join(readers)}")
        readers[name](line)
        line.done()

    def setup(self, id_: str) -> SetUp:
        """Return the set-up that the tags describe."""
        cards = tuple(Card(**{**card, "weapons": tuple(card["weapons"])}) for card in self.cards.values())
        return SetUp(
            id=id_,
            seats=tuple(self.seats),
            operatives=cards,
            markers=tuple(self.markers),
            places=self.places,
            actions=tuple(self.actions),
            terrain=tuple(self.terrain),
            ploys=self.ploys,
            tac_ops=self.tac_ops,
            **self.rest,
        )

    def _edition(self, line: Tokens) -> None:
        edition = line.take_name("an edition")
        if edition != self.edition.id:
            raise NotationError(f"the game is of edition {edition!r}, read as {self.edition.id!r}")

    def _play(self, line: Tokens) -> None:
        if line.take_name("free") != "free":
            raise NotationError("Play: expected free")
        self.rest["free"] = True

    def _seat(self, line: Tokens) -> None:
        given: dict[str, Any] = {"id": line.take_name("a player's id"), "name": line.take_name("a name")}
        while line:
            match line.take_name("colour or tags"):
                case "colour":
                    given["colour"] = line.take_name("a colour")
                case "tags":
                    given["tags"] = (int(line.take_number("a tag")), int(line.take_number("a tag")))
                case other:
                    raise NotationError(f"{other!r}: expected colour or tags")
        self.seats.append(Seat(**given))

    def _ploy(self, line: Tokens) -> None:
        player, name = line.take_name("a player's id"), line.take_name("a ploy")
        times = [str(time) for time in PloyTime]
        when = line.take_name("when it is used")
        if when not in times:
            raise NotationError(f"ploy {name!r}: found {when!r}; expected one of {', '.join(times)}")
        cost = int(line.take_number("command points"))
        text = ""
        if line:
            line.take_name("text")
            text = line.take_name("what it does")
        self.ploys[player] = (*self.ploys.get(player, ()), PloyCard(name, PloyTime(when), cost, text))

    def _tac_op(self, line: Tokens) -> None:
        player = line.take_name("a player's id")
        card = TacOpCard(line.take_name("a tac op"), line.take_name("what it asks"))
        self.tac_ops[player] = (*self.tac_ops.get(player, ()), card)

    def _operative(self, line: Tokens) -> None:
        given = read_operative(line)
        self.cards[given["id"]] = given

    def _weapon(self, line: Tokens) -> None:
        operative = line.take_name("an operative's id")
        if operative not in self.cards:
            raise NotationError(f"weapon of {operative!r}: no such operative before it")
        self.cards[operative]["weapons"].append(read_weapon(line, self.edition))

    def _action(self, line: Tokens) -> None:
        given: dict[str, Any] = {"name": line.take_name("an action's name"), "bars": (), "operatives": ()}
        while line:
            match line.take_name("ap, as, bars, engage, engaged, unengaged, repeatable, by or text"):
                case "ap":
                    given["cost_ap"] = int(line.take_number("action points"))
                case "as":
                    given["treated_as"] = line.take_name("an action")
                case "bars":
                    given["bars"] = (*given["bars"], line.take_name("an action"))
                case "engage":
                    given["conceal"] = False
                case "engaged":
                    given["engaged"] = True
                case "unengaged":
                    given["engaged"] = False
                case "repeatable":
                    given["repeatable"] = True
                case "by":
                    given["operatives"] = (*given["operatives"], line.take_name("an operative"))
                case "text":
                    given["text"] = line.take_name("a text")
                case other:
                    raise NotationError(f"{other!r}: expected ap, as, bars, engage, engaged, unengaged, by or text")
        self.actions.append(PackAction(**given))

    def _place(self, line: Tokens) -> None:
        operative = line.take_name("an operative's id")
        self.places[operative] = read_place(line.take("a place", Kind.ROUND))


def tag_of(line: str) -> str | None:
    """Return the text of a tag line, None when the line is no tag."""
    return line[1:-1] if line.startswith("[") and line.endswith("]") else None
