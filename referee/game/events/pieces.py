"""Events of set-up, terrain and equipment, and of operatives and markers: placed, hurt, removed."""

from __future__ import annotations

from dataclasses import replace
from operator import not_

from pydantic import Field, FiniteFloat

from messages.message import Message
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card, PloyCard, Seat, TacOpCard, by_id
from referee.game.events.base import EVENTS, Event
from referee.game.events.secret_choices import CommittingEvent, RevealingEvent
from referee.game.pack_action import PackAction, Until
from referee.game.policy import Policy
from referee.game.state import EQUIPMENT, GameState, LifeState, MarkerState, OperativeState, PlayerAccount, StatChange
from referee.rules.mission import MissionSide
from referee.rules.position import Exemption
from referee.rules.ruling import Threshold
from referee.rules.weapon import Weapon


@EVENTS.word("marker_set_up")
class MarkerSetUp(Event):
    """A marker was set up on the killzone (rules L24-01, A24-06)."""

    marker: MarkerState

    def apply(self, state: GameState) -> GameState:
        """Return the state with the marker."""
        self.expect(self.marker.id not in state.markers, Message.of("state-marker-known", marker=self.marker.id))
        return replace(state, markers={**state.markers, self.marker.id: self.marker})


@EVENTS.word("marker_taken")
class MarkerTaken(Event):
    """An operative picked up a marker (rules D24-10, D21-08)."""

    operative: str
    marker: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the marker carried and off the board."""
        free = state.marker(self.marker).carried_by is None
        self.expect(free, Message.of("state-marker-carried", marker=self.marker))
        carried = state.operative(self.operative).carrying
        self.expect(carried is None, Message.of("state-carries", operative=self.operative, marker=carried or ""))
        state = state.with_operative(self.operative, carrying=self.marker)
        return state.with_marker(self.marker, carried_by=self.operative, place=None)


@EVENTS.word("marker_placed")
class MarkerPlaced(Event):
    """A marker was placed on the board and is no longer carried (rules D24-11, D24-12)."""

    marker: str
    place: BoardPlace

    def apply(self, state: GameState) -> GameState:
        """Return the state with the marker on the board."""
        carrier = state.marker(self.marker).carried_by
        if carrier is not None:
            state = state.with_operative(carrier, carrying=None)
        return state.with_marker(self.marker, carried_by=None, place=self.place)


@EVENTS.word("marker_removed")
class MarkerRemoved(Event):
    """A marker left the game (rules B24-11, J24-07)."""

    marker: str
    why: str

    def apply(self, state: GameState) -> GameState:
        """Return the state without the marker."""
        carrier = state.marker(self.marker).carried_by
        if carrier is not None:
            state = state.with_operative(carrier, carrying=None)
        return replace(state, markers={key: each for key, each in state.markers.items() if key != self.marker})


@EVENTS.word("marker_timed")
class MarkerTimed(Event):
    """A marker will be removed after these completed activations, or at the end of the turning point (B24-11)."""

    marker: str
    activations: int

    def apply(self, state: GameState) -> GameState:
        """Return the state with the marker's timer set."""
        return state.with_marker(self.marker, timer=self.activations)


@EVENTS.word("placed")
class Placed(Event):
    """An operative's position was accepted. If it moved, it is no longer on guard (rule K24-08)."""

    operative: str
    place: BoardPlace
    moved: bool = True

    def apply(self, state: GameState) -> GameState:
        """Return the state with the operative there."""
        guard = state.operative(self.operative).on_guard and not self.moved
        return state.with_operative(self.operative, place=self.place, on_guard=guard)


@EVENTS.word("wounds_lost")
class WoundsLost(Event):
    """Damage was inflicted on an operative (rules L24-05, L21-01)."""

    operative: str
    amount: int
    why: str = ""

    def apply(self, state: GameState) -> GameState:
        """Return the state with fewer wounds, never below zero."""
        wounds = state.operative(self.operative).wounds
        return state.with_operative(self.operative, wounds=max(0, wounds - self.amount))


