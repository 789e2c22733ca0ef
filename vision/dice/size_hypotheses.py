"""Which size of dice explains all that looks like a die in a picture: pips are explained by the die they mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.detections import DetectedDie

BELIEVED = 0.5
"""Confidence from which something is a die of its size, where nobody said how many there are."""

TOLD = 0.3
"""Confidence from which what is seen at another size wants an explanation."""

ELSEWHERE = 0.5
"""What a thing seen at another size counts beside one of the size that is weighed: sizes look at the same light."""

WITHIN = 0.55
"""How far from a die's middle its marks lie, in edges."""

A_MARK = 0.5
"""Edge of what is taken for a die, as a share of the die that it marks: a pip or two of it, read as a one."""

A_PART = 0.8
"""The same of half a face, read as anything."""

ALIKE = 1.5
"""Ratio of edges up to which two things in one place are the same die."""

LEAST = 1e-3


@dataclass(frozen=True, slots=True)
class SizeHypothesis:
    """The dice of one size, surest first, and the logarithm of how well they explain all that is seen at any size."""

    edge_px: float
    dice: tuple[DetectedDie, ...]
    log_odds: float

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the dice, in order of size."""
        return tuple(sorted(die.value for die in self.dice))


def weighed(looks: Sequence[Sequence[DetectedDie]], count: int | None = None) -> list[SizeHypothesis]:
    """Return what each look's dice explain, best first; `looks` has the dice of each size, surest first.

    A hypothesis is that the `count` surest dice of one look were thrown (None: those that are believed), and that
    nothing else is a die: what else looks like one at any size is a mark or a part of a die, the same die, or weighs
    against it.
    """
    found = [each for k in range(len(looks)) if (each := _weighed(looks, k, count)) is not None]
    return sorted(found, key=lambda each: -each.log_odds)


def rival(hypotheses: Sequence[SizeHypothesis], margin: float) -> SizeHypothesis | None:
    """Return the best hypothesis of another size with other values than the first, where it explains nearly as much.

    Dice that are `ALIKE` in size are looked for together in the end: which of those lie there is then seen better.
    """
    if not hypotheses:
        return None
    first = hypotheses[0]
    others = (each for each in hypotheses[1:] if _unlike(each, first))
    second = next(others, None)
    return second if second is not None and first.log_odds - second.log_odds < margin else None


def _unlike(one: SizeHypothesis, other: SizeHypothesis) -> bool:
    ratio = max(one.edge_px, other.edge_px) / min(one.edge_px, other.edge_px)
    return ratio > ALIKE and Counter(one.values) != Counter(other.values)


def _weighed(looks: Sequence[Sequence[DetectedDie]], of: int, count: int | None) -> SizeHypothesis | None:
    dice = looks[of][:count] if count is not None else [die for die in looks[of] if die.confidence >= BELIEVED]
    if not dice or (count is not None and len(dice) < count):
        return None
    chosen = {id(die) for die in dice}
    odds = sum(_log(die.confidence) for die in dice)
    for k, look in enumerate(looks):
        for seen in look:
            if id(seen) in chosen:
                continue
            if k == of and not any(_part_of(seen, die) for die in dice):
                odds += _log(1 - seen.present)
            elif k != of and seen.confidence >= TOLD and not any(_explained_by(seen, die) for die in dice):
                odds += ELSEWHERE * _log(1 - seen.confidence)
    return SizeHypothesis(float(np.median([die.edge_px for die in dice])), tuple(dice), odds)


def _explained_by(seen: DetectedDie, die: DetectedDie) -> bool:
    """Return whether what is seen at another size is a die, or a mark or a part of it."""
    same = _within(seen, die) and die.edge_px / ALIKE < seen.edge_px < die.edge_px * ALIKE
    return same or _part_of(seen, die)


def _part_of(seen: DetectedDie, die: DetectedDie) -> bool:
    share = seen.edge_px / die.edge_px
    nothing_else = seen.value == 1 or share > A_MARK or seen.confidence < BELIEVED
    return _within(seen, die) and share < A_PART and nothing_else


def _within(seen: DetectedDie, die: DetectedDie) -> bool:
    return max(abs(seen.x_px - die.x_px), abs(seen.y_px - die.y_px)) < WITHIN * die.edge_px


def _log(share: float) -> float:
    return float(np.log(max(share, LEAST)))
