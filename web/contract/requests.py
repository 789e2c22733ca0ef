"""Requests of players: models generated from the game's intents, requests to the table, and buttons.

Requests for the game are generated from `referee.game.intents`; requests to the table itself are defined here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache, reduce
from operator import or_
from types import GenericAlias, MappingProxyType, UnionType
from typing import Annotated, Any, ClassVar, Literal, Self, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, create_model, model_validator
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema

from messages.catalogue import ENGLISH
from messages.message import NO_NAMES, Message
from referee.game.intents import INTENTS, Intent
from referee.game.intents.base import Id, Items, Requested, Text
from referee.game.record import Record
from web.contract.base import Name, View, WholeNumber
from web.contract.errors import MalformedRequestError


class GameRequest(View):
    """Base of requests for an intent of the game: the intent's kind, and those of its fields that a player sends."""

    intent: ClassVar[type[Intent]]

    kind: str

    def said(self) -> dict[str, Any]:
        """Return the player's fields as plain JSON values, without the kind."""
        return self.model_dump(mode="json", exclude={"kind"})


class OneOf:
    """Annotates a field that holds one of several models, by their `kind`; for models created at runtime."""

    def __init__(self, models: Iterable[type[BaseModel]]) -> None:
        self._models = tuple(models)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Return the schema of the discriminated union."""
        return handler.generate_schema(Annotated[reduce(or_, self._models), Field(discriminator="kind")])


def request_model(intent: type[Intent], base: type[GameRequest] = GameRequest) -> type[GameRequest]:
    """Return the request model of an intent: strict, with the intent's bounds, defaults and descriptions.

    A `base` other than `GameRequest` adds validation, and its docstring replaces the intent's. Raises `TypeError` for
    an intent that no player requests, or one that requests a field it does not have.
    """
    if intent.request is None:
        raise TypeError(f"{intent.__name__}.request is None")
    fields: dict[str, Any] = {"kind": (Literal[intent.kind], ...)}
    words = [_first_paragraph(intent if base is GameRequest else base)]
    for name, requested in intent.request.items():
        field = _field_of(intent, name)
        if isinstance(requested, type):
            fields |= {inner: (info.annotation, info) for inner, info in requested.model_fields.items()}
            words.append(" ".join((requested.__doc__ or "").split()))
        else:
            fields[name] = _requested_field(field, requested)
    model = create_model(intent.__name__, __base__=base, __module__=__name__, __doc__="\n\n".join(words), **fields)
    model.intent = intent
    return model


def _first_paragraph(described: type) -> str:
    return " ".join((described.__doc__ or "").strip().split("\n\n")[0].split())


def _field_of(intent: type[Record], name: str) -> FieldInfo:
    """Return a field of an intent, or of one of the records nested in it."""
    for fields in _parts(intent):
        if name in fields:
            return fields[name]
    raise TypeError(f"{intent.__name__}.request: no field {name!r}")


def _parts(record: type[Record]) -> Iterator[dict[str, FieldInfo]]:
    yield record.model_fields
    for field in record.model_fields.values():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Record):
            yield from _parts(field.annotation)


def _requested_field(field: FieldInfo, requested: Requested) -> tuple[Any, Any]:
    """Return the type and the default of a request's field, as `create_model` takes them."""
    text = requested if isinstance(requested, Text) else Text()
    form = _requested_type(field.annotation, text, field.metadata)
    if isinstance(requested, Items):
        form = Annotated[form, Field(max_length=requested.most)]
    if field.description:
        form = Annotated[form, Field(description=field.description)]
    return form, ... if field.is_required() else field.get_default(call_default_factory=True)


def _requested_type(form: Any, text: Text, metadata: Iterable[Any] = ()) -> Any:
    """Return a field's type for requests: bounded text, integers that may be sent as 5.0, records as models."""
    known, arguments = tuple(metadata), get_args(form)
    if get_origin(form) is Annotated:
        return _requested_type(arguments[0], text, (*arguments[1:], *known))
    if get_origin(form) in {Union, UnionType}:
        form = reduce(or_, (_requested_type(each, text) for each in arguments))
    elif get_origin(form) is tuple:
        form = GenericAlias(tuple, tuple(each if each is ... else _requested_type(each, text) for each in arguments))
    elif form is str:
        known = (*known, Field(min_length=text.least or None, max_length=text.most))
    elif form is int:
        known = (*known, WholeNumber)
    elif isinstance(form, type) and issubclass(form, Record):
        form = _nested_model(form)
    return Annotated[form, *known] if known else form


@cache
def _nested_model(record: type[Record]) -> type[View]:
    """Return the model of a record inside a request."""
    fields: dict[str, Any] = {name: _requested_field(field, None) for name, field in record.model_fields.items()}
    return create_model(record.__name__, __base__=View, __module__=__name__, __doc__=record.__doc__, **fields)


