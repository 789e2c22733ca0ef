"""2021, the Firefight phase: groups, overwatch, actions, jumps (rules C21-*, D21-*, E21-05, G21-*, I21-03)."""

from __future__ import annotations

import pytest

from messages.message import Message
from referee.editions.kt21.edition import KT21
from referee.editions.kt21.flow import flow
from referee.game.board_place import BoardPlace
from referee.game.engine.game import Game
from referee.game.handlers.act_handler import ActHandler
from referee.game.intents import Act, Damage
from referee.game.record import RefusedError
from referee.records.notation.notation import play_notation, to_notation
from referee.rules.ports.edition import note
from referee.rules.position import Order
from tests.codes import coded
from tests.referee.game.players21 import FLOW, HORDE, GameDriver, at_firefight
from tests.referee.game.refused import rules


@pytest.fixture
def driver() -> GameDriver:
    return at_firefight()


@pytest.fixture
def horde() -> GameDriver:
    return at_firefight(HORDE)


def test_c21_01_players_alternate(driver: GameDriver) -> None:
    driver.turn("A1")
    with pytest.raises(RefusedError, check=coded("refusal-other-turn", player="p2")):
        driver("activate", operative="A2", order="engage")
    driver.turn("B1", "conceal")
    assert driver.state.operative("B1").order is Order.CONCEAL


def test_c21_02_a_group_goes_on_with_its_own_type_and_stops_at_two(horde: GameDriver) -> None:
    horde.turn("A1")
    with pytest.raises(RefusedError) as refused:
        horde("activate", operative="A4", order="engage")
    assert rules(refused) == ["C21-02"]
    horde.turn("A2")
    assert horde.state.turn == "p2"
    horde.turn("B1")
    horde.turn("A4")
    assert horde.state.turn == "p2"


def test_c21_02_a_group_ends_when_none_of_its_type_is_left(horde: GameDriver) -> None:
    horde.turn("A1")
    horde.turn("A2")
    horde.turn("B1")
    horde.turn("A3")
    assert horde.state.turn == "p2"


def horde_read(reading: str) -> GameDriver:
    """Return the horde's game by a reading of groups of three, after A1 and A2 of the group of A1 to A3, and B1."""
    driver = GameDriver()
    driver.game = Game(flow(KT21.playing({"groups of three": reading})))
    driver.set_up(HORDE)
    driver.to_firefight()
    for name in ("A1", "A2", "B1"):
        driver.turn(name)
    return driver


def test_c21_02_a_reading_decides_whether_a_group_of_three_goes_on_after_the_opponents_turn() -> None:
    """000:97: GA operatives in succession, but never more than two before the opponent's turn."""
    for reading, other in (("end at two", True), ("go on later", False)):
        driver = horde_read(reading)
        (asked,) = driver.game.prompts
        named = note("groups of three", reading)
        assert asked.question == Message.of("prompt-activate-note", player="p1", note=named)
        assert any(choice.key.startswith("A4") for choice in asked.choices) is other
        if not other:
            with pytest.raises(RefusedError) as refused:
                driver("activate", operative="A4", order="engage")
            assert rules(refused) == ["C21-02"]
        driver.turn("A3")
        assert driver.state.turn == "p2", "one of three was left"


def test_c21_02_a_group_of_three_that_goes_on_is_over_with_its_turning_point() -> None:
    driver = horde_read("go on later")
    for name in ("A3", "B2", "A4"):
        driver.turn(name)
    assert driver.state.side("p1").group is None


def test_c21_03_the_same_action_once_but_pass(driver: GameDriver) -> None:
    driver("activate", operative="A1", order="engage")
    driver.act("A1", "Pass")
    driver.act("A1", "Pass")
    with pytest.raises(RefusedError) as refused:
        driver.act("A1", "Pass")
    assert rules(refused) == ["C21-03"]
    driver("end_activation", operative="A1")
    driver("activate", operative="B1", order="engage")
    driver.act("B1", "Shoot", weapon="gun")
    with pytest.raises(RefusedError) as refused:
        driver.act("B1", "Shoot", weapon="gun")
    assert Message.of("action-not-repeated", action="Shoot", earlier="Shoot") in [
        fault.reason for fault in refused.value.findings
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Fall Back", "Normal Move"),
        ("Charge", "Normal Move"),
        ("Normal Move", "Charge"),
        ("Charge", "Dash"),
        ("Dash", "Charge"),
    ],
)
def test_d21_moves_that_exclude_each_other(driver: GameDriver, first: str, second: str) -> None:
    driver("activate", operative="A1", order="engage")
    driver.act("A1", first, free=True)
    with pytest.raises(RefusedError) as refused:
        driver.act("A1", second, free=True)
    assert Message.of("action-not-after", action=second, earlier=first) in [
        fault.reason for fault in refused.value.findings
    ]


