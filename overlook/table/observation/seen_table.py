"""The table seen in one frame: `SeenTable`, conversion of detections to a `Table` in inches, and JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from calibration.catalogue import Catalogue, OperativeEntry, TerrainEntry
from calibration.pose.localisation import DoorState, LocatedThing
from calibration.rig import BoardPose
from calibration.tags import TagSighting
from geometry.base import MM_PER_INCH, BaseShape
from geometry.placement import Placement
from geometry.table import Board, Marker, Operative, Table
from geometry.terrain import Part
from messages.message import Message
from vision.frame import Frame
from vision.tracking.photograph import TableReading
from vision.tracking.table_tracker import Observation
from vision.tracking.track import TrackState, Waypoint

DEFAULT_HEAD_MM = 36.0
HEAD_SIGMA_MM, GUESSED_HEAD_SIGMA_MM = 1.0, 4.0
"""Standard deviation of a head's height in mm: measured with a ruler, and not measured."""
VANTAGE = "Vantage"
AWAY = frozenset({TrackState.GONE})
NO_LEAVES: Mapping[str, DoorState] = MappingProxyType({})


def head_of(entry: OperativeEntry) -> float:
    """Return the height of a figure's head above the underside of its base, in inches; 36 mm if it was not measured."""
    return (entry.figure_height_mm or DEFAULT_HEAD_MM) / MM_PER_INCH


def head_sigma_of(entry: OperativeEntry) -> float:
    """Return the standard deviation of the height of a figure's head, in inches."""
    return (HEAD_SIGMA_MM if entry.figure_height_mm else GUESSED_HEAD_SIGMA_MM) / MM_PER_INCH


