"""The demonstration: a scripted game with dice on the simulated table."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from calibration.catalogue import Catalogue
from geometry.base import MM_PER_INCH
from messages.message import Message
from overlook.table.games.new_game import MOST, card_of, default_choice, is_opened, seats_of
from overlook.table.observation.seen_table import table_of
from overlook.table.service import TableService
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card, PloyCard, PloyTime
from referee.game.intents import Answer, Intent, SetUp, read_intent
from referee.game.prompt import Prompt, Topic
from referee.game.state import MarkerState
from referee.records.files.text_files import read_toml
from referee.rules.position import Order
from referee.rules.weapon import Weapon, WeaponType
from simulation.cameras.tray_camera import AZURE, CRIMSON, Colour, SimulatedTray, SimulatedTrayCamera, TrayDie
from simulation.scene.choreography import Choreography, HandMove
from simulation.scene.example_table import example_catalogue, example_poses
from simulation.scene.scene import PlayedScene, Poses
from vision.dice.tray import Tray
from vision.dice.tray_calibration import tray_of_pictures
from web.contract.requests import Refused

SIZE_PX = (480, 320)
DIE_PX = 36.0
PLOYS = Path(__file__).parent / "ploys.toml"
BODIES: Mapping[str, Colour] = {"p1": AZURE, "p2": CRIMSON}


def demonstration_tray(fps: float = 8.0) -> tuple[SimulatedTrayCamera, Tray]:
    """Return a simulated tray's camera and its calibration from images of the empty tray and each player's dice."""
    simulated = SimulatedTray(SIZE_PX, DIE_PX)
    tray = _calibrated(simulated)
    return SimulatedTrayCamera(simulated, fps=fps), tray


def uncalibrated_tray(fps: float = 8.0) -> tuple[SimulatedTrayCamera, Callable[[], Tray]]:
    """Return the camera at once, and a function that calibrates its tray in any thread, in most of a second."""
    return SimulatedTrayCamera(SimulatedTray(SIZE_PX, DIE_PX), fps=fps), lambda: demonstration_tray()[1]


def _calibrated(simulated: SimulatedTray) -> Tray:
    empty = [simulated.picture() for _ in range(6)]
    dice = {player: simulated.picture(simulated.throw([1, 3, 5], body)) for player, body in BODIES.items()}
    return tray_of_pictures(empty, simulated.corners_px, simulated.die_px, dice)


def throw(camera: SimulatedTrayCamera, hands: Sequence[tuple[str, Sequence[int]]]) -> None:
    """Empty the tray and throw dice of several players at once, with the given values."""
    dice: list[TrayDie] = []
    for player, values in hands:
        dice += camera.tray.throw(values, BODIES.get(player, AZURE), among=dice)
    camera.throw(dice)


DICE_PATIENCE_S = 8.0
LOOK_S = 1.0
"""Pause before a reading is confirmed, so that viewers can look at it."""

TICK_S = 0.1
MOST_QUESTIONS = 30


class DemonstrationDice:
    """Rolls the dice of the script; a roll that the tray does not read in time is entered by hand.

    Without a `tray`, its reader must first call `calibrate`, which sets it; rolls wait for that.
    """

    def __init__(
        self,
        camera: SimulatedTrayCamera | None = None,
        tray: Tray | None = None,
        calibrating: Callable[[], Tray] | None = None,
    ) -> None:
        self.camera, self.tray, self._calibrating = camera, tray, calibrating

    @property
    def waits(self) -> bool:
        """Whether the tray still has to be calibrated."""
        return self.tray is None and self._calibrating is not None

    def calibrate(self) -> Tray:
        """Calibrate the tray at the first call; return it."""
        assert self._calibrating is not None
        if self.tray is None:
            self.tray = self._calibrating()
        return self.tray

    async def resolve(self, service: TableService, faces: Mapping[str, Sequence[int]], key: str) -> None:
        """Answer all prompts until the dice of an action are resolved; `faces` are each player's rolls, in order."""
        left = {player: list(rolled) for player, rolled in faces.items()}
        for _ in range(MOST_QUESTIONS):
            prompt = next(iter(service.table.game.prompts), None)
            if service.table.state.sequence is None or prompt is None:
                return
            if prompt.choices:
                await service.submit_intent(
                    Answer(id=service.table.new_id(key), prompt=prompt.id, choice=prompt.default)
                )
            else:
                mine = left.setdefault(prompt.owner, [])
                rolled = tuple(mine.pop(0) if mine else 1 for _ in range(prompt.dice))
                await self.roll(service, [(prompt, rolled)], key)

    async def roll(self, service: TableService, rolls: Sequence[tuple[Prompt, tuple[int, ...]]], key: str) -> None:
        """Throw the dice of these prompts at once, and confirm the tray's readings."""
        await self._watched(service)
        if self.camera is not None:
            throw(self.camera, [(prompt.owner, faces) for prompt, faces in rolls])
            await self._read(service, {prompt.id: sorted(faces) for prompt, faces in rolls})
        for prompt, faces in rolls:
            reads = service.table.facts().suggestions
            read = next((read for read in reads if read.prompt == prompt.id and read.whole), None)
            dice = faces if read is None else read.sure
            outcome = await service.submit_intent(Answer(id=service.table.new_id(key), prompt=prompt.id, dice=dice))
            if isinstance(outcome, Refused):
                service.report_script(Message.of("demo-roll-skipped", prompt=prompt.id, why=outcome.message))

    async def _watched(self, service: TableService) -> None:
        """Wait for the tray's calibration, for at most `DICE_PATIENCE_S`."""
        give_up_s = time.monotonic() + DICE_PATIENCE_S
        while self._calibrating is not None and service.table.ledger is None and time.monotonic() < give_up_s:
            await asyncio.sleep(TICK_S)

    async def _read(self, service: TableService, wanted: Mapping[str, list[int]]) -> None:
        """Wait until the tray has read all dice, plus a pause for viewers; at most `DICE_PATIENCE_S`."""
        give_up_s = time.monotonic() + DICE_PATIENCE_S
        while time.monotonic() < give_up_s:
            whole = {read.prompt: sorted(read.sure) for read in service.table.facts().suggestions if read.whole}
            if whole.keys() >= wanted.keys():
                await asyncio.sleep(LOOK_S)
                return
            await asyncio.sleep(TICK_S)


