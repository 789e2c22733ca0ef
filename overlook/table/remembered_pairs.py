"""Who is within whose range and who sees whom, worked out once for each pair while one position is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from geometry.terrain import Part
from referee.rules.judgement import Shot, ShotJudgement
from referee.rules.ports.edition import Edition, Engagement, SightPolicy
from referee.rules.position import Position
from referee.rules.ruling import Ruling


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
