"""Two ways of playing a battle: by players' phones, or by the panel's buttons with camera and tray."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from overlook.play.result import prompts_of, state_of
from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games
from referee.game.handlers.handler import op_name
from tests.overlook.play.scripts import Raw
from web.contract.table.available_actions import MenuView

Document = dict[str, Any]
FACES = (6, 5, 4, 3, 2, 1, 1, 1)
MOST = 80


class Hands(ScriptedTable, ABC):
    """A scripted table that is played step by step; a step that is refused fails the test."""

    def __init__(self, raw: Raw, games: Games) -> None:
        script = script_of(raw)
        super().__init__(script, laid_table(script), games)
        self._raw = raw
        self.shown: list[Document] = []

    async def step(self, step: Raw) -> Document:
        """Return what a step came to."""
        self._clock.go_on()
        self._number += 1
        shown = await self._taken(script_of({**self._raw, "steps": [step]}).steps[0])
        self.shown.append(shown)
        asked = [
            (one["owner"], one["question"], [each["label"] for each in one["choices"]]) for one in shown["prompts"]
        ]
        assert shown["accepted"], f"{step}: {shown['why']} Asked: {asked}"
        return shown

    @property
    def asked(self) -> Document:
        """The oldest open question."""
        return prompts_of(self.table.facts())[0]

    @property
    def state(self) -> Document:
        """Return the state as a script's result has it."""
        return state_of(self.table.facts())

    async def see(self, **places: list[float]) -> None:
        """A hand puts things where they are said to stand."""
        await self.step({"see": places})

    @abstractmethod
    async def choose(self, label: str) -> None:
        """Answer the oldest question with a choice, by the beginning of its label."""

    @abstractmethod
    async def roll(self, faces: list[int]) -> None:
        """Roll the dice that the oldest question is for."""

    @abstractmethod
    async def activate(self, name: str, order: str) -> None:
        """Activate an operative."""

    @abstractmethod
    async def act(self, name: str, action: str, **words: Any) -> None:
        """Perform an action that is no move; `words` name its target, weapon, marker or thing."""

    @abstractmethod
    async def lay(self, name: str, action: str, token: str, place: list[float]) -> None:
        """Perform an action that brings a marker to a place."""

    async def react(self, name: str) -> None:
        """Counteract, or interrupt on guard, with an operative."""
        await self.choose(f"{name} ")

    @abstractmethod
    async def equip(self, player: str, *options: str) -> None:
        """Take equipment, by the labels of the options."""

    @abstractmethod
    async def set_up(self, player: str, item: str, token: str, place: list[float]) -> None:
        """Set up an item of equipment whose token or terrain is put there."""

    @abstractmethod
    async def deploy(self, name: str, place: list[float]) -> None:
        """Set an operative up where it is put."""

    @abstractmethod
    async def ploy(self, player: str, name: str, cost: int) -> None:
        """Use a ploy."""

    @abstractmethod
    async def score(self, player: str, op: str, vp: int) -> None:
        """Score points from an op, at a turning point's end or during it."""

    @abstractmethod
    async def reveal(self, player: str, topic: str) -> None:
        """Reveal a secret choice in its turn."""

    @abstractmethod
    async def drop(self, name: str, token: str, place: list[float]) -> None:
        """Drop what an operative carries where it is put."""

    @abstractmethod
    async def sign(self, player: str) -> None:
        """Sign the result off."""

    async def seal(self, player: str, topic: str, value: str) -> None:
        """Choose in secret: with no phone that stays on a card."""

    async def move(self, name: str, place: list[float], action: str) -> None:
        """Move an operative by hand and say which action that was."""
        await self.see(**{name: place})
        await self.choose(action)

    async def attack(self, name: str, target: str, weapon: str, action: str = "Shoot") -> None:
        """Shoot or fight, with every die that it takes."""
        await self.act(name, action, target=target, weapon=weapon)
        await self.through()

    async def through(self) -> None:
        """Answer what is asked of dice until nothing is: shoot whoever can be, keep the dice, take defaults."""
        for _ in range(MOST):
            open_dice = [one for one in prompts_of(self.table.facts()) if one["topic"] in ("dice", "test", "smoke")]
            if not open_dice:
                return
            asked = open_dice[0]
            if asked["choices"]:
                keep = "pass" if asked["question"].endswith("re-roll attack dice?") else asked["default"]
                label = next(one["label"] for one in asked["choices"] if one["key"] == (keep or "pass"))
                await self.choose(label)
            else:
                await self.roll(list(FACES[: asked["dice"]]))
        raise AssertionError(f"still asked after {MOST} answers: {self.asked['question']}")

    async def end(self, name: str) -> None:
        """End an activation."""
        await self.choose("End the ")


