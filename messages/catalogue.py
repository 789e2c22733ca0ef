"""The catalogue: the text of each message, in files by area and language (Project Fluent, `messages/en/AREA.ftl`).

The area is the part of a code before the first hyphen. A file is read when its area is first used, and no file before.
A language is a folder: `messages/de/`. Where it lacks a text, the English one is shown (docs/translating.md).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from messages.message import (
    FAILS,
    MOST_QUOTED,
    NO_NAMES,
    SPOKEN,
    Argument,
    Form,
    LengthPiece,
    Message,
    as_code,
    current_form,
    form_shown,
    names_shown,
    split_at_marks,
)

if TYPE_CHECKING:
    from babel import Locale
    from fluent.runtime import FluentBundle

FOLDER = Path(__file__).parent
SOURCE = "en"
"""Language that has every text."""

LOCALES = {"en": "en-GB"}
"""Locales by which numbers and lists are written, if they are not named like the language."""
NOTHING = "none"
"""Value of an empty list in a text that selects by it."""

MOST_KEPT = 2000
"""Texts without names that are kept, so that they are made once."""

_log = logging.getLogger(__name__)


def area_of(code: str) -> str:
    """Return the area of a code: the name of its file."""
    return code.partition("-")[0]


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a folder with texts, English first."""
    found = sorted(path.name for path in FOLDER.iterdir() if any(path.glob("*.ftl")))
    return (SOURCE, *(language for language in found if language != SOURCE))


class Catalogue:
    """The texts of one language. Where a text is missing, the English one is shown, and logged once.

    Where English lacks it too, the code and its arguments are shown.
    """

    def __init__(self, language: str = SOURCE) -> None:
        self.language = language
        self._areas: set[str] = set()
        self._missing: set[str] = set()
        self._kept: dict[str, str] = {}

    def text(self, message: Message, names: Mapping[str, str] = NO_NAMES, *, holds: bool = True) -> str:
        """Return the text of a message.

        `names` are display names by id, for arguments that the catalogue marks with NAME. `holds` chooses between the
        two texts of a condition.
        """
        if names:
            with names_shown(names):
                return self._text(message, holds)
        # The same rulings are made again and again. `repr` tells 1 from True, which are equal as keys.
        key = f"{holds} {message!r}"
        text = self._kept.get(key)
        if text is None:
            with names_shown(names):
                text = self._text(message, holds)
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = text
        return text

    def spoken(self, message: Message, names: Mapping[str, str] = NO_NAMES) -> str:
        """Return the text of a message for speech, from its attribute `.spoken` if it has one."""
        with names_shown(names), form_shown(Form.SPOKEN):
            return self._text(message)

    def pieces(self, message: Message, names: Mapping[str, str] = NO_NAMES) -> tuple[str | LengthPiece, ...]:
        """Return the text of a message with its lengths apart, in order, so that their unit can be converted."""
        with names_shown(names), form_shown(Form.PIECES) as lengths:
            text = self._text(message)
        return split_at_marks(text, lengths)

    def _text(self, message: Message, holds: bool = True) -> str:
        code, _, attribute = message.code.partition(".")
        holds = holds and attribute != FAILS
        area = area_of(code)
        if area not in self._areas:
            self._read(area)
        found = self._bundle.get_message(code) if self._bundle.has_message(code) else None
        fails = found and found.attributes.get(FAILS)
        pattern = found and ((found.value or fails) if holds else (fails or found.value))
        if found and current_form() is Form.SPOKEN:
            pattern = found.attributes.get(SPOKEN, pattern)
        if not pattern:
            return self._elsewhere(message, "no text", holds)
        text, errors = self._bundle.format_pattern(pattern, {name: self._ready(value) for name, value in message.args})
        return self._elsewhere(message, str(errors[0]), holds) if errors else str(text)

    def _ready(self, value: Argument) -> Any:
        """Return an argument as Fluent takes it: a message as its text, an empty list as `NOTHING`."""
        from messages.functions import ListArgument, number

        if isinstance(value, Message):
            return self._text(value)
        if isinstance(value, tuple):
            return ListArgument(tuple(self._item(each) for each in value)) if value else NOTHING
        if isinstance(value, bool):
            return "yes" if value else "no"
        return value if isinstance(value, str) else number(value)

    def _item(self, value: Argument) -> str:
        from fluent.runtime.types import FluentNumber

        ready = self._ready(value)
        return ready.format(self._locale) if isinstance(ready, FluentNumber) else str(ready)

    def _elsewhere(self, message: Message, fault: str, holds: bool) -> str:
        """Return the English text of a message, or its code if English is the language that lacks it."""
        if message.code not in self._missing:
            self._missing.add(message.code)
            _log.error("message %s (%s): %s", message.code, self.language, fault)
        return as_code(message) if self.language == SOURCE else ENGLISH.in_place(message, holds)

    def in_place(self, message: Message, holds: bool) -> str:
        """Return the text of a message within that of another, with the names and in the form of that one."""
        return self._text(message, holds)

    @cached_property
    def _bundle(self) -> FluentBundle:
        from fluent.runtime import FluentBundle

        from messages.functions import FUNCTIONS

        functions = FUNCTIONS | {"QUOTE": self._quoted}
        return FluentBundle([LOCALES.get(self.language, self.language)], functions=functions, use_isolating=False)

    def _quoted(self, text: Any) -> str:
        """Return a text, cut, between the quotation marks of the language."""
        return self._text(Message.of("text-quoted", text=str(text)[:MOST_QUOTED]))

    @cached_property
    def _locale(self) -> Locale:
        from babel import Locale

        return Locale.parse(LOCALES.get(self.language, self.language), sep="-")

    def _read(self, area: str) -> None:
        from fluent.runtime import FluentResource

        self._areas.add(area)
        path = FOLDER / self.language / f"{area}.ftl"
        if path.exists():
            self._bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))


ENGLISH = Catalogue()
"""The catalogue of the command line, logs and files."""


@cache
def catalogue_of(language: str) -> Catalogue:
    """Return the catalogue of a language, or the English one if the language has no folder."""
    return Catalogue(language) if language in languages() and language != SOURCE else ENGLISH
