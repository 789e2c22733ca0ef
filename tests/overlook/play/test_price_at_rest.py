"""The price of a move near a whole inch is asked about once, however the model's position wavers at rest."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from geometry.base import MM_PER_INCH
from overlook.play.runner import scripted_table
from overlook.play.script import script_of
from overlook.play.scripted_table import Sightings
from overlook.table.views.attack_dice import worded_prompts
from tests.depth import at_night
from tests.overlook.play.scripts import FAR, ONE_EDITION, activate, script

SIGMA_MM = 0.16
LOOKS = 100
BEGAN = (5.0, 11.0)

Asked = tuple[tuple[str, tuple[str, ...]], ...]


def wobble(sightings: Sightings, stream: np.random.Generator) -> None:
    """Have every place seen elsewhere than it was, by as much as is stated: fifty times what pictures differ by."""
    for name, place in sightings._places.items():
        off = stream.normal(0.0, SIGMA_MM / MM_PER_INCH, 2)
        sightings._places[name] = replace(place, x=place.x + float(off[0]), y=place.y + float(off[1]))


async def shown(far_in: float, edition: str, *, seed: int) -> tuple[list[Asked], int]:
    """Return what is asked at each picture of a model at rest, and by how many entries the journal grew meanwhile."""
    steps = (activate("A1", "conceal"), {"see": {"A1": [BEGAN[0] + far_in, BEGAN[1]]}})
    places = {"A1": list(BEGAN), "B1": FAR}
    asked: list[Asked] = []
    async with scripted_table(
        script_of(script(places, *steps, edition=edition, sigma_mm=SIGMA_MM, seed=seed))
    ) as played:
        await played.play()
        table, sightings = played.table, played._sightings
        before, rested = len(table.game.log), dict(sightings._places)
        for number in range(LOOKS):
            sightings._places = dict(rested)
            wobble(sightings, np.random.default_rng([seed, number]))
            await played.service.run_exclusive(partial(table.take_frame, sightings.at_rest()))
            prompts = worded_prompts(table.facts())
            asked.append(tuple((str(one.question), tuple(str(each.label) for each in one.choices)) for one in prompts))
        return asked, len(table.game.log) - before


@ONE_EDITION
@pytest.mark.parametrize("far_in", [3.0, *at_night(6.0)])
def test_the_price_in_a_question_stays_the_same_over_a_hundred_frames(far_in: float, edition: str) -> None:
    asked, grown = asyncio.run(shown(far_in, edition, seed=28))
    assert "moved" in asked[0][0][0]
    assert len(set(asked)) == 1
    assert grown == 0
