"""Battle flow of 2024: set-up and Strategy phases, handlers, end (rules A24-02, B24, C24)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from messages.message import Message
from referee.editions.kt24.actions import HEAVY
from referee.editions.kt24.equipment import (
    HANDLERS,
    HOOKS,
    KINDS,
    OPTION_NAMES,
    OPTIONS,
    OUTCOMES,
    PIECES,
    SUPPLIES,
    find_brought,
    option_id,
)
from referee.editions.kt24.equipment.smoke_grenade import SMOKE
from referee.editions.kt24.options import (
    EVEN,
    GRADE_BY_POINTS,
    GUARD,
    KILL_GRADE,
    PARTS,
    ROUNDED_UP,
)
from referee.editions.kt24.reactions import MoveLimit, reactions_of
from referee.editions.kt24.scoring import (
    ACCOUNTS,
    CAPS,
    CRIT_OP,
    OPS,
    PRIMARY,
    TAC_OP,
    TacOpAsked,
    end_of_battle,
    gained,
    initiative_decider,
)
from referee.game import intents
from referee.game.dice.dice_actions import FIGHTING, SHOOTING, DiceActions
from referee.game.engine.battle_flow import BattleFlow, CountedOps, build_battle_flow
from referee.game.events import Event, battle, pieces
from referee.game.handlers.action_hooks import (
    Guarding,
    Hatches,
    HeavyWeapons,
    LimitedUsesHook,
    ReactionActions,
    SharedSupplies,
)
from referee.game.handlers.activating import AlternatingTurns
from referee.game.handlers.handler import op_name
from referee.game.handlers.markers import DropMarkerHandler, PickUpHook, PlaceHook
from referee.game.handlers.scoring_and_ploys import ScoreHandler, SealHandler
from referee.game.handlers.set_up import ChooseEquipmentHandler, DeployHandler, PlaceEquipmentHandler, in_mission
from referee.game.intents import ANY, Answer, ChooseEquipment, Intent, Seal
from referee.game.pack_action import Until
from referee.game.phases.common_phases import (
    Alternating,
    Deployment,
    FirstRollOff,
    deciding_prompt,
    dice_prompts,
    rolled,
)
from referee.game.phases.phase import AnswerEffect, PlainPhase
from referee.game.policy import RuleIds
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState
from referee.rules.dice.step import d3
from referee.rules.moves.interactions import PLACE_MARKER
from referee.rules.ports.edition import GUARDS_ANSWER, PAUSED, Edition, note

STARTING_CP = 2
EQUIPMENT_SLOTS = 4
NONE = "none"
NO_EQUIPMENT = Choice(key=NONE, label=Message.of("choice-no-equipment"))


@dataclass(frozen=True, slots=True)
class EquipmentChoice(PlainPhase):
    """Each player reveals equipment and gains 2 CP; the tac op is a secret of this phase (rules A24-04, B24-03)."""

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({ChooseEquipment, Seal})

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the phase entered, and each player's initial command points."""
        gained = (battle.CommandPointsChanged(player=each, by=STARTING_CP, why="set-up") for each in state.sides)
        return (battle.StageEntered(stage=self.name), *gained)

    def over(self, state: GameState) -> bool:
        """Return whether both players have revealed theirs."""
        return all(player in state.chosen for player in state.sides)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question to each player who has not revealed equipment; the default is none."""
        return tuple(
            Prompt(
                id=f"equipment:{player}",
                topic=Topic.EQUIPMENT,
                about=player,
                owner=player,
                question=Message.of("prompt-equipment", player=player),
                choices=(NO_EQUIPMENT, *(one for one in OPTIONS if in_mission(state, one.key))),
                default=NONE,
                picks=EQUIPMENT_SLOTS,
            )
            for player in state.sides
            if player not in state.chosen
        )

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the chosen option, or none."""
        options = () if reply.choice == NONE else (str(reply.choice),)
        return ChooseEquipment(id=reply.id, by=reply.by, player=prompt.owner, options=options)


@dataclass(frozen=True, slots=True)
class PlacingItems(Alternating):
    """Equipment is set up item by item, in turn from initiative, until both have passed (rule A24-06)."""

    def over(self, state: GameState) -> bool:
        """Return whether both players have passed, or neither has equipment."""
        return Alternating.over(self, state) or not any(side.equipment for side in state.sides.values())


