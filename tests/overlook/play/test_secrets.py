"""Secret choices are offered on a player's own phone in their phase, and never shown (A24-04, B21-05)."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from overlook.play.runner import scripted_table
from overlook.play.script import script_of
from overlook.table.offers.scoring import scoring_view
from tests.overlook.outlets import commitments_without_choices
from tests.overlook.play.scripts import KT21, Raw, do, played, script, taken
from web.contract.table.snapshot import Snapshot

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
def test_a24_04_b21_05_a_tac_op_is_chosen_once_and_never_shown(
    fields: Raw, before: list[Raw], topics: list[str]
) -> None:
    either = {(player, topic, False) for player in ("p1", "p2") for topic in topics}
    assert offered(*before, **fields)[0] == either
    seal = do("p1", "seal", player="p1", topic=topics[0], value=SECRET)
    secrets, everything = offered(*before, seal, **fields)
    assert secrets == (either - {("p1", topics[0], False)}) | {("p1", topics[0], True)}
    assert SECRET not in everything


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_no_secret_choice_is_offered_during_the_battle(edition: str) -> None:
    assert offered(edition=edition)[0] == set()


def test_b21_05_a_revealed_tac_op_is_not_offered_again() -> None:
    seal = do("p1", "seal", player="p1", topic="tac_op_2", value=SECRET)
    reveal = do("p1", "reveal", player="p1", topic="tac_op_2")
    secrets, _ = offered(seal, reveal, **KT21, **BEGIN)
    assert not any(player == "p1" and topic == "tac_op_2" for player, topic, _ in secrets)


CARDS = {
    "version": 1,
    "name": "Cards",
    "tac_ops": [{"name": name, "text": f"{name} pays."} for name in ("Dig", "Hold")],
}


def snapshot_after(*steps: Raw, **fields: object) -> Snapshot:
    async def shown() -> Snapshot:
        async with scripted_table(script_of(script(PLACES, *steps, **fields))) as table:
            result = await table.play()
            assert all(step["accepted"] for step in result.steps), result.steps[-1]["why"]
            return table.service.snapshot()

    return asyncio.run(shown())


def test_a24_04_tac_ops_of_a_pack_are_offered_without_showing_the_choice() -> None:
    open_to_both = {
        (one.player, tuple((card.name, card.text) for card in one.options))
        for one in snapshot_after(*ROLLS, packs=[CARDS], **BEGIN).game.secrets
    }
    both = (("Dig", "Dig pays."), ("Hold", "Hold pays."))
    assert open_to_both == {("p1", both), ("p2", both)}
    chosen = []
    for name in ("Dig", "Hold"):
        seal = do("p1", "seal", player="p1", topic="tac_op", value=name)
        with commitments_without_choices():
            chosen.append(snapshot_after(*ROLLS, seal, packs=[CARDS], **BEGIN).game)
    assert chosen[0] == chosen[1], "nobody can tell which it was"
    assert {one.player: one.options for one in chosen[0].secrets}["p1"] == ()


def test_b21_05_a_revealed_tac_op_is_scored_by_name_with_its_text() -> None:
    seal = do("p1", "seal", player="p1", topic="tac_op_1", value="hold")
    steps = [seal, do("p1", "reveal", player="p1", topic="tac_op_1")]
    raw = script(PLACES, *steps, packs=[{**CARDS, "edition": "2021"}], **KT21, **BEGIN)

    async def scored() -> list[tuple[str, str]]:
        async with scripted_table(script_of(raw)) as table:
            await table.play()
            context = table.table.facts().context()
            assert context is not None
            timeline = replace(context.timeline, state=replace(context.state, turning_point=1))
            found = scoring_view(replace(context, timeline=timeline), table.table.defaults)
            return [(one.label, one.why) for one in found.ops if one.player == "p1" and one.op.startswith("tac_op_1")]

    assert asyncio.run(scored()) == [
        ("Tac op 1, condition 1: Hold", "Hold pays."),
        ("Tac op 1, condition 2: Hold", "Hold pays."),
    ]


def test_a24_04_a24_08_no_phone_can_undo_what_was_revealed_to_both() -> None:
    chosen = [do(player, "choose_equipment", player=player, options=["mines"]) for player in ("p1", "p2")]
    undo = [{"as": seat, "press": "undo"} for seat in ("p2", "p1", "screen")]
    result = played(script(PLACES, *ROLLS, *chosen, *undo, **BEGIN))
    assert taken(result)[-3:] == [False, False, True]
    assert result.steps[-3]["codes"] == ["games-undo-revealed"]
    alone = played(script(PLACES, *ROLLS, chosen[0], {"as": "p1", "press": "undo"}, **BEGIN))
    assert taken(alone)[-1], "before the other has chosen it is one's own"


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_no_phone_can_undo_a_result_that_both_have_signed(edition: str) -> None:
    signed = [do(player, "sign", player=player) for player in ("p1", "p2")]
    conceded = do("p2", "end_battle", conceded_by="p2")
    undo = [{"as": seat, "press": "undo"} for seat in ("p2", "screen")]
    result = played(script(PLACES, conceded, *signed, *undo, edition=edition))
    assert taken(result) == [True, True, True, False, True]
    assert result.steps[3]["codes"] == ["games-undo-signed"]
    one = played(script(PLACES, conceded, signed[0], undo[0], edition=edition))
    assert taken(one)[-1], "what one has signed alone is still open"


def test_a24_04_equipment_is_hidden_until_both_have_chosen() -> None:
    one, other = (do(player, "choose_equipment", player=player, options=["mines"]) for player in ("p1", "p2"))

    async def shown(*steps: Raw) -> tuple[str, list[str]]:
        async with scripted_table(script_of(script(PLACES, *ROLLS, *steps, **BEGIN))) as table:
            result = await table.play()
            return str([entry.data for entry in table.service.events()]), result.state["log"]

    events, log = asyncio.run(shown(one))
    assert "mines" not in events.casefold()
    assert log[-1] == "p1 has chosen equipment"
    events, log = asyncio.run(shown(one, other))
    assert events.casefold().count("mines") >= 2
    assert {"p1 takes mines", "p2 takes mines"} <= set(log)


def test_a24_04_a_button_pressed_out_of_turn_says_how_to_answer_instead() -> None:
    steps: list[Raw] = [*ROLLS, {"as": "p2", "press": "confirm"}, {"as": "p2", "choose": "none"}]
    result = played(script(PLACES, *steps, **BEGIN))
    assert taken(result)[-2:] == [False, True]
    assert result.steps[-2]["codes"] == ["games-buttons-owner"]
    in_play = played(script(PLACES, {"as": "p2", "press": "confirm"}))
    assert in_play.steps[0]["why"] == "P1 decides now."
