"""The table of a script and its dice tray, and the observations caused by steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from calibration.catalogue import BoardSheet, Catalogue, MarkerEntry, OperativeEntry
from calibration.rig import CameraModel, Rig
from geometry.base import MM_PER_INCH, BaseShape
from geometry.placement import Placement
from geometry.position_errors import LEAST_HEAD, turned
from geometry.table import Board, Marker, Operative, Table
from geometry.terrain import Part
from messages.message import Message
from overlook.image_files import jpeg
from overlook.play.script import HEAD, PLAYERS, Player, Script, ScriptOperative, See, fault_in, found_at
from overlook.table.games.new_game import TableDefaults
from overlook.table.observation.seen_table import SeenTable
from overlook.table.tray.roll_assignments import DiceRollAssignments
from referee.corpus.scenario import ScenarioMarker, part_of
from referee.game.board_place import BoardPlace
from referee.game.consent import FairPlay
from referee.game.state import GameState, MarkerState
from referee.records.files.roster import USUAL_HEAD, Roster
from referee.records.files.team_file import team_of
from referee.rules.moves.interactions import PLACE_MARKER
from referee.rules.ports.markers import across_mm
from referee.rules.support import lying_heights, snap_to_surfaces
from vision.dice.acceptance import DieState, ReadDie, RollReading
from vision.dice.detections import DetectedDie
from vision.dice.networks import EDGE_PX
from vision.dice.tray import PlayersDice, Tray
from vision.dice.tray_tracker import Association, TrayPhase, TrayReading, TrayRoll
from vision.frame import Frame
from vision.tracking.track import TrackState, Waypoint

CELLS = 8
"""Dice per row and column of the tray: room for 64."""

SIDE_PX = round(CELLS * EDGE_PX)
COLOURS = {"p1": (110.0, 130.0, 60.0), "p2": (110.0, 190.0, 160.0)}
"""Colours of the players' dice, blue and red, as 8-bit CIE Lab in OpenCV's encoding."""


class ScriptedTray:
    """A tray in which each player's dice have a different colour, so that every die's owner is known."""

    def __init__(self) -> None:
        empty = np.full((SIDE_PX, SIDE_PX, 3), 90, np.uint8)
        corners = np.array([[0, 0], [SIDE_PX, 0], [SIDE_PX, SIDE_PX], [0, SIDE_PX]], np.float64)
        colours = tuple(PlayersDice(player=player, lab=COLOURS[player]) for player in PLAYERS)
        self._picture = empty
        self.ledger = DiceRollAssignments(Tray((SIDE_PX, SIDE_PX), corners, EDGE_PX, empty, 1.0, colours), jpeg)
        self._lying: tuple[ReadDie, ...] = ()

    def nothing(self) -> TrayReading:
        """Return the reading of an empty tray."""
        return TrayReading(TrayPhase.EMPTY)

    def thrown(self, faces: tuple[int, ...], player: str) -> Iterator[TrayReading]:
        """Yield the readings while a player takes its dice out and throws new ones: rolling, then settled."""
        yield TrayReading(TrayPhase.ROLLING)
        stay = [number for number, die in enumerate(self._lying) if die.owner != player]
        kept = [self._lying[number] for number in stay]
        lying = (*kept, *(_die(face, player, len(kept) + k) for k, face in enumerate(faces)))
        gone = tuple(number for number in range(len(self._lying)) if number not in stay)
        pairs = tuple((old, new) for new, old in enumerate(stay))
        self._lying = lying
        kept_and_thrown = Association(pairs, tuple(range(len(kept), len(lying))), gone)
        yield TrayReading(TrayPhase.SETTLED, TrayRoll(RollReading(lying, None), self._picture, kept_and_thrown))


def _die(face: int, player: str, cell: int) -> ReadDie:
    row, column = divmod(cell, CELLS)
    x_px, y_px = (column + 0.5) * EDGE_PX, (row % CELLS + 0.5) * EDGE_PX
    seen = DetectedDie(face, x_px, y_px, 0.7 * EDGE_PX, 0.99, 0.01, 0.0, (0.0, 0.0))
    return ReadDie(seen, face, DieState.FLAT, None, owner=player)


DICTIONARY = "DICT_ARUCO_MIP_36h12"
PICTURE_PX = (64, 48)

HEADS = 2
"""Random stream for the noise of head heights."""


@dataclass(frozen=True, slots=True)
class LaidTable:
    """The table's knowledge (`catalogue`, `defaults`) and the initial things on it.

    `operatives` and `markers` are the bodies of everything that can be seen, on the table or not; `places` has the
    initial placements of those on the table. `not_understood`: unknown weapon rules, and faults.
    """

    catalogue: Catalogue
    defaults: TableDefaults
    board: Board
    operatives: dict[str, Operative]
    markers: dict[str, Marker]
    terrain: dict[str, Part]
    places: dict[str, Placement]
    not_understood: tuple[Message, ...]


def laid_table(script: Script) -> LaidTable:
    """Return the table of a script; raises the errors of invalid cards, terrain and markers."""
    teams: dict[str, Roster] = {player: team for player in PLAYERS if (team := _team(script, player)) is not None}
    heads = _known_heads(script)
    operatives = {
        one.id: _operative(one, heads[one.id], script.head_sigma_mm / MM_PER_INCH) for one in script.operatives
    }
    places = {name: placed(name, spot) for name, spot in script.places.items()}
    lying = {one.id: placed(one.id, (*one.pos, one.z)) for one in script.markers if one.pos is not None}
    return LaidTable(
        catalogue=_catalogue(script, heads),
        defaults=TableDefaults(
            fair_play=script.fair_play or FairPlay.CLUB,
            teams=teams,
            killzone=script.played_in,
            grounds=script.grounds,
            packs=script.played_packs,
            markers=tuple(_known(one) for one in script.markers if one.pos is not None or one.carried_by),
        ),
        board=Board(*script.board_in),
        operatives=operatives,
        markers={
            one.id: Marker(one.id, one.kind, _mm(one) / MM_PER_INCH, lying.get(one.id, Placement(one.id, 0.0, 0.0)))
            for one in script.markers
        },
        terrain={part.id: part_of(part) for part in script.terrain},
        places=places | lying,
        not_understood=tuple(text for team in teams.values() for text in team.not_understood),
    )


def placed(thing: str, spot: tuple[float, ...]) -> Placement:
    """Return the exact placement of a thing at x, y, z and rotation; the last two are optional."""
    x, y, z, turn = (*spot, *(0.0,) * (4 - len(spot)))
    return Placement(thing, x, y, z, turn)


def dummy_rig() -> Rig:
    """Return a camera rig that never takes an image and has no pose."""
    matrix = np.array([[64.0, 0.0, 31.5], [0.0, 64.0, 23.5], [0.0, 0.0, 1.0]])
    return Rig(CameraModel(PICTURE_PX, matrix, np.zeros(5), id="script"))


def _team(script: Script, player: Player) -> Roster | None:
    own = [one for one in script.operatives if one.player == player]
    if not own:
        return None
    cards = [{**one.model_dump(exclude={"player", "head_in"}), "name": one.name or one.id} for one in own]
    raw = {"version": 1, "edition": script.edition, "name": script.teams.get(player, player), "operatives": cards}
    raw["ploys"] = [one.model_dump() for one in script.ploys.get(player, ())]
    return team_of(raw, "script")


def _catalogue(script: Script, heads: Mapping[str, float]) -> Catalogue:
    """Return the catalogue; it has no tags, since no images are read."""
    width, depth = script.board_in
    return Catalogue(
        version=1,
        dictionary=DICTIONARY,
        board=BoardSheet(size_mm=(width * MM_PER_INCH, depth * MM_PER_INCH), tags=()),
        operatives=tuple(
            OperativeEntry(
                id=one.id,
                player=one.player,
                name=one.name or one.id,
                base_mm=_long_first(one.base_mm),
                figure_height_mm=heads[one.id] * MM_PER_INCH,
                tags=(),
            )
            for one in script.operatives
        ),
        markers=tuple(MarkerEntry(id=one.id, kind=one.kind, diameter_mm=_mm(one), tags=()) for one in script.markers),
    )


def _long_first(base_mm: float | tuple[float, float]) -> float | tuple[float, float]:
    if isinstance(base_mm, tuple):
        return max(base_mm), min(base_mm)
    return base_mm


def _head(one: ScriptOperative) -> float:
    if one.head_in is not None:
        return one.head_in
    return one.figure_height_mm / MM_PER_INCH if one.figure_height_mm is not None else USUAL_HEAD


def _known_heads(script: Script) -> dict[str, float]:
    """Return the head heights in inches that the table assumes, with a fixed error according to `head_sigma_mm`."""
    sigma, noise = script.head_sigma_mm / MM_PER_INCH, np.random.default_rng([script.seed, HEADS])
    off = {one.id: float(noise.normal(0.0, 1.0)) * sigma for one in script.operatives}
    return {one.id: max(LEAST_HEAD, _head(one) + off[one.id]) if sigma else _head(one) for one in script.operatives}


def _operative(one: ScriptOperative, head: float, head_sigma: float) -> Operative:
    shape = BaseShape.from_mm(_long_first(one.base_mm))
    return Operative(one.id, one.player, shape, head, Placement(one.id, 0.0, 0.0), head_sigma)


def _mm(one: ScenarioMarker) -> float:
    """Return a marker's diameter in mm, by default that of its kind."""
    return one.mm if "mm" in one.model_fields_set else across_mm(one.kind)


