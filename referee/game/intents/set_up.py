"""Intents of set-up: teams, terrain, policies, equipment, deployment and secret choices."""

from __future__ import annotations

from operator import not_
from typing import Annotated

from pydantic import Field

from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card, PloyCard, Seat, TacOpCard
from referee.game.intents.base import (
    INTENTS,
    Intent,
    Items,
    RequestedItem,
    RequestedPlace,
    Text,
    request_fields,
)
from referee.game.pack_action import PackAction
from referee.game.policy import Policy
from referee.game.recorded_ruling import RecordedRuling
from referee.game.state import MarkerState
from referee.rules.mission import MissionSide


@INTENTS.word("set_up")
class SetUp(Intent):
    """Begin a game: seats, operatives as printed, markers, killzone.

    `free` play has no phases and no turns: any operative may be activated at any time, and results are declared.
    `places` puts operatives on the board at once. `actions` are those of the mission pack and the teams (D24-16),
    `terrain` the terrain on the killzone, `equipment` the permitted universal options, None for all of the edition's
    (A24-03), `own_equipment` those of teams; `grounds` are the drop zone and territory of each player, `ploys` and
    `tac_ops` the cards (B24-07, B21-06, A24-04). With `asks_primary` the prompt of the first gambits states that no op
    can be made primary later (A24-10).
    """

    seats: tuple[Seat, ...]
    operatives: tuple[Card, ...]
    markers: tuple[MarkerState, ...] = ()
    places: dict[str, BoardPlace] = Field(default_factory=dict)
    killzone: str | None = None
    mission: str | None = None
    free: bool = False
    actions: tuple[PackAction, ...] = ()
    terrain: tuple[RecordedTerrain, ...] = ()
    equipment: tuple[str, ...] | None = None
    own_equipment: tuple[str, ...] = ()
    grounds: dict[str, MissionSide] = Field(default_factory=dict)
    asks_primary: bool = False
    ploys: dict[str, tuple[PloyCard, ...]] = Field(default_factory=dict, exclude_if=not_)
    tac_ops: dict[str, tuple[TacOpCard, ...]] = Field(default_factory=dict, exclude_if=not_)


@INTENTS.word("set_terrain")
class SetTerrain(Intent):
    """Set the terrain on the killzone, all of it: set up, seen again, or corrected."""

    terrain: tuple[RecordedTerrain, ...]


@INTENTS.word("set_policy")
class SetPolicy(Intent):
    """Change the policy of a rule (its id or a prefix of it; empty for all others)."""

    rule: str
    policy: Policy


@INTENTS.word("set_threshold")
class SetThreshold(Intent):
    """Change the certainty that the camera needs for YES or NO."""

    sure: Annotated[float, Field(ge=0.5, lt=1)]


@INTENTS.word("choose_equipment")
class ChooseEquipment(Intent):
    """Reveal a player's equipment options (rules A24-04, A24-05)."""

    request = request_fields("player", options=Items(8))

    player: str
    options: tuple[str, ...] = ()


@INTENTS.word("place_equipment")
class PlaceEquipment(Intent):
    """Set up one item of equipment (rule A24-06). A marker comes along when the item is one.

    `thing` is the feature of terrain that the camera sees as the item.
    """

    LATER = frozenset({"thing"})
    request = request_fields("player", item=Text(most=60), marker=RequestedItem)

    player: str
    item: str
    marker: MarkerState | None = None
    thing: str | None = None
    rulings: tuple[RecordedRuling, ...] = ()


@INTENTS.word("deploy")
class Deploy(Intent):
    """Set up an operative on the killzone (rule A24-07), where the camera sees it or somebody says."""

    request = request_fields("operative", place=RequestedPlace)

    operative: str
    place: BoardPlace | None = None
    rulings: tuple[RecordedRuling, ...] = ()


@INTENTS.word("seal")
class Seal(Intent):
    """Make a secret choice: "scouting", "tac_op", "primary_op" (rules A24-04, A24-08, A24-10)."""

    request = request_fields("player", "topic", value=Text(most=60))

    player: str
    topic: Annotated[str, Field(min_length=1)]
    value: Annotated[str, Field(min_length=1)]


@INTENTS.word("reveal")
class Reveal(Intent):
    """Reveal a secret choice."""

    request = request_fields("player", "topic")

    player: str
    topic: str