def overwatch_window(driver: GameDriver) -> None:
    driver("remove_operative", operative="B3")
    driver.turn("A1")
    driver.turn("B1")
    driver.turn("A2")
    driver("declare_status", operative="B2", ready=False, order="conceal", by="referee")


def test_c21_04_who_has_nobody_ready_may_make_overwatch_with_engage_once(driver: GameDriver) -> None:
    overwatch_window(driver)
    prompt = driver.game.prompts[0]
    assert prompt.question == Message.of("prompt-react", player="p2", reaction="overwatch")
    assert [choice.key for choice in prompt.choices] == ["B1", "pass"]
    driver.answer("react", "B1")
    for wrong in ("Shoot", "Dash"):
        with pytest.raises(RefusedError, check=coded("reaction-only-overwatch")):
            driver.act("B1", wrong)
    driver.act("B1", "Overwatch", weapon="gun", target="A3", results=(Damage(operative="A3", amount=3),))
    assert driver.state.operative("A3").wounds == 5
    assert driver.state.turn == "p1"
    driver("declare_status", operative="A1", ready=True, by="referee")
    driver.turn("A3")
    assert driver.state.turn == "p1"


@pytest.mark.parametrize("weapon", ["cannon", "launcher"])
def test_g21_12_no_overwatch_with_unwieldy_or_blast(driver: GameDriver, weapon: str) -> None:
    overwatch_window(driver)
    driver("react", operative="B1")
    with pytest.raises(RefusedError, check=coded("reaction-weapon-allows-overwatch")):
        driver.act("B1", "Overwatch", weapon=weapon)


def test_c21_04_an_overwatch_hits_one_worse_and_a_shot_does_not(driver: GameDriver) -> None:
    overwatch_window(driver)
    driver.answer("react", "B1")
    handler = FLOW.handlers[Act]
    assert isinstance(handler, ActHandler)
    for action, worse in (("Overwatch", 1), ("Shoot", 0)):
        act = Act(id="a", operative="B1", action=action, weapon="gun", target="A3")
        assert handler.worse_by(driver.state, act) == worse


def test_c21_04_overwatch_is_no_action_of_an_activation(driver: GameDriver) -> None:
    driver("activate", operative="A1", order="engage")
    with pytest.raises(RefusedError, check=coded("reaction-overwatch-out-of-turn")):
        driver.act("A1", "Overwatch", weapon="gun")


def test_g21_07_heavy_goes_with_a_dash_alone(driver: GameDriver) -> None:
    driver("activate", operative="A1", order="engage")
    driver.act("A1", "Shoot", weapon="heavy gun")
    with pytest.raises(RefusedError) as refused:
        driver.act("A1", "Normal Move")
    assert rules(refused) == ["G21-07"]
    driver.act("A1", "Dash")
    driver("end_activation", operative="A1")
    driver("activate", operative="B1", order="engage")
    driver.act("B1", "Normal Move")
    with pytest.raises(RefusedError) as refused:
        driver.act("B1", "Shoot", weapon="heavy gun")
    assert Message.of("action-heavy-after-move", move="Normal Move") in [
        fault.reason for fault in refused.value.findings
    ]


def test_g21_12_unwieldy_costs_one_more_and_limited_is_once_a_battle(driver: GameDriver) -> None:
    driver("activate", operative="A1", order="engage")
    driver.act("A1", "Shoot", weapon="cannon")
    assert driver.acting.spent == 2
    assert driver.game.prompts[0].default == "end"
    driver("end_activation", operative="A1")
    driver("activate", operative="B1", order="engage")
    driver.act("B1", "Shoot", weapon="launcher")
    assert driver.state.operative("B1").uses == {"launcher": 1}
    driver("end_activation", operative="B1")
    driver("declare_status", operative="B1", ready=True, by="referee")
    driver.turn("A2")
    driver("activate", operative="B1", order="engage")
    with pytest.raises(RefusedError, check=coded("refusal-weapon-used-up", limit=1, used=1, weapon="launcher")):
        driver.act("B1", "Shoot", weapon="launcher")


def test_d21_08_a_token_is_dropped_at_will_in_ones_activation_and_when_removed(driver: GameDriver) -> None:
    driver("activate", operative="A1", order="engage")
    driver.act("A1", "Pick Up", marker="M1")
    driver("drop_marker", operative="A1", place={"x": 3.0, "y": 3.5})
    assert driver.state.marker("M1").place == BoardPlace(3.0, 3.5)
    driver.act("A1", "Dash")
    driver("end_activation", operative="A1")
    driver("activate", operative="B1", order="engage")
    driver.act("B1", "Pick Up", marker="M1")
    driver("declare_damage", operative="B1", amount=8)
    driver.answer("drop:B1")
    assert driver.state.marker("M1").carried_by is None


