"""Handlers of set-up: game, terrain, equipment, deployment, policies; and of the end of the battle."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from messages.message import Message
from referee.game.board_place import RecordedTerrain
from referee.game.events import Event, activations, battle, pieces
from referee.game.handlers.handler import Handler, condition, known_player
from referee.game.handlers.markers import size_findings
from referee.game.intents import (
    ANY,
    ChooseEquipment,
    Deploy,
    EndBattle,
    PlaceEquipment,
    SetPolicy,
    SetTerrain,
    SetThreshold,
    SetUp,
)
from referee.game.policy import RuleIds
from referee.game.state import GameState, LifeState
from referee.rules.ruling import Finding
from referee.rules.set_up import singular
from referee.rules.weapon import EquipmentGrant


def reserve_of(state: GameState, player: str) -> tuple[str, ...]:
    """Return the ids of that player's operatives that are not set up yet."""
    return tuple(
        key for key, each in state.operatives.items() if each.player == player and each.life is LifeState.RESERVE
    )


def parts_of(team: int, parts: int, *, even: bool) -> tuple[int, ...]:
    """Return how many operatives each part of a team has: always that fraction rounded up, or `even` ones."""
    sizes: list[int] = []
    for part in range(parts):
        left = team - sum(sizes)
        sizes.append(min(left, math.ceil(left / (parts - part) if even else team / parts)))
    return tuple(sizes)


def next_to_deploy(state: GameState, player: str, *, parts: int, even: bool = False) -> str:
    """Return who sets up next after `player` has set up one more: a part of the team (rounded up), then the other."""
    team = sum(1 for each in state.operatives.values() if each.player == player)
    left = len(reserve_of(state, player)) - 1
    other = state.opponent(player)
    ends = tuple(accumulate(parts_of(team, parts, even=even)))
    before = team - left - 1 - state.in_a_row
    share_done = team - left >= next((end for end in ends if end > before), team)
    if left and (not share_done or not reserve_of(state, other)):
        return player
    return other if reserve_of(state, other) else player


@dataclass(frozen=True, slots=True)
class DeployHandler(Handler):
    """Set up an operative, a part of the team in turn (rule A24-07), or as the mission states if `parts` is None.

    A ruling decides whether it is in its drop zone. `even` is the reading of how a team is split into parts, and
    `read_as` its note.
    """

    parts: int | None
    even: bool = False
    read_as: Message | None = None

    def check(self, state: GameState, intent: Deploy) -> tuple[Finding, ...]:
        """Return whether it is its player's turn and it is not set up yet."""
        operative = state.operatives.get(intent.operative)
        if operative is None:
            return (self.known(state, intent.operative),)
        ids = self.ids
        return (
            condition(
                ids.placement,
                operative.life is LifeState.RESERVE,
                Message.of("refusal-set-up-already", operative=intent.operative),
            ),
            self._on_turn(state, operative.player),
        )

    def _on_turn(self, state: GameState, player: str) -> Finding:
        """Return whether the player sets up next, with the reading of parts if they are others by the other reading."""
        turn = self.on_turn(state, player, self.ids.alternation, at_any_time=self._any_time(state))
        team = sum(1 for each in state.operatives.values() if each.player == player)
        if turn.holds or self.parts is None or self.read_as is None or state.turn is None:
            return turn
        if parts_of(team, self.parts, even=True) == parts_of(team, self.parts, even=False):
            return turn
        why = Message.of("refusal-other-turn-read", player=state.turn, reading=self.read_as)
        return condition(self.ids.alternation, False, why)

    def apply(self, state: GameState, intent: Deploy) -> tuple[Event, ...]:
        """Return the operative set up at its position, and the turn passed on after each part of the team."""
        happened: list[Event] = [pieces.Deployed(operative=intent.operative)]
        if intent.place is not None:
            happened.append(pieces.Placed(operative=intent.operative, place=intent.place))
        if state.alternation is not None and self.parts is not None and not state.free:
            player = state.operative(intent.operative).player
            to = next_to_deploy(state, player, parts=self.parts, even=self.even)
            happened.append(battle.TurnTaken(player=player, to=to))
        return tuple(happened)

    def _any_time(self, state: GameState) -> bool:
        return state.free or self.parts is None


def option_name(option: str) -> str:
    """Return the name of an equipment option, without its picks: each name is taken at most once (rule A24-05)."""
    return " ".join(option.partition(":")[0].split()).casefold()


