"""Before the battle, 2024: equipment, its set-up, scouting (rules A24-04 to A24-08)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import ClassVar

from referee.editions.kt24.equipment import EQUIPMENT
from referee.editions.kt24.grenades import KINDS, PICKS
from referee.game.events import Event, flow, score
from referee.game.handlers.equipment import in_mission
from referee.game.intents import Answer, ChooseEquipment, Intent, Seal
from referee.game.phase import Means
from referee.game.phases.alternating import Alternating
from referee.game.phases.plain import PlainPhase
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState

STARTING_CP = 2
EQUIPMENT_SLOTS = 4
NONE = "none"
OPTIONS = (
    Choice(key=NONE, label="No equipment"),
    *(Choice(key=spec.option, label=spec.option.capitalize(), says=spec.text) for spec in EQUIPMENT.values()),
    *(
        Choice(key=f"{option}: {one}, {other}", label=f"Grenades: {one}, {other}")
        for option, kinds in KINDS.items()
        for one, other in combinations_with_replacement(kinds, PICKS)
    ),
)
"""The options of universal equipment; two picks of grenades are one option (rules A24-05, J24-01 to J24-14)."""

OPTION_NAMES = frozenset({spec.option for spec in EQUIPMENT.values()} | set(KINDS))
"""The names of the options, in lower case."""


@dataclass(frozen=True, slots=True)
class EquipmentChoice(PlainPhase):
    """Each player reveals equipment and gains 2 CP; the tac op is a secret of this phase (rules A24-04, B24-03)."""

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({ChooseEquipment, Seal})

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the phase entered, and the command points that each player begins with."""
        gained = (flow.CommandPointsChanged(player=each, by=STARTING_CP, why="set-up") for each in state.sides)
        return (flow.StageEntered(stage=self.name), *gained)

    def over(self, state: GameState) -> bool:
        """Return whether both have revealed theirs."""
        return all(player in state.chosen for player in state.sides)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question to each player who has not revealed equipment; the default is to take none."""
        return tuple(
            Prompt(
                id=f"equipment:{player}",
                topic=Topic.EQUIPMENT,
                about=player,
                owner=player,
                question=f"{player}: which equipment?",
                choices=tuple(one for one in OPTIONS if one.key == NONE or in_mission(state, one.key)),
                default=NONE,
                picks=EQUIPMENT_SLOTS,
            )
            for player in state.sides
            if player not in state.chosen
        )

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the one option chosen, or none."""
        options = () if reply.choice == NONE else (str(reply.choice),)
        return ChooseEquipment(id=reply.id, by=reply.by, player=prompt.owner, options=options)


@dataclass(frozen=True, slots=True)
class PlacingItems(Alternating):
    """Equipment is set up item by item, in turn from initiative, until both have passed (rule A24-06)."""

    def over(self, state: GameState) -> bool:
        """Return whether both have passed, or nobody has equipment."""
        return Alternating.over(self, state) or not any(side.equipment for side in state.sides.values())


@dataclass(frozen=True, slots=True)
class Scouting(PlainPhase):
    """Each player chooses an option in secret; they are revealed together (rule A24-08).

    What the options do is the mission pack's; who begins the first turning point follows from them (A24-09).
    """

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({Seal})

    def over(self, state: GameState) -> bool:
        """Return whether both options are revealed."""
        return all("scouting" in side.revealed for side in state.sides.values())

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return both options revealed once both are chosen."""
        if self.over(state) or not all("scouting" in side.sealed for side in state.sides.values()):
            return ()
        return tuple(score.Revealed(player=player, topic="scouting") for player in state.sides)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question to each player who has not chosen: "none" where the pack has no options."""
        return tuple(
            Prompt(
                id=f"scouting:{player}",
                topic=Topic.SCOUTING,
                about=player,
                owner=player,
                question=f"{player}: which scouting option?",
                choices=(Choice(key=NONE, label="No scouting"),),
                default=NONE,
            )
            for player, side in state.sides.items()
            if "scouting" not in side.sealed
        )

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the choice sealed."""
        return (score.Sealed(player=prompt.owner, topic="scouting", value=str(reply.choice)),)
