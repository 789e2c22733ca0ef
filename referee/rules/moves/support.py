"""What a thing rests on, and whether it may: over no edge, in no terrain, wholly carried (A24-01, A24-13, N21-01)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from geometry.measure import gap_to_part_horizontal
from geometry.paths.support import Support, support_of
from geometry.standing import depth_in, overhang
from geometry.table import Board, Marker, Operative
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE
from referee.rules.position import Position
from referee.rules.ruling import Finding, RuleId
from referee.rules.sight.blockers import matters
from referee.rules.witnesses import area_of, footprint, where

SURFACE_TOLERANCE = 0.06
"""Inches by which a measured height may differ from a surface and the thing still rests on it."""

SPECK = 1e-6
"""Inches of overlap that are none."""

Thing = Operative | Marker


def stands_on(thing: Thing, part: Part) -> bool:
    """Whether an operative's base, or a marker, rests on the top of a part."""
    base = thing.base
    on_top = abs(base.z - part.top) <= SURFACE_TOLERANCE
    return on_top and gap_to_part_horizontal(base, part) <= EXACT_TOLERANCE


def on_vantage(position: Position, thing: Thing) -> bool:
    """Whether it rests on Vantage terrain."""
    return bool(vantage_features(position, thing))


def vantage_features(position: Position, *things: Thing) -> frozenset[str]:
    """Return the features whose Vantage terrain any of the things rests on."""
    return frozenset(
        part.feature
        for part in position.table.terrain
        if part.has("Vantage") and any(stands_on(thing, part) for thing in things)
    )


def may_lie(position: Position, thing: Thing, board_rule: RuleId, placement_rule: RuleId) -> Iterable[Finding]:
    """Yield whether a thing lies on the board, in no terrain, and wholly carried by what is under it."""
    solid = tuple(filter(matters, position.table.terrain))
    yield over_no_edge(board_rule, thing, position.table.board)
    yield from in_no_terrain(placement_rule, thing, solid)
    yield from carried(placement_rule, thing, solid, support_on(thing, solid))


def over_no_edge(rule: RuleId, thing: Thing, board: Board) -> Finding:
    """Return whether nothing of a thing hangs over the edge of the board."""
    out = overhang(thing.base, board)
    return Finding.at_most(
        rule,
        f"{thing.id} does not hang over the killzone's edge",
        out,
        0.0,
        otherwise=f"{thing.id} hangs over the killzone's edge",
        sigma=thing.placement.sigma if out else 0.0,
        witness=where(footprint(thing.base).difference(area_of(board)), things=(thing.id,)),
    )


def in_no_terrain(rule: RuleId, thing: Thing, terrain: Iterable[Part]) -> Iterable[Finding]:
    """Yield a fault for each part that a thing stands in."""
    for part in terrain:
        deep = depth_in(thing.base, part) if matters(part) and not stands_on(thing, part) else 0.0
        if deep > SPECK:
            shared = footprint(thing.base).intersection(part.polygon)
            yield Finding.at_most(
                rule,
                f"{thing.id} stands in no terrain",
                deep,
                0.0,
                otherwise=f"{thing.id} stands in {part.id}",
                sigma=thing.placement.sigma,
                witness=where(shared, things=(thing.id, part.id)),
            )


def support_on(thing: Thing, terrain: Sequence[Part]) -> Support:
    """Return what carries a thing, as surely as heights are measured."""
    return support_of(thing.base, terrain, SURFACE_TOLERANCE)


def carried(rule: RuleId, thing: Thing, terrain: Sequence[Part], support: Support) -> Iterable[Finding]:
    """Yield whether a thing that is off the floor is wholly carried by what is under it."""
    if support.floor:
        return
    bare = footprint(thing.base)
    for part in terrain:
        if part.id in support.on:
            bare = bare.difference(part.polygon)
    yield Finding.at_least(
        rule,
        f"{thing.id} is wholly supported by what it stands on",
        support.margin if support.on else -thing.base.radius,
        0.0,
        otherwise=f"{thing.id} is not wholly supported by what it stands on",
        sigma=thing.placement.sigma,
        witness=where(bare, things=(thing.id, *support.on)),
    )
