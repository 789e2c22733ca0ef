"""Refusals are in a player's words: no kind of request, no key, no value of the program."""

from __future__ import annotations

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.depth import depth
from tests.overlook.play.said_at_random import PLACES, TABLE, steps
from tests.overlook.play.scripts import Raw, act, activate, do, played, script

MACHINE_WORD = re.compile(r"\w_\w|\bNone\b|\bTrue\b|\bFalse\b|[\[\]{}<>|]|\b[pP][12]\b|\w:\w|\bkt2[14]\b|^[a-z]")
"""An underscore, a value of Python, brackets, a seat's id for a name, a key with its parts, no sentence's beginning."""

OF_THE_SCRIPT = ("No open question", "No dice are asked for")
"""What a script's own steps are told, which no phone is."""

BATTLES: dict[str, Raw] = {
    "2024": {"edition": "kt24", "equipment": {"p1": ["utility grenades: smoke, stun"]}},
    "2021": {"edition": "kt21"},
    "gallowdark": {"edition": "kt24", "killzone": "gallowdark"},
    "close quarters": {"edition": "kt21", "killzone": "close quarters"},
    "set-up 2024": {"edition": "kt24", "begin": "set_up"},
    "set-up 2021": {"edition": "kt21", "begin": "set_up"},
}


def refused(battle: str, said: list[Raw]) -> list[str]:
    """Return why what was asked for in a battle was not done."""
    fields = BATTLES[battle]
    first = [] if "begin" in fields else [activate("A1")]
    raw = {**script(PLACES, *first, *said, **TABLE), **fields}
    shown = [step["why"] for step in played(raw if first else {**raw, "places": {}}).steps]
    return [why for why in shown if why and not why.startswith(OF_THE_SCRIPT)]


@settings(max_examples=depth(4, 100))
@example("2024", [do("p1", "end_battle", conceded_by="p1"), do("p1", "end_battle", conceded_by="p9")])
@example("2024", [do("screen", "trigger", rules=[{"owner": one, "name": "Rule"} for one in ("p1", "p9")])])
@example(
    "set-up 2024",
    [do("p1", "seal", player="p1", topic="tac_op", value="Dig"), do("p1", "reveal", player="p1", topic="tac_op")],
)
@example(
    "set-up 2021",
    [do("p1", "end_stage", stage="roll_off"), do("p1", "score", player="p1", op="tac_op_1:1", vp=1)],
)
@example(
    "set-up 2024",
    [
        do("p2", "seal", player="p1", topic="scouting", value="Dig"),
        do("p1", "choose_equipment", player="p1", options=[]),
    ],
)
@example("2024", [do("p1", "use_ploy", player="p1", name="word", cost=9)])
@example("2024", [do("p1", "drop_marker", operative="A1", x=6.0, y=6.0)])
@given(st.sampled_from(sorted(BATTLES)), st.lists(steps, min_size=12, max_size=16))
def test_no_refusal_has_a_word_of_the_program_in_it(battle: str, said: list[Raw]) -> None:
    assert [why for why in refused(battle, said) if MACHINE_WORD.search(why)] == []


def test_a_wrong_number_of_dice_is_refused_without_the_key_of_the_question() -> None:
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    steps = [activate("A1"), shot, {"as": "p1", "dice": [3]}]
    result = played(script({"A1": [5.0, 11.0], "B1": [12.0, 11.0]}, *steps))
    assert result.steps[-1]["why"] == "1 die was entered (3), and 4 dice are expected."
