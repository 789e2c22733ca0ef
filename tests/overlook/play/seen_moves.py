"""Moves that the camera saw: what each reading of them costs, and what is wrong with it."""

from __future__ import annotations

from typing import NamedTuple

from tests.overlook.play.scripts import FAR, Raw, activate, operative, played, script

WALK = {"kt24": "Reposition", "kt21": "Normal Move"}
"""The plain move of each edition."""
HOME, OUT = [5.0, 11.0], [8.0, 11.0]
"""Where A1 stands at first, and where a walk of three inches leads."""
PLACES = {"A1": HOME, "A2": [2.0, 20.0], "B1": [14.0, 11.0], "B2": [28.0, 20.0]}


def seen(**places: list[float]) -> Raw:
    """Return the step in which the camera sees things in other places."""
    return {"see": places}


class Reading(NamedTuple):
    """A reading of a move: the inches charged and allowed, the code of what is wrong, whether it is close."""

    charged: float
    allowed: float
    fault: str | None = None
    close: bool = False


LEFT_OUT = Reading(0.0, 0.0)
"""Stands for a reading that is not offered."""


def reading(choice: Raw) -> Reading:
    """Return the reading of a move that a choice confirms."""
    message = choice["message"]
    args = message["args"]
    fault = args.get("note", {"args": {}})["args"].get("fault")
    close = message["code"] in ("reading-move-open", "reading-move-note-open")
    return Reading(round(args["charged"], 2), round(args["allowed"], 2), fault, close)


def choices(step: Raw) -> dict[str, Reading]:
    """Return the readings of a move that are offered after a step, by the action."""
    found = [choice for prompt in step["prompts"] for choice in prompt["choices"] if choice["message"]]
    return {one["message"]["args"]["action"]: reading(one) for one in found if "charged" in one["message"]["args"]}


def readings(
    place: list[float],
    to: list[float],
    *terrain: Raw,
    others: dict[str, list[float]] | None = None,
    order: str = "engage",
    edition: str = "kt24",
    **card: object,
) -> dict[str, Reading]:
    """Return the readings of a move that was seen, by the action."""
    places = {"A1": place, "B1": FAR, **(others or {})}
    people = [operative(name, **(card if name == "A1" else {})) for name in places]
    steps = [activate("A1", order), {"see": {"A1": to}}]
    raw = script(places, *steps, edition=edition, terrain=list(terrain), operatives=people)
    return choices(played(raw).steps[1])


def labels(step: Raw) -> list[str]:
    """Return the choices of the first question after a step."""
    return [choice["label"] for choice in step["prompts"][0]["choices"]]
