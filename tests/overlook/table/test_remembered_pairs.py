"""What is remembered of one position is what the judge says, and nothing of it is left when things stand otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from geometry.placement import Placement
from geometry.terrain import Part
from overlook.table.advisor import card_of
from overlook.table.available_actions import available_actions
from overlook.table.remembered_pairs import RememberedEngagement, remembering
from referee.editions.registry import ruleset_of
from referee.rules.edition import Edition, Engagement
from referee.rules.position import Position
from referee.rules.ruling import Ruling
from tests.overlook.whole_table import WHERE, context_of, crowded_game


@dataclass
class EveryPair:
    """The engagement port that judges every pair each time it is asked, near or far."""

    inner: Engagement

    @property
    def rule(self) -> str:
        return self.inner.rule

    @property
    def term(self) -> str:
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


@pytest.mark.parametrize(("name", "killzone"), WHERE)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("sharp", [True, False])
def test_on_a_random_table_all_that_may_be_done_is_told_alike(
    name: str, killzone: str | None, seed: int, sharp: bool
) -> None:
    game, edition = crowded_game(name, killzone, seed), judging(name, killzone)
    plain = context_of(game, replace(edition, engagement=EveryPair(edition.engagement)), sharp=sharp)
    remembered = context_of(game, remembering(edition), sharp=sharp)
    told, again = available_actions(plain), available_actions(remembered)
    assert told is not None
    assert again is not None
    assert again.model_dump_json() == told.model_dump_json()
    assert card_of(remembered, "A1").model_dump_json() == card_of(plain, "A1").model_dump_json()


def moved(position: Position, name: str, x: float, y: float) -> Position:
    one = position.table.operative(name)
    there = replace(one, placement=Placement(name, x, y))
    return replace(position, table=replace(position.table, operatives={**position.table.operatives, name: there}))


def test_nothing_that_was_said_of_one_position_is_said_of_the_next() -> None:
    edition = judging("kt24", None)
    port = RememberedEngagement(edition.engagement)
    before = context_of(crowded_game("kt24", None, 0), edition, sharp=True).position
    beside = before.table.operative("A1").placement
    near, far = moved(before, "B1", beside.x + 1.5, beside.y), moved(before, "B1", 29.0, 21.0)
    for _ in range(2):
        for position, close in ((near, True), (far, False)):
            assert ("B1" in port.enemies_engaging(position, "A1")) is close
            assert port.engaged(position, "A1", "B1") == edition.engagement.engaged(position, "A1", "B1")


def test_a_pair_is_judged_once_while_the_position_stays() -> None:
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


def test_who_sees_whom_is_asked_once_and_told_of_each_position_as_the_judge_says() -> None:
    edition = judging("kt24", None)
    port = remembering(edition).sight
    before = context_of(crowded_game("kt24", None, 1), edition, sharp=True).position
    displaced = moved(before, "B1", 29.0, 21.0)
    for _ in range(2):
        for position in (before, displaced):
            assert port.visible(position, "A1", "B1") == edition.sight.visible(position, "A1", "B1")
            assert port.visible(position, "B1", "A1") == edition.sight.visible(position, "B1", "A1")
    assert port.visible(before, "A1", "B1") is port.visible(before, "A1", "B1")
