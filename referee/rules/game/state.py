"""What stands: the game at one moment, frozen. Only happenings make a new one of it (`happenings`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeVar

from referee.rules.dice.weapon import RuleUse, Weapon
from referee.rules.errors import MalformedError
from referee.rules.game.card import Card, Seat
from referee.rules.game.pack import PackAction
from referee.rules.game.place import Place
from referee.rules.game.policy import Policies
from referee.rules.game.scenery import Scenery
from referee.rules.position import Order, Status
from referee.rules.ruling import Finding
from referee.rules.stats import StatRules

STATS = StatRules()
K = TypeVar("K")
V = TypeVar("V")


def frozen(mapping: Mapping[K, V]) -> Mapping[K, V]:
    """Return a read-only copy."""
    return MappingProxyType(dict(mapping))


class Life(StrEnum):
    """Where an operative is on its way: not yet set up, standing, incapacitated (rule L24-05), off the killzone."""

    RESERVE = "reserve"
    STANDING = "standing"
    INCAPACITATED = "incapacitated"
    REMOVED = "removed"


class Until(StrEnum):
    """When a change of a stat ends."""

    NEXT_ACTIVATION = "end of its next activation"
    THIS_OR_NEXT_ACTIVATION = "end of its current or next activation"
    TURNING_POINT = "end of the turning point"
    BATTLE = "end of the battle"


class Doing(StrEnum):
    """Why an operative is acting."""

    ACTIVATION = "activation"
    REACTION = "reaction"
    INTERRUPT = "interrupt"
    LAST = "last action"


@dataclass(frozen=True, slots=True)
class StatChange:
    """A stat that is not as printed: by how much, until when, and why. `fresh` until its own activation is over."""

    stat: str
    by: int
    until: Until
    why: str = ""
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class OperativeState:
    """One operative as it stands. `counteracted` and `interrupted` hold for the turning point.

    `one_more` says that it is incapacitated and may still perform one free action before it is removed (L24-06).
    """

    card: Card
    life: Life = Life.RESERVE
    order: Order = Order.CONCEAL
    ready: bool = False
    wounds: int = 0
    place: Place | None = None
    carrying: str | None = None
    changes: tuple[StatChange, ...] = ()
    counteracted: bool = False
    interrupted: bool = False
    on_guard: bool = False
    one_more: bool = False
    uses: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "uses", frozen(self.uses))

    @property
    def player(self) -> str:
        """Whose it is."""
        return self.card.player

    @property
    def standing(self) -> bool:
        """Whether it is on the killzone and not incapacitated."""
        return self.life is Life.STANDING

    @property
    def on_board(self) -> bool:
        """Whether its base is on the killzone, incapacitated or not."""
        return self.life in (Life.STANDING, Life.INCAPACITATED)

    @property
    def apl(self) -> int:
        """The action point limit: all changes added up, then held to one more or less (rules C24-10, A21-03)."""
        return max(0, STATS.apl(self.card.apl, [each.by for each in self.changes if each.stat == "apl"]))

    @property
    def injured(self) -> bool:
        """Whether it has fewer than half of its starting wounds (rules L24-07, L21-01)."""
        return STATS.is_injured(self.status())

    def status(self) -> Status:
        """Return what a judge of positions needs to know of it; `move` is as printed."""
        return Status(
            order=self.order,
            apl=self.apl,
            move=self.card.move,
            wounds=self.wounds,
            start_wounds=self.card.wounds,
            ready=self.ready,
            carrying=self.carrying,
            exempt=self.card.lifted,
        )


@dataclass(frozen=True, slots=True)
class Performed:
    """An action done in the running activation: its name, what it counts as, its price, weapon and marker if any.

    `charged` are the inches of a move; `pauses` the moves that may go on after it (rule I24-14).
    """

    action: str
    counts_as: str
    cost: int
    weapon: str | None = None
    weapon_rules: tuple[RuleUse, ...] = ()
    marker: str | None = None
    charged: float | None = None
    pauses: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Activation:
    """An operative at work. `left` is how many actions a reaction still has; None where AP are what limits.

    `interrupted` names the players who have interrupted it (rule K24-09); `awaiting` those who may do so now;
    `noticed` are operatives on guard in whose control range its last action ended.
    """

    operative: str
    doing: Doing
    name: str = "activation"
    spent: int = 0
    performed: tuple[Performed, ...] = ()
    left: int | None = None
    move_limit: float | None = None
    interrupted: frozenset[str] = frozenset()
    awaiting: tuple[str, ...] = ()
    noticed: tuple[str, ...] = ()
    barred_from_retaliating: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkerState:
    """A marker: kind, diameter in inches, where it lies or who carries it, whose it is, and whether it may be lifted.

    `timer` counts the completed activations after which it goes (rule B24-11).
    """

    id: str
    kind: str
    diameter: float
    place: Place | None = None
    carried_by: str | None = None
    owner: str | None = None
    pick_up_allowed: bool = False
    timer: int | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One player's account: command points, victory points by op, what is secret.

    `used` are the ploys and gambits of this turning point, in lower case. `sealed` choices are known to the machine
    alone until they are in `revealed`. `weapons` came with equipment and may be used by every operative of the side;
    `supplies` are the uses that are left of what a team shares, by name in lower case (rule J24-14).
    """

    seat: Seat
    cp: int = 0
    vp: Mapping[str, int] = field(default_factory=dict)
    used: frozenset[str] = frozenset()
    equipment: tuple[str, ...] = ()
    sealed: Mapping[str, str] = field(default_factory=dict)
    revealed: Mapping[str, str] = field(default_factory=dict)
    weapons: tuple[Weapon, ...] = ()
    supplies: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("vp", "sealed", "revealed", "supplies"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def total_vp(self) -> int:
        """All victory points."""
        return sum(self.vp.values())


@dataclass(frozen=True, slots=True)
class Alternation:
    """Two players taking turns at something until both pass in a row: whose turn it is, passes so far, turns taken."""

    turn: str
    passes: int = 0
    taken: int = 0


@dataclass(frozen=True, slots=True)
class OpenSequence:
    """Dice that are being resolved: by which action ("Shoot"), who acts, and the dice machine's own plain data."""

    sort: str
    operative: str
    data: Mapping[str, Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", frozen(self.data))


@dataclass(frozen=True, slots=True)
class OpenTest:
    """Dice that a rule asks for besides those of weapons: a mine's damage, a stun test.

    `sort` is the edition's word for what the result means, `operative` whom it is about, `owner` who rolls; `about`
    is the marker or whatever else brought it on.
    """

    id: str
    sort: str
    operative: str
    owner: str
    question: str
    dice: int = 1
    about: str = ""


@dataclass(frozen=True, slots=True)
class Simultaneous:
    """One of several rules that would be resolved at the same time: whose, and what it is called (rule A24-11)."""

    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read what was seen: a label, and the intent (kind and data) that it would be."""

    label: str
    intent: str
    data: Mapping[str, Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", frozen(self.data))


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """An intent that waits for a word. `because` is what is wrong or in doubt, empty when only the camera asks."""

    id: str
    owner: str
    question: str
    readings: tuple[Reading, ...]
    because: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """A ruling that somebody doubts: who, and the sequence number of the intent that it let through."""

    by: str
    of: int
    means: str


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything that the game knows at one moment.

    `stage` is the step of the edition's flow ("" before set-up); `alternation` whose turn it is in it, `chosen` who
    has revealed equipment. `activations`
    counts those completed this turning point, `in_a_row` those of one player without an answer;
    `last` was activated last. `tests` are dice that rules have asked for, `simultaneous` rules whose order is to be
    decided, `actions` those of the mission pack, `openings` how doors and hatches stand that were operated,
    `terrain` what stands on the killzone.
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
    decider: str | None = None
    activations: int = 0
    in_a_row: int = 0
    last: str | None = None
    activation: Activation | None = None
    reaction: Activation | None = None
    sequence: OpenSequence | None = None
    proposals: tuple[OpenProposal, ...] = ()
    challenge: OpenChallenge | None = None
    policies: Policies = field(default_factory=Policies)
    winner: str | None = None
    tests: tuple[OpenTest, ...] = ()
    simultaneous: tuple[Simultaneous, ...] = ()
    actions: Mapping[str, PackAction] = field(default_factory=dict)
    openings: Mapping[str, str] = field(default_factory=dict)
    terrain: tuple[Scenery, ...] = ()

    def __post_init__(self) -> None:
        for name in ("sides", "operatives", "markers", "rolls", "actions", "openings"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def begun(self) -> bool:
        """Whether the game was set up."""
        return bool(self.sides)

    @property
    def turn(self) -> str | None:
        """Whose turn it is, where players alternate."""
        return self.alternation.turn if self.alternation else None

    @property
    def acting(self) -> Activation | None:
        """Who is at work right now: a reaction goes before the activation that it interrupts."""
        return self.reaction or self.activation

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
