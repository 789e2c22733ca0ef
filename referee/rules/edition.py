"""The ports that an edition fills. No other code asks which edition is playing.

An edition is a set of small strategy objects, one for each port, and tables of data. Killzones, equipment and errata
are overlays on the same ports: objects that wrap the ones they change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from geometry.terrain import Part
from referee.rules.dice.hooks import RuleBook
from referee.rules.dice.rule_parser import card_rules, written
from referee.rules.dice.rules import DiceRules
from referee.rules.dice.weapon import RuleUse
from referee.rules.errors import MalformedError
from referee.rules.exemption import Exemption
from referee.rules.judgement import Attempt, Leg, Move, MoveJudgement, SetOff, Shot, ShotJudgement
from referee.rules.markers import MarkerControl
from referee.rules.moves.searching import Search
from referee.rules.on_which_level import judged_on_each
from referee.rules.options import Option, settled
from referee.rules.position import Position
from referee.rules.ruling import Finding, RuleId, Ruling, Threshold
from referee.rules.set_up import SetUpRules
from referee.rules.sight.environment import Environment, OpenGround
from referee.rules.sight.secondary_targets import NOBODY_ELSE, SecondaryTargets
from referee.rules.spacing import Spacing, Straight
from referee.rules.stats import StatRules


class Condition(Protocol):
    """A test that belongs to one action: yields a finding for each thing it looked at."""

    def __call__(self, edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
        """Return the findings."""


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One row of an edition's action table (rules D24-*, D21-*).

    `cost_ap` action points. `bars` are the actions of the same activation that forbid this one; `treated_as` the
    action it counts as. `conceal` says whether it may be done with that order; `engaged` is True when an enemy must
    be in control range, False when none may be, None when it does not matter. `silent` names the weapon rule that
    lifts the bar on Conceal, `unless` the exemption of a card that does. `within` are the moves in the middle of which
    it may be performed; the rest of the move is kept (I24-14). `lays` is the kind of marker that it brings into play,
    if it does. `aimed` says that it is done at an enemy, though without dice. `rolls` says that it is resolved by the
    dice of the action that it counts as, where that has any: going on guard is not. `conditions` are the action's own
    tests, beyond those that the table can say.
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
    rolls: bool = True
    conditions: tuple[Condition, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.cost_ap <= 9:
            raise MalformedError(f"action {self.name!r}: {self.cost_ap!r} AP: expected 0 to 9")

    def lifts_conceal(self, weapon_rules: Sequence[RuleUse], exempt: Collection[Exemption] = ()) -> bool:
        """Whether the weapon's rules or the card's exemptions allow the action with a Conceal order (N24-02)."""
        silent = self.silent is not None and any(use.rule == self.silent for use in weapon_rules)
        return silent or (self.unless is not None and self.unless in exempt)


class Engagement(Protocol):
    """Who is within whose control range (H24-04) or engagement range (A21-05)."""

    @property
    def rule(self) -> RuleId:
        """The rule's id."""

    @property
    def term(self) -> str:
        """The edition's word for the range: "control range" or "engagement range"."""

    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether the two operatives are within that range of each other."""

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        """Return what stops sight within that range."""

    def enemies_engaging(self, position: Position, operative: str) -> tuple[str, ...]:
        """Return the enemies within that range of the operative, by the best estimate."""


class Pricing(Protocol):
    """What straight increments cost (I24-01, D21-01)."""

    def distance_cost(self, legs: Sequence[Leg]) -> float:
        """Return the whole price of the legs, inches."""

    def vertical_cost(self, legs: Sequence[Leg]) -> float:
        """Return the climbing and dropping part of it, inches."""

    def climb_cost(self, height: float, *, ladder: bool = False, ladder_used: bool = False) -> float:
        """Return what one climb costs alone, inches."""


class Movement(Protocol):
    """Whether a model may go from where it was to where it stands."""

    @property
    def pricing(self) -> Pricing:
        """The price list."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the moves there are."""

    @property
    def climb_goes_on(self) -> str | None:
        """The move that may finish a climb which another began; None where a move ends what it begins."""

    def may_climb(self, action: str, height: float = 0.0) -> bool:
        """Return whether a move of that name may climb so high at once, inches."""

    def ends_by_an_enemy(self, action: str) -> bool:
        """Return whether a move of that name has to end within reach of an enemy, as no other may (D24-07, D21-04)."""

    def allowance(self, edition: Edition, position: Position, mover: str, action: str) -> float:
        """Return how far the action carries this operative, inches."""

    def judge(self, edition: Edition, position: Position, move: Move) -> MoveJudgement:
        """Return price and legality of a move, with every finding."""

    def with_move(self, name: str, like: str, rule: RuleId, *, extra: float, fixed: float | None) -> Movement:
        """Return the port with one more move, like another but so much farther, or so far (rule D24-16).

        `MalformedError` lists the moves there are.
        """

    def mine_set_off(self, edition: Edition, position: Position) -> SetOff | None:
        """Return a mine that goes off as things stand, or may (J24-07); None for none."""

    def search(self, edition: Edition, position: Position, mover: str, action: str) -> Search:
        """Return where that move of the operative may go, and the cheapest way to a place."""


