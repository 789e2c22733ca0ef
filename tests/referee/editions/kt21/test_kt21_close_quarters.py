"""Close Quarters of 2021 behind the same ports (rules K21-01 to K21-06, N21-05)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any, cast

import pytest

from geometry.terrain import Part
from referee.editions.kt21.close_quarters import close_quarters
from referee.editions.kt21.edition import KT21
from referee.editions.kt21.flow import flow
from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat
from referee.game.engine.game import Game
from referee.game.handlers.act_handler import ActHandler
from referee.game.intents import Act, SetUp, read_intent
from referee.game.record import RefusedError
from referee.rules.judgement import Attempt, Move, Shot, ShotJudgement, Violation
from referee.rules.ports.actions import judge_attempt
from referee.rules.ports.edition import note
from referee.rules.position import Order, Position
from referee.rules.ruling import Verdict
from referee.rules.weapon import RuleUse, Weapon, WeaponType
from tests.codes import coded
from tests.referee.conftest import Box

CLOSE = close_quarters(KT21)
R32 = 32 / 25.4 / 2
Build = Callable[..., Position]


def shot(position: Position, *rules: str) -> ShotJudgement:
    return CLOSE.judge_shot(position, Shot("A1", "B1", CLOSE.read_rules(rules)))


def faults(position: Position, action: str, **given: Any) -> list[str]:
    return [fault.rule for fault in judge_attempt(CLOSE, position, Attempt("A1", action, **given)).faults]


@pytest.fixture
def wall(box: Box) -> Callable[..., Part]:
    """A wall as the catalogue has it: low, and of role `wall`."""

    def made(name: str, x0: float, y0: float, x1: float, y1: float) -> Part:
        return replace(box(name, x0, y0, x1, y1, z=(0, 1), traits="Heavy"), role="wall")

    return made


def test_k21_04_walls_are_seen_over_by_nobody_and_a_target_behind_them_is_none(
    build: Build, stand: Any, wall: Any
) -> None:
    across = wall("W", 10, 0, 10.3, 22)
    position = build(stand("A1", 5, 11), stand("B1", 15, 11), walls=[across])
    assert KT21.sight.visible(position, "A1", "B1").holds, "a low wall elsewhere"
    assert not CLOSE.sight.visible(position, "A1", "B1").holds
    assert "K21-04" in [fault.rule for fault in shot(position).target_ruling.faults]
    short = build(stand("A1", 5, 11), stand("B1", 15, 11), walls=[wall("W", 10, 11.2, 10.3, 22)])
    assert shot(short).target_ruling.holds


@pytest.mark.parametrize(
    ("span", "covers"),
    [
        ((2, 20), False),
        ((10, 20), False),
        ((11.2, 20), True),
        ((2, 10.8), True),
        ((10.8, 11.2), True),
        ((12.5, 20), False),
    ],
)
def test_k21_04_only_a_corner_or_an_end_of_a_wall_gives_cover(
    build: Build, stand: Any, wall: Any, span: tuple[float, float], covers: bool
) -> None:
    position = build(stand("A1", 5, 11), stand("B1", 14, 11), walls=[wall("W", 12.8, span[0], 13.1, span[1])])
    judged = shot(position)
    assert judged.in_cover.holds is covers
    assert (judged.cover_saves > 0) is covers
    assert covers or not judged.obscured.holds


def test_k21_04_range_is_measured_round_walls(build: Build, stand: Any, wall: Any) -> None:
    position = build(stand("A1", 9, 11), stand("B1", 12, 11), walls=[wall("W", 10.3, 11.1, 10.6, 16)])
    straight = 3 - 2 * R32
    assert KT21.judge_shot(position, Shot("A1", "B1", (RuleUse("range", straight),))).target_ruling.holds
    longer = build(stand("A1", 9, 13), stand("B1", 12, 10.6), walls=[wall("W", 10.3, 11.1, 10.6, 20)])
    near = CLOSE.judge_shot(longer, Shot("A1", "B1", (RuleUse("range", 2.7),)))
    assert [f.rule for f in near.target_ruling.faults if f.reason.code == "control-around-walls"] == ["K21-04"]


@pytest.mark.parametrize(
    ("end", "sigma", "verdict"),
    [(10.10, 0.0, Verdict.YES), (10.32, 0.0, Verdict.NO), (10.32, 0.002, Verdict.NO)],
)
def test_k21_04_nobody_is_engaged_whose_way_round_the_wall_is_too_long(
    build: Build, stand: Any, wall: Any, end: float, sigma: float, verdict: Verdict
) -> None:
    """Straight the bases are 0.94 apart, and one sees the other past the wall's end: only the way round decides."""
    position = build(
        stand("A1", 10, 10, sigma=sigma, mm=60),
        stand("B1", 12.62, 10, sigma=sigma, mm=25),
        walls=[wall("W", 11.5, 5, 11.6, end)],
    )
    ruling = CLOSE.engagement.engaged(position, "A1", "B1")
    assert ruling.verdict() is verdict
    assert ruling.p_yes <= min(finding.p_yes for finding in ruling.findings)


