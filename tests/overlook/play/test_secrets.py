"""What players choose in secret: offered on their own phone in time, and never shown (A24-04, B21-05)."""

from __future__ import annotations

import asyncio

import pytest

from overlook.play.runner import scripted_table
from overlook.play.script import script_of
from tests.overlook.play.scripts import KT21, Raw, do, script

PLACES = {"A1": [5.0, 11.0], "B1": [25.0, 11.0]}
BEGIN: Raw = {"begin": "set_up"}
ROLLS: list[Raw] = [{"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, {"choose": "p1"}]
SECRET = "Headhunter with a long name"


def offered(*steps: Raw, **fields: object) -> tuple[set[tuple[str, str, bool]], str]:
    """Return what may be chosen or revealed after these steps, and everything that is shown of the table."""

    async def shown() -> tuple[set[tuple[str, str, bool]], str]:
        async with scripted_table(script_of(script(PLACES, *steps, **fields))) as table:
            result = await table.play()
            assert all(step["accepted"] for step in result.steps), result.steps[-1]["why"]
            snapshot = table.service.snapshot()
            secrets = {(one.player, one.topic, one.chosen) for one in snapshot.game.secrets}
            return secrets, snapshot.model_dump_json()

    return asyncio.run(shown())


@pytest.mark.parametrize(
    ("fields", "before", "topics"),
    [({**KT21, **BEGIN}, [], ["tac_op_1", "tac_op_2", "tac_op_3"]), (BEGIN, ROLLS, ["tac_op"])],
)
def test_a24_04_b21_05_a_tac_op_is_chosen_once_in_its_phase_and_its_name_is_nowhere_shown(
    fields: Raw, before: list[Raw], topics: list[str]
) -> None:
    either = {(player, topic, False) for player in ("p1", "p2") for topic in topics}
    assert offered(*before, **fields)[0] == either
    seal = do("p1", "seal", player="p1", topic=topics[0], value=SECRET)
    secrets, everything = offered(*before, seal, **fields)
    assert secrets == (either - {("p1", topics[0], False)}) | {("p1", topics[0], True)}
    assert SECRET not in everything


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_nothing_is_offered_once_the_battle_is_on(edition: str) -> None:
    assert offered(edition=edition)[0] == set()


def test_b21_05_what_was_chosen_is_revealed_and_offered_no_more() -> None:
    seal = do("p1", "seal", player="p1", topic="tac_op_2", value=SECRET)
    reveal = do("p1", "reveal", player="p1", topic="tac_op_2")
    secrets, _ = offered(seal, reveal, **KT21, **BEGIN)
    assert not any(player == "p1" and topic == "tac_op_2" for player, topic, _ in secrets)
