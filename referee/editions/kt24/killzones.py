"""Killzones Gallowdark and Volkus: overlays on the ports."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from shapely import Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from geometry.base import EXACT_TOLERANCE, Base
from geometry.measure import inside_margin
from geometry.position_errors import measured_limit
from geometry.terrain import Part
from messages.message import Message
from referee.editions.kt24.areas import SPREADING
from referee.editions.kt24.control_range import (
    MarkersInControlRange,
    control_range,
    hatch_in_control_range,
    opaque_nearby,
)
from referee.editions.kt24.options import GUARD_WHERE, STRONGHOLD
from referee.rules.judgement import Attempt, Shot, ShotJudgement
from referee.rules.moves.interactions import fight_through, hatchway_fight, openings, operating_hatch
from referee.rules.ports.actions import table_of
from referee.rules.ports.edition import ActionSpec, Edition, SightPolicy, note
from referee.rules.ports.killzone import OpenGround
from referee.rules.position import Exemption, Position
from referee.rules.ruling import Fact, Finding, Ruling
from referee.rules.sight.control_range import EngagementOverlay
from referee.rules.support import SURFACE_TOLERANCE, stands_on
from referee.rules.weapon import RuleUse, lethal_in_condensed_environment


@dataclass(frozen=True, slots=True)
class CloseQuarters(OpenGround):
    """Closed everywhere: weapons that spread gain Lethal 5+ against any target (rule K24-06)."""

    @property
    def gains_by(self) -> str:
        """Rule K24-06."""
        return "K24-06"

    def gained_rules(self, position: Position, rules: Sequence[RuleUse], target: str | None) -> tuple[RuleUse, ...]:
        """Return the rules that the weapon gains."""
        return lethal_in_condensed_environment(rules, SPREADING)


GUARD = ActionSpec(
    "Guard",
    "D24-15",
    1,
    treated_as="Shoot",
    conceal=False,
    engaged=False,
    unless=Exemption.GUARD_CONCEALED,
    rolls=False,
)


def guard_as_read(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield the reading by which Guard is an action of every killzone (D24-15)."""
    read_as = note(GUARD_WHERE, edition.reads(GUARD_WHERE))
    yield Fact.declared("D24-15", True, Message.of("action-guard-as-read", reading=read_as))


GUARD_ANYWHERE = replace(GUARD, conditions=(guard_as_read,))
"""Guard outside of Gallowdark, where a reading allows it."""
ACTIONS = table_of(
    GUARD, hatchway_fight("K24-11"), operating_hatch("K24-07", hatch_in_control_range, "Dash", "Reposition")
)


def gallowdark(edition: Edition) -> Edition:
    """Return the edition with Guard, Hatchway Fight and Operate Hatch among its actions."""
    return replace(edition, actions={**edition.actions, **ACTIONS}, environment=CloseQuarters())


