"""Edition: its ports, options and readings, assembled from tables.

An edition is a set of small strategy objects, one for each port, and tables of data. Killzones, equipment and errata
are overlays on the same ports: objects that wrap the ones they change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Protocol

from geometry.paths import Cheapest, LevelReach
from geometry.table import Marker
from geometry.terrain import Part
from messages.message import LengthPiece, Message
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.rule_book import RuleBook, WeaponRule
from referee.rules.dice.rule_parser import card_rules, written, written_pieces
from referee.rules.errors import MalformedError
from referee.rules.judgement import (
    NOBODY_ELSE,
    Attempt,
    Leg,
    Move,
    MoveJudgement,
    SecondaryTargets,
    Shot,
    ShotJudgement,
    TriggerSetOff,
)
from referee.rules.level_hypotheses import judge_over_levels
from referee.rules.ports.killzone import Environment, OpenGround, Spacing, Straight
from referee.rules.ports.markers import MarkerControl
from referee.rules.position import Exemption, Position, StatRules
from referee.rules.ruling import Finding, RuleId, Ruling, Threshold
from referee.rules.set_up import SetUpRules
from referee.rules.weapon import RuleUse


@dataclass(frozen=True, slots=True)
class Option:
    """A question that the sources leave open: its name, its readings (the default first), and the rules concerned."""

    name: str
    readings: tuple[str, ...]
    rules: tuple[RuleId, ...]
    about: Message | str


DROP_ZONE = "set-up in a drop zone"
WHOLLY = "wholly within"


def drop_zone(rule: RuleId, source: str) -> Option:
    """Return the option how much of a base must be in its drop zone, with an edition's rule and source line."""
    about = Message.of("option-about-drop-zone", source=source)
    return Option(DROP_ZONE, (WHOLLY, "within"), (rule,), about)


USES = "Limited uses"
BY_PROFILE, BY_WEAPON = "by profile", "by weapon"


def limited_uses(rule: RuleId, source: str) -> Option:
    """Return the option how uses of a weapon with several profiles are counted, with an edition's rule and source."""
    about = Message.of("option-about-limited-uses", source=source)
    return Option(USES, (BY_PROFILE, BY_WEAPON), (rule,), about)


def with_limited_uses(rule: WeaponRule, readings: Mapping[str, str]) -> WeaponRule:
    """Return the edition's Limited rule with the reading of that option."""
    reading = readings[USES]
    return replace(rule, joins_profiles=reading == BY_WEAPON, read_as=note(USES, reading))


BLAST_BESIDE_FRIENDS = "Blast beside friends"
EVERYBODY_NEAR, NONE_ENGAGED = "everybody near", "nobody engaged"


def blast_beside_friends(rule: RuleId, source: str) -> Option:
    """Return the option whether Blast reaches enemies that the shooter's friends engage, with an edition's source."""
    about = Message.of("option-about-blast-beside-friends", source=source)
    return Option(BLAST_BESIDE_FRIENDS, (EVERYBODY_NEAR, NONE_ENGAGED), (rule,), about)


PAUSED = "paused moves"
GUARDS_WAIT, GUARDS_ANSWER = "guards wait", "guards answer"


def paused_moves(rule: RuleId, source: str) -> Option:
    """Return the option whether guards may answer an action in the middle of a move, with an edition's source."""
    about = Message.of("option-about-paused-moves", source=source)
    return Option(PAUSED, (GUARDS_WAIT, GUARDS_ANSWER), (rule,), about)


BODIES = "bodies in sight"
IGNORED, BLOCK = "ignored", "block"


def bodies_in_sight(rule: RuleId, source: str) -> Option:
    """Return the option whether the bodies of other operatives block sight, with an edition's rule and source."""
    about = Message.of("option-about-bodies", source=source)
    return Option(BODIES, (IGNORED, BLOCK), (rule,), about)


APL_CHANGED = "changed APL"
AT_ONCE, FROM_THE_NEXT = "at once", "next activation"


