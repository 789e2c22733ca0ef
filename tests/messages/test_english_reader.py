"""The reader finds English where German should be, and nothing in German."""

from __future__ import annotations

import pytest

from messages.catalogue import catalogue_of
from messages.message import Message
from tests.messages.english_reader import english_in
from tests.messages.samples import NAMES, rendered

TYPED = ("12.5,4.25", "0.955", "0.5")
"""Figures of the German texts that are typed into a command or a setting, with a point in every language."""


@pytest.mark.parametrize(
    "shown",
    [
        "Turn the board",
        "Ready",
        "Anfrage: 3 dice to go; Confirm the move first",
        "Granny Sorrel: 3 of 8 wounds left",
        "Abstand: 4.2 Zoll",
    ],
)
def test_english_is_found(shown: str) -> None:
    assert english_in(shown, "de") is not None


@pytest.mark.parametrize("shown", ["Spielfeld drehen", "Tac Op 1", "Fall in: 1 BP", '4,2"', "v0.2.0", "Mission"])
def test_german_names_and_terms_are_left_alone(shown: str) -> None:
    assert english_in(shown, "de", ("Fall in",)) is None


def test_every_german_text_is_left_alone_and_most_english_ones_are_found() -> None:
    german = [line.split(": ", 1)[1] for area in rendered("de").values() for line in area]
    names = ("as typed", *NAMES.values(), "One. Two.", *TYPED)
    assert [text for text in german if english_in(text, "de", names)] == []
    english = [line.split(": ", 1)[1] for area in rendered("en").values() for line in area]
    found = [text for text in english if english_in(text, "de", NAMES.values())]
    assert len(found) > 0.8 * len(english)


def test_a_message_within_another_is_found() -> None:
    inner = str(Message.of("ui-no-answer"))
    shown = catalogue_of("de").text(Message.of("menu-choose-first", question=inner))
    assert english_in(shown, "de") is not None
