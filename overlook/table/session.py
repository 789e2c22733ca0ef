"""Table session: one camera's observations, one game, and the intents that follow from what is seen."""

from __future__ import annotations

import contextlib
import copy
import itertools
from collections.abc import Callable
from typing import Self

from calibration.catalogue import Catalogue
from calibration.rig import Rig
from geometry.table import Table
from messages.message import Message
from overlook.table.games.games import Games, whose_time
from overlook.table.games.new_game import TableDefaults, new_game
from overlook.table.games.ruling_history import RulingHistory
from overlook.table.intent_pipeline import (
    RULED_INTENTS,
    attach_judgement,
    fill_from_camera,
    follow_up_intent,
    require_not_blocked,
    roll_dice,
)
from overlook.table.moves.reconciler import Reconciler, fork
from overlook.table.observation.accepted_position import RestoredPlacements, UnplayedTokens
from overlook.table.observation.displaced import is_set_up
from overlook.table.observation.seen_table import SeenTable
from overlook.table.offers.advisor import to_nearest_enemy
from overlook.table.offers.table_facts import FactsMemo, TableFacts
from overlook.table.rulings.judging_context import ShotCache, rejection_reason
from overlook.table.tray.dice_on_tray import DiceAnswer
from overlook.table.tray.roll_assignments import DiceRollAssignments
from overlook.table.tray.roll_storage import RollPictures
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.decider import Decider
from referee.game.engine.game import Game
from referee.game.intents import ANY, Intent, SetUp, Undo
from referee.game.journal_entry import JournalEntry
from referee.game.judging.position import edition_of_game
from referee.game.state import GameState
from referee.records.duration import ClockReading
from referee.records.recorded_game import branch_of
from referee.rules.errors import RefereeError
from referee.rules.ports.edition import Edition
from vision.dice.tray_tracker import TrayReading


