"""Actions refused without measuring are those that would be refused after it, with the same reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from overlook.table.offers.available_actions import available_actions
from overlook.table.rulings.judging_context import JudgingContext
from referee.editions.registry import ruleset_of
from tests.depth import at_night
from tests.overlook.whole_table import WHERE, context_of, crowded_game


@pytest.mark.parametrize(("name", "killzone"), [WHERE[0], WHERE[3], *at_night(*WHERE[1:3])])
@pytest.mark.parametrize("spent", [1, *at_night(0, 2)])
def test_refusing_before_measuring_changes_no_offer(
    monkeypatch: pytest.MonkeyPatch, name: str, killzone: str | None, spent: int
) -> None:
    game = crowded_game(name, killzone, seed=spent)
    state = game.state
    assert state.activation is not None
    tired = replace(state, activation=replace(state.activation, spent=spent))
    edition = ruleset_of(name).edition.in_killzone(killzone)
    context = replace(context_of(game, edition, sharp=True), timeline=replace(game.timeline, state=tired))
    told = available_actions(context)
    asked: list[bool] = []

    def never(_context: JudgingContext, _act: object) -> bool:
        asked.append(True)
        return False

    monkeypatch.setattr(JudgingContext, "barred", never)
    assert available_actions(context) == told
    assert asked
