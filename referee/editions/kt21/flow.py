"""Battle flow of 2021, and its hooks on actions (Unwieldy, overwatch, divided climbs, jump tests)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from messages.message import Message
from referee.editions.kt21.actions import HEAVY, NO_OVERWATCH
from referee.editions.kt21.options import AT_THE_EDGE, FAILED_JUMP, FIRST_ORDER, TURNING_POINTS
from referee.editions.kt21.phases import (
    GroupActivateHandler,
    GroupTurns,
    Initiative,
    Mission,
    Overwatch,
    Ploys,
    SettingUp,
)
from referee.editions.kt21.scoring import (
    ACCOUNTS,
    CONDITIONS,
    MISSION,
    REVEAL,
    TAC_OPS,
    RevealInTurnHandler,
    ScoreTacOpsHandler,
    SealTacOpsHandler,
    TargetReveal,
    end_of_battle,
)
from referee.game import intents
from referee.game.board_place import BoardPlace
from referee.game.dice.dice_actions import FIGHTING, SHOOTING, DiceActions
from referee.game.engine.battle_flow import BattleFlow, CountedOps, build_battle_flow
from referee.game.events import Event, activations, decisions, pieces
from referee.game.handlers.act_handler import ActionHook
from referee.game.handlers.action_hooks import Guarding, Hatches, HeavyWeapons, LimitedUsesHook
from referee.game.handlers.handler import TestOutcome, condition
from referee.game.handlers.markers import DropMarkerHandler, PickUpHook
from referee.game.handlers.set_up import DeployHandler, PlaceEquipmentHandler
from referee.game.intents import Act
from referee.game.judging.position import weapon_rules
from referee.game.pack_action import Until
from referee.game.policy import RuleIds
from referee.game.state import ActivationKind, GameState, OpenTest
from referee.rules.ports.actions import restrictions
from referee.rules.ports.edition import ActionSpec, Edition, note
from referee.rules.position import Order
from referee.rules.ruling import Finding

OVERWATCH = "Overwatch"

BARRICADE = "barricade"


@dataclass(frozen=True, slots=True)
class UnwieldyWeapons(ActionHook):
    """Shooting with an Unwieldy weapon costs 1 AP more (rule G21-12)."""

    actions: ClassVar[frozenset[str]] = frozenset({"Shoot"})

    def surcharge(self, state: GameState, act: Act, spec: ActionSpec) -> int:
        """Return 1 for an Unwieldy weapon."""
        return int(any(use.rule == "unwieldy" for use in weapon_rules(state, act)))


@dataclass(frozen=True, slots=True)
class OverwatchAlone(ActionHook):
    """Overwatch is only performed out of turn, with a suitable weapon, and never in an operative's own activation."""

    def worse_by(self, state: GameState, act: Act, spec: ActionSpec) -> int:
        """Return 1 for overwatch."""
        return int(spec.name == OVERWATCH)

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the action is permitted now, and the weapon with it."""
        acting = state.acting
        if acting is None:
            return ()
        guard = acting.doing is ActivationKind.INTERRUPT
        reacting = acting.doing is ActivationKind.REACTION
        tests = []
        free = reacting and act.free and spec.name != OVERWATCH
        if not guard and not free and reacting != (spec.name == OVERWATCH):
            turn = Message.of("reaction-overwatch-out-of-turn")
            only = Message.of("reaction-only-overwatch", action=spec.name)
            tests.append(condition("C21-04", False, only if reacting else turn))
        if spec.name == OVERWATCH:
            spent = guard and state.operative(act.operative).counteracted
            tests.append(condition("C21-04", not spent, Message.of("reaction-overwatch-once", operative=act.operative)))
            tests.extend(
                condition("C21-04", False, Message.of("reaction-weapon-allows-overwatch", rule=use.rule))
                for use in weapon_rules(state, act)
                if use.rule in NO_OVERWATCH
            )
        return tuple(tests)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the use of the turning point's overwatch by one made on guard."""
        guard = state.acting is not None and state.acting.doing is ActivationKind.INTERRUPT
        return (activations.OverwatchSpent(operative=act.operative),) if guard and spec.name == OVERWATCH else ()


@dataclass(frozen=True, slots=True)
class FinishedClimbs(ActionHook):
    """A move that begins a climb which a Dash finishes counts and costs as both actions (rule I21-04)."""

    edition: Edition

    def surcharge(self, state: GameState, act: Act, spec: ActionSpec) -> int:
        """Return the price of the other move."""
        then = self._then(act)
        return then.cost_ap if then is not None else 0

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the other move may be performed after this one."""
        then = self._then(act)
        if then is None:
            known = act.evidence.then is None
            return (
                () if known else (condition("I21-04", False, Message.of("edition-no-climb", action=act.evidence.then)),)
            )
        acting = state.acting
        done = [each.action for each in acting.performed] if acting is not None else []
        return restrictions(then, (*done, spec.name), self.edition.actions, once=self.edition.rule_of_restriction)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the other move performed; its price is paid with the first."""
        then = self._then(act)
        if then is None:
            return ()
        return (activations.ActionPerformed(operative=act.operative, action=then.name, counts_as=then.name, cost=0),)

    def _then(self, act: Act) -> ActionSpec | None:
        then = act.evidence.then
        return self.edition.actions[then] if then is not None and then == self.edition.movement.climb_goes_on else None


