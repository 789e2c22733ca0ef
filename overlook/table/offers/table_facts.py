"""`TableFacts`: one frozen moment of a table in play, read instead of the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar, cast

from calibration.catalogue import Catalogue
from calibration.rig import CameraModel
from geometry.table import Table
from messages.message import Message
from overlook.table.games.games import Clock
from overlook.table.games.new_game import TableDefaults
from overlook.table.games.ruling_history import ShownRuling
from overlook.table.observation.displaced import where_displaced
from overlook.table.observation.seen_table import SeenTable
from overlook.table.offers.odds import CombatOdds
from overlook.table.offers.prompts import (
    activations,
    answerable_prompts,
    drop_blocked_reactions,
    shown_ploys,
    shown_reactions,
)
from overlook.table.offers.scoring import (
    expected_points,
    held_objectives,
    is_scored_now,
    scoring_view,
    telling_open_points,
)
from overlook.table.rulings.judging_context import JudgingContext, ShotCache, rejection_reason, with_cached_sight
from overlook.table.tray.dice_on_tray import TraySuggestion
from overlook.table.tray.roll_assignments import TrayFacts
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import Timeline
from referee.game.intents import Branch, Intent
from referee.game.judging.position import edition_of_game
from referee.game.prompt import Prompt
from referee.game.state import GameState
from referee.rules.ports.edition import Edition
from web.contract.table.game_views import ActivationView, ExpectedView, PloyView, ReactionView
from web.contract.table.snapshot import HeldView, ScoringView

T = TypeVar("T")

PLACES = 1
"""Decimals of an inch that distinguish places in cache keys: smaller jitter is judged once."""


class FactsMemo:
    """Last derived values by name, derived again only for another moment of the game or another key.

    It outlives the facts of one moment. Threads may share it, because an entry is replaced as a whole.
    """

    def __init__(self) -> None:
        self.odds = CombatOdds()
        self._known: dict[str, tuple[object, object, object]] = {}

    def get(self, name: str, moment: Timeline | GameState, make: Callable[[], T], *, key: object = None) -> T:
        """Return what `make` returned for the same `moment`, compared by identity, and an equal `key`."""
        known = self._known.get(name)
        if known is None or known[0] is not moment or known[1] != key:
            known = moment, key, make()
            self._known[name] = known
        return cast(T, known[2])

    def last(self, name: str, default: T) -> T:
        """Return the value last derived under a name, for any moment."""
        known = self._known.get(name)
        return default if known is None else cast(T, known[2])


@dataclass(frozen=True, eq=False)
class TableFacts:
    """One moment of a table in play: what the camera saw, the game, and the table's settings.

    It is taken on the event loop or under the table's lock (`TableSession.facts`), and any thread may read it.
    Expensive values are derived when first read, and kept in `memo` until the game changes.

    `board` is the last seen table, with hatches and carried equipment as the game has them; None before the first
    frame. `tokens_key` changes when a ready token is laid, moved or taken away, `journal_key` when an event is added.
    `shots` and `exact_shots` cache judgements with uncertainty and by the best estimate. `branch` is set while models
    are set up to go on from another game.
    """

    edition: Edition
    flow: BattleFlow
    decider: Decider
    timeline: Timeline
    number: int
    journal_key: tuple[int, int]
    seen: SeenTable | None
    board: Table | None
    tokens_key: object
    camera: CameraModel
    catalogue: Catalogue
    defaults: TableDefaults
    set_up_by_people: bool
    signed: tuple[str, ...]
    clock: Clock
    rulings: tuple[ShownRuling, ...]
    tray: TrayFacts | None
    shots: ShotCache
    exact_shots: ShotCache
    memo: FactsMemo
    branch: Branch | None = None

    @property
    def state(self) -> GameState:
        """The current state of the game."""
        return self.timeline.state

    @property
    def sequence(self) -> int:
        """Number of the last event."""
        return self.timeline.sequence

    @property
    def called(self) -> Mapping[str, Message]:
        """Reported faults on the board that still stand, by key."""
        return self.timeline.called

    @cached_property
    def edition_here(self) -> Edition:
        """The edition in this game's killzone, with the actions of its packs."""
        return edition_of_game(self.edition, self.state)

    @cached_property
    def asked(self) -> tuple[Prompt, ...]:
        """Every decision of the game, including those that wait for another one, in the order in which to take them."""
        return self.decider.asked(self.state)

    @cached_property
    def open_prompts(self) -> tuple[Prompt, ...]:
        """Every question that can be answered now, with the answers that the rules accept."""
        asked = self.memo.get(
            "answerable", self.timeline, lambda: answerable_prompts(self.decider, self.timeline, self.asked)
        )
        return telling_open_points(drop_blocked_reactions(asked, self.context), self.scoring)

    @property
    def activations(self) -> tuple[ActivationView, ...]:
        """Operatives that may be activated now, with their possible orders."""
        return self.memo.get("activations", self.timeline, lambda: activations(self.flow, self.timeline))

    @cached_property
    def reactions(self) -> tuple[ReactionView, ...]:
        """Operatives of players who may act out of turn now, or wait for it, and why some may not."""
        return shown_reactions(self.flow, self.state, self.context)

    @property
    def ploys(self) -> tuple[PloyView, ...]:
        """The ploys on the players' cards."""
        return self.memo.get("ploys", self.timeline, lambda: shown_ploys(self.decider, self.timeline))

    @cached_property
    def scoring(self) -> tuple[ScoringView, ...]:
        """Points that may be scored now; empty during a turning point and before the first frame."""
        context = self.context()
        if context is None or not is_scored_now(context):
            return ()
        markers = ((name, one.placement) for name, one in context.table.markers.items())
        places = tuple((name, round(at.x, PLACES), round(at.y, PLACES)) for name, at in markers)
        return self.memo.get("scoring", self.timeline, lambda: (scoring_view(context, self.defaults),), key=places)

    @cached_property
    def held(self) -> Mapping[str, HeldView]:
        """Holder of each objective, by its id; the last known while something moves, empty outside a battle."""
        context = self.context()
        if context is None or not self.state.turning_point or self.state.ended:
            return {}
        if not context.table.settled:
            return self.memo.last("held", {})
        placed = [one.placement for one in context.table.operatives.values()]
        placed += [one.placement for one in context.table.markers.values()]
        places = tuple((one.thing, round(one.x, PLACES), round(one.y, PLACES)) for one in placed)
        return self.memo.get("held", self.timeline, lambda: held_objectives(context), key=places)

    @cached_property
    def expected(self) -> tuple[ExpectedView, ...]:
        """Points that each player would score at the end of this turning point; empty outside of one."""
        context = self.context()
        if context is None or not self.state.turning_point or self.state.ended or is_scored_now(context):
            return ()
        holders = tuple((name, one.player) for name, one in sorted(self.held.items()))
        return self.memo.get(
            "expected", self.timeline, lambda: expected_points(context, self.held.values()), key=holders
        )

    @cached_property
    def suggestions(self) -> tuple[TraySuggestion, ...]:
        """The tray's suggestions for the questions that wait for dice."""
        return () if self.tray is None else self.tray.suggestions(self.asked, self.timeline)

    @cached_property
    def board_key(self) -> object:
        """Key that changes with everything on the board on which the available actions depend."""
        if self.seen is None:
            return self.tokens_key
        table = self.seen.table
        parts = tuple((part.id, part.state) for part in table.terrain)
        return frozenset(table.operatives), parts, where_displaced(self.state, table), self.tokens_key

    @property
    def offers_key(self) -> object:
        """Key that changes whenever the available actions may change."""
        return self.journal_key, self.board_key

    def context(self, *, exact: bool = False) -> JudgingContext | None:
        """Return a context for rulings, `exact` for the best estimate; None before the first frame.

        Each call returns a new one, because the caches of a context belong to one thread.
        """
        if self.board is None:
            return None
        shots = self.exact_shots if exact else self.shots
        return JudgingContext(with_cached_sight(self.edition_here), self.flow, self.timeline, self.board, shots, exact)

    def rejection(self, intent: Intent) -> Message | None:
        """Return why an intent cannot be done now, geometry aside; None if it can."""
        return rejection_reason(self.decider, self.timeline, intent)

    def allows(self, kind: type[Intent]) -> bool:
        """Return whether the current phase allows intents of that kind."""
        phase = self.flow.phases.get(self.state.stage)
        return phase is not None and kind in phase.allows
