"""What a game must hold to, counted over its log and its state: shares nothing with the code under test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from referee.game.engine.timeline import TimelineStep
from referee.game.events.activations import ActionPerformed, Activated, ActivationEnded, ReactionBegan, ReactionEnded
from referee.game.events.battle import CommandPointsChanged, PloyUsed, StageEntered, TurningPointBegan
from referee.game.intents import Act
from referee.game.state import GameState, LifeState

FORBIDDEN_PAIRS = {
    frozenset(pair)
    for pair in (
        ("Reposition", "Fall Back"),
        ("Reposition", "Charge"),
        ("Dash", "Charge"),
        ("Fall Back", "Charge"),
        ("Shoot", "Guard"),
    )
}
COST = {"Fall Back": 2}


@dataclass
class Count:
    """What happened so far: who was activated, reacted or used a ploy how often, and what the activation has done.

    `declared` are the changes of the AP cost that the players declared with the action at hand (rule C24-05).
    """

    turning_point: int = 0
    activated: Counter[tuple[int, str]] = field(default_factory=Counter)
    reacted: Counter[tuple[int, str]] = field(default_factory=Counter)
    ploys: Counter[tuple[int, str, str]] = field(default_factory=Counter)
    cp: Counter[str] = field(default_factory=Counter)
    order: dict[str, str] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    spent: int = 0
    reaction: int = 0
    declared: tuple[int, ...] = ()

    def take(self, event: Any) -> None:
        """Count one event, and check it against what happened before."""
        match event:
            case TurningPointBegan():
                self.turning_point = event.turning_point
                assert self.turning_point <= 4
            case Activated():
                self.activated[self.turning_point, event.operative] += 1
                self.order[event.operative] = event.order
                self.done, self.spent = [], 0
            case ReactionBegan():
                self._react(event)
            case ActionPerformed():
                self._act(event)
            case ActivationEnded():
                self.done, self.spent = [], 0
            case ReactionEnded():
                self.reaction = 0
            case PloyUsed() if event.once:
                self.ploys[self.turning_point, event.player, event.name] += 1
            case CommandPointsChanged():
                self.cp[event.player] += event.by
                assert self.cp[event.player] >= 0

    def _react(self, began: ReactionBegan) -> None:
        if began.doing == "reaction":
            self.reacted[self.turning_point, began.operative] += 1
            assert self.order[began.operative] == "engage"
        self.reaction = 1

    def _act(self, done: ActionPerformed) -> None:
        if done.action in ("Shoot", "Charge", "Guard"):
            assert self.order[done.operative] == "engage"
        if self.reaction:
            self.reaction -= 1
            assert done.cost == 0
            return
        assert done.action not in self.done
        assert not any(frozenset((done.action, other)) in FORBIDDEN_PAIRS for other in self.done)
        assert done.cost == (0 if done.free else max(0, COST.get(done.action, 1) + sum(self.declared)))
        self.done.append(done.action)
        self.spent += done.cost
        assert self.spent <= 3


def events_of(steps: Sequence[TimelineStep]) -> list[Any]:
    """Return the events of some steps, in order."""
    return [event for step in steps for event in step.events]


def audit(steps: Sequence[TimelineStep]) -> None:
    """Check the rules of the Firefight phase on what happened, by counting."""
    count = Count()
    for step in steps:
        count.declared = step.intent.cost_changes if isinstance(step.intent, Act) else ()
        for event in step.events:
            count.take(event)
    for times in (count.activated, count.reacted, count.ploys):
        assert all(number == 1 for number in times.values()), times
    stages = [each.stage for each in events_of(steps) if isinstance(each, StageEntered)]
    course = ("roll_off", "selection", "equipment", "deployment", "scouting")
    turn = ("initiative", "ready", "gambit", "firefight", "end")
    for before, after in pairwise(stages):
        whole = (*course, *turn)
        assert after == (whole[whole.index(before) + 1] if before != "end" else "initiative")


def audit21(steps: Sequence[TimelineStep]) -> None:
    """Check what both editions have in common: nobody twice, nothing unpaid."""
    turning_point, spent = 0, 0
    activated: Counter[tuple[int, str]] = Counter()
    for event in events_of(steps):
        if isinstance(event, TurningPointBegan):
            turning_point = event.turning_point
        elif isinstance(event, Activated):
            activated[turning_point, event.operative] += 1
            spent = 0
        elif isinstance(event, ActionPerformed):
            spent += event.cost
            assert spent <= 3
    assert all(times == 1 for times in activated.values()), activated


def whole(state: GameState) -> None:
    """Check that a state does not contradict itself."""
    for key, operative in state.operatives.items():
        assert 0 <= operative.wounds <= operative.card.wounds
        assert (operative.life in (LifeState.STANDING, LifeState.RESERVE)) == (operative.wounds > 0)
        assert abs(operative.apl - operative.card.apl) <= 1
        assert not (operative.ready and not operative.standing)
        if operative.carrying is not None:
            assert state.markers[operative.carrying].carried_by == key
            assert operative.life is not LifeState.REMOVED
        assert all(used <= 2 for used in operative.uses.values())
    for marker in state.markers.values():
        assert (marker.carried_by is None) or state.operatives[marker.carried_by].carrying == marker.id
        assert (marker.place is None) == (marker.carried_by is not None)
    for acting in (state.activation, state.reaction):
        assert acting is None or state.operatives[acting.operative].life is not LifeState.REMOVED
    for side in state.sides.values():
        assert side.cp >= 0
        assert all(0 <= vp <= 6 for vp in side.vp.values())
        assert side.total_vp <= 21
    assert (state.stage == "ended") or state.winner is None