class TableSession:
    """One camera's observations and one game; it belongs to the event loop, images are processed elsewhere.

    `now_s` is a clock in seconds that never goes back. `clocks` reads the machine's clocks for times that survive a
    restart; without it `now_s` is all that there is. `ledger` has the contents of the dice tray, if there is one.
    """

    def __init__(
        self,
        *,
        edition: Edition,
        flow: BattleFlow,
        catalogue: Catalogue,
        rig: Rig,
        games: Games,
        now_s: Callable[[], float],
        defaults: TableDefaults | None = None,
        ledger: DiceRollAssignments | None = None,
        clocks: Callable[[], ClockReading] | None = None,
    ) -> None:
        self.now_s = now_s
        self._clocks = clocks or (lambda: ClockReading("", now_s(), 0.0))
        self.defaults = defaults or TableDefaults()
        self.set_up_by_people = self.being_set_up = False
        self.ledger = ledger
        self.edition = edition
        self.catalogue = catalogue
        self.rig = rig
        self.flow, self._decider = flow, Decider(flow)
        self._games = games
        self.game: Game = games.go_on(flow)
        self.record = RulingHistory()
        self.record.follow(self.game.timeline)
        self.seen: SeenTable | None = None
        self._sidecar = games.sidecar()
        self.clock = self._sidecar.clock(self._clocks(), self.defaults.round_s)
        self._shots, self._exact_shots, self._memo = ShotCache(), ShotCache(), FactsMemo()
        self._ready, self._unseen = UnplayedTokens(), RestoredPlacements()
        self._reconciler = Reconciler(
            self.new_id, resumed=self.game.state.begun, fault=self._rejection, foresee=self._decider.foresee
        )
        self._numbers = itertools.count(1)
        self._branch = branch_of(self.game.log)

    @property
    def state(self) -> GameState:
        """The current state of the game."""
        return self.game.state

    def facts(self) -> TableFacts:
        """Return this moment of the table; call it on the event loop or under the table's lock."""
        game = self.game
        timeline = game.timeline
        return TableFacts(
            edition=self.edition,
            flow=self.flow,
            decider=self._decider,
            timeline=timeline,
            number=self.number,
            journal_key=(id(game), timeline.sequence),
            seen=self.seen,
            board=self._judged_board,
            tokens_key=self._ready.stand,
            camera=self.rig.camera,
            catalogue=self.catalogue,
            defaults=self.defaults,
            set_up_by_people=self.set_up_by_people,
            signed=self._sidecar.signed(timeline.sequence),
            clock=self.clock,
            rulings=self.record.newest_first,
            tray=None if self.ledger is None else self.ledger.facts(),
            shots=self._shots,
            exact_shots=self._exact_shots,
            memo=self._memo,
            branch=self._branch if self._sets_back else None,
        )

    @property
    def _sets_back(self) -> bool:
        """True while the models of a branch are set up and no act has followed: what is seen is no move."""
        past = self.game.timeline.past
        return self._branch is not None and past is not None and past.sequence <= self._branch.sequence

    def submit(self, intent: Intent) -> tuple[JournalEntry, ...]:
        """Submit an intent; return its events once they are on disk. Raises what `Game.submit` and the journal raise.

        A mine that the intent brings within control range goes off automatically, and is undone and redone with it.
        """
        new = intent.id not in self.game.known
        events = self._submit(intent)
        while new and (followed := follow_up_intent(intent, self.facts(), self.new_id)) is not None:
            self._submit(followed)
            intent = followed
        return events

    def _submit(self, intent: Intent) -> tuple[JournalEntry, ...]:
        facts = self.facts()
        intent = fill_from_camera(intent, facts, stood=self._reconciler.stood, levels=self._reconciler.levels)
        intent = roll_dice(intent, facts)
        intent = intent if self.ledger is None else self.ledger.attach_thrown_rolls(intent, self.game)
        require_not_blocked(intent, facts)
        context = facts.context() if isinstance(intent, RULED_INTENTS) else None
        if context is not None:
            intent = attach_judgement(context, intent)
        given = None if self.ledger is None else DiceAnswer.by(intent, facts.timeline, self._decider)
        events = self.game.submit(intent)
        self.record.follow(self.game.timeline)
        if self.ledger is not None and given is not None:
            self.ledger.answered(given, self.game)
        if self.ledger is not None and isinstance(intent, Undo):
            self.ledger.undone(self.game.timeline)
        return events

    def _new_reconciler(self, *, resumed: bool) -> Reconciler:
        return Reconciler(self.new_id, resumed=resumed, fault=self._rejection, foresee=self._decider.foresee)

    def _rejection(self, intent: Intent) -> Message | None:
        return rejection_reason(self._decider, self.game.timeline, intent)

    def take_tray(self, told: TrayReading) -> None:
        """Update from a reading of the dice tray; a roll is recorded in the journal as evidence."""
        if self.ledger is None:
            return
        noted = self.ledger.take(told, game=self.game, games=self._games, new_id=self.new_id)
        if noted is not None:
            self.submit(noted)

    @property
    def games(self) -> Games:
        """The journals of all games."""
        return self._games

    def roll_picture(self, roll: str) -> bytes | None:
        """Return the JPEG of a roll of this game; None if there is none."""
        return RollPictures(self._games.current).find(roll)

    @property
    def _edition_here(self) -> Edition:
        """The edition in this game's killzone, with the actions of its packs."""
        return edition_of_game(self.edition, self.state)

    @property
    def number(self) -> int:
        """Number of the recorded game in play."""
        return self._games.number

    @property
    def sequence(self) -> int:
        """Number of the last event."""
        return self.game.timeline.sequence

    @property
    def journal_key(self) -> tuple[int, int]:
        """Key that changes when an event is added."""
        return id(self.game), self.sequence

    @property
    def _judged_board(self) -> Table | None:
        """The last seen table, with hatches and carried equipment as the game has them; None before the first frame."""
        return None if self.seen is None else self._reconciler.board_as_played(self.seen.table)

    def sign(self, player: str, by: str) -> Message | None:
        """Sign the result for a player; return why that is impossible, None if it was done."""
        if not self.state.ended:
            return Message.of("games-sign-early")
        if player not in self.state.sides:
            return Message.of("games-no-player", player=player)
        if by not in (player, ANY):
            return Message.of("games-sign-other", player=player)
        self._sidecar.sign(player, self.sequence)
        return None

    def run_clock(self, do: str, *, off_s: float = 0.0) -> None:
        """Start, stop or reset the clock, or settle for how long the table was off."""
        now = self._clocks()
        match do:
            case "reset":
                self.clock = self.clock.cleared()
            case "settle":
                self.clock = self.clock.settle(off_s, now)
            case _:
                self.clock = self.clock.set_going(do == "start", now)
        self.keep_clock()

    def follow_clock(self) -> None:
        """Let the clock run for the player whose turn it is; stop it when the battle is over."""
        now = self._clocks()
        if self.state.ended and self.clock.running:
            self.clock = self.clock.set_going(False, now)
            self.keep_clock()
        self.clock = self.clock.given(whose_time(self.state), now)

    @property
    def trouble(self) -> Message | None:
        """Problem with stored files that does not stop the table; None if there is none."""
        return self._games.trouble or self._sidecar.trouble

    def keep_clock(self) -> None:
        """Store the clock on disk, as of now."""
        self.clock = self.clock.now(self._clocks())
        self._sidecar.keep_clock(self.clock)

    def use_setup(self, catalogue: Catalogue, defaults: TableDefaults) -> None:
        """Use another catalogue and other defaults, for a table that is being set up."""
        self.catalogue, self.defaults = catalogue, defaults

    def begin(self, intent: SetUp) -> None:
        """Begin a new game in a separate file; the previous one is kept, and continues if the new one cannot begin."""
        if self.state.begun:
            self._open(self._games.begin(self.flow, intent))
        else:
            self.submit(intent)
            self._open(self.game)

    def branch(self, number: int, sequence: int) -> None:
        """Begin a game that goes on from another one after that event; raises what `Games.branch` raises."""
        self._open(self._games.branch(self.flow, number, sequence))

    def _open(self, game: Game) -> None:
        if game is not self.game:
            self.game, self.record = game, RulingHistory()
            self.record.follow(game.timeline)
        self._branch = branch_of(game.log)
        if self.ledger is not None:
            self.ledger.begin()
        self._reconciler = self._new_reconciler(resumed=False)
        self._sidecar = self._games.sidecar()
        self.clock = self._sidecar.clock(self._clocks(), self.defaults.round_s)

    def new_game(self, *, free: bool, mission: str = "") -> SetUp:
        """Return the intent that begins a game with what is on the table."""
        table = None if self.seen is None else self.seen.table
        ready = self.edition.action_only_markers
        return new_game(
            self.new_id("setup"),
            defaults=self.defaults,
            catalogue=self.catalogue,
            table=table,
            ready=ready,
            free=free,
            mission=mission,
        )

    def new_id(self, what: str) -> str:
        """Return an intent id that this game has not used."""
        return f"{what}-{self.game.timeline.sequence + 1}-{next(self._numbers)}"

    def take_frame(self, seen: SeenTable) -> bool:
        """Take in a frame; return whether it was judged, that is, the table is at rest in a game.

        A frame counts as a whole or not at all: if an error is raised, game, journal and memory are unchanged.
        """
        trial = self._fork()
        judged = trial._look(seen)
        self._adopt(trial)
        return judged

    def _fork(self) -> Self:
        """Return a copy of this session on which a frame can be tried."""
        trial = copy.copy(self)
        trial.game, trial.record = self.game.fork(), fork(self.record)
        trial._unseen, trial._ready = fork(self._unseen), fork(self._ready)
        trial._reconciler = self._reconciler.fork(trial.new_id, trial._rejection)
        return trial

    def _adopt(self, trial: Self) -> None:
        """Take over the changes that a frame made on a fork, once they are on disk."""
        self.game.adopt(trial.game)
        self.seen, self.record, self._branch = trial.seen, trial.record, trial._branch
        self._unseen, self._ready = trial._unseen, trial._ready
        self._reconciler = trial._reconciler.fork(self.new_id, self._rejection)

    def _look(self, seen: SeenTable) -> bool:
        self.seen = seen = self._unseen.add_unseen_terrain(self._edition_here, self.state, seen)
        if self.being_set_up or not seen.table.settled or seen.problem is not None or not self.state.begun:
            return False
        if self._sets_back and not is_set_up(self.state, seen.table):
            return False
        self._branch = None
        self._ready.take(self._edition_here, self.state, seen.table)
        self._reconcile(seen)
        return True

    def _reconcile(self, seen: SeenTable) -> None:
        """Submit the intents that follow from a table at rest, and send each result to the reconciler."""
        intents = self._reconciler.intents(self._edition_here, self.game.timeline, seen)
        with contextlib.suppress(StopIteration):
            intent = next(intents)
            while True:
                try:
                    self.submit(intent)
                except RefereeError as refusal:
                    intent = intents.throw(refusal)
                else:
                    intent = intents.send(self.game.timeline)

    def measure(self) -> bool:
        """Show distance and sight between the active operative, or any, and the nearest enemy; return False without."""
        board = self._judged_board
        measured = () if board is None else to_nearest_enemy(self._edition_here, self.state, board)
        if measured:
            self.record.measured(measured)
        return bool(measured)
