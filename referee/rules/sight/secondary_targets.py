"""Who else is shot by a weapon that reaches beyond its target (rules G24-03, G24-22, G21-04, G21-06, G21-15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.rules.judgement import ShotJudgement


@dataclass(frozen=True, slots=True)
class SecondaryTargets:
    """Who else is shot, each as it is judged against this shot.

    `chance` is how probable it is that one is shot, too, by where it stands and whatever else its rule asks; one that
    it does not name is shot for certain. `as_primary` are sheltered as the primary target is, whatever its player
    chooses (G24-03). Where they are `optional` the attacker may leave some out (G24-22); `shared` says that the attack
    dice are split among all of them (G21-06).
    """

    judged: Mapping[str, ShotJudgement] = field(default_factory=dict)
    chance: Mapping[str, float] = field(default_factory=dict)
    as_primary: frozenset[str] = frozenset()
    optional: bool = False
    shared: bool = False

    @property
    def likely(self) -> tuple[str, ...]:
        """Those who are shot by the best estimate."""
        return tuple(name for name in self.judged if self.chance.get(name, 1.0) >= 0.5)


NOBODY_ELSE = SecondaryTargets()
