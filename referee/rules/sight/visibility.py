"""Whether one operative sees another, with the camera's doubt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.table import Operative
from geometry.terrain import Part
from referee.rules.ruling import RuleId, Ruling
from referee.rules.sight.control_range import sight_finding
from referee.rules.sight.doubtful_sight import outlook


def sees(
    rule: RuleId,
    viewer: Operative,
    target: Operative,
    blockers: Sequence[Part],
    common: NDArray[np.float64] | None = None,
) -> Ruling:
    """Return whether `viewer` sees `target` past the blockers; `common` is what all places are off by alike."""
    look = outlook(((viewer, target),), blockers, common)
    (seen,) = look.seen()
    p_yes = float(seen.visible) if look.sure(seen.visible) else look.share()
    finding = sight_finding(rule, (seen,), (viewer.id, target.id), p=p_yes, sigma=look.sigma)
    return Ruling(f"{viewer.id} sees {target.id}", (finding,), p_yes)