def known_option(name: str, options: frozenset[str]) -> bool:
    """Return whether an option of that name exists, in the singular or the plural."""
    return singular(name) in map(singular, options)


def in_mission(state: GameState, option: str) -> bool:
    """Return whether the mission permits an equipment option, in the singular or the plural (rule A24-03)."""
    return state.equipment is None or known_option(option_name(option), frozenset(map(option_name, state.equipment)))


def _own_id(state: GameState, option: str) -> str | None:
    """Return the id of an option that a pack adds, with the picks entered; None if there is none."""
    name, colon, picks = option.partition(":")
    listed = (own for own in state.own_equipment if singular(option_name(own)) == singular(name))
    own = next(listed, None)
    return own if own is None or not colon else f"{own.partition(':')[0]}:{picks}"


@dataclass(frozen=True, slots=True)
class ChooseEquipmentHandler(Handler):
    """Reveal the equipment options: up to `slots`, each at most once (rules A24-04, A24-05).

    An option is its name, and after a colon the picks. `options` are the known names, in lower case; a team's are in
    its pack. `id_of` returns the id of a universal option; `brings` returns the effects of an option and raises
    `MalformedError` for unknown picks.
    """

    slots: int
    rule: str
    id_of: Callable[[str], str]
    brings: Callable[[str], EquipmentGrant]
    options: frozenset[str]

    def check(self, state: GameState, intent: ChooseEquipment) -> tuple[Finding, ...]:
        """Return whether the options fit the slots and each occurs once."""
        names = [option_name(option) for option in intent.options]
        told_apart = [singular(name) for name in names]
        twice = sorted({name for name in names if told_apart.count(singular(name)) > 1})
        missing = [name for name in names if not in_mission(state, name)]
        there = self.options | {option_name(option) for option in state.own_equipment}
        unknown = [name for name in names if not known_option(name, there)]
        return (
            known_player(state, self.ids.seats, intent.player),
            condition(
                self.rule,
                len(intent.options) <= self.slots,
                Message.of("refusal-too-many-options", found=len(intent.options), most=self.slots),
            ),
            condition(
                self.rule,
                intent.player not in state.chosen,
                Message.of("refusal-equipment-revealed", player=intent.player),
            ),
            condition(self.rule, not twice, Message.of("refusal-option-twice", options=twice)),
            condition(
                self.rule, not unknown, Message.of("refusal-options-unknown", options=unknown, known=sorted(there))
            ),
            condition(self.rule, not missing, Message.of("refusal-options-not-in-mission", options=missing)),
        )

    def apply(self, state: GameState, intent: ChooseEquipment) -> tuple[Event, ...]:
        """Return the options revealed."""
        options = tuple(_own_id(state, option) or self.id_of(option) for option in intent.options)
        brought = [self.brings(option) for option in options]
        return (
            pieces.EquipmentChosen(
                player=intent.player,
                options=options,
                weapons=tuple(weapon for each in brought for weapon in each.weapons),
                supplies={name: uses for each in brought for name, uses in each.supplies.items()},
            ),
        )


