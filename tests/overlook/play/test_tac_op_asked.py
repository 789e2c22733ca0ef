"""Each player is asked for a tac op during the set-up of 2024, on its own phone, in secret (rule A24-04)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from messages.message import Message
from overlook.play.runner import PlayedScript, scripted_table
from overlook.play.script import script_of
from overlook.table.offers.scoring import scoring_view
from tests.depth import at_night
from tests.overlook.play.scripts import END, Raw, activate, do, played, script, taken
from tests.overlook.play.set_up_steps import PLACES, before

CARDS: Raw = {
    "version": 1,
    "name": "Cards",
    "tac_ops": [{"name": name, "text": f"{name} pays."} for name in ("Dig", "Hold")],
}
SETTING: list[Raw] = before(("mines", 9.0, 2.0))
"""A whole set-up with something to set up in it."""

ROLLS: list[Raw] = [{"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, {"choose": "p1"}]
BOTH: list[Raw] = [do(player, "choose_equipment", player=player, options=["mines"]) for player in ("p1", "p2")]
LATER = "Not told now"


def after(*steps: Raw, **fields: Any) -> PlayedScript:
    """Return what a set-up comes to with cards of tac ops on the table."""
    return played({**script(PLACES, *steps, begin="set_up", packs=[CARDS], **fields), "places": {}})


def asked(result: PlayedScript) -> dict[str, list[str]]:
    """Return whom the last step left asked for a tac op, with the labels of the choices."""
    prompts = [one for one in result.steps[-1]["prompts"] if one["topic"] == "tac_op"]
    assert all(one["asked"] for one in prompts)
    return {one["owner"]: [choice["label"] for choice in one["choices"]] for one in prompts}


def shown(*steps: Raw, **fields: Any) -> str:
    """Return everything that is shown and kept for everybody's eyes, and told of what was done."""

    async def told() -> str:
        raw = {**script(PLACES, *steps, begin="set_up", packs=[CARDS], **fields), "places": {}}
        async with scripted_table(script_of(raw)) as table:
            result = await table.play()
            assert all(taken(result)), [step["why"] for step in result.steps]
            snapshot = table.service.snapshot().model_copy(update={"prompts": ()})
            game = snapshot.game.model_copy(update={"secrets": (), "redo": ""})
            events = [entry.data for entry in table.service.events() if entry.kind not in ("set_up", "game_set_up")]
            return f"{snapshot.model_copy(update={'game': game}).model_dump_json()} {events} {result.state['log']}"

    return asyncio.run(told())


def test_each_player_is_asked_once_for_a_tac_op_beside_equipment() -> None:
    every = ["Dig", "Hold", LATER]
    assert asked(after(*ROLLS)) == {"p1": every, "p2": every}
    mine = after(*ROLLS, {"as": "p1", "choose": "Dig"})
    assert all(taken(mine)), mine.steps[-1]["why"]
    assert asked(mine) == {"p2": every}
    assert asked(after(*ROLLS, {"as": "p1", "choose": "Dig"}, {"as": "p2", "choose": LATER})) == {}


def test_a_player_chooses_its_own_tac_op_unseen_by_the_other() -> None:
    theirs = after(*ROLLS, {"as": "p1", "choose": "Dig"}, {"as": "p1", "choose": "tac_op:Hold"})
    assert taken(theirs)[-2:] == [True, False]
    for name in ("Dig", "Hold"):
        assert name not in shown(*ROLLS, {"as": "p1", "choose": name})
    told = after(*ROLLS, {"as": "p1", "choose": "Dig"}, do("p1", "reveal", player="p1", topic="tac_op"))
    assert all(taken(told))


def test_an_unanswered_tac_op_question_waits_until_the_battle_begins() -> None:
    steps = SETTING
    whole = after(*steps, activate("A1"), END)
    assert all(taken(whole)), [step["why"] for step in whole.steps]
    stands = [{one["owner"] for one in step["prompts"] if one["topic"] == "tac_op"} for step in whole.steps]
    begins = next(at for at, step in enumerate(whole.steps) if "turning_point_began" in step["events"])
    assert stands == [set()] * 2 + [{"p1", "p2"}] * (begins - 2) + [set()] * (len(steps) + 2 - begins)


@pytest.mark.parametrize("answers", [[{"as": "p1", "choose": LATER}], *at_night([])])
def test_a_tac_op_left_out_in_the_set_up_can_be_told_until_it_is_revealed(answers: list[Raw]) -> None:
    steps = [*ROLLS, *answers, *SETTING[3:]]
    tell = do("p1", "seal", player="p1", topic="tac_op", value="Dig")
    reveal = do("p1", "reveal", player="p1", topic="tac_op")
    result = after(*steps, activate("A1"), tell, tell, reveal, reveal)
    assert taken(result)[len(steps) :] == [True, True, False, True, False], [step["why"] for step in result.steps]
    assert result.steps[-3]["codes"] == ["refusal-secret-made"]
    silent = after(*steps, *answers, activate("A1"), reveal, tell)
    assert taken(silent)[-2:] == [bool(answers), not answers], "what is shown from a card is told no more"


def test_telling_a_tac_op_during_the_gambits_is_no_gambit() -> None:
    steps = SETTING[:-2]
    tell = do("p2", "seal", player="p2", topic="tac_op", value="Dig")
    result = after(*steps, tell, {"as": "p1", "choose": "pass"}, {"as": "p2", "choose": "pass"})
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert result.state["phase"] == "firefight"


def test_without_tac_op_cards_no_question_is_asked() -> None:
    plain = played(script(PLACES, *ROLLS, begin="set_up"))
    assert asked(plain) == {}
    late = played(script(PLACES, activate("A1"), do("p1", "seal", player="p1", topic="tac_op", value="Dig")))
    assert not taken(late)[-1]


def test_the_panel_skips_questions_for_phones_alone() -> None:
    confirm: Raw = {"press": "confirm"}
    result = after(*ROLLS, *[confirm] * 8)
    for step in result.steps[len(ROLLS) :]:
        assert not {"sealed", "seal"} & set(step["events"]) or step["prompts"][0]["topic"] != "tac_op"
    assert asked(result) == {"p1": ["Dig", "Hold", LATER], "p2": ["Dig", "Hold", LATER]}


def test_a_revealed_tac_op_is_scored_by_its_name() -> None:
    reveal = do("p1", "reveal", player="p1", topic="tac_op")

    async def scored(*steps: Raw) -> list[tuple[str, str]]:
        raw = {**script(PLACES, *steps, begin="set_up", packs=[CARDS]), "places": {}}
        async with scripted_table(script_of(raw)) as table:
            await table.play()
            context = table.table.facts().context()
            assert context is not None
            found = scoring_view(context, table.table.defaults).ops
            return [(one.label, one.why) for one in found if (one.player, one.op) == ("p1", "tac")]

    steps = [*ROLLS, {"as": "p1", "choose": "Hold"}, *SETTING[3:], activate("A1")]
    assert asyncio.run(scored(*steps)) == [("Tac op", str(Message.of("score-op-secret")))]
    assert asyncio.run(scored(*steps, reveal)) == [("Tac op: Hold", "Hold pays.")]
