"""Leaves of hatches that were turned by hand: what the camera sees of them, and what it would be as an action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from geometry.table import Table
from overlook.table.interpretation import accepted_position
from referee.game.intents import Act, Evidence, ProposedReading
from referee.game.judging.position import attempt_of
from referee.game.state import GameState
from referee.rules.judgement import Attempt
from referee.rules.moves.interactions import OPERATE_HATCH
from referee.rules.ports.actions import is_engaged, judge_attempt
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Ruling

HATCH = "access_point"
OTHER = {"open": "closed", "closed": "open"}


class Leaves:
    """Remembers how each hatch was seen last, to tell when one is turned by hand.

    A leaf that still stands as it stood says nothing, though the game has gone on: it may carry no tag. `asked` are
    those that were asked about, with how they stood then.
    """

    def __init__(self) -> None:
        self._at_first: dict[str, str] = {}
        self._seen: dict[str, str] = {}
        self._turned: dict[str, str] = {}
        self.asked: dict[str, str] = {}

    def take(self, edition: Edition, state: GameState, table: Table) -> None:
        """Take in a table at rest: what was turned since the last one, and is not as the game has it now."""
        for part in table.terrain if OPERATE_HATCH in edition.actions else ():
            if part.role != HATCH:
                continue
            name, now = part.id, part.state or "closed"
            stands = state.openings.get(name, self._at_first.setdefault(name, now))
            if now == stands:
                self._turned.pop(name, None)
            elif self._seen.get(name, now) != now:
                self._turned[name] = now
            self._seen[name] = now
        self.asked = {name: now for name, now in self.asked.items() if self._turned.get(name) == now}

    @property
    def away(self) -> Mapping[str, str]:
        """The hatches that were turned by hand and are not as the game has them, by id: how they stand."""
        return dict(self._turned)

    def as_played(self, table: Table) -> Table:
        """Return a table with the hatches as the game has them: who turns a leaf by hand alone has opened nothing."""
        if not self._turned:
            return table
        terrain = (
            replace(part, state=OTHER[self._turned[part.id]]) if part.id in self._turned else part
            for part in table.terrain
        )
        return replace(table, terrain=tuple(terrain))


def operating(edition: Edition, state: GameState, table: Table, *, by: str, hatch: str, now: str) -> tuple[Act, Ruling]:
    """Return the action that turned a hatch, as its proposal holds it, and whether it may be performed now.

    The operative stands where it was accepted last, the hatch as before it was turned to `now`.
    """
    before = tuple(replace(part, state=OTHER[now]) if part.id == hatch else part for part in table.terrain)
    position = accepted_position(edition, state, replace(table, terrain=before))
    engaged = is_engaged(edition, position, Attempt(by, OPERATE_HATCH)).holds
    bare = Act(id="reading", operative=by, action=OPERATE_HATCH, thing=hatch, evidence=Evidence(engaged=engaged))
    ruling = judge_attempt(edition, position, attempt_of(state, bare))
    return bare.with_found(rulings=(ruling,), stands=OTHER[now]), ruling


def reading_of(act: Act, now: str) -> ProposedReading:
    """Return the action as the reading of a proposal: `now` is how the hatch is seen."""
    return ProposedReading(label=f"{OPERATE_HATCH}: {act.thing} is {now}", intent="act", data=act.to_data())
