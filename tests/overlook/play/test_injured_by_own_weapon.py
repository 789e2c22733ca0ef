"""A shooter injured by its own weapon between its attacks: hits are worse at once in 2021, afterwards in 2024."""

from __future__ import annotations

from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import answered, by_default, hits_on, stage_of
from tests.overlook.play.scripts import BLADE, GUN, Raw, act, activate, operative, script

PLACES = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [13.5, 11.0]}


def hits_of(edition: str, wounds: int, ones: int, *rules: str, places: dict[str, list[float]] = PLACES) -> list[str]:
    """Return from which face on each attack hits, whose dice show so many ones and a six."""

    def rolled(prompt: dict[str, Any]) -> Raw:
        faces = tuple([1] * ones + [6] * (4 - ones)) if stage_of(prompt) == "attack roll" else (1,) * 6
        return by_default(prompt, faces=faces)

    people = [operative("A1", wounds=wounds, weapons=[{**GUN, "rules": list(rules)}, BLADE])]
    people += [operative(name, wounds=30) for name in places if name != "A1"]
    steps = (activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True))
    _, asked = answered(script(places, *steps, operatives=people, edition=edition), rolled)
    return [f"{hits_on(one)}+" for one in asked if stage_of(one) == "attack roll"]


@pytest.mark.parametrize(
    ("wounds", "ones", "second"),
    [(12, 3, "4+"), *at_night((12, 2, "3+"), (11, 1, "3+"), (11, 2, "4+"), (5, 1, "4+"), (7, 0, "3+"))],
)
@pytest.mark.parametrize("spread", ['Blast 2"', *at_night('Torrent 2"')])
def test_l21_01_g21_08_a_shooter_injured_by_hot_hits_one_worse_with_its_next_attack(
    wounds: int, ones: int, second: str, spread: str
) -> None:
    """Three mortal wounds for each discarded one: injured below half, as printed."""
    assert (2 * (wounds - 3 * ones) < wounds) is (second == "4+")
    assert hits_of("kt21", wounds, ones, "Hot", spread, places=engaged(spread)) == ["3+", second]


def engaged(spread: str) -> dict[str, list[float]]:
    """Return places in which the second target is one: out of the first one's cover for a torrent."""
    return PLACES if spread.startswith("Blast") else {**PLACES, "B2": [12.0, 12.8]}


def test_l21_01_g21_04_a_shooter_injured_by_its_own_blast_hits_one_worse_afterwards() -> None:
    near = {"A1": [9.0, 11.0], "B1": [12.0, 11.0], "B2": [13.5, 11.0]}
    people = [operative("A1", wounds=6, weapons=[{**GUN, "rules": ['Blast 2"']}, BLADE])]
    people += [operative(name, wounds=30) for name in ("B1", "B2")]

    def rolled(prompt: dict[str, Any]) -> Raw:
        if stage_of(prompt) == "next target":
            return {"as": "p1", "choose": "target:A1"}
        return by_default(prompt, faces=(6, 1, 1, 1) if stage_of(prompt) == "attack roll" else (1,) * 6)

    steps = (activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True))
    result, asked = answered(script(near, *steps, operatives=people, edition="kt21"), rolled)
    assert [hits_on(one) for one in asked if stage_of(one) == "attack roll"] == [3, 3, 4]
    assert result.state["operatives"]["A1"]["wounds"] == 6 - 4


@pytest.mark.nightly
def test_c24_11_in_2024_an_injury_affects_hits_only_after_the_action() -> None:
    near = {"A1": [9.0, 11.0], "B1": [12.0, 11.0], "B2": [13.5, 11.0]}
    assert hits_of("kt24", 4, 3, 'Blast 2"', places=near) == ["3+", "3+", "3+"]
