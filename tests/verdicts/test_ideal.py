"""The referee's probabilities beside a posterior that shares no code with it, wherever that has a closed form."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.measure import gap
from tests.verdicts.cases import limit_of
from tests.verdicts.closed import CLOSED
from tests.verdicts.ideal import Compared, by_posterior, compared, least_too_close, shares_of
from tests.verdicts.tables import NEAR, VARIANTS

pytestmark = pytest.mark.nightly

DRAWS = 4000
SAMPLED = 4.5 * 0.5 / DRAWS**0.5
"""What a share of so many draws is off by at most."""
CORNERS = 0.02
"""What is allowed to a probability by the derivatives of distances."""


@pytest.mark.parametrize(("kind", "edition"), CLOSED)
def test_what_is_stated_is_the_posterior(kind: str, edition: str) -> None:
    looks = list(compared(kind, edition, seed=30, tables=2, draws=DRAWS))
    apart = np.array([one.p_yes - one.ideal for one in looks])
    assert np.abs(apart).max() < SAMPLED + CORNERS
    assert abs(apart.mean()) < 0.005


def test_who_looks_through_smoke_stands_as_often_on_either_side_of_two_inches() -> None:
    """Tables of which only one side is kept have a doubt that comes true oftener than a judge can know."""
    found = [limit_of("obscured by smoke", "kt24", VARIANTS["usual"], seed=31, number=number) for number in range(90)]
    assert None not in found
    apart = [gap(one.drawn.scene.operatives["A"].base, one.drawn.scene.operatives["B"].base) for one in found if one]
    beside = [each - 2.0 for each in apart if each < 3.0]
    assert all(abs(each) <= NEAR + 1e-9 for each in beside)
    assert min(sum(each < 0 for each in beside), sum(each > 0 for each in beside)) >= len(beside) / 4 > 5
    assert sum(abs(each) < NEAR / 2 for each in beside) <= 3 * len(beside) / 4


def test_what_is_wrong_by_the_posterior_is_counted_of_what_is_called() -> None:
    looks = [
        Compared(0, 0.5, 0.99, 0.98, False),
        Compared(0, 0.5, 0.952, 0.5, True),
        Compared(1, 1.0, 0.01, 0.04, True),
    ]
    share, at_most = by_posterior(looks)
    assert share == pytest.approx((0.5 * 0.02 + 1.0 * 0.04) / 1.5)
    assert at_most > share
    own = shares_of(looks, np.array([one.p_yes for one in looks]))
    assert own.too_close == pytest.approx(25.0)
    assert own.wrong == pytest.approx(100.0)


def test_the_surest_are_called_as_long_as_few_enough_of_them_are_wrong() -> None:
    looks = [Compared(0, weight, 0.5, ideal, True) for weight, ideal in ((6.0, 1.0), (3.0, 0.01), (1.0, 0.6))]
    assert least_too_close(looks, 0.1) == pytest.approx(0.0)
    assert least_too_close(looks, 0.01) == pytest.approx(10.0)
    assert least_too_close(looks, 0.001) == pytest.approx(40.0)
    assert least_too_close(looks[1:], 0.001) == pytest.approx(100.0)
