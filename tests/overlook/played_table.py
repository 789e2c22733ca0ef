"""A table in play in this process, with hands on its camera, and players who answer."""

from __future__ import annotations

import asyncio
import copy
import itertools
import json
import socket
import time
from collections import deque
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, MarkerEntry
from calibration.rig import Rig
from hardware.panel import NullPanel, Panel
from messages.message import Message
from overlook.app.composition import TableHardware, TableParts
from overlook.app.films import Films
from overlook.app.metrics import TableMetrics
from overlook.app.program import Program
from overlook.app.tray import TrayWatch
from overlook.image_files import jpeg
from overlook.simulated.demonstration import DemonstrationDice, demonstration_tray, set_up
from overlook.table.games.games import Games
from overlook.table.offers.panel_chooser import LOOK_S
from overlook.table.recordings.archive import TableArchive
from overlook.table.recordings.clips import Clips
from overlook.table.service import TableService
from overlook.table.session import TableSession
from overlook.table.tray.roll_assignments import DiceRollAssignments
from overlook.table.tray.roll_storage import store_beside
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace
from referee.game.prompt import Prompt
from referee.rules.ruling import Threshold
from simulation.cameras.table_camera import SimulatedCamera
from simulation.cameras.tray_camera import SimulatedTrayCamera
from simulation.render.renderer import Renderer
from simulation.scene.example_table import example_catalogue, example_poses, example_rig
from simulation.scene.scene import StillScene
from vision.dice.tray import Tray
from web.app import create_app
from web.contract.requests import Accepted, Button, Outcome, Refused, SubmitRequest
from web.contract.table.snapshot import Snapshot
from web.stream import commentary

PATIENCE_S = 60.0
LOUD = 6
FIRST = "p1"
TRAY_FPS = 8.0


@cache
def drawn(tokens: tuple[MarkerEntry, ...]) -> tuple[Catalogue, Rig, Renderer]:
    """The example's catalogue with tokens, its rig, and that table drawn as it stands at first: seconds of work."""
    known, rig = example_catalogue(), example_rig((1280, 720))
    catalogue = known.model_copy(update={"markers": (*known.markers, *tokens)})
    renderer = Renderer(catalogue, rig)
    renderer.picture(example_poses())
    return catalogue, rig, renderer


@cache
def calibrated() -> tuple[SimulatedTrayCamera, Tray]:
    """The demonstration's tray, calibrated; its camera is never opened."""
    return demonstration_tray(TRAY_FPS)


def demonstrated() -> DemonstrationDice:
    """Dice in a tray of their own, as the demonstration has them."""
    camera, tray = calibrated()
    return DemonstrationDice(SimulatedTrayCamera(copy.deepcopy(camera.tray), fps=TRAY_FPS), tray)


