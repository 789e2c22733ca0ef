"""Which dice may be re-rolled, by which rule, and what the standard policy re-rolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.rules.dice.faces import FAIL, Faces, Grades, without
from referee.rules.dice.hooks import Reroll, RuleBook
from referee.rules.dice.step import PASS, Choice
from referee.rules.dice.weapon import RuleUse

COMMAND_REROLL = "command re-roll"

Used = tuple[int, ...]
"""For each offer what has been taken of it: how many dice, or for an offer of one value the value chosen."""


class Offer(NamedTuple):
    """One permission to re-roll: by which source, at most how many dice (None: any), and showing what."""

    source: str
    limit: int | None = None
    faces: frozenset[int] | None = None
    one_value: bool = False

    def permits(self, used: int, faces: Faces) -> bool:
        """Whether dice showing these faces may be re-rolled by this source, after what was used of it."""
        if not faces:
            return False
        if self.one_value:
            return len({*faces, *([used] if used else [])}) == 1
        if self.faces is not None and not self.faces.issuperset(faces):
            return False
        return self.limit is None or used + len(faces) <= self.limit

    def taking(self, used: int, faces: Faces) -> int:
        """Return what is used of the offer once these dice are re-rolled by it."""
        return faces[0] if self.one_value else used + len(faces)


def offers_of(book: RuleBook, uses: Sequence[RuleUse], *more: Offer) -> tuple[Offer, ...]:
    """Return a weapon's offers, those of many dice before those of one (the standard policy's order), then `more`."""
    found = [Offer(rule.name, hook.limit, hook.faces, hook.one_value) for rule, hook, _ in book.hooks(uses, Reroll)]
    return (*sorted(found, key=lambda offer: offer.limit is not None), *more)


def permitted(offers: Sequence[Offer], used: Used, fresh: Faces, choice: Choice) -> int | None:
    """Return the index of the offer by which a choice re-rolls dice that lie there, or None where none allows it.

    `fresh` are the dice that have not been re-rolled: no die is ever re-rolled twice (L24-11, A21-03).
    """
    if choice.verb != "re-roll" or without(fresh, choice.numbers) is None:
        return None
    for index, offer in enumerate(offers):
        if offer.source == choice.rule and offer.permits(used[index], choice.numbers):
            return index
    return None


def singles(offers: Sequence[Offer], used: Used, fresh: Faces) -> tuple[Choice, ...]:
    """Return every way to re-roll one die, by source and face."""
    faces = tuple(dict.fromkeys(fresh))
    return tuple(
        Choice("re-roll", offer.source, (face,))
        for index, offer in enumerate(offers)
        for face in faces
        if offer.permits(used[index], (face,))
    )


def left_of(offers: Sequence[Offer], used: Used, fresh: Faces) -> tuple[tuple[str, int], ...]:
    """Return each source by which dice may still be re-rolled, with how many of these it could be at most."""
    found = []
    for taken, offer in zip(used, offers, strict=True):
        able = [face for face in fresh if offer.permits(taken, (face,))]
        most = max(map(able.count, able), default=0) if offer.one_value else len(able)
        most = most if offer.limit is None else min(most, offer.limit - taken)
        found += [(offer.source, most)] if most > 0 else []
    return tuple(found)


def standard_reroll(offers: Sequence[Offer], used: Used, fresh: Faces, worth: Grades) -> Choice:
    """Return the standard policy's next re-roll: fails only, many dice before one, the lowest of equals; or a pass.

    An offer of one value takes the failing face that most dice show. Command Re-roll is never taken: it costs a
    command point, and whether it is worth one is for people to say.
    """
    fails = tuple(face for face in fresh if worth[face] == FAIL)
    if not fails:
        return PASS
    for index, offer in enumerate(offers):
        taken = used[index]
        if offer.source == COMMAND_REROLL:
            continue
        if offer.one_value:
            value = taken or min(fails, key=lambda face: (-fails.count(face), face))
            batch = tuple(face for face in fails if face == value)
        else:
            batch = fails if offer.faces is None else tuple(face for face in fails if face in offer.faces)
            if offer.limit is not None:
                batch = batch[max(0, len(batch) - max(0, offer.limit - taken)) :]
        if batch:
            return Choice("re-roll", offer.source, batch)
    return PASS


def lawful(offers: Sequence[Offer], dice: Sequence[int | None], rerolls: Sequence[tuple[int, str]]) -> str | None:
    """Return why a list of re-rolls is illegal, in a sentence, or None where all are legal.

    `dice` are the faces as they first fell, None for a die that was never rolled (G24-26); a re-roll names the die by
    its index and the source by its name.
    """
    used = [0] * len(offers)
    done: set[int] = set()
    for die, source in rerolls:
        if not 0 <= die < len(dice):
            return f"there is no die {die}"
        face = dice[die]
        if face is None:
            return f"die {die} was not rolled: it has no value to re-roll (G24-26)"
        if die in done:
            return f"die {die} was re-rolled already: never twice (L24-11)"
        index = next((index for index, offer in enumerate(offers) if offer.source == source), None)
        if index is None:
            return f"nothing allows a re-roll by {source!r}"
        if not offers[index].permits(used[index], (face,)):
            return f"{source} does not allow to re-roll a {face} here"
        used[index] = offers[index].taking(used[index], (face,))
        done.add(die)
    return None
