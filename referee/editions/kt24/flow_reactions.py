"""Acting out of turn in a 2024 battle: what a counteraction may be (rules C24-14 to C24-18)."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.editions.kt24.options import AFTER_CHANGES, AS_PRINTED, COUNTERACT
from referee.editions.kt24.reactions import ReactionFacts, counteract
from referee.game.handlers.acting import ActionHook
from referee.game.handlers.reacting import OutOfTurn
from referee.game.intent_handler import condition
from referee.game.intents import Act
from referee.game.state import STATS, ActivationKind, GameState
from referee.rules.edition import ActionSpec, Edition
from referee.rules.measuring import in_inches
from referee.rules.options import note
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class Counteract(OutOfTurn):
    """One free 1AP action by an expended Engage operative, while the opponent still has ready ones."""

    edition: Edition = field(kw_only=True)

    def may_react(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return whether it may counteract now (rules C24-03, C24-14, C24-15, C24-17)."""
        own = state.operative(operative)
        facts = ReactionFacts(
            own_ready=len(state.ready_of(own.player)),
            opponent_ready=len(state.ready_of(state.opponent(own.player))),
            order=own.order,
            already=own.counteracted,
            interrupted_on_guard=own.interrupted,
            exempt=own.card.exempt,
        )
        return counteract(self.edition.in_killzone(state.killzone), operative, facts).findings


@dataclass(frozen=True, slots=True)
class CounteractLimits(ActionHook):
    """A counteraction is one action of 1AP, not Guard, and moves no more than its limit.

    `printed` takes the price as the action has it, not after changes (an option).
    """

    printed: bool = False

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the action is one that a counteraction may be."""
        acting = state.acting
        if acting is None or acting.doing is not ActivationKind.REACTION:
            return ()
        printed, changed = spec.cost_ap, STATS.ap_cost(spec.cost_ap, act.cost_changes)
        cost = printed if self.printed else changed
        read_as = "" if printed == changed else f" ({note(COUNTERACT, AS_PRINTED if self.printed else AFTER_CHANGES)})"
        tests = [
            condition("C24-14", spec.name != "Guard", "Guard may not be performed in a counteraction"),
            condition("C24-18", cost == 1, f"{spec.name} costs {cost} AP, not 1{read_as}"),
        ]
        if act.charged is not None and acting.move_limit is not None:
            within = act.charged <= acting.move_limit
            tests.append(
                condition("C24-15", within, f"{in_inches(act.charged)} moved: at most {in_inches(acting.move_limit)}")
            )
        return tuple(tests)