@dataclass(frozen=True, slots=True)
class PlaceEquipmentHandler(Handler):
    """Set up one piece of a chosen option, in turn (rule A24-06). A ruling decides whether its position is permitted.

    `pieces` is how many pieces an option brings, `kinds` the kinds of its marker, both by item in the singular. Other
    items are a team's own and bring one marker of each kind. Items `of_mission` are nobody's choice: the mission says
    how many each player sets up, and in which order (K21-06).
    """

    rule: str
    pieces: Mapping[str, int]
    kinds: Mapping[str, frozenset[str]]
    of_mission: frozenset[str] = frozenset()

    def check(self, state: GameState, intent: PlaceEquipment) -> tuple[Finding, ...]:
        """Return whether it is that player's turn and the option was chosen."""
        side = state.sides.get(intent.player)
        if side is None:
            return (known_player(state, self.ids.seats, intent.player),)
        marker = intent.marker
        by_mission = _item(intent) in self.of_mission
        taken = by_mission or known_option(option_name(intent.item), frozenset(map(option_name, side.equipment)))
        kinds = self.kinds.get(_item(intent))
        owner = marker.owner if marker is not None else state.set_up.get(intent.thing or "")
        return (
            self.on_turn(state, intent.player, self.rule, at_any_time=state.free or by_mission),
            condition(
                self.rule, taken, Message.of("refusal-item-not-selected", item=intent.item, chosen=side.equipment)
            ),
            condition(
                self.rule,
                not self._complete(state, intent),
                Message.of("refusal-item-set-up", player=intent.player, item=intent.item),
            ),
            condition(
                self.rule,
                owner in (None, intent.player),
                Message.of("refusal-item-others", player=owner or ANY, item=intent.item),
            ),
            condition(
                self.rule,
                marker is None or kinds is None or marker.kind in kinds,
                Message.of("refusal-item-kind", item=intent.item, kind=marker.kind if marker else ""),
            ),
            *(size_findings(self.ids, marker) if marker is not None else ()),
            condition(
                self.rule,
                marker is None or marker.id not in state.markers,
                Message.of("marker-present", marker=marker.id if marker else ""),
            ),
        )

    def apply(self, state: GameState, intent: PlaceEquipment) -> tuple[Event, ...]:
        """Return the item set up, and the turn passed on."""
        happened: list[Event] = []
        if intent.marker is not None:
            happened.append(pieces.MarkerSetUp(marker=intent.marker))
        else:
            happened.append(pieces.ItemSetUp(player=intent.player, thing=intent.thing or "", item=_item(intent)))
        if state.alternation is not None:
            happened.append(battle.TurnTaken(player=state.alternation.turn, to=state.opponent(intent.player)))
        return tuple(happened)

    def _complete(self, state: GameState, intent: PlaceEquipment) -> bool:
        """Return whether the player has set up that piece, or all pieces of the item."""
        marker, item = intent.marker, _item(intent)
        if intent.thing is not None and state.set_up.get(intent.thing) == intent.player:
            return True
        if marker is not None:
            own = [one for one in state.markers.values() if one.owner == intent.player and one.kind == marker.kind]
            return len(own) >= self.pieces.get(item, 1)
        return item in self.pieces and state.side(intent.player).placed.get(item, 0) >= self.pieces[item]


def _item(intent: PlaceEquipment) -> str:
    return singular(option_name(intent.item))


@dataclass(frozen=True, slots=True)
class SetUpHandler(Handler):
    """Begin a game (rules A24-03, A24-04): two seats, every card belongs to one of them."""

    edition: str

    def check(self, state: GameState, intent: SetUp) -> tuple[Finding, ...]:
        """Return whether the game is new, and whether the cards fit the seats."""
        seats = [seat.id for seat in intent.seats]
        ids = [card.id for card in intent.operatives]
        strangers = sorted({card.player for card in intent.operatives} - set(seats))
        lost = sorted(set(intent.places) - set(ids))
        twice, same = _repeated(ids), _repeated([marker.id for marker in intent.markers])
        ploys, tac_ops = (sorted(set(cards) - set(seats)) for cards in (intent.ploys, intent.tac_ops))
        repeated_ploys = [
            name for cards in intent.ploys.values() for name in _repeated([card.name.casefold() for card in cards])
        ]
        return (
            condition(self.ids.seats, not state.begun, Message.of("refusal-game-set-up")),
            condition(
                self.ids.seats,
                len(set(seats)) == len(seats) == 2,
                Message.of("refusal-two-seats", seats=seats),
            ),
            condition(self.ids.seats, not twice, Message.of("refusal-operatives-twice", ids=twice)),
            condition(self.ids.seats, not same, Message.of("refusal-markers-twice", ids=same)),
            condition(self.ids.seats, not strangers, Message.of("refusal-operatives-without-seat", players=strangers)),
            *_told_apart(self.ids, intent.terrain),
            condition(
                self.ids.seats,
                len({action.name for action in intent.actions}) == len(intent.actions),
                Message.of("refusal-actions-twice"),
            ),
            *(finding for marker in intent.markers for finding in size_findings(self.ids, marker)),
            condition(self.ids.ploys, not ploys, Message.of("refusal-ploys-without-seat", players=ploys)),
            condition(self.ids.secrets, not tac_ops, Message.of("refusal-tac-ops-without-seat", players=tac_ops)),
            condition(self.ids.ploys, not repeated_ploys, Message.of("refusal-ploys-twice", ploys=repeated_ploys)),
            condition(self.ids.seats, not lost, Message.of("refusal-places-unknown", ids=lost)),
        )

    def apply(self, state: GameState, intent: SetUp) -> tuple[Event, ...]:
        """Return the game set up, with operatives deployed that have a position."""
        begun = pieces.GameSetUp(
            edition=self.edition,
            seats=intent.seats,
            operatives=intent.operatives,
            markers=intent.markers,
            killzone=intent.killzone,
            mission=intent.mission,
            free=intent.free,
            actions=intent.actions,
            terrain=intent.terrain,
            equipment=intent.equipment,
            own_equipment=intent.own_equipment,
            grounds=intent.grounds,
            asks_primary=intent.asks_primary,
            ploys=intent.ploys,
            tac_ops=intent.tac_ops,
        )
        deployed: list[Event] = []
        for operative, place in intent.places.items():
            deployed.append(pieces.Deployed(operative=operative))
            deployed.append(pieces.Placed(operative=operative, place=place))
            if intent.free:
                deployed.append(activations.ReadinessDeclared(operative=operative, ready=True))
        return (begun, *deployed)


