"""What a battle's flow is made of: phases by name, and the shared handlers under an edition's own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.editions.kt21.scoring import RevealInTurnHandler
from referee.game.engine.battle_flow import BattleFlow
from referee.game.handlers.scoring_and_ploys import RevealHandler
from referee.game.intents import Reveal
from referee.game.phases.phase import PlainPhase
from referee.rules.errors import MalformedError
from tests.codes import coded
from tests.referee.game.players21 import FLOW as FLOW_2021


def test_phases_are_found_by_the_name_that_the_state_has(battle_flow: BattleFlow) -> None:
    assert [phase.name for phase in battle_flow.phases.values()] == list(battle_flow.phases)
    assert tuple(battle_flow.phases.values()) == (*battle_flow.setup, *battle_flow.turning_point)


def test_two_phases_of_one_name_are_refused(battle_flow: BattleFlow) -> None:
    twice = (*battle_flow.setup, PlainPhase("firefight"))
    with pytest.raises(MalformedError, check=coded("game-phase-twice")):
        replace(battle_flow, setup=twice)


def test_an_editions_own_handler_goes_before_the_shared_one(battle_flow: BattleFlow) -> None:
    shared, own = (type(each.handlers[Reveal]).__name__ for each in (battle_flow, FLOW_2021))
    assert (shared, own) == (RevealHandler.__name__, RevealInTurnHandler.__name__)
