"""Header tags of the notation: edition, seats, cards, weapons, markers, terrain."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from messages.message import Message
from referee.game.board_place import RecordedTerrain
from referee.game.card import Card, PloyCard, PloyTime, Seat, TacOpCard
from referee.game.intents import SetUp
from referee.game.pack_action import PackAction
from referee.game.state import MarkerState
from referee.records.notation.tokens import (
    QUOTES,
    NotationError,
    TokenKind,
    Tokens,
    number,
    place_text,
    read_place,
    require,
    unexpected,
    word,
)
from referee.rules.errors import MalformedError
from referee.rules.ports.edition import Edition
from referee.rules.position import Exemption
from referee.rules.weapon import RuleUse, Weapon, WeaponType

MARKER_WORDS = ("owner", "liftable", "carrier", "timer")
TERRAIN_WORDS = ("feature", "from", "to", "trait", "role", "stands", "killzone", "equipment", "transparent")
CARD_WORDS = (
    "apl",
    "move",
    "save",
    "wounds",
    "base",
    "head",
    "type",
    "group",
    "defence",
    "ward",
    "keyword",
    "exempt",
)
WEAPON_WORDS = ("profile", "atk", "hit", "damage", "rule", "own")
SEAT_WORDS = ("colour", "tags")
ACTION_WORDS = ("ap", "as", "bars", "engage", "engaged", "unengaged", "repeatable", "by", "text")


def marker_text(marker: MarkerState) -> str:
    """Format a marker as one line: id, kind, diameter in inches, position, owner."""
    parts = [word(marker.id), word(marker.kind), f'{number(marker.diameter)}"']
    if marker.place is not None:
        parts.append(place_text(marker.place))
    if marker.owner is not None:
        parts.append(f"owner {word(marker.owner)}")
    if marker.pick_up_allowed:
        parts.append("liftable")
    if marker.carried_by is not None:
        parts.append(f"carrier {word(marker.carried_by)}")
    if marker.timer is not None:
        parts.append(f"timer {marker.timer}")
    return " ".join(parts)


def read_marker(line: Tokens) -> MarkerState:
    """Parse a marker from a line; raises `NotationError` that describes the fault."""
    given: dict[str, Any] = {
        "id": line.take_name("notation-marker-id"),
        "kind": line.take_name("notation-marker-kind"),
        "diameter": float(line.take("notation-diameter", TokenKind.INCHES)),
    }
    if line.at(TokenKind.ROUND):
        given["place"] = read_place(line.take("notation-place", TokenKind.ROUND))
    while line:
        match line.take_name(MARKER_WORDS):
            case "owner":
                given["owner"] = line.take_name("notation-player")
            case "liftable":
                given["pick_up_allowed"] = True
            case "carrier":
                given["carried_by"] = line.take_name("notation-operative")
            case "timer":
                given["timer"] = int(line.take_number("notation-number"))
            case other:
                raise unexpected(other, MARKER_WORDS)
    return MarkerState(**given)


def terrain_text(part: RecordedTerrain) -> str:
    """Format a part of terrain as one line: id, feature, heights, properties, and corners in inches."""
    parts = [word(part.id), f"feature {word(part.feature)}", f"from {number(part.bottom)} to {number(part.top)}"]
    parts.extend(f"trait {word(trait)}" for trait in part.traits)
    if part.see_through:
        parts.append("transparent")
    said = {"role": part.role, "stands": part.state, "killzone": part.killzone, "equipment": part.equipment}
    parts.extend(f"{name} {word(value)}" for name, value in said.items() if value is not None)
    parts.extend(f"({number(x)}, {number(y)})" for x, y in part.outline)
    return " ".join(parts)


def read_terrain(line: Tokens) -> RecordedTerrain:
    """Parse a part of terrain from a line; raises `NotationError` that describes the fault."""
    given: dict[str, Any] = {"id": line.take_name("notation-part-id"), "traits": (), "outline": ()}
    fields = {"role": "role", "stands": "state", "killzone": "killzone", "equipment": "equipment", "feature": "feature"}
    heights = {"from": "bottom", "to": "top"}
    while line:
        if line.at(TokenKind.ROUND):
            corner = read_place(line.take("notation-corner", TokenKind.ROUND))
            given["outline"] = (*given["outline"], (corner.x, corner.y))
            continue
        key = line.take_name(Message.of("notation-terrain-detail", words=TERRAIN_WORDS))
        if key == "trait":
            given["traits"] = (*given["traits"], line.take_name("notation-trait"))
        elif key == "transparent":
            given["see_through"] = True
        elif key in heights:
            given[heights[key]] = line.take_number("notation-inches")
        elif key in fields:
            given[fields[key]] = line.take_name(Message.of("notation-value", word=key))
        else:
            raise unexpected(key, TERRAIN_WORDS)
    require(given, "notation-terrain-incomplete", "feature", "bottom", "top")
    return RecordedTerrain(**given)


def card_text(card: Card) -> str:
    """Format an operative's card as one line, without its weapons."""
    long, short = card.base_mm
    parts = [
        word(card.id),
        word(card.player),
        QUOTES(card.name),
        f"apl {card.apl} move {number(card.move)} save {card.save} wounds {card.wounds}",
        f"base {number(long)}" if long == short else f"base {number(long)} by {number(short)}",
        f"head {number(card.head)}",
    ]
    if card.type:
        parts.append(f"type {QUOTES(card.type)}")
    if card.group != 1:
        parts.append(f"group {card.group}")
    if card.defence != 3:
        parts.append(f"defence {card.defence}")
    if card.ward is not None:
        parts.append(f"ward {card.ward}")
    parts.extend(f"keyword {QUOTES(keyword)}" for keyword in card.keywords)
    parts.extend(f"exempt {QUOTES(str(each))}" for each in sorted(card.exempt))
    return " ".join(parts)