def test_k21_04_nobody_moves_over_or_through_a_wall(build: Build, stand: Any, wall: Any) -> None:
    position = build(stand("A1", 9, 11), walls=[wall("W", 10, 5, 10.3, 16)])
    through = CLOSE.judge_move(position, Move("A1", "Normal Move", ((9, 11, 0), (12, 11, 0))))
    assert Violation.THROUGH_TERRAIN in through.violations
    over = CLOSE.judge_move(position, Move("A1", "Normal Move", ((9, 11, 0), (9, 11, 1), (12, 11, 1), (12, 11, 0))))
    assert not over.legal


def hatchway(box: Any, wall: Any, state: str) -> list[Part]:
    gate = replace(box("hatch", 10, 10, 10.3, 12, z=(0, 1), traits="Heavy"), role="access_point", state=state)
    return [wall("N", 10, 12, 10.3, 20), wall("S", 10, 2, 10.3, 10), gate]


def test_k21_05_an_open_hatchway_is_gone_through_whole_and_not_ended_in(
    build: Build, stand: Any, box: Any, wall: Any
) -> None:
    for state, legal in (("open", True), ("closed", False)):
        position = build(stand("A1", 8.5, 11), walls=hatchway(box, wall, state))
        judged = CLOSE.judge_move(position, Move("A1", "Normal Move", ((8.5, 11, 0), (12, 11, 0))))
        assert judged.legal is legal
    position = build(stand("A1", 8.5, 11), walls=hatchway(box, wall, "open"))
    passed = CLOSE.judge_move(position, Move("A1", "Normal Move", ((8.5, 11, 0), (12, 11, 0))))
    assert passed.charged == 3.5, "and costs nothing more"
    inside = CLOSE.judge_move(position, Move("A1", "Normal Move", ((8.5, 11, 0), (10.1, 11, 0))))
    assert Violation.NOT_CARRIED in inside.violations


def test_k21_02_a_hatchway_fight_and_operating_a_hatch(build: Build, stand: Any, box: Any, wall: Any) -> None:
    mine = stand("A1", 10 - R32, 11)
    for enemy, state, wrong in (((12.5, 11), "open", []), ((12.95, 11), "open", ["K21-02"])):
        position = build(mine, stand("B1", *enemy), walls=hatchway(box, wall, state))
        assert faults(position, "Hatchway Fight", target="B1", engaged=False) == wrong
    shut = build(mine, stand("B1", 12.5, 11), walls=hatchway(box, wall, "closed"))
    assert "K21-02" in faults(shut, "Hatchway Fight", target="B1", engaged=False)
    assert faults(shut, "Operate Hatch", target="hatch", engaged=False) == []
    held = build(mine, stand("B1", 11.5, 11), walls=hatchway(box, wall, "open"))
    assert faults(held, "Operate Hatch", target="hatch", engaged=False) == ["K21-02"]
    ajar = build(stand("A1", 10 - R32 - 1.05, 11), stand("B1", 16, 11), walls=hatchway(box, wall, "closed"))
    assert faults(ajar, "Operate Hatch", target="hatch", engaged=False) == ["K21-02"]
    engaged = build(mine, stand("B1", 10 - R32, 13), walls=hatchway(box, wall, "closed"))
    for action, thing in (("Hatchway Fight", "B1"), ("Operate Hatch", "hatch")):
        assert "A21-05" in faults(engaged, action, target=thing)
    assert CLOSE.action("Operate Hatch").within == {"Dash", "Normal Move"}
    assert faults(shut, "Hatchway Fight", target="B1", engaged=False, performed=("Fight",))[0] == "C21-03"


@pytest.mark.parametrize(
    ("rules", "gains"),
    [
        (["Blast 2"], ["Lethal 5+"]),
        (["Splash 1"], ["Lethal 5+"]),
        (["Torrent 2"], ["Lethal 5+"]),
        (["AP1"], []),
        (["Indirect"], ['Range 6"']),
        (["Indirect", "Blast 2"], ["Lethal 5+", 'Range 6"']),
    ],
)
def test_k21_03_what_spreads_is_lethal_and_indirect_gains_a_range(
    build: Build, stand: Any, rules: list[str], gains: list[str]
) -> None:
    position = build(stand("A1", 5, 11), stand("B1", 15, 11))
    found = CLOSE.environment.gained_rules(position, CLOSE.read_rules(rules), "B1")
    assert [CLOSE.write_rule(use) for use in found] == gains


