"""Panel chooser: Next, Back and Confirm on the panel's menu, and the menu's items that are not actions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Protocol

from geometry.table import Table
from messages.message import Message
from overlook.table.games.steps import display_names
from overlook.table.offers.panel_menu import Cursor, Item, Menu, SideItems, menu_of
from overlook.table.offers.table_facts import TableFacts
from referee.game import intents as game
from referee.game.board_place import BoardPlace
from referee.game.handlers.handler import op_name
from referee.game.handlers.set_up import option_name
from referee.game.intents import Deploy, PlaceEquipment, read_intent
from referee.game.prompt import Prompt, Topic
from referee.game.state import GameState, LifeState, MarkerState
from referee.rules.set_up import singular
from web.contract.requests import Accepted, Button, Outcome, Refused
from web.contract.table.available_actions import MenuView, OffersView


def items_ready(facts: TableFacts) -> tuple[Item, ...]:
    """Return what may be set up next in this turn: operatives, else tokens and terrain of the player's equipment.

    If no player has the turn (2021, whose missions define the order), both players' operatives may be set up. Only
    things that the camera sees on the table are included, and nothing in a phase without set-up.
    """
    turn, seen = facts.state.turn, facts.seen
    if seen is None:
        return ()
    if facts.allows(Deploy):
        players = tuple(facts.state.sides) if turn is None else (turn,)
        return tuple(item for player in players for item in _operatives(facts.state, seen.table, player))
    if turn is None:
        return ()
    if not facts.allows(PlaceEquipment):
        return ()
    return tuple(_equipment(facts.state, seen.table, turn, facts.edition.set_up.pieces))


def _operatives(state: GameState, seen: Table, player: str) -> Iterator[Item]:
    for key in sorted(seen.operatives):
        known = state.operatives.get(key)
        if known is None or known.player != player or known.life is not LifeState.RESERVE:
            continue
        place = asdict(BoardPlace.of(seen.operatives[key].placement))
        intent = {"kind": "deploy", "operative": key, "place": place}
        yield Item(Message.of("menu-set-up-operative", operative=key, name=known.card.name), key, intent)


def _equipment(state: GameState, seen: Table, player: str, pieces: Mapping[str, int]) -> Iterator[Item]:
    side, owned = state.side(player), {one.kind for one in state.markers.values() if one.owner == player}
    chosen = {
        item: option_name(option)
        for option in side.equipment
        if (item := singular(option_name(option))) not in map(singular, owned)
        and side.placed.get(item, 0) < pieces.get(item, math.inf)
    }
    for key, one in sorted(seen.markers.items()):
        option = chosen.get(singular(one.kind))
        if option is not None and key not in state.markers:
            marker = MarkerState(key, one.kind, one.diameter, BoardPlace.of(one.placement), owner=player)
            yield _item(player, option, marker)
    standing = {
        singular(part.equipment) for part in seen.terrain if part.equipment and part.feature not in state.set_up
    }
    yield from (_item(player, chosen[kind], None) for kind in sorted(standing & chosen.keys()))


def _item(player: str, option: str, marker: MarkerState | None) -> Item:
    intent = {"kind": "place_equipment", "player": player, "item": option}
    if marker is None:
        return Item(Message.of("menu-set-up-item", item=option), option, intent)
    label = Message.of("menu-set-up-marker", item=option, marker=marker.id.upper())
    return Item(label, f"{option} {marker.id.lower()}", {**intent, "marker": asdict(marker)})


SIGN = "sign"
MORE = "more"
MOST_VP = 6
MOST_CP = 9
FIGHTING = frozenset({Topic.ACTIVATION, Topic.ACTION, Topic.REACTION, Topic.INTERRUPT})
"""Topics during a battle beside which anything else may be done."""


def accounts_of(facts: TableFacts, prompts: Sequence[Prompt]) -> SideItems:
    """Return what players may do that no operative does.

    Points at the end of a turning point, and ploys while players use them in turn, are in the question's menu. Beside
    an action or activation, everything is in one list. After the battle, these are the signatures.
    """
    if facts.state.ended:
        return SideItems(tuple(_signatures(facts)), result=_result(facts))
    topic = prompts[0].topic if prompts else None
    if topic is Topic.TURNING_POINT_END:
        return SideItems((*_due(facts), *_secrets(facts)))
    if topic is Topic.TURN and facts.allows(game.UsePloy):
        return SideItems(tuple(_ploys(facts, prompts[0].owner)))
    if topic in FIGHTING:
        return SideItems(beside=(Item(Message.of("menu-more"), MORE, {}, partial(_anything, facts)),))
    return SideItems()


def _anything(facts: TableFacts) -> tuple[Item, ...]:
    """Return everything that may be done now beside the open question, starting with the active player."""
    acting = facts.state.acting
    own = facts.state.operative(acting.operative).player if acting is not None else facts.state.turn
    players = sorted(facts.state.sides, key=lambda player: player != own)
    found = [item for player in players for item in (*_ploys(facts, player), *_points(facts, player))]
    return (*_drops(facts), *found, *_secrets(facts))


def _may(facts: TableFacts, intent: dict[str, Any]) -> bool:
    return not facts.rejection(read_intent({**intent, "id": "offer", "by": game.ANY}))


def _numbers(of: range, label: Callable[[int], Message], intent: Callable[[int], dict[str, Any]]) -> tuple[Item, ...]:
    """Return a list of numbers to choose from, each with its unit, because it is read without the previous choice."""
    return tuple(Item(label(number), str(number), intent(number)) for number in of)


def _ploys(facts: TableFacts, player: str) -> Iterator[Item]:
    """Yield the ploys on a player's cards, then an unnamed one, at a price of up to the player's command points.

    The unnamed one counts as different from those used before in this turning point, because the table does not know
    which it is.
    """
    side = facts.state.side(player)
    for card in facts.ploys:
        if card.player == player and not card.why:
            intent = {"kind": "use_ploy", "player": player, "name": card.name, "cost": card.cost}
            label = Message.of("menu-ploy", player=player, ploy=card.name, cost=card.cost)
            yield Item(label, f"ploy:{player}:{card.name}", intent)
    named = next(name for name in _ploy_names() if name not in side.used)

    def use(cost: int) -> dict[str, Any]:
        return {"kind": "use_ploy", "player": player, "name": named, "cost": cost}

    costs = range(min(side.cp, MOST_CP) + 1)
    if _may(facts, use(0)):
        label = Message.of("menu-unnamed-ploy", player=player, cards=bool(side.ploys), left=side.cp)
        listed = partial(_numbers, costs, lambda cost: Message.of("menu-ploy-cost", cost=cost, player=player), use)
        yield Item(label, f"ploy:{player}", {}, listed, first=min(1, side.cp))


def _ploy_names() -> Iterator[str]:
    yield "ploy"
    number = 2
    while True:
        yield f"ploy {number}"
        number += 1


def _points(facts: TableFacts, player: str) -> Iterator[Item]:
    """Yield the ops from which points may be scored during a turning point."""
    for op in facts.flow.counted.ops:
        if _may(facts, {"kind": "score", "player": player, "op": op, "vp": 1}):
            so_far = facts.state.side(player).vp.get(op, 0)
            label = Message.of("menu-score", player=player, op=op_name(op), vp=so_far)
            yield _op(player, op, label=label)


def _due(facts: TableFacts) -> Iterator[Item]:
    """Yield the ops from which points may be scored at the end of a turning point.

    Ops with points that the table has counted come first, then those that only the players know. The counted number is
    marked initially.
    """
    ops = facts.scoring[0].ops if facts.scoring else ()
    for op in sorted(ops, key=lambda one: (one.vp == 0, one.counted)):
        if _may(facts, {"kind": "score", "player": op.player, "op": op.op, "vp": 1}):
            label = Message.of("menu-score-due", player=op.player, op=op.label, reason=op.why)
            yield _op(op.player, op.op, label=label, vp=op.vp, why=op.why if op.counted else "")


def _op(player: str, op: str, *, label: Message, vp: int = 0, why: str = "") -> Item:
    def score(points: int) -> dict[str, Any]:
        return {"kind": "score", "player": player, "op": op, "vp": points, "why": why}

    most = max(MOST_VP, vp)

    def points(number: int) -> Message:
        return Message.of("menu-vp", vp=number, player=player, op=op_name(op))

    listed = partial(_numbers, range(1, most + 1), points, score)
    return Item(label, f"{player}|{op}", {}, listed, first=max(1, vp) - 1)


def _secrets(facts: TableFacts) -> Iterator[Item]:
    """Yield the secret choices that may be revealed now."""
    for player, side in facts.state.sides.items():
        for topic in dict.fromkeys((*side.sealed, *(op.partition(":")[0] for op in facts.flow.counted.ops))):
            intent = {"kind": "reveal", "player": player, "topic": topic}
            if _may(facts, intent):
                yield Item(Message.of("menu-reveal", player=player, op=op_name(topic)), f"{player}!{topic}", intent)


def _drops(facts: TableFacts) -> Iterator[Item]:
    """Yield the drop of what the active operative carries: where its token is seen, else where the carrier stands."""
    acting = facts.state.acting
    carrier = facts.state.operative(acting.operative) if acting is not None else None
    if carrier is None or carrier.carrying is None or carrier.place is None:
        return
    tokens = {} if facts.seen is None else facts.seen.table.markers
    token = tokens.get(carrier.carrying)
    place = carrier.place if token is None else BoardPlace.of(token.placement)
    intent = {"kind": "drop_marker", "operative": carrier.card.id, "place": asdict(place)}
    if _may(facts, intent):
        label = Message.of("menu-put-down", operative=carrier.card.id, marker=carrier.carrying)
        yield Item(label, "drop", intent)


def _signatures(facts: TableFacts) -> Iterator[Item]:
    for player in facts.state.sides:
        if player not in facts.signed:
            label = Message.of("menu-sign", player=player)
            yield Item(label, f"{SIGN}:{player}", {"kind": SIGN, "player": player})


def _result(facts: TableFacts) -> Message:
    """Return how the battle ended."""
    state = facts.state
    first, second = (side.total_vp for side in state.sides.values())
    if state.winner is None:
        return Message.of("menu-draw", first=first, second=second)
    return Message.of("menu-winner", player=state.winner, first=first, second=second)


LOOK_S = 0.3
"""Seconds for which a question must be shown before an answer counts: nobody reads and answers faster."""

OVERTAKEN = Message.of("menu-decision-changed")
TOO_SOON = Message.of("menu-decision-new")


class PanelPort(Protocol):
    """Methods of the service that a chooser needs."""

    def publish(self) -> None:
        """Publish the current snapshot."""

    async def submit_intent(self, intent: game.Intent) -> Outcome:
        """Submit an intent of the game; return whether it was accepted."""

    def refuse(self, reason: Message) -> Refused:
        """Return a refusal with the game's names in its text."""

    def sign(self, signer: str, by: str) -> Outcome:
        """Sign the result for `signer`, as submitted by `by`; return whether the signature was accepted."""


