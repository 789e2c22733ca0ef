"""Ploys that a list of another program prints: when they are used and what they cost, as far as it says."""

from __future__ import annotations

import re
from collections.abc import Iterable

from referee.game.ploy_card import MOST_NAME, PloyCard, PloyTime
from referee.records.rosters.roster import PrintedRule

PLOY = "ploy"
_TIMES = (
    ("strat", PloyTime.STRATEGY),
    ("firefight", PloyTime.FIREFIGHT),
    ("tactic", PloyTime.FIREFIGHT),
)
"""What a heading says and when its ploys are used: 2021's tactical ones are today's firefight ploys."""

LETTERS = {"S": PloyTime.STRATEGY, "F": PloyTime.FIREFIGHT, "T": PloyTime.FIREFIGHT}
"""What KTDash has for when a ploy is used; the first of a time is written."""

_PRICE = re.compile(r"\b(\d)\s*CP\b", re.IGNORECASE)


def ploys_among(rules: Iterable[PrintedRule]) -> tuple[PloyCard, ...]:
    """Return the cards of printed rules whose heading calls them ploys, each name once."""
    return each_once(
        card_of(rule.name, rule.text, when=time_of(rule.kind), price=f"{rule.kind} {rule.name}")
        for rule in rules
        if PLOY in rule.kind.casefold() and rule.name
    )


def time_of(heading: str) -> PloyTime:
    """Return when ploys under a heading, or of a letter that KTDash has, are used."""
    letter = LETTERS.get(heading.strip().upper())
    if letter is not None:
        return letter
    return next((when for word, when in _TIMES if word in heading.casefold()), PloyTime.ANY)


def card_of(name: str, text: str, *, when: PloyTime, price: str) -> PloyCard:
    """Return the card of a ploy; `price` is where its command points stand, one where it says none."""
    found = _PRICE.search(price)
    return PloyCard(name[:MOST_NAME], when, int(found[1]) if found else 1, text)


def each_once(cards: Iterable[PloyCard]) -> tuple[PloyCard, ...]:
    """Return the cards without those whose name stands on an earlier one."""
    found: dict[str, PloyCard] = {}
    for card in cards:
        found.setdefault(card.name.casefold(), card)
    return tuple(found.values())
