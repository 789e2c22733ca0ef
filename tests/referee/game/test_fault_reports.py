"""What rules ask for besides actions: an order (A24-11), a last action (L24-06), tests (J24-07, J24-13), hatches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geometry.terrain import Part
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card
from referee.game.judging.position import as_operated
from referee.game.pack_action import PackAction
from referee.game.record import RefusedError
from referee.game.state import GameState, LifeState
from referee.rules.errors import MalformedError
from referee.rules.position import Exemption
from tests.codes import coded
from tests.referee.game.conftest import GameDriver, MakeCard


def rules(*names: str) -> list[dict[str, str]]:
    return [{"owner": name[:2], "name": name} for name in names]


def test_a24_11_the_player_with_initiative_orders_what_comes_at_the_same_time(firefight: GameDriver) -> None:
    firefight("trigger", rules=rules("p1 frenzy", "p2 medic", "p2 curse"))
    prompt = firefight.prompt("order:")
    assert prompt.owner == "p1"
    with pytest.raises(RefusedError, check=coded("time-rule-order")):
        firefight.activate("A1")
    firefight.answer("order:", "p2:p2 curse", by="p1")
    assert [choice.key for choice in firefight.prompt("order:").choices] == ["p1:p1 frenzy", "p2:p2 medic"]
    firefight.answer("order:", "p1:p1 frenzy")
    assert firefight.state.simultaneous == ()
    firefight.activate("A1")


def test_a24_11_a_rule_stands_once_and_belongs_to_somebody_at_the_table(firefight: GameDriver) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-rule-twice")):
        firefight("trigger", rules=rules("p1 frenzy", "p1 frenzy"))
    with pytest.raises(RefusedError, check=coded("refusal-rule-owners")):
        firefight("trigger", rules=[{"owner": "p9", "name": "a"}, {"owner": "p1", "name": "b"}])


@pytest.fixture
def desperate(driver: GameDriver, teams: tuple[Card, ...], make_card: MakeCard) -> GameDriver:
    """A1 is incapacitated and may act once more when it falls; it carries M1, and B1 is active."""
    cards = (make_card("A1", "p1", exempt=frozenset({Exemption.LAST_ACTION})), *teams[1:])
    driver.to_firefight(operatives=cards)
    driver.activate("A1")
    driver.act("A1", "Pick Up Marker", marker="M1")
    driver.end("A1")
    driver.activate("B1")
    driver.act("B1", "Shoot", target="A1", results=({"operative": "A1", "amount": 10},))
    return driver


def test_l24_06_a_fallen_operative_performs_one_free_action_and_the_owner_orders_it_and_the_marker(
    desperate: GameDriver,
) -> None:
    assert desperate.state.operative("A1").life is LifeState.INCAPACITATED
    assert {prompt.id.partition(":")[0] for prompt in desperate.game.prompts} >= {"drop", "last"}
    with pytest.raises(RefusedError, check=coded("time-last-action", operatives=["A1"])):
        desperate.act("B1", "Dash")
    desperate.answer("last:", "act", by="p1")
    desperate.act("A1", "Shoot", target="B2", results=({"operative": "B2", "amount": 3},))
    assert desperate.state.operative("B2").wounds == 7
    assert desperate.state.reaction is None
    assert desperate.state.operative("A1").life is LifeState.INCAPACITATED
    desperate.answer("drop:")
    assert desperate.state.operative("A1").life is LifeState.REMOVED
    desperate.act("B1", "Dash")


def test_l24_06_it_is_one_action_and_costs_nothing(desperate: GameDriver) -> None:
    desperate.answer("drop:")
    desperate.answer("last:", "act")
    desperate.act("A1", "Dash")
    assert desperate.state.operative("A1").life is LifeState.REMOVED
    assert [prompt for prompt in desperate.game.prompts if prompt.id.startswith("last")] == []


def test_l24_06_it_may_be_waived_and_cards_without_the_rule_are_not_asked(desperate: GameDriver) -> None:
    desperate.answer("last:")
    desperate.answer("drop:")
    assert desperate.state.operative("A1").life is LifeState.REMOVED
    desperate.end("B1")
    desperate.activate("A2")
    desperate.act("A2", "Shoot", target="B3", results=({"operative": "B3", "amount": 10},))
    assert desperate.state.operative("B3").life is LifeState.REMOVED


MINE = {"id": "boom", "kind": "mines", "diameter": 0.787, "place": {"x": 7.0, "y": 7.0}, "owner": "p2"}


@pytest.mark.parametrize(("die", "wounds"), [(1, 6), (2, 6), (3, 5), (4, 5), (5, 4), (6, 4)])
def test_j24_07_a_mine_goes_off_once_for_d3_and_three(firefight: GameDriver, die: int, wounds: int) -> None:
    firefight("place_marker", marker=MINE)
    firefight.activate("A1")
    firefight.act("A1", "Dash", to=BoardPlace(7, 6), springs=("boom",))
    assert "boom" not in firefight.state.markers
    prompt = firefight.prompt("test:mine:boom")
    assert (prompt.owner, prompt.dice) == ("p2", 1)
    with pytest.raises(RefusedError, check=coded("time-roll-due")):
        firefight.act("A1", "Shoot", target="B1")
    firefight.answer("test:", dice=(die,))
    assert firefight.state.operative("A1").wounds == wounds
    firefight.act("A1", "Shoot", target="B1")
    with pytest.raises(RefusedError, check=coded("item-no-mine")):
        firefight.act("A1", "Reposition", springs=("boom",))


def test_j24_07_who_a_mine_kills_is_removed_and_the_activation_ends(
    driver: GameDriver, make_card: MakeCard, teams: tuple[Card, ...]
) -> None:
    driver.to_firefight(operatives=(make_card("A1", "p1", wounds=4), *teams[1:]))
    driver("place_marker", marker=MINE)
    driver.activate("A1")
    driver.act("A1", "Dash", to=BoardPlace(7, 6), springs=("boom",))
    driver.answer("test:", dice=(1,))
    assert driver.state.operative("A1").life is LifeState.REMOVED
    assert driver.state.acting is None


def test_j24_13_everyone_near_the_target_tests_and_three_or_more_takes_an_apl(driver: GameDriver) -> None:
    driver.to_firefight(equipment=("utility grenades: stun, stun",))
    driver.activate("A1")
    with pytest.raises(RefusedError, check=coded("action-target-enemy")):
        driver.act("A1", "Stun Grenade", target="A2")
    driver.act("A1", "Stun Grenade", target="B1", facts={"near": ["A2", "B1"]})
    driver.answer("test:", dice=(2,))
    driver.answer("test:", dice=(3,))
    assert [driver.state.operative(key).apl for key in ("A2", "B1", "B2")] == [2, 1, 2]


def test_k24_07_operating_a_hatch_turns_it_and_i24_14_the_rest_of_the_move_is_kept(close_quarters: GameDriver) -> None:
    close_quarters.activate("A1")
    close_quarters.act("A1", "Reposition", to=BoardPlace(6, 4), charged=3.0)
    close_quarters.act("A1", "Operate Hatch", thing="hatch-1")
    assert close_quarters.state.openings["hatch-1"] == "open"
    assert close_quarters.acting.spent == 2
    close_quarters.act("A1", "Reposition", to=BoardPlace(6, 7), charged=3.0, goes_on=True)
    assert close_quarters.acting.spent == 2
    assert close_quarters.state.operative("A1").place == BoardPlace(6, 7)
    with pytest.raises(RefusedError, check=coded("refusal-no-paused-move", action="Reposition")):
        close_quarters.act("A1", "Reposition", to=BoardPlace(6, 8), goes_on=True)


def test_i24_14_only_the_move_that_was_paused_goes_on(close_quarters: GameDriver) -> None:
    close_quarters.activate("A1")
    close_quarters.act("A1", "Dash", to=BoardPlace(6, 4), charged=1.0)
    close_quarters.act("A1", "Operate Hatch", thing="hatch-1", facts={"stands": "open"})
    assert close_quarters.state.openings["hatch-1"] == "closed"
    with pytest.raises(RefusedError, check=coded("refusal-no-paused-move", action="Reposition")):
        close_quarters.act("A1", "Reposition", goes_on=True, free=True)
    close_quarters.act("A1", "Dash", charged=2.0, goes_on=True)


LOOT = PackAction("Loot", 1, conceal=False, engaged=False, bars=("Charge",), text="Score 1 VP from the marker.")
SIGNAL = PackAction("Signal", 2, treated_as="Shoot", operatives=("A2",))


def test_d24_16_a_packs_actions_are_priced_restricted_and_counted_like_the_editions_own(driver: GameDriver) -> None:
    driver.to_firefight(actions=(LOOT, SIGNAL))
    driver.activate("A1")
    with pytest.raises(RefusedError) as refused:
        driver.act("A1", "Loot", engaged=True)
    assert "control-no-enemy-within" in [fault.reason.code for fault in refused.value.findings]
    driver.act("A1", "Loot")
    with pytest.raises(RefusedError, check=coded("action-not-repeated", action="Loot", earlier="Loot")):
        driver.act("A1", "Loot")
    with pytest.raises(RefusedError) as refused:
        driver.act("A1", "Signal")
    assert [finding.rule for finding in refused.value.findings] == ["C24-05", "pack:Signal"]
    driver.end("A1")
    driver.pass_activation("B1")
    driver.activate("A2", "conceal")
    driver.act("A2", "Signal")
    assert driver.acting.spent == 2


def test_d24_16_a_pack_names_each_action_once_and_prices_it(driver: GameDriver) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-actions-twice")):
        driver.to_firefight(actions=(LOOT, LOOT))
    with pytest.raises(MalformedError, check=coded("ability-name-and-cost")):
        PackAction("Loot", 12)


def test_n24_02_a_cards_own_rules_lift_the_bars_on_guard_and_counteract_while_concealed(
    driver: GameDriver, make_card: MakeCard, teams: tuple[Card, ...]
) -> None:
    lifted = frozenset({Exemption.GUARD_CONCEALED, Exemption.REACT_CONCEALED})
    driver.to_firefight(operatives=(make_card("A1", "p1", exempt=lifted), *teams[1:]), killzone="gallowdark")
    driver.activate("A1", "conceal")
    driver.act("A1", "Guard")
    driver.end("A1")
    driver.pass_activation("B1")
    driver.activate("A2", "conceal")
    with pytest.raises(RefusedError) as refused:
        driver.act("A2", "Guard")
    assert "action-not-concealed" in [fault.reason.code for fault in refused.value.findings]
    driver.end("A2")
    driver.pass_activation("B2")
    driver("declare_status", operative="A3", ready=False, order="conceal", by="referee")
    assert [choice.key for choice in driver.prompt("react:").choices] == ["A1", "pass"]
    driver("react", operative="A1")
    driver.act("A1", "Fight", target="B1")


def test_n24_03_what_was_done_in_a_counteraction_is_not_repeated_in_it_for_free(driver: GameDriver) -> None:
    driver.to_firefight()
    driver.pass_activation("A1")
    for name in ("A2", "A3"):
        driver("declare_status", operative=name, ready=False, order="engage", by="referee")
    driver.pass_activation("B1")
    driver("react", operative="A1")
    driver.act("A1", "Dash", free=True, charged=1.0)
    assert driver.state.reaction is not None, "a free action is none of a reaction's own"
    with pytest.raises(RefusedError) as refused:
        driver.act("A1", "Dash", charged=1.0)
    assert "C24-06" in [finding.rule for finding in refused.value.findings]
    driver.act("A1", "Shoot", target="B1")
    assert driver.state.reaction is None


def test_g24_23_and_j24_14_grenades_are_picked_by_two_and_used_by_the_team(driver: GameDriver) -> None:
    driver.to_firefight(equipment=("explosive grenades: frag, krak", "utility grenades: smoke, smoke"))
    driver.activate("A1")
    frag = next(weapon for weapon in driver.state.side("p1").weapons if weapon.name == "frag grenade")
    assert (frag.atk, frag.hit, frag.damage) == (4, 4, (2, 4))
    driver.act("A1", "Shoot", target="B1", weapon="frag grenade")
    assert {use.rule: use.x for use in driver.acting.performed[-1].weapon_rules} == {
        "range": 6,
        "blast": 2,
        "saturate": None,
    }
    driver.act("A1", "Smoke Grenade", marker="S1", marker_to=BoardPlace(9, 9))
    driver.end("A1")
    driver.pass_activation("B1")
    driver.activate("A2")
    with pytest.raises(RefusedError, check=coded("refusal-supply-used-up", item="frag grenade")):
        driver.act("A2", "Shoot", target="B1", weapon="frag grenade")
    driver.act("A2", "Smoke Grenade", marker="S2", marker_to=BoardPlace(9, 9))
    driver.act("A2", "Shoot", target="B1", weapon="krak grenade")
    driver.end("A2")
    assert driver.state.side("p1").supplies == {"frag grenade": 0, "krak grenade": 0, "smoke grenade": 0}
    assert driver.state.side("p2").supplies["frag grenade"] == 1


def test_j24_14_who_picked_none_has_none_and_picks_are_two_of_two_kinds(driver: GameDriver) -> None:
    with pytest.raises(
        MalformedError,
        check=coded(
            "item-two-picks", name="explosive grenades", one="frag", option="explosive grenades: frag", other="krak"
        ),
    ):
        driver.to_firefight(equipment=("explosive grenades: frag",))


def test_a24_05_two_picks_of_one_option_are_one_option(driver: GameDriver) -> None:
    with pytest.raises(RefusedError) as refused:
        driver.to_firefight(equipment=("utility grenades: smoke, stun", "Utility Grenades: stun, stun"))
    assert [finding.rule for finding in refused.value.findings] == ["A24-05"]


@pytest.mark.parametrize(
    ("set_up", "seen", "judged"), [("open", None, "open"), ("closed", "open", "closed"), (None, "open", "open")]
)
def test_a_hatch_that_nobody_operated_is_judged_as_it_was_set_up(
    set_up: str | None, seen: str | None, judged: str
) -> None:
    """A leaf whose tag is covered, or that was turned by hand, changes nothing."""
    hatch = Part("AP", "AP", ((0.0, 0.0), (2.0, 0.0), (2.0, 0.2), (0.0, 0.2)), 0.0, 2.5, role="access_point")
    state = GameState(terrain=(RecordedTerrain.of(replace(hatch, state=set_up)),))
    (part,) = as_operated(state, [replace(hatch, state=seen)])
    assert part.state == judged
    operated = replace(state, openings={"AP": "closed"})
    assert as_operated(operated, [replace(hatch, state=seen)])[0].state == "closed"
