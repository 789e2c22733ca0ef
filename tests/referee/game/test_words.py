"""Proposals, policies and challenges: what waits for a word, what a word may do, what is taken back alone."""

from __future__ import annotations

import math
from typing import Any

import pytest

from messages.message import Message
from referee.game.board_place import BoardPlace
from referee.game.intents import Act
from referee.game.record import RefusedError
from referee.rules.errors import IllegalError, MalformedError
from referee.rules.ruling import Fact, Measurement, Ruling
from tests.codes import coded
from tests.referee.allowed import is_allowed
from tests.referee.game.conftest import GameDriver
from tests.referee.game.refused import reasons

stored = Message.stored

HERE = BoardPlace(8.0, 6.0)
FINE = Ruling.of(stored("A1 may move"), Measurement("D24-01", stored("5 in of 6 in"), 5.0, 6.0, 1.0, 0.01))
CLOSE = Ruling.of(stored("A1 may move"), Measurement("D24-01", stored("5.99 in of 6 in"), 5.99, 6.0, 0.01, 0.02))
FAR = Ruling.of(
    stored("A1 may move"),
    Measurement("D24-01", stored("8 in of 6 in"), 8.0, 6.0, -2.0, 0.01),
    Measurement("D24-02", stored("it enters B1's control range"), 0.5, 1.0, -0.5, 0.01),
)


def move(operative: str = "A1", action: str = "Reposition", **given: object) -> dict[str, object]:
    return {"operative": operative, "action": action, "to": {"x": 8.0, "y": 6.0}, **given}


def done(driver: GameDriver) -> list[str]:
    """What the active operative has done so far."""
    return [each.action for each in driver.acting.performed]


def test_an_illegal_action_says_all_that_is_wrong_not_the_first(firefight: GameDriver) -> None:
    firefight.activate("A1", "conceal")
    firefight.act("A1", "Reposition")
    with pytest.raises(RefusedError) as refused:
        firefight.act("A1", "Charge", engaged=True, rulings=(FAR,))
    rules = [finding.rule for finding in refused.value.findings]
    assert rules.count("D24-08") == 3
    assert {"D24-01", "D24-02"} <= set(rules)
    assert {"action-not-after", "action-not-concealed", "control-no-enemy-within"} <= set(reasons(refused))


def test_a_refused_intent_leaves_no_event(firefight: GameDriver) -> None:
    firefight.activate("A1")
    length = len(firefight.game.log)
    intent = firefight.intent("act", **move(), rulings=[])
    assert is_allowed(firefight.game, intent)
    with pytest.raises(RefusedError):
        firefight.act("A1", "Reposition", rulings=(FAR,))
    assert len(firefight.game.log) == length


def test_a_proposal_stands_in_the_state_until_somebody_answers(firefight: GameDriver) -> None:
    firefight.activate("A1")
    readings = [
        {"label": 'Reposition 5"', "intent": "act", "data": move()},
        {"label": "Dash", "intent": "act", "data": move(action="Dash")},
    ]
    firefight("propose", owner="p1", question="A1 moved", readings=readings, by="camera")
    prompt = firefight.prompt("proposal:")
    assert [choice.key for choice in prompt.choices] == ["0", "1", "refuse"]
    assert prompt.default == "0"
    assert firefight.acting.performed == ()
    with pytest.raises(IllegalError, check=coded("answer-other-owner", owner="p1", player="p2")):
        firefight.answer("proposal:", "1", by="p2")
    firefight.answer("proposal:", "1", by="p1")
    assert done(firefight) == ["Dash"]
    assert firefight.state.operative("A1").place == HERE
    assert firefight.state.proposals == ()


def test_confirm_takes_the_default_and_refuse_does_nothing(firefight: GameDriver) -> None:
    firefight.activate("A1")
    reading = {"label": "Reposition", "intent": "act", "data": move()}
    firefight("propose", owner="any", question="A1 moved", readings=[reading], by="camera")
    firefight.answer("proposal:", "refuse")
    assert firefight.acting.performed == ()
    firefight("propose", owner="any", question="A1 moved", readings=[reading], by="camera")
    firefight.answer("proposal:")
    assert done(firefight) == ["Reposition"]


