"""A battle of 2024 from its set-up on: what each player answers before the first activation."""

from __future__ import annotations

from typing import Any

from overlook.play.runner import PlayedScript
from tests.overlook.play.scripts import END, Raw, activate, do, played, script

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


def battle(steps: list[Raw], *more: Raw, **fields: Any) -> PlayedScript:
    """Return what a battle comes to that begins with its set-up."""
    return played({**script(PLACES, *steps, *more, begin="set_up", **fields), "places": {}})


DEPLOYMENT: list[Raw] = [
    *({"dice": [face]} for face in (6, 1)),
    {"as": "p1", "choose": "p1"},
    {"as": "p1", "choose": "none"},
    {"as": "p2", "choose": "none"},
]
"""The steps of a set-up without equipment, up to the first operative that is set up."""


def deploy(name: str, x: float, y: float) -> Raw:
    """Return the step in which its own player sets an operative up there."""
    player = "p1" if name.startswith("A") else "p2"
    return {"as": player, "do": {"kind": "deploy", "operative": name, "x": x, "y": y}}


TURN: list[Raw] = [activate("A1"), END, activate("B1"), END]
LAST = 4
PASSING: list[Raw] = [{"choose": "pass"}, {"choose": "pass"}]
BETWEEN: list[Raw] = [END, {"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, {"choose": "p1"}, *PASSING]
"""The steps between two turning points in which p1 wins initiative and nobody uses a gambit."""
SIGNED = [do(player, "sign", player=player) for player in ("p1", "p2")]
NAMED: list[Raw] = [{"as": "p1", "choose": "Primary op: crit"}, {"as": "p2", "choose": "Primary op: tac"}]


def sealing(player: str, op: str = "crit") -> Raw:
    """Return the step in which a phone makes an op primary."""
    return do(player, "seal", player=player, topic="primary_op", value=op)


def whole_battle(*gambits: Raw, then: tuple[Raw, ...] = ()) -> PlayedScript:
    """Return what a battle comes to in which p1 scores five of the crit op and nothing else happens."""
    score = do("p1", "score", player="p1", op="crit", vp=5)
    turns = [*(step for _ in range(LAST - 1) for step in (*TURN, *BETWEEN)), *TURN, END]
    return battle(before(gambits=gambits), score, *turns, *then)
