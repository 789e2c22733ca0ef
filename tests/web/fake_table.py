"""A table that plays by itself: twelve operatives, six terrain parts, every kind of ruling, and a drawn camera.

`python -m tests.web.fake_table` serves it, to look at the pages.
"""

from __future__ import annotations

import asyncio
import itertools
import math
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from geometry.base import BaseShape
from geometry.placement import Placement
from geometry.table import Marker, Operative, Table
from geometry.terrain import Part
from geometry.witness import Role, Stroke, Witness
from referee.rules.events import Event
from referee.rules.position import Order, Status
from referee.rules.prompt import Choice, Prompt
from referee.rules.ruling import Finding, Ruling, Threshold
from tests.web.drawn_camera import SIZE_PX, camera, circle, draw
from web.changes import Change
from web.errors import ServiceUnavailableError
from web.feed import Feed
from web.intents import Accepted, Answer, Button, Challenge, Outcome, Redo, Refused, Undo
from web.newest import Newest
from web.present import pose_view, ruling_view, table_view, view_px
from web.service import Picture
from web.snapshot import Snapshot
from web.views import (
    CameraView,
    GameView,
    GhostView,
    HealthState,
    HealthView,
    NoticeView,
    RulingView,
    SeatView,
    Severity,
    TrackState,
)

SEATS = ("p1", "p2")
NAMES = {
    "a1": "Sergeant Ves", "a2": "Rifle Arn", "a3": "Gunner Sol", "a4": "Medic Ilse", "a5": "Scout Pim",
    "a6": "Breacher Ode", "b1": "Warden Kesh", "b2": "Blade Tor", "b3": "Marksman Rue", "b4": "Brute Grum",
    "b5": "Seer Aun", "b6": "Runner Vik",
}  # fmt: skip
PLACES = {
    "a1": (4.2, 4.1, 0, 32), "a2": (6.9, 9.2, 0, 28.5), "a3": (9.6, 3.4, 0, 28.5), "a4": (3.1, 13.4, 0, 28.5),
    "a5": (8.9, 16.4, 2.0, 25), "a6": (12.2, 9.0, 0, 32), "b1": (25.6, 17.6, 0, 40), "b2": (17.4, 11.3, 0, 32),
    "b3": (21.6, 5.3, 3.0, 28.5), "b4": (22.4, 13.9, 0, (60, 35)), "b5": (27.2, 8.4, 0, 28.5),
    "b6": (15.6, 18.6, 0, 25),
}  # fmt: skip
TERRAIN = (
    Part("t1", "ruin west", ((6, 13.5), (11, 13.5), (11, 19), (6, 19)), 0, 2, frozenset({"Heavy", "Vantage"})),
    Part("t2", "ruin east", ((19.5, 3), (24.2, 3.8), (23.2, 8.6), (18.5, 7.8)), 0, 3, frozenset({"Heavy", "Vantage"})),
    Part("t3", "wall", ((13.4, 4.5), (14.2, 4.5), (14.2, 10), (13.4, 10)), 0, 1.5, frozenset({"Heavy"})),
    Part("t4", "barricade", ((18.6, 12.6), (19.0, 12.6), (19.0, 15.4), (18.6, 15.4)), 0, 1, frozenset({"Light"})),
    Part(
        "t5", "corner", ((24, 19.4), (28, 19.4), (28, 20), (24.6, 20), (24.6, 21.4), (24, 21.4)), 0, 4.0,
        frozenset({"Heavy"}),
    ),
    Part("t6", "crates", ((2.2, 7.2), (3.9, 6.8), (4.3, 8.5), (2.6, 8.9)), 0, 1.0, frozenset({"Light"})),
)  # fmt: skip
FLOOR = np.diag([0.008**2, 0.008**2, 0.0, 0.2])