class Phones(Hands):
    """Each player's own phone, and nobody else."""

    async def choose(self, label: str) -> None:
        await self.step({"as": _seat(self.asked["owner"]), "choose": label})

    async def roll(self, faces: list[int]) -> None:
        await self.step({"as": _seat(self.asked["owner"]), "dice": faces})

    async def activate(self, name: str, order: str) -> None:
        await self._do(name, {"kind": "activate", "operative": name, "order": order})

    async def act(self, name: str, action: str, **words: Any) -> None:
        dice = {"dice": True} if "weapon" in words else {}
        await self._do(name, {"kind": "act", "operative": name, "action": action, **dice, **words})

    async def lay(self, name: str, action: str, token: str, place: list[float]) -> None:
        await self.act(name, action, marker=token, x=place[0], y=place[1])

    async def equip(self, player: str, *options: str) -> None:
        labels = {one["label"]: one["key"] for one in self.asked["choices"]}
        keys = [labels[option] for option in options]
        await self.step({"as": player, "do": {"kind": "choose_equipment", "player": player, "options": keys}})

    async def set_up(self, player: str, item: str, token: str, place: list[float]) -> None:
        if place:
            await self.see(**{token: place})
        await self.step({"as": player, "do": {"kind": "place_equipment", "player": player, "item": item}})

    async def deploy(self, name: str, place: list[float]) -> None:
        await self.see(**{name: place})
        await self._do(name, {"kind": "deploy", "operative": name})

    async def ploy(self, player: str, name: str, cost: int) -> None:
        await self.step({"as": player, "do": {"kind": "use_ploy", "player": player, "name": name, "cost": cost}})

    async def score(self, player: str, op: str, vp: int) -> None:
        await self.step({"as": player, "do": {"kind": "score", "player": player, "op": op, "vp": vp}})

    async def reveal(self, player: str, topic: str) -> None:
        await self.step({"as": player, "do": {"kind": "reveal", "player": player, "topic": topic}})

    async def drop(self, name: str, token: str, place: list[float]) -> None:
        await self._do(name, {"kind": "drop_marker", "operative": name, "x": place[0], "y": place[1]})

    async def sign(self, player: str) -> None:
        await self.step({"as": player, "do": {"kind": "sign", "player": player}})

    async def seal(self, player: str, topic: str, value: str) -> None:
        await self.step({"as": player, "do": {"kind": "seal", "player": player, "topic": topic, "value": value}})

    async def _do(self, name: str, request: Raw) -> None:
        await self.step({"as": "p1" if name.startswith("A") else "p2", "do": request})


