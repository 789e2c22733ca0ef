"""What buttons alone do beside operatives: points, ploys, secrets, what is dropped, and the signatures at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from overlook.table.panel_menu import Accounts, Item
from overlook.table.scoring import op_label
from overlook.table.session import TableSession
from referee.game import intents as game
from referee.game.board_place import BoardPlace
from referee.game.intents import read_intent
from referee.game.prompt import Prompt, Topic

SIGN = "sign"
MORE = "more"
MOST_VP = 6
MOST_CP = 9
FIGHTING = frozenset({Topic.ACTIVATION, Topic.ACTION, Topic.REACTION, Topic.INTERRUPT})
"""What is asked while the battle is on, beside which anything else may be done."""


def accounts_of(table: TableSession, prompts: Sequence[Prompt]) -> Accounts:
    """Return what players may do that no operative does.

    Points where a turning point is over, ploys where players use them in turn, each in the question's own menu; all of
    them in one list beside an action or activation; the signatures where the battle is over.
    """
    if table.state.ended:
        return Accounts(tuple(_signatures(table)), result=_result(table))
    topic = prompts[0].topic if prompts else None
    if topic is Topic.TURNING_POINT_END:
        return Accounts((*_due(table), *_secrets(table)))
    if topic is Topic.TURN and table.may_come(game.UsePloy):
        return Accounts(tuple(_ploys(table, prompts[0].owner)))
    if topic in FIGHTING:
        return Accounts(beside=(Item("Ploys, points and more", MORE, {}, partial(_anything, table)),))
    return Accounts()


def _anything(table: TableSession) -> tuple[Item, ...]:
    """Return all that may be done now beside what is asked: who is active first."""
    acting = table.state.acting
    own = table.state.operative(acting.operative).player if acting is not None else table.state.turn
    players = sorted(table.state.sides, key=lambda player: player != own)
    found = [item for player in players for item in (*_ploys(table, player), *_points(table, player))]
    return (*_drops(table), *found, *_secrets(table))


def _name(table: TableSession, player: str) -> str:
    """Return a player's name as a line begins with it."""
    name = table.state.side(player).seat.name
    return f"{name[:1].upper()}{name[1:]}"


def _may(table: TableSession, intent: dict[str, Any]) -> bool:
    return not table.fault(read_intent({**intent, "id": "offer", "by": game.ANY}))


def _numbers(of: range, words: str, intent: Callable[[int], dict[str, Any]]) -> tuple[Item, ...]:
    """Return a list of numbers to choose from, each with what it is of: it is read without what was chosen before."""
    return tuple(Item(f"{number} {words}", str(number), intent(number)) for number in of)


def _ploys(table: TableSession, player: str) -> Iterator[Item]:
    """Yield the ploys on a player's cards, then one of whatever name, for as many command points as its player has.

    That counts as another one than those before in this turning point: which it is the table does not know.
    """
    side = table.state.side(player)
    for card in table.ploys:
        if card.player == player and not card.why:
            intent = {"kind": "use_ploy", "player": player, "name": card.name, "cost": card.cost}
            yield Item(f"{_name(table, player)} uses {card.name}, {card.cost} CP", f"ploy:{player}:{card.name}", intent)
    named = next(name for name in _ploy_names() if name not in side.used)

    def use(cost: int) -> dict[str, Any]:
        return {"kind": "use_ploy", "player": player, "name": named, "cost": cost}

    costs = range(min(side.cp, MOST_CP) + 1)
    if _may(table, use(0)):
        label = f"{_name(table, player)} uses {'another' if side.ploys else 'a'} ploy, {side.cp} CP left"
        listed = partial(_numbers, costs, f"CP for {_name(table, player)}'s ploy", use)
        yield Item(label, f"ploy:{player}", {}, listed, first=min(1, side.cp))


def _ploy_names() -> Iterator[str]:
    yield "ploy"
    number = 2
    while True:
        yield f"ploy {number}"
        number += 1


def _points(table: TableSession, player: str) -> Iterator[Item]:
    """Yield the ops that points may be scored from while a turning point goes on."""
    for op in table.flow.counted.ops:
        if _may(table, {"kind": "score", "player": player, "op": op, "vp": 1}):
            so_far = table.state.side(player).vp.get(op, 0)
            yield _op(table, player, op, words=f"{op_label(op)}, {so_far} so far")


def _due(table: TableSession) -> Iterator[Item]:
    """Yield the ops that points may be scored from at a turning point's end.

    First those that the table has counted points for, then what only the players know. What was counted is marked
    first among the numbers.
    """
    ops = table.scoring[0].ops if table.scoring else ()
    for op in sorted(ops, key=lambda one: (one.vp == 0, one.counted)):
        if _may(table, {"kind": "score", "player": op.player, "op": op.op, "vp": 1}):
            words = f"{op.label}: {op.why}"
            yield _op(table, op.player, op.op, words=words, vp=op.vp, why=op.why if op.counted else "")


def _op(table: TableSession, player: str, op: str, *, words: str, vp: int = 0, why: str = "") -> Item:
    def score(points: int) -> dict[str, Any]:
        return {"kind": "score", "player": player, "op": op, "vp": points, "why": why}

    most = max(MOST_VP, vp)
    listed = partial(_numbers, range(1, most + 1), f"VP for {_name(table, player)}: {op_label(op)}", score)
    return Item(f"{_name(table, player)} scores {words}", f"{player}|{op}", {}, listed, first=max(1, vp) - 1)


def _secrets(table: TableSession) -> Iterator[Item]:
    """Yield the secret choices that may be revealed now."""
    for player, side in table.state.sides.items():
        for topic in dict.fromkeys((*side.sealed, *(op.partition(":")[0] for op in table.flow.counted.ops))):
            intent = {"kind": "reveal", "player": player, "topic": topic}
            if _may(table, intent):
                yield Item(f"{_name(table, player)} reveals {op_label(topic).lower()}", f"{player}!{topic}", intent)


def _drops(table: TableSession) -> Iterator[Item]:
    """Yield what the active operative carries and may drop: where its token is seen, else where the carrier stands."""
    acting = table.state.acting
    carrier = table.state.operative(acting.operative) if acting is not None else None
    if carrier is None or carrier.carrying is None or carrier.place is None:
        return
    tokens = {} if table.seen is None else table.seen.table.markers
    token = tokens.get(carrier.carrying)
    place = carrier.place if token is None else BoardPlace.of(token.placement)
    intent = {"kind": "drop_marker", "operative": carrier.card.id, "place": asdict(place)}
    if _may(table, intent):
        yield Item(f"{carrier.card.id.upper()} drops {carrier.carrying.upper()}", "drop", intent)


def _signatures(table: TableSession) -> Iterator[Item]:
    for player in table.state.sides:
        if player not in table.signed:
            yield Item(f"{_name(table, player)} signs", f"{SIGN}:{player}", {"kind": SIGN, "player": player})


def _result(table: TableSession) -> str:
    """Return how the battle ended, in words."""
    state = table.state
    won = "Nobody wins" if state.winner is None else f"{_name(table, state.winner)} wins"
    return f"{won}, {' to '.join(str(side.total_vp) for side in state.sides.values())}"
