"""Battle flow of 2021: phases, group activations, overwatch, and its hooks on actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from messages.catalogue import NOTHING
from messages.message import Message
from referee.editions.kt21.actions import HEAVY, NO_OVERWATCH
from referee.editions.kt21.options import (
    AT_THE_EDGE,
    ENDS_AT_TWO,
    FAILED_JUMP,
    FIRST_ORDER,
    GOES_ON,
    GROUPS,
    TURNING_POINTS,
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
from referee.game.events import Event, activations, battle, decisions, pieces
from referee.game.handlers.act_handler import ActionHook, usable_weapons
from referee.game.handlers.action_hooks import Guarding, Hatches, HeavyWeapons, LimitedUsesHook, ReactionActions
from referee.game.handlers.activating import ActivateHandler, OnGuard, OnlyThese, Reactions, ReactionWindow
from referee.game.handlers.handler import TestOutcome, condition
from referee.game.handlers.markers import DropMarkerHandler, PickUpHook
from referee.game.handlers.set_up import DeployHandler, PlaceEquipmentHandler, reserve_of
from referee.game.intents import ANY, Act, Activate, Answer, Deploy, Intent, PlaceEquipment, Seal
from referee.game.judging.position import weapon_rules, weapons_of
from referee.game.pack_action import Until
from referee.game.phases.common_phases import Alternating, dice_prompts, higher, initiative_choice, rolled
from referee.game.phases.phase import AnswerEffect, PlainPhase
from referee.game.policy import RuleIds
from referee.game.prompt import Prompt, Topic
from referee.game.state import ActivationKind, GameState, OpenTest, PausedGroup
from referee.rules.dice.rule_book import RuleBook
from referee.rules.ports.actions import restrictions
from referee.rules.ports.edition import GUARDS_ANSWER, PAUSED, ActionSpec, Edition, note
from referee.rules.position import Order
from referee.rules.ruling import Finding
from referee.rules.weapon import WeaponType


def initiative_taken(rolls: Mapping[str, int], previous: str | None) -> str:
    """Return who takes initiative (rule B21-02): the higher die; on a tie the player who did not have it before."""
    return higher(rolls) or next(player for player in rolls if player != previous)


@dataclass(frozen=True, slots=True)
class Mission(PlainPhase):
    """The mission gives initiative in the first turning point (rule B21-02); tac ops are chosen in secret.

    Barricades may be set up before or after that: the order is the mission's (K21-06).
    """

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({Seal, PlaceEquipment})

    def over(self, state: GameState) -> bool:
        """Return whether a player has initiative."""
        return state.initiative is not None

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question which player the mission gives initiative."""
        choices = tuple(initiative_choice(player) for player in state.sides)
        question = Message.of("prompt-mission-initiative")
        return (Prompt(id="mission:0", topic=Topic.INITIATIVE, owner=ANY, question=question, choices=choices),)

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the initiative given."""
        return (battle.InitiativeGiven(player=str(reply.choice)),)


@dataclass(frozen=True, slots=True)
class SettingUp(PlainPhase):
    """Operatives and barricades are set up in the mission's order, which the sources do not state (K21-06)."""

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({Deploy, PlaceEquipment})

    def over(self, state: GameState) -> bool:
        """Return whether everybody is set up."""
        return not any(reserve_of(state, player) for player in state.sides)


@dataclass(frozen=True, slots=True)
class Initiative(PlainPhase):
    """All operatives are readied; later, the winner of a roll-off takes initiative (rules B21-01, B21-02).

    `given` is the order that operatives have before their first activation.
    """

    given: Order = Order.CONCEAL

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return both teams readied; in the first turning point also with the order they have until activated."""
        ready = (battle.StageEntered(stage=self.name), *(battle.Readied(player=player) for player in state.sides))
        if state.turning_point > 1:
            return ready
        others = (key for key, one in state.operatives.items() if one.standing and one.order is not self.given)
        return (*ready, *(activations.OrderChanged(operative=key, order=self.given) for key in others))

    def over(self, state: GameState) -> bool:
        """Return whether initiative was taken."""
        return state.turning_point == 1 or state.stage_closed

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return the initiative taken once both dice are rolled."""
        if self.over(state) or len(state.rolls) < len(state.sides):
            return ()
        taken = battle.InitiativeGiven(player=initiative_taken(state.rolls, state.had_initiative))
        return (taken, battle.StageClosed(stage=self.name))

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the dice still to be rolled."""
        return () if self.over(state) else dice_prompts(state, "initiative-roll")

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the die rolled."""
        return rolled(prompt, reply)