def part_of(entry: TerrainEntry, placement: Placement, leaf: DoorState | None = None) -> Part:
    """Return a terrain part of the catalogue at its placement, open or closed as its leaf is seen."""
    turn = math.radians(placement.rotation_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    outline = tuple(
        (
            placement.x + (x * cos - y * sin) / MM_PER_INCH,
            placement.y + (x * sin + y * cos) / MM_PER_INCH,
        )
        for x, y in entry.footprint_mm
    )
    bottom, top = (placement.z + z / MM_PER_INCH for z in entry.z_mm)
    traits = frozenset(entry.traits) | ({VANTAGE} if entry.vantage else set())
    return Part(
        entry.id,
        entry.feature or entry.piece or entry.id,
        outline,
        bottom,
        top,
        traits=traits,
        see_through=entry.see_through,
        role=entry.role,
        state=entry.state if leaf in (None, DoorState.AJAR) else str(leaf),
        equipment=entry.equipment,
        covariance=placement.covariance,
        pivot=(placement.x, placement.y),
        errors=placement.errors,
    )


def table_of(
    catalogue: Catalogue,
    *,
    operatives: Mapping[str, Placement],
    terrain: Mapping[str, Placement],
    markers: Mapping[str, Placement],
    leaves: Mapping[str, DoorState] = NO_LEAVES,
) -> Table:
    """Return the table with the catalogue's entries at these placements; entries without a placement are left out."""
    width_mm, depth_mm = catalogue.board.size_mm
    return Table(
        Board(width_mm / MM_PER_INCH, depth_mm / MM_PER_INCH),
        {
            entry.id: Operative(
                entry.id,
                entry.player,
                BaseShape.from_mm(entry.base_mm),
                head_of(entry),
                operatives[entry.id],
                head_sigma_of(entry),
            )
            for entry in catalogue.operatives
            if entry.id in operatives
        },
        tuple(
            part_of(entry, terrain[entry.id], leaves.get(entry.id))
            for entry in catalogue.terrain
            if entry.id in terrain
        ),
        {
            entry.id: Marker(entry.id, entry.kind, entry.diameter_mm / MM_PER_INCH, markers[entry.id])
            for entry in catalogue.markers
            if entry.id in markers
        },
    )


def table_of_reading(reading: TableReading, catalogue: Catalogue) -> Table:
    """Return the table that one frame shows."""
    return table_of(
        catalogue,
        operatives={name: located.placement for name, located in reading.operatives.items()},
        terrain={name: located.placement for name, located in reading.terrain.items()},
        markers={name: located.placement for name, located in reading.markers.items()},
        leaves=reading.leaves,
    )


def _place_json(located: LocatedThing) -> dict[str, Any]:
    place = located.placement
    return {
        "id": located.id,
        "pos_mm": [round(value * MM_PER_INCH, 4) for value in (place.x, place.y, place.z)],
        "rot_deg": round(place.rotation_deg, 4),
        "tags": list(place.tags),
    }


def _standing_json(located: LocatedThing) -> dict[str, Any]:
    covariance = located.placement.covariance_xy * MM_PER_INCH**2
    return {
        **_place_json(located),
        "cov_mm2": [[round(float(value), 6) for value in row] for row in covariance],
        "level": located.level,
        "rival_levels": list(located.rival_levels),
        "uncertain": None if located.uncertain is None else str(located.uncertain.cause),
        "hanging_mm": round(located.hanging_mm, 2),
    }


def table_of_observation(seen: Observation, catalogue: Catalogue) -> Table:
    """Return the table at one moment of a sequence, with its flags and common error, without things that are gone."""
    table = table_of(
        catalogue,
        operatives={name: track.at(seen.t_s) for name, track in seen.operatives.items() if track.state not in AWAY},
        terrain={name: located.placement for name, located in seen.terrain.items()},
        markers={name: track.at(seen.t_s) for name, track in seen.markers.items()},
        leaves=seen.leaves,
    )
    return replace(
        table, settled=seen.settled, hand_in_view=seen.hand, camera_moved=seen.camera_moved, common=seen.common
    )


def observation_json(image: str, seen: Observation) -> dict[str, Any]:
    """Return the entry of one frame in `locate --sequence --json` (docs/formats.md)."""
    pose = seen.registration.pose
    return {
        "image": image,
        "board": {"residual_px": round(pose.residual_px or 0.0, 4), "references": pose.references},
        "hand": seen.hand,
        "settled": seen.settled,
        "camera_moved": seen.camera_moved,
        "operatives": [
            _standing_json(replace(track.located, placement=track.at(seen.t_s))) | {"state": track.state.value}
            for track in seen.operatives.values()
            if track.state is not TrackState.GONE
        ],
        "terrain": [_place_json(located) for located in seen.terrain.values()],
        "markers": [
            _standing_json(replace(track.located, placement=track.at(seen.t_s))) | {"state": track.state.value}
            for track in seen.markers.values()
            if track.state is not TrackState.GONE
        ],
        "missing": list(seen.missing),
        "unknown_tags": list(seen.unknown_tags),
        "warnings": list(map(str, seen.warnings)),
    }


def reading_json(image: str, reading: TableReading) -> dict[str, Any]:
    """Return the entry of one frame in `locate --json` (docs/formats.md)."""
    pose = reading.registration.pose
    return {
        "image": image,
        "board": {"residual_px": round(pose.residual_px or 0.0, 4), "references": pose.references},
        "operatives": [_standing_json(located) for located in reading.operatives.values()],
        "terrain": [_place_json(located) for located in reading.terrain.values()],
        "markers": [_standing_json(located) for located in reading.markers.values()],
        "missing": list(reading.missing),
        "unknown_tags": list(reading.unknown_tags),
        "warnings": list(map(str, reading.warnings)),
    }


@dataclass(frozen=True, slots=True, eq=False)
class SeenTable:
    """The table that one frame shows.

    `states` and `levels` are keyed by operative; `paths` has the observed waypoints of the operatives that moved last.
    If nothing could be measured, `problem` is the reason and `table` the last one measured. `pose` is the
    board's pose in this frame. `tags` has every tag that was read, by id, including those not in the catalogue.
    `took_ms` has the time of each stage. `as_before` is True if only a few pixels were compared and they matched the
    last full detection.
    """

    frame: Frame
    table: Table
    states: Mapping[str, TrackState] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    paths: Mapping[str, tuple[Waypoint, ...]] = field(default_factory=dict)
    pose: BoardPose | None = None
    tags: Mapping[int, TagSighting] = field(default_factory=dict)
    warnings: tuple[Message, ...] = ()
    problem: Message | None = None
    took_ms: Mapping[str, float] = field(default_factory=dict)
    as_before: bool = False
