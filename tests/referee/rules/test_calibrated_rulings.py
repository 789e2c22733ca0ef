"""Rulings near their limit on random tables: what they state comes true as often as they state it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count

import numpy as np
import pytest

from referee.rules.ruling import Threshold, Verdict
from tests.depth import WHOLE, depth
from tests.verdicts.cases import Case, case_of
from tests.verdicts.kinds import KINDS
from tests.verdicts.tables import VARIANTS

NEAR_IN = 0.03
MOST_SCORE = 3.7
"""Standard deviations: one sound kind in five thousand is further off by chance, and the seeds are fixed."""

DEAR = (
    "in cover",
    "obscured",
    "cover from Vantage",
    "sight past a corner",
    "enemy seen on the way",
    "charge stays with whom it reaches",
)
PER_COMMIT = 5
QUICK = [
    pytest.param(name, edition, marks=() if number % PER_COMMIT == 0 else pytest.mark.nightly)
    for number, (name, edition) in enumerate(
        (name, edition) for name, kind in KINDS.items() for edition in kind.editions if name not in DEAR
    )
]
EVERY = [
    pytest.param(
        name, edition, list(VARIANTS)[(number + further) % len(VARIANTS)], marks=pytest.mark.xdist_group(group)
    )
    for number, (name, edition, group) in enumerate(
        (name, edition, f"{name}, {edition}") for name, kind in KINDS.items() for edition in kind.editions
    )
    for further in (range(len(VARIANTS)) if WHOLE else (0, 2))
]
"""Variants of one kind run in one process: they are asked about the same tables, whose limits are kept.

Of the five each kind has two in turn, and all of them at full depth.
"""

AGAINST_WHAT_STAYS = frozenset(
    {
        "control range past a corner",
        "set up in terrain",
        "base over the board's edge",
        "move through a gap",
        "sight past a corner",
        "enemy seen on the way",
        "in cover",
        "obscured",
        "cover from Vantage",
        "hatch in reach",
        "hatch held by an enemy",
        "fight through a hatch",
    }
)
"""Kinds against terrain or the board's edge, which are not off with the places: what these share cancels in none."""

AT_LENGTH = {("hatch held by an enemy", "kt21", "ovals"): 600}
"""Cases of a kind whose first hundred and fifty are an odd lot, for an ideal judge as well: more of them tell."""


def near(name: str, variant: str) -> float:
    """Return inches from the limit within which its errors decide: several deviations of what does not cancel.

    Cases are drawn evenly within it, and a probability comes true as often as it says only where the truth was as
    likely on either side: within one deviation the judge, who was told of nothing drawn so near, is called too sure.
    """
    return NEAR_IN * (1.0 if name in AGAINST_WHAT_STAYS else math.sqrt(1 - VARIANTS[variant].common))


def cases_of(name: str, edition: str, variant: str, *, seed: int, cases: int, near_in: float) -> list[Case]:
    """Return so many cases of a kind, each within `near_in` inches of its limit."""
    found: list[Case] = []
    errors = VARIANTS[variant]
    for number in count():
        case = case_of(name, edition, errors, seed=seed, number=number, with_ideal=False, with_cost=False, near=near_in)
        found += [case] if case is not None else []
        if len(found) == cases:
            return found
    return found


def assert_calibrated(cases: Sequence[Case]) -> None:
    p, truth = np.array([one.p_yes for one in cases]), np.array([one.truth for one in cases], dtype=float)
    spread = math.sqrt(float((p * (1 - p)).sum()))
    assert abs(float((p - truth).sum())) < MOST_SCORE * spread + 1
    square = p * (1 - p) * (1 - 2 * p) ** 2
    brier = (p - truth) ** 2 - p * (1 - p)
    assert float(brier.sum()) < MOST_SCORE * math.sqrt(float(square.sum())) + 1
    said = [(Threshold().call(one), true) for one, true in zip(p, truth, strict=True)]
    wrong = sum(call is not Verdict.TOO_CLOSE and (call is Verdict.YES) != true for call, true in said)
    assert wrong <= 1 + 0.03 * len(said)
    assert any(call is Verdict.TOO_CLOSE for call, _ in said)
    assert any(call is not Verdict.TOO_CLOSE for call, _ in said)


@pytest.mark.parametrize(("name", "edition"), QUICK)
def test_a_ruling_near_its_limit_knows_how_sure_it_is(name: str, edition: str) -> None:
    assert_calibrated(cases_of(name, edition, "usual", seed=3, cases=30, near_in=NEAR_IN))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "edition", "variant"),
    [
        ("set up in terrain", "kt24", "terrain"),
        ("move through a gap", "kt24", "terrain"),
        ("sight past a corner", "kt24", "terrain"),
        ("charge ends in reach", "kt24", "common"),
        ("objective contested", "kt21", "common"),
        ("no enemy in reach", "kt24", "ovals"),
        ("set up on another base", "kt21", "ovals"),
    ],
)
def test_it_knows_it_with_other_errors(name: str, edition: str, variant: str) -> None:
    assert_calibrated(cases_of(name, edition, variant, seed=5, cases=30, near_in=near(name, variant)))


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "edition", "variant"), EVERY)
def test_every_kind_with_every_error_at_length(name: str, edition: str, variant: str) -> None:
    cases = AT_LENGTH.get((name, edition, variant), depth(35, 150))
    assert_calibrated(cases_of(name, edition, variant, seed=11, cases=cases, near_in=near(name, variant)))
