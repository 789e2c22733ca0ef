"""2024, equipment in play: rules J24-02, J24-11, J24-13."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from referee.editions.kt24.edition import KT24
from referee.editions.kt24.equipment import ITEMS
from referee.editions.kt24.equipment.ammo_cache import AmmoCaches
from referee.editions.kt24.equipment.item import EquipmentItem
from referee.editions.kt24.equipment.mines import Mines
from referee.editions.kt24.flow import flow
from referee.game.board_place import BoardPlace
from referee.game.handlers.act_handler import ActHandler
from referee.game.intents import Act, SetUp
from referee.game.record import RefusedError
from tests.codes import coded
from tests.referee.game.conftest import PLACES, SEATS, TEAMS, GameDriver


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


@pytest.fixture
def choosing(driver: GameDriver) -> GameDriver:
    """A battle in which both players still have to reveal their equipment."""
    return begun(driver)


def begun(driver: GameDriver, **given: Any) -> GameDriver:
    driver.typed(SetUp, seats=SEATS, operatives=TEAMS, places=PLACES, **given)
    driver.answer("first-roll:0:p1", dice=(6,))
    driver.answer("first-roll:0:p2", dice=(1,))
    driver.answer("first:", "p1")
    return driver


def chosen(driver: GameDriver, p1: Sequence[str], p2: Sequence[str] = ()) -> GameDriver:
    driver("choose_equipment", player="p1", options=list(p1))
    driver("choose_equipment", player="p2", options=list(p2))
    return driver


def place(driver: GameDriver, player: str, item: str, **given: Any) -> None:
    """Set up an item; the other player passes if it is a turn too early."""
    turn = driver.state.turn
    if turn is not None and turn != player:
        driver.answer("equipment:", "pass")
    driver("place_equipment", player=player, item=item, **given)


def laid(kind: str, name: str, owner: str = "p1") -> dict[str, Any]:
    return {"id": name, "kind": kind, "diameter": 20 / 25.4, "place": {"x": 4.0, "y": 4.0}, "owner": owner}


TERRAIN_PIECES = {
    "heavy barricade": 1,
    "ladders": 2,
    "light barricades": 2,
    "portable barricade": 1,
    "razor wire": 1,
}
"""Pieces that each option brings (001:112, 116, 127, 135, 153)."""
MARKER_KINDS = {"ammo cache": "ammo cache", "comms device": "comms device", "mines": "mines"}


@pytest.mark.parametrize("seen", [True, False], ids=["seen", "unseen"])
@pytest.mark.parametrize(("option", "pieces"), TERRAIN_PIECES.items())
def test_a24_06_no_more_pieces_are_set_up_than_the_option_brings(
    choosing: GameDriver, option: str, pieces: int, seen: bool
) -> None:
    game = chosen(choosing, [option])
    for number in range(pieces):
        place(game, "p1", option, **({"thing": f"piece-{number}"} if seen else {}))
    with pytest.raises(RefusedError, check=coded("refusal-item-set-up")):
        place(game, "p1", option, **({"thing": "piece-more"} if seen else {}))


@pytest.mark.parametrize(("option", "kind"), MARKER_KINDS.items())
def test_a24_06_a_marker_option_brings_one_marker(choosing: GameDriver, option: str, kind: str) -> None:
    game = chosen(choosing, [option])
    place(game, "p1", option, marker=laid(kind, "one"))
    with pytest.raises(RefusedError, check=coded("refusal-item-set-up")):
        place(game, "p1", option, marker=laid(kind, "two"))


@pytest.mark.parametrize("name", ["ladder", "Ladders", "LADDER"])
def test_a24_06_pieces_are_counted_under_every_spelling_of_the_option(choosing: GameDriver, name: str) -> None:
    game = chosen(choosing, ["ladders"])
    place(game, "p1", name)
    place(game, "p1", "ladders")
    with pytest.raises(RefusedError, check=coded("refusal-item-set-up")):
        place(game, "p1", name)


def test_a24_06_each_player_sets_up_its_own_pieces(choosing: GameDriver) -> None:
    game = chosen(choosing, ["heavy barricade"], ["heavy barricade"])
    game("place_equipment", player="p1", item="heavy barricade")
    game("place_equipment", player="p2", item="heavy barricade")
    with pytest.raises(RefusedError, check=coded("refusal-item-set-up")):
        game("place_equipment", player="p1", item="heavy barricade")


@pytest.mark.parametrize("option", ["heavy barricade", "ladders"])
def test_a24_06_a_piece_of_the_other_player_cannot_be_set_up(choosing: GameDriver, option: str) -> None:
    game = chosen(choosing, [option], [option])
    game("place_equipment", player="p1", item=option, thing="theirs")
    with pytest.raises(RefusedError, check=coded("refusal-item-others")):
        game("place_equipment", player="p2", item=option, thing="theirs")


def test_a24_06_a_marker_belongs_to_the_player_who_sets_it_up(choosing: GameDriver) -> None:
    game = chosen(choosing, ["mines"], ["mines"])
    with pytest.raises(RefusedError, check=coded("refusal-item-others")):
        game("place_equipment", player="p1", item="mines", marker=laid("mines", "one", owner="p2"))


@pytest.mark.parametrize(("item", "kind"), [("mines", "ammo cache"), ("ammo cache", "mines"), ("ladders", "mines")])
def test_a24_06_a_marker_of_another_kind_is_not_the_item(choosing: GameDriver, item: str, kind: str) -> None:
    game = chosen(choosing, [item])
    with pytest.raises(RefusedError, check=coded("refusal-item-kind")):
        place(game, "p1", item, marker=laid(kind, "one"))


def test_a24_06_a_piece_that_is_taken_back_may_be_set_up_again(choosing: GameDriver) -> None:
    game = chosen(choosing, ["razor wire"])
    place(game, "p1", "razor wire")
    game("undo")
    place(game, "p1", "razor wire")
    with pytest.raises(RefusedError, check=coded("refusal-item-set-up")):
        place(game, "p1", "razor wire")


@pytest.mark.parametrize(
    "options",
    [
        ("ladder", "ladders"),
        ("Ladders", "ladder"),
        ("light barricade", "light barricades"),
        ("utility grenade: smoke, stun", "utility grenades: smoke, smoke"),
    ],
)
def test_a24_05_singular_and_plural_are_one_option(choosing: GameDriver, options: tuple[str, ...]) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-option-twice")):
        chosen(choosing, options)


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        ("ladder", "ladders"),
        ("Ladders", "ladders"),
        (" light  barricade ", "light barricades"),
        ("mine", "mines"),
        ("Utility grenades: stun, smoke", "utility grenades: smoke, stun"),
        ("explosive grenade: Krak, krak", "explosive grenades: krak, krak"),
    ],
)
def test_a24_05_an_option_is_stored_under_its_id(choosing: GameDriver, said: str, stored: str) -> None:
    game = chosen(choosing, [said])
    assert game.state.side("p1").equipment == (stored,)


def test_j24_14_grenades_named_in_the_singular_bring_their_uses(choosing: GameDriver) -> None:
    game = chosen(choosing, ["explosive grenade: frag, krak"])
    side = game.state.side("p1")
    assert dict(side.supplies) == {"frag grenade": 1, "krak grenade": 1}
    assert [weapon.name for weapon in side.weapons] == ["frag grenade", "krak grenade"]


def test_a24_05_a_team_s_own_option_keeps_its_name(driver: GameDriver) -> None:
    game = chosen(begun(driver, own_equipment=("Lamp oil",)), ["lamp oil"])
    assert game.state.side("p1").equipment == ("Lamp oil",)


def test_a24_03_a_mission_may_name_an_option_in_the_singular(driver: GameDriver) -> None:
    game = chosen(begun(driver, equipment=("ladder",)), ["ladders"])
    assert game.state.side("p1").equipment == ("ladders",)
