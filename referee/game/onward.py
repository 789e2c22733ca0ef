"""Who lets the rest of some dice go by the defaults, and how far: so that a shot takes no tap that nobody wants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from referee.rules.dice.action import Pending
from referee.rules.dice.step import Choice, DiceStepName

ALWAYS_ASKED = frozenset({DiceStepName.TARGET, DiceStepName.DOUBT})
"""What no default decides."""

KEY = "onward"


class Until(StrEnum):
    """How far it goes: to the strikes and blocks of a fight, or to the end of the action."""

    STRIKES = "strikes"
    END = "end"


@dataclass(frozen=True, slots=True)
class Onward:
    """The players whose decisions in these dice are taken by default, and until when. A roll is always asked for."""

    until: Mapping[str, Until] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """Return what stands in the plain data of open dice."""
        return cls({player: Until(until) for player, until in data.get(KEY, {}).items()})

    def to_data(self) -> dict[str, Any]:
        """Return it as plain data, to stand beside the dice; nothing where nobody has asked for it."""
        return {KEY: {player: until.value for player, until in self.until.items()}} if self.until else {}

    def after(self, answered: Pending | None, *, asked: bool) -> Onward:
        """Return it after an answer: `asked` is whether that player lets the rest go on; an answer without ends it."""
        if answered is None:
            return self
        others = {player: until for player, until in self.until.items() if player != answered.player}
        if not asked:
            return Onward(others)
        resolving = answered.stage is DiceStepName.RESOLVE
        return Onward({**others, answered.player: Until.END if resolving else Until.STRIKES})

    def answer(self, pending: Pending | None) -> Choice | None:
        """Return the default that is taken for what is asked now; None where somebody has to answer it."""
        if pending is None or pending.dice or pending.player not in self.until or pending.stage in ALWAYS_ASKED:
            return None
        if pending.stage is DiceStepName.RESOLVE and self.until[pending.player] is not Until.END:
            return None
        return pending.default
