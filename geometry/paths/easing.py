"""Places beside what is in the way: bodies that touch are seen to overlap, and no way leads out of another body.

What rests against a wall is measured in it as often as beside it. A search for ways begins and ends where the base can
be, a hair from where it was measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import Base, BaseShape
from geometry.corridor import perhaps_near
from geometry.paths.contact import Body
from geometry.paths.free_space import Scene, meets
from geometry.paths.strides import PlaceXYZ
from geometry.standing import edge_rooms, push_out
from geometry.table import Board
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]

PUSHES = 24
"""Pushes after which a place counts as none: between two walls a base that fits is free after a few."""

HAIR = 1e-9


def with_room(scene: Scene, room: float) -> Scene:
    """Return the scene with a mover that is larger by so many inches all round, so that ways keep that far off."""
    shape = scene.mover.shape
    return replace(scene, mover=replace(scene.mover, shape=BaseShape(shape.long + 2 * room, shape.short + 2 * room)))


def larger(scene: Scene, factor: float) -> Scene:
    """Return the scene with everything that many times as large and as far apart, heights as they are.

    A way found there is shorter here: its increments stay off the lengths at which prices change.
    """

    def base(one: Base) -> Base:
        shape = BaseShape(one.shape.long * factor, one.shape.short * factor)
        return replace(one, shape=shape, x=one.x * factor, y=one.y * factor)

    def body(one: Body) -> Body:
        return replace(one, base=base(one.base))

    return replace(
        scene,
        mover=base(scene.mover),
        parts=tuple(
            replace(part, outline=tuple((x * factor, y * factor) for x, y in part.outline)) for part in scene.parts
        ),
        blockers={name: body(one) for name, one in scene.blockers.items()},
        guests={name: body(one) for name, one in scene.guests.items()},
        avoid={name: replace(one, base=base(one.base), reach=one.reach * factor) for name, one in scene.avoid.items()},
        board=Board(scene.board.width * factor, scene.board.depth * factor),
    )


def eased(scene: Scene, place: PlaceXYZ, *, most: float) -> PlaceXYZ | None:
    """Return the place nearest to (x, y, z) where the base is in nothing that is in the way, by pushes one by one.

    None where that is farther than `most` inches, or where there is none.
    """
    x, y, z = place
    for _ in range(PUSHES):
        pushes = [*_pushes(scene, scene.mover.at(x, y, z))]
        if not pushes:
            return (x, y, z)
        by = max(pushes, key=lambda push: float(push @ push))
        longer = 1 + HAIR / max(float(np.hypot(*by)), HAIR)
        x, y = x + float(by[0]) * longer, y + float(by[1]) * longer
        if math.dist((x, y), place[:2]) > most:
            return None
    return None


def _pushes(scene: Scene, base: Base) -> Iterator[Array]:
    """Yield the push that frees the base of each thing that it is in."""
    for part in perhaps_near(scene.parts, base, 0.0):
        if part.id not in scene.ways and meets(base.z, scene.head, part.bottom, part.top):
            by = push_out(base, part)
            if float(np.hypot(*by)) > EXACT_TOLERANCE:
                yield by
    for body in (*scene.blockers.values(), *scene.guests.values()):
        apart = math.dist((base.x, base.y), (body.base.x, body.base.y)) - base.radius - body.base.radius
        if apart <= 0 and meets(base.z, scene.head, body.base.z, body.base.z + body.head):
            apart, towards = ellipse.separation(base, body.base)
            if apart < -EXACT_TOLERANCE:
                yield apart * towards
    left, right, near, far = edge_rooms(base, scene.board)
    over = np.array([max(0.0, -left) - max(0.0, -right), max(0.0, -near) - max(0.0, -far)])
    if float(np.hypot(*over)) > EXACT_TOLERANCE:
        yield over
