"""2021: initiative taken, points and ploys, target reveal, groups, overwatch (rules B21-*, C21-*, D21-*, G21-*)."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from referee.keeper.notation import play_notation, to_notation
from referee.kt21.edition import KT21
from referee.kt21.flow import flow
from referee.kt21.flow_stages import initiative_taken
from referee.rules.dice.weapon import RuleUse, Weapon, WeaponType
from referee.rules.game.card import Card, Seat
from referee.rules.game.errors import RefusedError
from referee.rules.game.game import Game
from referee.rules.game.intents import Act, Damage, SetUp, read_intent
from referee.rules.game.place import Place
from referee.rules.game.stages.rolling import FirstRollOff
from referee.rules.game.state import MarkerState, Side
from referee.rules.position import Order

FLOW = flow(KT21)
GUN = Weapon("gun", WeaponType.RANGED, 4, 3, (3, 4))
HEAVY = Weapon("heavy gun", WeaponType.RANGED, 4, 3, (3, 4), (RuleUse("heavy"),))
UNWIELDY = Weapon("cannon", WeaponType.RANGED, 4, 3, (5, 6), (RuleUse("unwieldy"),))
BLAST = Weapon("launcher", WeaponType.RANGED, 4, 3, (3, 5), (RuleUse("blast", 2), RuleUse("limited")))


def made(name: str, player: str, type_: str = "trooper", group: int = 1) -> Card:
    weapons = (GUN, HEAVY, UNWIELDY, BLAST)
    return Card(name, player, name, 2, 6.0, 4, 8, type=type_, group=group, weapons=weapons)


TEAMS = (
    made("A1", "p1"),
    made("A2", "p1"),
    made("A3", "p1"),
    made("B1", "p2"),
    made("B2", "p2"),
    made("B3", "p2"),
)
HORDE = (
    made("A1", "p1", "gaunt", 3),
    made("A2", "p1", "gaunt", 3),
    made("A3", "p1", "gaunt", 3),
    made("A4", "p1", "leader"),
    made("B1", "p2"),
    made("B2", "p2"),
)


class Hands:
    def __init__(self) -> None:
        self.game = Game(FLOW)
        self._ids = count()

    @property
    def state(self):
        return self.game.state

    def __call__(self, kind: str, **given):
        return self.game.submit(read_intent({"kind": kind, "id": f"i{next(self._ids)}", **given}))

    def act(self, operative: str, action: str, **given):
        return self.game.submit(Act(id=f"i{next(self._ids)}", operative=operative, action=action, **given))

    def answer(self, start: str, choice=None, dice=()):
        prompt = next(each for each in self.game.prompts if each.id.startswith(start))
        return self("answer", prompt=prompt.id, dice=list(dice), choice=choice)

    def set_up(self, cards=TEAMS, deployed: bool = True):
        places = {card.id: Place(3.0 * n + 2, 3.0 if card.player == "p1" else 19.0) for n, card in enumerate(cards)}
        marker = MarkerState("M1", "objective", 1.57, Place(15, 11), pick_up_allowed=True)
        seats = (Seat("p1", "Red"), Seat("p2", "Blue"))
        self.game.submit(
            SetUp(id="setup", seats=seats, operatives=cards, places=places if deployed else {}, markers=(marker,))
        )

    def to_firefight(self):
        while self.state.stage != "firefight":
            prompt = self.game.prompts[0]
            if prompt.dice:
                self.answer(prompt.id, dice=[6 if prompt.owner == "p1" else 2])
            else:
                self.answer(prompt.id, choice=prompt.default or "p1")

    def turn(self, operative: str, order: str = "engage"):
        self("activate", operative=operative, order=order)
        self("end_activation", operative=operative)


@pytest.fixture
def hands():
    made_hands = Hands()
    made_hands.set_up()
    made_hands.to_firefight()
    return made_hands


@pytest.fixture
def horde():
    made_hands = Hands()
    made_hands.set_up(HORDE)
    made_hands.to_firefight()
    return made_hands


def rules(refused) -> list[str]:
    return [finding.rule for finding in refused.value.findings]


@pytest.mark.parametrize(
    ("rolls", "previous", "taken"),
    [({"p1": 5, "p2": 2}, "p1", "p1"), ({"p1": 3, "p2": 3}, "p1", "p2"), ({"p1": 3, "p2": 3}, "p2", "p1")],
)
def test_b21_02_the_winner_takes_initiative_and_a_tie_goes_to_who_did_not_have_it(rolls, previous, taken):
    assert initiative_taken(rolls, previous) == taken


def test_b21_02_the_mission_gives_initiative_in_the_first_turning_point_and_nobody_is_asked_later():
    hands = Hands()
    hands.set_up()
    assert [prompt.id for prompt in hands.game.prompts] == ["mission:0"]
    hands.answer("mission", "p2")
    assert hands.state.stage == "ploys"
    assert hands.state.initiative == "p2"
    hands.to_firefight()
    while hands.state.stage == "firefight":
        prompt = hands.game.prompts[0]
        hands.answer(prompt.id, prompt.default or prompt.choices[0].key)
    hands.answer("end")
    hands.answer("initiative-roll:2:p1", dice=[4])
    hands.answer("initiative-roll:2:p2", dice=[3])
    assert hands.state.initiative == "p1"
    assert hands.state.stage == "ploys"


def test_b21_01_everybody_is_readied_and_b21_03_each_gains_one_cp():
    hands = Hands()
    hands.set_up()
    hands.answer("mission", "p1")
    assert hands.state.ready_of("p1") == ("A1", "A2", "A3")
    assert {player: side.cp for player, side in hands.state.sides.items()} == {"p1": 1, "p2": 1}


def test_b21_04_strategic_ploys_in_turn_each_once():
    hands = Hands()
    hands.set_up()
    hands.answer("mission", "p1")
    hands("use_ploy", player="p1", name="Rush", cost=0)
    with pytest.raises(RefusedError, match="it is p2's turn"):
        hands("use_ploy", player="p1", name="Hide", cost=0)
    hands("pass_turn", player="p2")
    with pytest.raises(RefusedError) as refused:
        hands("use_ploy", player="p1", name="rush", cost=0)
    assert rules(refused) == ["B21-04"]
    with pytest.raises(RefusedError) as refused:
        hands("use_ploy", player="p1", name="Ruin", cost=2)
    assert rules(refused) == ["B21-06"]


def test_b21_05_tac_ops_are_sealed_before_and_revealed_in_turn():
    hands = Hands()
    hands.set_up()
    hands("seal", player="p1", topic="tac_op_1", value="Headhunter")
    hands.answer("mission", "p1")
    hands("pass_turn", player="p1")
    hands("pass_turn", player="p2")
    assert hands.state.stage == "target_reveal"
    with pytest.raises(RefusedError, match="has chosen no 'tac_op_2'"):
        hands("reveal", player="p1", topic="tac_op_2")
    hands("reveal", player="p1", topic="tac_op_1")
    assert hands.state.turn == "p2"
    hands("pass_turn", player="p2")
    hands("pass_turn", player="p1")
    assert hands.state.stage == "firefight"


def test_b21_07_each_condition_once_and_not_before_the_reveal():
    hands = Hands()
    hands.set_up()
    hands("seal", player="p1", topic="tac_op_1", value="Headhunter")
    hands.to_firefight()
    with pytest.raises(RefusedError, match="tac_op_1 is not revealed yet"):
        hands("score", player="p1", op="tac_op_1:1", vp=1)
    hands("reveal", player="p1", topic="tac_op_1")
    hands("score", player="p1", op="tac_op_1:1", vp=1)
    with pytest.raises(RefusedError, match="tac_op_1:1 was scored already"):
        hands("score", player="p1", op="tac_op_1:1", vp=1)
    hands("score", player="p1", op="tac_op_1:2", vp=1)
    hands("score", player="p1", op="mission", vp=3)
    assert hands.state.side("p1").total_vp == 5
    with pytest.raises(RefusedError, match="no op 'crit'"):
        hands("score", player="p1", op="crit", vp=1)


def test_c21_01_players_alternate(hands):
    hands.turn("A1")
    with pytest.raises(RefusedError, match="it is p2's turn"):
        hands("activate", operative="A2", order="engage")
    hands.turn("B1", "conceal")
    assert hands.state.operative("B1").order is Order.CONCEAL


def test_c21_02_a_group_goes_on_with_its_own_type_and_stops_at_two(horde):
    horde.turn("A1")
    with pytest.raises(RefusedError) as refused:
        horde("activate", operative="A4", order="engage")
    assert rules(refused) == ["C21-02"]
    horde.turn("A2")
    assert horde.state.turn == "p2"
    horde.turn("B1")
    horde.turn("A4")
    assert horde.state.turn == "p2"


def test_c21_02_a_group_ends_when_none_of_its_type_is_left(horde):
    horde.turn("A1")
    horde.turn("A2")
    horde.turn("B1")
    horde.turn("A3")
    assert horde.state.turn == "p2"


def test_c21_03_the_same_action_once_but_pass(hands):
    hands("activate", operative="A1", order="engage")
    hands.act("A1", "Pass")
    hands.act("A1", "Pass")
    with pytest.raises(RefusedError) as refused:
        hands.act("A1", "Pass")
    assert rules(refused) == ["C21-03"]
    hands("end_activation", operative="A1")
    hands("activate", operative="B1", order="engage")
    hands.act("B1", "Shoot", weapon="gun")
    with pytest.raises(RefusedError, match="Shoot was already performed"):
        hands.act("B1", "Shoot", weapon="gun")


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
def test_d21_moves_that_exclude_each_other(hands, first, second):
    hands("activate", operative="A1", order="engage")
    hands.act("A1", first, free=True)
    with pytest.raises(RefusedError, match=f"{second} cannot follow {first}"):
        hands.act("A1", second, free=True)


def overwatch_window(hands) -> None:
    hands("remove_operative", operative="B3")
    hands.turn("A1")
    hands.turn("B1")
    hands.turn("A2")
    hands("declare_status", operative="B2", ready=False, order="conceal", by="referee")


def test_c21_04_who_has_nobody_ready_may_make_overwatch_with_engage_once(hands):
    overwatch_window(hands)
    prompt = hands.game.prompts[0]
    assert prompt.question == "p2 may overwatch"
    assert [choice.key for choice in prompt.choices] == ["B1", "pass"]
    hands.answer("react", "B1")
    for wrong in ("Shoot", "Dash"):
        with pytest.raises(RefusedError, match=f"out of turn it makes overwatch, not {wrong}"):
            hands.act("B1", wrong)
    hands.act("B1", "Overwatch", weapon="gun", target="A3", results=(Damage(operative="A3", amount=3),))
    assert hands.state.operative("A3").wounds == 5
    assert hands.state.turn == "p1"
    hands("declare_status", operative="A1", ready=True, by="referee")
    hands.turn("A3")
    assert hands.state.turn == "p1"


@pytest.mark.parametrize("weapon", ["cannon", "launcher"])
def test_g21_12_no_overwatch_with_unwieldy_or_blast(hands, weapon):
    overwatch_window(hands)
    hands("react", operative="B1")
    with pytest.raises(RefusedError, match="no overwatch with"):
        hands.act("B1", "Overwatch", weapon=weapon)


def test_c21_04_overwatch_is_no_action_of_an_activation(hands):
    hands("activate", operative="A1", order="engage")
    with pytest.raises(RefusedError, match="overwatch is made out of turn"):
        hands.act("A1", "Overwatch", weapon="gun")


def test_g21_07_heavy_goes_with_a_dash_alone(hands):
    hands("activate", operative="A1", order="engage")
    hands.act("A1", "Shoot", weapon="heavy gun")
    with pytest.raises(RefusedError) as refused:
        hands.act("A1", "Normal Move")
    assert rules(refused) == ["G21-07"]
    hands.act("A1", "Dash")
    hands("end_activation", operative="A1")
    hands("activate", operative="B1", order="engage")
    hands.act("B1", "Normal Move")
    with pytest.raises(RefusedError, match="a Heavy weapon does not go with Normal Move"):
        hands.act("B1", "Shoot", weapon="heavy gun")


def test_g21_12_unwieldy_costs_one_more_and_limited_is_once_a_battle(hands):
    hands("activate", operative="A1", order="engage")
    hands.act("A1", "Shoot", weapon="cannon")
    assert hands.state.acting.spent == 2
    assert hands.game.prompts[0].default == "end"
    hands("end_activation", operative="A1")
    hands("activate", operative="B1", order="engage")
    hands.act("B1", "Shoot", weapon="launcher")
    assert hands.state.operative("B1").uses == {"launcher": 1}


def test_d21_08_a_token_is_dropped_at_will_in_ones_activation_and_when_removed(hands):
    hands("activate", operative="A1", order="engage")
    hands.act("A1", "Pick Up", marker="M1")
    hands("drop_marker", operative="A1", place={"x": 3.0, "y": 3.5})
    assert hands.state.marker("M1").place == Place(3.0, 3.5)
    hands.act("A1", "Dash")
    hands("end_activation", operative="A1")
    hands("activate", operative="B1", order="engage")
    hands.act("B1", "Pick Up", marker="M1")
    hands("declare_damage", operative="B1", amount=8)
    hands.answer("drop:B1")
    assert hands.state.marker("M1").carried_by is None


def test_g21_14_a_stun_lasts_to_the_end_of_the_current_or_next_activation(hands):
    hands("activate", operative="A1", order="engage")
    hands.act("A1", "Shoot", weapon="gun", target="B1", stunned=("B1", "A1"))
    assert hands.state.operative("A1").apl == 1
    hands("end_activation", operative="A1")
    assert hands.state.operative("A1").apl == 2
    assert hands.state.operative("B1").apl == 1
    hands.turn("B1")
    assert hands.state.operative("B1").apl == 2


def test_operatives_are_set_up_in_the_order_of_the_mission():
    hands = Hands()
    hands.set_up(deployed=False)
    hands.answer("mission", "p1")
    for operative in ("B1", "B2", "A1", "B3", "A2", "A3"):
        assert hands.state.stage == "deployment"
        hands("deploy", operative=operative, place={"x": 3.0, "y": 3.0})
    assert hands.state.stage == "ploys"


def test_a_whole_battle_and_its_notation(hands):
    hands("score", player="p2", op="mission", vp=2)
    while hands.state.stage != "ended":
        prompt = hands.game.prompts[0]
        if prompt.dice:
            hands.answer(prompt.id, dice=[5 if prompt.owner == "p1" else 4])
        else:
            hands.answer(prompt.id, prompt.default or prompt.choices[0].key)
    assert hands.state.turning_point == 4
    assert hands.state.winner == "p2"
    again = Game(FLOW)
    play_notation(to_notation(hands.game.timeline, KT21, FLOW), KT21, again)
    assert again.state == hands.state


def test_b21_06_a_tactical_ploy_once_a_turning_point_and_a_command_reroll_as_often_as_paid(hands):
    hands.to_firefight()
    hands("use_ploy", player="p1", name="Hold", cost=0)
    with pytest.raises(RefusedError, match="p1 has used hold"):
        hands("use_ploy", player="p1", name="hold", cost=0)
    for _ in range(2):
        hands("use_ploy", player="p1", name="Command Re-roll", cost=0)
    with pytest.raises(RefusedError, match="costs 9 CP"):
        hands("use_ploy", player="p1", name="Command Re-roll", cost=9)


def test_e21_05_the_fallen_leave_when_all_attacks_of_the_action_are_resolved(hands):
    hands.to_firefight()
    hands("activate", operative="A1", order="engage")
    damage = (Damage(operative="B1", amount=8), Damage(operative="B2", amount=3))
    events = hands.act("A1", "Shoot", weapon="gun", target="B1", results=damage)
    kinds = [event.kind for event in events]
    assert kinds.index("removed") > max(at for at, kind in enumerate(kinds) if kind == "wounds_lost")
    assert hands.state.operative("B2").wounds == 5


@pytest.mark.parametrize(("die", "place"), [(1, Place(4, 4, 3)), (2, Place(9, 4, 3))])
def test_i21_03_a_jump_is_tested_and_on_a_one_it_stays_at_the_edge(hands, die, place):
    hands.to_firefight()
    hands("activate", operative="A1", order="engage")
    hands.act("A1", "Normal Move", to=Place(9, 4, 3), facts={"jump_from": [4.0, 4.0, 3.0]})
    with pytest.raises(RefusedError, match="dice that a rule asks for"):
        hands.act("A1", "Shoot", weapon="gun", target="B1")
    hands.answer("test:jump", dice=(die,))
    assert hands.state.operative("A1").place == place
    hands.act("A1", "Shoot", weapon="gun", target="B1")


def test_i21_03_the_edge_is_a_place(hands):
    hands.to_firefight()
    hands("activate", operative="A1", order="engage")
    with pytest.raises(RefusedError, match="expected x, y and z of the edge"):
        hands.act("A1", "Normal Move", to=Place(9, 4, 3), facts={"jump_from": [4.0]})


@pytest.mark.parametrize(("dice", "asked"), [((3, 3), 2), ((3, 4), 0)])
def test_a21_04_ties_of_a_roll_off_are_rolled_again_but_for_initiative(dice, asked):
    """Initiative has its own rule for ties (B21-02); any other roll-off begins anew."""
    state = replace(Hands().state, sides={"p1": Side(Seat("p1", "a")), "p2": Side(Seat("p2", "b"))})
    stage = FirstRollOff("roll_off")
    rolled = replace(state, rolls=dict(zip(("p1", "p2"), dice, strict=True)))
    for happening in stage.follow(rolled):
        rolled = happening.on(rolled)
    assert len([prompt for prompt in stage.prompts(rolled) if prompt.dice]) == asked
