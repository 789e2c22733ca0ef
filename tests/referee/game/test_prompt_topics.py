"""What each prompt is about, and of whom: said in fields of its own, so that nobody reads its id."""

from __future__ import annotations

import pytest

from referee.game.board_place import BoardPlace
from referee.game.card import Card
from referee.game.intents import SetUp
from referee.game.prompt import Topic
from referee.rules.position import Exemption
from tests.referee.game import players21
from tests.referee.game.conftest import OBJECTIVE, PLACES, SEATS, TEAMS, GameDriver, MakeCard

Said = tuple[Topic, str]
SMOKE = {"id": "S1", "kind": "smoke", "diameter": 0.787, "place": {"x": 15.0, "y": 11.0}, "owner": "p1"}
MINE = {"id": "boom", "kind": "mines", "diameter": 0.787, "place": {"x": 7.0, "y": 7.0}, "owner": "p2"}


def said(driver: GameDriver | players21.GameDriver) -> list[Said]:
    return [(prompt.topic, prompt.about) for prompt in driver.game.prompts]


def test_before_the_battle_players_are_asked_for_rolls_and_choices(driver: GameDriver) -> None:
    driver.typed(SetUp, seats=SEATS, operatives=TEAMS, places=PLACES, markers=(OBJECTIVE,))
    assert said(driver) == [(Topic.ROLL_OFF, "p1"), (Topic.ROLL_OFF, "p2")]
    driver.answer("first-roll:0:p1", dice=(6,))
    driver.answer("first-roll:0:p2", dice=(1,))
    assert said(driver) == [(Topic.INITIATIVE, "")]
    driver.answer("first:", "p1")
    assert said(driver) == [(Topic.EQUIPMENT, "p1"), (Topic.EQUIPMENT, "p2")]
    for player in ("p1", "p2"):
        driver("choose_equipment", player=player, options=["mines"])
    assert said(driver) == [(Topic.TURN, "equipment")]
    driver.confirm_all("equipment:", "equipment:")
    assert said(driver) == [(Topic.SCOUTING, "p1"), (Topic.SCOUTING, "p2")]
    driver.confirm_all("scouting:p1", "scouting:p2")
    assert said(driver) == [(Topic.INITIATIVE, "")]
    driver.answer("initiative:", "p1")
    assert said(driver) == [(Topic.TURN, "gambit")]


def test_in_the_firefight_phase_it_is_the_player_or_the_operative_at_work(close_quarters: GameDriver) -> None:
    assert said(close_quarters) == [(Topic.ACTIVATION, "p1")]
    close_quarters.activate("A1")
    assert said(close_quarters) == [(Topic.ACTION, "A1")]
    close_quarters.act("A1", "Guard")
    close_quarters.end("A1")
    close_quarters.activate("B1")
    close_quarters.act("B1", "Dash", to=BoardPlace(9, 9))
    assert said(close_quarters) == [(Topic.INTERRUPT, "B1")]


def test_who_has_nobody_ready_may_react_and_the_turning_point_ends_with_its_number(firefight: GameDriver) -> None:
    for operative in ("A1", "B1", "A2", "B2", "A3"):
        firefight.pass_activation(operative)
    firefight("declare_status", operative="B3", ready=False, by="referee")
    firefight("declare_status", operative="A1", ready=True, by="referee")
    while firefight.state.stage == "firefight":
        ((topic, about),) = said(firefight)
        owner = firefight.game.prompts[0].owner
        assert (topic, about) in {(Topic.REACTION, owner), (Topic.ACTIVATION, owner)}
        if topic is Topic.ACTIVATION:
            firefight.pass_activation("A1")
        else:
            firefight("pass_turn", player=owner)
    assert said(firefight) == [(Topic.TURNING_POINT_END, "1")]


def test_what_rules_ask_for_names_the_operative_the_mine_went_off_under(firefight: GameDriver) -> None:
    firefight("place_marker", marker=MINE)
    firefight.activate("A1")
    firefight.act("A1", "Dash", to=BoardPlace(7, 6), springs=("boom",))
    assert (Topic.TEST, "A1") in said(firefight)


def test_smoke_of_an_earlier_turning_point_is_asked_about_by_its_marker(firefight: GameDriver) -> None:
    firefight("place_marker", marker=SMOKE)
    firefight.finish_firefight()
    firefight.answer("end:")
    firefight.answer("initiative-roll", dice=(5,))
    firefight.answer("initiative-roll", dice=(2,))
    firefight.answer("initiative:", "p1")
    assert said(firefight) == [(Topic.SMOKE, "S1")]
    firefight.answer("smoke:", dice=(4,))
    assert firefight.state.marker("S1").timer is not None


def test_a_fallen_carrier_is_asked_for_its_marker_and_its_last_action(
    driver: GameDriver, teams: tuple[Card, ...], make_card: MakeCard
) -> None:
    driver.to_firefight(operatives=(make_card("A1", "p1", exempt=frozenset({Exemption.LAST_ACTION})), *teams[1:]))
    driver.activate("A1")
    driver.act("A1", "Pick Up Marker", marker="M1")
    driver.end("A1")
    driver.activate("B1")
    driver.act("B1", "Shoot", target="A1", results=({"operative": "A1", "amount": 10},))
    assert said(driver)[:2] == [(Topic.DROP, "A1"), (Topic.LAST_ACTION, "A1")]


def test_a_challenge_names_the_entry_that_is_doubted_and_a_proposal_who_moved(firefight: GameDriver) -> None:
    firefight.activate("A1")
    moved = {"operative": "A1", "action": "Reposition", "engaged": True}
    reading = {"label": "Reposition", "intent": "act", "data": moved}
    firefight("propose", owner="p1", question="Was it?", readings=[reading])
    assert said(firefight)[0] == (Topic.PROPOSAL, "A1")
    firefight.answer("proposal:", "refuse")
    firefight("end_battle", conceded_by="p2")
    reading = {"label": "It is over", "intent": "end_battle", "data": {}}
    firefight("undo")
    firefight("propose", owner="p1", question="Over?", readings=[reading])
    assert said(firefight)[0] == (Topic.PROPOSAL, "")


def test_several_rules_at_once_are_about_none_of_them(firefight: GameDriver) -> None:
    firefight("trigger", rules=[{"owner": "p1", "name": "a"}, {"owner": "p2", "name": "b"}])
    assert said(firefight)[0] == (Topic.RULE_ORDER, "")


def test_2021_asks_in_the_same_words() -> None:
    driver = players21.GameDriver()
    driver.set_up()
    seen: list[Said] = []
    while driver.state.stage != "firefight":
        seen.extend(each for each in said(driver) if each not in seen)
        prompt = driver.game.prompts[0]
        driver.answer(prompt.id, prompt.default or prompt.choices[0].key)
    assert seen == [(Topic.INITIATIVE, ""), (Topic.TURN, "ploys"), (Topic.TURN, "target_reveal")]
    driver("activate", operative="A1", order="engage")
    assert said(driver) == [(Topic.ACTION, "A1")]


@pytest.mark.parametrize("topic", list(Topic))
def test_a_topic_is_one_word_of_the_wire(topic: Topic) -> None:
    assert topic.value == topic.name.lower()
