"""2024, before the battle: rules A24-03 to A24-09."""

from __future__ import annotations

import pytest

from referee.editions.kt24.equipment import PIECES
from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat, TacOpCard
from referee.game.intents import Answer, SetUp
from referee.game.record import RefusedError
from referee.game.state import MarkerState
from referee.rules.position import Order
from tests.codes import coded
from tests.referee.allowed import is_allowed
from tests.referee.game.conftest import GameDriver, MakeCard
from tests.referee.game.refused import reasons


@pytest.fixture
def at_the_table(driver: GameDriver, seats: tuple[Seat, ...], teams: tuple[Card, ...]) -> GameDriver:
    driver.typed(SetUp, seats=seats, operatives=teams)
    return driver


def test_a_battle_that_was_never_set_up_is_not_ended(driver: GameDriver) -> None:
    for said in ({}, {"conceded_by": "p1"}):
        with pytest.raises(RefusedError, check=coded("refusal-no-battle")):
            driver("end_battle", **said)
    assert not driver.state.ended


@pytest.fixture
def rolled_off(at_the_table: GameDriver) -> GameDriver:
    at_the_table.answer("first-roll:0:p1", dice=(2,))
    at_the_table.answer("first-roll:0:p2", dice=(5,))
    return at_the_table


@pytest.fixture
def equipped(rolled_off: GameDriver) -> GameDriver:
    rolled_off.answer("first:", "p1")
    rolled_off("choose_equipment", player="p1", options=["mines", "ladders"])
    rolled_off("choose_equipment", player="p2", options=["razor wire"])
    return rolled_off


@pytest.fixture
def to_deploy(equipped: GameDriver) -> GameDriver:
    equipped.confirm_all("equipment:", "equipment:")
    return equipped


def test_a24_02_nothing_is_done_before_the_game_is_set_up(driver: GameDriver) -> None:
    with pytest.raises(RefusedError, check=coded("time-not-set-up")):
        driver("activate", operative="A1", order="engage")
    assert driver.game.prompts == ()


def test_a24_03_two_seats_and_cards_that_fit_them(
    driver: GameDriver, seats: tuple[Seat, ...], teams: tuple[Card, ...], make_card: MakeCard
) -> None:
    with pytest.raises(RefusedError) as refused:
        driver.typed(
            SetUp,
            seats=(seats[0], seats[0]),
            operatives=(*teams, make_card("A1", "p9")),
            places={"Z1": BoardPlace(1, 1)},
        )
    assert set(reasons(refused)) >= {"refusal-two-seats", "refusal-operatives-twice"}
    assert coded("refusal-operatives-without-seat", players=["p2", "p9"])(refused.value)
    assert coded("refusal-places-unknown", ids=["Z1"])(refused.value)


def test_a24_03_the_winner_of_the_roll_off_decides_who_has_initiative(rolled_off: GameDriver) -> None:
    prompt = rolled_off.prompt("first:")
    assert prompt.owner == "p2"
    assert [choice.key for choice in prompt.choices] == ["p1", "p2"]
    rolled_off.answer("first:", "p1", by="p2")
    assert rolled_off.state.initiative == "p1"


def test_b24_02_a_tie_of_the_first_roll_off_is_rolled_again(at_the_table: GameDriver) -> None:
    at_the_table.answer("first-roll:0:p1", dice=(4,))
    at_the_table.answer("first-roll:0:p2", dice=(4,))
    assert at_the_table.state.rolls == {}
    assert len([prompt for prompt in at_the_table.game.prompts if prompt.dice == 1]) == 2


def test_b24_02_an_answer_that_was_on_its_way_when_a_roll_off_was_tied_is_no_die_of_the_next(
    at_the_table: GameDriver,
) -> None:
    at_the_table.answer("first-roll:0:p1", dice=(4,))
    at_the_table.answer("first-roll:0:p2", dice=(4,))
    with pytest.raises(ValueError, match="first-roll:0:p2"):
        at_the_table.game.submit(Answer(id="late", prompt="first-roll:0:p2", dice=(4,)))
    at_the_table.answer("first-roll:0:p1:1", dice=(4,))
    at_the_table.answer("first-roll:0:p2:1", dice=(4,))
    at_the_table.answer("first-roll:0:p1:2", dice=(3,))
    at_the_table.answer("first-roll:0:p2:2", dice=(5,))
    assert at_the_table.prompt("first:").owner == "p2"


