"""Attacks as players make them: what is asked of dice is answered question by question until they are through."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from overlook.play.result import state_of
from overlook.play.runner import PlayedScript, ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games
from tests.overlook.play.scripts import BLADE, GUN, Raw, act, activate, operative, script

Document = dict[str, Any]
Answer = Callable[[Document], Raw]
Faces = Sequence[int]

PLACES: dict[str, list[float]] = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}
CLOSE: dict[str, list[float]] = {"A1": [5.0, 11.0], "B1": [6.5, 11.0]}

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

    async def play(self) -> PlayedScript:
        """Return what it comes to; fails when an answer is refused."""
        result = await super().play()
        self._shown = list(result.steps)
        await self._through()
        for step in self._then:
            await self._another(step)
            await self._through()
        return replace(result, steps=tuple(self._shown), state=state_of(self.table.facts()))

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


def answered(raw: Raw, answer: Answer, *then: Raw) -> tuple[PlayedScript, list[Document]]:
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


def stage_of(prompt: Document) -> str:
    """Return the stage of a shot or fight that a prompt asks about; empty for any other prompt."""
    message = prompt["message"]
    return str(message["args"]["stage"]) if message is not None and message["code"] == "roll-asked" else ""


def target_of(prompt: Document) -> str:
    """Return the target that a prompt of a shot or fight is about; empty for any other prompt."""
    return next(iter(prompt["message"]["args"]["targets"]), "") if stage_of(prompt) else ""


def hits_on(prompt: Document) -> int | None:
    """Return the least face that hits in the roll that a prompt asks for; None if it asks for no attack roll."""
    message = prompt["asked_message"]
    needed = message["args"].get("needed", ()) if message is not None else ()
    return next((int(one["args"]["face"]) for one in needed if one["code"] == "roll-hits-on"), None)


def one_crit(prompt: Document) -> Raw:
    """Return the step that rolls one critical hit and no save at all."""
    if prompt["choices"]:
        return by_default(prompt)
    attack = stage_of(prompt) == "attack roll"
    return {"as": prompt["owner"], "dice": [6, 1, 1, 1, 1, 1][: prompt["dice"]] if attack else [1] * prompt["dice"]}


def answers(rolls: dict[str, list[Faces]], chosen: Sequence[str]) -> Answer:
    """Return what answers questions of dice: each owner's rolls in turn, what is wanted where it is offered."""
    left: dict[str, Iterator[Faces]] = {owner: iter(faces) for owner, faces in rolls.items()}
    wanted = list(chosen)

    def answer(prompt: Document) -> Raw:
        keys = [choice["key"] for choice in prompt["choices"]]
        for want in wanted:
            key = next((key for key in keys if key == want or key.startswith(f"{want} ")), None)
            if key is not None:
                wanted.remove(want)
                return {"as": prompt["owner"], "choose": key}
        if prompt["choices"]:
            return by_default(prompt)
        return {"as": prompt["owner"], "dice": list(next(left[prompt["owner"]]))}

    return answer


def shot(
    attack: Sequence[Faces],
    defence: Sequence[Faces],
    *rules: str,
    chosen: Sequence[str] = (),
    then: Sequence[Raw] = (),
    before: Sequence[Raw] = (),
    places: dict[str, list[float]] | None = None,
    gun: Raw | None = None,
    target: Raw | None = None,
    order: str = "engage",
    **fields: Any,
) -> tuple[PlayedScript, list[Document]]:
    """Return what a shot of A1 at B1 comes to, and what was asked."""
    where = places or PLACES
    mine = {**GUN, "rules": list(rules), **(gun or {})}
    people = [operative(name) for name in where if name not in ("A1", "B1")]
    people += [operative("A1", weapons=[mine, BLADE]), operative("B1", **(target or {}))]
    steps = [*before, activate("A1", order), act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
    raw = script(where, *steps, **{"operatives": people, **fields})
    return answered(raw, answers({"p1": list(attack), "p2": list(defence)}, chosen), *then)


def fight(
    attack: Sequence[Faces],
    defence: Sequence[Faces],
    *rules: str,
    chosen: Sequence[str] = (),
    then: Sequence[Raw] = (),
    places: dict[str, list[float]] | None = None,
    blade: Raw | None = None,
    enemy: Raw | None = None,
    **fields: Any,
) -> tuple[PlayedScript, list[Document]]:
    """Return what a fight of A1 with B1 comes to, and what was asked."""
    where = places or CLOSE
    mine = {**BLADE, "rules": list(rules), **(blade or {})}
    people = [operative(name) for name in where if name not in ("A1", "B1")]
    people += [operative("A1", weapons=[GUN, mine]), operative("B1", **(enemy or {}))]
    steps = [activate("A1"), act("A1", "Fight", target="B1", weapon="blade", dice=True)]
    raw = script(where, *steps, **{"operatives": people, **fields})
    return answered(raw, answers({"p1": list(attack), "p2": list(defence)}, chosen), *then)


def shot_at(asked: list[Document]) -> list[str]:
    """Return who was shot, in order."""
    return [target_of(one) for one in asked if stage_of(one) == "attack roll"]
