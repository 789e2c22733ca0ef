"""One player asks the other: what is asked, what is free, and when a request ends, on two phones."""

from __future__ import annotations

from typing import Any

import pytest

from referee.game.consent import FairPlay
from tests.overlook.play.scripts import Raw, act, activate, do, played, script, taken

NEAR = {"A1": [5.0, 11.0], "B1": [5.0, 16.0]}
ACCEPT: Raw = {"as": "p2", "answer": "accept"}
DECLINE: Raw = {"as": "p2", "answer": "decline"}
UNDO: Raw = {"as": "p1", "request": {"kind": "undo"}}
SHOT: tuple[Raw, ...] = (
    activate("A1"),
    act("A1", "Shoot", target="B1", weapon="gun", dice=True),
    {"as": "p1", "dice": [6, 5, 4, 1]},
)


def ask(seat: str, kind: str, **fields: Any) -> Raw:
    return {"as": seat, "request": {"kind": kind, **fields}}


def open_request(kind: str, by: str = "p1", to: str = "p2") -> list[Raw]:
    return [{"kind": kind, "by": by, "to": to}]


def test_the_player_whose_dice_were_rolled_asks_to_undo_them() -> None:
    result = played(script(NEAR, *SHOT, do("p1", "undo"), UNDO, {"expect": {"requests": open_request("undo")}}, ACCEPT))
    assert taken(result) == [True, True, True, False, True, True, True]
    assert result.state["requests"] == []
    assert result.state["operatives"]["A1"]["ready"]
    assert result.steps[-1]["intents"] == ["undo"]
    assert result.steps[-1]["prompts"][0]["dice"] == 4, "the dice are asked for again"


def test_a_declined_request_changes_nothing() -> None:
    result = played(script(NEAR, *SHOT, UNDO, DECLINE))
    assert taken(result)[-1]
    assert result.steps[-1]["intents"] == []
    assert result.state["requests"] == []


def test_only_the_asked_player_and_the_referee_answer() -> None:
    for seat in ("p1", "screen"):
        result = played(script(NEAR, *SHOT, UNDO, {**ACCEPT, "as": seat}))
        assert not taken(result)[-1], seat
        assert result.state["requests"] == open_request("undo")
    assert taken(played(script(NEAR, *SHOT, UNDO, {**ACCEPT, "as": "referee"})))[-1]


def test_a_step_without_dice_is_undone_without_asking() -> None:
    result = played(script(NEAR, activate("A1"), do("p1", "undo"), fair_play="club"))
    assert taken(result) == [True, True]


def test_the_other_players_step_is_undone_only_with_consent() -> None:
    result = played(script(NEAR, activate("A1"), do("p2", "undo"), ask("p2", "undo"), {**ACCEPT, "as": "p1"}))
    assert taken(result) == [True, False, True, True]


@pytest.mark.parametrize(("amount", "free"), [(3, False), (-1, True)])
def test_wounds_of_the_other_players_operative_are_asked_unless_it_only_helps(amount: int, free: bool) -> None:
    hurt = do("referee", "declare_damage", operative="B1", amount=2)
    result = played(script(NEAR, hurt, do("p1", "declare_damage", operative="B1", amount=amount), fair_play="club"))
    assert taken(result) == [True, free]


def test_wounds_of_ones_own_operative_are_free_to_lose_and_asked_to_regain() -> None:
    lose = do("p1", "declare_damage", operative="A1", amount=4)
    regain = {"kind": "declare_damage", "operative": "A1", "amount": -3}
    result = played(script(NEAR, lose, {"as": "p1", "do": regain}, {"as": "p1", "request": regain}, ACCEPT))
    assert taken(result) == [True, False, True, True]
    assert result.state["operatives"]["A1"]["wounds"] == 9


def test_a_friendly_table_asks_nobody() -> None:
    result = played(script(NEAR, *SHOT, do("p1", "undo"), fair_play="friendly"))
    assert taken(result)[-1]


def test_without_requests_in_a_script_one_device_enters_for_both() -> None:
    assert taken(played(script(NEAR, *SHOT, do("p1", "undo"))))[-1]


def test_a_request_is_void_when_the_other_player_acts_on_the_disputed_step() -> None:
    kept: Raw = {"as": "p1", "choose": "pass"}
    save: Raw = {"as": "p2", "dice": [6, 1, 1]}
    result = played(script(NEAR, *SHOT, kept, UNDO, save, ACCEPT))
    assert taken(result)[-2:] == [True, False], "the request does not block the other player"
    assert result.state["requests"] == []


def test_a_player_has_one_open_request_and_withdraws_it() -> None:
    result = played(script(NEAR, *SHOT, UNDO, UNDO, {"as": "p1", "answer": "withdraw"}, ACCEPT, UNDO))
    assert taken(result)[-5:] == [True, False, True, False, True]


def test_three_declined_requests_of_a_kind_are_enough_for_a_turning_point() -> None:
    result = played(script(NEAR, *SHOT, *([UNDO, DECLINE] * 3), UNDO, ask("p1", "end_battle")))
    assert taken(result)[-2:] == [False, True], "a request of another kind is still open to the player"


def test_an_end_by_agreement_is_asked_and_a_concession_is_not() -> None:
    agreed = played(script(NEAR, do("p1", "end_battle"), ask("p1", "end_battle"), ACCEPT))
    assert taken(agreed) == [False, True, True]
    assert agreed.state["over"]
    conceded = played(script(NEAR, do("p1", "end_battle", conceded_by="p1"), fair_play="club"))
    assert conceded.state["winner"] == "p2"


def test_what_belongs_to_the_other_player_cannot_be_asked_for() -> None:
    result = played(script(NEAR, ask("p1", "activate", operative="B1", order="engage")))
    assert taken(result) == [False]
    assert result.state["requests"] == []


