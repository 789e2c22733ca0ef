"""How a target is sheltered as far as it is still to be said: what the camera cannot tell, what its player chooses."""

from __future__ import annotations

from collections.abc import Iterable

from referee.rules.dice.action import Pending
from referee.rules.dice.facts import TargetFacts
from referee.rules.dice.step import Choice, DiceStepName, Side

IN_COVER, OBSCURED = Choice("shelter", "cover"), Choice("shelter", "obscured")
SHELTERS = (IN_COVER, OBSCURED)
"""What a target's player chooses between where one feature gives both (rule E24-04)."""

EVEN = 0.5
DOUBTED = ("cover", "obscured", "smoked")
"""What the camera may not be able to tell of a target, in the order in which it is asked."""


def unsheltered(target: TargetFacts) -> Pending:
    """Return what is still to be said of how a target is sheltered: what the camera cannot tell, then its choice."""
    if target.unsure:
        return _doubted(target)
    if target.near_unsure:
        one = target.near_unsure[0]
        return _asked(target, "near", likely=one.p >= EVEN, of=one.id)
    player, stage = target.player, DiceStepName.SHELTER
    return Pending(player, Side.DEFENDER, stage, target.id, choices=SHELTERS, default=SHELTERS[0])


def _doubted(target: TargetFacts) -> Pending:
    """Return the question about the first thing in which the ways differ that a target may be sheltered."""
    likeliest = target.unsure[0]
    about = next(one for one in DOUBTED if len({getattr(way, one) for way in target.unsure}) > 1)
    return _asked(target, about, likely=bool(getattr(likeliest, about)))


def whether_shot(targets: Iterable[TargetFacts]) -> Pending | None:
    """Return the question whether one is shot at all where the camera cannot tell; None where it is known of all."""
    for one in targets:
        if one.perhaps is not None:
            return _asked(one, "target", likely=one.perhaps >= EVEN)
    return None


def _asked(target: TargetFacts, about: str, *, likely: bool, of: str = "") -> Pending:
    choices = Choice("is", about), Choice("not", about)
    default = choices[0] if likely else choices[1]
    return Pending(target.player, Side.DEFENDER, DiceStepName.DOUBT, of or target.id, choices=choices, default=default)


def settled(targets: tuple[TargetFacts, ...], name: str, *, shot: bool) -> tuple[TargetFacts, ...]:
    """Return the targets with one that is shot for certain, or without it."""
    known = (one.model_copy(update={"perhaps": None}) if one.id == name else one for one in targets)
    return tuple(one for one in known if shot or one.id != name)


def finding(target: TargetFacts, choice: Choice) -> TargetFacts:
    """Return the target without the ways that are ruled out; the one that is left is how it is sheltered."""
    left = tuple(way for way in target.unsure if getattr(way, choice.rule) is (choice.verb == "is"))
    if len(left) != 1:
        return target.model_copy(update={"unsure": left})
    (way,) = left
    found = {"unsure": (), "defender": way.defender, "obscured_instead": way.obscured_instead}
    return target.model_copy(update=found if way.weapon is None else {**found, "weapon": way.weapon})


def near_found(target: TargetFacts, *, near: bool) -> TargetFacts:
    """Return the target with it settled whether the first one that may be near it is."""
    one, *left = target.near_unsure
    known = {*target.near.get(one.distance, ()), *((one.id,) if near else ())}
    found = {**target.near, one.distance: tuple(sorted(known))}
    return target.model_copy(update={"near_unsure": tuple(left), "near": found})


def choosing(target: TargetFacts, *, obscured: bool) -> TargetFacts:
    """Return the target once its player has chosen between cover and obscured."""
    defender = target.obscured_instead if obscured and target.obscured_instead is not None else target.defender
    return target.model_copy(update={"defender": defender, "obscured_instead": None})
