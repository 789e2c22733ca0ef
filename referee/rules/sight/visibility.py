"""Whether one operative sees another, with the camera's doubt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.table import Operative
from geometry.terrain import Part
from geometry.visibility.sight import Sight
from referee.rules.ruling import RuleId, Ruling
from referee.rules.sight.control_range import sight_finding
from referee.rules.sight.doubtful_sight import Outlook, outlook, outlooks, seen_together


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
    return _ruled(rule, look, seen, sure=look.sure(seen.visible))


def all_seen(
    rule: RuleId,
    pairs: Sequence[tuple[Operative, Operative, Sequence[Part]]],
    common: NDArray[np.float64] | None = None,
) -> tuple[Ruling, ...]:
    """Return the same for pairs of viewer and target, each past blockers of its own."""
    past: dict[int, list[int]] = {}
    for number, (_, _, blockers) in enumerate(pairs):
        past.setdefault(id(blockers), []).append(number)
    each: dict[int, Outlook] = {}
    for numbers in past.values():
        some = [pairs[number][:2] for number in numbers]
        each.update(zip(numbers, outlooks(some, pairs[numbers[0]][2], common), strict=True))
    looks = [each[number] for number in range(len(pairs))]
    found = zip(looks, seen_together(looks), strict=True)
    return tuple(_ruled(rule, look, seen, sure=sure) for look, (seen, sure) in found)


def _ruled(rule: RuleId, look: Outlook, seen: Sight, *, sure: bool) -> Ruling:
    viewer, target = look.things
    p_yes = float(seen.visible) if sure else look.share()
    finding = sight_finding(rule, (seen,), (viewer.id, target.id), p=p_yes, sigma=look.sigma)
    return Ruling(f"{viewer.id} sees {target.id}", (finding,), p_yes)
