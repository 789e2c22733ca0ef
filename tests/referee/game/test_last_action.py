"""The free action of a fallen operative before it is removed: when, how many, and which (rules L24-06, C24-12)."""

from __future__ import annotations

import pytest

from referee.game.board_place import BoardPlace
from referee.game.card import Card
from referee.game.record import RefusedError
from referee.game.state import ActivationKind, LifeState, MarkerState
from referee.rules.position import Exemption
from tests.codes import coded
from tests.referee.game.conftest import GameDriver, MakeCard

LAST = frozenset({Exemption.LAST_ACTION})


def team(make_card: MakeCard, *lasting: str) -> tuple[Card, ...]:
    """Return two teams of three; those named may act once more when they fall."""
    return tuple(
        make_card(f"{letter}{n}", player, exempt=LAST if f"{letter}{n}" in lasting else frozenset())
        for letter, player in (("A", "p1"), ("B", "p2"))
        for n in (1, 2, 3)
    )


def fell(driver: GameDriver, operative: str) -> None:
    driver("declare_damage", operative=operative, amount=20, by="referee")


def prompts(driver: GameDriver, start: str = "last:") -> list[str]:
    return [prompt.id for prompt in driver.game.prompts if prompt.id.startswith(start)]


def life(driver: GameDriver, operative: str) -> LifeState:
    return driver.state.operative(operative).life


@pytest.fixture
def fighting(driver: GameDriver, make_card: MakeCard) -> GameDriver:
    """The first firefight of 2024, in which everybody acts once more."""
    driver.to_firefight(operatives=team(make_card, "A1", "A2", "A3", "B1", "B2", "B3"))
    return driver


@pytest.fixture
def gallowdark(driver: GameDriver, make_card: MakeCard) -> GameDriver:
    driver.to_firefight(operatives=team(make_card, "A1", "A2", "A3", "B1", "B2", "B3"), killzone="gallowdark")
    return driver


def to_counteract(driver: GameDriver) -> None:
    """p2's B1 counteracts; p1 has A3 ready."""
    for gone in ("B2", "B3"):
        driver("remove_operative", operative=gone)
    driver.pass_activation("A1")
    driver.pass_activation("B1")
    driver.pass_activation("A2")
    driver("react", operative="B1")


def test_l24_06_an_operative_that_falls_as_it_counteracts_acts_once_more_and_the_turn_goes_on(
    fighting: GameDriver,
) -> None:
    to_counteract(fighting)
    fell(fighting, "B1")
    assert prompts(fighting) == ["last:B1"]
    fighting.answer("last:", "act")
    assert fighting.acting.doing is ActivationKind.LAST
    fighting.act("B1", "Dash", to=BoardPlace(8.0, 18.0))
    assert life(fighting, "B1") is LifeState.REMOVED
    assert fighting.state.acting is None
    assert fighting.state.turn == "p1"


def test_l24_06_an_operative_that_falls_as_it_counteracts_may_decline(fighting: GameDriver) -> None:
    to_counteract(fighting)
    fell(fighting, "B1")
    fighting.answer("last:", "nothing")
    assert life(fighting, "B1") is LifeState.REMOVED
    assert fighting.state.acting is None
    assert fighting.state.turn == "p1"


def test_l24_06_the_target_of_a_counteraction_acts_before_the_turn_goes_on(fighting: GameDriver) -> None:
    to_counteract(fighting)
    fighting.act("B1", "Shoot", target="A1", results=({"operative": "A1", "amount": 20},))
    assert prompts(fighting) == ["last:A1"]
    fighting.answer("last:", "act")
    fighting.act("A1", "Shoot", target="B1", results=({"operative": "B1", "amount": 3},))
    assert life(fighting, "A1") is LifeState.REMOVED
    assert fighting.state.operative("B1").wounds == 7
    assert fighting.state.acting is None
    assert fighting.state.turn == "p1"


def test_l24_06_whoever_counteracts_may_be_felled_by_the_last_action_of_its_target(fighting: GameDriver) -> None:
    to_counteract(fighting)
    fighting.act("B1", "Shoot", target="A1", results=({"operative": "A1", "amount": 20},))
    fighting.answer("last:", "act")
    fighting.act("A1", "Shoot", target="B1", results=({"operative": "B1", "amount": 20},))
    assert life(fighting, "A1") is LifeState.REMOVED
    assert prompts(fighting) == ["last:B1"]
    fighting.answer("last:", "nothing")
    assert life(fighting, "B1") is LifeState.REMOVED
    assert fighting.state.acting is None