class ChoiceOrDice(GameRequest):
    """Answer an open prompt: by the key of a choice, by the dice that were rolled, or by `roll`: the program rolls."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {
                    "required": ["choice"],
                    "properties": {"choice": {"type": "string"}, "dice": {"maxItems": 0}, "roll": {"const": False}},
                },
                {
                    "required": ["dice"],
                    "properties": {"choice": {"type": "null"}, "dice": {"minItems": 1}, "roll": {"const": False}},
                },
                {
                    "required": ["roll"],
                    "properties": {"choice": {"type": "null"}, "dice": {"maxItems": 0}, "roll": {"const": True}},
                },
            ]
        }
    )

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        said = self.said()
        if [said["choice"] is not None, bool(said["dice"]), bool(said["roll"])].count(True) != 1:
            raise MalformedRequestError("request-choice-or-dice")
        return self


BASES: Mapping[str, type[GameRequest]] = {"answer": ChoiceOrDice}
"""Request models with validation beyond their fields, by kind."""

GAME_REQUESTS: Mapping[str, type[GameRequest]] = MappingProxyType(
    {
        kind: request_model(INTENTS.form(kind), BASES.get(kind, GameRequest))
        for kind in INTENTS
        if INTENTS.form(kind).request is not None
    }
)
"""Models of the requests that become intents of the game, by kind."""


class Begin(View):
    """A new game with what stands on the table; the one before is kept.

    `free` play has no turns; otherwise it is a whole battle of the edition.
    """

    kind: Literal["begin"]
    free: bool = False
    mission: Annotated[str, Field(max_length=120)] = ""


class PlayOn(View):
    """A new game that goes on from a recorded one, after the event with that number; the one before is kept.

    Choices that were secret there are not known to it.
    """

    kind: Literal["play_on"]
    game: Annotated[int, Field(ge=1, le=99_999)]
    sequence: Annotated[int, Field(ge=1, le=9_999_999)]


class Sign(View):
    """A player signs the result. Any later change of the game removes the signature."""

    kind: Literal["sign"]
    player: Id


class RunClock(View):
    """The clock started, stopped, or set back to nothing.

    "settle" answers the question of a clock with `uncounted` time: the table was off for `off_s` seconds.
    """

    kind: Literal["clock"]
    do: Literal["start", "stop", "reset", "settle"]
    off_s: Annotated[int, Field(ge=0, le=86_400)] = 0


class AskPlayer(View):
    """A request of one player to the other: the act that is done if the other accepts it (docs/fair-play.md)."""

    kind: Literal["request"]
    act: Annotated[GameRequest, OneOf(GAME_REQUESTS.values())]


class AnswerRequest(View):
    """The answer to an open request: of the asked player, the referee, or the table's screen if that phone is away.

    `referee` passes the request on to a referee. Without `request` the open one that this seat may answer.
    """

    kind: Literal["answer_request"]
    answer: Literal["accept", "decline", "referee"]
    request: Id | None = None


class WithdrawRequest(View):
    """The requesting player withdraws the open request."""

    kind: Literal["withdraw_request"]


TableRequest = Begin | PlayOn | Sign | RunClock | AskPlayer | AnswerRequest | WithdrawRequest
"""Requests to the table itself, outside the game."""

TABLE_REQUESTS: tuple[type[View], ...] = (Begin, PlayOn, Sign, RunClock, AskPlayer, AnswerRequest, WithdrawRequest)


Key = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]


class Button(StrEnum):
    """A button of the panel; a press on the page and one on the table are the same event."""

    CONFIRM = "confirm"
    UNDO = "undo"
    REDO = "redo"
    MEASURE = "measure"
    NEXT = "next"
    BACK = "back"
    CHALLENGE = "challenge"


RequestedIntent = GameRequest | TableRequest


class SubmitRequest(View):
    """An intent and the seat it is made for ("any" when no seat is meant)."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"player": "p1", "intent": {"kind": "answer", "prompt": "reroll-7", "choice": "keep"}},
                {"player": "p2", "intent": {"kind": "answer", "prompt": "attack-9", "dice": [6, 4, 1]}},
                {"intent": {"kind": "undo"}},
                {"player": "p1", "intent": {"kind": "activate", "operative": "a2", "order": "engage"}},
                {
                    "player": "p1",
                    "intent": {
                        "kind": "act",
                        "operative": "a2",
                        "action": "Shoot",
                        "weapon": "rifle",
                        "target": "b6",
                        "dice": True,
                    },
                },
            ]
        }
    )

    intent: Annotated[RequestedIntent, OneOf([*GAME_REQUESTS.values(), *TABLE_REQUESTS])]
    player: Name = "any"


class Accepted(View):
    """Taken; `sequence` is that of the event that records it, null when it changed nothing that is recorded."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"accepted": True, "sequence": 57}]})

    accepted: Literal[True] = True
    sequence: Annotated[int, Field(ge=1)] | None = None


class Refused(View):
    """The request was refused: why, as a message and its text."""

    accepted: Literal[False] = False
    sentence: Name
    message: Message

    @classmethod
    def of(cls, message: Message, names: Mapping[str, str] = NO_NAMES) -> Refused:
        """Return a refusal with its text; `names` are display names by id."""
        return cls(sentence=ENGLISH.text(message, names), message=message)


Outcome = Accepted | Refused