@dataclass
class FakeTable:
    """A `TableService` whose tests say what happens: `step` moves it on, `call` makes a ruling, fields are facts."""

    moving: bool = True
    hand: bool = False
    camera_moved: bool = False
    board_lost: bool = False
    camera_lost: bool = False
    verified: tuple[HealthView, ...] = ()
    ghosts: bool = False
    busy: bool = False
    turning_point: int = 2
    time_s: float = 0.0
    acts: list[tuple[str, str, str]] = field(default_factory=list)
    prompts: tuple[Prompt, ...] = ()
    log: tuple[Event, ...] = ()
    rulings: tuple[RulingView, ...] = ()
    states: dict[str, TrackState] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.project = camera()
        self.wounds = dict.fromkeys(NAMES, 10)
        self.sequence = 10
        self.pictures: Newest[bytes] = Newest()
        self._undone: list[str] = []
        self._revision = 0
        self.states = {"a4": TrackState.COVERED, "b6": TrackState.LIFTED, "b5": TrackState.DECLARED}
        self.prompts = (reroll(),)
        for ruling in (retreat(), too_close(), shot(), within()):
            self.call(ruling)
        self.feed = Feed(self._snapshot())

    # the service

    def snapshot(self) -> Snapshot:
        return self.feed.newest

    def changes(self, after: int | None) -> AsyncIterator[Change]:
        return self.feed.changes(after)

    async def submit(self, intent: Answer | Undo | Redo | Challenge, *, player: str, key: str) -> Outcome:
        self.acts.append((intent.kind, player, key))
        if self.busy:
            raise ServiceUnavailableError("The journal's disk is full: free some space, the game goes on by itself")
        match intent:
            case Undo():
                return self.undo()
            case Redo():
                return self.redo()
            case Answer(prompt=prompt):
                if prompt not in {open_.id for open_ in self.prompts}:
                    return Refused(sentence=f"There is no prompt {prompt!r} any more")
                self.prompts = tuple(open_ for open_ in self.prompts if open_.id != prompt)
            case Challenge(ruling=ruling):
                if ruling not in {made.id for made in self.rulings}:
                    return Refused(sentence=f"There is no ruling {ruling!r}")
        return self._done()

    async def press(self, button: Button, *, key: str) -> Outcome:
        self.acts.append((f"press {button}", "any", key))
        match button:
            case Button.UNDO:
                return self.undo()
            case Button.CONFIRM if not self.prompts:
                return Refused(sentence="There is nothing to confirm")
            case Button.CONFIRM:
                self.prompts = self.prompts[1:]
        return self._done()

    def events(self) -> tuple[Event, ...]:
        return self.log

    async def picture(self, after: int) -> Picture:
        if self.camera_lost:
            raise ServiceUnavailableError("The camera is unplugged: plug it in, the table goes on by itself")
        if self.pictures.number == 0:
            self.pictures.publish(self.photograph())
        number, jpeg = await self.pictures.after(after)
        return Picture(number, jpeg)

    # what tests do to it

    def step(self, seconds: float = 0.1) -> Snapshot:
        """Move time on and publish what the table then looks like."""
        self.time_s += seconds
        self.publish()
        if self.pictures.watched:
            self.pictures.publish(self.photograph())
        return self.feed.newest

    def publish(self) -> None:
        """Show the table as its fields now say."""
        self.feed.publish(self._snapshot())

    def call(self, ruling: Ruling) -> None:
        """Make a ruling the newest."""
        self.sequence += 1
        self.rulings = (
            ruling_view(
                ruling,
                id_=f"r{self.sequence}",
                sequence=self.sequence,
                threshold=Threshold(),
                projector=self.project,
            ),
            *self.rulings,
        )

    def undo(self) -> Outcome:
        """Take the last standing ruling back."""
        standing = next((ruling for ruling in self.rulings if not ruling.taken_back), None)
        if standing is None:
            return Refused(sentence="There is nothing to take back")
        self._mark(standing.id, taken_back=True)
        self._undone.append(standing.id)
        self.ghosts = True
        return self._done()

    def redo(self) -> Outcome:
        """Put the ruling taken back last in force again."""
        if not self._undone:
            return Refused(sentence="There is nothing to put back")
        self._mark(self._undone.pop(), taken_back=False)
        self.ghosts = False
        return self._done()

    def table(self) -> Table:
        """Return what stands on the board now."""
        operatives = {}
        for key, (x, y, z, base_mm) in PLACES.items():
            turn = 24.0 if key == "b4" else 0.0
            shape = BaseShape.from_mm(base_mm)
            step = self.pace() if key == "a2" else (0.0, 0.0)
            placement = Placement(key, x + step[0], y + step[1], z, turn, FLOOR)
            operatives[key] = Operative(key, "p1" if key[0] == "a" else "p2", shape, 1.5, placement)
        markers = {
            key: Marker(key, "objective", 40 / 25.4, Placement(key, x, y))
            for key, x, y in (("1", 15.0, 2.2), ("2", 11.6, 12.2), ("3", 20.4, 18.6))
        }
        return Table(
            operatives=operatives,
            terrain=TERRAIN,
            markers=markers,
            hand_in_view=self.hand,
            settled=not self.moving and not self.hand,
            camera_moved=self.camera_moved,
        )

    def pace(self) -> tuple[float, float]:
        """Return how far the moving operative is from its place, inches in x and y."""
        if not self.moving:
            return 0.0, 0.0
        return 2.4 * math.sin(self.time_s * 0.7), 1.5 * math.cos(self.time_s * 0.7)

    def photograph(self) -> bytes:
        """Return the camera's JPEG of the table as it stands."""
        ok, jpeg = cv2.imencode(
            ".jpg", draw(self.table(), self.project, hand=self.hand), [cv2.IMWRITE_JPEG_QUALITY, 82]
        )
        assert ok
        return jpeg.tobytes()

    # how it is shown

    def _done(self) -> Accepted:
        self.sequence += 1
        self.publish()
        return Accepted(sequence=self.sequence)

    def _mark(self, id_: str, *, taken_back: bool) -> None:
        self.rulings = tuple(
            ruling.model_copy(update={"taken_back": taken_back}) if ruling.id == id_ else ruling
            for ruling in self.rulings
        )

    def _status(self, key: str) -> Status:
        order = Order.CONCEAL if key in {"a4", "a5", "b3", "b5"} else Order.ENGAGE
        return Status(order, 2, 6, self.wounds[key], 12, ready=key not in {"a1", "b1", "b3"})

    def _snapshot(self) -> Snapshot:
        self._revision += 1
        table = self.table()
        shown = table_view(
            table,
            names=NAMES,
            labels={},
            states={**self.states, **({"a2": TrackState.MOVING} if self.moving else {})},
            status={key: self._status(key) for key in NAMES},
            levels={"a5": "t1", "b3": "t2"},
            board_lost=self.board_lost,
            projector=self.project,
        )
        assert shown.board.outline_px is not None
        standing = [ruling for ruling in self.rulings if not ruling.taken_back]
        lost = HealthState.LOST if self.camera_lost else HealthState.OK
        return Snapshot(
            revision=self._revision,
            table=shown,
            game=GameView(
                edition="kt24",
                title="Friendly at the long table",
                turning_point=self.turning_point,
                phase="Firefight",
                initiative="p2",
                active="a2",
                seats=(
                    SeatView(player="p1", name="Mira", team="Harbour Watch", colour="#4f9fe6", cp=3, vp=5),
                    SeatView(player="p2", name="Jonas", team="Salt Reavers", colour="#e3c9a0", cp=2, vp=4),
                ),
                undo=f"Take back: {standing[0].claim}" if standing else None,
                redo="Put back what was taken back" if self._undone else None,
            ),
            prompts=self.prompts,
            rulings=self.rulings,
            ghosts=self._ghosts(table) if self.ghosts else (),
            notices=self._notices(),
            health=(
                HealthView(
                    part="camera",
                    state=lost,
                    sentence="no picture for 4 s: check the plug" if self.camera_lost else "30 pictures a second",
                ),
                HealthView(part="board", state=HealthState.OK, sentence="16 references, residual 0.21 px"),
                HealthView(part="journal", state=HealthState.OK, sentence=f"{self.sequence} events kept"),
                HealthView(part="panel", state=HealthState.TROUBLE, sentence="no GPIO here: use the page's buttons"),
                *self.verified,
            ),
            camera=CameraView(
                id="drawn",
                size_px=SIZE_PX,
                view_px=view_px(shown.board.outline_px, SIZE_PX),
                fps=None if self.camera_lost else 30.0,
                latency_ms=None if self.camera_lost else 84.0,
                state=lost,
            ),
        )

    def _ghosts(self, table: Table) -> tuple[GhostView, ...]:
        base = table.operative("a6").base
        back = base.at(10.1, 6.2)
        return (
            GhostView(
                operative="a6",
                stands=pose_view(base, self.project),
                belongs=pose_view(back, self.project),
                sentence="A6 Breacher Ode goes back 3.50 in, to the left of the wall",
            ),
        )

    def _notices(self) -> tuple[NoticeView, ...]:
        told = (
            (self.camera_lost, "camera", Severity.TROUBLE, "Camera lost: check its plug. The game is kept"),
            (self.board_lost, "board", Severity.TROUBLE, "Board lost: fewer than four of its tags are seen"),
            (self.camera_moved, "moved", Severity.CAUTION, "The camera moved by 4 mm: places are measured anew"),
            (self.hand, "hand", Severity.INFO, "Hand in view: rulings wait until the table is still"),
        )  # fmt: skip
        return tuple(NoticeView(id=id_, severity=how, sentence=words) for true, id_, how, words in told if true)


