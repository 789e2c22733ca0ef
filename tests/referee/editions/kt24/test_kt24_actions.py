"""Conditions of actions, 2024 (rules D24-03 to D24-14, F24-01, F24-02, F24-11, K24-05, K24-07, K24-11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from geometry.placement import Placement
from geometry.table import Marker, Operative
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.reactions import GuardFacts, guard_interrupt
from referee.rules.judgement import Attempt
from referee.rules.ports.actions import judge_attempt
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Ruling
from referee.rules.sight.control_range import helping
from referee.rules.weapon import RuleUse
from tests.referee.conftest import Box, Build, Stand

GALLOWDARK = KT24.in_killzone("gallowdark")
VOLKUS = KT24.in_killzone("volkus")


def faults(ruling: Ruling) -> list[str]:
    return [finding.rule for finding in ruling.faults]


def attempt(
    build: Build, stand: Stand, action: str, *, near: bool = False, concealed: bool = False, **given: Any
) -> Ruling:
    enemy = stand("B1", 11.9 if near else 20, 10)
    position = build(stand("A1", 10, 10), enemy, concealed=["A1"] if concealed else [])
    return judge_attempt(KT24, position, Attempt("A1", action, **given))


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({}, []),
        ({"near": True}, ["H24-04"]),
        ({"performed": ("Fall Back",)}, ["D24-03"]),
        ({"performed": ("Charge",)}, ["D24-03"]),
        ({"performed": ("Dash",)}, []),
        ({"near": True, "performed": ("Charge", "Shoot")}, ["D24-03", "H24-04"]),
    ],
)
def test_d24_03_a_reposition_neither_starts_by_an_enemy_nor_follows_fall_back_or_charge(
    build: Build, stand: Stand, given: dict[str, Any], wrong: list[str]
) -> None:
    assert faults(attempt(build, stand, "Reposition", **given)) == wrong


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({}, []),
        ({"near": True}, ["H24-04"]),
        ({"performed": ("Charge",)}, ["D24-05"]),
        ({"performed": ("Reposition",)}, []),
        ({"performed": ("Fall Back",)}, []),
    ],
)
def test_d24_05_a_dash_neither_starts_by_an_enemy_nor_follows_a_charge(
    build: Build, stand: Stand, given: dict[str, Any], wrong: list[str]
) -> None:
    assert faults(attempt(build, stand, "Dash", **given)) == wrong


SILENT = (RuleUse("silent"),)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({}, []),
        ({"concealed": True}, ["D24-13"]),
        ({"concealed": True, "weapon_rules": SILENT}, []),
        ({"near": True}, ["H24-04"]),
        ({"near": True, "concealed": True}, ["D24-13", "H24-04"]),
    ],
)
def test_d24_13_a_shot_is_not_concealed_unless_silent_and_not_taken_by_an_enemy(
    build: Build, stand: Stand, given: dict[str, Any], wrong: list[str]
) -> None:
    assert faults(attempt(build, stand, "Shoot", **given)) == wrong


@pytest.mark.parametrize(("given", "wrong"), [({"near": True, "concealed": True}, []), ({}, ["H24-04"])])
def test_d24_14_a_fight_needs_an_enemy_in_control_range_and_no_order(
    build: Build, stand: Stand, given: dict[str, bool], wrong: list[str]
) -> None:
    assert faults(attempt(build, stand, "Fight", **given)) == wrong


def test_f24_01_the_enemy_fought_is_one_in_control_range_of_the_active_operative(build: Build, stand: Stand) -> None:
    position = build(stand("A1", 10, 10), stand("B1", 11.9, 10), stand("B2", 14, 10))
    assert KT24.engagement.enemies_engaging(position, "A1") == ("B1",)
    assert KT24.engagement.engaged(position, "A1", "B1").holds
    assert not KT24.engagement.engaged(position, "A1", "B2").holds


def test_f24_02_who_fights_resolves_first_and_who_retaliates_is_helped_by_its_own(build: Build, stand: Stand) -> None:
    """Fighting and retaliating are told apart: each has its own helpers, and only the active one begins."""
    position = build(stand("A1", 10, 10), stand("B1", 11.9, 10), stand("A2", 11.9, 11.9))
    assert KT24.environment.first_resolver(position, "A1", "B1") == "A1"
    assert helping(KT24, position, "A1", "B1") == ("A2",)
    assert helping(KT24, position, "B1", "A1") == ()


HATCH = {"z": (0, 4), "traits": "Accessible"}


@pytest.fixture
def hatchway(build: Build, stand: Stand, box: Box) -> Build:
    """A hatchway between A1, which touches it, and B1 on its other side; `state` says how it stands."""

    def made(state: str = "open", enemy: tuple[float, float] = (12.4, 10.0), role: str = "access_point") -> Position:
        part = replace(box("hatch", 10.62, 8.0, 11.0, 12.0, **HATCH), role=role, state=state)
        return build(stand("A1", 10, 10), stand("B1", *enemy), walls=(part,), killzone="gallowdark")

    return made


def through(edition: Edition, position: Position, action: str, target: str | None = "B1") -> list[str]:
    return faults(judge_attempt(edition, position, Attempt("A1", action, target, engaged=False)))


def test_k24_11_and_f24_11_a_hatchway_fight_goes_through_an_open_hatchway_to_two_inches_beyond(hatchway: Build) -> None:
    assert through(GALLOWDARK, hatchway(), "Hatchway Fight") == []
    assert through(GALLOWDARK, hatchway("closed"), "Hatchway Fight") == ["K24-11"]
    assert through(GALLOWDARK, hatchway(enemy=(13.64, 10)), "Hatchway Fight") == ["K24-11"]
    assert "K24-11" in through(GALLOWDARK, hatchway(enemy=(9, 12)), "Hatchway Fight"), "on the same side"
    engaged = Attempt("A1", "Hatchway Fight", "B1", engaged=True)
    assert faults(judge_attempt(GALLOWDARK, hatchway(), engaged)) == ["H24-04"]
    after = Attempt("A1", "Hatchway Fight", "B1", performed=("Fight",), engaged=False)
    assert faults(judge_attempt(GALLOWDARK, hatchway(), after)) == ["C24-06"]


@pytest.mark.parametrize(
    ("state", "enemy", "may"),
    [("open", (12.4, 10), True), ("open", (13.64, 10), False), ("closed", (12.4, 10), False), ("open", (9, 13), False)],
)
def test_k24_09_a_hatchway_fight_on_guard_meets_its_own_conditions(
    hatchway: Build, state: str, enemy: tuple[float, float], may: bool
) -> None:
    facts = GuardFacts(on_guard=True, enemy_action_finished=True, interrupts_used=0)
    judged = guard_interrupt(GALLOWDARK, hatchway(state, enemy=enemy), "A1", "B1", "Hatchway Fight", facts)
    assert judged.ruling.holds is may


@pytest.mark.parametrize(
    ("concealed", "weapon", "may"),
    [(False, (), True), (True, (), False), (True, (RuleUse("silent"),), True)],
    ids=["engaged", "concealed", "concealed with a Silent weapon"],
)
def test_k24_09_and_d24_13_a_concealed_guard_shoots_with_a_silent_weapon_only(
    build: Build, stand: Stand, concealed: bool, weapon: tuple[RuleUse, ...], may: bool
) -> None:
    position = build(
        stand("A1", 10, 10), stand("B1", 16, 10), concealed=["A1"] if concealed else [], killzone="gallowdark"
    )
    facts = GuardFacts(on_guard=True, enemy_action_finished=True, weapon_rules=weapon)
    judged = guard_interrupt(GALLOWDARK, position, "A1", "B1", "Shoot", facts)
    assert judged.ruling.holds is may
    assert faults(judged.ruling) == ([] if may else ["D24-13"])


def test_k24_05_a_door_fight_goes_through_a_door_at_enemies_on_the_floor(
    hatchway: Build, build: Build, stand: Stand, box: Box
) -> None:
    assert through(VOLKUS, hatchway(role="door"), "Door Fight") == []
    assert through(VOLKUS, hatchway(role="door", enemy=(13.7, 10)), "Door Fight") == ["K24-05"]
    door = replace(box("door", 10.62, 8.0, 11.0, 12.0, z=(0, 4), traits="Heavy"), role="door")
    above = build(stand("A1", 10, 10), stand("B1", 12.4, 10, 2.0), walls=(door,), killzone="volkus")
    assert through(VOLKUS, above, "Door Fight") == ["K24-05"]


def test_k24_07_a_hatch_is_operated_from_control_range_and_not_shut_on_an_enemy(hatchway: Build) -> None:
    assert through(GALLOWDARK, hatchway("closed"), "Operate Hatch", "hatch") == []
    assert through(GALLOWDARK, hatchway("open", enemy=(20, 10)), "Operate Hatch", "hatch") == []
    assert through(GALLOWDARK, hatchway("open", enemy=(12.4, 10)), "Operate Hatch", "hatch") == ["K24-07"]
    assert through(GALLOWDARK, hatchway("closed", enemy=(12.4, 10)), "Operate Hatch", "hatch") == []
    assert through(GALLOWDARK, hatchway("closed"), "Operate Hatch", "another") == ["K24-07"]


@pytest.mark.parametrize(("beyond_in", "wrong"), [(1e-9, ["K24-07"]), (1e-3, [])])
def test_k24_07_an_enemy_exactly_an_inch_from_an_open_hatchway_holds_it(
    hatchway: Build, beyond_in: float, wrong: list[str]
) -> None:
    enemy = (11.0 + 1.0 + 16 / 25.4 + beyond_in, 10)
    assert through(GALLOWDARK, hatchway("open", enemy=enemy), "Operate Hatch", "hatch") == wrong


def test_k24_07_a_hatch_is_operated_and_held_only_by_who_sees_it(hatchway: Build, box: Box) -> None:
    """Control range is near and seen: a screen before the hatch takes it away from A1, one behind it from B1."""

    def screened(state: str, x: float) -> list[str]:
        position = hatchway(state, enemy=(12.4, 10))
        screen = box("screen", x, 0, x + 0.02, 22, z=(0, 9))
        table = replace(position.table, terrain=(*position.table.terrain, screen))
        return through(GALLOWDARK, replace(position, table=table), "Operate Hatch", "hatch")

    assert screened("closed", 10.59) == ["K24-07"]
    assert screened("open", 11.5) == []
    assert screened("open", 13.5) == ["K24-07"]


def test_i24_10_k24_07_barred_terrain_by_a_hatch_does_not_hide_it(hatchway: Build, box: Box) -> None:
    position = hatchway("closed")
    bars = box("bars", 10.59, 0, 10.61, 22, z=(0, 9), traits="Heavy Barred")
    table = replace(position.table, terrain=(*position.table.terrain, bars))
    assert through(GALLOWDARK, replace(position, table=table), "Operate Hatch", "hatch") == []


def test_j24_02_who_resupplies_controls_the_cache_itself(build: Build, stand: Stand) -> None:
    """The cache reaches to x = 12.39 and A1's base begins an inch and a bit from it, or less."""

    def wrong(x: float, *others: Operative) -> list[str]:
        cache = Marker("cache", "ammo cache", 20 / 25.4, Placement("cache", 12.0, 10))
        position = build(stand("A1", x, 10), *others, markers=[cache])
        return faults(judge_attempt(KT24, position, Attempt("A1", "Ammo Resupply", "cache")))

    near, far = 12 + 10 / 25.4 + 16 / 25.4 + 0.99, 12 + 10 / 25.4 + 16 / 25.4 + 1.01
    assert wrong(near) == []
    assert wrong(far) == ["J24-02"]
    assert wrong(far, stand("A2", 12, 11.5)) == ["J24-02"], "a friend controls it"
    assert wrong(near, stand("B1", 10.3, 10)) == ["J24-02"], "an enemy contests it as much"


