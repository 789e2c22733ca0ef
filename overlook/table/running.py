"""The table as it runs: what is seen, what is played, and how the one becomes the other."""

from __future__ import annotations

import itertools
import time

from calibration.catalogue import Catalogue
from calibration.rig import Rig
from geometry.measure import gap
from overlook.table.activations import Activations
from overlook.table.beginning import House, new_game
from overlook.table.clock import whose_time
from overlook.table.evidence import with_evidence
from overlook.table.eye import Seen
from overlook.table.games import Games
from overlook.table.judging import (
    accepted,
)
from overlook.table.laying import laid_down, with_place_judged
from overlook.table.moment import JudgedShots, Moment
from overlook.table.noticing import Noticing
from overlook.table.ready import ReadyTokens
from overlook.table.rulings import Record
from overlook.table.tray.bowl import Bowl
from overlook.table.tray.noted import Given
from overlook.table.tray.pictures import RollPictures
from overlook.table.tray.throw import Read
from referee.rules.edition import Edition
from referee.rules.events import Event
from referee.rules.game.deciding import Decider
from referee.rules.game.game import Game
from referee.rules.game.intents import (
    ANY,
    Act,
    DropMarker,
    Intent,
    SetUp,
    Undo,
)
from referee.rules.game.stage import Course
from referee.rules.game.state import GameState
from referee.rules.judgement import Shot
from vision.dice.eye import TrayReading
from web.views import ActivationView


