"""Whatever hands do to the table, whenever they do it, nothing that its camera sees stops the eye."""

from __future__ import annotations

import pytest

from tests.depth import depth
from tests.overlook.random_hands import KILLZONES, played

SHORT_GAME = depth(50, 70)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(depth(2, 200)))
def test_no_exception_leaves_the_eye_in_a_random_game(seed: int, commit_seed: int) -> None:
    seed += 2 * commit_seed
    edition, killzone = KILLZONES[seed % len(KILLZONES)]
    frames, _ = played(edition, killzone, seed, SHORT_GAME)
    assert frames > SHORT_GAME
