"""How a game begins, and how it is judged."""

from __future__ import annotations

from dataclasses import replace
from operator import not_

from pydantic import Field, FiniteFloat

from referee.game.card import Card, Seat, by_id
from referee.game.events.base import EVENTS, Event
from referee.game.mission_pack import PackAction
from referee.game.ploy_card import PloyCard
from referee.game.policy import Policy
from referee.game.recorded_terrain import RecordedTerrain
from referee.game.state import GameState, LifeState, MarkerState, OperativeState, Side
from referee.game.tac_op_card import TacOpCard
from referee.rules.dice.weapon import Weapon
from referee.rules.mission import Ground
from referee.rules.ruling import Threshold


@EVENTS.word("game_set_up")
class GameSetUp(Event):
    """The teams came to the table (rules A24-03, A24-04). In `free` play nobody waits for a turn or a die."""

    edition: str
    seats: tuple[Seat, ...]
    operatives: tuple[Card, ...]
    markers: tuple[MarkerState, ...] = ()
    killzone: str | None = None
    mission: str | None = None
    free: bool = False
    actions: tuple[PackAction, ...] = ()
    terrain: tuple[RecordedTerrain, ...] = ()
    equipment: tuple[str, ...] | None = None
    own_equipment: tuple[str, ...] = ()
    grounds: dict[str, Ground] = Field(default_factory=dict)
    asks_primary: bool = False
    ploys: dict[str, tuple[PloyCard, ...]] = Field(default_factory=dict, exclude_if=not_)
    tac_ops: dict[str, tuple[TacOpCard, ...]] = Field(default_factory=dict, exclude_if=not_)

    def apply(self, state: GameState) -> GameState:
        """Return the state with both sides' accounts opened and every operative in reserve."""
        self.expect(not state.begun, "the game was set up already")
        carried = {marker.carried_by: marker.id for marker in self.markers if marker.carried_by is not None}
        return GameState(
            edition=self.edition,
            free=self.free,
            killzone=self.killzone,
            mission=self.mission,
            sides={
                seat.id: Side(seat, ploys=self.ploys.get(seat.id, ()), tac_ops=self.tac_ops.get(seat.id, ()))
                for seat in self.seats
            },
            operatives={
                key: OperativeState(card, wounds=card.wounds, carrying=carried.get(key))
                for key, card in by_id(self.operatives).items()
            },
            markers={marker.id: marker for marker in self.markers},
            policies=state.policies,
            actions={action.name: action for action in self.actions},
            terrain=self.terrain,
            equipment=self.equipment,
            own_equipment=self.own_equipment,
            grounds=self.grounds,
            asks_primary=self.asks_primary,
        )


@EVENTS.word("terrain_set")
class TerrainSet(Event):
    """What stands on the killzone from now on."""

    terrain: tuple[RecordedTerrain, ...]

    def apply(self, state: GameState) -> GameState:
        """Return the state with that terrain, doors and hatches as it says."""
        return replace(state, terrain=self.terrain, openings={})


@EVENTS.word("policy_set")
class PolicySet(Event):
    """From now on a rule (or every rule without one of its own, when `rule` is empty) is met by this policy."""

    rule: str
    policy: Policy

    def apply(self, state: GameState) -> GameState:
        """Return the state with the policy in force."""
        policies = state.policies
        if not self.rule:
            return replace(state, policies=replace(policies, default=self.policy))
        return replace(state, policies=replace(policies, by_rule={**policies.by_rule, self.rule: self.policy}))


@EVENTS.word("threshold_set")
class ThresholdSet(Event):
    """How sure the camera must be, from now on, before YES or NO is called."""

    sure: FiniteFloat

    def apply(self, state: GameState) -> GameState:
        """Return the state with the threshold in force."""
        return replace(state, policies=replace(state.policies, threshold=Threshold(self.sure)))


@EVENTS.word("equipment_chosen")
class EquipmentChosen(Event):
    """A player revealed the equipment options (rules A24-04, A24-05)."""

    player: str
    options: tuple[str, ...]
    weapons: tuple[Weapon, ...] = ()
    supplies: dict[str, int] = Field(default_factory=dict)

    def apply(self, state: GameState) -> GameState:
        """Return the state with the options on that player's side, the weapons and uses that they bring."""
        state = state.with_side(self.player, equipment=self.options, weapons=self.weapons, supplies=self.supplies)
        return replace(state, chosen=state.chosen | {self.player})


@EVENTS.word("item_set_up")
class ItemSetUp(Event):
    """A player set up a feature of terrain that is its equipment (rule A24-06)."""

    player: str
    thing: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with it set up."""
        return replace(state, set_up={**state.set_up, self.thing: self.player})


@EVENTS.word("supply_used")
class SupplyUsed(Event):
    """One use of what a team shares was spent (rule J24-14); `name` in lower case."""

    player: str
    name: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with one use less."""
        supplies = state.side(self.player).supplies
        left = supplies.get(self.name, 0) - 1
        self.expect(left >= 0, f"{self.player!r} has no {self.name!r} left")
        return state.with_side(self.player, supplies={**supplies, self.name: left})


@EVENTS.word("deployed")
class Deployed(Event):
    """An operative was set up on the killzone (rule A24-07)."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the operative standing."""
        self.expect(state.operative(self.operative).life is LifeState.RESERVE, f"{self.operative!r} is not in reserve")
        return state.with_operative(self.operative, life=LifeState.STANDING)
