"""The model of a player's request, made from the intent that is requested: what may be done is said there, once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, reduce
from operator import or_
from types import GenericAlias, UnionType
from typing import Annotated, Any, ClassVar, Literal, Union, get_args, get_origin

from pydantic import BaseModel, Field, GetCoreSchemaHandler, create_model
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema

from referee.game.intents import Intent
from referee.game.intents.base import Items, Requested, Text
from referee.game.record import Record
from web.contract.views import View, Whole


class GameRequest(View):
    """A request for an intent of the game: of the same kind, with those of its fields that a player says."""

    intent: ClassVar[type[Intent]]

    kind: str

    def said(self) -> dict[str, Any]:
        """Return what the player said as plain JSON values, without the kind."""
        return self.model_dump(mode="json", exclude={"kind"})


class OneOf:
    """Annotates a field that holds one of these models, told apart by their `kind`: for types made while running."""

    def __init__(self, models: Iterable[type[BaseModel]]) -> None:
        self._models = tuple(models)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Return the schema of the union."""
        return handler.generate_schema(Annotated[reduce(or_, self._models), Field(discriminator="kind")])


def request_model(intent: type[Intent], base: type[GameRequest] = GameRequest) -> type[GameRequest]:
    """Return the model of a request for an intent: strict, with the intent's bounds, defaults and descriptions.

    `base` is a `GameRequest` with what else must be true of it, and in that case with its own docstring. Raises
    `TypeError` for an intent that no player requests, or one that requests a field which it does not have.
    """
    if intent.request is None:
        raise TypeError(f"{intent.__name__} is no intent that a player requests: give it `request`")
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
    """Return the field of an intent, or of one of the records that are its parts."""
    for fields in _parts(intent):
        if name in fields:
            return fields[name]
    raise TypeError(f"{intent.__name__}.request: {name!r} is no field of {intent.__name__}")


def _parts(record: type[Record]) -> Iterator[dict[str, FieldInfo]]:
    yield record.model_fields
    for field in record.model_fields.values():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Record):
            yield from _parts(field.annotation)


def _requested_field(field: FieldInfo, requested: Requested) -> tuple[Any, Any]:
    """Return the type and the default with which `create_model` makes a field of a request."""
    text = requested if isinstance(requested, Text) else Text()
    form = _requested_type(field.annotation, text, field.metadata)
    if isinstance(requested, Items):
        form = Annotated[form, Field(max_length=requested.most)]
    if field.description:
        form = Annotated[form, Field(description=field.description)]
    return form, ... if field.is_required() else field.get_default(call_default_factory=True)


def _requested_type(form: Any, text: Text, metadata: Iterable[Any] = ()) -> Any:
    """Return the type of a field as a request has it: texts so long, whole numbers also as 5.0, records as models."""
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
        known = (*known, Whole)
    elif isinstance(form, type) and issubclass(form, Record):
        form = _nested_model(form)
    return Annotated[form, *known] if known else form


@cache
def _nested_model(record: type[Record]) -> type[View]:
    """Return the model of a record inside a request."""
    fields: dict[str, Any] = {name: _requested_field(field, None) for name, field in record.model_fields.items()}
    return create_model(record.__name__, __base__=View, __module__=__name__, __doc__=record.__doc__, **fields)