class RestingCamera(SimulatedCamera):
    """Simulated camera that draws a table at rest twice, and shows the two frames in turn: noise takes long to draw."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._drawn: deque[NDArray[np.uint8]] = deque()
        self._drawn_of: tuple[object, ...] = ()

    def _draw(self, t_s: float) -> NDArray[np.uint8]:
        poses = self.scene.at(t_s)
        shown = (poses, self.scene.catalogue, self._rig, self._dark.is_set())
        if shown != self._drawn_of:
            self._drawn.clear()
        self._drawn_of = shown
        self._drawn.append(self._drawn.popleft() if len(self._drawn) == 2 else super()._draw(t_s))
        return self._drawn[-1]


class Table:
    """A table in play in this process: `say` sends what a phone sends, `scene` moves models by hand."""

    camera_of: type[SimulatedCamera] = RestingCamera
    fps = 3.0
    tokens: tuple[MarkerEntry, ...] = ()
    """Markers that the table knows beside the example's; none lies there at first."""

    def failed(self, part: str, fault: BaseException) -> None:
        """Hear of a part that failed while the table goes on."""

    def __init__(self, folder: Path, edition_id: str = "kt24", panel: Panel | None = None, tray: bool = False) -> None:
        (catalogue, rig, renderer), poses = drawn(self.tokens), example_poses()
        rules = ruleset_of(edition_id)
        self.catalogue: Catalogue = catalogue
        self.games = Games(folder)
        self.dice = demonstrated() if tray else DemonstrationDice()
        out = folder / "tray.json"
        seen = self.dice.tray
        ledger = None if seen is None else DiceRollAssignments(seen, jpeg, store=store_beside(out))
        self.table = TableSession(
            edition=rules.edition,
            flow=rules.flow,
            catalogue=catalogue,
            rig=rig,
            games=self.games,
            now_s=time.monotonic,
            ledger=ledger,
        )
        self.clips = Clips(self.games, commentary.falls)
        self.service = TableService(self.table, Threshold(), self.clips)
        watch = TrayWatch(self.service, self.failed, self.dice.camera, out) if ledger is not None else None
        archive = TableArchive(self.games, self.clips, Threshold(), films=Films())
        self.camera = self.camera_of(StillScene(catalogue, poses), rig, fps=self.fps)
        self.camera._renderer = copy.deepcopy(renderer, {id(catalogue): catalogue})
        places = {name: BoardPlace.of(where) for name, where in poses.operatives.items()}
        markers = {name: BoardPlace.of(where) for name, where in poses.markers.items()}
        self.set_up = set_up(example_catalogue(), places, markers, key="setup")
        shown = panel or NullPanel(Message.of("panel-off"))
        parts = TableParts(
            service=self.service,
            hardware=TableHardware(self.camera, catalogue, rig),
            panel=shown,
            archive=archive,
            tray=watch,
            metrics=TableMetrics(self.service, folder),
        )
        self.program = Program(
            create_app(parts.ports()), parts.services(self.failed), failed=self.failed, health=self.service
        )
        self.url = ""
        self._keys = itertools.count(1)

    async def until(self, true_of: Callable[[Snapshot], bool]) -> Snapshot:
        """Return the first snapshot of which something is true."""
        async with asyncio.timeout(PATIENCE_S):
            while not true_of(self.service.snapshot()):
                await asyncio.sleep(0.05)
        return self.service.snapshot()

    async def seen(self) -> Snapshot:
        """Wait until the camera sees all twelve at rest."""
        return await self.until(lambda now: now.table.flags.settled and len(now.table.operatives) == 12)

    async def begun(self) -> Snapshot:
        """Set the demonstration's teams up and wait until the camera sees them."""
        await self.service.run_exclusive(lambda: self.table.begin(self.set_up))
        return await self.seen()

    async def say(self, kind: str, *, by: str = "any", **fields: Any) -> Outcome:
        """Return what the table says to a request, sent as the web sends it."""
        act = SubmitRequest.model_validate_json(json.dumps({"intent": {"kind": kind, **fields}, "player": by}))
        return await self.service.submit(act.intent, player=act.player, key=f"test-{next(self._keys):06d}")

    async def took(self, kind: str, *, by: str = "any", **fields: Any) -> Accepted:
        """Return the acceptance of a request that must be taken."""
        outcome = await self.say(kind, by=by, **fields)
        assert isinstance(outcome, Accepted), outcome
        return outcome

    async def refused(self, kind: str, *, by: str = "any", **fields: Any) -> str:
        """Return the sentence with which a request was refused."""
        outcome = await self.say(kind, by=by, **fields)
        assert isinstance(outcome, Refused), outcome
        assert outcome.sentence.count("\n") == 0
        return outcome.sentence

    async def pressed(self, button: Button) -> Outcome:
        """Return what the table says to a button's press; before Confirm somebody looks at what is asked."""
        if button is Button.CONFIRM:
            await asyncio.sleep(LOOK_S)
        return await self.service.press(button, key=f"test-{next(self._keys):06d}")

    async def answered(self, prompt: Prompt, face: int = 1) -> Accepted:
        """Answer a prompt as a player in a hurry does: the default, the first choice, or dice."""
        if prompt.choices:
            keys = [choice.key for choice in prompt.choices]
            choice = FIRST if FIRST in keys else prompt.default or keys[0]
            return await self.took("answer", prompt=prompt.id, choice=choice)
        return await self.took("answer", prompt=prompt.id, dice=[face] * prompt.dice)

    async def firefight(self) -> None:
        """Answer everything that is asked before the first activation."""
        faces = itertools.cycle((LOUD, 2))
        while self.table.state.stage != "firefight":
            await self.answered(self.table.game.prompts[0], next(faces))


def played(
    folder: Path,
    play: Callable[[Table], Awaitable[None]],
    edition: str = "kt24",
    panel: Panel | None = None,
    *,
    tray: bool = False,
    make: type[Table] = Table,
) -> None:
    """Run a table while `play` happens to it."""

    async def run() -> None:
        table = make(folder, edition, panel, tray)
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            table.url = f"http://localhost:{listening.getsockname()[1]}"
            running = asyncio.create_task(table.program.run(listening, lambda: None))
            try:
                await play(table)
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
                table.games.close()

    asyncio.run(run())