class RunningTable:
    """One camera's sights and one game. It belongs to the event loop; the image work is done elsewhere."""

    def __init__(
        self,
        edition: Edition,
        flow: Course,
        catalogue: Catalogue,
        rig: Rig,
        games: Games,
        house: House | None = None,
        bowl: Bowl | None = None,
    ) -> None:
        self.house = house or House()
        self.set_up_by_people = self.being_set_up = False
        self.bowl = bowl
        self.edition = edition
        self.catalogue = catalogue
        self.rig = rig
        self._flow, self._decider = flow, Decider(flow)
        self._activations = Activations()
        self._games = games
        self.game: Game = games.go_on(flow)
        self.record = Record()
        self.record.follow(self.game)
        self.seen: Seen | None = None
        self._beside = games.beside()
        self.clock = self._beside.clock(time.monotonic(), self.house.round_s)
        self._shots, self._advised = JudgedShots(), JudgedShots()
        self._ready = ReadyTokens()
        self._noticing = Noticing(resumed=self.game.state.begun)
        self._numbers = itertools.count(1)

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.game.state

    def submit(self, intent: Intent) -> tuple[Event, ...]:
        """Return the events of an intent once they are on disk; raises what `Game.submit` and the journal raise."""
        if isinstance(intent, Act):
            intent = laid_down(self.state, None if self.seen is None else self.seen.table, intent)
        moment = self.moment() if isinstance(intent, Act | DropMarker) else None
        if moment is not None and isinstance(intent, Act):
            intent = with_evidence(moment, intent)
        elif moment is not None and isinstance(intent, DropMarker):
            intent = with_place_judged(moment, intent)
        given = None if self.bowl is None else Given.by(intent, self.game.timeline, self._decider)
        events = self.game.submit(intent)
        self.record.follow(self.game)
        if self.bowl is not None and given is not None:
            self.bowl.answered(given, self.game)
        if self.bowl is not None and isinstance(intent, Undo):
            self.bowl.undone()
        return events

    def take_tray(self, told: TrayReading) -> None:
        """Take in what a picture of the dice tray told; a roll is noted in the journal, as evidence."""
        noted = None if self.bowl is None else self.bowl.take(told, self.game, self._games, self.new_id)
        if noted is not None:
            self.submit(noted)

    @property
    def reads(self) -> tuple[Read, ...]:
        """What the dice tray says to the questions that wait for dice."""
        return () if self.bowl is None else self.bowl.reads(self.game)

    @property
    def games(self) -> Games:
        """The journals of all games."""
        return self._games

    def roll_picture(self, roll: str) -> bytes | None:
        """Return the JPEG of a roll of this game; None where there is none."""
        return RollPictures(self._games.current).find(roll)

    @property
    def edition_here(self) -> Edition:
        """The edition as it is played in this game's killzone."""
        return self.edition.in_killzone(self.state.killzone)

    @property
    def number(self) -> int:
        """The number of the recorded game that is on."""
        return self._games.number

    @property
    def sequence(self) -> int:
        """The number of the last event."""
        return self.game.timeline.sequence

    @property
    def events_of(self) -> object:
        """Which events there are: equal while none is added."""
        return id(self.game), self.sequence

    @property
    def asked_of(self) -> object:
        """What the answer to "what can be done now?" depends on: equal while the answer stays."""
        seen = self.seen
        there = None if seen is None else (frozenset(seen.table.operatives), len(seen.table.terrain))
        return self.events_of, there, self._ready.stand

    def moment(self, *, sharp: bool = False) -> Moment | None:
        """Return the moment that questions are asked of, `sharp` for what could be; None before the first picture."""
        if self.seen is None:
            return None
        return Moment(
            self.edition_here,
            self._flow,
            self.game.timeline,
            self.seen.table,
            self._advised if sharp else self._shots,
            sharp,
        )

    @property
    def activations(self) -> tuple[ActivationView, ...]:
        """Who may be activated now, with which orders."""
        return self._activations.of(self._flow, self.game.timeline)

    @property
    def signed(self) -> tuple[str, ...]:
        """Who has signed the result off as it stands."""
        return self._beside.signed(self.sequence)

    def sign(self, player: str, by: str) -> str:
        """Sign the result off for a player; return in one sentence why it cannot be, empty when it was."""
        if not self.state.ended:
            return "The battle is not over: the result is signed off at its end."
        if player not in self.state.sides:
            return f"There is no player {player!r} in this game."
        if by not in (player, ANY):
            return f"{player} signs for {player}, not {by}."
        self._beside.sign(player, self.sequence)
        return ""

    def run_clock(self, do: str, now_s: float) -> None:
        """Start or stop the clock, or set it back to nothing."""
        self.clock = self.clock.cleared(now_s) if do == "reset" else self.clock.set_going(do == "start", now_s)
        self.keep_clock()

    def follow_clock(self, now_s: float) -> None:
        """Let the time run of whose turn it is; stop with the battle."""
        if self.state.ended and self.clock.running:
            self.clock = self.clock.set_going(False, now_s)
            self.keep_clock()
        self.clock = self.clock.given(whose_time(self.state), now_s)

    def keep_clock(self) -> None:
        """Keep the clock on disk."""
        self._beside.keep_clock(self.clock)

    def lay(self, catalogue: Catalogue, house: House) -> None:
        """Take another catalogue and house: those of a table that is being set up."""
        self.catalogue, self.house = catalogue, house

    def begin(self, intent: SetUp) -> None:
        """Begin a new game in a file of its own; the one before is kept, and goes on when the new one cannot begin."""
        if self.state.begun:
            self.game = self._games.begin(self._flow, intent)
            self.record = Record()
            self.record.follow(self.game)
        else:
            self.submit(intent)
        if self.bowl is not None:
            self.bowl.begin()
        self._noticing = Noticing(resumed=False)
        self._beside = self._games.beside()
        self.clock = self._beside.clock(time.monotonic(), self.house.round_s)

    def new_game(self, *, free: bool, mission: str = "") -> SetUp:
        """Return the intent that begins a game with what stands on the table."""
        table = None if self.seen is None else self.seen.table
        ready = self.edition.laid
        return new_game(self.new_id("setup"), self.house, self.catalogue, table, ready, free=free, mission=mission)

    def new_id(self, what: str) -> str:
        """Return an intent's id that this game has not had."""
        return f"{what}-{self.game.timeline.sequence + 1}-{next(self._numbers)}"

    def take(self, seen: Seen) -> None:
        """Take in what a frame shows; when the table has come to rest, judge what moved."""
        self.seen = seen
        if self.being_set_up or not seen.table.settled or seen.problem is not None or not self.state.begun:
            return
        self._ready.take(self.edition_here, self.state, seen.table)
        self._noticing.take(self, seen)

    def measure(self) -> bool:
        """Show the distance and sight from the operative at work to its nearest enemy; False when nobody is at work."""
        acting = self.state.acting
        if self.seen is None or acting is None or acting.operative not in self.seen.table.operatives:
            return False
        position = accepted(self.edition_here, self.state, self.seen.table)
        enemies = position.enemies_of(acting.operative)
        if not enemies:
            return False
        own = position.table.operative(acting.operative).base
        nearest = min(enemies, key=lambda enemy: gap(own, enemy.base))
        reach = self.edition_here.engagement.engaged(position, acting.operative, nearest.id)
        shot = self.edition_here.judge_shot(position, Shot(acting.operative, nearest.id))
        self.record.measured((reach, shot.visible, shot.in_cover, shot.obscured))
        return True