def test_l24_06_a_last_action_may_fell_another_that_acts_once_more(fighting: GameDriver) -> None:
    fighting("declare_status", operative="B1", order="engage", by="referee")
    fighting("declare_status", operative="A2", order="engage", by="referee")
    fighting.activate("A1")
    fell(fighting, "B1")
    fighting.answer("last:", "act")
    fighting.act("B1", "Shoot", target="A2", results=({"operative": "A2", "amount": 20},))
    assert life(fighting, "B1") is LifeState.REMOVED
    assert prompts(fighting) == ["last:A2"]
    fighting.answer("last:", "act")
    fighting.act("A2", "Shoot", target="B2", results=({"operative": "B2", "amount": 1},))
    assert life(fighting, "A2") is LifeState.REMOVED
    assert fighting.acting.operative == "A1", "its activation goes on"


def test_l24_06_two_that_fall_at_once_act_one_after_the_other(fighting: GameDriver) -> None:
    for name in ("B1", "B2"):
        fighting("declare_status", operative=name, order="engage", by="referee")
    fighting.activate("A1")
    both = ({"operative": "B1", "amount": 20}, {"operative": "B2", "amount": 20})
    fighting.act("A1", "Shoot", target="B1", results=both)
    assert sorted(prompts(fighting)) == ["last:B1", "last:B2"]
    for name in ("B2", "B1"):
        fighting.answer(f"last:{name}", "act")
        fighting.act(name, "Shoot", target="A2", results=({"operative": "A2", "amount": 1},))
        assert life(fighting, name) is LifeState.REMOVED
    assert fighting.state.operative("A2").wounds == 8
    assert fighting.acting.operative == "A1"


def test_l24_06_the_target_of_a_guard_acts_within_its_activation(gallowdark: GameDriver) -> None:
    gallowdark.activate("A1")
    gallowdark.act("A1", "Guard")
    gallowdark.end("A1")
    gallowdark.activate("B1")
    gallowdark.act("B1", "Dash")
    gallowdark.answer("interrupt:", "A1")
    gallowdark.act("A1", "Shoot", target="B1", results=({"operative": "B1", "amount": 20},))
    assert prompts(gallowdark) == ["last:B1"]
    gallowdark.answer("last:", "act")
    gallowdark.act("B1", "Shoot", target="A1", results=({"operative": "A1", "amount": 2},))
    assert life(gallowdark, "B1") is LifeState.REMOVED
    assert gallowdark.state.acting is None
    assert gallowdark.state.turn == "p1"


def test_l24_06_it_performs_no_more_than_one_free_action_whatever_rule_gives_another(fighting: GameDriver) -> None:
    fighting.activate("A1")
    fell(fighting, "B1")
    fighting.answer("last:", "act")
    fighting.act("B1", "Dash", free=True)
    assert life(fighting, "B1") is LifeState.REMOVED


def carrying(driver: GameDriver, make_card: MakeCard) -> None:
    marker = MarkerState("M1", "objective", 40 / 25.4, None, carried_by="B1", pick_up_allowed=True)
    driver.to_firefight(operatives=team(make_card, "B1"), markers=(marker,))
    driver.activate("A1")
    fell(driver, "B1")


def test_l24_06_placing_its_marker_comes_beside_the_free_action_before_or_after_it(
    driver: GameDriver, make_card: MakeCard
) -> None:
    carrying(driver, make_card)
    assert prompts(driver) == ["last:B1"]
    assert prompts(driver, "drop:") == ["drop:B1:M1"]
    driver.answer("drop:")
    driver.answer("last:", "act")
    driver.act("B1", "Dash")
    assert life(driver, "B1") is LifeState.REMOVED
    for _ in range(3):
        driver("undo", by="referee")
    driver.answer("last:", "act")
    driver.act("B1", "Dash")
    assert life(driver, "B1") is LifeState.INCAPACITATED
    driver.answer("drop:")
    assert life(driver, "B1") is LifeState.REMOVED


