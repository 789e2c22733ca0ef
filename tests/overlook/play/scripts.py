"""Scripts for a scripted table, put together from the little that a test is about."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from messages.catalogue import ENGLISH
from messages.message import Message
from overlook.play.runner import PlayedScript, play
from overlook.play.script import script_of
from tests.depth import at_night

Raw = dict[str, Any]

GUN: Raw = {"name": "gun", "type": "ranged", "atk": 4, "hit": 3, "damage": [3, 4]}
BLADE: Raw = {"name": "blade", "type": "melee", "atk": 4, "hit": 3, "damage": [3, 4]}


END: Raw = {"choose": "end"}
MISS = [1, 1, 1]
"""Three dice that come to nothing."""
FAR: list[float] = [28.0, 20.0]
"""A place in the corner, out of everybody's way."""
KT21: dict[str, Any] = {"edition": "kt21"}
EDITIONS = pytest.mark.parametrize("edition", ["kt24", "kt21"])
ONE_EDITION = pytest.mark.parametrize("edition", ["kt24", *at_night("kt21")])
"""What the table does alike in both editions is shown in one of them per commit."""


def operative(name: str, **fields: Any) -> Raw:
    """Return a trooper with a gun and a blade; A1, A2 are p1's, all others p2's."""
    plain = {"apl": 2, "move_in": 6, "save": 4, "wounds": 10, "base_mm": 32, "head_in": 1.4}
    player = "p1" if name.startswith("A") else "p2"
    return {"id": name, "player": player, "name": name, **plain, "weapons": [GUN, BLADE], **fields}


def script(places: dict[str, list[float]], *steps: Raw, **fields: Any) -> Raw:
    """Return a script with these operatives in these places, seen exactly, at the first activation."""
    people = [operative(name) for name in places]
    whole = {"version": 1, "edition": "kt24", "sigma_mm": 0, "operatives": people, "places": places}
    return {**whole, "steps": list(steps), **fields}


def activate(name: str, order: str = "engage", **fields: Any) -> Raw:
    """Return the step in which its own player activates an operative."""
    player = "p1" if name.startswith("A") else "p2"
    return {"as": player, "do": {"kind": "activate", "operative": name, "order": order}, **fields}


def act(name: str, action: str, **fields: Any) -> Raw:
    """Return the step in which its own player performs an action with an operative."""
    player = "p1" if name.startswith("A") else "p2"
    return {"as": player, "do": {"kind": "act", "operative": name, "action": action, **fields}}


def do(seat: str, kind: str, **fields: Any) -> Raw:
    """Return the step in which a device asks for something."""
    return {"as": seat, "do": {"kind": kind, **fields}}


def box(name: str, x0: float, y0: float, x1: float, y1: float, top: float, *traits: str, **fields: object) -> Raw:
    """Return a part of terrain that stands on the floor."""
    corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    return {"id": name, "poly": corners, "z": [0, top], "traits": list(traits), **fields}


def played(raw: Raw) -> PlayedScript:
    """Return what a script comes to."""
    return asyncio.run(play(script_of(raw)))


def offered(result: PlayedScript, step: int, action: str) -> Raw:
    """Return what a step offered of an action."""
    return next(one for one in result.steps[step]["offers"] if one["action"] == action)


def taken(result: PlayedScript) -> list[bool]:
    """Return for each step whether it was taken."""
    return [bool(step["accepted"]) for step in result.steps]


def reasons(refused: Raw) -> list[Raw]:
    """Return the messages of a refused step or of an offer that is not possible, one for each reason."""
    message = refused["message"]
    return list(message["args"]["reasons"]) if message["code"] == "games-refused" else [message]


def wounds(result: PlayedScript, name: str) -> int:
    """Return the wounds that an operative has at the end."""
    return int(result.state["operatives"][name]["wounds"])


def text_of(code: str, **args: Any) -> str:
    """Return the text of a message as a script's result shows it: players by name, and why if a condition fails."""
    return ENGLISH.text(Message.of(code, **args), {"p1": "P1", "p2": "P2"}, holds=False)