@EVENTS.word("wounds_regained")
class WoundsRegained(Event):
    """An operative regained wounds, up to its starting wounds."""

    operative: str
    amount: int
    why: str = ""

    def apply(self, state: GameState) -> GameState:
        """Return the state with more wounds."""
        operative = state.operative(self.operative)
        return state.with_operative(self.operative, wounds=min(operative.card.wounds, operative.wounds + self.amount))


@EVENTS.word("incapacitated")
class Incapacitated(Event):
    """An operative has no wounds left. It is removed in a separate step (rule L24-05)."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the operative incapacitated but still on the killzone."""
        operative = state.operative(self.operative)
        fallen = operative.standing and operative.wounds == 0
        self.expect(fallen, Message.of("state-not-fallen", operative=self.operative, wounds=operative.wounds))
        one_more = Exemption.LAST_ACTION in operative.card.exempt
        return state.with_operative(
            self.operative, life=LifeState.INCAPACITATED, ready=False, on_guard=False, one_more=one_more
        )


@EVENTS.word("removed")
class Removed(Event):
    """An operative left the killzone (rules E24-11, L24-05, E21-05)."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state without it on the board; its last position is kept for reference."""
        operative = state.operative(self.operative)
        self.expect(operative.on_board, Message.of("state-not-on-killzone", operative=self.operative))
        carried = operative.carrying
        self.expect(carried is None, Message.of("state-carries", operative=self.operative, marker=carried or ""))
        return state.with_operative(self.operative, life=LifeState.REMOVED, ready=False, on_guard=False, one_more=False)


@EVENTS.word("revived")
class Revived(Event):
    """An incapacitated or removed operative stands again with some wounds, by a rule or the referee."""

    operative: str
    wounds: int

    def apply(self, state: GameState) -> GameState:
        """Return the state with it standing."""
        operative = state.operative(self.operative)
        self.expect(not operative.standing, Message.of("state-standing", operative=self.operative))
        most = operative.card.wounds
        self.expect(0 < self.wounds <= most, Message.of("state-wounds", found=self.wounds, most=most))
        return state.with_operative(self.operative, life=LifeState.STANDING, wounds=self.wounds, one_more=False)


@EVENTS.word("stat_changed")
class StatChanged(Event):
    """A stat of an operative is changed temporarily (rules C24-10, G24-21, A21-03)."""

    operative: str
    stat: str
    by: int
    until: Until
    why: str = ""

    def apply(self, state: GameState) -> GameState:
        """Return the state with the change; a change made in its own activation outlasts that activation."""
        activation = state.activation
        own = activation is not None and activation.operative == self.operative
        change = StatChange(self.stat, self.by, self.until, self.why, fresh=own)
        changes = state.operative(self.operative).changes
        return state.with_operative(self.operative, changes=(*changes, change))


