"""The lobby of simulated tables: what runs now, what else can run, the ready game, and the folders of games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from geometry.base import MM_PER_INCH
from messages.message import Message
from overlook.settings import GameSettings, Settings
from overlook.setup.draft import PLAYERS, Draft, DraftStore, Piece
from overlook.setup.exports import team_names
from overlook.setup.mission import example_names, pick_mission, zones_of
from overlook.setup.service import SetupService
from overlook.setup.teams import team_of
from overlook.simulated.demonstration import MISSION
from overlook.simulated.simulated_box import BoxMemory, SimulatedBox
from overlook.table.games.games import game_files
from overlook.table.games.new_game import ANSWERED, MOST, default_choice, default_dice, is_opened
from overlook.table.service import TableService
from referee.game.intents import Answer
from referee.records.files.mission_file import example_missions
from referee.records.files.roster_file import example_texts, roster_text
from referee.records.journal.errors import JournalError
from referee.records.recorded_game import read_game
from referee.rules.errors import RefereeError
from simulation.scene.example_table import example_catalogue, example_poses, example_rig
from simulation.scene.scene import EditableScene
from web.contract.base import HealthState
from web.contract.requests import Refused
from web.contract.setup import actions
from web.contract.setup.startup import LobbyView, LobbyWish
from web.contract.setup.views import SetupView, Step

SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class Running:
    """The lobby's current choice, and the folder of its games."""

    runs: LobbyWish
    folder: Path


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game in progress: its folder and its description."""

    folder: Path
    name: Message


def folder_of(data: Path, runs: LobbyWish) -> Path:
    """Return the folder of games for what runs, below a table's data folder.

    The demonstration uses the data folder itself, unless that contains a player's game; then it has a separate folder.
    """
    if runs is LobbyWish.PLAY:
        return data / SIMULATED / "ready"
    if runs is LobbyWish.SET_UP:
        return data / SIMULATED / "set-up"
    return data / SIMULATED / "demonstration" if runs is LobbyWish.WATCH and kept_in(data) is not None else data


def kept_games(data: Path) -> tuple[KeptGame, ...]:
    """Return the players' games in progress at this program's simulated tables, most recently played first."""
    folders = (data, folder_of(data, LobbyWish.PLAY), folder_of(data, LobbyWish.SET_UP))
    found = [one for one in map(kept_in, folders) if one is not None]
    return tuple(sorted(found, key=lambda one: _played_s(one.folder), reverse=True))


def kept_in(folder: Path) -> KeptGame | None:
    """Return the newest game of a folder if it is a player's game in progress, else None."""
    files = game_files(folder)
    if not files:
        return None
    try:
        state = read_game(files[-1]).game().state
    except (OSError, JournalError, RefereeError):
        return None
    if not state.begun or state.ended or state.mission == MISSION:
        return None
    seats = [side.seat.name for side in state.sides.values()]
    return KeptGame(folder, Message.of("lobby-game", seats=seats, turning_point=max(1, state.turning_point)))


def _played_s(folder: Path) -> float:
    return max(path.stat().st_mtime for path in (folder / "games").iterdir())


PART = "ready game"
LOOK_S = 0.2
PATIENCE_S = 60.0
FIRST_PLAYER = "p1"
COLUMNS_IN, EDGE_IN, DEPTH_IN = (3.4, 7.4, 11.0, 14.6, 18.2, 26.4), 2.2, 22.0
"""Models' x positions and distance from the edge: places where the example's terrain does not hide them."""

CLEAR_OF_OBJECTIVES = {
    "tower": {"x": 13.8, "y": 14.9, "rotation_deg": 31.0},
    "ruin-east": {"x": 25.1, "y": 15.2, "rotation_deg": -24.0},
}
"""Pieces moved from their places on the example table, because they would cover an objective there."""


def ready_draft(box: SimulatedBox, edition: str) -> Draft:
    """Return the set-up of a ready game of an edition ("kt24"), and put everything in it on the table.

    It has the example teams, the terrain in the box, and the first mission without a killzone.
    """
    draft = Draft(step=Step.READY)
    dictionary = box.bench.catalogue.dictionary
    for player, name in zip(PLAYERS, team_names(edition), strict=False):
        text = example_texts()[name]
        roster = roster_text(text, name)
        draft = team_of(draft, player, roster=roster, source=f"{name}.toml", text=text, dictionary=dictionary)
    for team in draft.teams:
        bases = tuple(base.model_copy(update={"matched": True}) for base in team.bases)
        draft = draft.with_team(team.model_copy(update={"bases": bases}))
    plain = next(one.id for one in example_names(edition) if example_missions()[one.id].killzone is None)
    draft = pick_mission(draft, plain, edition=edition)
    terrain = {entry.id: entry for entry in box.bench.catalogue.terrain}
    for stock in box.things:
        if stock.model is None:
            entries = tuple(terrain[part] for part in stock.parts)
            draft = draft.with_piece(Piece(id=stock.id, name=stock.name, entries=entries))
    box.set_models(base.entry for _, base in draft.bases)
    at = {base.entry.id: _place(team.player, number) for team in draft.teams for number, base in enumerate(team.bases)}
    at |= CLEAR_OF_OBJECTIVES
    for stock in box.things:
        box.move(actions.Put(kind="put", thing=stock.id, **at.get(stock.id, {})), zones_of(draft))
    return draft


def _place(player: str, number: int) -> dict[str, float]:
    """Return the place of a team's model in its drop zone, side by side along the player's edge, in inches."""
    near = player == PLAYERS[0]
    y = EDGE_IN if near else DEPTH_IN - EDGE_IN
    return {"x": COLUMNS_IN[number % len(COLUMNS_IN)], "y": y, "rotation_deg": 90.0 if near else -90.0}