def changed_apl(rule: RuleId, source: str) -> Option:
    """Return the option whether a change of the APL counts in the activation that it falls in, with a source."""
    about = Message.of("option-about-changed-apl", source=source)
    return Option(APL_CHANGED, (AT_ONCE, FROM_THE_NEXT), (rule,), about)


def by_name(options: Iterable[Option]) -> Mapping[str, Option]:
    """Return options by name."""
    return MappingProxyType({option.name: option for option in options})


def settled(options: Mapping[str, Option], chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Return the reading of every option: the chosen one, else the default.

    Raises `MalformedError` that lists the known ones for an unknown option or reading.
    """
    for name, reading in chosen.items():
        if name not in options:
            raise MalformedError("option-unknown", option=name, known=list(options))
        if reading not in options[name].readings:
            raise MalformedError("option-reading", option=name, found=reading, known=list(options[name].readings))
    return MappingProxyType({name: chosen.get(name, option.readings[0]) for name, option in options.items()})


def note(name: str, reading: str) -> Message:
    """Return the note on a ruling about a reading that it depends on."""
    return Message.of("ruling-reading", option=name, reading=reading)


def read_choices(texts: Iterable[str]) -> dict[str, str]:
    """Parse readings from texts such as `climb minimum=per climb`; raises `MalformedError` for an invalid one."""
    chosen = {}
    for text in texts:
        name, sign, reading = text.partition("=")
        if not sign:
            raise MalformedError("option-malformed", found=text)
        chosen[name.strip()] = reading.strip()
    return chosen


class Condition(Protocol):
    """A test that belongs to one action; yields its findings."""

    def __call__(self, edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
        """Return the findings."""


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One row of an edition's action table (rules D24-*, D21-*).

    `cost_ap` is in action points. `bars` are the actions of the same activation that exclude this one; `treated_as` is
    the action it counts as. `conceal`: permitted with a Conceal order; `engaged`: True if an enemy must be in control
    range, False if none may be, None if it does not matter. `silent` is the weapon rule that lifts the restriction on
    Conceal, `unless` the exemption of a card that lifts it. `within` are the moves that it may interrupt; the rest of
    the move is kept (I24-14). `lays` is the kind of marker that it brings into play, if any. `aimed`: it has an enemy
    as its target, but no dice; `near`: it also reaches operatives within so many inches of its target. `rolls`: it is
    resolved with the dice of the action that it counts as, if any; going on guard is not. `lifts`: it picks up a
    marker. `conditions` are the action's additional tests.
    """

    name: str
    rule: RuleId
    cost_ap: int
    bars: frozenset[str] = frozenset()
    treated_as: str | None = None
    conceal: bool = True
    engaged: bool | None = None
    repeatable: bool = False
    silent: str | None = None
    unless: Exemption | None = None
    within: frozenset[str] = frozenset()
    lays: str = ""
    aimed: bool = False
    near: float | None = None
    rolls: bool = True
    lifts: bool = False
    conditions: tuple[Condition, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.cost_ap <= 9:
            raise MalformedError("action-cost", action=self.name, found=self.cost_ap)

    def lifts_conceal(self, weapon_rules: Sequence[RuleUse], exempt: Collection[Exemption] = ()) -> bool:
        """Return whether weapon rules or exemptions permit the action with a Conceal order (N24-02)."""
        silent = self.silent is not None and any(use.rule == self.silent for use in weapon_rules)
        return silent or (self.unless is not None and self.unless in exempt)


class Engagement(Protocol):
    """Control range (H24-04) or engagement range (A21-05) between operatives."""

    @property
    def rule(self) -> RuleId:
        """The rule's id."""

    @property
    def term(self) -> Message:
        """The edition's term for the range: "control range" or "engagement range"."""

    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether the two operatives are within that range of each other."""

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        """Return the parts that block visibility within that range."""

    def enemies_engaging(self, position: Position, operative: str) -> tuple[str, ...]:
        """Return the enemies within that range of the operative, by the best estimate."""


class Pricing(Protocol):
    """Prices of straight increments (I24-01, D21-01)."""

    def distance_cost(self, legs: Sequence[Leg]) -> float:
        """Return the whole price of the legs, inches."""

    def vertical_cost(self, legs: Sequence[Leg]) -> float:
        """Return the price of climbing and dropping in the legs, inches."""

    def climb_cost(self, height: float, *, ladder: bool = False, ladder_used: bool = False) -> float:
        """Return the price of one climb alone, inches."""


class Movement(Protocol):
    """Legality and price of moves."""

    @property
    def pricing(self) -> Pricing:
        """The price list."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the moves."""

    @property
    def climb_goes_on(self) -> str | None:
        """The move that may finish a climb begun by another; None if each move must finish its own climbs."""

    def may_climb(self, action: str, height: float = 0.0) -> bool:
        """Return whether that move may climb this height at once, inches."""

    def ends_by_an_enemy(self, action: str) -> bool:
        """Return whether that move must end within range of an enemy, as no other may (D24-07, D21-04)."""

    def allowance(self, edition: Edition, position: Position, mover: str, action: str) -> float:
        """Return the operative's allowance for the action, inches."""

    def judge(self, edition: Edition, position: Position, move: Move) -> MoveJudgement:
        """Return price and legality of a move, with every finding."""

    def with_move(self, name: str, like: str, rule: RuleId, *, extra: float, fixed: float | None) -> Movement:
        """Return the port with one more move: like another, with an `extra` distance or a `fixed` one (rule D24-16).

        Raises `MalformedError` that lists the known moves.
        """

    def trigger_set_off(self, edition: Edition, position: Position) -> TriggerSetOff | None:
        """Return a marker that goes off in this position, or may (J24-07); None without one."""

    def search(self, edition: Edition, position: Position, mover: str, action: str) -> MoveSearch:
        """Return the search for that move: its reachable area, and the cheapest path to a position."""


class MoveSearch(Protocol):
    """Search for one move: the cheapest path to a position, and the reachable area."""

    @property
    def allowance(self) -> float:
        """Return the inches that the move may cost."""

    def with_allowance(self, inches: float) -> MoveSearch:
        """Return the same search with another allowance."""

    def shunning(self, markers: Iterable[Marker]) -> MoveSearch:
        """Return the search with paths that stay out of control range of these markers."""

    def find_path(self, target: tuple[float, float, float], *, room: float = 0.0) -> Cheapest:
        """Return the cheapest legal path to a position, `room` inches from everything on the way."""

    def areas(self) -> tuple[LevelReach, ...]:
        """Return the areas in which the move may end, level by level."""

    def bounds_alone(self, levels: Sequence[LevelReach]) -> bool:
        """Return whether these areas may contain positions where the move may not end."""


class SightPolicy(Protocol):
    """Visibility, valid targets and shelter."""

    def visible(self, position: Position, viewer: str, target: str) -> Ruling:
        """Return whether one operative sees the other."""

    def all_visible(self, position: Position, pairs: Sequence[tuple[str, str]]) -> tuple[Ruling, ...]:
        """Return the same for several pairs of viewer and target."""

    def judge(self, edition: Edition, position: Position, shot: Shot) -> ShotJudgement:
        """Return visibility, cover, obscured and validity, from the shooter's best point."""

    def judge_all(self, edition: Edition, position: Position, shots: Sequence[Shot]) -> tuple[ShotJudgement, ...]:
        """Return the same for several shots in one position, in their order."""


class Spread(Protocol):
    """Secondary targets of a weapon."""

    def secondary(self, edition: Edition, position: Position, shot: Shot, primary: ShotJudgement) -> SecondaryTargets:
        """Return the secondary targets of a shot with this judgement of its primary target."""


class TargetAlone:
    """Spread without secondary targets."""

    def secondary(self, edition: Edition, position: Position, shot: Shot, primary: ShotJudgement) -> SecondaryTargets:
        """Return no secondary targets."""
        return NOBODY_ELSE


class Markers(Protocol):
    """Contest and control of markers (L24-02, L21-02)."""

    def measured_as(self, marker: Marker) -> tuple[Marker, tuple[Message, ...]]:
        """Return the marker as distances for laying it down are measured to it, with the readings taken."""

    def rule(self, position: Position, marker: str) -> RuleId:
        """Return the rule by which an uncarried marker is contested."""

    def near(self, position: Position, operative: str, marker: str) -> Ruling:
        """Return whether the operative contests an uncarried marker."""

    def control(self, position: Position, marker: str) -> MarkerControl:
        """Return the contesting operatives and the controlling player."""

    def in_doubt(self, position: Position, marker: str, threshold: Threshold) -> bool:
        """Return whether control of the marker is too close to call."""

    def controlled(
        self, position: Position, marker: str, rule: RuleId, *, player: str, by: str | None = None
    ) -> Finding:
        """Return whether a player controls the marker; with `by` also whether that operative contests it itself."""


class Killzone(Protocol):
    """Overlay on an edition: returns it with some ports wrapped."""

    def __call__(self, edition: Edition) -> Edition:
        """Return the edition with this killzone's rules."""


class SupportReach(Protocol):
    """Reach of a SUPPORT rule."""

    def __call__(self, edition: Edition, position: Position, player: str, distance: float) -> float:
        """Return the actual distance in inches of a player's rule with this written distance."""


def unmodified_distance(edition: Edition, position: Position, player: str, distance: float) -> float:
    """Return the written distance."""
    return distance


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition: its id ("kt24"), year, title, and the implementation of each port.

    `options` are the questions that its sources leave open, `readings` the reading of each; `build` creates the edition
    with other readings. `spreads` maps kinds of marker to the inches that they extend beyond their edge. `spacing`
    measures distances.
    """

    id: str
    year: str
    title: str
    engagement: Engagement
    movement: Movement
    sight: SightPolicy
    markers: Markers
    actions: Mapping[str, ActionSpec]
    dice: DiceRules
    rule_of_restriction: RuleId
    set_up: SetUpRules
    stats: StatRules = field(default_factory=StatRules)
    environment: Environment = field(default_factory=OpenGround)
    spread: Spread = field(default_factory=TargetAlone)
    killzones: Mapping[str, Killzone] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    spreads: Mapping[str, float] = field(default_factory=dict)
    spacing: Spacing = field(default_factory=Straight)
    build: Callable[[Mapping[str, str]], Edition] | None = None
    support_reach: SupportReach = unmodified_distance

    @property
    def rule_book(self) -> RuleBook:
        """The weapon rules that its cards may name."""
        return self.dice.weapon_rules

    @property
    def action_only_markers(self) -> frozenset[str]:
        """Kinds of markers that only an action brings into play, regardless of where their tokens are."""
        return frozenset(spec.lays for spec in self.actions.values() if spec.lays)

    @property
    def lifting(self) -> ActionSpec | None:
        """The action that picks up a marker; None without one."""
        return next((spec for spec in self.actions.values() if spec.lifts), None)

    @property
    def keeps_apl(self) -> bool:
        """True if a changed APL counts from the operative's next activation (rules C24-10, A21-03)."""
        return self.readings.get(APL_CHANGED) == FROM_THE_NEXT

    def reads(self, option: str) -> str:
        """Return this edition's reading of an option."""
        return self.readings[option]

    def playing(self, readings: Mapping[str, str]) -> Edition:
        """Return the edition with other readings; raises `MalformedError` for unknown options."""
        settled(self.options, readings)
        if not readings or self.build is None:
            return self
        return self.build({**self.readings, **readings})

    def judge_move(self, position: Position, move: Move) -> MoveJudgement:
        """Return price and legality of a move."""
        return self.movement.judge(self, position, move)

    def judge_shot(self, position: Position, shot: Shot) -> ShotJudgement:
        """Return whether a shot is permitted, and the target's shelter."""
        names = (shot.shooter, shot.target)
        return judge_over_levels(position, names, lambda there: self.sight.judge(self, there, shot))

    def judge_shots(self, position: Position, shots: Sequence[Shot]) -> tuple[ShotJudgement, ...]:
        """Return the same for several shots at once, in their order."""
        if any(one.placement.levels for one in position.table.operatives.values()):
            return tuple(self.judge_shot(position, shot) for shot in shots)
        return self.sight.judge_all(self, position, shots)

    def read_rules(self, texts: Iterable[str]) -> tuple[RuleUse, ...]:
        """Parse weapon rules from card texts, in this edition's vocabulary."""
        return card_rules(self.rule_book, texts)

    def write_rule(self, use: RuleUse) -> str:
        """Return a weapon rule in the form of this edition's cards."""
        return written(self.rule_book, use)

    def rule_pieces(self, use: RuleUse) -> tuple[str | LengthPiece, ...]:
        """Return a weapon rule in the form of this edition's cards, its lengths apart."""
        return written_pieces(self.rule_book, use)

    def in_killzone(self, name: str | None) -> Edition:
        """Return the edition with a killzone's overlay on its ports; unchanged if the killzone has none."""
        overlay = self.killzones.get(name) if name is not None else None
        return self if overlay is None else overlay(self)

    def action(self, name: str) -> ActionSpec:
        """Return the row of the action table; raises `MalformedError` that lists the known names."""
        try:
            return self.actions[name]
        except KeyError:
            raise MalformedError("action-unknown", action=name, known=sorted(self.actions)) from None


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """Names of an edition, and the id of its rule that no action is performed twice."""

    id: str
    year: str
    title: str
    rule_of_restriction: RuleId


@dataclass(frozen=True, slots=True)
class EditionTables:
    """Printed tables of an edition, independent of its readings."""

    actions: Mapping[str, ActionSpec]
    set_up: SetUpRules
    killzones: Mapping[str, Killzone]
    options: Mapping[str, Option]
    spread: Spread
    support_reach: SupportReach = unmodified_distance
    stats: StatRules = field(default_factory=StatRules)


@dataclass(frozen=True, slots=True)
class EditionPorts:
    """Ports that depend on the readings of the edition's options; `actions` are those that only a reading permits."""

    engagement: Engagement
    movement: Movement
    sight: SightPolicy
    markers: Markers
    dice: DiceRules
    spreads: Mapping[str, float] = field(default_factory=dict)
    actions: Mapping[str, ActionSpec] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EditionSpec:
    """Printed edition; `ports` builds its ports from the readings of its options."""

    imprint: EditionInfo
    tables: EditionTables
    ports: Callable[[Mapping[str, str]], EditionPorts]
    default: Edition = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "default", self.read({}))

    def read(self, chosen: Mapping[str, str]) -> Edition:
        """Return the edition with these readings, and the defaults for the others."""
        readings = settled(self.tables.options, chosen)
        ports, tables, imprint = self.ports(readings), self.tables, self.imprint
        zone = note(DROP_ZONE, readings[DROP_ZONE])
        return Edition(
            id=imprint.id,
            year=imprint.year,
            title=imprint.title,
            engagement=ports.engagement,
            movement=ports.movement,
            sight=ports.sight,
            markers=ports.markers,
            spreads=ports.spreads,
            actions={**tables.actions, **ports.actions} if ports.actions else tables.actions,
            dice=ports.dice,
            set_up=replace(tables.set_up, wholly=readings[DROP_ZONE] == WHOLLY, zone_note=zone),
            rule_of_restriction=imprint.rule_of_restriction,
            killzones=tables.killzones,
            options=tables.options,
            spread=tables.spread,
            readings=readings,
            build=self.read,
            support_reach=tables.support_reach,
            stats=tables.stats,
        )