RIFLE = Weapon("rifle", WeaponType.RANGED, 4, 4, (3, 4))
BLADE = Weapon("blade", WeaponType.MELEE, 3, 4, (3, 5))


@cache
def ploys() -> dict[str, tuple[PloyCard, ...]]:
    """Return both teams' ploys in the demonstration."""
    teams = read_toml(PLOYS.read_text(encoding="utf-8"))
    return {
        player: tuple(PloyCard(one["name"], PloyTime(one["when"]), one.get("cost", 1), one["text"]) for one in cards)
        for player, cards in teams.items()
    }


MISSION = "Demonstration"
"""Mission name of the demonstration's games."""

OPENING = "opening"
"""Kind of line that stands for all prompts before the first activation, in any edition."""

OPENING_DICE = (6, 2)

DICE = "dice"
"""Kind of line that stands for all prompts of a shot's dice: rolls in the tray, and defaults for choices.

Its data are the faces that each player rolls, in order.
"""


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """A scripted line: an intent, or an answer to the first prompt of a topic, at a time.

    A line of the kind `OPENING` answers all prompts before the first activation; one of the kind `DICE` answers all
    prompts until the dice are resolved.
    """

    at_s: float
    kind: str
    data: dict[str, Any]
    prompt: Topic | None = None
    choice: str | None = None


def moves() -> tuple[HandMove, ...]:
    """Return the movements of the hands."""
    return (
        HandMove("a4", 8.0, ((10.2, 10.4), (12.0, 8.0)), arm_deg=200.0),
        HandMove("b4", 24.0, ((19.4, 12.4),), arm_deg=-20.0),
        HandMove("a5", 40.0, ((12.2, 2.2), (14.9, 2.4)), arm_deg=-100.0),
        HandMove("b5", 56.0, ((19.6, 19.6), (13.2, 20.2)), arm_deg=80.0),
        HandMove("b5", 64.0, ((19.6, 19.6), (20.6, 17.3)), arm_deg=80.0),
        HandMove("a1", 78.0, ((2.4, 10.8),), arm_deg=180.0),
        HandMove("b2", 92.0, ((20.6, 6.3),), arm_deg=-40.0),
    )


END_S = 118.0


def card(catalogue: Catalogue, operative: str) -> Card:
    """Return an operative's card in the demonstration: a trooper with a rifle and a blade."""
    plain = card_of(next(entry for entry in catalogue.operatives if entry.id == operative))
    given = {name: getattr(plain, name) for name in plain.__slots__}
    return Card(**{**given, "weapons": (RIFLE, BLADE)})


