"""The 2021 action table (rules D21-01 to D21-09, C21-04)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.rules.attempt import Attempt
from referee.rules.edition import ActionSpec, Edition
from referee.rules.position import Position
from referee.rules.ruling import Finding

BARRED_BY_HEAVY = frozenset({"Normal Move", "Charge", "Fall Back"})


def heavy_not_moved(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield a fault for each move that a Heavy weapon does not go with: a Dash does (rule G21-07)."""
    if any(use.rule == "heavy" for use in attempt.weapon_rules):
        for move in attempt.performed:
            if move in BARRED_BY_HEAVY:
                yield Finding.fact("G21-07", False, f"a Heavy weapon does not go with {move}")


def no_move_after_heavy(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield a fault when a Heavy weapon was used in the activation (rule G21-07)."""
    if any(use.rule == "heavy" for weapon in attempt.weapons_used for use in weapon):
        yield Finding.fact("G21-07", False, f"{attempt.action} does not go with a Heavy weapon")


def no_weapon_that_bars(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield a fault for each rule of the weapon that bars overwatch (rules G21-04, G21-12)."""
    for use in attempt.weapon_rules:
        if use.rule in NO_OVERWATCH:
            yield Finding.fact("C21-04", False, f"no overwatch with {use.rule}")


NO_OVERWATCH = frozenset({"blast", "unwieldy"})


def picks_up(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether it carries nothing yet and controls the token it names, if it names one (rule D21-08)."""
    carries = position.status[attempt.by].carrying is not None if attempt.carrying is None else attempt.carrying
    yield Finding.fact("D21-08", not carries, "it carries no token yet")
    if attempt.target is not None:
        control = edition.markers.control(position, attempt.target)
        own = position.table.operative(attempt.by).player
        yield Finding.fact("D21-08", control.controller == own, f"its player controls {attempt.target}")
        liftable = attempt.target not in position.not_liftable
        yield Finding.fact("D21-08", liftable, f"{attempt.target} may be picked up")


ACTIONS = {
    spec.name: spec
    for spec in (
        ActionSpec(
            "Normal Move",
            "D21-01",
            1,
            bars=frozenset({"Fall Back", "Charge"}),
            engaged=False,
            conditions=(no_move_after_heavy,),
        ),
        ActionSpec(
            "Charge",
            "D21-04",
            1,
            bars=frozenset({"Normal Move", "Dash", "Fall Back"}),
            conceal=False,
            engaged=False,
            conditions=(no_move_after_heavy,),
        ),
        ActionSpec(
            "Fall Back",
            "D21-05",
            2,
            bars=frozenset({"Normal Move", "Charge"}),
            engaged=True,
            conditions=(no_move_after_heavy,),
        ),
        ActionSpec("Dash", "D21-06", 1, bars=frozenset({"Charge"}), engaged=False),
        ActionSpec("Pass", "D21-07", 1, repeatable=True),
        ActionSpec("Pick Up", "D21-08", 1, engaged=False, conditions=(picks_up,)),
        ActionSpec("Shoot", "D21-09", 1, conceal=False, engaged=False, silent="silent", conditions=(heavy_not_moved,)),
        ActionSpec("Fight", "D21-09", 1, engaged=True),
        ActionSpec("Overwatch", "C21-04", 0, conceal=False, engaged=False, conditions=(no_weapon_that_bars,)),
    )
}
