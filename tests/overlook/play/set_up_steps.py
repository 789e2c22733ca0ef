"""A battle of 2024 from its set-up on: what each player answers before the first activation."""

from __future__ import annotations

from typing import Any

from overlook.play.runner import Played
from tests.overlook.play.scripts import Raw, do, played, script

PLACES: dict[str, list[float]] = {"A1": [5.0, 2.0], "B1": [12.0, 20.0]}


def before(*items: tuple[str, float, float], gambits: tuple[Raw, ...] = ()) -> list[Raw]:
    """Return the steps up to the first activation: p1 sets up these items, then everything by its default."""
    chosen = sorted({item for item, _, _ in items})
    steps: list[Raw] = [{"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, {"choose": "p1"}]
    steps += [do("p1", "choose_equipment", player="p1", options=chosen), {"as": "p2", "choose": "none"}]
    for item, x, y in items:
        steps += [do("p1", "place_equipment", player="p1", item=item, x=x, y=y), {"as": "p2", "choose": "pass"}]
    steps += [{"as": "p1", "choose": "pass"}] if items else [{"choose": "pass"}] * 2
    steps += [{"see": PLACES}, do("p1", "deploy", operative="A1"), do("p2", "deploy", operative="B1")]
    steps += [{"as": "p1", "choose": "none"}, {"as": "p2", "choose": "none"}, {"as": "p2", "choose": "p1"}]
    return [*steps, *gambits, {"as": "p1", "choose": "pass"}, {"as": "p2", "choose": "pass"}]


def battle(steps: list[Raw], *more: Raw, **fields: Any) -> Played:
    """Return what a battle comes to that begins with its set-up."""
    return played({**script(PLACES, *steps, *more, begin="set_up", **fields), "places": {}})
