"""Moves that the camera saw, by what each reading of them says."""

from __future__ import annotations

from tests.overlook.play.scripts import FAR, Raw, activate, operative, played, script

WALK = {"kt24": "Reposition", "kt21": "Normal Move"}
"""The plain move of each edition."""
HOME, OUT = [5.0, 11.0], [8.0, 11.0]
"""Where A1 stands at first, and where a walk of three inches leads."""
PLACES = {"A1": HOME, "A2": [2.0, 20.0], "B1": [14.0, 11.0], "B2": [28.0, 20.0]}


def seen(**places: list[float]) -> Raw:
    """Return the step in which the camera sees things in other places."""
    return {"see": places}


def readings(
    place: list[float],
    to: list[float],
    *terrain: Raw,
    others: dict[str, list[float]] | None = None,
    order: str = "engage",
    edition: str = "kt24",
    **card: object,
) -> dict[str, str]:
    """Return the readings of a move that was seen, by the action: what each label says behind it."""
    places = {"A1": place, "B1": FAR, **(others or {})}
    people = [operative(name, **(card if name == "A1" else {})) for name in places]
    steps = [activate("A1", order), {"see": {"A1": to}}]
    raw = script(places, *steps, edition=edition, terrain=list(terrain), operatives=people)
    found = [choice["label"] for prompt in played(raw).steps[1]["prompts"] for choice in prompt["choices"]]
    return {label.partition(", ")[0]: label.partition(", ")[2] for label in found}


def labels(step: Raw) -> list[str]:
    """Return the choices of the first question after a step."""
    return [choice["label"] for choice in step["prompts"][0]["choices"]]
