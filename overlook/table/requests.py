"""Requests of pages: whether a seat may make them, the intent of each, and why it was refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from messages.message import Message
from overlook.table.agreements import NO_PHONES, consent_to, refusal_of, step_in_question
from overlook.table.games.ruling_history import sequence_of
from overlook.table.games.steps import display_names
from overlook.table.offers.table_facts import TableFacts
from overlook.table.rulings.judging_context import refusal_message
from referee.game.board_place import BoardPlace
from referee.game.consent import SeatScope
from referee.game.intents import Answer, Intent, Redo, Undo, read_intent
from referee.game.intents.base import (
    RequestedDrop,
    RequestedItem,
    RequestedMarker,
    RequestedPlace,
    RequestedPoint,
    RequestedPose,
    RequestedReturn,
    RequestedRules,
    RequestedRuling,
    RequestedTrigger,
)
from referee.game.journal_entry import JournalEntry
from referee.game.record import Record
from referee.game.state import GameState, MarkerState
from referee.rules.errors import MalformedError, RefereeError
from referee.rules.moves.interactions import PLACE_MARKER
from referee.rules.ports.markers import across
from referee.rules.support import lying_heights
from web.contract.permissions import BUTTON_SCOPES, REQUEST_SCOPES
from web.contract.requests import Button, GameRequest, Refused, RequestedIntent, RunClock

ANSWERED = Message.of("games-question-closed")


def refusal_reason(intent: Intent, fault: RefereeError, facts: TableFacts) -> Message:
    """Return why an intent was not accepted."""
    if isinstance(intent, Answer) and all(one.id != intent.prompt for one in facts.asked):
        return ANSWERED
    return refusal_message(fault)


def refused(reason: Message, state: GameState) -> Refused:
    """Return the answer to a refused request, with the names of this game in its text."""
    return Refused.of(reason, display_names(state))


def game_intent(request: GameRequest, *, by: str, key: str, facts: TableFacts) -> Intent:
    """Return the intent of a request: of the same kind, with the fields that only the table knows.

    Raises `MalformedError` if the camera does not see a thing that the request needs, or if a text is not a rule.
    """
    said = request.said()
    translator = _RequestTranslator(facts, by if by in facts.state.sides else None)
    for name, requested in (request.intent.request or {}).items():
        if isinstance(requested, type):
            fields = {field: said.pop(field) for field in requested.model_fields}
            asked = requested.model_validate_json(json.dumps(fields))
            said |= TRANSLATORS[requested](translator, name, asked, said)
    return read_intent({"kind": request.kind, "id": key, "by": by, **said})


def is_act_of(request: RequestedIntent, entry: JournalEntry) -> bool:
    """Return whether a journal entry may come from a request: its kind, and the fields that the table does not fill."""
    if request.kind != entry.kind or not isinstance(request, GameRequest):
        return False
    translated = {
        field
        for requested in (request.intent.request or {}).values()
        if isinstance(requested, type)
        for field in requested.model_fields
    }
    said = {name: value for name, value in request.said().items() if value and name not in translated}
    return all(entry.data[name] == value for name, value in said.items() if name in entry.data)


Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _RequestTranslator:
    """Translates the records in a request into fields of its intent, with what the table knows (`facts`).

    `who` is the requesting player, None if it is none. Each method takes the record `asked` that the request has
    for the intent's field `name`, and the rest of the request, `said`; it returns the fields of the intent.
    """

    facts: TableFacts
    who: str | None

    def ruling(self, name: str, asked: RequestedRuling, said: Fields) -> Fields:
        return {name: sequence_of(asked.ruling)}

    def marker(self, name: str, asked: RequestedMarker, said: Fields) -> Fields:
        return {name: asdict(_marker(asked, self.facts, self.who))}

    def item(self, name: str, asked: RequestedItem, said: Fields) -> Fields:
        item = _item(asked, item=said["item"], player=said["player"], facts=self.facts)
        return {} if item is None else {name: asdict(item)}

    def drop(self, name: str, asked: RequestedDrop, said: Fields) -> Fields:
        return {name: asdict(_dropped(asked, said["operative"], self.facts))}

    def rules(self, name: str, asked: RequestedRules, said: Fields) -> Fields:
        return {name: [asdict(use) for use in self.facts.edition.read_rules(asked.weapon_rules)]}

    def trigger(self, name: str, asked: RequestedTrigger, said: Fields) -> Fields:
        return {name: asked.to_data()["rules"]}

    def returning(self, name: str, asked: RequestedReturn, said: Fields) -> Fields:
        place = _said(asked) or _seen_at(said["operative"], self.facts)
        return {} if place is None else {name: asdict(place)}

    def place(self, name: str, asked: RequestedPlace, said: Fields) -> Fields:
        return {name: asdict(_place(asked, said["operative"], self.facts))}

    def point(self, name: str, asked: RequestedPoint, said: Fields) -> Fields:
        if asked.x is None or asked.y is None:
            return {}
        if said["action"] in self.facts.edition_here.movement.names:
            raise MalformedError("games-move-by-hand", action=said["action"], operative=said["operative"])
        stem = next(iter(said["action"].casefold().split()), "marker")
        bearer = self.facts.state.operatives.get(said["operative"])
        carries = bearer.carrying if bearer is not None and said["action"] == PLACE_MARKER else None
        marker = said["marker"] or carries or f"{stem}-{self.facts.sequence + 1}"
        diameter = known.diameter if (known := self.facts.state.markers.get(marker)) is not None else across(stem)
        level = bearer.place.z if carries and bearer is not None and bearer.place is not None else None
        z = _height(asked.z, (asked.x, asked.y), diameter, self.facts, level=level)
        return {name: asdict(BoardPlace(asked.x, asked.y, z, declared=True)), "marker": marker}


TRANSLATORS: Mapping[type[Record], Callable[[_RequestTranslator, str, Any, Fields], Fields]] = {
    RequestedRuling: _RequestTranslator.ruling,
    RequestedMarker: _RequestTranslator.marker,
    RequestedItem: _RequestTranslator.item,
    RequestedDrop: _RequestTranslator.drop,
    RequestedRules: _RequestTranslator.rules,
    RequestedTrigger: _RequestTranslator.trigger,
    RequestedReturn: _RequestTranslator.returning,
    RequestedPlace: _RequestTranslator.place,
    RequestedPose: _RequestTranslator.place,
    RequestedPoint: _RequestTranslator.point,
}
"""Methods that translate the records which are requested in place of a field."""


def _marker(asked: RequestedMarker, facts: TableFacts, who: str | None) -> MarkerState:
    """Return a marker at its declared place: one of the game, else a new one with the size of its kind.

    New equipment belongs to the stated owner, else to the player who makes the request.
    """
    known = facts.state.markers.get(asked.marker or "")
    diameter = across(asked.what) if known is None else known.diameter
    z = _height(asked.z, (asked.x, asked.y), diameter, facts)
    place = BoardPlace(asked.x, asked.y, z, declared=True)
    if known is not None:
        return replace(known, place=place)
    name = asked.marker or f"{asked.what}-{facts.sequence + 1}"
    somebodys = asked.what in facts.edition.set_up.markers | facts.edition.action_only_markers
    owner = asked.owner or (who if somebodys else None)
    return MarkerState(name, asked.what, across(asked.what), place, owner=owner)


def _item(asked: RequestedItem, *, item: str, player: str, facts: TableFacts) -> MarkerState | None:
    """Return the marker of an item of equipment: at its declared place, else where its token is seen.

    Returns None for terrain; raises `MalformedError` if the marker's place is unknown.
    """
    kinds = facts.edition.set_up.markers
    kind = next((name for name in (item.casefold(), item.casefold().removesuffix("s")) if name in kinds), None)
    if kind is None:
        return None
    if asked.x is not None and asked.y is not None:
        z = _height(asked.z, (asked.x, asked.y), across(kind), facts)
        place = BoardPlace(asked.x, asked.y, z, declared=True)
        return MarkerState(f"{kind}-{facts.sequence + 1}", kind, across(kind), place, owner=player)
    seen = {} if facts.seen is None else facts.seen.table.markers
    lying = (one for key, one in sorted(seen.items()) if one.kind == kind and key not in facts.state.markers)
    token = next(lying, None)
    if token is None:
        raise MalformedError("games-marker-unseen", kind=kind)
    return MarkerState(token.id, kind, token.diameter, BoardPlace.of(token.placement), owner=player)


def _height(
    z: float | None, at: tuple[float, float], diameter: float, facts: TableFacts, *, level: float | None = None
) -> float:
    """Return the height at which a marker lies: as entered, else that of the highest surface that carries it.

    With `level` it is that of the surface nearest to this height.
    """
    if z is not None:
        return z
    recorded = (one.part() for one in facts.state.terrain)
    heights = lying_heights(at, diameter, facts.seen.table.terrain if facts.seen is not None else recorded)
    return max(heights) if level is None else min(heights, key=lambda height: abs(height - level))


def _dropped(asked: RequestedDrop, operative: str, facts: TableFacts) -> BoardPlace:
    """Return where a carried marker is put down: the declared place, else that of its seen token, else its carrier's.

    Raises `MalformedError` if that is unknown.
    """
    carrier = facts.state.operatives.get(operative)
    seen = {} if facts.seen is None else facts.seen.table.markers
    token = seen.get((carrier.carrying if carrier is not None else None) or "")
    if asked.x is not None and asked.y is not None:
        known = facts.state.markers.get((carrier.carrying if carrier is not None else None) or "")
        level = carrier.place.z if carrier is not None and carrier.place is not None else 0.0
        at = asked.x, asked.y
        z = level if known is None else _height(asked.z, at, known.diameter, facts, level=level)
        return BoardPlace(asked.x, asked.y, z, declared=True)
    if token is not None:
        return BoardPlace.of(token.placement)
    if carrier is None or carrier.place is None:
        raise MalformedError("games-carrier-off", operative=operative)
    return carrier.place


def _place(asked: RequestedPlace, operative: str, facts: TableFacts) -> BoardPlace:
    """Return the place of an operative: as declared, else as the camera sees it.

    Raises `MalformedError` if it is unknown or off the killzone.
    """
    place = _said(asked) or _seen_at(operative, facts)
    if place is None:
        raise MalformedError("games-model-unseen", operative=operative)
    board = None if facts.seen is None else facts.seen.table.board
    if place.declared and board is not None and not (0 <= place.x <= board.width and 0 <= place.y <= board.depth):
        raise MalformedError("games-place-off", x=place.x, y=place.y, operative=operative)
    return place


def _said(asked: RequestedPlace) -> BoardPlace | None:
    if asked.x is None or asked.y is None:
        return None
    turned = asked.rotation_deg if isinstance(asked, RequestedPose) else 0.0
    return BoardPlace(asked.x, asked.y, asked.z, turned, declared=True)


def _seen_at(operative: str, facts: TableFacts) -> BoardPlace | None:
    seen = facts.seen.table.operatives.get(operative) if facts.seen is not None else None
    return None if seen is None else BoardPlace.of(seen.placement)


def refused_request(request: RequestedIntent, player: str, facts: TableFacts) -> Message | None:
    """Return why a request to the table itself is not allowed for that seat, None if it is.

    An intent of the game is decided by `refused_step`, which knows what it changes.
    """
    if isinstance(request, GameRequest):
        return None
    kind = f"clock {request.do}" if isinstance(request, RunClock) else request.kind
    return _refused(REQUEST_SCOPES.get(kind, SeatScope.OWN), player, facts)


def refused_press(button: Button, player: str, facts: TableFacts) -> Message | None:
    """Return why a press is not allowed for that seat, None if it is; undo and redo are judged by what they undo."""
    right = BUTTON_SCOPES.get(button, SeatScope.NOT)
    if right is SeatScope.OWN and _is_seat(player, facts):
        owner = menu_owner(facts)
        return None if owner in ("", player) else _others_menu(owner, player, facts)
    return None if right is SeatScope.LAST else _refused(right, player, facts)


def _others_menu(owner: str, player: str, facts: TableFacts) -> Message:
    asked = any(one.owner == player and one.holds_up for one in facts.asked)
    return Message.of("games-buttons-owner" if asked else "games-decides", player=owner)


def refused_step(intent: Intent, facts: TableFacts, phones: frozenset[str] = NO_PHONES) -> Message | None:
    """Return why an intent is not done at once for the seat that submits it, None if it is.

    `phones` are the seats that have a phone of their own, which can be asked.
    """
    if not _is_seat(intent.by, facts):
        return None
    if isinstance(intent, Undo | Redo) and step_in_question(intent, facts) is None:
        return None
    return refusal_of(consent_to(intent, facts, phones), intent, facts)


def menu_owner(facts: TableFacts) -> str:
    """Return the player for whom the buttons choose now; empty if any player may."""
    prompt = next((one for one in facts.asked if one.holds_up), None)
    if prompt is not None:
        return prompt.owner if prompt.owner in facts.state.sides else ""
    acting = facts.state.acting
    return facts.state.operative(acting.operative).player if acting is not None else ""


def _refused(right: SeatScope, player: str, facts: TableFacts) -> Message | None:
    if not _is_seat(player, facts):
        return None
    if right is SeatScope.NOT:
        return Message.of("games-not-a-phones")
    in_play = facts.state.begun and not facts.state.ended
    return Message.of("games-in-play") if right is SeatScope.BETWEEN_GAMES and in_play else None


def _is_seat(player: str, facts: TableFacts) -> bool:
    return player in facts.state.sides
