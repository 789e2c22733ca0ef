"""Attacks as players make them: what is asked is answered question by question, until the dice are through."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from overlook.play.laid_table import laid_table
from overlook.play.result import state_of
from overlook.play.runner import Played, ScriptedTable
from overlook.play.script import script_of
from overlook.table.games import Games
from tests.overlook.play.scripts import Raw

Document = dict[str, Any]
Answer = Callable[[Document], Raw]

MOST = 80


def dice_prompt(step: Document) -> Document | None:
    """Return the question of open dice after a step, None where none are open."""
    return next((one for one in step["prompts"] if one["topic"] == "dice"), None)


class AnsweringTable(ScriptedTable):
    """A scripted table on which the questions of dice that the script leaves open are answered one by one."""

    def __init__(self, raw: Raw, games: Games, answer: Answer, then: tuple[Raw, ...]) -> None:
        script = script_of(raw)
        super().__init__(script, laid_table(script), games)
        self._raw, self._answer, self._then = raw, answer, then
        self.asked: list[Document] = []
        self._shown: list[Document] = []

    async def play(self) -> Played:
        """Return what it comes to; fails when an answer is refused."""
        result = await super().play()
        self._shown = list(result.steps)
        await self._through()
        for step in self._then:
            await self._another(step)
            await self._through()
        return replace(result, steps=tuple(self._shown), state=state_of(self.table))

    async def _another(self, step: Raw) -> None:
        self._clock.go_on()
        self._number += 1
        self._shown.append(await self._taken(script_of({**self._raw, "steps": [step]}).steps[0]))

    async def _through(self) -> None:
        """Answer the questions of open dice until there are none."""
        for _ in range(MOST):
            prompt = dice_prompt(self._shown[-1])
            if prompt is None:
                return
            self.asked.append(prompt)
            await self._another(self._answer(prompt))
            assert self._shown[-1]["accepted"], self._shown[-1]["why"]
        raise AssertionError(f"still asked after {MOST} answers: {self.asked[-1]['question']}")


def answered(raw: Raw, answer: Answer, *then: Raw) -> tuple[Played, list[Document]]:
    """Return what a script comes to whose open dice are answered by `answer`, and what was asked, in order.

    The steps of `then` follow, with the dice that they open.
    """
    with TemporaryDirectory() as folder:
        games = Games(Path(folder))
        try:
            table = AnsweringTable(raw, games, answer, then)
            return asyncio.run(table.play()), table.asked
        finally:
            games.close()


def by_default(prompt: Document, *, faces: tuple[int, ...] = (6, 5, 4, 3, 3, 3, 3, 3)) -> Raw:
    """Return the step that rolls the faces in turn, passes what may be passed, and else takes the default."""
    seat = prompt["owner"]
    if prompt["choices"]:
        keys = [choice["key"] for choice in prompt["choices"]]
        kept = "pass" in keys and not any(key.startswith("target") for key in keys)
        return {"as": seat, "choose": "pass" if kept else prompt["default"]}
    return {"as": seat, "dice": list(faces[: prompt["dice"]])}
