"""What speaks for a cocked die adds up; the more obliquely dice are seen, the less a lean says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.dice.trays import die
from vision.dice.cocked import COCKED, LEAN_ENOUGH, NONE, Evidence, evidence
from vision.dice.tilt import Tilt

share = st.floats(0, 1)
sine = st.floats(0, 1)


@given(share, share, sine, sine, share)
def test_more_of_any_evidence_never_makes_a_die_less_likely_cocked(
    first: float, closer: float, tilt: float, oblique: float, more: float
) -> None:
    seen = replace(die(0, 0), cocked=first, askew=closer)
    odds = evidence(seen, Tilt(tilt, oblique)).log_odds
    assert evidence(replace(seen, cocked=max(first, more)), Tilt(tilt, oblique)).log_odds >= odds
    assert evidence(replace(seen, askew=max(closer, more)), Tilt(tilt, oblique)).log_odds >= odds
    assert evidence(seen, Tilt(max(tilt, more), oblique)).log_odds >= odds
    assert evidence(seen, Tilt(tilt, max(oblique, more))).log_odds <= odds


@given(share, share, sine, sine)
def test_a_die_is_called_cocked_from_one_half(first: float, closer: float, tilt: float, oblique: float) -> None:
    known = evidence(replace(die(0, 0), cocked=first, askew=closer), Tilt(tilt, oblique))
    assert 0 < known.chance < 1
    assert (known.chance >= 0.5) == (known.log_odds >= COCKED)


def test_looks_that_are_quite_sure_weigh_no_more_than_they_may() -> None:
    flat = evidence(replace(die(0, 0), cocked=0.0, askew=0.0), Tilt(0, 0))
    assert (flat.first_look, flat.closer_look, flat.lean) == (NONE.first_look, NONE.closer_look, 0.0)
    cocked = evidence(replace(die(0, 0), cocked=1.0, askew=1.0), Tilt(1, 0))
    assert cocked.lean == LEAN_ENOUGH
    assert (cocked.first_look, cocked.closer_look) == pytest.approx((-NONE.first_look, -NONE.closer_look))


def test_a_lean_alone_and_a_look_alone_are_enough_where_the_rest_is_not_sure() -> None:
    assert Evidence(NONE.first_look / 3, NONE.closer_look / 3, LEAN_ENOUGH).log_odds >= COCKED
    assert Evidence(-NONE.first_look / 4, 0.0, 0.0).log_odds >= COCKED
    assert NONE.log_odds < COCKED
