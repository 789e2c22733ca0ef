"""The trials' trays: what lay flat under the same camera before tells the cocked dice of small rolls."""

from __future__ import annotations

import pytest

from tools.training.dice.trials import cocked_figures, flat_before, read_trays, small_rolls, trays_from_above
from vision.dice.networks import Networks, networks

pytestmark = pytest.mark.nightly

SEEDS = range(985_100, 985_140)


@pytest.fixture(scope="module")
def by() -> Networks:
    return networks()


def test_every_tray_is_the_same_each_time_and_its_camera_has_seen_flat_dice(by: Networks) -> None:
    for trays, most in ((trays_from_above, 60), (small_rolls, 3)):
        for (image, labels, edge), (again, same, _) in zip(trays(SEEDS[:3]), trays(SEEDS[:3]), strict=True):
            assert (image == again).all()
            assert labels == same
            assert len(labels) <= most
            assert 34 <= edge <= 46
    before = [len(flat_before(seed, by)) for seed in SEEDS[:8]]
    assert min(before) >= 1
    assert sum(before) >= 3 * len(before)


def test_dice_that_lay_flat_before_tell_the_cocked_ones_of_small_rolls(by: Networks) -> None:
    rolls = list(small_rolls(SEEDS))
    known, alone = (
        cocked_figures(read_trays(lambda _: iter(rolls), SEEDS, by, counted=True, known=known))
        for known in (True, False)
    )
    assert known["cocked"][1] == alone["cocked"][1] > 25
    assert known["cocked"][2] > 0.9 > alone["cocked"][2]
    assert known["cocked believed"][2] < 0.05
    assert known["flat"][2] < 0.1
