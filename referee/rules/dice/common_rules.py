"""Hooks that both editions know under the same name; each edition's rule book gives them their rows."""

from __future__ import annotations

from referee.rules.dice.hooks import ClassifiedDice, CritFrom, Hook, OnlyCritsBlock, Reroll, RetainAs

BALANCED: tuple[Hook, ...] = (Reroll(limit=1),)
RELENTLESS: tuple[Hook, ...] = (Reroll(),)
LETHAL: tuple[Hook, ...] = (CritFrom(),)
BRUTAL: tuple[Hook, ...] = (OnlyCritsBlock(),)


def rend(tally: ClassifiedDice) -> ClassifiedDice | None:
    """Return the tally with one normal as a critical, where a critical is retained and a normal is not yet fixed."""
    if not tally.crits or not tally.normals:
        return None
    return tally._replace(crits=tally.crits + 1, normals=tally.normals - 1)


def rend_any(tally: ClassifiedDice) -> ClassifiedDice | None:
    """Return the tally with one normal as a critical, a fixed one where no other is left (another reading, G24-25)."""
    if tally.crits and not tally.normals and tally.fixed:
        return tally._replace(crits=tally.crits + 1, fixed=tally.fixed - 1)
    return rend(tally)


RENDING: tuple[Hook, ...] = (RetainAs(rend),)
