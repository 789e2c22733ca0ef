"""A message: a code with arguments. Its text is in the catalogue (`messages.catalogue`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


NO_NAMES: Mapping[str, str] = MappingProxyType({})
_names: ContextVar[Mapping[str, str]] = ContextVar("names", default=NO_NAMES)


@contextmanager
def names_shown(names: Mapping[str, str]) -> Iterator[None]:
    """Show these names in place of their ids until the block ends."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def name_of(thing: str) -> str:
    """Return the display name of an id, or the id if it has none."""
    return _names.get().get(thing, thing)


class Form(StrEnum):
    """Form in which the functions of the catalogue write names and lengths."""

    WRITTEN = "written"
    SPOKEN = "spoken"
    """For the ear: units spelled out, the letter and number of a model apart."""
    PIECES = "pieces"
    """Lengths as marks, to be cut out as numbers."""


@dataclass(frozen=True, slots=True)
class LengthPiece:
    """A length within a text: how it is written there, its inches and standard deviation as rounded for the text."""

    text: str
    inches: float
    sigma: float | None = None


_form: ContextVar[Form] = ContextVar("form", default=Form.WRITTEN)
_lengths: ContextVar[list[LengthPiece]] = ContextVar("lengths")
_MARK = re.compile("\ue000([0-9]+)\ue001")


@contextmanager
def form_shown(form: Form) -> Iterator[list[LengthPiece]]:
    """Write in this form until the block ends; yields the list that collects the lengths of `Form.PIECES`."""
    lengths: list[LengthPiece] = []
    tokens = _form.set(form), _lengths.set(lengths)
    try:
        yield lengths
    finally:
        _form.reset(tokens[0])
        _lengths.reset(tokens[1])


def current_form() -> Form:
    """Return the form in which names and lengths are written now."""
    return _form.get()


def mark_length(length: LengthPiece) -> str:
    """Return the mark that stands for a length in a text of `Form.PIECES`."""
    _lengths.get().append(length)
    return f"\ue000{len(_lengths.get()) - 1}\ue001"


def split_at_marks(text: str, lengths: Sequence[LengthPiece]) -> tuple[str | LengthPiece, ...]:
    """Return the texts between the marks and the lengths that they stand for, in order, without empty texts."""
    pieces: list[str | LengthPiece] = []
    for number, piece in enumerate(_MARK.split(text)):
        if number % 2 == 0:
            pieces.append(piece)
        elif int(piece) < len(lengths):
            pieces.append(lengths[int(piece)])
    return tuple(piece for piece in pieces if piece != "")


Argument = Any
"""Value in a message: text that a person typed, an id, a code, a number, another message, or a list of these.

Anything else is kept as its text: a path as its name, an error as its text, an unexpected value as Python writes it (at
most 80 characters). An error with a message is kept as that message.
"""
MOST_QUOTED = 80
CODE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")

FAILS = "fails"
"""Attribute with the text of a condition that does not hold; the message itself has the text of one that holds."""

SPOKEN = "spoken"
"""Attribute with another text for speech, for one with signs that cannot be heard."""

STORED = "text-stored"
"""Code of text that has no code: from a file of an earlier version, or from another program."""