@dataclass(frozen=True, slots=True)
class JumpTests(ActionHook):
    """A move with a jump takes a test: on a 1 the operative stays, and the action ends (rule I21-03).

    `Evidence.jump_from` is the position (x, y, z) at the edge, from the ruling; `stays` is the reading of where the
    operative stays: there, or where the move began.
    """

    stays: str = AT_THE_EDGE

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the edge is a valid position."""
        edge = act.evidence.jump_from
        if edge is None:
            return ()
        fits = len(edge) == 3
        return (condition("I21-03", fits, Message.of("edition-jump-edge", found=edge)),)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the test requested."""
        edge = act.evidence.jump_from
        if edge is None:
            return ()
        owner = state.operative(act.operative).player
        where = f"{JUMP}:{state.turning_point}:{state.activations}:{act.operative}:{spec.name}"
        began = state.operative(act.operative).place
        stays = edge if self.stays == AT_THE_EDGE or began is None else (began.x, began.y, began.z)
        about = ",".join(f"{float(value):g}" for value in stays)
        question = Message.of("edition-jump-test", operative=act.operative, reading=note(FAILED_JUMP, self.stays))
        roll = OpenTest(where, JUMP, act.operative, owner, str(question), about=about, message=question)
        return (decisions.RollCalled(test=roll),)


def _jumped(state: GameState, roll: OpenTest, dice: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the operative back where it stays if the test fails."""
    if dice[0] > 1:
        return ()
    x, y, z = map(float, roll.about.split(","))
    return (pieces.Placed(operative=roll.operative, place=BoardPlace(x, y, z)),)


JUMP = "jump"
OUTCOMES: Mapping[str, TestOutcome] = MappingProxyType({JUMP: _jumped})
"""Effects of tests in this edition."""


PLOYS = "ploys"
SORTS = {"Shoot": SHOOTING, "Fight": FIGHTING, OVERWATCH: SHOOTING}
TURNS = {"sequence": "B21-01", "alternation": "C21-01", "order": "C21-01", "budget": "C21-03", "once": "C21-03"}
THINGS = {"placement": "N21-01", "wounds": "L21-01", "carried": "L21-02", "put_down": "D21-08"}
IDS = RuleIds(**TURNS, **THINGS, **ACCOUNTS, tokens="B21-01", simultaneous="B21-01", end="B21-01")


def flow(edition: Edition) -> BattleFlow:
    """Return the flow of this edition's battles, with its action table and those of its killzones."""
    strategy = (
        Initiative("initiative", Order(edition.reads(FIRST_ORDER))),
        Ploys(PLOYS, frozenset({intents.UsePloy}), Message.of("prompt-turn-ploy")),
        TargetReveal(REVEAL, frozenset(), Message.of("prompt-turn-reveal")),
    )
    hooks = (
        HeavyWeapons(HEAVY, edition),
        UnwieldyWeapons(),
        OverwatchAlone(),
        JumpTests(edition.readings.get(FAILED_JUMP, AT_THE_EDGE)),
        FinishedClimbs(edition),
        Guarding(
            "Guard",
            "K21-01",
            interrupts=frozenset({OVERWATCH, "Fight"}),
            point_blank=frozenset({OVERWATCH}),
            aimed=True,
            each_for_itself=True,
            after_free=False,
        ),
        Hatches(),
        LimitedUsesHook(edition.rule_book, SORTS),
        PickUpHook("Pick Up"),
    )
    own = {
        intents.Deploy: DeployHandler(IDS, parts=None),
        intents.PlaceEquipment: PlaceEquipmentHandler(
            IDS, rule="K21-06", pieces={}, kinds={}, of_mission=frozenset({BARRICADE})
        ),
        intents.Seal: SealTacOpsHandler(
            IDS,
            topics=dict.fromkeys(TAC_OPS, frozenset({"mission"})),
            in_turn=frozenset(),
            carded=frozenset(TAC_OPS),
        ),
        intents.Reveal: RevealInTurnHandler(IDS),
        intents.Activate: GroupActivateHandler(IDS),
        intents.DropMarker: DropMarkerHandler(IDS, at_will=True),
        intents.Score: ScoreTacOpsHandler(IDS),
    }
    return build_battle_flow(
        edition,
        IDS,
        setup=(Mission("mission"), SettingUp("deployment")),
        strategy=strategy,
        ploy_phase=PLOYS,
        turn_order=GroupTurns(),
        reaction=Overwatch("overwatch", "K21-01", move_limit=None, book=edition.rule_book),
        dice_actions=DiceActions(edition.dice, SORTS, stunned_until=Until.THIS_OR_NEXT_ACTIVATION),
        hooks=hooks,
        outcomes=OUTCOMES,
        handlers=own,
        finish=end_of_battle,
        turning_points=int(edition.reads(TURNING_POINTS)),
        counted=CountedOps(held=MISSION, others=CONDITIONS),
    )
