"""What speaks for a cocked die adds up; a lean says less from the side, and more where flat dice are known."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.dice.trays import die
from vision.dice.detections import COCKED, FREE, IN_ANY_TRAY, LEAN_ENOUGH, NONE, Tilt, TiltEvidence, tilt_evidence

share = st.floats(0, 1)
sine = st.floats(0, 1)


@given(share, share, sine, sine, share)
def test_more_of_any_evidence_never_makes_a_die_less_likely_cocked(
    first: float, closer: float, tilt: float, oblique: float, more: float
) -> None:
    seen = replace(die(0, 0), cocked=first, askew=closer)
    odds = tilt_evidence(seen, Tilt(tilt, oblique)).log_odds
    assert tilt_evidence(replace(seen, cocked=max(first, more)), Tilt(tilt, oblique)).log_odds >= odds
    assert tilt_evidence(replace(seen, askew=max(closer, more)), Tilt(tilt, oblique)).log_odds >= odds
    assert tilt_evidence(seen, Tilt(max(tilt, more), oblique)).log_odds >= odds
    assert tilt_evidence(seen, Tilt(tilt, max(oblique, more))).log_odds <= odds


@given(share, share, sine, sine)
def test_a_die_is_called_cocked_from_one_half(first: float, closer: float, tilt: float, oblique: float) -> None:
    known = tilt_evidence(replace(die(0, 0), cocked=first, askew=closer), Tilt(tilt, oblique))
    assert 0 < known.chance < 1
    assert (known.chance >= 0.5) == (known.log_odds >= COCKED)


def test_looks_that_are_quite_sure_weigh_no_more_than_they_may() -> None:
    flat = tilt_evidence(replace(die(0, 0), cocked=0.0, askew=0.0), Tilt(0, 0))
    assert (flat.first_look, flat.closer_look, flat.lean) == (NONE.first_look, NONE.closer_look, 0.0)
    cocked = tilt_evidence(replace(die(0, 0), cocked=1.0, askew=1.0), Tilt(1, 0))
    assert cocked.lean == LEAN_ENOUGH
    assert (cocked.first_look, cocked.closer_look) == pytest.approx((-NONE.first_look, -NONE.closer_look))


def test_a_lean_alone_and_a_look_alone_are_enough_where_the_rest_is_not_sure() -> None:
    assert TiltEvidence(NONE.first_look / 3, NONE.closer_look / 3, LEAN_ENOUGH).log_odds >= COCKED
    assert TiltEvidence(-NONE.first_look / 4, 0.0, 0.0).log_odds >= COCKED
    assert NONE.log_odds < COCKED


@given(share, share, sine, sine, share)
def test_more_of_any_evidence_never_frees_a_die_of_a_known_tray_either(
    first: float, closer: float, tilt: float, oblique: float, more: float
) -> None:
    seen = replace(die(0, 0), cocked=first, askew=closer)
    now = tilt_evidence(seen, Tilt(tilt, oblique), known=True)
    for other in (
        tilt_evidence(replace(seen, cocked=max(first, more)), Tilt(tilt, oblique), known=True),
        tilt_evidence(replace(seen, askew=max(closer, more)), Tilt(tilt, oblique), known=True),
        tilt_evidence(seen, Tilt(max(tilt, more), oblique), known=True),
    ):
        assert other.is_cocked >= now.is_cocked
        assert other.is_doubted >= now.is_doubted


@given(share, share, sine, sine)
def test_what_is_clear_in_any_tray_is_cocked_in_a_known_one(
    first: float, closer: float, tilt: float, oblique: float
) -> None:
    seen, stance = replace(die(0, 0), cocked=first, askew=closer), Tilt(tilt, oblique)
    if tilt_evidence(seen, stance).log_odds >= IN_ANY_TRAY:
        assert tilt_evidence(seen, stance, known=True).is_cocked
    if tilt_evidence(seen, stance, known=True).is_cocked:
        assert tilt_evidence(seen, stance, known=True).is_doubted
        assert tilt_evidence(seen, stance, known=True).chance >= 0.5


@pytest.mark.parametrize(
    ("cocked", "askew", "tilt", "anywhere", "known"), [(0.4, 0.3, 0.1, True, False), (0.15, 0.02, 0.2, False, True)]
)
def test_where_flat_dice_are_known_a_lean_says_more_than_the_looks(
    cocked: float, askew: float, tilt: float, *, anywhere: bool, known: bool
) -> None:
    """A flat die at the border of a near camera's picture, and a cocked one that both looks hold for flat."""
    seen = replace(die(0, 0), cocked=cocked, askew=askew)
    assert tilt_evidence(seen, Tilt(tilt, 0.2)).is_doubted == anywhere
    assert tilt_evidence(seen, Tilt(tilt, 0.2), known=True).is_doubted == known


@given(share, share, sine, sine)
def test_a_die_that_touches_nothing_leans_on_nothing_where_flat_ones_are_known(
    first: float, closer: float, tilt: float, oblique: float
) -> None:
    seen, stance = replace(die(0, 0), cocked=first, askew=closer), Tilt(tilt, oblique)
    touching, free = (tilt_evidence(seen, stance, known=True, free=each) for each in (False, True))
    if touching.known == free.known:
        assert free.log_odds == pytest.approx(touching.log_odds + FREE)
    else:
        assert touching.log_odds >= IN_ANY_TRAY
    assert tilt_evidence(seen, stance, free=True) == tilt_evidence(seen, stance)


def test_a_die_that_leans_clearly_is_cocked_though_it_touches_nothing_that_is_seen() -> None:
    """As on a fold of the mat, or on a coin under the die."""
    seen = replace(die(0, 0), cocked=0.3, askew=0.2)
    assert tilt_evidence(seen, Tilt(0.26, 0.1), known=True, free=True).is_cocked


@pytest.mark.parametrize("looks", [-2000.0, 2000.0])
def test_looks_beyond_all_doubt_are_a_probability(looks: float) -> None:
    assert TiltEvidence(looks, looks, 0.0).chance == (1.0 if looks > 0 else 0.0)
