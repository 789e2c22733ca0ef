"""Plays the script: keeps the simulated scene and the game in step, also after the program was killed."""

from __future__ import annotations

import asyncio
import itertools
import time

from overlook.demo.dice import DemonstrationDice
from overlook.demo.script import DICE, END_S, MISSION, OPENING, OPENING_DICE, Word, moves, set_up, words
from overlook.table.opening import MOST, default_choice, is_opened
from overlook.table.reading import table_of
from overlook.table.service import TableService
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.intents import Answer, Intent, read_intent
from simulation.scene.choreography import Choreography
from simulation.scene.example_table import example_catalogue, example_poses
from simulation.scene.scene import PlayedScene, Poses
from web.contract.requests import Refused

PREFIX = "demo"
PATIENCE_S = 15.0
TICK_S = 0.1
FIRST_PLAYER = "p1"


class Demonstration:
    """The scene that the simulated camera sees, and the words that go with it, on one clock.

    The clock waits for a word that is due until it was said, so that a slow machine plays the same game. `resume` puts
    it to where a game stands that was cut off; the words before are not said again.
    """

    def __init__(self, dice: DemonstrationDice | None = None) -> None:
        self.catalogue = example_catalogue()
        self.dice = dice or DemonstrationDice()
        self._poses = example_poses()
        self._dance = Choreography(self.catalogue, self._poses, moves())
        self._words = words()
        self._next = 0
        self._began_s = time.monotonic()
        self.scene = PlayedScene(self.catalogue, self._at)

    @property
    def now_s(self) -> float:
        """Seconds on the script's clock."""
        elapsed_s = time.monotonic() - self._began_s
        return min(elapsed_s, self._words[self._next].at_s) if self._next < len(self._words) else elapsed_s

    def _said(self) -> None:
        """Go on after a word: the clock runs from where it waited."""
        self._began_s = time.monotonic() - self.now_s
        self._next += 1

    def _at(self, _: float) -> Poses:
        return self._dance.at(self.now_s)

    def resume(self, done: frozenset[str]) -> None:
        """Go on after the last word that was said."""
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
        """Say the words at their times, for ever: after the last, a new game begins."""
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
        await service.change(lambda: service.table.begin(intent))
        service.publish()

    async def _say(self, service: TableService, word: Word, key: str) -> None:
        """Say one word; wait a while for the table to be ready for it, then leave it out."""
        if word.kind == OPENING:
            await self._open(service, key)
            return
        if word.kind == DICE:
            await self.dice.resolve(service, word.data, key)
            return
        give_up_s = time.monotonic() + PATIENCE_S
        why = "nothing was asked"
        while True:
            intent = self._intent(service, word, key)
            if intent is not None:
                outcome = await service.do(intent)
                if not isinstance(outcome, Refused):
                    return
                why = outcome.sentence
            if time.monotonic() > give_up_s:
                service.report_script(f"left out: {word.kind} {word.prompt or ''}: {why}")
                return
            await asyncio.sleep(TICK_S)

    def _intent(self, service: TableService, word: Word, key: str) -> Intent | None:
        if word.prompt is None:
            return read_intent({"kind": word.kind, "id": key, **word.data})
        prompt = next((one for one in service.table.game.prompts if one.topic is word.prompt), None)
        if prompt is None:
            return None
        return Answer(id=key, prompt=prompt.id, choice=word.choice or prompt.default)

    async def _open(self, service: TableService, key: str) -> None:
        """Answer what is asked before the first activation: dice that give the first player the word, then defaults."""
        for _ in range(MOST):
            asked = service.table.game.prompts
            if not asked or is_opened(service.table.state):
                return
            choice = default_choice(asked[0], FIRST_PLAYER)
            if choice is not None:
                await service.do(Answer(id=service.table.new_id(key), prompt=asked[0].id, choice=choice))
            else:
                both = [prompt for prompt in asked if prompt.dice and not prompt.choices]
                faces = itertools.cycle(OPENING_DICE)
                rolls = [(prompt, tuple(itertools.islice(faces, prompt.dice))) for prompt in both]
                await self.dice.roll(service, rolls, key)
            await asyncio.sleep(TICK_S)