def test_l24_06_place_marker_as_an_action_leaves_the_free_action(driver: GameDriver, make_card: MakeCard) -> None:
    carrying(driver, make_card)
    driver.answer("last:", "act")
    driver.act("B1", "Place Marker", marker="M1", marker_to=BoardPlace(14.0, 18.5))
    assert driver.state.marker("M1").carried_by is None
    assert life(driver, "B1") is LifeState.INCAPACITATED
    driver.act("B1", "Dash")
    assert life(driver, "B1") is LifeState.REMOVED


def test_c24_12_a_last_action_in_its_own_activation_repeats_none_of_it(fighting: GameDriver) -> None:
    fighting.activate("A1")
    fighting.act("A1", "Shoot", target="B1", results=())
    fell(fighting, "A1")
    fighting.answer("last:", "act")
    with pytest.raises(RefusedError) as refused:
        fighting.act("A1", "Shoot", target="B1", results=())
    assert [finding.rule for finding in refused.value.findings] == ["C24-06"]
    fighting.act("A1", "Dash")
    assert life(fighting, "A1") is LifeState.REMOVED
    assert fighting.state.turn == "p2"


def test_c24_12_a_last_action_outside_its_activation_may_repeat_what_it_did_in_it(fighting: GameDriver) -> None:
    fighting.activate("A1")
    fighting.act("A1", "Shoot", target="B1", results=())
    fighting.end("A1")
    fighting.activate("B1")
    fell(fighting, "A1")
    fighting.answer("last:", "act")
    fighting.act("A1", "Shoot", target="B1", results=())
    assert life(fighting, "A1") is LifeState.REMOVED


def test_l24_06_a_last_action_costs_nothing_and_may_cost_more_than_it_has(fighting: GameDriver) -> None:
    fighting.activate("A1")
    fighting.act("A1", "Shoot", target="B1", results=())
    fighting.act("A1", "Dash")
    fell(fighting, "A1")
    fighting.answer("last:", "act")
    fighting.act("A1", "Fall Back", engaged=True)
    assert life(fighting, "A1") is LifeState.REMOVED


def test_l24_06_a_concealed_operative_does_not_shoot_as_it_falls(fighting: GameDriver) -> None:
    fighting.pass_activation("A1", "conceal")
    fighting.activate("B1")
    fell(fighting, "A1")
    fighting.answer("last:", "act")
    with pytest.raises(RefusedError, check=coded("action-not-concealed", action="Shoot")):
        fighting.act("A1", "Shoot", target="B1", results=())


def test_l24_06_an_operative_that_falls_before_the_firefight_acts_too(driver: GameDriver, make_card: MakeCard) -> None:
    driver.to_gambits(operatives=team(make_card, "A1"))
    fell(driver, "A1")
    driver.answer("last:", "act")
    assert prompts(driver, "act:"), "its player can also end it"
    driver.act("A1", "Dash")
    assert life(driver, "A1") is LifeState.REMOVED
    assert driver.state.stage == "gambit"


def test_l24_06_a_last_action_that_is_begun_may_be_given_up_before_the_firefight(
    driver: GameDriver, make_card: MakeCard
) -> None:
    driver.to_gambits(operatives=team(make_card, "A1"))
    fell(driver, "A1")
    driver.answer("last:", "act")
    driver.answer("act:", "end")
    assert life(driver, "A1") is LifeState.REMOVED


def test_l24_06_undo_takes_a_last_action_back_and_leaves_the_counteraction_open(fighting: GameDriver) -> None:
    to_counteract(fighting)
    fighting.act("B1", "Shoot", target="A1", results=({"operative": "A1", "amount": 20},))
    fighting.answer("last:", "act")
    fighting("undo", by="referee")
    assert prompts(fighting) == ["last:A1"]
    assert fighting.acting.operative == "B1"
    fighting("undo", by="referee")
    assert fighting.acting.left == 1


def test_l24_06_the_last_of_all_acts_before_the_battle_goes_on(driver: GameDriver, make_card: MakeCard) -> None:
    driver.to_firefight(operatives=team(make_card, "B3"))
    for gone in ("A2", "A3", "B1", "B2"):
        driver("remove_operative", operative=gone)
    driver.pass_activation("A1")
    driver.activate("B3")
    fell(driver, "B3")
    assert driver.state.stage == "firefight"
    driver.answer("last:", "act")
    driver.act("B3", "Shoot", target="A1", results=({"operative": "A1", "amount": 1},))
    assert life(driver, "B3") is LifeState.REMOVED
    assert driver.state.stage != "firefight"