class SightPolicy(Protocol):
    """Who can be shot, and what shelters them."""

    def visible(self, position: Position, viewer: str, target: str) -> Ruling:
        """Return whether one operative sees the other."""

    def all_visible(self, position: Position, pairs: Sequence[tuple[str, str]]) -> tuple[Ruling, ...]:
        """Return the same for several pairs of viewer and target."""

    def judge(self, edition: Edition, position: Position, shot: Shot) -> ShotJudgement:
        """Return visibility, cover, obscured and validity, by the point that serves the shooter best."""

    def judge_all(self, edition: Edition, position: Position, shots: Sequence[Shot]) -> tuple[ShotJudgement, ...]:
        """Return the same for several shots in one position, in their order."""


class Spread(Protocol):
    """Whom a weapon reaches beyond its target."""

    def secondary(self, edition: Edition, position: Position, shot: Shot, primary: ShotJudgement) -> SecondaryTargets:
        """Return who is shot after the primary target of that shot, which was judged so."""


class TargetAlone:
    """Nobody but its target is ever shot."""

    def secondary(self, edition: Edition, position: Position, shot: Shot, primary: ShotJudgement) -> SecondaryTargets:
        """Return nobody."""
        return NOBODY_ELSE


class Markers(Protocol):
    """Who is near enough to a marker to contest it (L24-02, L21-02)."""

    def rule(self, position: Position, marker: str) -> RuleId:
        """Return the rule by which a marker that nobody carries is contested."""

    def near(self, position: Position, operative: str, marker: str) -> Ruling:
        """Return whether the operative contests a marker that nobody carries."""

    def control(self, position: Position, marker: str) -> MarkerControl:
        """Return who contests and who controls the marker."""

    def in_doubt(self, position: Position, marker: str, threshold: Threshold) -> bool:
        """Return whether it is too close to call who controls the marker."""

    def controlled(
        self, position: Position, marker: str, rule: RuleId, *, player: str, by: str | None = None, otherwise: str
    ) -> Finding:
        """Return whether a player controls the marker, and with `by` whether that operative contests it itself."""


class Killzone(Protocol):
    """An overlay: takes an edition, returns it with some ports wrapped."""

    def __call__(self, edition: Edition) -> Edition:
        """Return the edition as it is played in this killzone."""


class SupportReach(Protocol):
    """How far a SUPPORT rule reaches."""

    def __call__(self, edition: Edition, position: Position, player: str, distance: float) -> float:
        """Return the distance, inches, of a player's rule that is written with that one."""


def as_said(edition: Edition, position: Position, player: str, distance: float) -> float:
    """Return the distance as the rule has it."""
    return distance


@dataclass(frozen=True, slots=True)
class Edition:
    """What one edition judges by: its id ("kt24"), its year, its title, and what fills each port.

    `options` are what its sources leave open, `readings` how each is read; `build` makes the edition with others.
    `spreads` says how many inches beyond its edge a marker of a kind reaches. `spacing` is how distances run.
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
    support_reach: SupportReach = as_said

    @property
    def rule_book(self) -> RuleBook:
        """The weapon rules that its cards may name."""
        return self.dice.weapon_rules

    @property
    def laid(self) -> frozenset[str]:
        """The kinds of markers that come into play by an action alone, wherever their tokens lie."""
        return frozenset(spec.lays for spec in self.actions.values() if spec.lays)

    def reads(self, option: str) -> str:
        """Return how this edition reads what its sources leave open."""
        return self.readings[option]

    def playing(self, readings: Mapping[str, str]) -> Edition:
        """Return the edition with other readings; `MalformedError` for options that it does not have."""
        settled(self.options, readings)
        if not readings or self.build is None:
            return self
        return self.build({**self.readings, **readings})

    def judge_move(self, position: Position, move: Move) -> MoveJudgement:
        """Return price and legality of a move."""
        return self.movement.judge(self, position, move)

    def judge_shot(self, position: Position, shot: Shot) -> ShotJudgement:
        """Return whether a shot may be taken, and what shelters the target."""
        names = (shot.shooter, shot.target)
        return judged_on_each(position, names, lambda there: self.sight.judge(self, there, shot))

    def judge_shots(self, position: Position, shots: Sequence[Shot]) -> tuple[ShotJudgement, ...]:
        """Return the same for several shots at once, in their order."""
        if any(one.placement.levels for one in position.table.operatives.values()):
            return tuple(self.judge_shot(position, shot) for shot in shots)
        return self.sight.judge_all(self, position, shots)

    def read_rules(self, texts: Iterable[str]) -> tuple[RuleUse, ...]:
        """Return weapon rules as written on a card, read by this edition's vocabulary."""
        return card_rules(self.rule_book, texts)

    def write_rule(self, use: RuleUse) -> str:
        """Return a weapon rule as this edition's cards print it."""
        return written(self.rule_book, use)

    def in_killzone(self, name: str | None) -> Edition:
        """Return the edition with a killzone's overlay on its ports; unchanged where the killzone has none."""
        overlay = self.killzones.get(name) if name is not None else None
        return self if overlay is None else overlay(self)

    def action(self, name: str) -> ActionSpec:
        """Return the row of the action table; `MalformedError` lists the names there are."""
        try:
            return self.actions[name]
        except KeyError:
            raise MalformedError(f"action {name!r}: this edition has {', '.join(sorted(self.actions))}") from None
