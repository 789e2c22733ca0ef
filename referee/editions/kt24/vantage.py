"""Standing higher, 2024 (rules H24-10 to H24-13)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry.base import EXACT_TOLERANCE
from geometry.table import Operative
from geometry.terrain import Part
from referee.rules.heights import vantage_chance
from referee.rules.moves.support import on_vantage
from referee.rules.position import Position
from referee.rules.ruling import Finding, Ruling


@dataclass(frozen=True, slots=True)
class VantageHeights:
    """How much lower a target must be, inches."""

    accurate_1: float = 2.0
    accurate_2: float = 4.0
    conceal: float = 2.0


VANTAGE = VantageHeights()
UNLIKELY = 1e-6


def is_light(part: Part) -> bool:
    """Whether a part is Light terrain: by trait, or as a Vantage platform (rule H24-13)."""
    return part.has("Light") or (part.has("Vantage") and not part.has("Heavy"))


def lower_by(shooter: Operative, target: Operative, height: float) -> bool:
    """Whether the target stands at least that much lower than the shooter, inches."""
    return shooter.base.z - target.base.z >= height - EXACT_TOLERANCE


def accurate_from(position: Position, shooter: Operative, target: Operative) -> int:
    """Return the Accurate value that Vantage gives a shot at an engaged target (rule H24-10), by the best estimate."""
    if not on_vantage(position, shooter):
        return 0
    return 2 if lower_by(shooter, target, VANTAGE.accurate_2) else int(lower_by(shooter, target, VANTAGE.accurate_1))


@dataclass(frozen=True, slots=True)
class VantageDoubt:
    """Whether Vantage gives what it is thought to give, and the Accurate value that it likeliest gives otherwise."""

    ruling: Ruling
    otherwise: int


def accurate_doubt(position: Position, shooter: Operative, target: Operative) -> VantageDoubt | None:
    """Return what is in doubt of what Vantage gives (rule H24-10); None where that is beyond doubt."""
    sigma = math.hypot(shooter.placement.sigma, math.sqrt(shooter.placement.covariance[2, 2]))
    if sigma == 0:
        return None
    best = accurate_from(position, shooter, target)
    least = {
        2: vantage_chance(position, shooter, target, VANTAGE.accurate_2),
        1: vantage_chance(position, shooter, target, VANTAGE.accurate_1),
    }
    chances = {2: least[2], 1: least[1] - least[2], 0: 1.0 - least[1]}
    p = chances.pop(best)
    if p >= 1.0 - UNLIKELY:
        return None
    means = f"{shooter.id} has Accurate {best} from Vantage" if best else f"{shooter.id} has nothing from Vantage"
    ruling = Ruling(means, (Finding.likely("H24-10", True, means, p, sigma),), p)
    return VantageDoubt(ruling, max(chances, key=lambda value: chances[value]))
