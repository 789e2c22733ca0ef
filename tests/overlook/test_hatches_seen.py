"""A hatch stands as its leaf is seen, not as its library has it."""

from __future__ import annotations

import pytest

from calibration.catalogue import Catalogue
from calibration.pose.localisation import DoorState
from calibration.terrain_library import entries_of, example_libraries
from geometry.placement import Placement
from overlook.table.observation.seen_table import table_of
from simulation import example_catalogue


def hatchway() -> tuple[Catalogue, str]:
    """A catalogue with a piece that has a hatch, and the id of the part that is one."""
    piece = next(one for one in example_libraries()["gallowdark-like"].pieces if any(p.leaves for p in one.parts))
    entries = entries_of(piece, name="one")
    hatch = next(entry.id for entry in entries if entry.leaves)
    return example_catalogue().model_copy(update={"terrain": entries}), hatch


@pytest.mark.parametrize(
    ("leaf", "state"),
    [(DoorState.OPEN, "open"), (DoorState.CLOSED, "closed"), (DoorState.AJAR, "as printed"), (None, "as printed")],
)
def test_a_hatch_is_as_its_leaf_is_seen_and_as_printed_where_that_says_nothing(
    leaf: DoorState | None, state: str
) -> None:
    catalogue, hatch = hatchway()
    there = {entry.id: Placement(entry.id, 10.0, 10.0) for entry in catalogue.terrain}
    table = table_of(catalogue, operatives={}, terrain=there, markers={}, leaves={} if leaf is None else {hatch: leaf})
    (seen,) = (part for part in table.terrain if part.id == hatch)
    (printed,) = (entry for entry in catalogue.terrain if entry.id == hatch)
    assert seen.state == (printed.state if state == "as printed" else state)
    assert {part.id: part.state for part in table.terrain if part.id != hatch} == {
        entry.id: entry.state for entry in catalogue.terrain if entry.id != hatch
    }
