"""Declared changes are reported to everybody until the next step."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from messages.message import Message
from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games
from tests.depth import at_night
from tests.overlook.play.scripts import KT21, Raw, activate, do, script

PLACES = {"A1": [5.0, 11.0], "A2": [5.0, 15.0], "B1": [25.0, 11.0], "B2": [25.0, 15.0]}


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    kept = Games(tmp_path)
    yield kept
    kept.close()


def told(games: Games, *steps: Raw, **fields: Any) -> list[Message]:
    """What everybody is told at the end of a script of what was done by hand."""

    async def played() -> list[Message]:
        whole = script_of(script(PLACES, *steps, **fields))
        table = ScriptedTable(whole, laid_table(whole), games)
        result = await table.play()
        assert all(step["accepted"] for step in result.steps), result.steps
        shown = [one for one in table.service.snapshot().notices if one.id.startswith("by-hand")]
        return [one.message or Message.stored(one.sentence) for one in shown]

    return asyncio.run(played())


SHOT: list[Raw] = [
    activate("A1"),
    do("p1", "act", operative="A1", action="Shoot", target="B1", weapon="gun", dice=True),
]


def rolled(*dice: int) -> Raw:
    return {"as": "p1", "dice": list(dice)}


UNDO: Raw = {"as": "p1", "press": "undo"}


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ((UNDO, rolled(6, 6, 6, 5)), "hand-rolled-again"),
        ((UNDO, rolled(1, 1, 1, 2)), None),
        *at_night(((), None), ((UNDO,), "hand-undone-by")),
    ],
    ids=["re-rolled", "the same again", "not undone", "undone"],
)
def test_re_rolled_dice_after_an_undo_are_reported_with_the_old_ones(
    games: Games, then: tuple[Raw, ...], said: str | None
) -> None:
    heard = told(games, *SHOT, rolled(1, 1, 1, 2), *then)
    assert [one.code for one in heard] == ([] if said is None else [said])
    assert all("1, 1, 1, 2" in one.texts for one in heard), heard


DEEDS: dict[str, tuple[Raw, Message]] = {
    "place": (
        do("p1", "declare_place", operative="A1", x=8.0, y=15.0),
        Message.of("hand-placed", who="p1", operative="A1", apart=5.0),
    ),
    "damage": (
        do("p1", "declare_damage", operative="B1", amount=6),
        Message.of("hand-wounds-lost", who="p1", operative="B1", wounds=6),
    ),
    "healing": (
        do("p2", "declare_damage", operative="A1", amount=-2, why="a stim"),
        Message.of(
            "hand-because",
            change=Message.of("hand-wounds-regained", who="p2", operative="A1", wounds=2),
            why="a stim",
        ),
    ),
    "stat": (
        do("p1", "declare_stat", operative="B2", stat="APL", change=-1, until="end of the battle"),
        Message.of(
            "hand-stat",
            who="p1",
            operative="B2",
            stat="APL",
            change="-1",
            until=Message.of("hand-until", until="battle"),
        ),
    ),
    "status": (
        do("p2", "declare_status", operative="B1", order="conceal"),
        Message.of("hand-status", who="p2", operative="B1", states=[Message.of("hand-order", order="conceal")]),
    ),
    "score": (
        do("p1", "score", player="p1", op="crit", vp=2),
        Message.of("hand-scored", who="p1", player="p1", vp=2, op=Message.of("term-op", op="crit")),
    ),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_a_declared_change_is_reported_with_its_player(games: Games, deed: str) -> None:
    step, message = DEEDS[deed]
    hurt = do("p1", "declare_damage", operative="A1", amount=2)
    assert told(games, hurt, activate("A1"), step) == [message]


def test_a_declared_change_is_reported_until_the_next_step(games: Games) -> None:
    step, _ = DEEDS["damage"]
    assert told(games, activate("A1"), step, do("p1", "end_activation", operative="A1")) == []


@pytest.mark.parametrize("fields", [{}, *at_night(KT21)], ids=["kt24", "kt21"])
def test_an_undone_change_is_reported_too(games: Games, fields: dict[str, Any]) -> None:
    step, _ = DEEDS["damage"]
    (said,) = told(games, activate("A1"), step, do("p1", "undo"), **fields)
    assert (said.code, said["who"]) == ("hand-undone-by", "p1")
    assert "B1" in said.texts


def test_a_judged_action_is_not_reported_as_declared(games: Games) -> None:
    assert told(games, activate("A1")) == []
