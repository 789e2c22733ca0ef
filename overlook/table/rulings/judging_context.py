"""`JudgingContext`: one frozen moment of game and board that the judge is asked about, with its caches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import cast

from geometry.placement import Placement
from geometry.table import Table
from geometry.terrain import Part
from overlook.table.games.steps import plain
from overlook.table.observation.accepted_position import accepted_position, without_doubt
from overlook.table.observation.displaced import displaced, moved_away
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
"""Inches by which a place may waver and still be the same: less than the camera's own error."""

MOST_ODDS = 512
"""Different shots of which the odds are kept."""

Signature = tuple[object, ...]


class JudgedShots:
    """Shots that were judged while things stood as they stand, forgotten when anything moves; and the odds of dice.

    Odds depend on weapon and target alone: they stay true wherever anybody stands.
    """

    def __init__(self) -> None:
        self._stands: Signature = ()
        self._judged: dict[Shot, ShotJudgement] = {}
        self._rules: DiceRules | None = None
        self._odds: dict[ShotSetup, dict[int, Fraction]] = {}

    def odds(self, rules: DiceRules, setup: ShotSetup) -> dict[int, Fraction]:
        """Return the odds of the damage of a shot under the standard policy."""
        if rules is not self._rules or len(self._odds) >= MOST_ODDS:
            self._rules, self._odds = rules, {}
        known = self._odds
        if setup not in known:
            known[setup] = rules.shot_odds(setup)
        return known[setup]

    def take(self, others: JudgedShots) -> None:
        """Take over what others know of how things stand now."""
        self._stands, self._judged = others._stands, others._judged

    def of(self, position: Position) -> dict[Shot, ShotJudgement]:
        """Return the shots judged in that position, to be added to."""
        stands = _signature(position)
        if stands != self._stands:
            self._stands, self._judged = stands, {}
        return self._judged


def _signature(position: Position) -> Signature:
    """Return how things stand as far as a shot can tell: places to a hair, orders, terrain, markers, the killzone."""

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
    """The game as it stands and the table as it was seen last: frozen, so that any thread may ask it.

    `edition` is the one of the game's killzone; `shots` remembers what was judged. A `sharp` context takes every place
    as exact: what could be is answered by the best estimate, many times faster; what is done is judged with all doubt.
    """

    edition: Edition
    flow: BattleFlow
    timeline: Timeline
    table: Table
    shots: JudgedShots
    sharp: bool = False

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.timeline.state

    @cached_property
    def position(self) -> Position:
        """The position that the judge is asked about: models where they were accepted."""
        position = accepted_position(self.edition, self.state, self.table)
        return without_doubt(position) if self.sharp else position

    @cached_property
    def doubtful(self) -> bool:
        """Whether anything of the position may stand elsewhere than it is best thought to."""
        table = self.position.table
        places = [one.placement for one in table.operatives.values()]
        places += [one.placement for one in table.markers.values()]
        heads = any(one.head_sigma for one in table.operatives.values())
        return heads or not all(one.exact for one in places) or not all(one.exact for one in table.terrain)

    @cached_property
    def scene(self) -> DiceContext:
        """The position with the dice that are thrown in it."""
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
        """Return the odds of a shot; worked out once for all that are alike."""
        return self.shots.odds(self.flow.dice_actions.rules, setup)

    @cached_property
    def around(self) -> dict[tuple[str, float], Mapping[str, float]]:
        """Who may stand within so many inches of an operative, as far as it was asked, with how probable it is."""
        return {}

    @cached_property
    def _shots(self) -> dict[Shot, ShotJudgement]:
        return self.shots.of(self.position)

    def judged(self, shot: Shot) -> ShotJudgement:
        """Return whether a shot may be taken and what shelters its target; worked out once while nothing moves."""
        if shot not in self._shots:
            self._shots[shot] = self.edition.judge_shot(self.position, shot)
        return self._shots[shot]

    def judge_together(self, shots: Iterable[Shot]) -> None:
        """Judge at once those of the shots that are not known yet."""
        unknown = [shot for shot in dict.fromkeys(shots) if shot not in self._shots]
        if unknown:
            self._shots.update(zip(unknown, self.edition.judge_shots(self.position, unknown), strict=True))

    @cached_property
    def _displaced(self) -> Mapping[str, Placement]:
        return displaced(self.state, self.table)

    @cached_property
    def _decider(self) -> Decider:
        return Decider(self.flow)

    def barred(self, act: Act) -> bool:
        """Return whether `fault` will say something whatever geometry finds of the action: then nobody need measure."""
        return bool(self.state.policies.sort(self.acting.check_beforehand(self.state, act)).refused)

    def fault(self, intent: Intent) -> str:
        """Return in one sentence why the intent cannot be done now; empty when it can."""
        waits = moved_away(self.state, self._displaced, intent, moves=self.edition.movement.names)
        return waits or fault_of(self._decider, self.timeline, intent)


def fault_of(decider: Decider, timeline: Timeline, intent: Intent) -> str:
    """Return in one sentence why an intent cannot be done now, but for what the judge says; empty where it can."""
    try:
        decider.decide(timeline, intent)
    except RefereeError as refusal:
        return plain(reason(refusal, most=1), timeline.state)
    return ""


def reason(refusal: RefereeError, *, most: int = MOST_REASONS) -> str:
    """Return a refusal in one sentence for people: the first things that are wrong, without the rules' ids."""
    if isinstance(refusal, RestsOnItError):
        return "What came after depends on it, so it cannot be taken back alone: undo step by step instead."
    if not isinstance(refusal, RefusedError):
        return str(refusal)
    said = dict.fromkeys(finding.means.rstrip(".") for finding in refusal.findings)
    once = [means for means in said if not any(other.endswith(f": {means}") for other in said)]
    words = "; ".join(once[:most])
    return f"{words[:1].upper()}{words[1:]}."


def remembering(edition: Edition) -> Edition:
    """Return the edition with an engagement port and a sight port that remember what they said of the last position."""
    return replace(edition, engagement=RememberedEngagement(edition.engagement), sight=RememberedSight(edition.sight))


class RememberedEngagement:
    """The engagement port as `inner`, asked once for each pair.

    A position never changes, so what was said of the very same object stays true; what is known is forgotten as soon
    as it is asked about another. Each thread needs one of its own.
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
    def term(self) -> str:
        """The edition's word for the range."""
        return self._inner.term

    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether the two operatives are within that range of each other."""
        self._turn_to(position)
        if (a, b) not in self._pairs:
            self._pairs[a, b] = self._inner.engaged(position, a, b)
        return self._pairs[a, b]

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        """Return what stops sight within that range."""
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
    """The sight port as `inner`, asked once for each viewer and target, and forgotten alike."""

    def __init__(self, inner: SightPolicy) -> None:
        self._inner = inner
        self._position: Position | None = None
        self._pairs: dict[tuple[str, str], Ruling] = {}

    def visible(self, position: Position, viewer: str, target: str) -> Ruling:
        """Return whether one operative sees the other."""
        return self.all_visible(position, ((viewer, target),))[0]

    def all_visible(self, position: Position, pairs: Sequence[tuple[str, str]]) -> tuple[Ruling, ...]:
        """Return the same for several pairs of viewer and target; those not known yet are looked at together."""
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
        """Return the same for several shots, whose looks are taken together."""
        self.all_visible(position, [(shot.shooter, shot.target) for shot in shots])
        return self._inner.judge_all(edition, position, shots)