def reroll() -> Prompt:
    """Return a prompt with choices and a default."""
    return Prompt(
        id="reroll-7",
        owner="p2",
        question="Salt Reavers: use Command Re-roll on the attack dice?",
        choices=(Choice(key="keep", label="Keep the dice"), Choice(key="reroll", label="Re-roll one die (1 CP)")),
        default="keep",
    )


def defence_dice() -> Prompt:
    """Return a prompt that waits for three dice."""
    return Prompt(id="defence-9", owner="p1", question="Rifle Arn defends: roll three dice", dice=3)


def within() -> Ruling:
    """Return a NO: too far to be within control range."""
    line = Stroke(Role.MEASURE, ((12.83, 9.2, 0), (16.79, 11.12, 0)), label="4.40 in")
    limit = Stroke(Role.LIMIT, circle(17.4, 11.3, 1.63), closed=True, label="1 in")
    far = Finding(
        "H24-02", "Breacher Ode stands beyond Blade Tor's control range", 4.40, 1.0, -3.40, 0.011,
        Witness((limit, line), ("a6", "b2")),
    )  # fmt: skip
    seen = Finding.fact("H24-07", True, "Blade Tor is visible to Breacher Ode")
    return Ruling.of("Breacher Ode fights Blade Tor", far, seen)