def test_k24_07_is_not_done_by_an_enemy_and_belongs_to_a_dash_or_reposition(hatchway: Build) -> None:
    spec = GALLOWDARK.action("Operate Hatch")
    assert spec.within == {"Dash", "Reposition"}
    ruling = judge_attempt(GALLOWDARK, hatchway("closed"), Attempt("A1", "Operate Hatch", "hatch", engaged=True))
    assert faults(ruling) == ["H24-04"]


@pytest.mark.parametrize("action", ["Ammo Resupply", "Stun Grenade", "Smoke Grenade"])
def test_j24_02_j24_13_j24_11_equipment_is_not_used_by_an_enemy(build: Build, stand: Stand, action: str) -> None:
    used = Attempt("A1", action, "cache" if action == "Ammo Resupply" else "B1", lays=Placement("smoke", 8, 10))
    cache = Marker("cache", "ammo cache", 20 / 25.4, Placement("cache", 9.0, 10))

    def wrong(x: float) -> list[str]:
        position = build(stand("A1", 10, 10), stand("B1", x, 10), markers=[cache])
        return faults(judge_attempt(KT24, position, used))

    assert wrong(14) == []
    assert "H24-04" in wrong(11.9)


@pytest.mark.parametrize("weapon", [(), (RuleUse("heavy"),)])
def test_g24_07_heavy_never_prevents_a_guard(build: Build, stand: Stand, weapon: tuple[RuleUse, ...]) -> None:
    position = build(stand("A1", 10, 10), stand("B1", 20, 10))
    moved = Attempt("A1", "Guard", performed=("Reposition",), weapon_rules=weapon)
    assert faults(judge_attempt(GALLOWDARK, position, moved)) == []


@pytest.mark.parametrize(
    ("edition", "role", "action"), [(VOLKUS, "door", "Door Fight"), (GALLOWDARK, "access_point", "Hatchway Fight")]
)
def test_k24_05_k24_11_a_fight_through_an_opening_counts_as_a_fight_and_is_not_done_by_an_enemy(
    hatchway: Build, edition: Edition, role: str, action: str
) -> None:
    position = hatchway("open", role=role)
    assert edition.action(action).treated_as == "Fight"
    assert faults(judge_attempt(edition, position, Attempt("A1", action, "B1", engaged=True))) == ["H24-04"]