def test_k21_03_the_range_that_indirect_gains_is_an_option_named_in_the_ruling(build: Build, stand: Any) -> None:
    position = build(stand("A1", 5, 11), stand("B1", 15, 11))
    assert shot(position, "Indirect").target_ruling.notes == (note("Indirect in close quarters", "6"),)
    other = close_quarters(KT21.playing({"Indirect in close quarters": "3"}))
    assert other.environment.gained_rules(position, (RuleUse("indirect"),), "B1") == (RuleUse("range", 3.0),)


def test_k21_03_shooting_past_engaged_operatives_costs_a_die(build: Build, stand: Any) -> None:
    def fewer(*others: Any, concealed: tuple[str, ...] = (), weak: tuple[str, ...] = ()) -> object:
        position = build(stand("A1", 5, 11), stand("B1", 15, 11), *others, concealed=concealed)
        status = {
            key: replace(each, wounds=5, start_wounds=5) if key in weak else each
            for key, each in position.status.items()
        }
        return shot(replace(position, status=status)).modifiers.fewer_attack_dice

    assert fewer() == 0
    assert fewer(stand("A2", 10, 11)) == 1
    assert fewer(stand("B2", 10, 11)) == 1
    assert fewer(stand("B2", 10, 14)) == 0
    assert fewer(stand("B2", 10, 11), concealed=("B2",)) == 0
    assert fewer(stand("B2", 10, 11), weak=("B2",)) == 0
    assert fewer(stand("A2", 5 + 2 * R32, 11)) == 0, "a friend at the shooter's base"


INNER_TANGENT = R32 / math.cos(math.asin(2 * R32 / 10))
"""How far off the middle of two bases ten inches apart a third one just touches the line of their inner tangents."""


@pytest.mark.parametrize(
    ("others", "fewer"),
    [
        pytest.param([(10, 11.0)], 1, id="in the middle"),
        pytest.param([(10, 11.5)], 1, id="in the way from both sides"),
        pytest.param([(10, 11 + INNER_TANGENT - 0.003)], 1, id="just in the way"),
        pytest.param([(10, 11 + INNER_TANGENT + 0.003)], 0, id="just beside the line from the far side"),
        pytest.param([(10, 11 - INNER_TANGENT - 0.003)], 0, id="the same from the other side"),
        pytest.param([(10, 11.7)], 0, id="avoided"),
        pytest.param([(10, 11.7), (10, 10.3)], 1, id="one at either side"),
        pytest.param([(10, 11.7), (8, 11.9)], 0, id="two at one side"),
        pytest.param([(10, 12.3)], 0, id="beside both bases"),
        pytest.param([(14.2, 11.9)], 1, id="at the target"),
        pytest.param([(17, 11)], 0, id="behind the target"),
        pytest.param([(3, 11)], 0, id="behind the shooter"),
    ],
)
def test_k21_03_no_die_is_lost_from_a_side_of_the_base_that_avoids_the_engaged(
    build: Build, stand: Any, others: list[tuple[float, float]], fewer: int
) -> None:
    """Cover lines go from any part of the shooter's base to every part of the target's (000:275, 389)."""
    more = [stand(f"B{number}", *at) for number, at in enumerate(others, 2)]
    assert shot(build(stand("A1", 5, 11), stand("B1", 15, 11), *more)).modifiers.fewer_attack_dice == fewer


def test_k21_03_a_side_that_avoids_the_engaged_counts_only_if_the_target_is_valid_from_it(
    build: Build, stand: Any, box: Any
) -> None:
    low = box("T", 13.6, 10.2, 13.8, 10.44, z=(0, 1), traits="Light")
    there = stand("A1", 5, 11), stand("B1", 15, 11), stand("B2", 10, 11.7)
    judged = shot(build(*there, walls=[low], concealed=("B1",)))
    assert judged.selectable.holds
    assert judged.modifiers.fewer_attack_dice == 1
    assert shot(build(*there, concealed=("B1",))).modifiers.fewer_attack_dice == 0


