"""Random shots with several weapon rules at once, against an oracle of the printed rules (G24-*, G21-*)."""

from __future__ import annotations

import random

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import answered
from tests.overlook.play.scripts import BLADE, END, Raw, act, activate, box, operative, script
from tests.overlook.play.shot_oracle import RULES, Card, Gunfight, losses, stunned

PLACES = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [13.5, 11.0], "B3": [25.0, 20.0]}
LOW_WALL = box("w", 10.9, 10.0, 11.0, 12.0, 0.8, "Light")
WOUNDS = 60


def card_of(edition: str, rng: random.Random) -> Card:
    """Return a gun with one to five rules, and what its targets have against it."""
    rules = rng.sample(RULES[edition], rng.randint(1, 5))
    atk, hit, save = rng.randint(3, 6), rng.randint(2, 5), rng.randint(2, 6)
    damage = rng.randint(1, 4), rng.randint(2, 6)
    if edition == "kt24":
        return Card(rules, atk, hit, damage, 3, save)
    return Card(rules, atk, hit, damage, rng.randint(2, 4), save, rng.choice((None, 4, 5)))


@pytest.mark.parametrize("seed", [0, *at_night(*range(1, 12))])
@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_e24_05_e24_08_e21_03_rules_of_one_weapon_work_together_as_printed(edition: str, seed: int) -> None:
    rng = random.Random(f"{edition} {seed}")
    card, fight = card_of(edition, rng), Gunfight(rng)
    gun: Raw = {"name": "gun", "type": "ranged", "atk": card.atk, "hit": card.hit, "damage": list(card.damage)}
    stats: Raw = {"save": card.save, "wounds": WOUNDS, "defence": card.defence, "invulnerable_save": card.ward}
    known = {key: value for key, value in stats.items() if value is not None and (edition == "kt21" or key[0] in "sw")}
    people = [operative("A1", wounds=WOUNDS, weapons=[{**gun, "rules": list(card.rules)}, BLADE])]
    people += [operative(name, **known) for name in PLACES if name != "A1"]
    shoot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    terrain = [LOW_WALL] if rng.random() < 0.5 else []
    raw = script(PLACES, activate("B1"), END, activate("A1"), shoot, initiative="p2", edition=edition)
    result, _ = answered({**raw, "operatives": people, "terrain": terrain}, fight)
    assert all(step["accepted"] for step in result.steps), [step["why"] for step in result.steps]
    assert [attack.target for attack in fight.attacks] == ["B1", "B2"][: 1 + ('Blast 2"' in card.rules)]
    lost = losses(card, fight, {"B1": "B2", "B2": "B1"}, "A1")
    there = result.state["operatives"]
    assert {name: there[name]["wounds"] for name in PLACES} == {name: WOUNDS - lost[name] for name in PLACES}, card
    slow = set(stunned(card, fight))
    assert {name: there[name]["stats"]["apl"] for name in PLACES} == {name: 2 - (name in slow) for name in PLACES}