def test_g21_14_a_stun_lasts_to_the_end_of_the_current_or_next_activation(driver: GameDriver) -> None:
    driver("activate", operative="A1", order="engage")
    driver.act("A1", "Shoot", weapon="gun", target="B1", stunned=("B1", "A1"))
    assert driver.state.operative("A1").apl == 1
    driver("end_activation", operative="A1")
    assert driver.state.operative("A1").apl == 2
    assert driver.state.operative("B1").apl == 1
    driver.turn("B1")
    assert driver.state.operative("B1").apl == 2


def test_a_whole_battle_and_its_notation(driver: GameDriver) -> None:
    driver("score", player="p2", op="mission", vp=2)
    while driver.state.stage != "ended":
        prompt = driver.game.prompts[0]
        if prompt.dice:
            driver.answer(prompt.id, dice=[5 if prompt.owner == "p1" else 4])
        else:
            driver.answer(prompt.id, prompt.default or prompt.choices[0].key)
    assert driver.state.turning_point == 4
    assert driver.state.winner == "p2"
    again = Game(FLOW)
    play_notation(to_notation(driver.game.timeline, KT21, FLOW), KT21, again)
    assert again.state == driver.state


def test_e21_05_the_fallen_leave_when_all_attacks_of_the_action_are_resolved(driver: GameDriver) -> None:
    driver.to_firefight()
    driver("activate", operative="A1", order="engage")
    damage = (Damage(operative="B1", amount=8), Damage(operative="B2", amount=3))
    events = driver.act("A1", "Shoot", weapon="gun", target="B1", results=damage)
    kinds = [event.kind for event in events]
    assert kinds.index("removed") > max(at for at, kind in enumerate(kinds) if kind == "wounds_lost")
    assert driver.state.operative("B2").wounds == 5


@pytest.mark.parametrize(("die", "place"), [(1, BoardPlace(4, 4, 3)), (2, BoardPlace(9, 4, 3))])
def test_i21_03_a_jump_is_tested_and_on_a_one_it_stays_at_the_edge(
    driver: GameDriver, die: int, place: BoardPlace
) -> None:
    driver.to_firefight()
    driver("activate", operative="A1", order="engage")
    driver.act("A1", "Normal Move", to=BoardPlace(9, 4, 3), facts={"jump_from": [4.0, 4.0, 3.0]})
    with pytest.raises(RefusedError, check=coded("time-roll-due")):
        driver.act("A1", "Shoot", weapon="gun", target="B1")
    driver.answer("test:jump", dice=(die,))
    assert driver.state.operative("A1").place == place
    driver.act("A1", "Shoot", weapon="gun", target="B1")


@pytest.mark.parametrize(
    ("reading", "place"),
    [("at the edge", BoardPlace(4, 4, 3)), ("at the start", BoardPlace(2, 3))],
)
def test_i21_03_a_reading_decides_where_an_operative_stays_whose_jump_fails(reading: str, place: BoardPlace) -> None:
    driver = GameDriver()
    driver.game = Game(flow(KT21.playing({"failed jump": reading})))
    driver.set_up()
    driver.to_firefight()
    driver("activate", operative="A1", order="engage")
    driver.act("A1", "Normal Move", to=BoardPlace(9, 4, 3), facts={"jump_from": [4.0, 4.0, 3.0]})
    (asked,) = driver.state.tests
    assert asked.message == Message.of("edition-jump-test", operative="A1", reading=note("failed jump", reading))
    driver.answer("test:jump", dice=(1,))
    assert driver.state.operative("A1").place == place


def test_i21_03_the_edge_is_a_place(driver: GameDriver) -> None:
    driver.to_firefight()
    driver("activate", operative="A1", order="engage")
    with pytest.raises(RefusedError, check=coded("edition-jump-edge")):
        driver.act("A1", "Normal Move", to=BoardPlace(9, 4, 3), facts={"jump_from": [4.0]})


@pytest.mark.parametrize(("changes", "apl"), [((1, 1), 3), ((-1, -1), 1), ((-2, 3), 3), ((1, -1), 2)])
def test_a21_03_changes_of_apl_add_up_and_come_to_one_at_most(
    driver: GameDriver, changes: tuple[int, ...], apl: int
) -> None:
    for change in changes:
        driver("declare_stat", operative="A1", stat="apl", change=change, until="end of the battle")
    assert driver.state.operative("A1").apl == apl


def test_c21_01_without_ap_left_an_operative_is_activated_and_no_longer_ready(driver: GameDriver) -> None:
    driver("activate", operative="A1", order="engage")
    driver.act("A1", "Normal Move")
    driver.act("A1", "Dash")
    assert [prompt.default for prompt in driver.game.prompts] == ["end"]
    with pytest.raises(RefusedError, check=coded("refusal-ap-short", cost=1, left=0)):
        driver.act("A1", "Pass")
    driver("end_activation", operative="A1")
    assert not driver.state.operative("A1").ready
