"""Every word of terrain that the rules' own code asks for is known, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from calibration.terrain_library import example_libraries
from referee.rules.terrain_traits import ROLES, TRAITS, unknown_words

ASKED = re.compile(r'\.has\("(\w+)"\)|stand_on="(\w+)"')


def test_every_trait_that_the_code_asks_for_is_known(checkout: Path) -> None:
    folders = [checkout / "referee", checkout / "geometry"]
    listed = checkout / "referee" / "rules" / "terrain_words.py"
    files = [path for folder in folders for path in folder.rglob("*.py") if path != listed]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    asked = {one or other for one, other in ASKED.findall(text)}
    assert asked == TRAITS
    assert all(f'"{role}"' in text for role in ROLES)


def test_a_misspelled_word_is_pointed_out_whatever_its_capitals() -> None:
    assert unknown_words(("heavy", "Hevy"), "door") == ("Hevy",)
    assert unknown_words((), "portcullis") == ("portcullis",)


def test_the_libraries_that_ship_use_known_words() -> None:
    parts = [part for library in example_libraries().values() for piece in library.pieces for part in piece.parts]
    assert not [words for part in parts if (words := unknown_words(part.traits, part.role))]