def set_up(
    catalogue: Catalogue,
    places: dict[str, BoardPlace],
    markers: dict[str, BoardPlace],
    *,
    key: str,
    terrain: tuple[RecordedTerrain, ...] = (),
) -> SetUp:
    """Return the intent that begins the demonstration game."""
    return SetUp(
        id=key,
        seats=seats_of(catalogue),
        operatives=tuple(card(catalogue, entry.id) for entry in catalogue.operatives),
        places=places,
        markers=tuple(
            MarkerState(entry.id, entry.kind, entry.diameter_mm / MM_PER_INCH, markers[entry.id])
            for entry in catalogue.markers
        ),
        terrain=terrain,
        mission=MISSION,
        ploys=ploys(),
    )


def _answer(at_s: float, prompt: Topic, choice: str | None = None) -> ScriptLine:
    return ScriptLine(at_s, "answer", {}, prompt, choice)


def _activation(at_s: float, operative: str, order: Order = Order.ENGAGE) -> ScriptLine:
    return ScriptLine(at_s, "activate", {"operative": operative, "order": order.value})


def _taken(at_s: float) -> ScriptLine:
    return _answer(at_s, Topic.PROPOSAL)


def _shot(
    at_s: float, shooter: str, target: str, *, rolls: dict[str, tuple[int, ...]]
) -> tuple[ScriptLine, ScriptLine]:
    data = {"operative": shooter, "action": "Shoot", "target": target, "weapon": "rifle", "dice": True}
    return ScriptLine(at_s, "act", data), ScriptLine(at_s, DICE, rolls)


def _end(at_s: float, operative: str) -> ScriptLine:
    return ScriptLine(at_s, "end_activation", {"operative": operative})


def script_lines() -> tuple[ScriptLine, ...]:
    """Return the players' lines, in order."""
    return (
        ScriptLine(1.0, OPENING, {}),
        _activation(6.0, "a4"),
        _taken(13.5),
        *_shot(17.0, "a4", "b6", rolls={"p1": (5, 4, 3, 1), "p2": (6, 2, 1)}),
        _end(21.0, "a4"),
        _activation(22.5, "b4"),
        _taken(29.5),
        *_shot(33.0, "b4", "a6", rolls={"p2": (4, 4, 2, 1), "p1": (5, 3, 2)}),
        _end(37.0, "b4"),
        _activation(38.5, "a5"),
        _taken(45.5),
        *_shot(49.0, "a5", "b6", rolls={"p1": (6, 5, 3, 2), "p2": (4, 2, 1)}),
        _end(53.0, "a5"),
        _activation(54.5, "b5"),
        _answer(62.0, Topic.PROPOSAL, "refuse"),
        *_shot(71.0, "b5", "a6", rolls={"p2": (3, 3, 2, 1), "p1": (6, 5, 4)}),
        _end(75.0, "b5"),
        _activation(76.5, "a1", Order.CONCEAL),
        _taken(83.0),
        _end(87.0, "a1"),
        _activation(90.0, "b2"),
        _taken(97.5),
        *_shot(101.0, "b2", "a5", rolls={"p2": (6, 3, 2, 2), "p1": (4, 3, 1)}),
        _end(106.0, "b2"),
        ScriptLine(114.0, "end_battle", {}),
    )


PREFIX = "demo"
PATIENCE_S = 15.0
FIRST_PLAYER = "p1"


