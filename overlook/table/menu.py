"""The panel's menu: what Next goes through and Confirm takes, so that buttons alone play the whole game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.rules.game import intents as game
from referee.rules.game.intents import read_intent
from referee.rules.game.state import GameState
from referee.rules.position import Order
from referee.rules.prompt import Prompt
from web.offers import MenuView, Needs, OffersView

FACES = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that Confirm could take: in words, the choice or face that it is, the intent that it would be."""

    label: str
    choice: str
    intent: dict[str, Any]

    def of(self, key: str) -> game.Intent:
        """Return the intent under an id."""
        return read_intent({**self.intent, "id": key})


@dataclass(frozen=True, slots=True)
class Menu:
    """Everything that can be taken now; `key` changes when it is about something else. `first` is marked at first."""

    key: str
    question: str
    items: tuple[Item, ...]
    first: int | None = None
    prompt: str = ""
    dice: int = 0


@dataclass(frozen=True, slots=True)
class Cursor:
    """What is marked in a menu, None before anything is, and the dice that were entered."""

    key: str = ""
    at: int | None = None
    entered: tuple[int, ...] = ()

    def on(self, menu: Menu) -> Cursor:
        """Return the cursor in that menu: where it was, or at what is marked first in a menu that is new."""
        return self if self.key == menu.key else Cursor(menu.key, menu.first)

    def moved(self, menu: Menu, by: int) -> Cursor:
        """Return the cursor moved on or back, round and round."""
        count = len(menu.items)
        start = self.at if self.at is not None else (-1 if by > 0 else 0)
        return replace(self, at=(start + by) % count) if count else self

    def with_die(self, face: int) -> Cursor:
        """Return the cursor with one more die entered."""
        return replace(self, entered=(*self.entered, face))

    def without_last(self) -> Cursor:
        """Return the cursor with the last die taken out."""
        return replace(self, entered=self.entered[:-1])

    def view(self, menu: Menu) -> MenuView | None:
        """Return what the surfaces show of it; None where there is nothing to take."""
        if not menu.items:
            return None
        here = self.on(menu)
        item = menu.items[here.at] if here.at is not None else None
        return MenuView(
            question=menu.question,
            marked=item.label if item is not None else "Press Next to choose",
            prompt=menu.prompt,
            choice=item.choice if item is not None else "",
            at=here.at + 1 if here.at is not None else 0,
            of=len(menu.items),
            entered=here.entered,
        )


def menu_of(state: GameState, sequence: int, prompts: Sequence[Prompt], offers: OffersView | None) -> Menu:
    """Return what can be taken now: of the first open decision, with the actions that are possible where it is next."""
    prompt = next(iter(prompts), None)
    if prompt is not None and prompt.dice and not prompt.choices:
        faces = tuple(Item(str(face), str(face), {}) for face in FACES)
        return Menu(prompt.id, prompt.question, faces, 0, prompt.id, prompt.dice)
    acting = state.acting
    at_work = offers is not None and acting is not None and offers.operative == acting.operative
    possible = _offers(offers) if offers is not None and at_work else ()
    if prompt is not None:
        choices = tuple(
            Item(choice.label, choice.key, {"kind": "answer", "prompt": prompt.id, "choice": choice.key})
            for choice in prompt.choices
        )
        acts = possible if prompt.owner == (offers.player if offers else "") and _is_next(prompt, state) else ()
        keys = [choice.key for choice in prompt.choices]
        first = len(acts) + keys.index(prompt.default) if prompt.default is not None else None
        return Menu(f"{prompt.id}@{len(acts)}", prompt.question, (*acts, *choices), first, prompt.id)
    if not state.free:
        return Menu("", "", ())
    if acting is not None:
        end = Item(f"End {acting.operative}'s turn", "end", {"kind": "end_activation", "operative": acting.operative})
        return Menu(f"free@{sequence}", f"{acting.operative}: next action", (*possible, end))
    ready = [(key, order) for key, each in state.operatives.items() if each.standing for order in Order]
    items = tuple(
        Item(
            f"{key} {state.operative(key).card.name}, {order}",
            f"{key}:{order}",
            {"kind": "activate", "operative": key, "order": order},
        )
        for key, order in ready
    )
    return Menu(f"free@{sequence}", "Who is activated?", items)


def _is_next(prompt: Prompt, state: GameState) -> bool:
    """Whether a prompt is the one for what the operative at work does next: no proposal, challenge or debt."""
    return state.challenge is None and prompt.id not in {proposal.id for proposal in state.proposals}


def _offers(offers: OffersView) -> tuple[Item, ...]:
    found = []
    for offer in offers.actions:
        base = {"kind": "act", "operative": offers.operative, "action": offer.action}
        if not offer.possible or offer.needs is Needs.MOVE:
            continue
        if offer.needs is Needs.NOTHING:
            found.append(Item(offer.action, offer.action, base))
        for way in offer.choices:
            if way.possible:
                words = {name: value for name in ("weapon", "target", "marker") if (value := getattr(way, name))}
                choice = "|".join((offer.action, way.weapon, way.target, way.marker))
                found.append(
                    Item(
                        f"{offer.action}: {way.label}",
                        choice,
                        {**base, **words, "dice": offer.dice and bool(way.weapon)},
                    )
                )
    return tuple(found)