def read_operative(line: Tokens) -> dict[str, Any]:
    """Parse the fields of a card from a line, without weapons; raises `NotationError` that describes the fault."""
    given: dict[str, Any] = {
        "id": line.take_name("notation-operative-id"),
        "player": line.take_name("notation-player"),
        "name": line.take_name("notation-name"),
        "weapons": [],
        "keywords": (),
    }
    while line:
        key = line.take_name(CARD_WORDS)
        if key in ("apl", "save", "wounds", "group", "defence", "ward"):
            given[key] = int(line.take_number("notation-number"))
        elif key in ("move", "head"):
            given[key] = line.take_number("notation-number")
        elif key == "base":
            long = line.take_number("notation-millimetres")
            short = line.take_number("notation-millimetres") if line.take_if(TokenKind.WORD, "by") else long
            given["base_mm"] = (long, short)
        elif key == "type":
            given["type"] = line.take_name("notation-type")
        elif key == "keyword":
            given["keywords"] = (*given["keywords"], line.take_name("notation-keyword"))
        elif key == "exempt":
            given["exempt"] = given.get("exempt", frozenset()) | {_exemption(line.take_name("notation-exemption"))}
        else:
            raise unexpected(key, CARD_WORDS)
    require(given, "notation-operative-incomplete", "apl", "move", "save", "wounds")
    return given


def weapon_text(weapon: Weapon, edition: Edition) -> str:
    """Format a weapon as one line, with its rules in the form of the edition's cards."""
    normal, critical = weapon.damage
    parts = [str(weapon.type), QUOTES(weapon.name)]
    if weapon.profile:
        parts.append(f"profile {QUOTES(weapon.profile)}")
    parts.append(f"atk {weapon.atk} hit {weapon.hit} damage {normal} {critical}")
    parts.extend(f"rule {QUOTES(rule_text(use, edition))}" for use in weapon.rules)
    parts.extend(f"own {QUOTES(own)}" for own in weapon.own_rules)
    return " ".join(parts)


def read_weapon(line: Tokens, edition: Edition) -> Weapon:
    """Parse a weapon from a line, after its operative; raises `NotationError` that describes the fault."""
    given: dict[str, Any] = {
        "type": WeaponType(line.take(tuple(WeaponType), TokenKind.WORD)),
        "name": line.take_name("notation-weapon-name"),
        "rules": (),
        "own_rules": (),
    }
    while line:
        key = line.take_name(WEAPON_WORDS)
        if key in ("atk", "hit"):
            given[key] = int(line.take_number("notation-number"))
        elif key == "damage":
            given["damage"] = (int(line.take_number("notation-number")), int(line.take_number("notation-number")))
        elif key == "profile":
            given["profile"] = line.take_name("notation-profile")
        elif key == "rule":
            given["rules"] = (*given["rules"], *read_rule(line.take_name("notation-rule"), edition))
        elif key == "own":
            given["own_rules"] = (*given["own_rules"], line.take_name("notation-rule"))
        else:
            raise unexpected(key, WEAPON_WORDS)
    require(given, "notation-weapon-incomplete", "atk", "hit", "damage")
    return Weapon(**given)


def rule_text(use: RuleUse, edition: Edition) -> str:
    """Format a weapon rule in the form of the edition's cards; as its fields if that would not read back the same."""
    text, same = "", False
    with contextlib.suppress(MalformedError):
        text = edition.write_rule(use)
        same = edition.read_rules((text,)) == (use,)
    fields = {"rule": use.rule, "x": use.x, "distance": use.distance, "only": use.only}
    return text if same else json.dumps(fields)


