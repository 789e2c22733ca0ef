"""A table at its first roll-off with a tray in it, for tests: readings are put in as the tracker gives them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from messages.message import Message
from overlook.image_files import jpeg
from overlook.simulated.demonstration import set_up
from overlook.table.games.games import Games
from overlook.table.session import TableSession
from overlook.table.tray.roll_assignments import DiceRollAssignments
from overlook.table.tray.roll_storage import store_beside
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace
from referee.game.intents import Answer
from simulation import example_catalogue, example_poses, example_rig
from vision.dice.acceptance import DieDoubt, DieState, ReadDie, RollReading
from vision.dice.detections import DetectedDie
from vision.dice.face_templates import SIDE_PX
from vision.dice.tray import PlayersDice, Tray
from vision.dice.tray_tracker import TrayPhase, TrayReading, TrayRoll, match_to_previous_roll

SIZE = (320, 200)
FIRST, SECOND = "first-roll:0:p1", "first-roll:0:p2"
RED, BLUE = PlayersDice(player="p1", lab=(90, 180, 160)), PlayersDice(player="p2", lab=(90, 120, 60))


def tray(*colours: PlayersDice) -> Tray:
    corners = np.array([[0.0, 0.0], [SIZE[0], 0.0], [SIZE[0], SIZE[1]], [0.0, SIZE[1]]]) - 0.5
    return Tray(SIZE, corners, 40.0, np.full((SIZE[1], SIZE[0], 3), 70, np.uint8), 1.0, colours)


def die(value: int | None, x: float, owner: str | None = None, doubt: DieDoubt | None = None) -> ReadDie:
    seen = DetectedDie(value or 1, x, 80.0, 40.0, 0.97, 0.01, 0.01, (0.0, 0.0))
    return ReadDie(seen, value, DieState.FLAT if value else DieState.COCKED, doubt, owner)


@dataclass
class Player:
    """A table at its first roll-off, with a tray into which readings are put as the tracker gives them."""

    table: TableSession
    before: tuple[ReadDie, ...] = ()
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def begin(self) -> None:
        poses = example_poses()
        places = {name: BoardPlace.of(where) for name, where in poses.operatives.items()}
        markers = {name: BoardPlace.of(where) for name, where in poses.markers.items()}
        self.table.begin(set_up(self.table.catalogue, places, markers, key="setup"))

    def lay(self, *dice: ReadDie, why: Message | None = None) -> None:
        self.tell(RollReading(dice, why))
        self.before = dice

    def tell(self, reading: RollReading) -> None:
        picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
        faces = tuple(np.full((SIDE_PX, SIDE_PX, 3), 40 * (k % 6), np.uint8) for k in range(len(reading.dice)))
        roll = TrayRoll(reading, picture, match_to_previous_roll(self.before, reading.dice), faces)
        self.table.take_tray(TrayReading(TrayPhase.SETTLED, roll))

    def phase(self, phase: TrayPhase, fault: Message | None = None) -> None:
        if phase is TrayPhase.EMPTY:
            self.before = ()
        self.table.take_tray(TrayReading(phase, fault=fault))

    def enter(self, number: int, *dice: int) -> str:
        answer = self.answer(number, *dice)
        self.table.submit(answer)
        return answer.id

    def answer(self, number: int, *dice: int) -> Answer:
        return Answer(id=f"answer-{next(self.numbers)}", prompt=self.table.game.prompts[number].id, dice=dice)

    def tie(self) -> None:
        """Roll off with a 4 each, of both colours, and answer with them."""
        self.lay(die(4, 60, "p1"), die(4, 200, "p2"))
        self.enter(0, 4)
        self.enter(0, 4)

    def said(self) -> dict[str, tuple[int, ...]]:
        return {read.prompt: read.sure for read in self.table.facts().suggestions if read.whole}


@dataclass
class Hall:
    """Opens tables on one folder, as a program that is started again does, and closes them."""

    folder: Path
    games: list[Games] = field(default_factory=list)

    def opened(self, *colours: PlayersDice, lying: str = "") -> Player:
        self.close()
        self.games.append(Games(self.folder))
        store = store_beside(self.folder / "tray.json")
        rules, ledger = ruleset_of("kt24"), DiceRollAssignments(tray(*colours), jpeg, lying=lying, store=store)
        return Player(
            TableSession(
                edition=rules.edition,
                flow=rules.flow,
                catalogue=example_catalogue(),
                rig=example_rig(),
                games=self.games[-1],
                now_s=time.monotonic,
                ledger=ledger,
            )
        )

    def begun(self, *colours: PlayersDice) -> Player:
        player = self.opened(*colours)
        player.begin()
        return player

    def close(self) -> None:
        for each in self.games:
            each.close()