@dataclass(frozen=True, slots=True)
class Message:
    """A code (`area-what`) and its arguments, sorted by name.

    Messages are compared by code and arguments. `str` is for output only: it gives the English text,
    with ids in place of names. `messages.catalogue.Catalogue.text` gives it in another language, or with the names that
    people gave.
    """

    code: str
    args: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, code: str, /, **args: Argument) -> Message:
        """Return the message of a code with its arguments; a list becomes a tuple."""
        return cls(code, tuple((name, _frozen(args[name])) for name in sorted(args)))

    @classmethod
    def stored(cls, text: str) -> Message:
        """Return the message that shows `text` as it is."""
        return cls(STORED, (("text", text),))

    def __getitem__(self, name: str) -> Any:
        """Return the argument of this name; KeyError if there is none."""
        return dict(self.args)[name]

    def has(self, name: str) -> bool:
        """Return whether there is an argument of this name."""
        return any(one == name for one, _ in self.args)

    def with_args(self, **args: Argument) -> Message:
        """Return the message with more arguments, or other values for some."""
        return Message.of(self.code, **dict(self.args) | args)

    @property
    def coded(self) -> Message | None:
        """Itself; None if it is text without a code."""
        return None if self.code.partition(".")[0] == STORED else self

    @property
    def failed(self) -> Message:
        """The condition as it reads if it does not hold: the same code with `.fails`."""
        return Message(f"{self.code}.{FAILS}", self.args)

    def map_text(self, change: Callable[[str], str]) -> Message:
        """Return the message with each text among its arguments changed, also in lists and in messages within it."""
        return Message(self.code, tuple((name, _changed(value, change)) for name, value in self.args))

    @property
    def texts(self) -> tuple[str, ...]:
        """All texts among its arguments, in lists and messages too: ids, names and codes."""
        return tuple(_texts(value for _, value in self.args))

    def to_data(self) -> dict[str, Any]:
        """Return it as JSON values: `{"code": ..., "args": {...}}`; a message within it has the same form."""
        return {"code": self.code, "args": {name: _as_json(value) for name, value in self.args}}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Message:
        """Return the message of `to_data`; KeyError, TypeError or ValueError if it is none."""
        return cls.of(str(data["code"]), **{str(name): _from_json(value) for name, value in dict(data["args"]).items()})

    def __str__(self) -> str:
        return _writer[0](self)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Let pydantic read it from `to_data`, and write it so."""
        from pydantic_core import core_schema

        fields = core_schema.typed_dict_schema(
            {
                "code": core_schema.typed_dict_field(core_schema.str_schema(min_length=1)),
                "args": core_schema.typed_dict_field(
                    core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema()), required=False
                ),
            }
        )
        read = core_schema.no_info_after_validator_function(lambda data: cls.from_data({"args": {}, **data}), fields)
        return core_schema.json_or_python_schema(
            json_schema=read,
            python_schema=core_schema.union_schema([core_schema.is_instance_schema(cls), read]),
            serialization=core_schema.plain_serializer_function_ser_schema(cls.to_data, when_used="json-unless-none"),
        )


def as_code(message: Message) -> str:
    """Return the code and the arguments of a message, for one that has no text."""
    return " ".join([message.code, *(f"{name}={value}" for name, value in message.args)])


_writer: list[Callable[[Message], str]] = [as_code]


def write_messages_with(text_of: Callable[[Message], str]) -> None:
    """Set the function that gives the text of a message for `str`."""
    _writer[0] = text_of


class MessageError(Exception):
    """An error that carries a message: `raise SomeError("area-what", value=3)`.

    `str` gives the English text. Subclasses are also the builtin error that they resemble.
    """

    def __init__(self, code: str | Message, /, **args: Argument) -> None:
        if isinstance(code, Message):
            self.message = code
        else:
            self.message = Message.of(code, **args)
        super().__init__(self.message)

    def __str__(self) -> str:
        return str(self.message)


def _texts(values: Iterable[Argument]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, Message):
            yield from value.texts
        elif isinstance(value, tuple):
            yield from _texts(value)


def _frozen(value: Argument) -> Argument:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Message | bool | int | float | str):
        return value
    if isinstance(value, MessageError):
        return value.message
    if isinstance(value, PurePath | Fraction | Exception):
        return str(value)
    if isinstance(value, Iterable):
        return tuple(map(_frozen, value))
    return repr(value)[:MOST_QUOTED]


def _changed(value: Argument, change: Callable[[str], str]) -> Argument:
    if isinstance(value, Message):
        return value.map_text(change)
    if isinstance(value, tuple):
        return tuple(_changed(each, change) for each in value)
    return change(value) if isinstance(value, str) else value


def _as_json(value: Any) -> Any:
    if isinstance(value, Message):
        return value.to_data()
    return [_as_json(each) for each in value] if isinstance(value, tuple) else value


def _from_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Message.from_data(value)
    return tuple(map(_from_json, value)) if isinstance(value, list | tuple) else value
