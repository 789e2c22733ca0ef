"""2024, equipment in play: rules J24-02, J24-11, J24-13."""

from __future__ import annotations

import pytest

from referee.editions.kt24.edition import KT24
from referee.editions.kt24.equipment import ITEMS
from referee.editions.kt24.equipment.ammo_cache import AmmoCaches
from referee.editions.kt24.equipment.item import EquipmentItem
from referee.editions.kt24.equipment.mines import Mines
from referee.editions.kt24.flow import flow
from referee.game.board_place import BoardPlace
from referee.game.handlers.act_handler import ActHandler
from referee.game.intents import Act
from referee.game.record import RefusedError
from tests.codes import coded
from tests.referee.game.conftest import GameDriver


@pytest.fixture
def supplied(firefight: GameDriver) -> GameDriver:
    cache = {"id": "cache", "kind": "ammo cache", "diameter": 0.787, "place": {"x": 4.0, "y": 4.0}, "owner": "p1"}
    firefight("place_marker", marker=cache)
    return firefight


@pytest.fixture
def grenadiers(driver: GameDriver) -> GameDriver:
    """Both teams with a smoke and a stun grenade, and one frag and one krak grenade."""
    driver.to_firefight(equipment=("utility grenades: smoke, stun", "explosive grenades: frag, krak"))
    return driver


def test_j24_11_a_smoke_grenade_leaves_a_marker_of_its_thrower(grenadiers: GameDriver) -> None:
    firefight = grenadiers
    firefight.activate("A1")
    with pytest.raises(RefusedError) as refused:
        firefight.act("A1", "Smoke Grenade", marker="M1")
    assert [finding.rule for finding in refused.value.findings] == ["J24-11", "J24-11"]
    firefight.act("A1", "Smoke Grenade", marker="S1", marker_to=BoardPlace(9.0, 9.0))
    smoke = firefight.state.marker("S1")
    assert (smoke.kind, smoke.owner, smoke.place, smoke.timer) == ("smoke", "p1", BoardPlace(9.0, 9.0), None)
    firefight("undo")
    assert "S1" not in firefight.state.markers


def test_j24_11_not_while_an_enemy_is_in_control_range(grenadiers: GameDriver) -> None:
    firefight = grenadiers
    firefight.activate("A1")
    with pytest.raises(RefusedError) as refused:
        firefight.act("A1", "Smoke Grenade", marker="S1", marker_to=BoardPlace(9.0, 9.0), engaged=True)
    assert [finding.rule for finding in refused.value.findings] == ["J24-11"]


def test_j24_02_an_ammo_cache_costs_nothing_and_serves_once_a_turning_point(supplied: GameDriver) -> None:
    supplied.activate("A1")
    supplied.act("A1", "Ammo Resupply", marker="cache")
    assert supplied.acting.spent == 0
    supplied.end("A1")
    supplied.pass_activation("B1")
    supplied.activate("A2")
    with pytest.raises(RefusedError, check=coded("item-cache-used")):
        supplied.act("A2", "Ammo Resupply", marker="cache")
    supplied.end("A2")
    supplied.to_next_firefight()
    supplied.activate("A1")
    supplied.act("A1", "Ammo Resupply", marker="cache")


@pytest.mark.parametrize(("operative", "marker"), [("B1", "cache"), ("B1", "M1"), ("B1", None)])
def test_j24_02_only_a_cache_of_ones_own(supplied: GameDriver, operative: str, marker: str | None) -> None:
    supplied.pass_activation("A1")
    supplied.activate(operative)
    with pytest.raises(RefusedError, check=coded("item-not-own-cache" if marker else "item-cache-missing")):
        supplied.act(operative, "Ammo Resupply", marker=marker)


def test_j24_13_a_stun_grenade_takes_an_apl_from_whom_the_dice_say(grenadiers: GameDriver) -> None:
    firefight = grenadiers
    firefight.activate("A1")
    firefight.act("A1", "Stun Grenade", target="B1", stunned=("B1", "A1"), attack_dice=(3, 5, 1))
    assert [firefight.state.operative(key).apl for key in ("B1", "A1", "B2")] == [1, 1, 2]


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: str(item.name))
def test_hooks_of_an_item_name_its_own_actions(item: EquipmentItem) -> None:
    own = {spec.name for spec in item.actions}
    assert all(hook.actions <= own for hook in item.hooks)
    assert own <= KT24.actions.keys()


def test_hook_that_names_an_action_is_asked_about_no_other() -> None:
    handler = flow(KT24).handlers[Act]
    assert isinstance(handler, ActHandler)
    asked = {name: [type(hook) for hook in handler.hooks_of(spec)] for name, spec in KT24.actions.items()}
    assert [name for name, hooks in asked.items() if AmmoCaches in hooks] == ["Ammo Resupply"]
    assert all(Mines in hooks for hooks in asked.values())