def _repeated(names: Sequence[str]) -> list[str]:
    """Return the names that occur more than once."""
    return sorted({name for name in names if names.count(name) > 1})


def _told_apart(ids: RuleIds, terrain: tuple[RecordedTerrain, ...]) -> tuple[Finding, ...]:
    twice = _repeated([part.id for part in terrain])
    return (condition(ids.placement, not twice, Message.of("refusal-terrain-twice", ids=twice)),)


@dataclass(frozen=True, slots=True)
class SetTerrainHandler(Handler):
    """Set the terrain on the killzone."""

    def check(self, state: GameState, intent: SetTerrain) -> tuple[Finding, ...]:
        """Return whether a game is set up, and the parts have distinct ids."""
        return (
            condition(self.ids.sequence, state.begun, Message.of("refusal-game-not-set-up")),
            *_told_apart(self.ids, intent.terrain),
        )

    def apply(self, state: GameState, intent: SetTerrain) -> tuple[Event, ...]:
        """Return the terrain set; empty if it is unchanged."""
        return () if intent.terrain == state.terrain else (pieces.TerrainSet(terrain=intent.terrain),)


class SetPolicyHandler:
    """Change the policy of a rule."""

    def check(self, state: GameState, intent: SetPolicy) -> tuple[Finding, ...]:
        """Return nothing: a policy may be set at any time."""
        return ()

    def apply(self, state: GameState, intent: SetPolicy) -> tuple[Event, ...]:
        """Return the policy set."""
        return (pieces.PolicySet(rule=intent.rule, policy=intent.policy),)


class SetThresholdHandler:
    """Change the certainty that the camera needs."""

    def check(self, state: GameState, intent: SetThreshold) -> tuple[Finding, ...]:
        """Return nothing: the threshold may be set at any time."""
        return ()

    def apply(self, state: GameState, intent: SetThreshold) -> tuple[Event, ...]:
        """Return the threshold set."""
        return (pieces.ThresholdSet(sure=intent.sure),)


@dataclass(frozen=True, slots=True)
class EndBattleHandler(Handler):
    """End the battle early. `finish` returns the last points and the end of a complete battle."""

    finish: Callable[[GameState], tuple[Event, ...]]

    def check(self, state: GameState, intent: EndBattle) -> tuple[Finding, ...]:
        """Return whether there is a battle to end, and the conceding player exists."""
        return (
            condition(self.ids.end, state.begun and not state.ended, Message.of("refusal-no-battle")),
            condition(
                self.ids.end,
                intent.conceded_by is None or not state.begun or intent.conceded_by in state.sides,
                Message.of("refusal-player-unknown", player=intent.conceded_by or ANY),
            ),
        )

    def apply(self, state: GameState, intent: EndBattle) -> tuple[Event, ...]:
        """Return the battle ended: the other player wins if one concedes, else the one with most victory points."""
        if intent.conceded_by is not None:
            winner: str | None = state.opponent(intent.conceded_by)
            return (battle.BattleEnded(winner=winner, why=f"{intent.conceded_by} conceded"),)
        if state.free:
            return (battle.BattleEnded(winner=state.leader, why="agreed"),)
        return tuple(
            one.model_copy(update={"why": "agreed"}) if isinstance(one, battle.BattleEnded) else one
            for one in self.finish(state)
        )
