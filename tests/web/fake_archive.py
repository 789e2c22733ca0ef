"""Two recorded games of a fake table: one of forty moments with highlights and clips, one that cannot be read."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from datetime import UTC, datetime, timedelta
from pathlib import Path

from messages.message import Message
from overlook.app.films import Films
from overlook.table.recordings.archive import crop_to_ruling
from overlook.table.recordings.clips import Clip, ClipWithOutcome
from overlook.table.recordings.recorded_game import RulingOutcome
from tests.web.fake_combats import combat, side
from tests.web.fake_table import FakeTable
from web.contract.errors import UnknownError
from web.contract.table.board_views import RulingView
from web.contract.table.game_views import CombatDieView
from web.contract.table.recordings import (
    ClipView,
    CountedView,
    FairnessView,
    FallView,
    HighlightKind,
    HighlightView,
    MarkView,
    PlayerDiceView,
    PointsView,
    RecordedGames,
    RecordedView,
    Recording,
    SpreadView,
)
from web.contract.table.snapshot import Snapshot

BEGUN = datetime(2026, 5, 2, 18, 4, 11, tzinfo=UTC)
HIGHLIGHTS = {
    3: (HighlightKind.TURNING_POINT, "Turning point 1"),
    11: (HighlightKind.TOO_CLOSE, "Too close: Gunner Sol may shoot Blade Tor"),
    12: (HighlightKind.CHALLENGE, "A ruling is challenged"),
    19: (HighlightKind.KILL, "B2 Blade Tor is incapacitated"),
    20: (HighlightKind.CHANCE, "B2 Blade Tor fell at 7 %"),
    39: (HighlightKind.END, "The battle ends"),
}
FRAMES = 4
SHOT = 18
"""The moment at which dice lie."""

KILL = 40
"""The number by which the frames of the kill are asked for."""


class FakeArchive:
    """Answers as a table's archive does; `asked` are the moments that were asked for, in order."""

    def __init__(self, fake: FakeTable) -> None:
        self._fake = fake
        self.asked: list[int] = []
        self.length = 40
        self.games_there = True
        self.running = False
        self.films = Films()
        self._folder = Path(tempfile.mkdtemp(prefix="films"))
        weakref.finalize(self, shutil.rmtree, self._folder)

    async def games(self) -> RecordedGames:
        bad = RecordedView(number=2, problem="0002.game: is a database, but not a journal of Overlook")
        return RecordedGames(games=(bad, self._game()) if self.games_there else ())

    async def recording(self, number: int) -> Recording:
        if number != 1:
            raise UnknownError(Message.stored(f"game {number} cannot be read"))
        points = (PointsView(turning_point=1, name="Mira", op="Kill", vp=1, why="one of the enemy out of action"),)
        marks = tuple(self._mark(index) for index in range(self.length))
        return Recording(game=self._game(), marks=marks, points=points)

    async def dice(self, number: int) -> FairnessView:
        spread = SpreadView(of="Mira", counts=(3, 2, 4, 1, 2, 6), seen=9, chi_squared=5.3, p=None, sentence="18 dice")
        counted = CountedView(dice=24, successes=15, expected=12.3, p=0.31, sentence="24 dice were only counted")
        mira = PlayerDiceView(all=spread, evenings=(spread,), counted=counted)
        return FairnessView(players=(mira,), needed="More dice")

    async def moment(self, number: int, sequence: int) -> Snapshot:
        index = sequence // 2 - 1
        if number != 1 or not 0 <= index < self.length:
            raise UnknownError(Message.stored(f"Game {number} has no event {sequence}"))
        self.asked.append(index)
        now = self._fake.snapshot()
        moved = now.table.operatives[0].model_copy(update={"x": 3.0 + 0.2 * index, "wounds": max(0, 10 - index // 4)})
        table = now.table.model_copy(update={"operatives": (moved, *now.table.operatives[1:])})
        game = now.game.model_copy(update={"number": 1, "turning_point": 1 + index // 10})
        dice = (CombatDieView(face=6, counts_as="crit"), CombatDieView(face=4, counts_as="success"))
        shot = (combat(attacker=side("a1", "p1", dice=dice)),) if index == SHOT else ()
        return Snapshot(revision=sequence, table=table, game=game, rulings=self._rulings(index), combat=shot)

    async def clip(self, number: int, sequence: int) -> ClipView:
        camera = self._fake.snapshot().camera
        assert camera.size_px is not None
        ruling = next((one for one in self._rulings(39) if one.sequence == sequence), None)
        falls = (FallView(name="Blade Tor", sentence="Blade Tor is shot by Sergeant Ves."),) if sequence == KILL else ()
        if number != 1 or (ruling is None and not falls):
            raise UnknownError(Message.stored(f"no frames were kept of event {sequence} of game {number}"))
        view = ClipView(
            sequence=sequence,
            size_px=camera.size_px,
            view_px=camera.view_px,
            times_s=tuple(round(0.2 * (frame - FRAMES + 1), 1) for frame in range(FRAMES)),
            ruling=ruling,
            falls=falls,
        )
        return view.model_copy(update={"near_px": crop_to_ruling(view)})

    async def frame(self, number: int, sequence: int, frame: int) -> bytes:
        if frame >= FRAMES:
            raise UnknownError(Message.stored(f"no frame {frame}"))
        return self._fake.photograph()

    async def still(self, number: int, sequence: int) -> bytes:
        return self.films.still(await self._told(number, sequence))

    async def film(self, number: int, sequence: int) -> Path:
        return await self.films.film(await self._told(number, sequence))

    async def _told(self, number: int, sequence: int) -> ClipWithOutcome:
        clip = Clip(await self.clip(number, sequence), (self._fake.photograph(),) * FRAMES)
        return ClipWithOutcome(clip, RulingOutcome.STANDS, self._folder)

    def _game(self) -> RecordedView:
        return RecordedView(
            number=1,
            edition="kt24",
            title="Friendly",
            begun=BEGUN.isoformat(),
            players=("Mira", "Jonas"),
            running=self.running,
        )

    def _mark(self, index: int) -> MarkView:
        told = HIGHLIGHTS.get(index)
        return MarkView(
            sequence=2 * index + 2,
            at=(BEGUN + timedelta(seconds=2 * index)).isoformat(),
            words=f"A3 does the thing numbered {index}",
            turning_point=1 + index // 10,
            highlights=(HighlightView(kind=told[0], sentence=told[1]),) if told else (),
            ruling=self._fake.rulings[-2].id if index == 11 else None,
            clip=FRAMES if index in {11, 12, 19} else 0,
            clip_of=KILL if index == 19 else self._fake.rulings[-2].sequence if index in {11, 12} else None,
        )

    def _rulings(self, index: int) -> tuple[RulingView, ...]:
        there = self._fake.rulings[-2:] if index >= 11 else self._fake.rulings[-1:]
        return tuple(one.model_copy(update={"clip": FRAMES}) if one is there[0] else one for one in there)
