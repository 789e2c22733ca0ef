"""A script's table before anything happens: who plays with which cards, and what stands and lies where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from calibration.catalogue import BoardSheet, Catalogue, MarkerEntry, OperativeEntry
from calibration.rig import CameraModel, Rig
from geometry.base import MM_PER_INCH, BaseShape
from geometry.placement import Placement
from geometry.position_errors import LEAST_HEAD
from geometry.table import Board, Marker, Operative
from geometry.terrain import Part
from overlook.play.script import PLAYERS, Player, Script, ScriptError, ScriptOperative
from overlook.table.new_game import TableDefaults
from referee.corpus.scenario import ScenarioMarker, part_of
from referee.game.board_place import BoardPlace
from referee.game.state import MarkerState
from referee.records.files.roster import USUAL_HEAD, Roster
from referee.records.files.team_file import team_of
from referee.rules.ports.markers import across_mm

DICTIONARY = "DICT_ARUCO_MIP_36h12"
PICTURE_PX = (64, 48)

HEADS = 2
"""Which of a script's streams of noise is that of heads."""


@dataclass(frozen=True, slots=True)
class LaidTable:
    """What the table knows (`catalogue`, `defaults`) and what stands on it at first.

    `operatives` and `markers` are the bodies of all that can be seen, wherever they are; `places` where those stand
    that are on the table at first. `not_understood` are texts of weapon rules that no rule book has.
    """

    catalogue: Catalogue
    defaults: TableDefaults
    board: Board
    operatives: dict[str, Operative]
    markers: dict[str, Marker]
    terrain: dict[str, Part]
    places: dict[str, Placement]
    not_understood: tuple[str, ...]


def laid_table(script: Script) -> LaidTable:
    """Return the table of a script; raises what cards, terrain and markers raise that are none."""
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
    """Return the exact placement of a thing at x, y, z and rotation; the last two may be missing."""
    x, y, z, turn = (*spot, *(0.0,) * (4 - len(spot)))
    return Placement(thing, x, y, z, turn)


def bare_rig() -> Rig:
    """Return a camera that never takes a picture: it sees no board."""
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
    """Return what the table knows; nothing carries a tag, as nothing is read off a picture."""
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
    """Return how high the table knows each head to be, inches: off once, by the script's `head_sigma_mm`."""
    sigma, noise = script.head_sigma_mm / MM_PER_INCH, np.random.default_rng([script.seed, HEADS])
    off = {one.id: float(noise.normal(0.0, 1.0)) * sigma for one in script.operatives}
    return {one.id: max(LEAST_HEAD, _head(one) + off[one.id]) if sigma else _head(one) for one in script.operatives}


def _operative(one: ScriptOperative, head: float, head_sigma: float) -> Operative:
    shape = BaseShape.from_mm(_long_first(one.base_mm))
    return Operative(one.id, one.player, shape, head, Placement(one.id, 0.0, 0.0), head_sigma)


def _mm(one: ScenarioMarker) -> float:
    """Return how wide a marker is: as it is said, else as wide as those of its kind."""
    return one.mm if "mm" in one.model_fields_set else across_mm(one.kind)


def _known(one: ScenarioMarker) -> MarkerState:
    place = None if one.pos is None else BoardPlace(*one.pos, one.z)
    if place is not None and one.carried_by is not None:
        raise ScriptError(f"script: markers.{one.id}: found a place and a carrier; expected one of them")
    if one.owner not in (None, *PLAYERS):
        raise ScriptError(f"script: markers.{one.id}.owner: found {one.owner!r}; expected {' or '.join(PLAYERS)}")
    return MarkerState(
        one.id,
        one.kind,
        _mm(one) / MM_PER_INCH,
        place,
        carried_by=one.carried_by,
        owner=one.owner,
        pick_up_allowed=bool(one.pick_up_allowed),
    )
