"""Every word of terrain that the rules' own code asks for is known, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from calibration.terrain_library import example_libraries
from referee.rules.terrain_traits import ROLES, TRAITS, unknown_words

ASKED = re.compile(r'\.has\(("?)(\w+)\1\)|stand_on="(\w+)"')
LISTS = re.compile(r"^(?:TRAITS|ROLES) = frozenset\($.*?^\)$", re.M | re.S)


def words_asked_for(text: str) -> set[str]:
    """Return the traits that a module asks for, by themselves or by a constant of the module."""
    constants = dict(re.findall(r'^([A-Z_]+) = "(\w+)"$', text, re.M))
    found = set()
    for quote, word, stands in ASKED.findall(text):
        if stands or quote:
            found.add(stands or word)
        elif word in constants:
            found.add(constants[word])
    return found


def test_every_trait_that_the_code_asks_for_is_known(checkout: Path) -> None:
    paths = [path for folder in ("referee", "geometry") for path in (checkout / folder).rglob("*.py")]
    texts = [LISTS.sub("", path.read_text(encoding="utf-8")) for path in paths]
    asked = set().union(*map(words_asked_for, texts))
    assert asked == TRAITS
    assert [role for role in ROLES if not any(f'"{role}"' in text for text in texts)] == []


def test_a_misspelled_word_is_pointed_out_whatever_its_capitals() -> None:
    assert unknown_words(("heavy", "Hevy"), "door") == ("Hevy",)
    assert unknown_words((), "portcullis") == ("portcullis",)


def test_the_libraries_that_ship_use_known_words() -> None:
    parts = [part for library in example_libraries().values() for piece in library.pieces for part in piece.parts]
    assert not [words for part in parts if (words := unknown_words(part.traits, part.role))]
