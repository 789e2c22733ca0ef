"""Where a base may end a move: off what is in the way there, and carried."""

from __future__ import annotations

import shapely
from shapely.geometry import MultiPolygon, Polygon

from geometry.paths.contact import Body
from geometry.paths.free_space import FreeSpace, Scene, free_space, grown_base, meets, tops_at
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE

_FINE = 32
"""Pieces of a quarter turn around what is in the way at the end: 4e-4 in off the true arc at most."""


def endable(scene: Scene, z: float, region: shapely.Geometry) -> MultiPolygon:
    """The part of a region in which the base may end a move.

    The edge of a straight reach is made of chords, which cut into round obstacles by up to 0.07 in where a ray grazes
    them: what is in the way is taken away here.
    """
    space = free_space(scene, z)
    taken = [shapely.transform(one, lambda corners: corners @ space.scale.T) for one in space.solid.grown(_FINE)]
    taken += [
        _grown(space, part)
        for part in scene.parts
        if part.id in scene.ways and _stands(scene, z, part.bottom, part.top)
    ]
    taken += [_around(scene, space, body) for body in scene.guests.values() if _meets(scene, z, body)]
    region = region.difference(shapely.union_all(taken))
    if z > EXACT_TOLERANCE:
        tops = shapely.transform(tops_at(scene, z), lambda corners: corners @ space.to_disc.T)
        whole = shapely.buffer(tops, -space.radius, quad_segs=16)
        region = region.intersection(shapely.transform(whole, lambda corners: corners @ space.scale.T))
    return MultiPolygon([one for one in shapely.get_parts(region) if isinstance(one, Polygon) and one.area > 0])


def _grown(space: FreeSpace, part: Part) -> shapely.Geometry:
    core = shapely.transform(part.polygon, lambda corners: corners @ space.to_disc.T)
    grown = shapely.buffer(core, space.radius - EXACT_TOLERANCE, quad_segs=16)
    return shapely.transform(grown, lambda corners: corners @ space.scale.T)


def _around(scene: Scene, space: FreeSpace, body: Body) -> shapely.Geometry:
    grown = grown_base(scene, body.base)
    return shapely.transform(grown, lambda corners: corners @ space.scale.T)


def _stands(scene: Scene, z: float, bottom: float, top: float) -> bool:
    return meets(z, scene.head, bottom, top)


def _meets(scene: Scene, z: float, body: Body) -> bool:
    return meets(z, scene.head, body.base.z, body.base.z + body.head)