@dataclass(frozen=True, slots=True)
class Scouting(PlainPhase):
    """Each player chooses an option in secret; they are revealed together (rule A24-08).

    The mission pack defines their effects; the first player of the first turning point follows from them (A24-09).
    """

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({Seal})

    def over(self, state: GameState) -> bool:
        """Return whether both options are revealed."""
        return all("scouting" in side.revealed for side in state.sides.values())

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return both options revealed once both are chosen."""
        if self.over(state) or not all("scouting" in side.sealed for side in state.sides.values()):
            return ()
        return tuple(battle.Revealed(player=player, topic="scouting") for player in state.sides)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question to each player who has not chosen: "none" if the pack has no options."""
        return tuple(
            Prompt(
                id=f"scouting:{player}",
                topic=Topic.SCOUTING,
                about=player,
                owner=player,
                question=Message.of("prompt-scouting", player=player),
                choices=(Choice(key=NONE, label=Message.of("choice-no-scouting")),),
                default=NONE,
            )
            for player, side in state.sides.items()
            if "scouting" not in side.sealed
        )

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the choice sealed."""
        return (battle.Sealed(player=prompt.owner, topic="scouting", value=str(reply.choice)),)


GAMBIT = "gambit"
PRIMARY_OPS = ("crit", "tac", "kill")
PRIMARY_EFFECT = Message.of("choice-primary-op-effect")


@dataclass(frozen=True, slots=True)
class Initiative(PlainPhase):
    """Initiative: first by the scouting options, then by a roll-off whose winner decides.

    With equal options the player without initiative decides; the meaning of other options is in the mission pack, so
    either player may answer. Initiative is decided again in every turning point.
    """

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the phase entered; in the first turning point also who decides."""
        entered = battle.StageEntered(stage=self.name)
        if state.turning_point > 1:
            return (entered,)
        options = {side.revealed.get("scouting") for side in state.sides.values()}
        without = next(player for player in state.sides if player != state.had_initiative)
        return (entered, battle.DecisionGiven(player=without if len(options) == 1 else ANY))

    def over(self, state: GameState) -> bool:
        """Return whether the decision was made."""
        return state.stage_closed

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return the decision given to the winner once both dice are rolled."""
        if state.decider is not None or len(state.rolls) < len(state.sides):
            return ()
        return (battle.DecisionGiven(player=initiative_decider(state.rolls, state.had_initiative)),)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the dice, then the decision."""
        if state.stage_closed:
            return ()
        if state.decider is not None:
            return deciding_prompt(state, "initiative")
        return dice_prompts(state, "initiative-roll")

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the die rolled, or the initiative given."""
        if prompt.topic is Topic.ROLL_OFF:
            return rolled(prompt, reply)
        return (battle.InitiativeGiven(player=str(reply.choice)), battle.StageClosed(stage=self.name))


@dataclass(frozen=True, slots=True)
class Ready(PlainPhase):
    """Command points, readying, and the duration of smoke (rules B24-03, B24-04, B24-11)."""

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the points gained and both teams readied."""
        happened: list[Event] = [battle.StageEntered(stage=self.name)]
        for player in state.sides:
            points = gained(player, state.initiative, state.turning_point)
            happened.append(battle.CommandPointsChanged(player=player, by=points, why="ready"))
            happened.append(battle.Readied(player=player))
        return tuple(happened)

    def over(self, state: GameState) -> bool:
        """Return whether every smoke marker has a duration."""
        return not self._untimed(state)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return a die for each smoke marker from an earlier turning point."""
        return tuple(
            Prompt(
                id=f"smoke:{state.turning_point}:{marker}",
                topic=Topic.SMOKE,
                about=marker,
                owner=state.marker(marker).owner or ANY,
                question=Message.of("prompt-smoke", marker=marker),
                dice=1,
            )
            for marker in self._untimed(state)
        )

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the marker's duration: the die as a D3."""
        return (pieces.MarkerTimed(marker=prompt.about, activations=d3(reply.dice[0])),)

    def _untimed(self, state: GameState) -> tuple[str, ...]:
        return tuple(key for key, each in state.markers.items() if each.kind == SMOKE and each.timer is None)


@dataclass(frozen=True, slots=True)
class Gambits(Alternating):
    """Strategic gambits in turn until both pass in succession; before them, the secret primary op (A24-10, B24-05)."""

    def asked(self, state: GameState, player: str) -> Message:
        """Return the question; a game that asks for primary ops adds that this is the only time for one."""
        if not state.asks_primary or not self.offers(state, player):
            return self.question
        return Message.of("prompt-turn-primary-op")

    def offers(self, state: GameState, player: str) -> tuple[Choice, ...]:
        """Return the ops that can be made primary, in the first turning point and once."""
        if state.turning_point != 1 or "primary_op" in state.side(player).sealed:
            return ()
        return tuple(
            Choice(key=f"primary:{op}", label=Message.of("choice-primary-op", op=op_name(op)), says=PRIMARY_EFFECT)
            for op in PRIMARY_OPS
        )

    def chosen(self, state: GameState, player: str, reply: Answer) -> AnswerEffect:
        """Return the primary op sealed."""
        op = str(reply.choice).partition(":")[2]
        return Seal(id=reply.id, by=reply.by, player=player, topic="primary_op", value=op)