def test_a_reading_that_the_rules_forbid_is_refused_and_the_proposal_stays(firefight: GameDriver) -> None:
    reading = {"label": "Reposition", "intent": "act", "data": move("A2")}
    firefight("propose", owner="any", question="A2 moved", readings=[reading], by="camera")
    with pytest.raises(RefusedError, check=coded("refusal-not-activated", operative="A2")):
        firefight.answer("proposal:")
    assert len(firefight.state.proposals) == 1
    firefight.answer("proposal:", "refuse")


def test_a_proposal_of_nonsense_is_malformed(firefight: GameDriver) -> None:
    with pytest.raises(MalformedError, check=coded("entry-no-readings")):
        firefight("propose", owner="any", question="?", readings=[])
    bad = {"label": "Fly", "intent": "fly", "data": {}}
    with pytest.raises(MalformedError, check=coded("entry-kind-unknown", kind="fly")):
        firefight("propose", owner="any", question="?", readings=[bad])
    with pytest.raises(MalformedError, check=coded("game-player-unknown", player="p7")):
        firefight("propose", owner="p7", question="?", readings=[{"label": "x", "intent": "undo", "data": {}}])


def test_too_close_to_call_is_put_to_the_players(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Reposition", to=HERE, rulings=(CLOSE,))
    assert firefight.acting.performed == ()
    assert firefight.prompt("proposal:").default == "0"
    firefight.answer("proposal:", by="p2")
    assert done(firefight) == ["Reposition"]
    assert firefight.game.log[-4].kind == "proposal_closed"
    assert "fault_logged" in [event.kind for event in firefight.game.log[-4:]]


def test_too_close_and_probably_wrong_is_refused_by_default(firefight: GameDriver) -> None:
    firefight.activate("A1")
    doubtful = Ruling.of(
        stored("A1 may move"), Measurement("D24-01", stored("6.01 in of 6 in"), 6.01, 6.0, -0.01, 0.02)
    )
    firefight.act("A1", "Reposition", rulings=(doubtful,))
    assert firefight.prompt("proposal:").default == "refuse"


@pytest.mark.parametrize(
    ("policy", "performed", "asked", "logged"),
    [("enforce", False, False, 0), ("propose", False, True, 0), ("log", True, False, 2), ("ignore", True, False, 0)],
)
def test_a_rule_can_be_enforced_proposed_logged_or_ignored(
    firefight: GameDriver, policy: str, performed: bool, asked: bool, logged: int
) -> None:
    firefight("set_policy", rule="D24-01", policy=policy)
    firefight("set_policy", rule="D24-02", policy=policy)
    firefight.activate("A1")
    try:
        events = firefight.act("A1", "Reposition", rulings=(FAR,))
    except RefusedError:
        events = ()
    assert bool(firefight.acting.performed) is performed
    assert any(prompt.id.startswith("proposal:") for prompt in firefight.game.prompts) is asked
    assert sum(event.kind == "fault_logged" for event in events) == logged


def test_the_longest_prefix_decides_the_policy(firefight: GameDriver) -> None:
    firefight("set_policy", rule="", policy="enforce")
    firefight("set_policy", rule="D24", policy="log")
    firefight("set_policy", rule="D24-02", policy="enforce")
    firefight.activate("A1")
    with pytest.raises(RefusedError) as refused:
        firefight.act("A1", "Reposition", rulings=(FAR,))
    assert [finding.rule for finding in refused.value.findings] == ["D24-02"]


def test_the_threshold_is_the_games_own(firefight: GameDriver) -> None:
    firefight("set_threshold", sure=0.6)
    firefight.activate("A1")
    firefight.act("A1", "Reposition", rulings=(CLOSE,))
    assert len(firefight.acting.performed) == 1


def test_a_challenge_that_is_lost_takes_that_ruling_back_alone(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Reposition", to=HERE, charged=5.0, rulings=(FINE,))
    firefight("declare_damage", operative="B1", amount=3)
    firefight("challenge", by="p2")
    prompt = firefight.prompt("challenge:")
    assert (prompt.question.code, prompt.question["player"]) == ("prompt-challenge-by", "p2")
    start = firefight.state.operative("A1").place
    firefight.answer("challenge:", "take_back")
    assert start == HERE
    assert firefight.state.operative("A1").place == BoardPlace(5.0, 3.0)
    assert firefight.acting.performed == ()
    assert firefight.state.operative("B1").wounds == 7
    assert firefight.state.challenge is None
    firefight("undo")
    assert firefight.state.operative("A1").place == HERE
    assert firefight.state.challenge is not None


def test_a_challenge_that_is_upheld_changes_nothing(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Reposition", to=HERE, rulings=(FINE,))
    before = firefight.state
    firefight("challenge", by="p2")
    with pytest.raises(RefusedError, check=coded("time-challenge-open")):
        firefight.end("A1")
    firefight.answer("challenge:")
    assert firefight.state == before


def test_a_ruling_that_others_rest_on_is_not_taken_back_alone(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Reposition", to=HERE, rulings=(FINE,))
    moved = firefight.last_step.sequence
    firefight.act("A1", "Pick Up Marker", marker="M1")
    firefight("challenge", of=moved)
    firefight.answer("challenge:", "take_back")
    assert firefight.state.operative("A1").carrying == "M1"
    firefight("undo")
    firefight("undo")
    firefight.end("A1")
    firefight.activate("B1")
    activated = firefight.last_step.sequence
    with pytest.raises(IllegalError, check=coded("challenge-no-ruling", event=activated)):
        firefight("challenge", of=activated)


def test_a_step_that_would_come_out_otherwise_forbids_taking_back_alone(firefight: GameDriver) -> None:
    firefight.activate("A1")
    shot = {"operative": "B1", "amount": 10}
    firefight.act("A1", "Shoot", target="B1", weapon="bolter", results=(shot,), rulings=(FINE,))
    killed = firefight.last_step.sequence
    firefight("revive", operative="B1", wounds=4)
    firefight("challenge")
    with pytest.raises(IllegalError, check=coded("challenge-depends", event=killed, kind="revive")):
        firefight.answer("challenge:", "take_back")
    firefight.answer("challenge:", "uphold")


def test_a_lost_challenge_of_what_was_accepted_does_not_ask_again(firefight: GameDriver) -> None:
    firefight.activate("A1")
    before = firefight.state
    firefight.act("A1", "Reposition", to=HERE, rulings=(CLOSE,))
    firefight.answer("proposal:", "0")
    firefight("challenge")
    firefight.answer("challenge:", "take_back")
    assert firefight.state == before


def test_a_step_that_stands_but_would_do_something_else_forbids_taking_back_alone(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Shoot", target="B1", results=({"operative": "B1", "amount": 6},), rulings=(FINE,))
    firefight("declare_damage", operative="B1", amount=5)
    firefight("challenge")
    why = Message.of("challenge-other-result")
    with pytest.raises(IllegalError, check=coded("challenge-depends", kind="declare_damage", why=why)):
        firefight.answer("challenge:", "take_back")


def test_there_must_be_a_ruling_to_challenge(firefight: GameDriver) -> None:
    with pytest.raises(IllegalError, check=coded("challenge-nothing")):
        firefight("challenge")


def test_a_second_challenge_waits_for_the_first(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Reposition", rulings=(FINE,))
    firefight("challenge")
    with pytest.raises(IllegalError, check=coded("challenge-open")):
        firefight("challenge")


def test_an_infinite_margin_survives_the_journal(firefight: GameDriver) -> None:
    firefight.activate("A1")
    fact = Ruling.of(
        stored("declared"),
        Fact.declared("D24-02", True, stored("as declared")),
        Measurement("D24-01", stored("x"), 0, 0, math.inf),
    )
    firefight.act("A1", "Reposition", rulings=(fact,))
    intent = firefight.last_step.intent
    assert isinstance(intent, Act)
    assert intent.evidence.rulings == (fact,)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"prompt": "nothing"}, "answer-not-open"),
        ({"prompt": "activate", "choice": "A9:engage"}, "answer-choice-unknown"),
        ({"prompt": "activate"}, "answer-no-default"),
        ({"prompt": "activate", "dice": [3]}, "answer-no-dice"),
    ],
)
def test_an_answer_must_fit_what_is_asked(firefight: GameDriver, answer: dict[str, Any], code: str) -> None:
    given = dict(answer)
    if given["prompt"] == "activate":
        given["prompt"] = firefight.prompt("activate").id
    with pytest.raises((IllegalError, MalformedError), check=coded(code)):
        firefight("answer", **given)


def test_players_act_for_their_own(firefight: GameDriver) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-not-yours", owner="p1", player="p2")):
        firefight("activate", operative="A1", order="engage", by="p2")
    firefight("activate", operative="A1", order="engage", by="p1")
