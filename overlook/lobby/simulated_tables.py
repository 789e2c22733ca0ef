"""The simulated tables of one program, one of which runs at a time, and how the next one is laid."""

from __future__ import annotations

from pathlib import Path

from geometry.base import MM_PER_INCH
from overlook.demo.box_memory import BoxMemory
from overlook.demo.simulated_box import SimulatedBox
from overlook.lobby.kept import KeptGame, Running, folder_of, kept_games
from overlook.lobby.ready_game import ready_draft
from overlook.settings import GameSettings, Settings
from overlook.setup.draft_store import DraftStore
from simulation.scene.example_table import example_catalogue, example_poses, example_rig
from simulation.scene.scene import Bench
from web.contract.setup.startup import LobbyWish

SETUP = "setup"


def simulated_box(memory: BoxMemory | None = None) -> SimulatedBox:
    """Return the box of a simulated table: the example's terrain is in it, and stands where it stood last."""
    pose = example_rig().pose
    eye = None if pose is None else tuple(pose.camera_mm / MM_PER_INCH)
    box = SimulatedBox(Bench(example_catalogue()), memory, eye)
    box.lay_in(example_catalogue(), example_poses())
    return box


class SimulatedTables:
    """What the simulated table runs: the demonstration, unless `set_up` lays an empty table in the data folder."""

    def __init__(self, data: Path, *, set_up: bool) -> None:
        self._data = data
        self._wanted = LobbyWish.CONTINUE if set_up else LobbyWish.WATCH
        self._folder = self._laid_in = data if set_up else None
        self.now = Running(self._wanted, data)
        self.kept: tuple[KeptGame, ...] = ()
        self.opened = 0

    @property
    def practice(self) -> bool:
        """Whether what runs keeps its games apart from those of the table: nobody plays a match there."""
        return self.now.folder != self._data

    def want(self, runs: LobbyWish) -> None:
        """Have something else run from the next opening on."""
        self._wanted = runs
        kept = self.kept[0].folder if self.kept else None
        self._folder = {LobbyWish.CONTINUE: kept, LobbyWish.SET_UP: self._laid_in}.get(runs)

    def choose_camera(self) -> bool:
        """Return whether a real camera is to be chosen now; who comes back without one finds the demonstration."""
        if self._wanted is not LobbyWish.CAMERA:
            return False
        self.now = Running(LobbyWish.CAMERA, self._data)
        self.opened += 1
        self.want(LobbyWish.WATCH)
        return True

    def next(self, settings: Settings) -> tuple[Settings, SimulatedBox | None]:
        """Return the settings of the table that runs now, and its box; None for the demonstration's.

        A ready game is laid anew; from then on it goes on. Raises `OSError` and what a set-up raises that is not kept.
        """
        folder = self._folder or folder_of(self._data, self._wanted)
        self.now = Running(self._wanted, folder)
        self.opened += 1
        self.kept = tuple(
            one for one in kept_games(self._data) if one.folder != folder or self._wanted is LobbyWish.PLAY
        )
        if folder != self._data:
            settings = settings.model_copy(
                update={"data": settings.data.model_copy(update={"folder": folder}), "game": _alone(settings)}
            )
        if self._wanted is LobbyWish.WATCH:
            return settings, None
        memory = BoxMemory(folder / SETUP)
        if self._wanted is LobbyWish.PLAY:
            memory.forget()
            box = simulated_box(memory)
            DraftStore(folder / SETUP).keep(ready_draft(box, settings.game.edition))
            self._wanted, self._folder = LobbyWish.CONTINUE, folder
            return settings, box
        if self._wanted is LobbyWish.SET_UP:
            self._wanted, self._folder = LobbyWish.CONTINUE, folder
        return settings, simulated_box(memory)


def _alone(settings: Settings) -> GameSettings:
    """Return the settings of games without the teams of a real table: a simulated one has its own."""
    return settings.game.model_copy(update={"teams": ()})
