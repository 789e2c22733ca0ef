"""The table as it runs: what is seen, what is played, and how the one becomes the other."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from calibration.catalogue import Catalogue
from calibration.rig import Rig
from geometry.measure import gap
from geometry.placement import Placement
from overlook.table.cards import card_of, seats_of
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
from overlook.table.rulings import Record
from referee.rules.edition import Edition, Shot
from referee.rules.errors import RefereeError
from referee.rules.events import Event
from referee.rules.game.game import Game
from referee.rules.game.intents import CAMERA, Act, Answer, Call, Intent, Mend, Propose, SetUp
from referee.rules.game.place import Place
from referee.rules.game.prompting import REFUSE
from referee.rules.game.stage import Course
from referee.rules.game.state import GameState, OpenProposal


class RunningTable:
    """One camera's sights and one game. It belongs to the event loop; the image work is done elsewhere."""

    def __init__(self, edition: Edition, flow: Course, catalogue: Catalogue, rig: Rig, games: Games) -> None:
        self.edition = edition
        self.catalogue = catalogue
        self.rig = rig
        self._flow = flow
        self._games = games
        self.game: Game = games.go_on(flow)
        self.record = Record()
        self.record.follow(self.game)
        self.seen: Seen | None = None
        self._judged: dict[str, Placement] = {}
        self._resumed = self.game.state.begun
        self._numbers = itertools.count(1)

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.game.state

    def submit(self, intent: Intent) -> tuple[Event, ...]:
        """Return the events of an intent once they are on disk; raises what `Game.submit` and the journal raise."""
        if isinstance(intent, Act) and self.seen is not None:
            intent = with_evidence(self.edition_here, self._flow.dicing.rules, self.state, self.seen.table, intent)
        events = self.game.submit(intent)
        self.record.follow(self.game)
        return events

    @property
    def edition_here(self) -> Edition:
        """The edition as it is played in this game's killzone."""
        return self.edition.in_killzone(self.state.killzone)

    def begin(self, intent: SetUp | None = None) -> None:
        """Begin a new game in a file of its own: as told, or with what stands on the table."""
        if self.state.begun:
            self.game = self._games.begin(self._flow)
            self.record = Record()
            self._judged.clear()
        self._resumed = False
        if intent is None:
            intent = self._free_play()
        self.submit(intent)

    def _free_play(self) -> SetUp:
        table = self.seen.table if self.seen is not None else None
        places = {name: Place.of(one.placement) for name, one in table.operatives.items()} if table else {}
        cards = tuple(card_of(entry) for entry in self.catalogue.operatives)
        return SetUp(
            id=self.new_id("setup"), seats=seats_of(self.catalogue), operatives=cards, places=places, free=True
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
            readings = read_move(self.edition_here, self.state, seen.table, mover)
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
