"""Shots and fights whose dice are given in advance: who rolls what, and what is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from overlook.play.runner import Played
from tests.overlook.play.attack_steps import Document, answered, by_default
from tests.overlook.play.scripts import BLADE, GUN, Raw, act, activate, operative, script

Faces = Sequence[int]
PLACES: dict[str, list[float]] = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}
CLOSE: dict[str, list[float]] = {"A1": [5.0, 11.0], "B1": [6.5, 11.0]}


def answers(rolls: dict[str, list[Faces]], chosen: Sequence[str]) -> Any:
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
) -> tuple[Played, list[Document]]:
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
) -> tuple[Played, list[Document]]:
    """Return what a fight of A1 with B1 comes to, and what was asked."""
    where = places or CLOSE
    mine = {**BLADE, "rules": list(rules), **(blade or {})}
    people = [operative(name) for name in where if name not in ("A1", "B1")]
    people += [operative("A1", weapons=[GUN, mine]), operative("B1", **(enemy or {}))]
    steps = [activate("A1"), act("A1", "Fight", target="B1", weapon="blade", dice=True)]
    raw = script(where, *steps, **{"operatives": people, **fields})
    return answered(raw, answers({"p1": list(attack), "p2": list(defence)}, chosen), *then)
