"""A table whose tests say what happens: twelve operatives, every kind of ruling, and a drawn camera.

`python -m tests.web.playing` serves one that plays by itself, to look at the pages.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import cv2

from geometry.base import BaseShape
from geometry.placement import Placement
from geometry.table import Marker, Operative, Table
from messages.message import Message
from referee.game.engine.timeline import PublicEntry
from referee.game.journal_entry import JournalEntry
from referee.rules.position import Order, Status
from referee.rules.ruling import Ruling, Threshold
from tests.web.drawn_camera import SIZE_PX, DrawnCamera, camera, draw
from tests.web.fake_board import FLOOR, NAMES, PLACES, TERRAIN
from tests.web.fake_rulings import reroll, retreat, shot, too_close, within
from web.contract.base import HealthState, Severity, TrackState
from web.contract.errors import ServiceUnavailableError
from web.contract.requests import Accepted, Button, Outcome, Refused, RequestedIntent
from web.contract.streams import Change, LatestValue, Picture
from web.contract.table.available_actions import MenuView
from web.contract.table.board_views import GhostView, RulingView
from web.contract.table.feed import snapshot_feed
from web.contract.table.game_views import (
    ActivationView,
    GameView,
    KeptFallView,
    MemberView,
    OwnChoices,
    PromptView,
    SeatView,
)
from web.contract.table.recordings import FairnessView
from web.contract.table.snapshot import CameraView, HealthView, NoticeView, Snapshot, TrayView
from web.contract.table.table_port import HandOverState, PhoneEvent
from web.contract.table.view_builders import crop_window_px, pose_view, ruling_view, table_view


@dataclass
class FakeTable:
    """A `TableService` whose tests say what happens: `step` moves it on, `call` makes a ruling, fields are facts."""

    moving: bool = True
    choices: dict[str, OwnChoices] = field(default_factory=dict)
    hand: bool = False
    camera_moved: bool = False
    board_lost: bool = False
    camera_lost: bool = False
    verified: tuple[HealthView, ...] = ()
    ghosts: bool = False
    busy: bool = False
    turning_point: int = 2
    number: int = 0
    over: bool = False
    time_s: float = 0.0
    acts: list[tuple[str, str, str]] = field(default_factory=list)
    prompts: tuple[PromptView, ...] = ()
    equipment: dict[str, tuple[str, ...]] = field(default_factory=dict)
    log: tuple[JournalEntry, ...] = ()
    rulings: tuple[RulingView, ...] = ()
    states: dict[str, TrackState] = field(default_factory=dict)
    fell: FairnessView = field(default_factory=lambda: FairnessView(players=(), needed="It takes many dice to tell."))
    rolls: dict[str, bytes] = field(default_factory=dict)
    tray: tuple[TrayView, ...] = ()
    menu: tuple[MenuView, ...] = ()
    activations: tuple[ActivationView, ...] = ()
    roster: tuple[MemberView, ...] = ()
    falls: tuple[KeptFallView, ...] = ()
    phones: list[tuple[str, PhoneEvent]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.project = camera()
        self.wounds = dict.fromkeys(NAMES, 10)
        self.sequence = 10
        self.pictures: LatestValue[bytes] = LatestValue()
        self._undone: list[str] = []
        self._revision = 0
        self.states = {"a4": TrackState.COVERED, "b6": TrackState.LIFTED, "b5": TrackState.DECLARED}
        self.prompts = (reroll(),)
        for ruling in (retreat(), too_close(), shot(), within()):
            self.call(ruling)
        self.feed = snapshot_feed(self._snapshot())

    # the service

    def note_phone(self, seat: str, event: PhoneEvent) -> None:
        self.phones.append((seat, event))

    def is_phone_here(self, seat: str) -> bool:
        return False

    def ask_hand_over(self, seat: str) -> str | None:
        return f"ticket-{seat}"

    def hand_over(self, ticket: str, seat: str) -> HandOverState:
        return "open"

    def snapshot(self) -> Snapshot:
        return self.feed.newest

    def changes(self, after: int | None) -> AsyncIterator[Change]:
        return self.feed.changes(after)

    async def submit(self, intent: RequestedIntent, *, player: str, key: str) -> Outcome:
        self.acts.append((intent.kind, player, key))
        if self.busy:
            raise ServiceUnavailableError(
                Message.stored("The journal's disk is full: free some space, the game goes on by itself")
            )
        match intent.model_dump():
            case {"kind": "undo"}:
                return self.undo()
            case {"kind": "redo"}:
                return self.redo()
            case {"kind": "answer", "prompt": prompt}:
                if prompt not in {open_.id for open_ in self.prompts}:
                    return Refused.of(Message.stored(f"There is no prompt {prompt!r} any more"))
                self.prompts = tuple(open_ for open_ in self.prompts if open_.id != prompt)
            case {"kind": "choose_equipment", "player": chooser, "options": options}:
                self.equipment[chooser] = options
                self.prompts = tuple(open_ for open_ in self.prompts if open_.id != f"equipment:{chooser}")
            case {"kind": "challenge", "ruling": ruling}:
                if ruling not in {made.id for made in self.rulings}:
                    return Refused.of(Message.stored(f"There is no ruling {ruling!r}"))
        return self._done()

    async def press(self, button: Button, *, player: str, key: str) -> Outcome:
        self.acts.append((f"press {button}", player, key))
        match button:
            case Button.UNDO:
                return self.undo()
            case Button.REDO:
                return self.redo()
            case Button.CONFIRM if not self.prompts:
                return Refused.of(Message.stored("There is nothing to confirm"))
            case Button.CONFIRM:
                self.prompts = self.prompts[1:]
        return self._done()

    def events(self) -> tuple[PublicEntry, ...]:
        return tuple(map(PublicEntry, self.log))

    def own_choices(self, player: str) -> OwnChoices:
        return self.choices.get(player, OwnChoices())

    async def fairness(self) -> FairnessView:
        return self.fell

    def roll_picture(self, roll: str) -> bytes | None:
        return self.rolls.get(roll)

    def perspective(self) -> DrawnCamera | None:
        return None if self.board_lost else self.project

    async def picture(self, after: int) -> Picture:
        if self.camera_lost:
            raise ServiceUnavailableError(
                Message.stored("The camera is unplugged: plug it in, the table goes on by itself")
            )
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
            return Refused.of(Message.stored("There is nothing to undo"))
        self._mark(standing.id, taken_back=True)
        self._undone.append(standing.id)
        self.ghosts = True
        return self._done()

    def redo(self) -> Outcome:
        """Put the ruling taken back last in force again."""
        if not self._undone:
            return Refused.of(Message.stored("There is nothing to redo"))
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
        def marked(ruling: RulingView) -> RulingView:
            fields = {name: getattr(ruling, name) for name in RulingView.model_fields if "tail" not in name}
            return RulingView(**{**fields, "taken_back": taken_back})

        self.rulings = tuple(marked(ruling) if ruling.id == id_ else ruling for ruling in self.rulings)

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
                number=self.number,
                over=self.over,
                phase="Firefight",
                initiative="p2",
                active="a2",
                seats=(
                    SeatView(player="p1", name="Mira", team="Harbour Watch", colour="#4f9fe6", cp=3, vp=5),
                    SeatView(player="p2", name="Jonas", team="Salt Reavers", colour="#e3c9a0", cp=2, vp=4),
                ),
                activations=self.activations,
                roster=self.roster,
                undo=f"Undo: {standing[0].claim}" if standing else None,
                redo="Put back what was taken back" if self._undone else None,
            ),
            prompts=self.prompts,
            tray=self.tray,
            menu=self.menu,
            rulings=self.rulings,
            falls=self.falls,
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
                view_px=crop_window_px(shown.board.outline_px, SIZE_PX),
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
        ghosts = self._ghosts(self.table()) if self.ghosts else ()
        back = tuple(NoticeView(id="ghost-a6", severity=Severity.CAUTION, sentence=one.sentence) for one in ghosts)
        return tuple(NoticeView(id=id_, severity=how, sentence=words) for true, id_, how, words in told if true) + back
