"""Game state and its parts: sides, operatives, markers, activation, open decisions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeVar

from messages.message import Message
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card, PloyCard, Seat, TacOpCard
from referee.game.pack_action import PackAction, Until
from referee.game.policy import Policies
from referee.rules.errors import MalformedError
from referee.rules.mission import MissionSide
from referee.rules.position import Order, StatRules, Status
from referee.rules.ruling import Finding
from referee.rules.weapon import RuleUse, Weapon

K = TypeVar("K")
V = TypeVar("V")


def frozen(mapping: Mapping[K, V]) -> Mapping[K, V]:
    """Return a read-only copy."""
    return MappingProxyType(dict(mapping))


def one_spaced(name: str) -> str:
    """Return a name without blanks around it, and with one between its words."""
    return " ".join(name.split())


EQUIPMENT = "equipment"
"""Topic of the equipment options among the secret choices."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """Commitment to a secret choice. `salt` is empty while only the digest is known; `opened` once it was revealed."""

    digest: str
    salt: str = ""
    opened: bool = False


@dataclass(frozen=True, slots=True)
class PausedGroup:
    """A group activation that the opponent's turn interrupted (C21-02).

    The turning point, the member activated last, and how many members are left.
    """

    turning_point: int
    operative: str
    left: int


@dataclass(frozen=True, slots=True)
class PlayerAccount:
    """One player's account: command points, victory points by op, secrets.

    `used` are the ploys and gambits of this turning point, in lower case. `sealed` choices are known only to the
    program until they are in `revealed`; `commitments` are those to secret choices, by topic. `weapons` came with
    equipment and may be used by every operative of the side; `supplies` are the remaining uses of shared supplies, by
    name in lower case (rule J24-14). `ploys` and `tac_ops` are the cards of its team and the packs. `placed` counts its
    pieces of equipment terrain on the killzone, by item. `group` is a group activation that is not finished.
    """

    seat: Seat
    cp: int = 0
    vp: Mapping[str, int] = field(default_factory=dict)
    used: frozenset[str] = frozenset()
    equipment: tuple[str, ...] = ()
    sealed: Mapping[str, str] = field(default_factory=dict)
    revealed: Mapping[str, str] = field(default_factory=dict)
    commitments: Mapping[str, Commitment] = field(default_factory=dict)
    weapons: tuple[Weapon, ...] = ()
    supplies: Mapping[str, int] = field(default_factory=dict)
    ploys: tuple[PloyCard, ...] = ()
    tac_ops: tuple[TacOpCard, ...] = ()
    placed: Mapping[str, int] = field(default_factory=dict)
    group: PausedGroup | None = None

    def __post_init__(self) -> None:
        for name in ("vp", "sealed", "revealed", "commitments", "supplies", "placed"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    def values_of(self, topic: str) -> tuple[str, ...]:
        """Return what a secret choice of that topic consists of: the options of equipment, else one value."""
        return self.equipment if topic == EQUIPMENT else (self.sealed[topic],)

    @property
    def total_vp(self) -> int:
        """All victory points."""
        return sum(self.vp.values())

    def ploy(self, name: str) -> PloyCard | None:
        """Return the card of a ploy, None if it has no card."""
        wanted = one_spaced(name).casefold()
        return next((card for card in self.ploys if one_spaced(card.name).casefold() == wanted), None)


@dataclass(frozen=True, slots=True)
class Alternation:
    """Alternation of two players until both pass in a row: whose turn it is, passes so far, turns taken."""

    turn: str
    passes: int = 0
    taken: int = 0


class ActivationKind(StrEnum):
    """Reason why an operative is acting."""

    ACTIVATION = "activation"
    REACTION = "reaction"
    INTERRUPT = "interrupt"
    LAST = "last action"
    FREE = "free action"


EXTRA = frozenset({ActivationKind.LAST, ActivationKind.FREE})
"""One action that a rule gives outside of turns; it may interrupt anything."""


@dataclass(frozen=True, slots=True)
class Performed:
    """An action performed in the current activation: name, what it counts as, price, weapon and marker if any.

    `charged` are the inches of a move; `pauses` the moves that may continue after it (rule I24-14), and `wounds` the
    operative's wounds at that time.
    """

    action: str
    counts_as: str
    cost: int
    weapon: str | None = None
    weapon_rules: tuple[RuleUse, ...] = ()
    marker: str | None = None
    charged: float | None = None
    pauses: frozenset[str] = frozenset()
    wounds: int | None = None


@dataclass(frozen=True, slots=True)
class Activation:
    """An active operative. `left` is the number of actions that a reaction still has; None if AP are the limit.

    `interrupted` are the players who have interrupted it (rule K24-09); `awaiting` those who may do so now; `noticed`
    are operatives on guard in whose control range its last action ended, `perhaps` those for which that is too close to
    call, `let_pass` those whose guard ends with it unless their player interrupts it. `owed` are the players who may
    interrupt once its paused move is over. `apl` is the APL as it began, which limits it if `keeps_apl`.
    """

    operative: str
    doing: ActivationKind
    name: str = "activation"
    spent: int = 0
    performed: tuple[Performed, ...] = ()
    left: int | None = None
    move_limit: float | None = None
    interrupted: frozenset[str] = frozenset()
    awaiting: tuple[str, ...] = ()
    noticed: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    let_pass: tuple[str, ...] = ()
    owed: tuple[str, ...] = ()
    barred_from_retaliating: tuple[str, ...] = ()
    apl: int | None = None
    keeps_apl: bool = False


STATS = StatRules()
BEST, WORST = 2, 7
"""Best required roll of a die, and the worst one, which never succeeds."""
SAVE = ("save", "sv")
"""Names under which a change of the Save was declared."""


class LifeState(StrEnum):
    """Status of an operative: not yet set up, standing, incapacitated (rule L24-05), removed from the killzone."""

    RESERVE = "reserve"
    STANDING = "standing"
    INCAPACITATED = "incapacitated"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class StatChange:
    """A changed stat: by how much, until when, and why. `fresh` until its own activation is over."""

    stat: str
    by: int
    until: Until
    why: str = ""
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class OperativeState:
    """Current state of one operative. `counteracted` and `interrupted` apply to the turning point.

    `one_more`: it is incapacitated and may still perform one free action before it is removed (L24-06).
    """

    card: Card
    life: LifeState = LifeState.RESERVE
    order: Order = Order.CONCEAL
    ready: bool = False
    wounds: int = 0
    place: BoardPlace | None = None
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
        """Its player."""
        return self.card.player

    @property
    def lost(self) -> int:
        """Number of wounds lost."""
        return self.card.wounds - self.wounds

    @property
    def standing(self) -> bool:
        """Whether it is on the killzone and not incapacitated."""
        return self.life is LifeState.STANDING

    @property
    def on_board(self) -> bool:
        """Whether its base is on the killzone, incapacitated or not."""
        return self.life in (LifeState.STANDING, LifeState.INCAPACITATED)

    @property
    def apl(self) -> int:
        """The action point limit: all changes summed, then limited to one more or less (rules C24-10, A21-03)."""
        return max(0, STATS.apl(self.card.apl, [each.by for each in self.changes if each.stat == "apl"]))

    @property
    def save(self) -> int:
        """Required roll of its defence dice: all changes summed, never better than 2+; 7 is never."""
        changed = sum(each.by for each in self.changes if each.stat.casefold() in SAVE)
        return max(BEST, min(WORST, self.card.save + changed))

    @property
    def injured(self) -> bool:
        """Whether it has fewer than half of its starting wounds (rules L24-07, L21-01)."""
        return STATS.is_injured(self.status())

    def status(self) -> Status:
        """Return its facts for rulings; `move` is the printed one."""
        return Status(
            order=self.order,
            apl=self.apl,
            move=self.card.move,
            wounds=self.wounds,
            start_wounds=self.card.wounds,
            ready=self.ready,
            carrying=self.carrying,
            exempt=self.card.lifted,
            move_changes=tuple(float(each.by) for each in self.changes if each.stat == "move"),
        )


@dataclass(frozen=True, slots=True)
class MarkerState:
    """A marker: kind, diameter in inches, position or carrier, owner, and whether it may be picked up.

    `timer` is the number of completed activations after which it is removed (rule B24-11).
    """

    id: str
    kind: str
    diameter: float
    place: BoardPlace | None = None
    carried_by: str | None = None
    owner: str | None = None
    pick_up_allowed: bool = False
    timer: int | None = None


@dataclass(frozen=True, slots=True)
class OpenSequence:
    """Dice being resolved: the action ("Shoot"), the acting operative, and the dice action's plain data.

    `number` counts the dice actions of the game, `wounds` are the operatives' wounds at its beginning; both are for
    display only.
    """

    sort: str
    operative: str
    data: Mapping[str, Any]
    number: int = field(default=1, compare=False)
    wounds: Mapping[str, int] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", frozen(self.data))
        object.__setattr__(self, "wounds", frozen(self.wounds))


@dataclass(frozen=True, slots=True)
class OpenTest:
    """Dice that a rule asks for other than those of weapons: a mine's damage, a stun test.

    `sort` is the edition's term for the effect, `operative` the one concerned, `owner` the player who rolls; `about` is
    the marker or other cause, `at` the operative's position then (x, y, z in inches; empty for its current one).
    `question` is English text, for journals; `message` is the same, None in those of earlier versions.
    """

    id: str
    sort: str
    operative: str
    owner: str
    question: str
    dice: int = 1
    about: str = ""
    at: tuple[float, ...] = ()
    message: Message | None = None


@dataclass(frozen=True, slots=True)
class SimultaneousRule:
    """One of several rules that would be resolved at the same time: its owner and name (rule A24-11)."""

    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class OpenReading:
    """One reading of an observation: a label, and the intent (kind and data) that it represents."""

    label: Message
    intent: str
    data: Mapping[str, Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", frozen(self.data))


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """An intent that awaits confirmation. `because` are failed or uncertain findings, empty if only the camera asks."""

    id: str
    owner: str
    question: Message
    readings: tuple[OpenReading, ...]
    because: tuple[Finding, ...] = ()

    @property
    def operative(self) -> str:
        """The operative of the most likely reading; empty if it names none."""
        return str(self._likeliest.get("operative") or "")

    @property
    def to(self) -> BoardPlace | None:
        """The operative's new position by the most likely reading; None if it has none."""
        to = self._likeliest.get("to")
        return BoardPlace(**to) if isinstance(to, Mapping) else None

    @property
    def _likeliest(self) -> Mapping[str, Any]:
        return self.readings[0].data if self.readings else {}


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """A challenged ruling: the challenger, the sequence number of the permitted intent, and its player.

    `whose` is the player without whom it is not withdrawn; "any" if it belongs to no particular player. `rolls` are the
    dice of a roll-off that decides it, by player; None without one. `ties` counts the tied rolls.
    """

    by: str
    of: int
    means: Message
    whose: str = "any"
    rolls: Mapping[str, int] | None = None
    ties: int = 0

    def challenger(self, players: Collection[str]) -> str | None:
        """Return the player against the ruling; None if it is neither known who challenged nor whose act it was."""
        if self.by in players:
            return self.by
        return next((player for player in players if player != self.whose), None) if self.whose in players else None


