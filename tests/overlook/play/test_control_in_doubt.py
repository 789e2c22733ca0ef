"""Control of an objective at the limit of its range is too close to call, in both editions: it decides the score."""

from __future__ import annotations

import asyncio

from messages.message import Message
from overlook.play.runner import scripted_table
from overlook.play.script import script_of
from overlook.table.offers.scoring import held_by
from tests.overlook.play.scripts import ONE_EDITION, Raw, operative, played, script

RADII_IN = (32 + 40) / 2 / 25.4
REACH = {"kt24": 1.0 + RADII_IN, "kt21": 2.0 + 32 / 2 / 25.4}
"""Inches between the middles where an operative is just near enough: its base from the marker, or from its middle."""


def marker(edition: str, *, beyond: float, friends: int = 1, sigma_mm: float = 0.3) -> dict[str, object]:
    """Return how an objective stands by which one of p2 stands so far beyond its reach, and some of p1 well within."""
    return dict(played(contested(edition, beyond, friends=friends, sigma_mm=sigma_mm)).state["markers"]["m"])


def contested(edition: str, beyond: float, *, friends: int = 1, sigma_mm: float = 0.3) -> Raw:
    """Return the script of an objective that one of p2 and some of p1 contest."""
    at = [15.0, 11.0]
    places = {"B1": [at[0] + REACH[edition] + beyond, at[1]], "B2": [28.0, 20.0], "A1": [2.0, 2.0], "A2": [2.0, 20.0]}
    places |= dict(zip(("A1", "A2")[:friends], ([14.0, 10.0], [14.0, 12.0]), strict=False))
    people = [operative(name) for name in places]
    markers = [{"id": "m", "kind": "objective", "mm": 40, "pos": at}]
    return script(places, operatives=people, markers=markers, edition=edition, sigma_mm=sigma_mm)


@ONE_EDITION
def test_control_at_the_limit_of_its_range_is_too_close_to_call(edition: str) -> None:
    for beyond in (-0.01, 0.0, 0.01):
        assert marker(edition, beyond=beyond)["control_in_doubt"], "one against one, or one alone"


@ONE_EDITION
def test_control_well_within_or_beyond_its_range_is_certain(edition: str) -> None:
    for beyond, controller in ((-0.2, None), (0.2, "p1")):
        found = marker(edition, beyond=beyond)
        assert not found["control_in_doubt"]
        assert found["controlled_by"] == controller


@ONE_EDITION
def test_control_is_certain_if_neither_answer_changes_it(edition: str) -> None:
    """Two against one who may or may not be near: the two control it either way."""
    found = marker(edition, beyond=0.0, friends=2)
    assert not found["control_in_doubt"]
    assert found["controlled_by"] == "p1"


@ONE_EDITION
def test_control_is_certain_if_positions_are_exact(edition: str) -> None:
    assert not marker(edition, beyond=0.001, sigma_mm=0.0)["control_in_doubt"]


@ONE_EDITION
def test_scoring_names_the_operative_at_the_limit_with_distance_and_error(edition: str) -> None:
    async def said(beyond: float) -> Message | None:
        async with scripted_table(script_of(contested(edition, beyond))) as table:
            await table.play()
            context = table.table.facts().context()
            assert context is not None
            return held_by(context, "m").message

    for beyond, side in ((-0.01, "inside"), (0.01, "outside")):
        why = asyncio.run(said(beyond))
        assert why is not None
        assert why.code == "score-too-close"
        (margin,) = why["margins"]
        assert (margin["operative"], margin["where"]) == ("B1", side)
        off, sigma = margin["margin"], margin["sigma"]
        assert abs(off - 0.01) <= 3 * sigma + 0.005
        assert 0.01 <= sigma <= 0.03
