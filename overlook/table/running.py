"""The table as it runs: what is seen, what is played, and how the one becomes the other."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from calibration.catalogue import Catalogue
from calibration.rig import Rig
from geometry.measure import gap
from geometry.placement import Placement
from overlook.table.cards import cards_of_table, seats_of
from overlook.table.clock import whose_time
from overlook.table.evidence import with_evidence
from overlook.table.eye import Seen
from overlook.table.games import Games
from overlook.table.judging import (
    ELSEWHERE,
    accepted,
    apart,
    elsewhere,
    known_already,
    read_move,
    strays,
)
from overlook.table.moment import JudgedShots, Moment
from overlook.table.rulings import Record
from overlook.table.turned import TurnedTokens
from referee.keeper.rosters.roster import Roster
from referee.rules.edition import Edition, Shot
from referee.rules.errors import RefereeError
from referee.rules.events import Event
from referee.rules.game.game import Game
from referee.rules.game.intents import ANY, CAMERA, Act, Answer, Call, Intent, Mend, Propose, SetUp
from referee.rules.game.place import Place
from referee.rules.game.prompting import REFUSE
from referee.rules.game.scenery import Scenery
from referee.rules.game.stage import Course
from referee.rules.game.state import GameState, MarkerState, OpenProposal
from referee.rules.game.tokens import face_of, token_intents


@dataclass(frozen=True, slots=True)
class House:
    """How games begin at this table: the teams by player, the killzone, how long a round may last (0: no limit)."""

    teams: Mapping[str, Roster] = field(default_factory=dict)
    killzone: str | None = None
    round_s: int = 0


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
    ) -> None:
        house = house or House()
        self.edition = edition
        self.catalogue = catalogue
        self.rig = rig
        self._flow = flow
        self._games = games
        self.game: Game = games.go_on(flow)
        self.record = Record()
        self.record.follow(self.game)
        self.seen: Seen | None = None
        self._teams, self._killzone, self._limit_s = house.teams, house.killzone, house.round_s
        self._beside = games.beside()
        self.clock = self._beside.clock(time.monotonic(), house.round_s)
        self._judged: dict[str, Placement] = {}
        self._shots, self._advised = JudgedShots(), JudgedShots()
        self._tokens = TurnedTokens()
        self._resumed = self.game.state.begun
        self._numbers = itertools.count(1)

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.game.state

    def submit(self, intent: Intent) -> tuple[Event, ...]:
        """Return the events of an intent once they are on disk; raises what `Game.submit` and the journal raise."""
        moment = self.moment() if isinstance(intent, Act) else None
        if moment is not None and isinstance(intent, Act):
            intent = with_evidence(moment, intent)
        events = self.game.submit(intent)
        self.record.follow(self.game)
        return events

    @property
    def edition_here(self) -> Edition:
        """The edition as it is played in this game's killzone."""
        return self.edition.in_killzone(self.state.killzone)

    @property
    def sequence(self) -> int:
        """The number of the last event."""
        return self.game.timeline.sequence

    @property
    def asked_of(self) -> object:
        """What the answer to "what can be done now?" depends on: equal while the answer stays."""
        seen = self.seen
        there = None if seen is None else (frozenset(seen.table.operatives), len(seen.table.terrain))
        return id(self.game), self.sequence, there

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
    def signed(self) -> tuple[str, ...]:
        """Who has signed the result off as it stands."""
        return self._beside.signed(self.sequence)

    def sign(self, player: str, by: str) -> str:
        """Sign the result off for a player; return in one sentence why it cannot be, empty when it was."""
        if self.state.stage != "ended":
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
        if self.state.stage == "ended" and self.clock.running:
            self.clock = self.clock.set_going(False, now_s)
            self.keep_clock()
        self.clock = self.clock.given(whose_time(self.state), now_s)

    def keep_clock(self) -> None:
        """Keep the clock on disk."""
        self._beside.keep_clock(self.clock)

    def begin(self, intent: SetUp) -> None:
        """Begin a new game in a file of its own; the one before is kept."""
        if self.state.begun:
            self.game = self._games.begin(self._flow)
            self.record = Record()
            self._judged.clear()
            self._tokens.forget()
        self._resumed = False
        self.submit(intent)
        self._beside = self._games.beside()
        self.clock = self._beside.clock(time.monotonic(), self._limit_s)

    def new_game(self, *, free: bool, mission: str = "") -> SetUp:
        """Return the intent that begins a game with what stands on the table: the teams' cards, else plain ones."""
        table = self.seen.table if self.seen is not None else None
        places = {name: Place.of(one.placement) for name, one in table.operatives.items()} if table else {}
        markers = (
            tuple(
                MarkerState(key, each.kind, each.diameter, Place.of(each.placement))
                for key, each in sorted(table.markers.items())
                if face_of(each.kind) is None
            )
            if table
            else ()
        )
        return SetUp(
            id=self.new_id("setup"),
            seats=seats_of(self.catalogue, self._teams),
            operatives=cards_of_table(self.catalogue, self._teams),
            markers=markers,
            places=places,
            killzone=self._killzone,
            mission=mission or None,
            free=free,
            terrain=tuple(map(Scenery.of, table.terrain)) if table else (),
        )

    def new_id(self, what: str) -> str:
        """Return an intent's id that this game has not had."""
        return f"{what}-{self.game.timeline.sequence + 1}-{next(self._numbers)}"

    def take(self, seen: Seen) -> None:
        """Take in what a frame shows; when the table has come to rest, judge what moved."""
        self.seen = seen
        if not seen.table.settled or seen.problem is not None or not self.state.begun:
            return
        if self._resumed:
            self._judged = known_already(self.game.timeline, elsewhere(self.state, seen.table))
            self._resumed = False
        self._mend(seen)
        self._take_tokens(seen)
        for proposal in self.state.proposals:
            self._withdraw_if_moved_on(proposal, seen)
        self._propose(seen)
        for name, means in strays(self.state, seen.table, self._judged).items():
            self._judged[name] = seen.table.operatives[name].placement
            self.submit(Call(id=self.new_id("call"), by=CAMERA, key=f"stray:{name}", means=means))

    def measure(self) -> bool:
        """Show the distance and sight from the operative at work to its nearest enemy; False when nobody is at work."""
        acting = self.state.acting
        if self.seen is None or acting is None or acting.operative not in self.seen.table.operatives:
            return False
        position = accepted(self.state, self.seen.table)
        enemies = position.enemies_of(acting.operative)
        if not enemies:
            return False
        own = position.table.operative(acting.operative).base
        nearest = min(enemies, key=lambda enemy: gap(own, enemy.base))
        reach = self.edition_here.engagement.engaged(position, acting.operative, nearest.id)
        shot = self.edition_here.judge_shot(position, Shot(acting.operative, nearest.id))
        self.record.measured((reach, shot.visible, shot.in_cover, shot.obscured))
        return True

    def _take_tokens(self, seen: Seen) -> None:
        """Do what players said by turning order tokens; what the rules refuse is called until the token says else."""
        for said in self._tokens.take(self.state, seen.table):
            key = f"token:{said.operative}"
            if key in self.game.called:
                self.submit(Mend(id=self.new_id("mend"), by=CAMERA, key=key))
            for intent in token_intents(self.state, (said,), f"{self.new_id('token')}-"):
                try:
                    self.submit(intent)
                except RefereeError as fault:
                    self.submit(Call(id=self.new_id("call"), by=CAMERA, key=key, means=f"{said.token}: {fault}"))

    def _mend(self, seen: Seen) -> None:
        away = elsewhere(self.state, seen.table)
        for key in self.game.called:
            if key.startswith("stray:") and key.removeprefix("stray:") not in away:
                self.submit(Mend(id=self.new_id("mend"), by=CAMERA, key=key))
        self._judged = {name: place for name, place in self._judged.items() if name in away}

    def _withdraw_if_moved_on(self, proposal: OpenProposal, seen: Seen) -> None:
        data: Mapping[str, object] = proposal.readings[0].data if proposal.readings else {}
        mover, to = data.get("operative"), data.get("to")
        if not isinstance(to, dict) or mover not in seen.table.operatives:
            return
        aim = Place(float(to["x"]), float(to["y"]), float(to["z"]))
        if apart(aim, seen.table.operatives[str(mover)].placement) > ELSEWHERE:
            self.submit(Answer(id=self.new_id("moved-on"), by="any", prompt=proposal.id, choice=REFUSE))

    def _propose(self, seen: Seen) -> None:
        acting = self.state.acting
        if acting is None or acting.operative not in elsewhere(self.state, seen.table) or self.state.proposals:
            return
        mover, place = acting.operative, seen.table.operatives[acting.operative].placement
        before = self._judged.get(mover)
        if before is not None and apart(before, place) <= ELSEWHERE:
            return
        self._judged[mover] = place
        try:
            readings = read_move(self.edition_here, self.state, seen.table, mover, seen.paths.get(mover, ()))
        except RefereeError as fault:
            self.submit(Call(id=self.new_id("call"), by=CAMERA, key=f"stray:{mover}", means=str(fault)))
            return
        known = self.state.operative(mover)
        moved = apart(known.place, place) if known.place is not None else 0.0
        legal = readings[0].judgement.legal
        question = f'{known.card.name} moved {moved:.1f}"' + (": take it?" if legal else ", which no action allows")
        self.submit(
            Propose(
                id=self.new_id("seen"),
                by=CAMERA,
                owner=known.player,
                question=question,
                readings=tuple(reading.guess for reading in readings),
            )
        )