async def begin_ready_game(setup: SetupService, service: TableService) -> None:
    """Start the game once the camera has found everything, and answer the prompts before the first activation."""
    if setup.draft.started:
        return
    loop = asyncio.get_running_loop()
    give_up_s = loop.time() + PATIENCE_S
    while not _all_found(setup.view()):
        await asyncio.sleep(LOOK_S)
        if loop.time() > give_up_s:
            break
    started = await setup.do(actions.Start(kind="start"), player="any")
    if isinstance(started, Refused):
        service.report_health(PART, HealthState.TROUBLE, Message.of("lobby-game-not-started", why=started.message))
        service.publish()
        return
    await open_battle(service)


def _all_found(view: SetupView) -> bool:
    models = all(base.seen for team in view.teams for base in team.bases)
    return view.can_start and models and all(piece.seen for piece in view.pieces)


async def open_battle(service: TableService) -> None:
    """Answer the prompts before the first activation: dice that give `FIRST_PLAYER` initiative, otherwise defaults."""
    for _ in range(MOST):
        asked = service.table.game.prompts
        if not asked or is_opened(service.table.state):
            return
        choice, dice = default_choice(asked[0], FIRST_PLAYER), default_dice(asked[0], FIRST_PLAYER)
        answer = Answer(id=service.table.new_id(ANSWERED), prompt=asked[0].id, choice=choice, dice=dice)
        outcome = await service.submit_intent(answer)
        if isinstance(outcome, Refused):
            return


SETUP = "setup"


def simulated_box(memory: BoxMemory | None = None) -> SimulatedBox:
    """Return the box of a simulated table with the example's terrain at its last placements."""
    pose = example_rig().pose
    eye = None if pose is None else tuple(pose.camera_mm / MM_PER_INCH)
    box = SimulatedBox(EditableScene(example_catalogue()), memory, eye)
    box.add_terrain(example_catalogue(), example_poses())
    return box


class SimulatedTables:
    """Chooses what the simulated table runs: at first the demonstration, or an empty table if `set_up` is set."""

    def __init__(self, data: Path, *, set_up: bool) -> None:
        self._data = data
        self._wanted = LobbyWish.CONTINUE if set_up else LobbyWish.WATCH
        self._folder = self._laid_in = data if set_up else None
        self.now = Running(self._wanted, data)
        self.kept: tuple[KeptGame, ...] = ()
        self.opened = 0

    @property
    def practice(self) -> bool:
        """Whether the games are stored apart from the table's own; they are then practice and never matches."""
        return self.now.folder != self._data

    def want(self, runs: LobbyWish) -> None:
        """Set what runs when the table is next opened."""
        self._wanted = runs
        kept = self.kept[0].folder if self.kept else None
        self._folder = {LobbyWish.CONTINUE: kept, LobbyWish.SET_UP: self._laid_in}.get(runs)

    def choose_camera(self) -> bool:
        """Return whether a real camera is to be chosen now; afterwards the demonstration is next."""
        if self._wanted is not LobbyWish.CAMERA:
            return False
        self.now = Running(LobbyWish.CAMERA, self._data)
        self.opened += 1
        self.want(LobbyWish.WATCH)
        return True

    def next(self, settings: Settings) -> tuple[Settings, SimulatedBox | None]:
        """Return the settings of the table that runs next, and its box; None for the demonstration's.

        A ready game is laid out once and continues from then on. Raises `OSError`, and the set-up's error if the draft
        cannot be stored.
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
    """Return the settings of games without a real table's teams, since a simulated one has its own."""
    return settings.game.model_copy(update={"teams": ()})


RUNS: Mapping[LobbyWish, Literal["demonstration", "camera"]] = {
    LobbyWish.WATCH: "demonstration",
    LobbyWish.CAMERA: "camera",
}


class LobbyService:
    """The lobby of one program's simulated tables. It belongs to the event loop.

    `again` is set when the table is to be opened again.
    """

    def __init__(self, tables: SimulatedTables, again: asyncio.Event) -> None:
        self._tables = tables
        self._again = again
        self._laid: Callable[[], bool] = lambda: True

    def works(self, setup: SetupService) -> Mapping[str, Callable[[TableService], Coroutine[Any, Any, None]]]:
        """Return additional background tasks by name: a ready game starts once it is laid out."""
        if self._tables.now.runs is not LobbyWish.PLAY:
            return {}
        self._laid = lambda: setup.draft.started
        return {"ready game": partial(begin_ready_game, setup)}

    @property
    def practice(self) -> bool:
        """Whether the running table's games are practice."""
        return self._tables.practice

    def view(self) -> LobbyView:
        """Return the view: what runs, and what can run instead."""
        now, kept = self._tables.now.runs, self._tables.kept
        laying = Message.of("lobby-preparing") if now is LobbyWish.PLAY and not self._laid() else None
        here = {LobbyWish.WATCH, LobbyWish.CAMERA} & {now}
        return LobbyView(
            runs=RUNS.get(now, "simulated"),
            wishes=tuple(one for one in LobbyWish if one not in here and (kept or one is not LobbyWish.CONTINUE)),
            kept=str(kept[0].name) if kept else "",
            opened=self._tables.opened,
            laying=str(laying or ""),
            message=laying,
        )

    def do(self, wish: LobbyWish) -> Message | None:
        """Have the table opened again with something else; return why not, else None."""
        if wish is LobbyWish.CONTINUE and not self._tables.kept:
            return Message.of("lobby-no-game")
        if self._again.is_set():
            return Message.of("lobby-already-opening")
        self._tables.want(wish)
        self._again.set()
        return None