def test_a24_03_each_player_rolls_once_and_for_himself(at_the_table: GameDriver) -> None:
    with pytest.raises(ValueError, check=coded("answer-other-owner", owner="p1")):
        at_the_table.answer("first-roll:0:p1", dice=(4,), by="p2")
    at_the_table.answer("first-roll:0:p1", dice=(4,), by="p1")
    assert [prompt.owner for prompt in at_the_table.game.prompts] == ["p2"]


def test_a24_04_both_gain_two_cp_before_equipment_is_revealed(rolled_off: GameDriver) -> None:
    rolled_off.answer("first:", "p2")
    assert {player: side.cp for player, side in rolled_off.state.sides.items()} == {"p1": 2, "p2": 2}
    rolled_off("choose_equipment", player="p1", options=["mines"])
    assert rolled_off.state.stage == "selection"
    rolled_off("seal", player="p1", topic="tac_op", value="Seize")
    assert rolled_off.state.side("p1").revealed == {}
    rolled_off.answer("equipment:p2")
    assert rolled_off.state.stage == "equipment"


CARDS = {"p1": (TacOpCard("Dig In"), TacOpCard("Hold")), "p2": (TacOpCard("Rout"),)}


@pytest.fixture
def carded(driver: GameDriver, seats: tuple[Seat, ...], teams: tuple[Card, ...]) -> GameDriver:
    """Both players choose from tac op cards."""
    driver.typed(SetUp, seats=seats, operatives=teams, tac_ops=CARDS)
    driver.answer("first-roll:0:p1", dice=(6,))
    driver.answer("first-roll:0:p2", dice=(1,))
    driver.answer("first:", "p1")
    return driver


@pytest.mark.parametrize("name", ["Rout", "Dig", "Dig In 2", "DigIn", "Seize"])
def test_a24_04_a_tac_op_is_on_one_of_the_player_s_cards(carded: GameDriver, name: str) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-tac-op-card")) as refused:
        carded("seal", player="p1", topic="tac_op", value=name)
    assert name not in str(refused.value), "it may be the other player's"
    carded("seal", player="p1", topic="tac_op", value="Hold")


@pytest.mark.parametrize("name", ["dig in", " Dig  In ", "DIG IN", "tac_op:Dig In"])
def test_a24_04_a_tac_op_is_stored_under_the_name_on_its_card(carded: GameDriver, name: str) -> None:
    carded("seal", player="p1", topic="tac_op", value=name)
    assert carded.state.side("p1").sealed["tac_op"] == "Dig In"


def test_a24_04_without_cards_any_tac_op_may_be_entered(rolled_off: GameDriver) -> None:
    rolled_off.answer("first:", "p2")
    rolled_off("seal", player="p1", topic="tac_op", value=" Seize ")
    assert rolled_off.state.side("p1").sealed["tac_op"] == "Seize"


def test_a24_04_a_tac_op_kept_on_a_card_may_be_entered_later(carded: GameDriver) -> None:
    carded.answer("tac_op:p1", "none")
    carded("seal", player="p1", topic="tac_op", value="hold")
    assert carded.state.side("p1").sealed["tac_op"] == "Hold"


def test_a24_03_the_crit_op_is_named_openly_for_both_and_once(carded: GameDriver) -> None:
    """001:9: the crit op is determined with the terrain; it is no secret."""
    carded("seal", player="p2", topic="crit_op", value="Secure  the Line")
    for player in ("p1", "p2"):
        assert carded.state.side(player).revealed["crit_op"] == "Secure the Line"
    with pytest.raises(RefusedError, check=coded("refusal-secret-made")):
        carded("seal", player="p1", topic="crit_op", value="Loot")


def test_a24_03_naming_the_crit_op_takes_no_turn_in_the_gambits(driver: GameDriver) -> None:
    driver.to_gambits()
    driver("seal", player="p2", topic="crit_op", value="Loot")
    assert driver.state.turn == "p1"


def test_a24_03_no_crit_op_is_named_after_the_first_gambits(driver: GameDriver) -> None:
    driver.to_firefight()
    with pytest.raises(RefusedError):
        driver("seal", player="p2", topic="crit_op", value="Loot")


