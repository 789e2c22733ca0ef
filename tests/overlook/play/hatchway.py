"""A wall across the board with a hatch in its middle."""

from __future__ import annotations

from typing import Any

from overlook.play.runner import PlayedScript
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


def pushed(to: list[float], **turned: list[str]) -> Raw:
    """Return the step in which A1 is put somewhere and leaves are turned, all seen at once."""
    return {"see": {"A1": to}, **turned}


def opened(to: list[float]) -> Raw:
    """Return the step in which A1 is put somewhere and the hatch is opened."""
    return pushed(to, open=["AP"])


def chosen(*names: str) -> list[Raw]:
    """Return the steps in which p1 makes these choices."""
    return [{"as": "p1", "choose": name} for name in names]


def stands(result: PlayedScript) -> list[float]:
    """Return the place of A1, as x and y in inches."""
    return list(result.state["operatives"]["A1"]["place"][:2])


def left(result: PlayedScript) -> int:
    """Return the AP that A1 has left."""
    return int(result.state["operatives"]["A1"]["ap_left"])


def is_put_back(result: PlayedScript, start: list[float], hatch: str = "closed") -> None:
    """Assert that nothing was taken and the table asks for the leaf and the model to be put back."""
    assert stands(result) == start
    assert result.state["openings"].get("AP", "closed") == hatch
    assert "leaf:AP" in result.state["faults"], result.state["faults"]


def asked(result: PlayedScript) -> list[str]:
    """Return the labels of the last step's question about a move or a hatch."""
    prompts = [one for one in result.steps[-1]["prompts"] if one["topic"] == "proposal"]
    return [choice["label"] for prompt in prompts for choice in prompt["choices"]]
