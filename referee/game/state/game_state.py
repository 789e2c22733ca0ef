"""The game at one moment: everything that it knows, and how one piece of it is changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.game.mission_pack import PackAction
from referee.game.policy import Policies
from referee.game.recorded_terrain import RecordedTerrain
from referee.game.state.accounts import Alternation, Side
from referee.game.state.acting import Activation, ActivationKind
from referee.game.state.frozen import frozen
from referee.game.state.pieces import MarkerState, OperativeState
from referee.game.state.waiting import OpenChallenge, OpenProposal, OpenSequence, OpenTest, SimultaneousRule
from referee.rules.errors import MalformedError
from referee.rules.mission import Ground

ENDED = "ended"
"""The phase of a battle that is over."""


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything that the game knows at one moment.

    `stage` is the phase of the edition's flow ("" before set-up); `alternation` whose turn it is in it, `chosen` who
    has revealed equipment. `activations` counts those completed this turning point, `in_a_row` those of one player
    without an answer; `resolved` are the dice that were resolved last, until the next thing is done, `dice_actions`
    counts them; `ties` counts the roll-offs of this phase that nobody won; `last` was activated last. `tests` are
    dice that rules have asked for, `simultaneous` rules whose order is to be decided, `actions` those of the mission
    pack, `openings` how doors and hatches stand that were operated, `terrain` what stands on the killzone,
    `equipment` the options that the mission has, None for all, `own_equipment` those that a pack adds; `grounds`
    whose drop zone and territory are where, by player, as far as somebody said; `asks_primary` whether the
    first gambits are asked for with a word on primary ops.
    """

    edition: str = ""
    free: bool = False
    killzone: str | None = None
    mission: str | None = None
    sides: Mapping[str, Side] = field(default_factory=dict)
    operatives: Mapping[str, OperativeState] = field(default_factory=dict)
    markers: Mapping[str, MarkerState] = field(default_factory=dict)
    turning_point: int = 0
    stage: str = ""
    stage_closed: bool = False
    initiative: str | None = None
    had_initiative: str | None = None
    alternation: Alternation | None = None
    chosen: frozenset[str] = frozenset()
    rolls: Mapping[str, int] = field(default_factory=dict)
    ties: int = 0
    decider: str | None = None
    activations: int = 0
    in_a_row: int = 0
    last: str | None = None
    activation: Activation | None = None
    reaction: Activation | None = None
    sequence: OpenSequence | None = None
    resolved: OpenSequence | None = field(default=None, compare=False)
    dice_actions: int = field(default=0, compare=False)
    proposals: tuple[OpenProposal, ...] = ()
    challenge: OpenChallenge | None = None
    policies: Policies = field(default_factory=Policies)
    winner: str | None = None
    tests: tuple[OpenTest, ...] = ()
    simultaneous: tuple[SimultaneousRule, ...] = ()
    actions: Mapping[str, PackAction] = field(default_factory=dict)
    openings: Mapping[str, str] = field(default_factory=dict)
    terrain: tuple[RecordedTerrain, ...] = ()
    equipment: tuple[str, ...] | None = None
    own_equipment: tuple[str, ...] = ()
    grounds: Mapping[str, Ground] = field(default_factory=dict)
    set_up: Mapping[str, str] = field(default_factory=dict)
    asks_primary: bool = False

    def __post_init__(self) -> None:
        for name in ("sides", "operatives", "markers", "rolls", "actions", "openings", "grounds", "set_up"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def begun(self) -> bool:
        """Whether the game was set up."""
        return bool(self.sides)

    @property
    def ended(self) -> bool:
        """Whether the battle is over."""
        return self.stage == ENDED

    @property
    def turn(self) -> str | None:
        """Whose turn it is, where players alternate."""
        return self.alternation.turn if self.alternation else None

    @property
    def acting(self) -> Activation | None:
        """Who is active right now: a reaction goes before the activation that it interrupts."""
        return self.reaction or self.activation

    def in_play(self, id_: str) -> bool:
        """Return whether the judge counts an operative: it stands, or it has fallen and acts once more (L24-06)."""
        known, reaction = self.operatives.get(id_), self.reaction
        if known is None or not known.on_board:
            return False
        last = reaction is not None and reaction.doing is ActivationKind.LAST and reaction.operative == id_
        return known.standing or last

    @property
    def leader(self) -> str | None:
        """The player with the most victory points; None for a draw (rule A24-12)."""
        best = max((side.total_vp for side in self.sides.values()), default=0)
        leaders = [player for player, side in self.sides.items() if side.total_vp == best]
        return leaders[0] if len(leaders) == 1 else None

    def operative(self, id_: str) -> OperativeState:
        """Return that operative; `MalformedError` names those that there are."""
        try:
            return self.operatives[id_]
        except KeyError:
            there = ", ".join(sorted(self.operatives)) or "nobody"
            raise MalformedError(f"no operative {id_!r} in this game; there: {there}") from None

    def side(self, player: str) -> Side:
        """Return that player's account; `MalformedError` names the players."""
        try:
            return self.sides[player]
        except KeyError:
            raise MalformedError(
                f"no player {player!r} in this game; there: {', '.join(self.sides) or 'nobody'}"
            ) from None

    def marker(self, id_: str) -> MarkerState:
        """Return that marker; `MalformedError` names those that there are."""
        try:
            return self.markers[id_]
        except KeyError:
            there = ", ".join(sorted(self.markers)) or "none"
            raise MalformedError(f"no marker {id_!r} in this game; there: {there}") from None

    def opponent(self, player: str) -> str:
        """Return the other player."""
        self.side(player)
        return next(each for each in self.sides if each != player)

    def standing_of(self, player: str) -> tuple[str, ...]:
        """Return the ids of that player's operatives on the killzone that are not incapacitated."""
        return tuple(key for key, each in self.operatives.items() if each.player == player and each.standing)

    def ready_of(self, player: str) -> tuple[str, ...]:
        """Return the ids of that player's standing operatives that are ready."""
        return tuple(key for key in self.standing_of(player) if self.operatives[key].ready)

    def with_operative(self, id_: str, **changes: Any) -> GameState:
        """Return the state with one operative changed."""
        operative = replace(self.operative(id_), **changes)
        return replace(self, operatives={**self.operatives, id_: operative})

    def with_side(self, player: str, **changes: Any) -> GameState:
        """Return the state with one player's account changed."""
        return replace(self, sides={**self.sides, player: replace(self.side(player), **changes)})

    def with_marker(self, id_: str, **changes: Any) -> GameState:
        """Return the state with one marker changed."""
        return replace(self, markers={**self.markers, id_: replace(self.marker(id_), **changes)})
