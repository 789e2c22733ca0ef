"""What a player's phone may not ask of the table: the other player's answers, steps and games."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from overlook.table.session import TableSession
from overlook.table.taking_back import last_done
from referee.game.engine.timeline import Step
from referee.game.events import battle, pieces
from referee.game.intents import REFEREE, DeclarePlace, EndBattle, Intent, Redo, Undo
from referee.game.state import GameState
from web.contract.permissions import BUTTONS, REQUESTS, Seat
from web.contract.requests import Button, RequestedIntent, RunClock


def refused_request(request: RequestedIntent, player: str, table: TableSession) -> str:
    """Return why a request is not for that seat, empty where it may be; whose an operative is, the rules know."""
    kind = f"clock {request.do}" if isinstance(request, RunClock) else request.kind
    return _refused(REQUESTS.get(kind, Seat.OWN), player, table)


def refused_press(button: Button, player: str, table: TableSession) -> str:
    """Return why a press is not for that seat, empty where it may be; undo and redo are judged as what they undo."""
    right = BUTTONS.get(button, Seat.NOT)
    if right is Seat.OWN and _is_seat(player, table):
        owner = whose_menu(table)
        return "" if owner in ("", player) else _others_menu(owner, player, table)
    return "" if right is Seat.LAST else _refused(right, player, table)


def _others_menu(owner: str, player: str, table: TableSession) -> str:
    name = _name(table.state, owner)
    if any(one.owner == player and one.holds_up for one in table.game.prompts):
        return f"The buttons are {name}'s now: answer your own question by touching it."
    return f"{name} decides now, not this phone."


def refused_step(intent: Intent, table: TableSession) -> str:
    """Return why an intent is not for the seat that it is from.

    What the other did stays, who gives up says so, and each player places its own models.
    """
    player = intent.by
    if not _is_seat(player, table):
        return ""
    if isinstance(intent, EndBattle) and intent.conceded_by is None:
        return "A phone ends the battle by conceding: what both agree on is said on the table's screen."
    if isinstance(intent, DeclarePlace) and (known := table.state.operatives.get(intent.operative)) is not None:
        return "" if known.player == player else f"{_name(table.state, known.player)} says where that model stands."
    return _refused_turn(intent, table) if isinstance(intent, Undo | Redo) else ""


def _refused_turn(intent: Undo | Redo, table: TableSession) -> str:
    """Return why an undo or a redo is not for the seat that it is from, by what it takes back or puts back."""
    timeline = table.game.timeline
    undone = timeline.undone.step if timeline.undone is not None else None
    step = last_done(timeline) if isinstance(intent, Undo) else undone
    if step is None:
        return ""
    doer, player = step.intent.by, intent.by
    if doer == REFEREE:
        return "The referee did that last: the referee takes it back."
    if doer != player and _is_seat(doer, table):
        return f"{_name(table.state, doer)} did that last, and can undo it; so can the table's screen."
    return _shared(step, table) if isinstance(intent, Undo) else ""


def _shared(step: Step, table: TableSession) -> str:
    """Return why no phone alone takes a step back: both have seen what it revealed, or have signed what it came to.

    Equipment, scouting and the primary op are revealed together (A24-04, A24-08, A24-12): who chose last would choose
    anew, knowing the other's.
    """
    both = table.state.sides.keys()
    if both <= set(table.signed):
        return "Both have signed the result: the table's screen or the referee takes it back."
    chosen = any(isinstance(event, pieces.EquipmentChosen) for event in step.events) and both <= step.after.chosen
    if chosen or any(isinstance(event, battle.Revealed) for event in step.events):
        return "That was revealed to both: the table's screen or the referee takes it back."
    return ""


def whose_menu(table: TableSession) -> str:
    """Return the player for whom the buttons choose now; empty where it is anybody's."""
    prompt = next((one for one in table.game.prompts if one.holds_up), None)
    if prompt is not None:
        return prompt.owner if prompt.owner in table.state.sides else ""
    acting = table.state.acting
    return table.state.operative(acting.operative).player if acting is not None else ""


def _refused(right: Seat, player: str, table: TableSession) -> str:
    if not _is_seat(player, table):
        return ""
    return _WHY.get(right, _nothing)(table)


def _not_while_playing(table: TableSession) -> str:
    on = table.state.begun and not table.state.ended
    return "A game is on: the table's screen or the referee does that." if on else ""


def _nothing(_: TableSession) -> str:
    return ""


_WHY: Mapping[Seat, Callable[[TableSession], str]] = {
    Seat.BETWEEN_GAMES: _not_while_playing,
    Seat.NOT: lambda _: "That is the referee's, or for the table's own screen.",
}


def _is_seat(player: str, table: TableSession) -> bool:
    return player in table.state.sides


def _name(state: GameState, player: str) -> str:
    side = state.sides.get(player)
    return side.seat.name if side is not None else player