def shot() -> Ruling:
    """Return a YES: a shot with a clear line, past cover."""
    eye = Stroke(Role.EYE, ((9.6, 3.4, 1.5),), label="eye")
    line = Stroke(Role.CLEAR_LINE, ((9.6, 3.4, 1.5), (17.3, 10.7, 0.5)), label="clear by 0.31 in")
    cover = Stroke(Role.COVER, ((13.4, 4.5, 1.5), (14.2, 4.5, 1.5), (14.2, 7.2, 1.5), (13.4, 6.6, 1.5)), closed=True)
    aim = Finding(
        "E24-05", "The line from Gunner Sol to Blade Tor passes the wall", 0.31, 0.02, 0.29, 0.009,
        Witness((cover, line, eye), ("a3", "b2", "t3")),
    )  # fmt: skip
    reach = Finding("E24-02", "Blade Tor is within the range of 12 in", 10.02, 12.0, 1.98, 0.01)
    return Ruling.of("Gunner Sol may shoot Blade Tor", aim, reach, notes=("Vantage does not count from the floor",))


def too_close() -> Ruling:
    """Return a TOO_CLOSE: a dash that ends on its limit."""
    path = Stroke(Role.PATH, ((8.9, 10.0, 0), (7.2, 11.6, 0), (6.6, 9.6, 0)), label="2.99 in")
    over = Stroke(Role.BREACH, ((6.66, 9.8, 0), (6.6, 9.6, 0)))
    dash = Finding(
        "D24-04", "Rifle Arn dashed to within a hair of 3 in", 2.99, 3.0, 0.01, 0.014, Witness((path, over), ("a2",))
    )  # fmt: skip
    return Ruling.of("Rifle Arn dashed at most 3 in", dash)


def retreat() -> Ruling:
    """Return a NO with a line that terrain blocks."""
    line = Stroke(Role.BLOCKED_LINE, ((22.4, 13.9, 1.5), (18.8, 14.0, 0.5)), label="blocked")
    wall = Stroke(Role.BLOCKER, ((18.6, 12.6, 1), (19.0, 12.6, 1), (19.0, 15.4, 1), (18.6, 15.4, 1)), closed=True)
    blocked = Finding.fact("H24-07", False, "The barricade hides all of Rifle Arn", Witness((wall, line), ("b4", "t4")))
    return Ruling.of("Brute Grum sees Rifle Arn", blocked)


async def play(fake: FakeTable, rate_hz: float = 10.0) -> None:
    """Move the table on for ever, with a hand, rulings and prompts by turns."""
    more = itertools.cycle((within, shot, too_close, retreat))
    for count in itertools.count(1):
        await asyncio.sleep(1 / rate_hz)
        seconds = count / rate_hz
        fake.hand = seconds % 20 > 17
        if count % int(8 * rate_hz) == 0:
            fake.call(next(more)())
            fake.rulings = fake.rulings[:20]
        if count % int(12 * rate_hz) == 0 and not fake.prompts:
            fake.prompts = (replaced(defence_dice(), fake.sequence),)
        fake.step(1 / rate_hz)


def replaced(prompt: Prompt, number: int) -> Prompt:
    """Return the prompt under an id of its own."""
    return prompt.model_copy(update={"id": f"{prompt.id}-{number}"})


async def serve(port: int) -> None:
    """Serve a playing table until stopped."""
    import uvicorn

    from tests.web.fake_adviser import FakeAdviser
    from web.app import create_app
    from web.settings import WebSettings

    fake = FakeTable()
    settings = WebSettings(port=port)
    server = uvicorn.Server(
        uvicorn.Config(create_app(fake, settings, FakeAdviser(fake)), port=port, log_level="warning")
    )
    playing = asyncio.create_task(play(fake))
    await server.serve()
    playing.cancel()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]) if len(sys.argv) > 1 else 8765))
