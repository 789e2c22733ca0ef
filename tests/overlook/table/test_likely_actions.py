"""The actions that a page offers first follow from the state of the game."""

from __future__ import annotations

import pytest

from tests.overlook.play.scripts import BLADE, FAR, GUN, ONE_EDITION, activate, operative
from tests.overlook.table.test_moving import played
from web.contract.table.available_actions import OffersView

WALK = {"kt24": "Reposition", "kt21": "Normal Move"}


def offers(places: dict[str, list[float]], edition: str = "kt24", **card: object) -> OffersView:
    """Return what A1 may do when it is activated."""
    people = [operative(name, **(card if name == "A1" else {})) for name in places]
    snapshot = played(activate("A1"), places=places, operatives=people, edition=edition)
    (view,) = snapshot.offers
    return view


@ONE_EDITION
def test_with_a_target_in_sight_the_shot_comes_first(edition: str) -> None:
    view = offers({"A1": [5.0, 11.0], "B1": [20.0, 11.0]}, edition)
    assert view.likely[:2] == ("Shoot", WALK[edition])


@ONE_EDITION
def test_in_control_range_the_fight_comes_first(edition: str) -> None:
    view = offers({"A1": [5.0, 11.0], "B1": [6.6, 11.0]}, edition)
    assert view.likely[0] == "Fight"


@ONE_EDITION
def test_a_charge_comes_before_a_walk_only_if_it_reaches_an_enemy(edition: str) -> None:
    near = offers({"A1": [5.0, 11.0], "B1": [11.0, 11.0]}, edition, weapons=[BLADE])
    assert near.likely[:2] == ("Charge", WALK[edition])
    far = offers({"A1": [5.0, 11.0], "B1": [28.0, 11.0]}, edition, weapons=[BLADE])
    assert far.likely[0] == WALK[edition]
    assert "Charge" not in far.likely[:2]


@pytest.mark.parametrize("weapons", [[GUN, BLADE], [BLADE]])
def test_at_most_three_are_likely_and_each_is_possible(weapons: list[dict[str, object]]) -> None:
    view = offers({"A1": [5.0, 11.0], "B1": FAR}, weapons=weapons)
    possible = {one.action for one in view.actions if one.possible}
    assert 0 < len(view.likely) <= 3
    assert set(view.likely) <= possible
    assert len(set(view.likely)) == len(view.likely)
