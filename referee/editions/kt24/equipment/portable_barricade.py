"""Portable barricade: Light cover that an operative takes along by Move With Barricade (J24-08, J24-09)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from shapely import unary_union

from geometry.base import EXACT_TOLERANCE
from geometry.measure import distance_to_outline, gap_to_part
from geometry.terrain import Part
from messages.message import Message
from referee.editions.kt24.equipment.item import BARRICADE, EquipmentItem, outline, room_findings
from referee.editions.kt24.options import EITHER_SIDE, INSIDE
from referee.rules.findings import contact_tolerance
from referee.rules.judgement import Attempt
from referee.rules.moves.move_table import MoveSpec
from referee.rules.ports.edition import ActionSpec, Edition, note
from referee.rules.position import Position
from referee.rules.ruling import Fact, Finding, Measurement, Ruling
from referee.rules.set_up import Item, SetUpAgain

PORTABLE = "Portable"
"""The trait of terrain that is one."""


def behind_barricade(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether the operative is connected to a portable barricade, and to its inside (rule J24-09)."""
    operative = position.table.operative(attempt.by)
    shields = [part for part in position.table.terrain if part.has(PORTABLE)]
    nearest = min(shields, key=lambda part: gap_to_part(operative.base, part), default=None)
    away = math.inf if nearest is None else gap_to_part(operative.base, nearest)
    slack = contact_tolerance(operative, *shields)
    means = Message.of("item-connected", operative=attempt.by, item=PORTABLE_BARRICADE.name)
    yield Measurement.at_most("J24-09", means, away, slack, sigma=operative.placement.sigma)
    inside = None if nearest is None else _inside_of(nearest, position.table.terrain)
    if inside is None or away > slack + EXACT_TOLERANCE:
        return
    (x, y), face = inside
    beyond = x * operative.placement.x + y * operative.placement.y - face
    reading = edition.reads(INSIDE)
    readings = [note(INSIDE, reading)] if beyond < 0 else []
    means = Message.of("item-inside", operative=attempt.by, item=PORTABLE_BARRICADE.name, readings=readings)
    if reading == EITHER_SIDE:
        yield Fact.declared("J24-09", True, means)
    else:
        yield Measurement.at_least("J24-09", means, beyond, 0.0, sigma=operative.placement.sigma)


def _inside_of(shield: Part, terrain: Iterable[Part]) -> tuple[tuple[float, float], float] | None:
    """Return the unit normal of a shield's inner face and the face's offset along it; None without feet.

    The inside is the long side on which its feet are.
    """
    feet = [part.polygon for part in terrain if part.feature == shield.feature and part.has("Insignificant")]
    if not feet:
        return None
    around = shield.polygon.minimum_rotated_rectangle
    corners = list(around.exterior.coords)[:3]
    long, _ = sorted(pairwise(corners), key=lambda side: -math.dist(*side))
    (x0, y0), (x1, y1) = long
    length = math.dist(*long)
    normal = (y1 - y0) / length, (x0 - x1) / length
    middle = unary_union(feet).centroid
    towards = normal[0] * (middle.x - around.centroid.x) + normal[1] * (middle.y - around.centroid.y)
    if abs(towards) < EXACT_TOLERANCE:
        return None
    normal = (math.copysign(1.0, towards) * normal[0], math.copysign(1.0, towards) * normal[1])
    return normal, max(normal[0] * x + normal[1] * y for x, y in shield.outline)


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
        distance_to_outline(operative.base, item.body or item.outline or ()),
        contact_tolerance(operative),
        sigma=operative.placement.sigma,
    )
    room = room_findings(position, spec, shape, item)
    return Ruling.of(Message.of("item-claim-set-up-again", item=spec.name), connected, *room)


AGAIN = SetUpAgain(MOVE_WITH_BARRICADE.name, PORTABLE, barricade_again)
