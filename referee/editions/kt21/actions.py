"""Action table of the 2021 edition (rules D21-01 to D21-09, C21-04)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from geometry.measure import within
from messages.message import Message
from referee.editions.kt21.options import BY_CENTRE, RELENTLESS, STUN, TOKENS
from referee.rules.findings import gap_finding
from referee.rules.judgement import Attempt
from referee.rules.ports.actions import Heavy, move, table_of
from referee.rules.ports.edition import ActionSpec, Edition, note
from referee.rules.position import Position
from referee.rules.ruling import Fact, Finding
from referee.rules.sight.control_range import other_reading_of_help

HEAVY = Heavy("G21-07", frozenset({"Normal Move", "Charge", "Fall Back"}))
"""A Dash is compatible with a Heavy weapon."""

PICK_UP_REACH = 1.0
POINT = 1e-9


def no_weapon_that_bars(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield a fault for each rule of the weapon that excludes overwatch (rules G21-04, G21-12)."""
    for use in attempt.weapon_rules:
        if use.rule in NO_OVERWATCH:
            yield Fact.declared("C21-04", False, Message.of("reaction-weapon-allows-overwatch", rule=use.rule))


NO_OVERWATCH = frozenset({"blast", "unwieldy"})


def support_as_read(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield the reading of support if it decides who assists either fighter (F21-02)."""
    if attempt.target in position.table.operatives:
        pairs = ((attempt.by, attempt.target), (attempt.target, attempt.by))
        for read_as in dict.fromkeys(one for pair in pairs for one in other_reading_of_help(edition, position, *pair)):
            yield Fact.declared("F21-02", True, Message.of("modifier-support-as-read", reading=read_as))


def stun_as_read(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield the reading of Stun in fights if the weapon has it (G21-14)."""
    if any(use.rule == "stun" for use in attempt.weapon_rules):
        read_as = note(STUN, edition.reads(STUN))
        yield Fact.declared("G21-14", True, Message.of("modifier-stun-as-read", reading=read_as))


def relentless_as_read(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield the reading of Relentless if the weapon has it (G21-03)."""
    if any(use.rule == "relentless" for use in attempt.weapon_rules):
        read_as = note(RELENTLESS, edition.reads(RELENTLESS))
        yield Fact.declared("G21-03", True, Message.of("modifier-relentless-as-read", reading=read_as))


def picks_up(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether it carries nothing yet, and is near and controls the token if it names one (D21-08)."""
    carries = position.status[attempt.by].carrying is not None if attempt.carrying is None else attempt.carrying
    yield Fact.declared("D21-08", not carries, Message.of("marker-hands-free"))
    if attempt.target is not None:
        named = attempt.target
        token, who = position.marker(attempt.target), position.table.operative(attempt.by)
        carried = Message.of("marker-not-carried", marker=named, carrier=token.carried_by or "")
        yield Fact.declared("D21-08", token.carried_by is None, carried)
        if token.carried_by is None:
            reading, centre = edition.reads(TOKENS), replace(token, diameter=POINT)
            aim = centre if reading == BY_CENTRE else token
            matters = within(who.base, token.base, PICK_UP_REACH) is not within(who.base, centre.base, PICK_UP_REACH)
            reason = Message.of(
                "marker-token-near",
                marker=named,
                operative=attempt.by,
                readings=[note(TOKENS, reading)] if matters else [],
            )
            yield gap_finding("D21-08", reason, who, aim, PICK_UP_REACH)
            yield from edition.spacing.also(position, who.base, aim.base, PICK_UP_REACH)
        yield edition.markers.controlled(position, named, "D21-08", player=who.player)
        liftable = attempt.target not in position.not_liftable
        yield Fact.declared("D21-08", liftable, Message.of("marker-may-be-picked-up", marker=named))


ACTIONS = table_of(
    move(HEAVY, "Normal Move", "D21-01", "Fall Back", "Charge"),
    move(HEAVY, "Charge", "D21-04", "Normal Move", "Dash", "Fall Back", conceal=False),
    move(HEAVY, "Fall Back", "D21-05", "Normal Move", "Charge", cost_ap=2, engaged=True),
    move(HEAVY, "Dash", "D21-06", "Charge"),
    ActionSpec("Pass", "D21-07", 1, repeatable=True),
    ActionSpec("Pick Up", "D21-08", 1, engaged=False, lifts=True, conditions=(picks_up,)),
    ActionSpec("Shoot", "D21-09", 1, conceal=False, engaged=False, silent="silent", conditions=(HEAVY.not_moved,)),
    ActionSpec("Fight", "D21-09", 1, engaged=True, conditions=(support_as_read, relentless_as_read, stun_as_read)),
    ActionSpec("Overwatch", "C21-04", 0, conceal=False, engaged=False, conditions=(no_weapon_that_bars,)),
)
