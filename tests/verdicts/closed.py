"""What is true of tables near a limit, thousands at once, by closed forms that share no code with the referee.

Each takes a scene and what its things are off by, shape (`THINGS`, n, 2) in inches: begin of the way or A, end of the
way, B, C, a marker. It returns of n tables whether the ruling of its kind holds, as `docs/rules.md` has it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from geometry.terrain import Part
from tests.verdicts.kinds import KINDS
from tests.verdicts.tables import BOARD, Scene

Array = NDArray[np.float64]
Truths = NDArray[np.bool_]
Held = Callable[[Scene, Array], Truths]

THINGS = 5
MOVE_IN = 6.0
OF = {"A": 0, "B": 2, "C": 3}


def charge(scene: Scene, off: Array) -> Truths:
    """Return whether a charge ends within an inch of its enemy."""
    return np.asarray(_apart(scene, "B", _end(scene, off), off[2]) <= 1.0)


def sticky(scene: Scene, off: Array) -> Truths:
    """Return whether it ends within an inch of B, and of C, too, where it ever came within an inch of that one."""
    begin, end = np.array(scene.way[0][:2]) + off[0], _end(scene, off)
    nearest = _nearest(begin, end, _at(scene, "C", off[3]))
    stays = (_apart(scene, "C", end, off[3]) <= 1.0) | (_apart(scene, "C", nearest, off[3]) > 1.0)
    return np.asarray(charge(scene, off) & stays)


def smoked(scene: Scene, off: Array) -> Truths:
    """Return whether the two are more than two inches apart, and one is wholly within an inch of the smoke's edge."""
    reach = scene.markers["m"].diameter / 2 + 1.0
    inside = [_to_marker(scene, name, off) + 2 * scene.operatives[name].base.radius <= reach for name in ("A", "B")]
    return np.asarray((_apart(scene, "B", _at(scene, "A", off[0]), off[2]) > 2.0) & (inside[0] | inside[1]))


def within(scene: Scene, off: Array, *, reach: float) -> Truths:
    """Return whether B is within so many inches of A."""
    return np.asarray(_apart(scene, "B", _at(scene, "A", off[0]), off[2]) <= reach)


def nobody_near(scene: Scene, off: Array) -> Truths:
    """Return whether B is more than an inch from A."""
    return np.asarray(~within(scene, off, reach=1.0))


def beside_base(scene: Scene, off: Array) -> Truths:
    """Return whether A's base is on no other's."""
    return np.asarray(_apart(scene, "B", _at(scene, "A", off[0]), off[2]) >= 0.0)


def beside_terrain(scene: Scene, off: Array) -> Truths:
    """Return whether A's base is in no terrain."""
    return np.asarray(_to_block(scene.terrain[0], _at(scene, "A", off[0])) >= scene.operatives["A"].base.radius)


def on_board(scene: Scene, off: Array) -> Truths:
    """Return whether A's base is wholly on the board."""
    return _on_board(scene, _at(scene, "A", off[0]))


def contested(scene: Scene, off: Array, *, name: str = "A", to_rim: bool) -> Truths:
    """Return whether an operative is within an inch of a marker's rim, or within two of its centre."""
    away = _to_marker(scene, name, off)
    return np.asarray(away - scene.markers["m"].diameter / 2 <= 1.0 if to_rim else away <= 2.0)


def controlled(scene: Scene, off: Array, *, to_rim: bool) -> Truths:
    """Return whether A contests the marker and its player has more there than the enemy, all of them having APL 2."""
    there = {name: contested(scene, off, name=name, to_rim=to_rim) for name in scene.operatives}
    friend = there.get("C", np.zeros_like(there["A"]))
    return np.asarray(there["A"] & (friend | ~there["B"]))


def length(scene: Scene, off: Array) -> Truths:
    """Return whether the way is no longer than six inches and ends on the board."""
    return np.asarray((_legs(scene, off).sum(axis=0) <= MOVE_IN) & _on_board(scene, _end(scene, off)))


def price(scene: Scene, off: Array) -> Truths:
    """Return whether its legs, each rounded up to a whole inch, come to no more than six, and it ends on the board."""
    return np.asarray((np.ceil(_legs(scene, off)).sum(axis=0) <= MOVE_IN) & _on_board(scene, _end(scene, off)))


def through_gap(scene: Scene, off: Array) -> Truths:
    """Return whether a base passes both blocks on a straight way that begins and ends far from them."""
    begin, end = np.array(scene.way[0][:2]) + off[0], _end(scene, off)
    corners = (np.array(corner) for block in scene.terrain for corner in block.outline)
    apart = [np.hypot(*(_nearest(begin, end, corner) - corner).T) for corner in corners]
    return np.asarray(np.min(apart, axis=0) >= scene.operatives["A"].base.radius)


