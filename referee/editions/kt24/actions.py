"""Action table of the 2024 edition (rules D24-01 to D24-16, J24-02, J24-09, J24-11, J24-13)."""

from __future__ import annotations

from collections.abc import Iterable

from messages.message import Message
from referee.editions.kt24.equipment import ACTIONS as EQUIPMENT_ACTIONS
from referee.rules.judgement import Attempt
from referee.rules.moves.interactions import PLACE_MARKER
from referee.rules.ports.actions import Heavy, controls_marker, move, table_of
from referee.rules.ports.edition import ActionSpec, Edition
from referee.rules.position import Position
from referee.rules.ruling import Fact, Finding, Ruling

HEAVY = Heavy("G24-07", frozenset({"Reposition", "Dash", "Fall Back", "Charge"}))


def _carries(position: Position, attempt: Attempt) -> bool:
    if attempt.carrying is not None:
        return attempt.carrying
    return position.status[attempt.by].carrying is not None


def may_lift(edition: Edition, position: Position, by: str, marker: str) -> Ruling:
    """Return whether an operative may pick up a marker (rules D24-10, L24-03).

    It must control the marker itself, the marker must be one that can be picked up, and nobody may carry it.
    """
    return Ruling.of(
        Message.of("marker-claim-pick-up", operative=by, marker=marker),
        controls_marker(edition, position, "D24-10", by, marker),
        Fact.declared(
            "D24-10",
            marker not in position.not_liftable,
            Message.of("marker-may-be-picked-up", marker=marker),
        ),
        Fact.declared(
            "L24-03",
            position.marker(marker).carried_by is None,
            Message.of("marker-not-carried", marker=marker, carrier=position.marker(marker).carried_by or ""),
        ),
    )


def picks_up(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether it carries nothing yet, and may pick up the named marker, or any marker."""
    free = not _carries(position, attempt)
    yield Fact.declared("D24-10", free, Message.of("marker-hands-free"))
    if attempt.target is not None:
        yield from may_lift(edition, position, attempt.by, attempt.target).findings
        return
    loose = [name for name, marker in position.table.markers.items() if marker.carried_by is None]
    if loose:
        liftable = any(may_lift(edition, position, attempt.by, name).holds for name in loose)
        yield Fact.declared("D24-10", liftable, Message.of("marker-any-to-pick-up"))


def places(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether it carries a marker that it has not picked up in this activation (rule D24-11)."""
    yield Fact.declared("D24-11", _carries(position, attempt), Message.of("marker-carries-one"))
    fresh = "Pick Up Marker" in attempt.performed
    yield Fact.declared(
        "D24-11",
        not fresh,
        Message.of("marker-not-just-picked-up"),
    )


ACTIONS = table_of(
    move(HEAVY, "Reposition", "D24-03", "Fall Back", "Charge"),
    move(HEAVY, "Dash", "D24-05", "Charge"),
    move(HEAVY, "Fall Back", "D24-06", "Reposition", "Charge", cost_ap=2, engaged=True),
    move(HEAVY, "Charge", "D24-08", "Reposition", "Dash", "Fall Back", conceal=False),
    ActionSpec("Pick Up Marker", "D24-10", 1, engaged=False, lifts=True, conditions=(picks_up,)),
    ActionSpec(PLACE_MARKER, "D24-11", 1, conditions=(places,)),
    ActionSpec("Shoot", "D24-13", 1, conceal=False, engaged=False, silent="silent", conditions=(HEAVY.not_moved,)),
    ActionSpec("Fight", "D24-14", 1, engaged=True),
    *(HEAVY.add_bar(spec) for spec in EQUIPMENT_ACTIONS),
)
