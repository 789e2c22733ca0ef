"""Records, their vocabulary by kind, and the errors of events and intents."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from messages.message import Message, MessageError
from referee.rules.errors import IllegalError, MalformedError
from referee.rules.ruling import Finding


class OutOfOrderError(MalformedError):
    """An event does not follow from those before it; the message states which one was expected."""


class UnknownKindError(MalformedError):
    """Event or intent of an unknown kind."""


class RefusedError(IllegalError):
    """The rules do not permit it in this state. `findings` are all faults, not only the first."""

    def __init__(self, what: Message | str, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        faults = [Message.of("game-refused-by", rule=each.rule, fault=each.outcome) for each in self.findings]
        super().__init__("game-refused", what=what, faults=faults)


class RestsOnItError(IllegalError):
    """An intent cannot be withdrawn alone: later ones depend on it."""


class Record(BaseModel):
    """A small frozen record with a kind. It is written as the `data` of an entry, and read from it."""

    model_config = ConfigDict(defer_build=True, frozen=True, strict=True, extra="forbid", ser_json_inf_nan="strings")

    kind: ClassVar[str]
    PARTS: ClassVar[Mapping[str, type[Record]]] = {}
    """Fields whose own fields are side by side with the others in a journal, by name."""
    LATER: ClassVar[frozenset[str]] = frozenset()
    """Fields that older journals do not have: written only if not at their default."""

    @classmethod
    def from_fields(cls, **fields: Any) -> Self:
        """Return the record of fields with a journal's names; raises `ValidationError` for invalid ones."""
        return cls.model_validate(cls.nested(fields))

    @classmethod
    def nested(cls, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Return a journal's fields in the structure of this record: unchanged unless it has parts."""
        return dict(fields)

    @classmethod
    def written_fields(cls) -> tuple[str, ...]:
        """Return the names of its fields in a journal, in order."""
        return tuple(cls.model_fields)

    def to_data(self) -> dict[str, Any]:
        """Convert the record to plain JSON values; infinities are the strings "Infinity" and "-Infinity"."""
        data: dict[str, Any] = json.loads(self.model_dump_json())
        silent = {name for name in self.LATER if getattr(self, name) == type(self).model_fields[name].default}
        return {name: value for name, value in data.items() if name not in silent}


R = TypeVar("R", bound=Record)
INFINITIES = {"Infinity": math.inf, "-Infinity": -math.inf}


def _with_infinities(data: Any, field: str = "data") -> Any:
    """Return JSON values with a finding's infinite figures as numbers, which JSON does not have.

    Raises `MalformedError` for NaN, which Python's JSON accepts: every comparison with it is false, so no rule would
    refuse it.
    """
    if isinstance(data, Mapping):
        return {
            key: INFINITIES.get(value, value)
            if key in {"measured", "required", "margin"} and isinstance(value, str)
            else _with_infinities(value, str(key))
            for key, value in data.items()
        }
    if isinstance(data, list | tuple):
        return [_with_infinities(each, field) for each in data]
    if isinstance(data, float) and math.isnan(data):
        raise MalformedError("entry-nan", field=field)
    return data


class TypeRegistry(Generic[R]):
    """Records of one category, by kind: `word(kind)` adds a class, `read(kind, data)` creates a record of it."""

    def __init__(self, sort: str) -> None:
        self._sort = sort
        self._classes: dict[str, type[R]] = {}

    def word(self, kind: str) -> Callable[[type[R]], type[R]]:
        """Return a decorator that registers a record class under its kind; raises `MalformedError` for a known kind."""

        def file(record: type[R]) -> type[R]:
            if kind in self._classes:
                raise MalformedError("entry-kind-twice", sort=self._sort, kind=kind)
            record.kind = kind
            self._classes[kind] = record
            return record

        return file

    def read(self, kind: str, data: Mapping[str, Any]) -> R:
        """Return the record; raises `UnknownKindError` with the known kinds, or `MalformedError` with the field."""
        record = self.form(kind)
        try:
            return record.model_validate_json(json.dumps(_with_infinities(record.nested(data))))
        except ValidationError as error:
            raise MalformedError(self._fault(record, error)) from None

    def _fault(self, record: type[R], error: ValidationError) -> Message:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part not in record.PARTS) or "data"
        cause = first.get("ctx", {}).get("error")
        if isinstance(cause, MessageError):
            return Message.of("entry-refused", sort=self._sort, kind=record.kind, field=where, fault=cause)
        found = f"{first.get('input')!r:.80}"
        expected = first["msg"]
        return Message.of("entry-field", sort=self._sort, kind=record.kind, field=where, found=found, expected=expected)

    def form(self, kind: str) -> type[R]:
        """Return the class of a kind; raises `UnknownKindError` that lists the known kinds."""
        try:
            return self._classes[kind]
        except KeyError:
            known = sorted(self._classes)
            raise UnknownKindError("entry-kind-unknown", sort=self._sort, kind=kind, known=known) from None

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._classes))
