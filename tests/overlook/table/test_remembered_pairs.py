"""Pairs remembered for a position are as the judge rules, and are forgotten when it changes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from geometry.placement import Placement
from geometry.terrain import Part
from messages.message import Message
from overlook.table.offers.advisor import card_of
from overlook.table.offers.available_actions import available_actions
from overlook.table.rulings.judging_context import RememberedEngagement, with_cached_sight
from referee.editions.registry import ruleset_of
from referee.rules.ports.edition import Edition, Engagement
from referee.rules.position import Position
from referee.rules.ruling import Ruling
from tests.depth import at_night
from tests.overlook.whole_table import WHERE, context_of, crowded_game


@dataclass
class EveryPair:
    """The engagement port that judges every pair each time it is asked, near or far."""

    inner: Engagement

    @property
    def rule(self) -> str:
        return self.inner.rule

    @property
    def term(self) -> Message:
        return self.inner.term

    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        return self.inner.engaged(position, a, b)

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        return self.inner.sight_blockers(position)

    def enemies_engaging(self, position: Position, operative: str) -> tuple[str, ...]:
        enemies = position.enemies_of(operative)
        return tuple(enemy.id for enemy in enemies if self.engaged(position, operative, enemy.id).holds)


def judging(name: str, killzone: str | None) -> Edition:
    return ruleset_of(name).edition.in_killzone(killzone)


@pytest.mark.parametrize(("name", "killzone"), [WHERE[0], WHERE[3], *at_night(*WHERE[1:3])])
@pytest.mark.parametrize("seed", [0, *at_night(1, 2)])
@pytest.mark.parametrize("sharp", [False, *at_night(True)])
def test_remembered_pairs_change_no_offer(name: str, killzone: str | None, seed: int, sharp: bool) -> None:
    game, edition = crowded_game(name, killzone, seed), judging(name, killzone)
    plain = context_of(game, replace(edition, engagement=EveryPair(edition.engagement)), sharp=sharp)
    remembered = context_of(game, with_cached_sight(edition), sharp=sharp)
    told, again = available_actions(plain), available_actions(remembered)
    assert told is not None
    assert again is not None
    assert again.model_dump_json() == told.model_dump_json()
    assert card_of(remembered, "A1").model_dump_json() == card_of(plain, "A1").model_dump_json()


def moved(position: Position, name: str, x: float, y: float) -> Position:
    one = position.table.operative(name)
    there = replace(one, placement=Placement(name, x, y))
    return replace(position, table=replace(position.table, operatives={**position.table.operatives, name: there}))


def test_engagement_is_forgotten_when_the_position_changes() -> None:
    edition = judging("kt24", None)
    port = RememberedEngagement(edition.engagement)
    before = context_of(crowded_game("kt24", None, 0), edition, sharp=True).position
    beside = before.table.operative("A1").placement
    near, far = moved(before, "B1", beside.x + 1.5, beside.y), moved(before, "B1", 29.0, 21.0)
    for _ in range(2):
        for position, close in ((near, True), (far, False)):
            assert ("B1" in port.enemies_engaging(position, "A1")) is close
            assert port.engaged(position, "A1", "B1") == edition.engagement.engaged(position, "A1", "B1")


def test_a_pair_is_judged_once_for_each_position() -> None:
    asked: list[tuple[str, str]] = []
    edition = judging("kt24", None)

    class Counted(EveryPair):
        def engaged(self, position: Position, a: str, b: str) -> Ruling:
            asked.append((a, b))
            return super().engaged(position, a, b)

    port = RememberedEngagement(Counted(edition.engagement))
    position = context_of(crowded_game("kt24", None, 0), edition, sharp=True).position
    assert port.engaged(position, "A1", "B1") is port.engaged(position, "A1", "B1")
    assert asked == [("A1", "B1")]


def test_visibility_is_judged_once_for_each_position() -> None:
    edition = judging("kt24", None)
    port = with_cached_sight(edition).sight
    before = context_of(crowded_game("kt24", None, 1), edition, sharp=True).position
    displaced = moved(before, "B1", 29.0, 21.0)
    for _ in range(2):
        for position in (before, displaced):
            assert port.visible(position, "A1", "B1") == edition.sight.visible(position, "A1", "B1")
            assert port.visible(position, "B1", "A1") == edition.sight.visible(position, "B1", "A1")
    assert port.visible(before, "A1", "B1") is port.visible(before, "A1", "B1")