@dataclass(frozen=True, slots=True)
class Ploys(Alternating):
    """Each player gains 1 CP; then strategic ploys in turn until both pass in succession (rules B21-03, B21-04)."""

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the points gained and the first turn."""
        gained = (battle.CommandPointsChanged(player=each, by=1, why="command points") for each in state.sides)
        return (battle.StageEntered(stage=self.name, first=state.initiative), *gained)


MOST_IN_A_ROW = 2


@dataclass(frozen=True, slots=True)
class GroupTurns:
    """A group continues with the next of its type, but with at most two before the opponent's turn (C21-02).

    `reading` decides whether a larger group is over then, or goes on in the player's next turn.
    """

    reading: str = ENDS_AT_TWO

    def after(self, state: GameState, operative: str) -> str:
        """Return the same player while the group is not finished, else the other one."""
        player = state.operative(operative).player
        on = self.left(state, operative) > 0 and state.in_a_row + 1 < MOST_IN_A_ROW
        return player if on else state.opponent(player)

    def left(self, state: GameState, operative: str) -> int:
        """Return how many of this operative's group are not activated yet; 0 if no other of its type is ready."""
        card = state.operative(operative).card
        paused = self.paused(state, card.player)
        size = paused.left if paused is not None and self.reading == GOES_ON else card.group
        same = any(key != operative and of_one_type(state, operative, key) for key in state.ready_of(card.player))
        return max(0, size - state.in_a_row - 1) if same else 0

    def able(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return all ready operatives; within a group those of its type."""
        ready, last = state.ready_of(player), self.begun_by(state, player)
        if last is None:
            return ready
        return tuple(key for key in ready if of_one_type(state, last, key))

    def begun_by(self, state: GameState, player: str) -> str | None:
        """Return an operative of the group that the player has to go on with; None without one."""
        if state.in_a_row:
            return state.last
        paused = self.paused(state, player)
        return paused.operative if paused is not None and self.reading == GOES_ON else None

    def paused(self, state: GameState, player: str) -> PausedGroup | None:
        """Return the player's group that the opponent's turn interrupted, if one of its type is still ready."""
        group = state.side(player).group
        if group is None or group.turning_point != state.turning_point:
            return None
        return group if any(of_one_type(state, group.operative, key) for key in state.ready_of(player)) else None

    def note(self, state: GameState, player: str) -> Message | None:
        """Return the reading of groups, if a group of more than two is not finished."""
        waits = not state.in_a_row and self.paused(state, player) is not None
        return note(GROUPS, self.reading) if waits else None


def of_one_type(state: GameState, operative: str, other: str) -> bool:
    """Return whether two of one player's operatives are of the same type, by their cards (C21-02).

    Without types, a name on several cards is a type; operatives with unique names are distinguished by their group
    activation, which is the same for all of a type.
    """
    card, mate = state.operative(operative).card, state.operative(other).card
    if card.type or mate.type or card.group != mate.group:
        return bool(card.type) and card.type == mate.type
    names = Counter(one.card.name for one in state.operatives.values() if one.card.player == card.player)
    return card.name == mate.name or names[card.name] == names[mate.name] == 1


@dataclass(frozen=True, slots=True)
class GroupActivateHandler(ActivateHandler):
    """Activate a ready operative; while a group is not finished, one of the same type."""

    turns: GroupTurns = GroupTurns()

    def check(self, state: GameState, intent: Activate) -> tuple[Finding, ...]:
        """Return the conditions of every activation, and whether it belongs to the current group."""
        tests = ActivateHandler.check(self, state, intent)
        if intent.operative not in state.operatives:
            return tests
        player = state.operative(intent.operative).player
        last = self.turns.begun_by(state, player)
        if last is None or (not state.in_a_row and state.turn != player):
            return tests
        same = of_one_type(state, last, intent.operative)
        rest = Message.of("edition-group", operative=last, type=state.operative(last).card.type or NOTHING)
        if not state.in_a_row:
            rest = Message.of("edition-group-read", operative=last, reading=note(GROUPS, self.turns.reading))
        return (*tests, condition("C21-02", same, rest))


@dataclass(frozen=True, slots=True)
class Watching:
    """Conditions of an overwatch, as `ReactionWindow.who`: an Engage order, while only the opponent has ready ones."""

    book: RuleBook

    def __call__(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return whether it may make overwatch now (rule C21-04)."""
        own = state.operative(operative)
        ready = len(state.ready_of(own.player))
        others = len(state.ready_of(state.opponent(own.player)))
        ranged = weapons_of(state, operative, WeaponType.RANGED)
        armed = not own.card.weapons or bool(ranged)
        left = not ranged or bool(usable_weapons(state, operative, WeaponType.RANGED, self.book))
        return (
            condition("C21-04", armed, Message.of("reaction-no-ranged-weapon", operative=operative)),
            condition("G21-12", left, Message.of("reaction-weapons-used-up", operative=operative)),
            condition("C21-04", ready == 0, Message.of("reaction-own-expended", ready=ready)),
            condition("C21-04", others > 0, Message.of("reaction-opponent-ready")),
            condition("C21-04", own.order is Order.ENGAGE, Message.of("reaction-order-engage")),
            condition("C21-04", not own.counteracted, Message.of("reaction-overwatch-once", operative=operative)),
        )


OVERWATCH = "Overwatch"

BARRICADE = "barricade"


def only_overwatch(state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
    """Return whether the action is Overwatch, or a free one that a rule gives (C21-04), as `ReactionWindow.what`."""
    permitted = spec.name == OVERWATCH or act.free
    return (condition("C21-04", permitted, Message.of("reaction-only-overwatch", action=spec.name)),)


def reactions_of(edition: Edition) -> Reactions:
    """Return the rows of 2021: overwatch in place of an activation (C21-04), guards within the enemy's (K21-01)."""
    return Reactions(
        instead=ReactionWindow(
            ActivationKind.REACTION, "overwatch", who=Watching(edition.rule_book), what=only_overwatch
        ),
        within=ReactionWindow(
            ActivationKind.INTERRUPT,
            "guard",
            who=OnGuard("K21-01"),
            what=OnlyThese("K21-01", frozenset({OVERWATCH, "Fight"})),
        ),
        each_for_itself=True,
        in_pauses=edition.readings.get(PAUSED) == GUARDS_ANSWER,
        paused=note(PAUSED, edition.readings[PAUSED]) if PAUSED in edition.readings else None,
    )


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
        tests = []
        if spec.name == OVERWATCH and not guard and acting.doing is not ActivationKind.REACTION:
            tests.append(condition("C21-04", False, Message.of("reaction-overwatch-out-of-turn")))
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
    reactions, turns = reactions_of(edition), GroupTurns(edition.readings.get(GROUPS, ENDS_AT_TWO))
    hooks = (
        HeavyWeapons(HEAVY, edition),
        UnwieldyWeapons(),
        ReactionActions(reactions),
        OverwatchAlone(),
        JumpTests(edition.readings.get(FAILED_JUMP, AT_THE_EDGE)),
        FinishedClimbs(edition),
        Guarding(
            point_blank=frozenset({OVERWATCH}),
            aimed=True,
            each_for_itself=True,
            after_free=False,
            in_pauses=edition.readings.get(PAUSED) == GUARDS_ANSWER,
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
        intents.Activate: GroupActivateHandler(IDS, keeps_apl=edition.keeps_apl, turns=turns),
        intents.DropMarker: DropMarkerHandler(IDS, at_will=True),
        intents.Score: ScoreTacOpsHandler(IDS),
    }
    return build_battle_flow(
        edition,
        IDS,
        setup=(Mission("mission"), SettingUp("deployment")),
        strategy=strategy,
        ploy_phase=PLOYS,
        turn_order=turns,
        reactions=reactions,
        dice_actions=DiceActions(edition.dice, SORTS, stunned_until=Until.THIS_OR_NEXT_ACTIVATION),
        hooks=hooks,
        outcomes=OUTCOMES,
        handlers=own,
        finish=end_of_battle,
        turning_points=int(edition.reads(TURNING_POINTS)),
        counted=CountedOps(held=MISSION, others=CONDITIONS),
    )