ENDED = "ended"
"""The phase of a battle that is over."""


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything that the game knows at one moment.

    `stage` is the phase of the edition's flow ("" before set-up); `alternation` the turns in it, `chosen` the players
    who have revealed equipment. `activations` counts those completed this turning point, `in_a_row` those of one player
    without an answer; `resolved` are the dice resolved last, until the next action, `dice_actions` counts them; `ties`
    counts the tied roll-offs of this phase; `last` was activated last. `tests` are dice that rules have asked for,
    `simultaneous` are rules to be ordered, `actions` those of the mission pack, `openings` the states of operated doors
    and hatches, `terrain` the terrain on the killzone, `equipment` the mission's options, None for all, `own_equipment`
    those that a pack adds; `grounds` are drop zone and territory by player, as far as known; `asks_primary`: the prompt
    of the first gambits mentions primary ops. `held` are reactions that a last or
    free action interrupts, `counteraction` is the latest reaction until another operative acts.
    """

    edition: str = ""
    free: bool = False
    killzone: str | None = None
    mission: str | None = None
    sides: Mapping[str, PlayerAccount] = field(default_factory=dict)
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
    held: tuple[Activation, ...] = ()
    counteraction: Activation | None = None
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
    grounds: Mapping[str, MissionSide] = field(default_factory=dict)
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
        """The player whose turn it is, if players alternate."""
        return self.alternation.turn if self.alternation else None

    @property
    def acting(self) -> Activation | None:
        """The active operative: a reaction takes precedence over the activation that it interrupts."""
        return self.reaction or self.activation

    def in_play(self, id_: str) -> bool:
        """Return whether rulings include an operative: standing, or incapacitated with a last action (L24-06)."""
        known = self.operatives.get(id_)
        if known is None or not known.on_board:
            return False
        return known.standing or id_ == self.last_action_operative

    @property
    def last_action_operative(self) -> str | None:
        """The fallen operative that performs its last action now (L24-06); None if there is none."""
        extra = self.extra
        return extra.operative if extra is not None and extra.doing is ActivationKind.LAST else None

    @property
    def extra(self) -> Activation | None:
        """The last or free action under way, which belongs to no turn or phase (C24-12, L24-06); None without one."""
        reaction = self.reaction
        return reaction if reaction is not None and reaction.doing in EXTRA else None

    @property
    def leader(self) -> str | None:
        """The player with the most victory points; None for a draw (rule A24-12)."""
        best = max((side.total_vp for side in self.sides.values()), default=0)
        leaders = [player for player, side in self.sides.items() if side.total_vp == best]
        return leaders[0] if len(leaders) == 1 else None

    def operative(self, id_: str) -> OperativeState:
        """Return that operative; raises `MalformedError` that lists the known ones."""
        try:
            return self.operatives[id_]
        except KeyError:
            known = sorted(self.operatives)
            raise MalformedError("game-operative-unknown", operative=id_, known=known) from None

    def side(self, player: str) -> PlayerAccount:
        """Return that player's account; raises `MalformedError` that lists the players."""
        try:
            return self.sides[player]
        except KeyError:
            raise MalformedError("game-player-unknown", player=player, known=list(self.sides)) from None

    def marker(self, id_: str) -> MarkerState:
        """Return that marker; raises `MalformedError` that lists the known ones."""
        try:
            return self.markers[id_]
        except KeyError:
            raise MalformedError("game-marker-unknown", marker=id_, known=sorted(self.markers)) from None

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

    def points_left(self, acting: Activation) -> int:
        """Return the AP that an active operative can still spend; negative if its APL fell below those spent."""
        kept = acting.apl if acting.keeps_apl else None
        return (self.operative(acting.operative).apl if kept is None else kept) - acting.spent

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
