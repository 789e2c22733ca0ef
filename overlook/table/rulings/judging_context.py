"""`JudgingContext`: one frozen moment of game and board on which rulings are made, with its caches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import cast

from geometry.placement import Placement
from geometry.table import Table
from geometry.terrain import Part
from messages.message import Message
from overlook.table.observation.accepted_position import accepted_position, without_uncertainty
from overlook.table.observation.displaced import displaced_model_block, displaced_models
from referee.game.dice.attack_context import DiceContext
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import Timeline
from referee.game.handlers.act_handler import ActHandler
from referee.game.intents import Act, Intent
from referee.game.record import RefusedError, RestsOnItError
from referee.game.state import GameState
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.shot import ShotSetup
from referee.rules.errors import RefereeError
from referee.rules.judgement import Shot, ShotJudgement
from referee.rules.ports.edition import ActionSpec, Edition, Engagement, SightPolicy
from referee.rules.position import Position
from referee.rules.ruling import Ruling

MOST_REASONS = 2


SAME_IN = 0.005
"""Distance in inches within which a place counts as unchanged: less than the camera's error."""

MOST_ODDS = 512
"""Number of different shots whose odds are cached."""

Signature = tuple[object, ...]


class ShotCache:
    """Cache of shot judgements, dropped when anything moves, and of the odds of their dice.

    Odds depend only on weapon and target, so they stay valid.
    """

    def __init__(self) -> None:
        self._stands: Signature = ()
        self._judged: dict[Shot, ShotJudgement] = {}
        self._rules: DiceRules | None = None
        self._odds: dict[ShotSetup, dict[int, Fraction]] = {}

    def odds(self, rules: DiceRules, setup: ShotSetup) -> dict[int, Fraction]:
        """Return the odds of a shot's damage under the standard policy."""
        if rules is not self._rules or len(self._odds) >= MOST_ODDS:
            self._rules, self._odds = rules, {}
        known = self._odds
        if setup not in known:
            known[setup] = rules.shot_odds(setup)
        return known[setup]

    def take(self, others: ShotCache) -> None:
        """Take over another cache's judgements for the current position."""
        self._stands, self._judged = others._stands, others._judged

    def of(self, position: Position) -> dict[Shot, ShotJudgement]:
        """Return the judged shots of that position, as a mapping to add to."""
        stands = _signature(position)
        if stands != self._stands:
            self._stands, self._judged = stands, {}
        return self._judged


def _signature(position: Position) -> Signature:
    """Return a key of everything that affects a shot: rounded places, orders, terrain, markers, the killzone."""

    def near(*values: float) -> tuple[int, ...]:
        return tuple(round(value / SAME_IN) for value in values)

    table = position.table
    return (
        position.killzone,
        position.unordered,
        tuple(
            (key, near(one.placement.x, one.placement.y, one.placement.z), round(one.placement.rotation_deg))
            for key, one in sorted(table.operatives.items())
        ),
        tuple((key, status.order) for key, status in sorted(position.status.items())),
        tuple((part.id, part.state, near(*part.outline[0], part.top)) for part in table.terrain),
        tuple((key, near(one.placement.x, one.placement.y)) for key, one in sorted(table.markers.items())),
    )


@dataclass(frozen=True)
class JudgingContext:
    """The current game and the last seen table; frozen, so that any thread may use it.

    `edition` is that of the game's killzone; `shots` caches judgements. A `sharp` context treats every place as exact.
    It serves to find what could be done, by the best estimate and many times faster; actions that are performed are
    judged with all uncertainty.
    """

    edition: Edition
    flow: BattleFlow
    timeline: Timeline
    table: Table
    shots: ShotCache
    sharp: bool = False

    @property
    def state(self) -> GameState:
        """The current state of the game."""
        return self.timeline.state

    @cached_property
    def position(self) -> Position:
        """The position that rulings use: models at their accepted places."""
        position = accepted_position(self.edition, self.state, self.table)
        return without_uncertainty(position) if self.sharp else position

    @cached_property
    def has_uncertainty(self) -> bool:
        """Whether the position has any uncertain place or height."""
        table = self.position.table
        places = [one.placement for one in table.operatives.values()]
        places += [one.placement for one in table.markers.values()]
        heads = any(one.head_sigma for one in table.operatives.values())
        return heads or not all(one.exact for one in places) or not all(one.exact for one in table.terrain)

    @cached_property
    def dice_context(self) -> DiceContext:
        """Context for the dice that are rolled in this position."""
        return DiceContext(self.edition, self.flow.dice_actions.rules, self.state, self.position)

    @property
    def acting(self) -> ActHandler:
        """The handler of actions."""
        return cast(ActHandler, self.flow.handlers[Act])

    @cached_property
    def actions(self) -> Mapping[str, ActionSpec]:
        """The action table of this game."""
        return self.acting.actions(self.state)

    def shot_odds(self, setup: ShotSetup) -> dict[int, Fraction]:
        """Return the odds of a shot, computed once for all equal shots."""
        return self.shots.odds(self.flow.dice_actions.rules, setup)

    @cached_property
    def nearby(self) -> dict[tuple[str, float], Mapping[str, float]]:
        """Cache of who may be within so many inches of an operative, with probabilities; filled on demand."""
        return {}

    @cached_property
    def _shots(self) -> dict[Shot, ShotJudgement]:
        return self.shots.of(self.position)

    def judge_shot(self, shot: Shot) -> ShotJudgement:
        """Return whether a shot may be taken and what shelters its target; judged once while nothing moves."""
        if shot not in self._shots:
            self._shots[shot] = self.edition.judge_shot(self.position, shot)
        return self._shots[shot]

    def judge_together(self, shots: Iterable[Shot]) -> None:
        """Judge in one batch those of the shots that are not cached."""
        unknown = [shot for shot in dict.fromkeys(shots) if shot not in self._shots]
        if unknown:
            self._shots.update(zip(unknown, self.edition.judge_shots(self.position, unknown), strict=True))

    @cached_property
    def _displaced(self) -> Mapping[str, Placement]:
        return displaced_models(self.state, self.table)

    @cached_property
    def _decider(self) -> Decider:
        return Decider(self.flow)

    def barred(self, act: Act) -> bool:
        """Return whether `fault` will refuse the action regardless of geometry, so that nothing need be measured."""
        return bool(self.state.policies.triage(self.acting.check_beforehand(self.state, act)).refused)

    def fault(self, intent: Intent) -> Message | None:
        """Return why the intent cannot be done now; None if it can."""
        waits = displaced_model_block(self.state, self._displaced, intent, moves=self.edition.movement.names)
        return waits or rejection_reason(self._decider, self.timeline, intent)