@pytest.mark.parametrize(
    ("y", "verdict"),
    [
        (11.0, Verdict.YES),
        (11 + INNER_TANGENT, Verdict.TOO_CLOSE),
        (11 + INNER_TANGENT - 0.01, Verdict.TOO_CLOSE),
        (12.0, Verdict.NO),
        (14.0, Verdict.NO),
    ],
)
def test_k21_03_at_the_edge_of_the_line_it_is_too_close_to_call(
    build: Build, stand: Any, y: float, verdict: Verdict
) -> None:
    operatives = [stand(name, *at, sigma=0.01) for name, at in {"A1": (5, 11), "B1": (15, 11), "B2": (10, y)}.items()]
    line = shot(build(*operatives)).line_crossed
    assert line is not None
    assert line.verdict() is verdict


@pytest.mark.parametrize(
    ("role", "covers", "obscures"),
    [("pipes", False, False), ("broken pipes", True, False), ("ancient apparatus", True, False), ("wall", True, False)],
)
def test_k21_06_pipes_and_apparatus_have_the_traits_of_their_role(
    build: Build, stand: Any, box: Any, role: str, covers: bool, obscures: bool
) -> None:
    thing = replace(box("T", 12.9, 9.9, 13.1, 11.3, z=(0, 1), traits=""), role=role)
    judged = shot(build(stand("A1", 5, 11), stand("B1", 14.26, 11), walls=[thing]))
    covered = judged.in_cover.holds
    assert covered is covers
    assert judged.obscured.holds is obscures


GUN = Weapon("gun", WeaponType.RANGED, 4, 3, (3, 4))


class Table:
    def __init__(self) -> None:
        self.game = Game(flow(KT21))
        self._ids = count()
        cards = [
            Card(n, "p1" if n[0] == "A" else "p2", n, 2, 6.0, 4, 8, weapons=(GUN,)) for n in ("A1", "A2", "B1", "B2")
        ]
        places = {card.id: BoardPlace(3.0 * n + 2, 5.0) for n, card in enumerate(cards)}
        self.game.submit(
            SetUp(id="s", seats=(Seat("p1", "Red"), Seat("p2", "Blue")), operatives=tuple(cards), places=places,
                  killzone="close quarters")
        )  # fmt: skip

    def __call__(self, kind: str, **given: Any) -> None:
        self.game.submit(read_intent({"kind": kind, "id": f"i{next(self._ids)}", **given}))

    def act(self, operative: str, action: str, **given: Any) -> None:
        self.game.submit(Act.from_fields(id=f"i{next(self._ids)}", operative=operative, action=action, **given))

    def to_firefight(self) -> None:
        while self.game.state.stage != "firefight":
            prompt = self.game.prompts[0]
            keys = [choice.key for choice in prompt.choices]
            self("answer", prompt=prompt.id, choice=prompt.default or keys[0])


@pytest.fixture
def table() -> Table:
    made = Table()
    made.to_firefight()
    made("activate", operative="A1", order="engage")
    made.act("A1", "Guard")
    made("end_activation", operative="A1")
    made("activate", operative="B1", order="engage")
    return made


def test_k21_01_a_guard_counts_as_shooting_and_is_not_done_concealed_or_engaged(table: Table) -> None:
    assert table.game.state.operative("A1").on_guard
    table("end_activation", operative="B1")
    table("activate", operative="A2", order="conceal")
    with pytest.raises(RefusedError) as refused:
        table.act("A2", "Guard")
    assert "action-not-concealed" in [fault.reason.code for fault in refused.value.findings]
    spec = CLOSE.action("Guard")
    assert (spec.treated_as, spec.engaged) == ("Shoot", False)


@pytest.mark.parametrize("attack", ["Overwatch", "Fight"])
def test_k21_01_after_an_enemys_action_a_guard_makes_one_attack_for_nothing(table: Table, attack: str) -> None:
    table.act("B1", "Dash")
    prompt = next(each for each in table.game.prompts if each.id.startswith("interrupt"))
    table("answer", prompt=prompt.id, choice="A1")
    with pytest.raises(RefusedError, check=coded("refusal-interrupt-action", action="Dash")):
        table.act("A1", "Dash")
    table.act("A1", attack, target="B1", weapon="gun" if attack == "Overwatch" else None)
    assert not table.game.state.operative("A1").on_guard
    table.act("B1", "Shoot", target="A2", weapon="gun")
    assert not any(each.id.startswith("interrupt") for each in table.game.prompts), "once in an activation"