def read_rule(text: str, edition: Edition) -> tuple[RuleUse, ...]:
    """Parse the weapon rules of a text."""
    if text.startswith("{"):
        return (RuleUse(**json.loads(text)),)
    return edition.read_rules((text,))


def _exemption(text: str) -> Exemption:
    try:
        return Exemption(text)
    except ValueError:
        raise unexpected(text, tuple(Exemption)) from None


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
    """The tags read so far. `setup` builds the set-up from them."""

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
        """Read one tag, the text between the brackets; raises `NotationError` that describes the fault."""
        line = Tokens(tag)
        name = line.take("notation-tag-name", TokenKind.WORD)
        readers = {
            "Edition": self._edition,
            "Killzone": lambda each: self.rest.update(killzone=each.take_name("notation-killzone")),
            "Mission": lambda each: self.rest.update(mission=each.take_name("notation-mission")),
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
            raise NotationError("notation-tag-unknown", tag=name, known=list(readers))
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
        edition = line.take_name("notation-edition")
        if edition != self.edition.id:
            raise NotationError("notation-other-edition", found=edition, edition=self.edition.id)

    def _play(self, line: Tokens) -> None:
        free = line.take_name(("free",))
        if free != "free":
            raise unexpected(free, ("free",))
        self.rest["free"] = True

    def _seat(self, line: Tokens) -> None:
        given: dict[str, Any] = {"id": line.take_name("notation-player-id"), "name": line.take_name("notation-name")}
        while line:
            match line.take_name(SEAT_WORDS):
                case "colour":
                    given["colour"] = line.take_name("notation-colour")
                case "tags":
                    given["tags"] = (int(line.take_number("notation-tag")), int(line.take_number("notation-tag")))
                case other:
                    raise unexpected(other, SEAT_WORDS)
        self.seats.append(Seat(**given))

    def _ploy(self, line: Tokens) -> None:
        player, name = line.take_name("notation-player-id"), line.take_name("notation-ploy")
        times = [str(time) for time in PloyTime]
        when = line.take_name("notation-ploy-time")
        if when not in times:
            raise NotationError("notation-ploy-time-unknown", ploy=name, found=when, known=times)
        cost = int(line.take_number("notation-command-points"))
        text = ""
        if line:
            line.take_name(("text",))
            text = line.take_name("notation-ploy-text")
        self.ploys[player] = (*self.ploys.get(player, ()), PloyCard(name, PloyTime(when), cost, text))

    def _tac_op(self, line: Tokens) -> None:
        player = line.take_name("notation-player-id")
        card = TacOpCard(line.take_name("notation-tac-op"), line.take_name("notation-tac-op-text"))
        self.tac_ops[player] = (*self.tac_ops.get(player, ()), card)

    def _operative(self, line: Tokens) -> None:
        given = read_operative(line)
        self.cards[given["id"]] = given

    def _weapon(self, line: Tokens) -> None:
        operative = line.take_name("notation-operative-id")
        if operative not in self.cards:
            raise NotationError("notation-weapon-of-nobody", operative=operative)
        self.cards[operative]["weapons"].append(read_weapon(line, self.edition))

    def _action(self, line: Tokens) -> None:
        given: dict[str, Any] = {"name": line.take_name("notation-action-name"), "bars": (), "operatives": ()}
        while line:
            match line.take_name(ACTION_WORDS):
                case "ap":
                    given["cost_ap"] = int(line.take_number("notation-action-points"))
                case "as":
                    given["treated_as"] = line.take_name("notation-action")
                case "bars":
                    given["bars"] = (*given["bars"], line.take_name("notation-action"))
                case "engage":
                    given["conceal"] = False
                case "engaged":
                    given["engaged"] = True
                case "unengaged":
                    given["engaged"] = False
                case "repeatable":
                    given["repeatable"] = True
                case "by":
                    given["operatives"] = (*given["operatives"], line.take_name("notation-operative"))
                case "text":
                    given["text"] = line.take_name("notation-text")
                case other:
                    raise unexpected(other, ACTION_WORDS)
        self.actions.append(PackAction(**given))

    def _place(self, line: Tokens) -> None:
        operative = line.take_name("notation-operative-id")
        self.places[operative] = read_place(line.take("notation-place", TokenKind.ROUND))


def tag_of(line: str) -> str | None:
    """Return the text of a tag line, None for any other line."""
    return line[1:-1] if line.startswith("[") and line.endswith("]") else None
