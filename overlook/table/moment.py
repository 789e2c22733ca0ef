"""One moment of the game on the table: what every question about it is asked of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from geometry.table import Table
from overlook.table.judging import accepted
from referee.rules.edition import ActionSpec, Edition, Shot, ShotJudgement
from referee.rules.errors import RefereeError
from referee.rules.game.deciding import Decider
from referee.rules.game.errors import RefusedError
from referee.rules.game.facts import Scene
from referee.rules.game.intents import Act, Intent
from referee.rules.game.laws.acting import Acting
from referee.rules.game.stage import Course
from referee.rules.game.state import GameState
from referee.rules.game.timeline import Timeline
from referee.rules.position import Position

MOST_REASONS = 2


@dataclass(frozen=True)
class Moment:
    """The game as it stands and the table as it was seen last: frozen, so that any thread may ask it.

    `edition` is the one of the game's killzone.
    """

    edition: Edition
    flow: Course
    timeline: Timeline
    table: Table

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.timeline.state

    @cached_property
    def position(self) -> Position:
        """The position that the judge is asked about: models where they were accepted."""
        return accepted(self.state, self.table)

    @cached_property
    def scene(self) -> Scene:
        """The position with the dice that are thrown in it."""
        return Scene(self.edition, self.flow.dicing.rules, self.state, self.position)

    @property
    def acting(self) -> Acting:
        """The law of actions."""
        return cast(Acting, self.flow.laws[Act])

    @cached_property
    def actions(self) -> Mapping[str, ActionSpec]:
        """The action table of this game."""
        return self.acting.actions(self.state)

    @cached_property
    def _shots(self) -> dict[Shot, ShotJudgement]:
        return {}

    def judged(self, shot: Shot) -> ShotJudgement:
        """Return whether a shot may be taken and what shelters its target; worked out once."""
        if shot not in self._shots:
            self._shots[shot] = self.edition.judge_shot(self.position, shot)
        return self._shots[shot]

    def fault(self, intent: Intent) -> str:
        """Return in one sentence why the intent cannot be done now; empty when it can."""
        try:
            Decider(self.flow).decide(self.timeline, intent)
        except RefereeError as refusal:
            return reason(refusal, most=1)
        return ""


def reason(refusal: RefereeError, *, most: int = MOST_REASONS) -> str:
    """Return a refusal in one sentence for people: the first things that are wrong, without the rules' ids."""
    if not isinstance(refusal, RefusedError):
        return str(refusal)
    said = dict.fromkeys(finding.means.rstrip(".") for finding in refusal.findings)
    words = "; ".join(list(said)[:most])
    return f"{words[:1].upper()}{words[1:]}."