def test_k21_01_a_point_blank_guard_does_not_fight_back_until_that_activation_ends(table: Table) -> None:
    table.act("B1", "Charge", noticed=("A1",))
    prompt = next(each for each in table.game.prompts if each.id.startswith("interrupt"))
    table("answer", prompt=prompt.id, choice="A1")
    table.act("A1", "Overwatch", target="B1", weapon="gun", engaged=True)
    assert table.game.state.activation is not None
    assert table.game.state.activation.barred_from_retaliating == ("A1",)


def test_k21_01_a_guard_ends_by_its_own_action_an_enemy_unanswered_or_another_order(table: Table) -> None:
    table.act("B1", "Charge", noticed=("A1",))
    prompt = next(each for each in table.game.prompts if each.id.startswith("interrupt"))
    table("answer", prompt=prompt.id, choice="pass")
    assert not table.game.state.operative("A1").on_guard


@pytest.mark.parametrize("action", ["Pass", "Dash"])
def test_k21_01_a_guard_ends_when_it_acts_itself(table: Table, action: str) -> None:
    table("end_activation", operative="B1")
    table("declare_status", operative="A1", ready=True, by="referee")
    table("activate", operative="A1", order="engage")
    assert table.game.state.operative("A1").on_guard
    table.act("A1", action)
    assert not table.game.state.operative("A1").on_guard


def test_k21_01_a_guard_ends_with_a_conceal_order(table: Table) -> None:
    table("end_activation", operative="B1")
    table("declare_status", operative="A1", ready=True, by="referee")
    table("activate", operative="A1", order="conceal")
    assert not table.game.state.operative("A1").on_guard


def test_k21_01_a_guard_ends_with_the_turning_point(table: Table) -> None:
    table("end_activation", operative="B1")
    for operative in ("A2", "B2"):
        assert table.game.state.operative("A1").on_guard
        table("activate", operative=operative, order="engage")
        table("end_activation", operative=operative)
    while table.game.state.turning_point == 1:
        prompt = table.game.prompts[0]
        table("answer", prompt=prompt.id, choice=prompt.default or prompt.choices[0].key)
    assert not table.game.state.operative("A1").on_guard


def test_k21_01_a_guards_overwatch_is_one_worse_point_blank_too(table: Table) -> None:
    table.act("B1", "Charge", noticed=("A1",))
    prompt = next(each for each in table.game.prompts if each.id.startswith("interrupt"))
    table("answer", prompt=prompt.id, choice="A1")
    acting = cast(ActHandler, flow(KT21).handlers[Act])
    for engaged in (True, False):
        act = Act(id="a", operative="A1", action="Overwatch", target="B1", weapon="gun").with_found(engaged=engaged)
        assert acting.worse_by(table.game.state, act) == 1


def test_k21_01_who_falls_while_interrupted_and_is_revived_goes_on_no_more(table: Table) -> None:
    table.act("B1", "Dash")
    prompt = next(each for each in table.game.prompts if each.id.startswith("interrupt"))
    table("answer", prompt=prompt.id, choice="A1")
    table.act("A1", "Overwatch", target="B1", weapon="gun", results=({"operative": "B1", "amount": 8},))
    table("revive", operative="B1", wounds=1, by="referee")
    assert table.game.state.acting is None
    with pytest.raises(RefusedError, check=coded("refusal-not-activated", operative="B1")):
        table.act("B1", "Shoot", target="A1", weapon="gun")


def test_n21_05_four_tac_ops_are_not_used_in_close_quarters() -> None:
    table = Table()
    for barred in ("Hold the Line", "Sabotage ", " seize  GROUND"):
        with pytest.raises(RefusedError) as refused:
            table("seal", player="p1", topic="tac_op_1", value=barred)
        assert [finding.rule for finding in refused.value.findings] == ["N21-05"]
    table("seal", player="p1", topic="tac_op_1", value="Headhunter")
    assert table.game.state.side("p1").sealed["tac_op_1"] == "Headhunter"


def test_b21_05_one_card_is_one_tac_op() -> None:
    table = Table()
    table("seal", player="p1", topic="tac_op_1", value="Headhunter")
    with pytest.raises(RefusedError, check=coded("edition-tac-op-twice", name="headhunter")):
        table("seal", player="p1", topic="tac_op_2", value="headhunter")
    table("seal", player="p2", topic="tac_op_1", value="Headhunter")
    table("seal", player="p1", topic="tac_op_2", value="Rob and Ransack")


def test_the_order_of_the_target_matters_as_elsewhere(build: Build, stand: Any) -> None:
    position = build(stand("A1", 5, 11), stand("B1", 15, 11), concealed=["B1"])
    assert position.status["B1"].order is Order.CONCEAL
    assert shot(position).target_ruling.holds, "concealed in the open is seen"
