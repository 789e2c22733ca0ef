"""Functions that texts of the catalogue may call: one place for how names, lists, lengths and shares are written.

Numbers, lists and units are written by the rules of the catalogue's language (Babel): "4,2" and "a, b und c" in German.

| function | argument | text |
|---|---|---|
| `NAME` | id, or list of ids | the name that a person gave, "Granny Sorrel" |
| `LIST` | list | "a, b and c"; with `last: "or"`, "a, b or c" |
| `LENGTH` | inches, a limit or none | `4.2"`; with `digits: 2`, `4.20"`; beside a limit with the digits it needs |
| `MEASURED` | inches, their standard deviation | `4.2", ±0.1"` |
| `COST` | inches | `5.99"`: to a hundredth, rounded up |
| `INCHES` | inches | `6"` or `1.5"`: no digit more than needed, for limits |
| `MM` | millimetres | "1.2 mm"; with `digits: 0`, "1 mm" |
| `DECIMAL` | number | "4.2"; with `digits: 2`, "4.20" |
| `PERCENT` | share of one | "95 %" |
| `COMMAS` | list | the items with commas between them, "a, b, c" |
| `DOTS` | list | the items with dots between them, "a · b · c" |
| `CHANCE` | probability | "95 %"; 0 % and 100 % only if it is exactly that |
| `SENTENCES` | list | the items with spaces between them, "One. Two." |
| `QUOTE` | text | the text between quotation marks, cut after 80 characters; written by the catalogue (`text-quoted`) |

For speech (`Form.SPOKEN`) lengths have their unit spelled out, "4.2 inches", and a model's letter and number are apart.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from babel import Locale
from fluent.runtime.types import FluentFloat, FluentInt, FluentType

from messages.message import Form, LengthPiece, current_form, mark_length, name_of

_LABEL = re.compile(r"\b([A-Za-z])(\d+)\b")
"""Label of a model in a name, "A12"."""

MOST_DIGITS = 3
"""Decimals of a number for which a text sets none."""

ROUNDING = 1e-4
"""Part of a hundredth of an inch by which a cost may be exceeded before it is rounded up."""


@dataclass(frozen=True, slots=True)
class ListArgument(FluentType):
    """A list of texts or ids. Without a function it is written as LIST does."""

    items: tuple[str, ...]
    last: str = "and"

    def format(self, locale: Locale) -> str:
        """Return the items with commas, and the word before the last one."""
        from babel.lists import format_list

        return format_list(self.items, style="or" if self.last == "or" else "standard", locale=locale)


@dataclass(frozen=True, slots=True)
class WithUnit(FluentType):
    """A number and what is written behind it."""

    number: FluentFloat | FluentInt
    unit: str

    def format(self, locale: Locale) -> str:
        """Return the number as the language writes it, and the unit."""
        return f"{self.number.format(locale)}{self.unit}"


@dataclass(frozen=True, slots=True)
class Length(FluentType):
    """Inches, and the standard deviation if it is shown."""

    number: FluentFloat | FluentInt
    sigma: FluentFloat | FluentInt | None = None

    def format(self, locale: Locale) -> str:
        """Return the length as the language writes or speaks it, or the mark of a piece."""
        text = ", ±".join(_inches_text(one, locale) for one in (self.number, self.sigma) if one is not None)
        if current_form() is not Form.PIECES:
            return text
        return mark_length(LengthPiece(text, _shown(self.number), None if self.sigma is None else _shown(self.sigma)))


def _shown(number: FluentFloat | FluentInt) -> float:
    digits = number.options.maximumFractionDigits
    return round(float(number), MOST_DIGITS if digits is None else digits)


def _inches_text(number: FluentFloat | FluentInt, locale: Locale) -> str:
    if current_form() is not Form.SPOKEN:
        return f'{number.format(locale)}"'
    from babel.units import format_unit

    digits = number.options.minimumFractionDigits
    pattern = "0.###" if digits is None else f"0.{'0' * digits}"
    return str(format_unit(float(number), "length-inch", format=pattern, locale=locale))


def number(value: float, digits: int | None = None) -> FluentFloat | FluentInt:
    """Return a number without thousands separators, rounded to `digits` decimals if they are given."""
    kind = FluentInt if isinstance(value, int) else FluentFloat
    digits = digits if math.isfinite(value) else None
    return kind(value, useGrouping=False, minimumFractionDigits=digits, maximumFractionDigits=digits)


def _name(thing: Any) -> Any:
    if isinstance(thing, ListArgument):
        return ListArgument(tuple(map(_named, thing.items)), thing.last)
    return _named(str(thing))


def _named(thing: str) -> str:
    name = name_of(thing)
    return name if current_form() is not Form.SPOKEN else _LABEL.sub(r"\1 \2", name).replace("-", " ")


def _list(items: Any, last: Any = "and") -> Any:
    return ListArgument(items.items, str(last)) if isinstance(items, ListArgument) else items


def _length(inches: Any, limit: Any = None, digits: Any = 1) -> Length:
    length = float(inches)
    if limit is not None and math.isfinite(length) and (round(length, 1) > float(limit)) != (length > float(limit)):
        # A tenth would put it on the other side of the limit: 8.02" is not "8.0", beyond 8".
        hundredths = math.ceil(length * 100) if length > float(limit) else math.floor(length * 100)
        return Length(number(hundredths / 100, 2))
    return Length(number(length, int(digits)))


def _measured(inches: Any, sigma: Any, digits: Any = 1) -> Length:
    return Length(number(float(inches), int(digits)), number(float(sigma), int(digits)))


def _cost(inches: Any) -> Length:
    length = float(inches)
    shown = math.ceil(length * 100 - ROUNDING) / 100 if math.isfinite(length) else length
    return Length(number(shown))


def _inches(inches: Any) -> Length:
    return Length(number(float(inches)))


def _millimetres(value: Any, digits: Any = 1) -> WithUnit:
    return WithUnit(number(float(value), int(digits)), " mm")


def _decimal(value: Any, digits: Any = 1) -> FluentFloat | FluentInt:
    return number(float(value), int(digits))


def _percent(share: Any, digits: Any = 0) -> WithUnit:
    return WithUnit(number(100 * float(share), int(digits)), " %")


def _chance(probability: Any) -> WithUnit:
    p = float(probability)
    whole = round(100 * p)
    return WithUnit(number(min(99, max(1, whole)) if 0 < p < 1 else whole), " %")


def _sentences(items: Any) -> Any:
    return " ".join(items.items) if isinstance(items, ListArgument) else items


def _commas(items: Any) -> Any:
    return ", ".join(items.items) if isinstance(items, ListArgument) else items


def _dots(items: Any) -> Any:
    return " · ".join(items.items) if isinstance(items, ListArgument) else items


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "NAME": _name,
    "LIST": _list,
    "LENGTH": _length,
    "MEASURED": _measured,
    "COST": _cost,
    "INCHES": _inches,
    "MM": _millimetres,
    "DECIMAL": _decimal,
    "PERCENT": _percent,
    "COMMAS": _commas,
    "DOTS": _dots,
    "CHANCE": _chance,
    "SENTENCES": _sentences,
}
