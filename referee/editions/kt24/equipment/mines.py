"""Mines: a marker, who sets it off, its damage (J24-07)."""

from __future__ import annotations

from dataclasses import dataclass

from messages.message import Message
from referee.editions.kt24.equipment.item import EquipmentItem, FootprintRules
from referee.game.board_place import BoardPlace
from referee.game.events import Event, decisions, pieces
from referee.game.handlers.act_handler import ActionHook
from referee.game.handlers.handler import condition
from referee.game.intents import Act, SpringMine
from referee.game.state import GameState, OpenTest
from referee.rules.dice.step import d3
from referee.rules.moves.move_table import MarkerTrigger
from referee.rules.ports.edition import ActionSpec
from referee.rules.ruling import Finding

MINE_KINDS = frozenset({"mine", "mines"})
"""How the marker is called."""

MINE_DAMAGE = 3
MINE = "mine"


def mine_trigger(*, spares_owner: bool, note: Message) -> MarkerTrigger:
    """Return which markers go off as somebody passes; whether under their owner's own is an option of the edition."""
    return MarkerTrigger(MINE_KINDS, "J24-07", spares_owner, note)


@dataclass(frozen=True, slots=True)
class Mines(ActionHook):
    """A mine goes off under the first who has it in control range, and is gone (rule J24-07).

    The judge says which mines an action sets off (`Evidence.springs`).
    """

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether what goes off is a mine that lies there."""
        lying = {key for key, each in state.markers.items() if each.kind in MINE_KINDS and each.place is not None}
        springs, places = act.evidence.springs, act.evidence.sprung_at
        shown = [str(tuple(one)) for one in places or ()]
        placed = places is None or (len(places) == len(springs) and all(len(one) == 3 for one in places))
        return (
            *(condition("J24-07", mine in lying, Message.of("item-no-mine", marker=mine)) for mine in springs),
            condition("J24-07", placed, Message.of("item-mine-places", found=shown, mines=springs)),
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the mines removed, and the dice of their damage called for."""
        springs = act.evidence.springs
        places = act.evidence.sprung_at or ((),) * len(springs)
        gone = zip(springs, places, strict=True)
        return tuple(event for mine, at in gone for event in explode_mine(state, mine, act.operative, at=at))


def explode_mine(state: GameState, mine: str, operative: str, at: tuple[float, ...] = ()) -> tuple[Event, ...]:
    """Return a mine removed, and the dice of its damage called for; `at` is where on its way the operative was."""
    owner = state.marker(mine).owner or state.opponent(state.operative(operative).player)
    question = Message.of("item-mine-test", mine=mine, operative=operative)
    test = OpenTest(f"{MINE}:{mine}", MINE, operative, owner, str(question), about=mine, at=at, message=question)
    return (
        pieces.MarkerRemoved(marker=mine, why=str(Message.of("item-mine-went-off", operative=operative))),
        decisions.RollCalled(test=test),
    )


@dataclass(frozen=True, slots=True)
class SpringMineHandler:
    """A mine goes off that has come within control range otherwise than by a move: by a set-up, a hatch (J24-07).

    The judge says that it has.
    """

    def check(self, state: GameState, intent: SpringMine) -> tuple[Finding, ...]:
        """Return whether it is a mine that lies there, and the operative stands."""
        mine = state.markers.get(intent.marker)
        lies = mine is not None and mine.kind in MINE_KINDS and mine.place is not None
        stands = state.in_play(intent.operative)
        return (
            condition("J24-07", lies, Message.of("item-no-mine", marker=intent.marker)),
            condition("J24-07", stands, Message.of("refusal-off-killzone", operative=intent.operative)),
        )

    def apply(self, state: GameState, intent: SpringMine) -> tuple[Event, ...]:
        """Return it gone off."""
        return explode_mine(state, intent.marker, intent.operative)


def _mine(state: GameState, roll: OpenTest, dice: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the wounds that a mine takes: D3+3. Who dies of it goes no further than where it went off."""
    amount = d3(dice[0]) + MINE_DAMAGE
    lost = pieces.WoundsLost(operative=roll.operative, amount=amount, why="J24-07")
    if not roll.at or amount < state.operative(roll.operative).wounds:
        return (lost,)
    x, y, z = roll.at
    return pieces.Placed(operative=roll.operative, place=BoardPlace(x, y, z)), lost


MINES = EquipmentItem(
    "mines",
    "J24-07",
    Message.of("item-about-mines"),
    kinds=MINE_KINDS,
    footprint=FootprintRules(from_markers=2.0, from_access=2.0, from_accessible=2.0),
    hooks=(Mines(),),
    handlers={SpringMine: SpringMineHandler()},
    outcomes={MINE: _mine},
)
