"""Portable barricade: Light cover that an operative takes along by Move With Barricade (J24-08, J24-09)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from geometry.measure import distance_to_outline, gap_to_part
from messages.message import Message
from referee.editions.kt24.equipment.item import BARRICADE, EquipmentItem, outline, room_findings
from referee.rules.findings import contact_tolerance
from referee.rules.judgement import Attempt
from referee.rules.moves.move_table import MoveSpec
from referee.rules.ports.edition import ActionSpec, Edition
from referee.rules.position import Position
from referee.rules.ruling import Finding, Measurement, Ruling
from referee.rules.set_up import Item, SetUpAgain

PORTABLE = "Portable"
"""The trait of terrain that is one."""


def behind_barricade(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether the operative is connected to a portable barricade (rule J24-09)."""
    operative = position.table.operative(attempt.by)
    shields = [part for part in position.table.terrain if part.has(PORTABLE)]
    nearest = min((gap_to_part(operative.base, part) for part in shields), default=math.inf)
    slack = contact_tolerance(operative, *shields)
    means = Message.of("item-connected", operative=attempt.by, item=PORTABLE_BARRICADE.name)
    yield Measurement.at_most("J24-09", means, nearest, slack, sigma=operative.placement.sigma)


MOVE_WITH_BARRICADE = ActionSpec(
    "Move With Barricade",
    "J24-09",
    1,
    bars=frozenset({"Fall Back", "Charge"}),
    treated_as="Reposition",
    engaged=False,
    conditions=(behind_barricade,),
)
PORTABLE_BARRICADE = EquipmentItem(
    "portable barricade",
    "J24-08",
    Message.of("item-about-portable-barricade"),
    footprint=BARRICADE,
    actions=(MOVE_WITH_BARRICADE,),
    moves=(MoveSpec(MOVE_WITH_BARRICADE.name, "J24-09", extra=-2.0, may_climb=False, level=True, sheds=PORTABLE),),
)


def barricade_again(position: Position, by: str, item: Item) -> Ruling:
    """Return whether a portable barricade may be set up again after the move with it (rule J24-09).

    Connected to the operative again, and as clear of other equipment, access points and Accessible terrain as before;
    territory is not asked. Where it may not, it is gone. `position` has the table without the barricade.
    """
    spec = replace(PORTABLE_BARRICADE, rule="J24-09")
    shape, operative = outline(item, spec), position.table.operative(by)
    connected = Measurement.at_most(
        spec.rule,
        Message.of("item-connected", operative=by, item=spec.name),
        distance_to_outline(operative.base, item.outline or ()),
        contact_tolerance(operative),
        sigma=operative.placement.sigma,
    )
    room = room_findings(position, spec, shape, item)
    return Ruling.of(Message.of("item-claim-set-up-again", item=spec.name), connected, *room)


AGAIN = SetUpAgain(MOVE_WITH_BARRICADE.name, PORTABLE, barricade_again)
