"""A wall across the board with a hatch in its middle."""

from __future__ import annotations

from typing import Any

from tests.overlook.play.scripts import Raw, script

HATCH: Raw = {
    "id": "AP",
    "poly": [[9.2, 11.0], [10.8, 11.0], [10.8, 11.4], [9.2, 11.4]],
    "z": [0, 2.5],
    "traits": ["Accessible", "Insignificant", "Exposed"],
    "role": "access_point",
    "state": "closed",
}
WALLS: list[Raw] = [
    {"id": "west", "poly": [[0, 11.0], [9.2, 11.0], [9.2, 11.4], [0, 11.4]], "z": [0, 2.5], "traits": ["Heavy"]},
    {"id": "east", "poly": [[10.8, 11.0], [30, 11.0], [30, 11.4], [10.8, 11.4]], "z": [0, 2.5], "traits": ["Heavy"]},
]
RADIUS = 0.62992126
SOUTH, NORTH = 11.0 - RADIUS, 11.4 + RADIUS
"""Where a 32 mm base touches the hatch from either side."""


def gallowdark(state: str, places: dict[str, list[float]], *steps: Raw, **fields: Any) -> Raw:
    """Return a script in Gallowdark with that hatch, open or closed."""
    terrain = [{**HATCH, "state": state}, *WALLS]
    return script(places, *steps, killzone="gallowdark", terrain=terrain, **fields)