def test_a24_05_each_option_once_and_four_at_most(rolled_off: GameDriver) -> None:
    rolled_off.answer("first:", "p2")
    with pytest.raises(RefusedError) as refused:
        rolled_off("choose_equipment", player="p1", options=["mines", "mines", "ladders", "ammo cache", "razor wire"])
    assert [finding.rule for finding in refused.value.findings] == ["A24-05", "A24-05"]
    rolled_off("choose_equipment", player="p1", options=["mines"])
    with pytest.raises(RefusedError, check=coded("refusal-equipment-revealed")):
        rolled_off("choose_equipment", player="p1", options=["ladders"])


def test_a24_05_every_option_that_is_offered_may_be_taken_alone(rolled_off: GameDriver) -> None:
    rolled_off.answer("first:", "p1")
    asked = rolled_off.prompt("equipment:p1")
    assert asked.picks == 4
    assert len(asked.choices) == 1 + 8 + 6
    for offered in asked.choices:
        rolled_off.answer("equipment:p1", offered.key)
        expected = () if offered.key == asked.default else (offered.key,)
        assert rolled_off.state.side("p1").equipment == expected
        rolled_off("undo")


def test_a24_03_only_the_mission_s_options_are_offered_and_taken(
    driver: GameDriver, seats: tuple[Seat, ...], teams: tuple[Card, ...]
) -> None:
    driver.typed(SetUp, seats=seats, operatives=teams, equipment=("Mines", "utility grenades"))
    driver.answer("first-roll:0:p1", dice=(6,))
    driver.answer("first-roll:0:p2", dice=(1,))
    driver.answer("first:", "p1")
    asked = driver.prompt("equipment:p1")
    kinds = ("smoke, smoke", "smoke, stun", "stun, stun")
    assert [each.key for each in asked.choices] == ["none", "mines", *(f"utility grenades: {kind}" for kind in kinds)]
    with pytest.raises(RefusedError, check=coded("refusal-options-not-in-mission")):
        driver("choose_equipment", player="p1", options=["mines", "ladders"])
    driver("choose_equipment", player="p1", options=["mines", "utility grenades: smoke, stun"])
    assert driver.state.side("p1").equipment == ("mines", "utility grenades: smoke, stun")


def test_a24_06_equipment_is_set_up_item_by_item_from_initiative(equipped: GameDriver) -> None:
    mine = MarkerState("mine", "mine", 20 / 25.4, BoardPlace(4, 4), owner="p1")
    with pytest.raises(RefusedError, check=coded("refusal-other-turn", player="p1")):
        equipped("place_equipment", player="p2", item="razor wire")
    with pytest.raises(RefusedError, check=coded("refusal-item-not-selected", item="smoke")):
        equipped("place_equipment", player="p1", item="smoke")
    equipped("place_equipment", player="p1", item="mines", marker=mine_data(mine))
    assert equipped.state.marker("mine").owner == "p1"
    equipped("place_equipment", player="p2", item="razor wire")
    equipped("place_equipment", player="p1", item="ladders")
    equipped("pass_turn", player="p2")
    equipped("place_equipment", player="p1", item="ladders")
    assert equipped.state.stage == "equipment"
    equipped("pass_turn", player="p2")
    equipped("pass_turn", player="p1")
    assert equipped.state.stage == "deployment"


def mine_data(mine: MarkerState) -> dict[str, object]:
    assert mine.place is not None
    place = {"x": mine.place.x, "y": mine.place.y}
    return {"id": mine.id, "kind": mine.kind, "diameter": mine.diameter, "place": place, "owner": mine.owner}


def test_a24_06_without_equipment_there_is_nothing_to_place(rolled_off: GameDriver) -> None:
    rolled_off.answer("first:", "p2")
    rolled_off.confirm_all("equipment:", "equipment:")
    assert rolled_off.state.stage == "deployment"


