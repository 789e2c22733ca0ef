"""A hand on a forearm that reaches over the board."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry.base import MM_PER_INCH
from hardware.simulated.light import Stake
from hardware.simulated.raster import Solid
from hardware.simulated.solids import Ball, Point, Rod, linear

_SKIN = linear("#d0977a")
_NAIL = linear("#e3b7a4")
_SLEEVE = linear("#39486e")
_CUFF = linear("#7d8bb0")


@dataclass(frozen=True, slots=True)
class Hand:
    """Where a hand is: the point between its fingertips, in board inches, and the side that its arm comes from.

    `arm_deg` is the direction from the fingertips to the elbow, counter-clockwise from +x.
    """

    x: float
    y: float
    z: float = 1.2
    arm_deg: float = -90.0


def hand_solids(hand: Hand) -> tuple[Solid, ...]:
    """Return palm, fingers, thumb, wrist and sleeve; everything is above the fingertips."""
    c, s = math.cos(math.radians(hand.arm_deg)), math.sin(math.radians(hand.arm_deg))
    tip = (hand.x * MM_PER_INCH, hand.y * MM_PER_INCH, hand.z * MM_PER_INCH)

    def at(back: float, right: float, up: float) -> Point:
        """A point so far towards the elbow, to the right of the arm's direction, and above the fingertips."""
        return tip[0] + c * back + s * right, tip[1] + s * back - c * right, tip[2] + up

    solids: list[Solid] = []
    for side, knuckle, reach in ((-24.0, -26.0, 9.0), (-9.0, -9.5, 0.0), (7.0, 8.0, 1.0), (21.0, 24.0, 10.0)):
        bend = at(30 + reach, knuckle, 26)
        solids.append(Rod(at(reach - 2, side * 0.45, 4), bend, 7.6, _SKIN))
        solids.append(Rod(bend, at(66, knuckle * 0.95, 32), 8.4, _SKIN))
        solids.append(Ball(at(reach - 4, side * 0.45, 9.5), (4.2, 4.2, 3.0), _NAIL, hand.arm_deg, 0.05))
    solids.extend(
        [
            Rod(at(4, -13, 0), at(42, -41, 14), 8.2, _SKIN),
            Rod(at(42, -41, 14), at(88, -22, 24), 10.5, _SKIN),
            Ball(at(86, 0, 30), (42, 36, 14), _SKIN, hand.arm_deg),
            Rod(at(108, 0, 32), at(165, 0, 40), 24, _SKIN),
            Rod(at(160, 0, 42), at(172, 0, 44), 34, _CUFF),
            Rod(at(168, 0, 44), at(520, 0, 120), 37, _SLEEVE),
        ]
    )
    return tuple(solids)


def hand_stakes(hand: Hand) -> tuple[Stake, ...]:
    """Return the rods that throw the hand's shadow on the board, counted from its fingertips in x and y."""
    c, s = math.cos(math.radians(hand.arm_deg)), math.sin(math.radians(hand.arm_deg))
    z = hand.z * MM_PER_INCH

    def rod(start: float, end: float, low: float, high: float, radius: float) -> Stake:
        return Stake((c * start, s * start, z + low), (c * end, s * end, z + high), radius)

    return rod(0, 60, 4, 28, 22), rod(60, 120, 28, 32, 36), rod(120, 172, 32, 44, 25), rod(172, 460, 44, 106, 37)