def _door_fight(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    doors = openings(position, "door")
    return fight_through(position, attempt.by, attempt.target, doors, "K24-05", floor=True)


LOW = 2.0


def seen_over(position: Position) -> tuple[Part, ...]:
    """Return the parts that block visibility within control range.

    Stronghold doors do not, nor stronghold parts under 2" (K24-02).
    """
    return tuple(
        part
        for part in opaque_nearby(position)
        if part.role != "door" and not (_of_stronghold(part) and part.top < LOW - EXACT_TOLERANCE)
    )


def _of_stronghold(part: Part) -> bool:
    return part.role == "stronghold" or (part.killzone or "").lower() == "volkus" or part.has("Stronghold")


def wholly_in_stronghold(position: Position, name: str, *, hull: bool = True) -> bool:
    """Return whether an operative is wholly within one stronghold: as declared, or inside the walls of its feature.

    With the reading `hull` it is the whole area between the outermost walls of the feature; otherwise only its parts
    and the areas that they enclose completely.
    """
    if name in position.in_stronghold:
        return True
    if name in position.garrisons:
        return position.garrisons[name]
    base = position.table.operative(name).base
    return _margin(base, _strongholds(position), hull=hull) >= -EXACT_TOLERANCE


def garrison_chance(position: Position, name: str, *, hull: bool = True) -> float:
    """Return the probability that an operative is wholly within one stronghold, as in `wholly_in_stronghold`."""
    if name in position.in_stronghold or name in position.garrisons:
        return float(wholly_in_stronghold(position, name, hull=hull))
    strongholds, table = _strongholds(position), position.table
    if not strongholds:
        return 0.0
    own = table.operative(name)
    return measured_limit((own,), strongholds, table.common, lambda bases, parts: _margin(bases[0], parts, hull=hull)).p


def _strongholds(position: Position) -> list[Part]:
    return [part for part in position.table.terrain if _of_stronghold(part)]


def _margin(base: Base, strongholds: Iterable[Part], *, hull: bool) -> float:
    """Return the margin by which a base is wholly within one of them, inches."""
    features: dict[str, list[Polygon]] = {}
    for part in strongholds:
        features.setdefault(part.feature, []).append(part.polygon)
    areas = [area for parts in features.values() for area in _areas(unary_union(parts), hull=hull)]
    return max((inside_margin(base, area) for area in areas), default=-math.inf)


def _areas(walls: BaseGeometry, *, hull: bool) -> list[Polygon]:
    if hull:
        return [Polygon(walls.convex_hull.exterior.coords)]
    return [Polygon(part.exterior) for part in getattr(walls, "geoms", [walls])]


def on_floor_or_step(position: Position, name: str) -> bool:
    """Return whether an operative is on the killzone floor or on a fire step (rule K24-03)."""
    operative = position.table.operative(name)
    if name in position.in_stronghold or operative.base.z <= SURFACE_TOLERANCE:
        return True
    return any(part.role == "fire_step" and stands_on(operative, part) for part in position.table.terrain)


@dataclass(frozen=True, slots=True)
class Strongholds(OpenGround):
    """Closed within strongholds, and held by the operatives in them (rules K24-03, K24-04)."""

    hull: bool = True

    @property
    def gains_by(self) -> str:
        """Rule K24-03."""
        return "K24-03"

    def gained_rules(self, position: Position, rules: Sequence[RuleUse], target: str | None) -> tuple[RuleUse, ...]:
        """Return the rules that a weapon that spreads gains against a target wholly in a stronghold."""
        closed = target is not None and self._within(position, target) and on_floor_or_step(position, target)
        return lethal_in_condensed_environment(rules, SPREADING) if closed else ()

    def first_resolver(self, position: Position, attacker: str, defender: str) -> str:
        """Return the defender if it alone is wholly in a stronghold, else the attacker."""
        garrisoned = self._within(position, defender) and not self._within(position, attacker)
        return defender if garrisoned else attacker

    def garrisoned(self, position: Position, name: str) -> float:
        """Return the probability that an operative is wholly in a stronghold."""
        return garrison_chance(position, name, hull=self.hull)

    def _within(self, position: Position, name: str) -> bool:
        return wholly_in_stronghold(position, name, hull=self.hull)


@dataclass(frozen=True, slots=True)
class SightInVolkus:
    """Sight port of Volkus, which notes the reading of strongholds for weapons that spread."""

    inner: SightPolicy

    def visible(self, position: Position, viewer: str, target: str) -> Ruling:
        """Return whether one operative sees the other."""
        return self.inner.visible(position, viewer, target)

    def all_visible(self, position: Position, pairs: Sequence[tuple[str, str]]) -> tuple[Ruling, ...]:
        """Return the same for several pairs of viewer and target."""
        return self.inner.all_visible(position, pairs)

    def judge(self, edition: Edition, position: Position, shot: Shot) -> ShotJudgement:
        """Return the judgement, with the reading of what is within a stronghold if it matters (rule K24-03)."""
        return self._read(edition, position, shot, self.inner.judge(edition, position, shot))

    def judge_all(self, edition: Edition, position: Position, shots: Sequence[Shot]) -> tuple[ShotJudgement, ...]:
        """Return the same for several shots."""
        judged = self.inner.judge_all(edition, position, shots)
        return tuple(self._read(edition, position, *each) for each in zip(shots, judged, strict=True))

    def _read(self, edition: Edition, position: Position, shot: Shot, judged: ShotJudgement) -> ShotJudgement:
        spreads = bool(lethal_in_condensed_environment(shot.weapon_rules, SPREADING))
        if not (spreads and read_otherwise(position, shot.target) and on_floor_or_step(position, shot.target)):
            return judged
        said = note(STRONGHOLD, edition.reads(STRONGHOLD))
        valid, may = (replace(one, notes=(*one.notes, said)) for one in (judged.target_ruling, judged.selectable))
        return replace(judged, target_ruling=valid, selectable=may)


@dataclass(frozen=True, slots=True)
class EngagementInVolkus(EngagementOverlay):
    """Control range of Volkus: its ruling notes the reading of strongholds if it affects a fighter's garrison."""

    note: Message

    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether the two operatives are within control range of each other."""
        ruling = self.inner.engaged(position, a, b)
        matters = ruling.holds and (read_otherwise(position, a) or read_otherwise(position, b))
        return replace(ruling, notes=(*ruling.notes, self.note)) if matters else ruling


def read_otherwise(position: Position, name: str) -> bool:
    """Return whether the two readings differ on whether an operative is wholly within a stronghold."""
    return wholly_in_stronghold(position, name) is not wholly_in_stronghold(position, name, hull=False)


def volkus(edition: Edition) -> Edition:
    """Return the edition with Door Fight, visibility over low stronghold parts in control range, and garrisons."""
    own = ActionSpec("Door Fight", "K24-05", 1, treated_as="Fight", engaged=False, conditions=(_door_fight,))
    return replace(
        edition,
        actions={**edition.actions, own.name: own},
        engagement=EngagementInVolkus(control_range(seen_over), note(STRONGHOLD, edition.reads(STRONGHOLD))),
        sight=SightInVolkus(edition.sight),
        markers=MarkersInControlRange(blockers=seen_over),
        environment=Strongholds(edition.reads(STRONGHOLD) == "the hull of its walls"),
    )


KILLZONES = {"gallowdark": gallowdark, "volkus": volkus}
