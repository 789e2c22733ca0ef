"""The 2024 action table (rules D24-01 to D24-16, J24-02, J24-09, J24-11, J24-13)."""

from __future__ import annotations

import math
from collections.abc import Iterable

from geometry.measure import gap_to_part
from referee.rules.attempt import Attempt
from referee.rules.edition import ActionSpec, Edition
from referee.rules.measuring import gap_finding
from referee.rules.position import Position
from referee.rules.ruling import Finding, Ruling

STUN_THROW = 6.0
MOVES = frozenset({"Reposition", "Dash", "Fall Back", "Charge", "Move With Barricade"})


def permitted_by_heavy(only: str | None, move: str) -> bool:
    """Return whether a Heavy weapon goes with that move; `only` is what stands in its brackets (rule G24-07)."""
    return only is not None and only.strip().lower() == move.lower()


def heavy_not_moved(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield a fault for each move that a Heavy weapon does not go with: no use after moving (rule G24-07)."""
    for use in attempt.weapon_rules:
        if use.rule == "heavy":
            for move in attempt.performed:
                if move in MOVES and not permitted_by_heavy(use.only, move):
                    yield Finding.fact("G24-07", False, f"a Heavy weapon is not used after {move}")


def no_move_after_heavy(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield a fault for each Heavy weapon used before a move that it does not go with (rule G24-07)."""
    for weapon in attempt.weapons_used:
        for use in weapon:
            if use.rule == "heavy" and not permitted_by_heavy(use.only, attempt.action):
                yield Finding.fact("G24-07", False, f"no {attempt.action} after using a Heavy weapon")


def _carries(position: Position, attempt: Attempt) -> bool:
    if attempt.carrying is not None:
        return attempt.carrying
    return position.status[attempt.by].carrying is not None


def may_lift(edition: Edition, position: Position, by: str, marker: str) -> Ruling:
    """Return whether the operative itself controls the marker and a rule lets it be picked up (rule D24-10)."""
    control = edition.markers.control(position, marker)
    own = position.table.operative(by).player
    return Ruling.of(
        f"{by} may pick up {marker}",
        Finding.fact("D24-10", by in control.contesting and control.controller == own, f"{by} controls {marker}"),
        Finding.fact("D24-10", marker not in position.not_liftable, f"a rule allows {marker} to be picked up"),
        Finding.fact("L24-03", position.marker(marker).carried_by is None, f"nobody carries {marker}"),
    )


def picks_up(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether it carries nothing yet, and may lift the marker named, or some marker that there is."""
    yield Finding.fact("D24-10", not _carries(position, attempt), "it carries no marker yet")
    if attempt.target is not None:
        yield from may_lift(edition, position, attempt.by, attempt.target).findings
        return
    loose = [name for name, marker in position.table.markers.items() if marker.carried_by is None]
    if loose:
        liftable = any(may_lift(edition, position, attempt.by, name).holds for name in loose)
        yield Finding.fact("D24-10", liftable, "it controls a marker that may be picked up")


def places(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether it carries a marker that it has not picked up in this activation (rule D24-11)."""
    yield Finding.fact("D24-11", _carries(position, attempt), "it carries a marker")
    fresh = "Pick Up Marker" in attempt.performed
    yield Finding.fact("D24-11", not fresh, "the marker was not picked up in this activation")


def behind_barricade(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether the operative is connected to a portable barricade (rule J24-09)."""
    operative = position.table.operative(attempt.by)
    shields = [part for part in position.table.terrain if part.has("Portable")]
    nearest = min((gap_to_part(operative.base, part) for part in shields), default=math.inf)
    means = f"{attempt.by} is connected to a portable barricade"
    yield Finding.at_most("J24-09", means, nearest, 0.0, sigma=operative.placement.sigma)


def in_a_throws_reach(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether the operative that a stun grenade is thrown at is an enemy, near enough and seen (rule J24-13)."""
    target = position.table.operatives.get(attempt.target or "")
    if target is None:
        return
    thrower = position.table.operative(attempt.by)
    yield Finding.fact("J24-13", target.player != thrower.player, f"{target.id} is an enemy")
    yield gap_finding("J24-13", f"{target.id} within a throw", thrower, target, STUN_THROW)
    yield from edition.sight.visible(position, attempt.by, target.id).findings


ACTIONS = {
    spec.name: spec
    for spec in (
        ActionSpec(
            "Reposition",
            "D24-03",
            1,
            bars=frozenset({"Fall Back", "Charge"}),
            engaged=False,
            conditions=(no_move_after_heavy,),
        ),
        ActionSpec("Dash", "D24-05", 1, bars=frozenset({"Charge"}), engaged=False, conditions=(no_move_after_heavy,)),
        ActionSpec(
            "Fall Back",
            "D24-06",
            2,
            bars=frozenset({"Reposition", "Charge"}),
            engaged=True,
            conditions=(no_move_after_heavy,),
        ),
        ActionSpec(
            "Charge",
            "D24-08",
            1,
            bars=frozenset({"Reposition", "Dash", "Fall Back"}),
            conceal=False,
            engaged=False,
            conditions=(no_move_after_heavy,),
        ),
        ActionSpec("Pick Up Marker", "D24-10", 1, engaged=False, conditions=(picks_up,)),
        ActionSpec("Place Marker", "D24-11", 1, conditions=(places,)),
        ActionSpec("Shoot", "D24-13", 1, conceal=False, engaged=False, silent="silent", conditions=(heavy_not_moved,)),
        ActionSpec("Fight", "D24-14", 1, engaged=True),
        ActionSpec("Ammo Resupply", "J24-02", 0, engaged=False),
        ActionSpec("Smoke Grenade", "J24-11", 1, engaged=False),
        ActionSpec("Stun Grenade", "J24-13", 1, engaged=False, conditions=(in_a_throws_reach,)),
        ActionSpec(
            "Move With Barricade",
            "J24-09",
            1,
            bars=frozenset({"Fall Back", "Charge"}),
            treated_as="Reposition",
            engaged=False,
            conditions=(no_move_after_heavy, behind_barricade),
        ),
    )
}