def test_a_referee_answers_what_was_passed_on() -> None:
    passed = (*SHOT, UNDO, {"as": "p2", "answer": "referee"})
    asked: Raw = {"expect": {"requests": open_request("undo", to="referee")}}
    result = played(script(NEAR, *passed, asked, {**ACCEPT, "as": "screen"}, {**ACCEPT, "as": "referee"}))
    assert taken(result)[-3:] == [True, False, True]


@pytest.mark.parametrize("setting", [FairPlay.CLUB, FairPlay.EVENT])
def test_after_a_minute_a_request_is_void_or_the_referees(setting: FairPlay) -> None:
    result = played(script(NEAR, *SHOT, UNDO, {"wait_s": 60}, fair_play=setting))
    to_referee = open_request("undo", to="referee")
    assert result.state["requests"] == (to_referee if setting is FairPlay.EVENT else [])


def test_the_screen_answers_once_the_asked_phone_has_been_away_for_half_a_minute() -> None:
    on_screen: Raw = {**ACCEPT, "as": "screen"}
    heard: Raw = {"as": "p2", "press": "measure"}
    result = played(script(NEAR, *SHOT, heard, UNDO, {"wait_s": 26}, on_screen, {"wait_s": 2}, on_screen))
    assert taken(result)[-3:] == [False, True, True]


CHALLENGED: tuple[Raw, ...] = (activate("A1"), {"see": {"A1": [5.0, 13.9]}}, {"as": "p1", "choose": "Charge"})


@pytest.mark.parametrize(
    ("seat", "choice", "free"),
    [
        ("p2", "uphold", True),
        ("p1", "uphold", False),
        ("p1", "take_back", True),
        ("p2", "take_back", False),
        ("p1", "roll_off", False),
        ("p2", "roll_off", False),
    ],
)
def test_a_player_ends_a_challenge_alone_only_for_the_other(seat: str, choice: str, free: bool) -> None:
    challenge: Raw = {"as": "p2", "press": "challenge"}
    answer: Raw = {"as": seat, "choose": choice}
    result = played(script(NEAR, *CHALLENGED, challenge, answer, fair_play="club"))
    assert taken(result)[-2:] == [True, free]


@pytest.mark.parametrize(("by", "to", "choice"), [("p1", "p2", "uphold"), ("p2", "p1", "take_back")])
def test_a_challenge_ends_by_agreement(by: str, to: str, choice: str) -> None:
    challenge: Raw = {"as": "p2", "press": "challenge"}
    opened = played(script(NEAR, *CHALLENGED, challenge))
    prompt = next(one["id"] for one in opened.steps[-1]["prompts"] if one["topic"] == "challenge")
    asked = ask(by, "answer", prompt=prompt, choice=choice)
    result = played(script(NEAR, *CHALLENGED, challenge, asked, {"as": to, "answer": "accept"}))
    assert taken(result)[-2:] == [True, True]
    assert result.steps[-1]["events"] == (["challenge_upheld"] if choice == "uphold" else ["withdrawn"])


@pytest.mark.parametrize(
    ("rolls", "ends", "place"),
    [
        ([("p1", 2), ("p2", 5)], "withdrawn", [5.0, 11.0]),
        ([("p2", 3), ("p1", 4)], "challenge_upheld", [5.0, 13.9]),
        ([("p1", 4), ("p2", 4), ("p1", 1), ("p2", 6)], "withdrawn", [5.0, 11.0]),
    ],
)
def test_a_challenge_ends_by_a_roll_off_that_both_agree_to(
    rolls: list[tuple[str, int]], ends: str, place: list[float]
) -> None:
    """002:357: whoever has the highest wins, a tie is rolled off again. p2 has challenged the move of p1."""
    challenge: Raw = {"as": "p2", "press": "challenge"}
    opened = played(script(NEAR, *CHALLENGED, challenge))
    prompt = next(one["id"] for one in opened.steps[-1]["prompts"] if one["topic"] == "challenge")
    agreed: list[Raw] = [ask("p2", "answer", prompt=prompt, choice="roll_off"), {"as": "p1", "answer": "accept"}]
    dice: list[Raw] = [{"as": seat, "dice": [face]} for seat, face in rolls]
    result = played(script(NEAR, *CHALLENGED, challenge, *agreed, *dice))
    assert all(taken(result)), [step["why"] for step in result.steps]
    waiting = [one for one in result.steps[len(CHALLENGED) + 2]["prompts"] if one["asked"]]
    assert [(one["topic"], one["owner"], one["dice"]) for one in waiting] == [("roll_off", p, 1) for p in ("p1", "p2")]
    assert result.steps[-1]["events"][-1] == ends
    assert result.state["operatives"]["A1"]["place"][:2] == place
    assert {one["topic"] for one in result.steps[-1]["prompts"]} & {"challenge", "roll_off"} == set()


def test_nothing_is_done_while_the_players_roll_for_a_challenge() -> None:
    """An act that later acts depend on could no longer be taken back alone."""
    challenge: Raw = {"as": "p2", "press": "challenge"}
    between: list[Raw] = [
        {"as": "p1", "do": {"kind": "declare_damage", "operative": "B1", "amount": 1}},
        {"as": "p1", "choose": "end"},
    ]
    dice: list[Raw] = [{"as": "p1", "dice": [1]}, {"as": "p2", "dice": [6]}]
    result = played(script(NEAR, *CHALLENGED, challenge, {"as": "p1", "choose": "roll_off"}, *between, *dice))
    assert taken(result)[-5:] == [True, False, False, True, True]
    assert result.steps[-4]["codes"] == ["challenge-roll-first"]
    assert result.steps[-1]["events"] == ["withdrawn"]
