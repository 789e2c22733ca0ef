"""Whether a die lies on no face: what both looks say, and how it leans beside the others.

The pieces are weighed together by a logistic regression (`python -m tools.training.dice.weigh`): rendered trays, three
dice in ten cocked, and photographs of flat dice that the looks had never seen. In a tray that is known, where flat dice
were seen before, a lean says much more and the looks little (`python -m benchmarks.dice_cocked --weigh`).
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np

from vision.dice.detections import DetectedDie
from vision.dice.logistic import logistic
from vision.dice.tilt import Tilt

LESS_SURE = 3.3
"""How much less a lean says the more obliquely flat dice are seen, a unit of that sine."""

LESS_SURE_KNOWN = 1.0
"""The same in a tray that is known."""

LEAN_ENOUGH = 0.25
"""Lean beyond which it makes no difference how far."""

SURE = 7.0
"""Log odds beyond which a look is not believed to be any surer."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a cocked die: the log odds by each look, its lean apart from the others'.

    `known` is whether it lies in a tray in which flat dice were seen before, `free` whether it is known to lean on
    nothing there.
    """

    first_look: float
    closer_look: float
    lean: float
    known: bool = False
    free: bool = False

    @property
    def log_odds(self) -> float:
        """The log odds of a cocked die where three in ten are."""
        weights = KNOWN_WEIGHTS if self.known else WEIGHTS
        seen = (self.first_look, self.closer_look, self.lean, 1.0)
        return float(np.dot(astuple(weights), seen)) + FREE * self.free

    @property
    def chance(self) -> float:
        """How likely the die is cocked, one half from where it is called so."""
        return logistic(self.log_odds - (COCKED_KNOWN if self.known else COCKED))

    @property
    def is_cocked(self) -> bool:
        """Whether the die is called cocked."""
        return self.log_odds >= (COCKED_KNOWN if self.known else COCKED)

    @property
    def is_doubted(self) -> bool:
        """Whether the die is no longer believed to lie flat, though perhaps not called cocked."""
        return self.log_odds >= (DOUBTED_KNOWN if self.known else DOUBTED)


@dataclass(frozen=True, slots=True)
class Weights:
    """What each piece of evidence says; `fewer` are the log odds of a die about which all evidence is nought."""

    first_look: float
    closer_look: float
    lean: float
    fewer: float


WEIGHTS = Weights(first_look=1.84, closer_look=0.37, lean=32.45, fewer=-2.9)
KNOWN_WEIGHTS = Weights(first_look=0.35, closer_look=0.12, lean=52.44, fewer=-7.31)

COCKED = -1.9
"""Log odds from which a die is cocked: of flat dice fewer than one in fifty."""

DOUBTED = -2.4
"""Log odds from which a die is no longer believed, though not yet called cocked."""

COCKED_KNOWN, DOUBTED_KNOWN = -0.2, -0.7
"""The same in a tray that is known: there one or two flat dice of a hundred are called cocked (model_card.md)."""

FREE = -1.7
"""What it says of a die in a known tray that it touches neither another nor a wall: it leans on nothing. Of 53 dice
that fell and lay cocked in trays of another renderer 5 did so, most on a fold, of 550 flat ones 294.
"""

IN_ANY_TRAY = 0.5
"""Log odds by what is weighed for any tray from which a die is cocked in a known one too, however little it leans."""


NONE = Evidence(first_look=-SURE, closer_look=-SURE, lean=0.0)
"""What is known of a die that by all accounts lies flat."""


def evidence(die: DetectedDie, stance: Tilt, *, known: bool = False, free: bool = False) -> Evidence:
    """Return what is known about a die that lies so beside a flat one; `known` is whether flat ones were seen before.

    `free` is whether it touches nothing, which says something where flat ones are known. There too a die is cocked of
    which that is clear by what is weighed for any tray.
    """
    looks = _log_odds(die.cocked), _log_odds(die.askew)
    free = free and known
    anywhere = Evidence(*looks, min(LEAN_ENOUGH, stance.tilt / (1 + LESS_SURE * stance.oblique)), free=free)
    if not known or anywhere.log_odds >= IN_ANY_TRAY:
        return anywhere
    return Evidence(
        *looks, min(LEAN_ENOUGH, stance.tilt / (1 + LESS_SURE_KNOWN * stance.oblique)), known=True, free=free
    )


def _log_odds(share: float) -> float:
    least = 1e-9
    held = min(1 - least, max(least, share))
    return float(np.clip(np.log(held / (1 - held)), -SURE, SURE))