SORTS = {"Shoot": SHOOTING, "Fight": FIGHTING}
THIRDS = 3
TURNS = {"sequence": "A24-02", "alternation": "C24-01", "order": "C24-02", "budget": "C24-05", "once": "C24-06"}
THINGS = {
    "placement": "A24-13",
    "wounds": "L24-05",
    "carried": "L24-03",
    "put_down": "D24-12",
    "sizes": "L24-01",
    "counteraction": "C24-15",
}
IDS = RuleIds(**TURNS, **THINGS, **ACCOUNTS, tokens="A24-14", simultaneous="A24-11", end="A24-12")
SECRETS = {
    TAC_OP: frozenset({"selection"}),
    "scouting": frozenset({"scouting"}),
    "primary_op": frozenset({GAMBIT}),
    CRIT_OP: frozenset({"selection", "scouting", GAMBIT}),
}


def flow(edition: Edition) -> BattleFlow:
    """Return the flow of this edition's battles, with its action table and those of its killzones."""
    reactions = reactions_of(edition)
    hooks = (
        HeavyWeapons(HEAVY, edition),
        LimitedUsesHook(edition.rule_book, SORTS),
        ReactionActions(reactions),
        MoveLimit(),
        *HOOKS,
        Hatches(),
        SharedSupplies("J24-14", SUPPLIES),
        PickUpHook("Pick Up Marker"),
        PlaceHook(PLACE_MARKER, lifted_by="Pick Up Marker"),
        Guarding(
            point_blank=frozenset({"Shoot"}),
            point_blank_worse=1,
            until_end=edition.readings.get(GUARD) == "the activation",
            in_pauses=edition.readings.get(PAUSED) == GUARDS_ANSWER,
        ),
    )
    own: dict[type[Intent], Any] = {
        intents.ChooseEquipment: ChooseEquipmentHandler(
            IDS, slots=EQUIPMENT_SLOTS, rule="A24-05", id_of=option_id, brings=find_brought, options=OPTION_NAMES
        ),
        intents.PlaceEquipment: PlaceEquipmentHandler(IDS, rule="A24-06", pieces=PIECES, kinds=KINDS),
        intents.Deploy: DeployHandler(
            IDS, THIRDS, edition.readings.get(PARTS) == EVEN, note(PARTS, edition.readings.get(PARTS, ROUNDED_UP))
        ),
        intents.Seal: SealHandler(
            IDS,
            topics=SECRETS,
            in_turn=frozenset({GAMBIT}),
            first=frozenset({"primary_op", CRIT_OP}),
            told_later=frozenset({TAC_OP}),
            listed={"primary_op": OPS},
            carded=frozenset({TAC_OP}),
            common=frozenset({CRIT_OP}),
        ),
        intents.DropMarker: DropMarkerHandler(IDS, at_will=False),
        intents.Score: ScoreHandler(IDS, caps=CAPS, at_end=frozenset({PRIMARY})),
        **HANDLERS,
    }
    setup = (
        FirstRollOff("roll_off"),
        EquipmentChoice("selection"),
        PlacingItems("equipment", frozenset({intents.PlaceEquipment}), Message.of("prompt-turn-equipment")),
        Deployment("deployment", parts=THIRDS),
        Scouting("scouting"),
    )
    gambits = Gambits(GAMBIT, frozenset({intents.UsePloy, intents.Seal}), Message.of("prompt-turn-gambit"))
    return build_battle_flow(
        edition,
        IDS,
        setup=setup,
        strategy=(Initiative("initiative"), Ready("ready"), gambits),
        ploy_phase=GAMBIT,
        turn_order=AlternatingTurns(),
        reactions=reactions,
        dice_actions=DiceActions(edition.dice, SORTS, stunned_until=Until.NEXT_ACTIVATION),
        hooks=hooks,
        outcomes=OUTCOMES,
        handlers=own,
        finish=partial(end_of_battle, kill_grade=edition.readings.get(KILL_GRADE, GRADE_BY_POINTS)),
        counted=CountedOps(held="crit", fallen="kill", others=("tac",)),
        asides=(TacOpAsked("selection"),),
    )
