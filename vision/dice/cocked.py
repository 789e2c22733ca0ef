"""Whether a die lies on no face: what both looks say, and how it leans beside the others.

The pieces are weighed together by a logistic regression (`python -m tools.training.dice.weigh`): rendered trays, three
dice in ten cocked, and photographs of flat dice that the looks had never seen.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np

from vision.dice.detections import DetectedDie
from vision.dice.tilt import Tilt

LESS_SURE = 3.3
"""How much less a lean says the more obliquely flat dice are seen, a unit of that sine."""

LEAN_ENOUGH = 0.25
"""Lean beyond which it makes no difference how far."""

SURE = 7.0
"""Log odds beyond which a look is not believed to be any surer."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a cocked die: the log odds by each look, its lean apart from the others'."""

    first_look: float
    closer_look: float
    lean: float

    @property
    def log_odds(self) -> float:
        """The log odds of a cocked die where three in ten are."""
        return FEWER + float(np.dot(astuple(WEIGHTS), astuple(self)))

    @property
    def chance(self) -> float:
        """How likely the die is cocked, one half from where it is called so."""
        return float(1 / (1 + np.exp(COCKED - self.log_odds)))


WEIGHTS = Evidence(first_look=1.84, closer_look=0.37, lean=32.45)
FEWER = -2.9
"""The log odds of a die about which all evidence is nought."""

COCKED = -1.9
"""Log odds from which a die is cocked: of flat dice fewer than one in fifty."""

DOUBTED = -2.4
"""Log odds from which a die is no longer believed, though not yet called cocked."""


NONE = Evidence(first_look=-SURE, closer_look=-SURE, lean=0.0)
"""What is known of a die that by all accounts lies flat."""


def evidence(die: DetectedDie, stance: Tilt) -> Evidence:
    """Return what is known about a die that lies so beside a flat one."""
    lean = min(LEAN_ENOUGH, stance.tilt / (1 + LESS_SURE * stance.oblique))
    return Evidence(_log_odds(die.cocked), _log_odds(die.askew), lean)


def _log_odds(share: float) -> float:
    least = 1e-9
    held = min(1 - least, max(least, share))
    return float(np.clip(np.log(held / (1 - held)), -SURE, SURE))
