"""What a part of terrain can be, as the set-up offers it: the words that the rules ask for, and parts to begin with."""

from __future__ import annotations

from referee.rules.terrain_traits import ROLES, TRAITS
from web.contract.base import Point
from web.contract.setup.views import PartView

TERRAIN_TRAITS = tuple(sorted(TRAITS - {"Vantage"}))
"""The traits that are ticked; whether a part is Vantage is asked for by itself."""

TERRAIN_ROLES = tuple(sorted(ROLES))


def _around(long: float, deep: float) -> tuple[Point, ...]:
    return (
        (-long / 2, -deep / 2),
        (long / 2, -deep / 2),
        (long / 2, deep / 2),
        (-long / 2, deep / 2),
    )


PART_KINDS = (
    PartView(id="wall", outline=_around(3.0, 0.3), bottom=0.0, top=3.0, traits=("Heavy",), role="wall"),
    PartView(
        id="window",
        outline=_around(1.2, 0.3),
        bottom=1.0,
        top=2.0,
        traits=("Exposed",),
        see_through=True,
        role="window",
    ),
    PartView(id="door", outline=_around(1.2, 0.3), bottom=0.0, top=2.0, traits=("Heavy",), role="door"),
    PartView(
        id="hatch", outline=_around(1.2, 1.2), bottom=0.0, top=0.5, traits=("Insignificant", "Exposed"), role="hatch"
    ),
    PartView(id="floor", outline=_around(3.0, 3.0), bottom=2.9, top=3.0, vantage=True),
)
"""Parts to add to a piece, around the origin, inches: as large as they usually are, to be mended by hand."""