def _known(one: ScenarioMarker) -> MarkerState:
    place = None if one.pos is None else BoardPlace(*one.pos, one.z)
    if place is not None and one.carried_by is not None:
        raise fault_in(HEAD, Message.of("script-marker-twice", marker=one.id))
    if one.owner not in (None, *PLAYERS):
        expected = Message.of("script-expected-one-of", known=PLAYERS)
        raise fault_in(HEAD, found_at(f"markers.{one.id}.owner", one.owner, expected))
    return MarkerState(
        one.id,
        one.kind,
        _mm(one) / MM_PER_INCH,
        place,
        carried_by=one.carried_by,
        owner=one.owner,
        pick_up_allowed=bool(one.pick_up_allowed),
    )


STEP_S = 0.2
"""Seconds between two waypoints of a path."""

PICTURE = np.full((PICTURE_PX[1], PICTURE_PX[0]), 128, np.uint8)
TAKEN = datetime(2026, 1, 1, tzinfo=UTC)


class Sightings:
    """The simulated observations of a table.

    Each time a thing is put down, its observed position gets a random error of `sigma_mm` in x and y, which stays the
    same while the thing is at rest. The part `mount_mm` of this error is due to how a model is mounted on its tag: it
    is constant for the model and rotates with it. Terrain is known exactly.
    """

    def __init__(
        self, laid: LaidTable, *, sigma_mm: float, mount_mm: float, seed: int, now_s: Callable[[], float]
    ) -> None:
        self._laid = laid
        self._sigma = sigma_mm / MM_PER_INCH
        self._mount = min(mount_mm, sigma_mm) / MM_PER_INCH
        self._noise = np.random.default_rng(seed)
        mounting = np.random.default_rng([seed, 1])
        self._mounts = {name: mounting.normal(0.0, 1.0, 2) * self._mount for name in laid.operatives}
        self._now_s = now_s
        self._terrain = dict(laid.terrain)
        self._paths: dict[str, tuple[Waypoint, ...]] = {}
        self._states: dict[str, TrackState] = {}
        self._places: dict[str, Placement] = {}
        self._hand = False
        for name, place in laid.places.items():
            self._put(name, place)

    def at_rest(self) -> SeenTable:
        """Return the table at rest; it is not settled while a hand stays over it."""
        return self._seen(settled=not self._hand, hand=self._hand)

    def laid(self, token: str, spot: tuple[float, ...]) -> SeenTable:
        """Return the table at rest with a marker's token put down."""
        self._put(token, placed(token, spot))
        return self.at_rest()

    def take_away(self, things: Iterable[str]) -> None:
        """Take things off the table, into a player's hand."""
        for name in things:
            self._take_away(name)

    def follow(self, step: See) -> Iterator[SeenTable]:
        """Yield the observations while a hand carries out a step, ending with the table at rest.

        If the hand stays, they end with it over the table.
        """
        moved = [name for name in step.see if name in self._laid.operatives]
        self._states |= dict.fromkeys(moved, TrackState.MOVING)
        yield self._seen(settled=False, hand=True)
        for name, spot in step.see.items():
            self._move(name, spot, step.via.get(name, ()))
        for name in (*step.gone, *step.fallen):
            self._take_away(name)
        for state, leaves in (("open", step.open), ("closed", step.closed)):
            for name in leaves:
                self._terrain[name] = replace(self._terrain[name], state=state)
        yield self._seen(settled=False, hand=True)
        self._states |= dict.fromkeys(moved, TrackState.SEEN)
        self._hand = step.hand == "stays"
        yield self._seen(settled=False, hand=self._hand)
        yield self.at_rest()

    def _move(self, name: str, spot: tuple[float, ...], via: Iterable[tuple[float, ...]]) -> None:
        if name in self._laid.terrain:
            self._terrain[name] = _moved(self._laid.terrain[name], placed(name, spot))
            return
        before = self._places.get(name)
        self._put(name, placed(name, spot))
        between = [(step[0], step[1]) for step in via]
        self._paths.pop(name, None)
        if before is not None and between:
            now = self._places[name]
            way = [(before.x, before.y), *between, (now.x, now.y)]
            start_s = self._now_s()
            self._paths[name] = tuple(Waypoint(start_s + STEP_S * k, x, y) for k, (x, y) in enumerate(way))

    def _put(self, name: str, place: Placement) -> None:
        """Put an operative or a marker down, with the error of a new sighting."""
        variance = self._sigma**2
        covariance = np.diag([variance, variance, 0.0, 0.0])
        off = self._noise.normal(0.0, 1.0, 2) * self._sigma
        if name in self._mounts and self._mount:
            off = off * math.sqrt(1 - (self._mount / self._sigma) ** 2)
            off = off + turned(place.rotation_deg) @ self._mounts[name]
            place = replace(place, mount=np.eye(2) * self._mount**2)
        self._places[name] = replace(place, x=place.x + float(off[0]), y=place.y + float(off[1]), covariance=covariance)
        if name in self._laid.operatives:
            self._states[name] = TrackState.SEEN

    def _take_away(self, name: str) -> None:
        self._terrain.pop(name, None)
        self._places.pop(name, None)
        self._paths.pop(name, None)
        if name in self._states:
            self._states[name] = TrackState.GONE

    def _seen(self, *, settled: bool, hand: bool) -> SeenTable:
        table = Table(
            self._laid.board,
            {
                name: replace(body, placement=self._places[name])
                for name, body in self._laid.operatives.items()
                if name in self._places
            },
            tuple(self._terrain.values()),
            {
                name: replace(body, placement=self._places[name])
                for name, body in self._laid.markers.items()
                if name in self._places
            },
            settled=settled,
            hand_in_view=hand,
        )
        now_s = self._now_s()
        frame = Frame(PICTURE, now_s, TAKEN + timedelta(seconds=now_s), "script")
        return SeenTable(frame, snap_to_surfaces(table), states=dict(self._states), paths=dict(self._paths))