class Demonstration:
    """The scene for the simulated camera and the players' lines, on one clock.

    The clock stops at a line that is due until it has been executed, so that slow machines play the same game. `resume`
    sets it to the state of an interrupted game, without repeating earlier lines.
    """

    def __init__(self, dice: DemonstrationDice | None = None) -> None:
        self.catalogue = example_catalogue()
        self.dice = dice or DemonstrationDice()
        self._poses = example_poses()
        self._dance = Choreography(self.catalogue, self._poses, moves())
        self._words = script_lines()
        self._next = 0
        self._began_s = time.monotonic()
        self.scene = PlayedScene(self.catalogue, self._at)

    @property
    def now_s(self) -> float:
        """Seconds on the script's clock."""
        elapsed_s = time.monotonic() - self._began_s
        return min(elapsed_s, self._words[self._next].at_s) if self._next < len(self._words) else elapsed_s

    def _said(self) -> None:
        """Continue after a line, with the clock running on from where it stopped."""
        self._began_s = time.monotonic() - self.now_s
        self._next += 1

    def _at(self, _: float) -> Poses:
        return self._dance.at(self.now_s)

    def resume(self, done: frozenset[str]) -> None:
        """Continue after the last executed line."""
        opened = any(key.startswith(f"{self._key(0)}-") for key in done)
        said = [number for number in range(len(self._words)) if self._key(number) in done or (number == 0 and opened)]
        self._next = max(said, default=-1) + 1
        at_s = self._words[self._next - 1].at_s if self._next else 0.0
        self._began_s = time.monotonic() - at_s

    def _restart(self) -> None:
        self._next = 0
        self._began_s = time.monotonic()

    def _key(self, number: int) -> str:
        return f"{PREFIX}-{number}"

    async def play(self, service: TableService) -> None:
        """Execute the lines at their times, and begin a new game after the last, until cancelled."""
        state = service.table.state
        if state.begun and state.mission == MISSION and not self._over(service):
            self.resume(frozenset(event.id for event in service.table.game.log if event.is_intent))
            await self._open(service, self._key(0))
        else:
            await self._begin(service)
        while True:
            if self._next >= len(self._words):
                await asyncio.sleep(max(0.0, END_S - self.now_s))
                await self._begin(service)
            word = self._words[self._next]
            while self.now_s < word.at_s:
                await asyncio.sleep(TICK_S)
            await self._say(service, word, self._key(self._next))
            self._said()

    def _over(self, service: TableService) -> bool:
        return self._key(len(self._words) - 1) in {event.id for event in service.table.game.log}

    async def _begin(self, service: TableService) -> None:
        self._restart()
        places = {name: BoardPlace.of(where) for name, where in self._poses.operatives.items()}
        markers = {name: BoardPlace.of(where) for name, where in self._poses.markers.items()}
        terrain = tuple(
            map(
                RecordedTerrain.of,
                table_of(self.catalogue, operatives={}, terrain=self._poses.terrain, markers={}).terrain,
            )
        )
        intent = set_up(self.catalogue, places, markers, key=f"{PREFIX}-setup", terrain=terrain)
        await service.run_exclusive(lambda: service.table.begin(intent))
        service.publish()

    async def _say(self, service: TableService, word: ScriptLine, key: str) -> None:
        """Execute one line; if the table is not ready for it within `PATIENCE_S`, skip it."""
        if word.kind == OPENING:
            await self._open(service, key)
            return
        if word.kind == DICE:
            await self.dice.resolve(service, word.data, key)
            return
        give_up_s = time.monotonic() + PATIENCE_S
        why = Message.of("demo-no-prompt")
        while True:
            intent = self._intent(service, word, key)
            if intent is not None:
                outcome = await service.submit_intent(intent)
                if not isinstance(outcome, Refused):
                    return
                why = outcome.message
            if time.monotonic() > give_up_s:
                service.report_script(
                    Message.of("demo-line-skipped", kind=word.kind, prompt=word.prompt or "none", why=why)
                )
                return
            await asyncio.sleep(TICK_S)

    def _intent(self, service: TableService, word: ScriptLine, key: str) -> Intent | None:
        if word.prompt is None:
            return read_intent({"kind": word.kind, "id": key, **word.data})
        prompt = next((one for one in service.table.game.prompts if one.topic is word.prompt), None)
        if prompt is None:
            return None
        return Answer(id=key, prompt=prompt.id, choice=word.choice or prompt.default)

    async def _open(self, service: TableService, key: str) -> None:
        """Answer the prompts before the first activation: dice that give `FIRST_PLAYER` initiative, else defaults."""
        for _ in range(MOST):
            asked = service.table.game.prompts
            if not asked or is_opened(service.table.state):
                return
            choice = default_choice(asked[0], FIRST_PLAYER)
            if choice is not None:
                await service.submit_intent(Answer(id=service.table.new_id(key), prompt=asked[0].id, choice=choice))
            else:
                both = [prompt for prompt in asked if prompt.dice and not prompt.choices]
                faces = itertools.cycle(OPENING_DICE)
                rolls = [(prompt, tuple(itertools.islice(faces, prompt.dice))) for prompt in both]
                await self.dice.roll(service, rolls, key)
            await asyncio.sleep(TICK_S)