def by_hatch(scene: Scene, off: Array) -> Truths:
    """Return whether A is within an inch of the hatch, and no enemy is within an inch of one that is open."""
    door = scene.terrain[0]
    near = {
        name: _to_block(door, _at(scene, name, off[OF[name]])) - one.base.radius <= 1.0
        for name, one in scene.operatives.items()
    }
    held = near.get("B", np.zeros_like(near["A"])) if door.state == "open" else np.zeros_like(near["A"])
    return np.asarray(near["A"] & ~held)


def beyond_hatch(scene: Scene, off: Array) -> Truths:
    """Return whether B is within two inches of the hatchway that A's base touches."""
    away = _to_block(scene.terrain[0], _at(scene, "B", off[2])) - scene.operatives["B"].base.radius
    return np.asarray(away <= 2.0)


_ALIKE: dict[str, Held] = {
    "weapon's range": partial(within, reach=6.0),
    "charge ends in reach": charge,
    "charge stays with whom it reaches": sticky,
    "set up on another base": beside_base,
    "set up in terrain": beside_terrain,
    "base over the board's edge": on_board,
    "no enemy in reach": nobody_near,
    "move through a gap": through_gap,
    "price of one leg": length,
    "price of several legs": price,
    "length of several legs": length,
    "obscured by smoke": smoked,
    "hatch in reach": by_hatch,
    "hatch held by an enemy": by_hatch,
    "fight through a hatch": beyond_hatch,
}
CLOSED: dict[tuple[str, str], Held] = {
    **{(kind, edition): held for kind, held in _ALIKE.items() for edition in KINDS[kind].editions},
    ("objective contested", "kt24"): partial(contested, to_rim=True),
    ("objective contested", "kt21"): partial(contested, to_rim=False),
    ("control of a marker", "kt24"): partial(controlled, to_rim=True),
    ("control of a marker", "kt21"): partial(controlled, to_rim=False),
}


def _at(scene: Scene, name: str, off: Array) -> Array:
    where = scene.operatives[name].placement
    return np.asarray(np.array([where.x, where.y]) + off)


def _end(scene: Scene, off: Array) -> Array:
    return np.asarray(np.array(scene.way[-1][:2]) + off[1])


def _nearest(begin: Array, end: Array, spot: Array) -> Array:
    """Return the points of the ways that are nearest to a spot, (n, 2)."""
    along = end - begin
    share = ((spot - begin) * along).sum(axis=-1) / (along * along).sum(axis=-1)
    return np.asarray(begin + np.clip(share, 0.0, 1.0)[:, None] * along)


def _on_board(scene: Scene, spot: Array) -> Truths:
    radius = scene.operatives["A"].base.radius
    return np.asarray(((spot >= radius) & (spot <= np.array([BOARD.width, BOARD.depth]) - radius)).all(axis=-1))


def _legs(scene: Scene, off: Array) -> Array:
    """Return the lengths of the legs of A's way, (legs, n); its turns are off by what the two others would be."""
    of = (0, *range(2, len(scene.way)), 1)
    spots = [np.array(spot[:2]) + off[thing] for spot, thing in zip(scene.way, of, strict=True)]
    return np.array([np.hypot(*(other - one).T) for one, other in pairwise(spots)])


def _apart(scene: Scene, name: str, spot: Array, off: Array) -> Array:
    """Return how far A, standing there, is from another, edge to edge, (n,)."""
    rims = sum(scene.operatives[each].base.radius for each in ("A", name))
    return np.asarray(np.hypot(*(spot - _at(scene, name, off)).T) - rims)


def _to_marker(scene: Scene, name: str, off: Array) -> Array:
    """Return how far an operative's edge is from the centre of the marker, (n,)."""
    lies = scene.markers["m"].placement
    away = _at(scene, name, off[OF[name]]) - np.array([lies.x, lies.y]) - off[4]
    return np.asarray(np.hypot(*away.T) - scene.operatives[name].base.radius)


def _to_block(block: Part, spot: Array) -> Array:
    """Return how far spots are from a rectangle, (n,); none inside."""
    corner, along, _, across = (np.array(each) for each in block.outline)
    beyond = []
    for side in (along - corner, across - corner):
        size = float(np.hypot(*side))
        beyond.append(np.maximum(np.abs((spot - corner) @ side / size - size / 2) - size / 2, 0.0))
    return np.asarray(np.hypot(*beyond))
