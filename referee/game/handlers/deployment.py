"""Operatives are set up on the killzone (rules A24-07, A24-13)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.events import Event, flow, operatives, setting
from referee.game.handlers.handler import Handler
from referee.game.intent_handler import condition
from referee.game.intents import Deploy
from referee.game.phases.setting_up import next_to_deploy
from referee.game.state import GameState, LifeState
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class DeployHandler(Handler):
    """Set up an operative, a part of the team in turn (rule A24-07), or as the mission says where `parts` is None.

    The judge says whether it stands in its drop zone.
    """

    parts: int | None

    def check(self, state: GameState, intent: Deploy) -> tuple[Finding, ...]:
        """Return whether it is its player's turn and it is not set up yet."""
        operative = state.operatives.get(intent.operative)
        if operative is None:
            return (self.known(state, intent.operative),)
        ids = self.ids
        return (
            condition(
                ids.placement,
                operative.life is LifeState.RESERVE,
                f"{intent.operative} is set up already, or out of the battle",
            ),
            self.on_turn(state, operative.player, ids.alternation, at_any_time=self._any_time(state)),
        )

    def apply(self, state: GameState, intent: Deploy) -> tuple[Event, ...]:
        """Return the operative set up where it stands, and the turn given on after each part of the team."""
        happened: list[Event] = [setting.Deployed(operative=intent.operative)]
        if intent.place is not None:
            happened.append(operatives.Placed(operative=intent.operative, place=intent.place))
        if state.alternation is not None and self.parts is not None and not state.free:
            player = state.operative(intent.operative).player
            to = next_to_deploy(state, player, parts=self.parts)
            happened.append(flow.TurnTaken(player=player, to=to))
        return tuple(happened)

    def _any_time(self, state: GameState) -> bool:
        return state.free or self.parts is None
