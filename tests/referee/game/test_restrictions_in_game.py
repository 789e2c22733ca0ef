"""What an activation so far excludes: the game says it as the judge does, whoever is asked."""

from __future__ import annotations

import pytest

from messages.message import Message
from referee.editions.kt21.edition import KT21
from referee.editions.kt24.edition import KT24
from referee.game.intents import Act
from referee.game.judging.position import attempt_of, edition_of_game, position_of
from referee.game.pack_action import PackAction
from referee.game.record import RefusedError
from referee.game.state import GameState
from referee.rules.ports.actions import judge_attempt
from referee.rules.ports.edition import Edition
from tests.referee.game import players21
from tests.referee.game.conftest import GameDriver


def judged(edition: Edition, state: GameState, action: str) -> list[tuple[str, Message]]:
    """Return what the judge has against an action of A1 by no enemy: the rule and the reason."""
    attempt = attempt_of(state, Act(id="x", operative="A1", action=action))
    found = judge_attempt(edition_of_game(edition, state), position_of(state), attempt).faults
    return [(each.rule, each.reason) for each in found]


def test_c24_06_a_packs_action_treated_as_reposition_does_not_follow_a_charge_by_game_and_judge(
    driver: GameDriver,
) -> None:
    driver.to_firefight(actions=(PackAction("Creep", treated_as="Reposition"),))
    driver.activate("A1")
    assert judged(KT24, driver.state, "Creep") == []
    driver.act("A1", "Charge", free=True)
    with pytest.raises(RefusedError) as refused:
        driver.act("A1", "Creep")
    said = [(each.rule, each.reason) for each in refused.value.findings]
    assert said == [("pack:Creep", Message.of("action-not-after", action="Creep", earlier="Charge"))]
    assert judged(KT24, driver.state, "Creep") == said


def test_c21_03_a_packs_action_treated_as_a_normal_move_does_not_follow_a_charge_by_game_and_judge() -> None:
    driver = players21.GameDriver()
    driver.set_up(actions=(PackAction("Creep", treated_as="Normal Move"),))
    driver.to_firefight()
    driver("activate", operative="A1", order="engage")
    assert judged(KT21, driver.state, "Creep") == []
    driver.act("A1", "Charge", free=True)
    with pytest.raises(RefusedError) as refused:
        driver.act("A1", "Creep")
    said = [(each.rule, each.reason) for each in refused.value.findings]
    assert said == [("pack:Creep", Message.of("action-not-after", action="Creep", earlier="Charge"))]
    assert judged(KT21, driver.state, "Creep") == said
