"""An edition with the flow of its battles: what judges, and what says whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from referee.game.battle_flow import BattleFlow
from referee.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One edition as it is played: `edition` judges, `flow` says how a battle goes, by the same readings.

    `build_flow` returns the flow of an edition's battles, with its action table and those of its killzones.
    """

    edition: Edition
    build_flow: Callable[[Edition], BattleFlow]
    flow: BattleFlow = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "flow", self.build_flow(self.edition))

    def playing(self, readings: Mapping[str, str]) -> Ruleset:
        """Return the ruleset with other readings; `MalformedError` for options that the edition does not have."""
        return replace(self, edition=self.edition.playing(readings))