class PanelChooser:
    """State of the panel's menu: the marked item; `now_s` is a clock in seconds that never goes back."""

    def __init__(self, service: PanelPort, now_s: Callable[[], float]) -> None:
        self._service, self._now_s = service, now_s
        self._cursor = Cursor()
        self._asked: tuple[str, tuple[str, ...]] = ("", ())
        self._since_s = -LOOK_S

    def menu(self, facts: TableFacts, offers: OffersView | None) -> Menu:
        """Return the menu of that moment."""
        prompts = [prompt for prompt in facts.open_prompts if prompt.holds_up]
        menu = menu_of(
            facts.state,
            facts.sequence,
            prompts,
            offers=offers,
            reads={read.prompt: read for read in facts.suggestions},
            items=items_ready(facts),
            accounts=accounts_of(facts, prompts),
        )
        if self._cursor.key == menu.key and self._cursor.opened:
            return menu.into(self._cursor.opened)
        return menu.after(self._cursor.on(menu).picked)

    def view(self, facts: TableFacts, offers: OffersView | None) -> MenuView | None:
        """Return the view of the menu; None if there is nothing to take."""
        menu = self.menu(facts, offers)
        self._notice(menu)
        return self._cursor.view(menu, display_names(facts.state))

    def _notice(self, menu: Menu) -> None:
        if (menu.key, menu.opened) != self._asked:
            self._asked, self._since_s = (menu.key, menu.opened), self._now_s()

    def take_out(self, facts: TableFacts, offers: OffersView | None) -> bool:
        """Close a list, or remove the last die entered or option picked; return whether there was one."""
        here = self._cursor.on(self.menu(facts, offers))
        if not (here.entered or here.picked or here.opened):
            return False
        self._cursor = here.without_last()
        self._service.publish()
        return True

    async def press(self, button: Button, menu: Menu, *, by: str = game.ANY, key: str, pressed_s: float) -> Outcome:
        """Return whether Next, Back or Confirm, pressed at `pressed_s` by `by`, was accepted."""
        if not menu.items:
            return self._service.refuse(Message.of("menu-no-decision"))
        self._notice(menu)
        gathered = self._cursor.by_hand or bool(self._cursor.entered)
        overtaken = gathered and self._cursor.lost(menu)
        self._cursor = self._cursor.on(menu)
        if button is not Button.CONFIRM:
            self._cursor = self._cursor.moved(menu, -1 if button is Button.BACK else 1)
            self._service.publish()
            return Accepted()
        if overtaken:
            self._service.publish()
            return self._service.refuse(OVERTAKEN)
        marked_itself = self._cursor.at is not None and not self._cursor.by_hand
        if marked_itself and pressed_s - self._since_s < LOOK_S:
            return self._service.refuse(TOO_SOON)
        return await self._confirm(menu, key, by)

    async def _confirm(self, menu: Menu, key: str, by: str) -> Outcome:
        if self._cursor.at is None:
            return self._service.refuse(Message.of("menu-choose-first", question=menu.question or ""))
        item = menu.items[self._cursor.at]
        if item.listed is not None:
            self._cursor = self._cursor.opening(item.choice)
            self._service.publish()
            return Accepted()
        if item.intent:
            signing = item.intent["kind"] == SIGN
            outcome = (
                self._service.sign(item.intent["player"], by)
                if signing
                else await self._service.submit_intent(item.of(key, by))
            )
            if isinstance(outcome, Accepted):
                self._cursor = Cursor()
            return outcome
        if menu.picks:
            self._cursor = self._cursor.with_pick(item.choice)
            self._service.publish()
            return Accepted()
        self._cursor = self._cursor.with_die(int(item.choice))
        if len(self._cursor.entered) < menu.dice:
            self._service.publish()
            return Accepted()
        outcome = await self._service.submit_intent(
            game.Answer(id=key, by=by, prompt=menu.prompt, dice=self._cursor.entered)
        )
        refused = isinstance(outcome, Refused)
        self._cursor = replace(self._cursor, entered=(), by_hand=False) if refused else Cursor()
        if refused:
            self._service.publish()
        return outcome
