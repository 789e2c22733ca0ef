"""Questions that are asked of those alone who may be near have the answers of asking everybody."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import cast

import pytest

from geometry.table import Marker
from referee.editions.registry import ruleset_of
from referee.rules.judgement import Attempt
from referee.rules.moves.mover import Mover
from referee.rules.ports.actions import is_engaged
from referee.rules.ports.edition import Edition
from referee.rules.ports.markers import ContestedFromNearby
from referee.rules.position import Position
from referee.rules.ruling import Finding
from tests.depth import depth
from tests.overlook.whole_table import WHERE, context_of, crowded_game

pytestmark = pytest.mark.long


@cache
def standing(name: str, killzone: str | None, seed: int, *, sharp: bool) -> tuple[Edition, Position]:
    edition = ruleset_of(name).edition.in_killzone(killzone)
    return edition, context_of(crowded_game(name, killzone, seed), edition, sharp=sharp).position


def with_markers(position: Position) -> Position:
    """The position with a marker beside every operative, 0 to 2.5 in from it."""
    markers = {}
    for number, (name, one) in enumerate(sorted(position.table.operatives.items())):
        where = replace(one.placement, thing=f"m-{name}", x=one.placement.x + 0.25 * number)
        markers[where.thing] = Marker(where.thing, "objective", 1.57, where)
    return replace(position, table=replace(position.table, markers=markers))


def by_everybody(edition: Edition, position: Position, by: str) -> Finding:
    rulings = [edition.engagement.engaged(position, by, enemy.id) for enemy in position.enemies_of(by)]
    decisive = max(rulings, key=lambda ruling: ruling.p_yes).decisive
    assert decisive is not None
    return decisive


@pytest.mark.parametrize(("name", "killzone"), WHERE)
@pytest.mark.parametrize("seed", range(depth(1, 4)))
@pytest.mark.parametrize("sharp", [True, False])
def test_the_nearest_enemy_of_the_near_is_that_of_all(name: str, killzone: str | None, seed: int, sharp: bool) -> None:
    edition, position = standing(name, killzone, seed, sharp=sharp)
    for by in position.table.operatives:
        assert is_engaged(edition, position, Attempt(by, "Dash")) == by_everybody(edition, position, by)


@pytest.mark.parametrize(("name", "killzone"), WHERE)
@pytest.mark.parametrize("seed", range(depth(1, 4)))
def test_the_friends_by_whom_an_enemy_is_engaged_are_those_of_all(name: str, killzone: str | None, seed: int) -> None:
    edition, position = standing(name, killzone, seed, sharp=False)
    for mover in position.table.operatives.values():
        asked = cast(Mover, SimpleNamespace(edition=edition, position=position, operative=mover))
        for enemy in position.enemies_of(mover.id):
            friends = [one.id for one in position.friends_of(mover.id)]
            of_all = any(edition.engagement.engaged(position, one, enemy.id).holds for one in friends)
            assert Mover.engaged_by_friend(asked, enemy.id) == of_all, (mover.id, enemy.id)


@pytest.mark.parametrize(("name", "killzone"), WHERE)
@pytest.mark.parametrize("seed", range(depth(1, 4)))
def test_who_may_not_contest_a_marker_does_not(name: str, killzone: str | None, seed: int) -> None:
    edition, position = standing(name, killzone, seed, sharp=False)
    position = with_markers(position)
    for marker in position.table.markers:
        near = sorted(one for one in position.table.operatives if edition.markers.near(position, one, marker).holds)
        assert list(edition.markers.control(position, marker).contesting) == near


@pytest.mark.parametrize(("name", "killzone"), WHERE)
@pytest.mark.parametrize("seed", range(depth(1, 2)))
@pytest.mark.parametrize("sharp", [True, False])
def test_who_surely_stands_away_changes_nothing_of_who_controls_a_marker(
    name: str, killzone: str | None, seed: int, sharp: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition, position = standing(name, killzone, seed, sharp=sharp)
    position = with_markers(position)

    def said() -> list[Finding]:
        return [
            edition.markers.controlled(position, marker, "L24-02", player=player, by=by)
            for marker in position.table.markers
            for player, by in (("p1", None), ("p2", None), ("p1", sorted(position.table.operatives)[0]))
        ]

    of_the_near = said()
    monkeypatch.setattr(ContestedFromNearby, "_surely_away", lambda *_: False)
    assert said() == of_the_near