def _moved(part: Part, to: Placement) -> Part:
    """Return a terrain part with its outline's centroid at a place, rotated from its initial orientation."""
    middle = part.polygon.centroid
    turn = math.radians(to.rotation_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    around = [(x - middle.x, y - middle.y) for x, y in part.outline]
    outline = tuple((to.x + x * cos - y * sin, to.y + x * sin + y * cos) for x, y in around)
    return replace(part, outline=outline, bottom=to.z, top=to.z + part.top - part.bottom)


def marker_put_down(request: Any, state: GameState) -> tuple[str, tuple[float, ...]] | None:
    """Return the carried marker that a request puts down, and where; None if it does not do so."""
    operative = state.operatives.get(getattr(request, "operative", ""))
    x, y = getattr(request, "x", None), getattr(request, "y", None)
    if operative is None or operative.carrying is None or x is None or y is None:
        return None
    named = getattr(request, "marker", operative.carrying)
    unnamed = named is None and getattr(request, "action", "") == PLACE_MARKER
    if named != operative.carrying and not unnamed:
        return None
    z = getattr(request, "z", None)
    if z is None:
        diameter = state.marker(operative.carrying).diameter
        heights = lying_heights((x, y), diameter, (one.part() for one in state.terrain))
        level = 0.0 if operative.place is None else operative.place.z
        z = min(heights, key=lambda height: abs(height - level))
    return operative.carrying, (x, y, z)


def picked_up(before: GameState, after: GameState) -> Iterator[str]:
    """Yield the markers that were not carried before and are carried now."""
    for name, marker in after.markers.items():
        known = before.markers.get(name)
        if marker.carried_by is not None and (known is None or known.carried_by is None):
            yield name
