"""The smallest parts of the notation read back as they were written."""

from __future__ import annotations

import pytest

from referee.game.board_place import BoardPlace
from referee.records.notation.tokens import number, place_text, read_place, word


@pytest.mark.parametrize("value", [0.0, 1.0, -3.5, 0.1 + 0.2, 1e-9, 12345.678901234567, 1.3999999999999997])
def test_numbers_read_back_exactly(value: float) -> None:
    assert float(number(value)) == value


@pytest.mark.parametrize(
    "place",
    [
        BoardPlace(1, 2),
        BoardPlace(1.5, 2, 3),
        BoardPlace(0.1 + 0.2, 2, 0, -45),
        BoardPlace(1, 2, declared=True),
        BoardPlace(1, 2, 3, 4, True),
    ],
)
def test_places_read_back_exactly(place: BoardPlace) -> None:
    assert read_place(place_text(place)[1:-1]) == place


@pytest.mark.parametrize(("name", "text"), [("bolter", "bolter"), ("heavy bolter", '"heavy bolter"'), ("5th", '"5th"')])
def test_names_are_bare_where_that_is_clear(name: str, text: str) -> None:
    assert word(name) == text