@EVENTS.word("game_set_up")
class GameSetUp(Event):
    """A game was set up with its teams (rules A24-03, A24-04). `free` play has no turns and no prompts for dice."""

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
    grounds: dict[str, MissionSide] = Field(default_factory=dict)
    asks_primary: bool = False
    ploys: dict[str, tuple[PloyCard, ...]] = Field(default_factory=dict, exclude_if=not_)
    tac_ops: dict[str, tuple[TacOpCard, ...]] = Field(default_factory=dict, exclude_if=not_)

    def apply(self, state: GameState) -> GameState:
        """Return the state with both sides' accounts opened and every operative in reserve."""
        self.expect(not state.begun, Message.of("state-set-up"))
        carried = {marker.carried_by: marker.id for marker in self.markers if marker.carried_by is not None}
        return GameState(
            edition=self.edition,
            free=self.free,
            killzone=self.killzone,
            mission=self.mission,
            sides={
                seat.id: PlayerAccount(seat, ploys=self.ploys.get(seat.id, ()), tac_ops=self.tac_ops.get(seat.id, ()))
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
    """The terrain on the killzone was set."""

    terrain: tuple[RecordedTerrain, ...]

    def apply(self, state: GameState) -> GameState:
        """Return the state with that terrain, including its doors and hatches."""
        return replace(state, terrain=self.terrain, openings={})


@EVENTS.word("policy_set")
class PolicySet(Event):
    """The policy of a rule was set (or the default of all rules without their own, if `rule` is empty)."""

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
    """The certainty that the camera needs for YES or NO was set."""

    sure: FiniteFloat

    def apply(self, state: GameState) -> GameState:
        """Return the state with the threshold in force."""
        return replace(state, policies=replace(state.policies, threshold=Threshold(self.sure)))


@EVENTS.word("equipment_chosen")
class EquipmentChosen(CommittingEvent, RevealingEvent):
    """A player chose the equipment options (rules A24-04, A24-05): their ids, in older journals as entered.

    The last choice reveals those of all players.
    """

    LATER = frozenset({"salt", "commitment", "opened"})
    NEWER = LATER | {"options"}

    options: tuple[str, ...]
    weapons: tuple[Weapon, ...] = ()
    supplies: dict[str, int] = Field(default_factory=dict)

    def reveals(self, state: GameState) -> tuple[tuple[str, str], ...]:
        """Return the equipment of the others if this was the last choice."""
        last = state.sides.keys() <= state.chosen | {self.player}
        return tuple((player, EQUIPMENT) for player in state.sides if last and player != self.player)

    def apply(self, state: GameState) -> GameState:
        """Return the state with the player's options and the weapons and uses that they bring."""
        state = self.commit(self.open_choices(state), EQUIPMENT, self.options)
        state = state.with_side(self.player, equipment=self.options, weapons=self.weapons, supplies=self.supplies)
        return replace(state, chosen=state.chosen | {self.player})


@EVENTS.word("item_set_up")
class ItemSetUp(RevealingEvent):
    """A player set up a piece of terrain that is its equipment (rule A24-06).

    `thing` is its terrain feature, empty if the camera does not see it; `item` is its name in the singular, empty in
    journals of earlier versions.
    """

    LATER = frozenset({"item", "opened"})
    NEWER = LATER

    player: str
    thing: str = ""
    item: str = ""

    @property
    def newly_recorded(self) -> bool:
        """Whether it is a piece that the camera does not see."""
        return not self.thing

    def reveals(self, state: GameState) -> tuple[tuple[str, str], ...]:
        """Return the player's equipment."""
        return ((self.player, EQUIPMENT),)

    def apply(self, state: GameState) -> GameState:
        """Return the state with it set up."""
        state = self.open_choices(state)
        if self.item:
            placed = state.side(self.player).placed
            state = state.with_side(self.player, placed={**placed, self.item: placed.get(self.item, 0) + 1})
        return replace(state, set_up={**state.set_up, self.thing: self.player}) if self.thing else state


@EVENTS.word("supply_used")
class SupplyUsed(RevealingEvent):
    """One use of a shared supply of a team was spent (rule J24-14); `name` in lower case."""

    LATER = frozenset({"opened"})
    NEWER = LATER

    player: str
    name: str

    def reveals(self, state: GameState) -> tuple[tuple[str, str], ...]:
        """Return the player's equipment."""
        return ((self.player, EQUIPMENT),)

    def apply(self, state: GameState) -> GameState:
        """Return the state with one use less."""
        state = self.open_choices(state)
        supplies = state.side(self.player).supplies
        left = supplies.get(self.name, 0) - 1
        self.expect(left >= 0, Message.of("state-supply-used-up", player=self.player, item=self.name))
        return state.with_side(self.player, supplies={**supplies, self.name: left})


@EVENTS.word("deployed")
class Deployed(Event):
    """An operative was set up on the killzone (rule A24-07)."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the operative standing."""
        reserve = state.operative(self.operative).life is LifeState.RESERVE
        self.expect(reserve, Message.of("state-not-in-reserve", operative=self.operative))
        return state.with_operative(self.operative, life=LifeState.STANDING)