@pytest.mark.parametrize(("sizes", "turns"), [((3, 3), "ABABAB"), ((7, 4), "AAABBAAABBA"), ((1, 5), "ABBBBB")])
def test_a24_07_operatives_are_set_up_by_thirds_rounded_up(
    driver: GameDriver, seats: tuple[Seat, ...], make_card: MakeCard, sizes: tuple[int, int], turns: str
) -> None:
    cards = [make_card(f"{letter}{n}", player) for letter, player, size in zip("AB", ("p1", "p2"), sizes, strict=True)
             for n in range(size)]  # fmt: skip
    driver.typed(SetUp, seats=seats, operatives=tuple(cards))
    driver.answer("first-roll:0:p1", dice=(6,))
    driver.answer("first-roll:0:p2", dice=(5,))
    driver.answer("first:", "p1")
    driver.confirm_all("equipment:", "equipment:")
    order = []
    waiting = {"p1": [c.id for c in cards if c.player == "p1"], "p2": [c.id for c in cards if c.player == "p2"]}
    while driver.state.stage == "deployment":
        turn = driver.state.turn
        assert turn is not None
        other = driver.state.opponent(turn)
        if waiting[other]:
            assert not is_allowed(driver.game, driver.intent("deploy", operative=waiting[other][0]))
        operative = waiting[turn].pop(0)
        driver("deploy", operative=operative, place={"x": 3.0, "y": 3.0})
        order.append(operative[0])
    assert "".join(order) == turns
    assert driver.state.stage == "scouting"


def test_a24_07_operatives_are_set_up_with_a_conceal_order_and_where_they_were_seen(to_deploy: GameDriver) -> None:
    to_deploy("deploy", operative="A1", place={"x": 3.0, "y": 2.0})
    operative = to_deploy.state.operative("A1")
    assert operative.order is Order.CONCEAL
    assert operative.place == BoardPlace(3.0, 2.0)
    with pytest.raises(RefusedError, check=coded("refusal-set-up-already")):
        to_deploy("deploy", operative="A1", place={"x": 3.0, "y": 2.0})


def test_a24_08_scouting_is_secret_until_both_have_chosen(to_deploy: GameDriver) -> None:
    while to_deploy.state.stage == "deployment":
        reserve = [k for k, o in to_deploy.state.operatives.items() if o.life == "reserve"]
        to_deploy(
            "deploy", operative=next(k for k in reserve if to_deploy.state.operative(k).player == to_deploy.state.turn)
        )
    to_deploy("seal", player="p1", topic="scouting", value="recon")
    assert to_deploy.state.side("p1").revealed == {}
    with pytest.raises(RefusedError, check=coded("refusal-secret-made")):
        to_deploy("seal", player="p1", topic="scouting", value="infiltrate")
    to_deploy("seal", player="p2", topic="scouting", value="infiltrate")
    assert to_deploy.state.side("p1").revealed == {"scouting": "recon"}
    assert to_deploy.state.side("p2").revealed == {"scouting": "infiltrate"}
    assert to_deploy.prompt("initiative:").owner == "any"


def test_a24_09_equal_scouting_leaves_initiative_to_the_player_without_it(to_deploy: GameDriver) -> None:
    while to_deploy.state.stage == "deployment":
        turn = to_deploy.state.turn
        team = [k for k, o in to_deploy.state.operatives.items() if o.life == "reserve" and o.player == turn]
        to_deploy("deploy", operative=team[0])
    to_deploy.confirm_all("scouting:", "scouting:")
    assert to_deploy.state.turning_point == 1
    assert to_deploy.prompt("initiative:").owner == "p2"
    to_deploy.answer("initiative:", by="p2")
    assert to_deploy.state.initiative == "p2"


def test_a24_08_a_secret_has_its_own_time_and_a_known_topic(rolled_off: GameDriver) -> None:
    rolled_off.answer("first:", "p2")
    with pytest.raises(RefusedError, check=coded("refusal-secret-phase")):
        rolled_off("seal", player="p1", topic="scouting", value="x")
    with pytest.raises(RefusedError, check=coded("refusal-secret-unknown", topic="lunch")):
        rolled_off("seal", player="p1", topic="lunch", value="x")


def test_a24_05_heavy_and_light_barricades_are_two_options_and_both_light_ones_are_one(rolled_off: GameDriver) -> None:
    rolled_off.answer("first:", "p2")
    both = ["heavy barricade", "light barricades", "mines", "ladders"]
    with pytest.raises(RefusedError) as refused:
        rolled_off("choose_equipment", player="p1", options=[*both, "razor wire"])
    assert [finding.rule for finding in refused.value.findings] == ["A24-05"]
    rolled_off("choose_equipment", player="p1", options=both)
    assert [PIECES[option] for option in ("heavy barricade", "light barricade")] == [1, 2]