class PanelAndCamera(Hands):
    """Three buttons, a camera and a tray of dice: nobody has a phone."""

    async def choose(self, label: str) -> None:
        await self._mark(label)
        await self.step({"press": "confirm"})

    async def refused(self, label: str, rule: str) -> None:
        """Take what is refused by that rule."""
        await self._mark(label)
        with pytest.raises(AssertionError):
            await self.step({"press": "confirm"})
        assert rule in {ruling["rule"] for ruling in self.shown[-1]["rulings"]}, self.shown[-1]

    async def labels(self) -> list[str]:
        """Return every line of the menu, gone through once."""
        lines: list[str] = []
        while (marked := self._marked()) is not None and marked not in lines:
            lines.append(marked)
            await self.step({"press": "next"})
        return lines

    async def _mark(self, *words: str) -> None:
        """Press Next until the line is marked that begins with the first of these words and has all others in it."""
        seen: list[str] = []
        while (marked := self._marked()) is not None and seen.count(marked) < 2:
            line = marked.casefold()
            if line.startswith(words[0].casefold()) and all(word.casefold() in line for word in words):
                return
            seen.append(marked)
            await self.step({"press": "next"})
        raise AssertionError(f"{words} is not in the menu: {seen}")

    @property
    def menu(self) -> MenuView:
        """The panel's menu, which there is."""
        (shown,) = self.service.snapshot().menu
        return shown

    async def press(self, *buttons: str) -> str:
        """Press buttons; return what is marked then."""
        for button in buttons:
            await self.step({"press": button})
        return self.menu.marked

    def _marked(self) -> str | None:
        menu = self.service.snapshot().menu
        return menu[0].marked if menu else None

    async def roll(self, faces: list[int]) -> None:
        await self.step({"tray": faces})
        await self.step({"press": "confirm"})

    async def activate(self, name: str, order: str) -> None:
        await self.choose(f"{name} {name}, {order}")

    async def act(self, name: str, action: str, **words: Any) -> None:
        named = [words[one] for one in ("weapon", "target", "marker", "thing") if one in words]
        await self._mark(action, *named)
        await self.step({"press": "confirm"})

    async def lay(self, name: str, action: str, token: str, place: list[float]) -> None:
        await self.see(**{token: place})
        await self._mark(action, token)
        await self.step({"press": "confirm"})

    async def equip(self, player: str, *options: str) -> None:
        for option in options:
            await self.choose(option)
        if len(options) < self.asked.get("picks", 1) or options:
            await self.choose("Take")

    async def set_up(self, player: str, item: str, token: str, place: list[float]) -> None:
        if place:
            await self.see(**{token: place})
        await self.choose(f"Set up {item}")

    async def deploy(self, name: str, place: list[float]) -> None:
        await self.see(**{name: place})
        await self.choose(f"Set up {name} ")

    async def ploy(self, player: str, name: str, cost: int) -> None:
        await self._open_more()
        await self.choose(f"{player}: use a ploy")
        await self.choose(f"{cost} CP")

    async def score(self, player: str, op: str, vp: int) -> None:
        await self._open_more()
        await self.choose(f"{player}: score {op_name(op)}")
        await self.choose(f"{vp} VP")

    async def reveal(self, player: str, topic: str) -> None:
        await self.choose(f"Reveal {topic.replace('_', ' ')}")

    async def drop(self, name: str, token: str, place: list[float]) -> None:
        await self.see(**{token: place})
        await self._open_more()
        await self.choose(f"{name}: put down {token}")

    async def sign(self, player: str) -> None:
        await self.choose(f"{player}: sign")

    async def _open_more(self) -> None:
        """Open the list of what belongs to no operative, where another question stands before it."""
        if self.asked["topic"] in ("activation", "action", "reaction", "interrupt"):
            await self.choose("Ploys, points and more")


def play_by_panel(raw: Raw, play: Callable[[PanelAndCamera], Awaitable[None]], folder: Path) -> None:
    """Lay a script's table and play on by the panel as `play` says, whose assertions are the test's."""
    games = Games(folder)

    async def played() -> None:
        table = PanelAndCamera(raw, games)
        await table.play()
        await play(table)

    try:
        asyncio.run(played())
    finally:
        games.close()


def _seat(owner: str) -> str:
    return owner if owner in ("p1", "p2") else "p1"
