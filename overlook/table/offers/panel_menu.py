"""Panel menu: the items that Next steps through and Confirm takes, so that buttons alone can play the whole game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from messages.message import NO_NAMES, Message
from overlook.table.games.steps import text_of
from overlook.table.tray.dice_on_tray import TraySuggestion
from referee.game import intents as game
from referee.game.handlers.set_up import option_name
from referee.game.intents import read_intent
from referee.game.prompt import Prompt, Topic
from referee.game.state import GameState
from referee.rules.position import Order
from web.contract.table.available_actions import MenuView, Needs, OffersView

FACES = (1, 2, 3, 4, 5, 6)
TRAY = "tray"
TAKE = "take"


@dataclass(frozen=True, slots=True)
class Item:
    """One item that Confirm can take: its label, its choice or face, and the resulting intent.

    An item with a list opens the list instead: `listed` returns its items, of which `first` is marked initially.
    """

    label: Message
    choice: str
    intent: dict[str, Any]
    listed: Callable[[], tuple[Item, ...]] | None = None
    first: int | None = None

    def of(self, key: str, by: str = game.ANY) -> game.Intent:
        """Return the intent under an id, submitted by `by`."""
        return read_intent({**self.intent, "id": key, "by": by})


@dataclass(frozen=True, slots=True)
class SideItems:
    """Items that belong to no operative: points, ploys, secrets, signatures.

    `within` belongs to the open question; `beside` may be done while another question is open; `result` is how the
    battle ended, None if it has not.
    """

    within: tuple[Item, ...] = ()
    beside: tuple[Item, ...] = ()
    result: Message | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """All items that can be taken now, of which `first` is marked initially.

    `key` changes when the menu is about something else. `dice` is the number of dice to enter, and `given` are the
    values that the tray is sure of. `owner` may take up to `picks` options together: Confirm picks an option without an
    intent; `picked` has the labels of those picked. `opened` has the choices whose lists are open. The last `aside`
    items answer no question.
    """

    key: str
    question: Message | None
    items: tuple[Item, ...]
    first: int | None = None
    prompt: str = ""
    dice: int = 0
    given: tuple[int, ...] = ()
    owner: str = ""
    picks: int = 0
    picked: tuple[Message, ...] = ()
    opened: tuple[str, ...] = ()
    aside: int = 0

    def into(self, opened: tuple[str, ...]) -> Menu:
        """Return the menu with these lists opened one after another, as far as they still exist."""
        menu = self
        for choice in opened:
            item = next((one for one in menu.items if one.choice == choice and one.listed is not None), None)
            items = item.listed() if item is not None and item.listed is not None else ()
            if item is None or not items:
                break
            menu = Menu(self.key, item.label, items, item.first, opened=(*menu.opened, choice))
        return menu

    def after(self, picked: tuple[str, ...]) -> Menu:
        """Return the menu after options were picked: to take them, or to add more (rules A24-04, A24-05)."""
        if not picked:
            return self
        labels = {item.choice: item.label for item in self.items}
        names = {option_name(key) for key in picked}
        left = (item for item in self.items if not item.intent and option_name(item.choice) not in names)
        take = Item(
            Message.of("menu-take-options", picked=len(picked), most=self.picks),
            TAKE,
            {"kind": "choose_equipment", "player": self.owner, "options": list(picked)},
        )
        items = (take, *left) if len(picked) < self.picks else (take,)
        return replace(self, items=items, first=0, picked=tuple(labels[key] for key in picked))


@dataclass(frozen=True, slots=True)
class Cursor:
    """Marked item of a menu, None before one is marked, and the dice entered or the options picked, by key.

    `by_hand` is true if a person marked it and not the menu; `choice` is that of the marked item; `opened` as in
    `Menu`.
    """

    key: str = ""
    at: int | None = None
    entered: tuple[int, ...] = ()
    picked: tuple[str, ...] = ()
    by_hand: bool = False
    choice: str = ""
    opened: tuple[str, ...] = ()

    def on(self, menu: Menu) -> Cursor:
        """Return the cursor in that menu: on the item that it marked, which may have moved, else on the initial mark.

        The available actions change while a model is moved, but the menu is about the same decision.
        """
        if self.key != menu.key:
            return Cursor(menu.key, entered=menu.given).marking(menu, menu.first)
        if self.opened != menu.opened or self.lost(menu):
            return replace(self, by_hand=False, opened=menu.opened).marking(menu, menu.first)
        if self.at is None:
            return self.marking(menu, menu.first)
        return self.marking(menu, [item.choice for item in menu.items].index(self.choice))

    def lost(self, menu: Menu) -> bool:
        """Return whether its marked item cannot be taken any more: another decision is open, or the item is gone."""
        gone = self.at is not None and self.choice not in {item.choice for item in menu.items}
        return self.key != menu.key or gone

    def marking(self, menu: Menu, at: int | None) -> Cursor:
        """Return the cursor at that item, or at none."""
        return replace(self, at=at, choice="" if at is None else menu.items[at].choice)

    def moved(self, menu: Menu, by: int) -> Cursor:
        """Return the cursor moved forwards or backwards, cyclically."""
        count = len(menu.items)
        start = self.at if self.at is not None else (-1 if by > 0 else count - menu.aside)
        return replace(self, by_hand=True).marking(menu, (start + by) % count) if count else self

    def with_die(self, face: int) -> Cursor:
        """Return the cursor with one more die entered."""
        return replace(self, entered=(*self.entered, face))

    def with_pick(self, choice: str) -> Cursor:
        """Return the cursor with one more option picked, at the initial mark."""
        return replace(self, at=None, picked=(*self.picked, choice), by_hand=False)

    def opening(self, choice: str) -> Cursor:
        """Return the cursor in the list of that choice, at the initial mark."""
        return replace(self, at=None, by_hand=False, choice="", opened=(*self.opened, choice))

    def without_last(self) -> Cursor:
        """Return the cursor with the last list closed, or the last option or die removed."""
        if self.opened:
            return replace(self, at=0, by_hand=True, choice=self.opened[-1], opened=self.opened[:-1])
        if self.picked:
            return replace(self, at=None, picked=self.picked[:-1])
        return replace(self, entered=self.entered[:-1])

    def view(self, menu: Menu, names: Mapping[str, str] = NO_NAMES) -> MenuView | None:
        """Return the view of the menu, with the names of its game; None if there is nothing to take."""
        if not menu.items or menu.question is None:
            return None
        here = self.on(menu)
        item = menu.items[here.at] if here.at is not None else None
        marked = item.label if item is not None else Message.of("menu-none-marked")
        return MenuView(
            question=text_of(menu.question, names),
            marked=text_of(marked, names),
            message=menu.question.coded,
            marked_message=marked.coded,
            prompt=menu.prompt,
            choice=item.choice if item is not None else "",
            at=here.at + 1 if here.at is not None else 0,
            of=max(1, len(menu.items) - menu.aside * (here.at is None)),
            entered=here.entered,
            picked=tuple(text_of(label, names) for label in menu.picked),
        )


def menu_of(
    state: GameState,
    sequence: int,
    prompts: Sequence[Prompt],
    *,
    offers: OffersView | None,
    reads: Mapping[str, TraySuggestion] | None = None,
    items: tuple[Item, ...] = (),
    accounts: SideItems | None = None,
) -> Menu:
    """Return the menu of the first open decision, with the possible actions if that is what comes next.

    `reads` has the tray's suggestions by prompt id; `items` may be set up at such a turn; `accounts` has what belongs
    to no operative.
    """
    prompt = next(iter(prompts), None)
    accounts = accounts or SideItems()
    if prompt is not None and prompt.dice and not prompt.choices:
        return _dice_menu(prompt, (reads or {}).get(prompt.id))
    if prompt is not None and prompt.picks > 1:
        return _picking_menu(prompt)
    acting = state.acting
    active = offers is not None and acting is not None and offers.operative == acting.operative
    possible = _offers(offers) if offers is not None and active else ()
    if prompt is not None:
        own = prompt.owner == (offers.player if offers else "") and _is_next(prompt, state)
        set_down = items if prompt.topic is Topic.TURN else ()
        return _asked_menu(prompt, (*(possible if own else ()), *set_down), accounts, first=0 if set_down else None)
    if state.ended:
        items = accounts.within
        return Menu(f"signed@{sequence}:{len(items)}" if items else "", accounts.result, items, 0 if items else None)
    if not state.free:
        key = f"set up@{sequence}:{len(items)}" if items else ""
        question = (
            Message.of("menu-set-up-any") if state.turn is None else Message.of("menu-set-up-turn", player=state.turn)
        )
        return Menu(key, question if items else None, items, 0 if items else None)
    return _free_menu(state, sequence, possible)


def _free_menu(state: GameState, sequence: int, possible: tuple[Item, ...]) -> Menu:
    """Return the menu of free play, without an open question or a player whose turn it is."""
    acting = state.acting
    if acting is not None:
        end = Item(
            Message.of("choice-end", reaction=acting.name, operative=acting.operative),
            "end",
            {"kind": "end_activation", "operative": acting.operative},
        )
        return Menu(f"free@{sequence}", Message.of("menu-action", operative=acting.operative), (*possible, end))
    ready = [(key, order) for key, each in state.operatives.items() if each.standing for order in Order]
    items = tuple(
        Item(
            Message.of("choice-activate", operative=key, name=state.operative(key).card.name, order=order),
            f"{key}:{order}",
            {"kind": "activate", "operative": key, "order": order},
        )
        for key, order in ready
    )
    return Menu(f"free@{sequence}", Message.of("menu-activate"), items)


def _asked_menu(prompt: Prompt, acts: tuple[Item, ...], accounts: SideItems, *, first: int | None = None) -> Menu:
    """Return the possible actions at an open question, its answers, and what may be done beside it.

    `first` is the marked index; without it, the question's default is marked. Models just set down come first, so that
    a hasty Confirm does not pass over them.
    """
    choices = tuple(Item(choice.label, choice.key, _answer(prompt, choice.key)) for choice in prompt.choices)
    answers = (*choices[:-1], *accounts.within, *choices[-1:])
    keys = [item.choice for item in answers]
    if first is None and prompt.default is not None:
        first = len(acts) + keys.index(prompt.default)
    shown = (*acts, *answers, *accounts.beside)
    return Menu(f"{prompt.id}@{len(acts)}", prompt.question, shown, first, prompt.id, aside=len(accounts.beside))


def _answer(prompt: Prompt, choice: str) -> dict[str, Any]:
    return {"kind": "answer", "prompt": prompt.id, "choice": choice}


def _picking_menu(prompt: Prompt) -> Menu:
    """Return the options that may be taken together, and the default, which takes none of them."""
    keys = [choice.key for choice in prompt.choices]
    items = tuple(
        Item(choice.label, choice.key, _answer(prompt, choice.key) if choice.key == prompt.default else {})
        for choice in prompt.choices
    )
    first = keys.index(prompt.default) if prompt.default is not None else None
    return Menu(prompt.id, prompt.question, items, first, prompt.id, owner=prompt.owner, picks=prompt.picks)


def _dice_menu(prompt: Prompt, read: TraySuggestion | None) -> Menu:
    """Return the faces for entering a die, after the tray's reading if one confirmation is enough to take it.

    No face is marked initially: it would look like a reading while the dice still roll.
    """
    faces = tuple(Item(Message.of("menu-face", face=face), str(face), {}) for face in FACES)
    if read is None:
        return Menu(prompt.id, prompt.question, faces, None, prompt.id, prompt.dice)
    key = f"{prompt.id}#{','.join(map(str, read.sure))}:{len(read.dice)}{'' if read.whole else '?'}"
    if not read.whole:
        return Menu(key, prompt.question, faces, None, prompt.id, prompt.dice, read.given[: prompt.dice - 1])
    answer = {"kind": "answer", "prompt": prompt.id, "dice": list(read.sure)}
    whole = Item(Message.of("menu-tray-roll", dice=" ".join(map(str, read.sure))), TRAY, answer)
    return Menu(key, prompt.question, (whole, *faces), 0, prompt.id, prompt.dice)


def _is_next(prompt: Prompt, state: GameState) -> bool:
    """Return whether a prompt is for the active operative's next action, and not a proposal, challenge or debt."""
    return state.challenge is None and prompt.id not in {proposal.id for proposal in state.proposals}


def _offers(offers: OffersView) -> tuple[Item, ...]:
    found = []
    for offer in offers.actions:
        base = {"kind": "act", "operative": offers.operative, "action": offer.action}
        if not offer.possible or offer.needs is Needs.MOVE:
            continue
        if offer.needs is Needs.NOTHING:
            found.append(Item(Message.of("menu-action-choice", action=offer.action), offer.action, base))
        for way in offer.choices:
            if way.possible:
                words = {
                    name: value for name in ("weapon", "target", "marker", "thing") if (value := getattr(way, name))
                }
                choice = "|".join((offer.action, way.weapon, way.target, way.marker or way.thing))
                found.append(
                    Item(
                        Message.of("menu-action-with", action=offer.action, choice=way.label),
                        choice,
                        {**base, **words, "dice": offer.dice and bool(way.weapon)},
                    )
                )
    return tuple(found)
