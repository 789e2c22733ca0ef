"""Events to keep, without a game; and a table in its Firefight phase, whose game is written down."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.rules.events import Event
from tests.referee.keeper.noted import Table

Maker = Callable[..., tuple[Event, ...]]


@pytest.fixture
def make_events() -> Maker:
    def make(number: int, *, first: int = 1, filler: str = "") -> tuple[Event, ...]:
        return tuple(
            Event(
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