def rejection_reason(decider: Decider, timeline: Timeline, intent: Intent) -> Message | None:
    """Return why an intent cannot be done now, geometry aside; None if it can."""
    try:
        decider.decide(timeline, intent)
    except RefereeError as refusal:
        return refusal_message(refusal, most=1)
    return None


def refusal_message(refusal: RefereeError, *, most: int = MOST_REASONS) -> Message:
    """Return why an intent was refused: the first faults, without rule ids."""
    if isinstance(refusal, RestsOnItError):
        return Message.of("games-rests-on-it")
    if not isinstance(refusal, RefusedError) or not refusal.findings:
        return refusal.message
    reasons = list(dict.fromkeys(finding.outcome for finding in refusal.findings))[:most]
    return reasons[0] if len(reasons) == 1 else Message.of("games-refused", reasons=reasons)


def with_cached_sight(edition: Edition) -> Edition:
    """Return the edition with engagement and sight ports that cache their answers for the last position."""
    return replace(edition, engagement=RememberedEngagement(edition.engagement), sight=RememberedSight(edition.sight))


class RememberedEngagement:
    """Engagement port that caches the answers of `inner` for each pair.

    A position never changes, so answers about the same object stay valid. They are dropped when another position is
    used. Each thread needs a separate instance.
    """

    def __init__(self, inner: Engagement) -> None:
        self._inner = inner
        self._position: Position | None = None
        self._pairs: dict[tuple[str, str], Ruling] = {}
        self._enemies: dict[str, tuple[str, ...]] = {}

    @property
    def rule(self) -> str:
        """The rule's id."""
        return self._inner.rule

    @property
    def term(self) -> Message:
        """The edition's word for the range."""
        return self._inner.term

    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether two operatives are within that range of each other."""
        self._turn_to(position)
        if (a, b) not in self._pairs:
            self._pairs[a, b] = self._inner.engaged(position, a, b)
        return self._pairs[a, b]

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        """Return the terrain that blocks sight within that range."""
        return self._inner.sight_blockers(position)

    def enemies_engaging(self, position: Position, operative: str) -> tuple[str, ...]:
        """Return the enemies within that range of the operative, by the best estimate."""
        self._turn_to(position)
        if operative not in self._enemies:
            self._enemies[operative] = self._inner.enemies_engaging(position, operative)
        return self._enemies[operative]

    def _turn_to(self, position: Position) -> None:
        if position is not self._position:
            self._position, self._pairs, self._enemies = position, {}, {}


class RememberedSight:
    """Sight port that caches the answers of `inner` for each viewer and target, as `RememberedEngagement` does."""

    def __init__(self, inner: SightPolicy) -> None:
        self._inner = inner
        self._position: Position | None = None
        self._pairs: dict[tuple[str, str], Ruling] = {}

    def visible(self, position: Position, viewer: str, target: str) -> Ruling:
        """Return whether one operative sees the other."""
        return self.all_visible(position, ((viewer, target),))[0]

    def all_visible(self, position: Position, pairs: Sequence[tuple[str, str]]) -> tuple[Ruling, ...]:
        """Return visibility for several pairs of viewer and target; those not cached are judged in one batch."""
        if position is not self._position:
            self._position, self._pairs = position, {}
        unknown = [pair for pair in dict.fromkeys(pairs) if pair not in self._pairs]
        if len(unknown) == 1:
            self._pairs[unknown[0]] = self._inner.visible(position, *unknown[0])
        elif unknown:
            self._pairs.update(zip(unknown, self._inner.all_visible(position, unknown), strict=True))
        return tuple(self._pairs[pair] for pair in pairs)

    def judge(self, edition: Edition, position: Position, shot: Shot) -> ShotJudgement:
        """Return visibility, cover, obscured and validity, by the point that serves the shooter best."""
        return self._inner.judge(edition, position, shot)

    def judge_all(self, edition: Edition, position: Position, shots: Sequence[Shot]) -> tuple[ShotJudgement, ...]:
        """Return the judgements of several shots, whose visibility is computed in one batch."""
        self.all_visible(position, [(shot.shooter, shot.target) for shot in shots])
        return self._inner.judge_all(edition, position, shots)
