"""Events to keep, without a game; and a table in its Firefight phase, whose game is written down."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.game.journal_entry import JournalEntry
from tests.referee.records.notation.noted import Table

Maker = Callable[..., tuple[JournalEntry, ...]]


@pytest.fixture
def make_events() -> Maker:
    def make(number: int, *, first: int = 1, filler: str = "") -> tuple[JournalEntry, ...]:
        return tuple(
            JournalEntry(
                sequence=each,
                id=f"id-{each}",
                cause=each,
                edition="kt24",
                kind="call",
                data={"by": "any", "key": f"k{each}", "means": f"größer als 1″ {filler}{each}"},
            )
            for each in range(first, first + number)
        )

    return make


@pytest.fixture
def table() -> Table:
    made = Table()
    made.go_to("firefight")
    return made
