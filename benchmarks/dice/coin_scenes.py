"""More random scripts at rule thresholds: control of markers, climbs, guards, and hatches between walls."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from tests.overlook.play.scripts import FAR, Raw, act, activate, box, operative, script

SIGMA_MM = 0.16
RADIUS = 16 / 25.4
EDITIONS = ("kt24", "kt21")
WALK = {"kt24": "Reposition", "kt21": "Normal Move"}
BETWEEN_WALLS = {"kt24": "gallowdark", "kt21": "close quarters"}
REACH = {"kt24": 1.0 + 36 / 25.4, "kt21": 2.0 + RADIUS}
"""Distance in inches between the centres of a base and an objective at which it is just contested."""


def around(chance: random.Random, of: list[float], far: float) -> list[float]:
    """Return a position at a given distance from another, in a random direction."""
    turn = chance.uniform(0, 2 * math.pi)
    return [of[0] + far * math.cos(turn), of[1] + far * math.sin(turn)]


def control(chance: random.Random) -> Raw:
    """Operatives at control distance of an objective; one moves to another position there, or picks it up."""
    edition = chance.choice(EDITIONS)
    at = [15.0, 11.0]
    places: dict[str, list[float]] = {}
    for name in ("A1", "B1", "A2", "B2")[: chance.choice((2, 3, 4))]:
        for _ in range(20):
            there = around(chance, at, REACH[edition] + chance.choice((0.0, 0.0, 0.3, -0.3)))
            if all(math.dist(there, other) > 2 * RADIUS for other in places.values()):
                places[name] = there
                break
    to = around(chance, at, REACH[edition])
    last: list[Raw] = [act("A1", "Pick Up Marker" if edition == "kt24" else "Pick Up", marker="m")]
    if chance.random() < 0.5:
        last = [{"see": {"A1": to}}, {"as": "p1", "choose": chance.choice((WALK[edition], "Dash", "Charge"))}]
    marker = {"id": "m", "kind": "objective", "mm": 40, "pos": at, "pick_up_allowed": True}
    people = [operative(name, apl=chance.choice((2, 3))) for name in places]
    steps = [activate("A1"), *last]
    return script(places, *steps, edition=edition, operatives=people, markers=[marker], sigma_mm=SIGMA_MM)


def climb(chance: random.Random) -> Raw:
    """A move over a wall or onto a deck, from or into contact, whose cost is the whole move."""
    edition = chance.choice(EDITIONS)
    top, wide = chance.choice((0.5, 1.0, 2.0, 2.0, 3.0, 5.0)), chance.choice((0.5, 4.0))
    before, beyond = (chance.choice((0.0, 0.0, 0.04, 0.5, 1.0)) for _ in range(2))
    trait = chance.choice(("Light", "Heavy", "Traversable"))
    wall = box("wall", 12.0, 4.0, 12.0 + wide, 18.0, top, trait, *chance.choice(((), ("Accessible",), ("Vantage",))))
    begin = [12.0 - RADIUS - before, 11.0]
    on_top = wide > 1 and chance.random() < 0.7
    x = 12.0 + chance.choice((0.0, RADIUS, 1.0)) if on_top else 12.0 + wide + RADIUS + beyond
    to = [x, 11.0 + chance.uniform(-1, 1), *([top] if on_top else [])]
    places = {"A1": begin, "B1": around(chance, to[:2], 2 * RADIUS + chance.choice((0.0, 1.0, 2.0, 6.0)))}
    if math.dist(places["B1"], begin) < 2 * RADIUS or 12.0 - RADIUS < places["B1"][0] < 12.0 + wide + RADIUS:
        places["B1"] = FAR
    people = [operative(name, move_in=chance.choice((6, 7, 8))) for name in places]
    move = chance.choice((WALK[edition], WALK[edition], "Dash", "Charge", "Fall Back"))
    steps: list[Raw] = [activate("A1"), {"see": {"A1": to}}, {"as": "p1", "choose": move}]
    return script(places, *steps, edition=edition, operatives=people, terrain=[wall], sigma_mm=SIGMA_MM)


def guard(chance: random.Random) -> Raw:
    """An enemy that ends its move close to an operative on guard, past the end of a wall or in the open."""
    edition = chance.choice(EDITIONS)
    places = {"A1": [8.0, 11.0], "A2": [5.0, 3.0], "B1": [13.0, 11.0], "B2": [14.0, 16.0]}
    to = around(chance, places["A1"], 2 * RADIUS + chance.choice((0.0, 1.0, 1.0, 2.0, 3.0)))
    edge = (places["A1"][1] + to[1]) / 2 + chance.choice((-0.3, 0.0, 0.3))
    wall = box("w", 9.6, max(1.0, edge), 9.9, 20.0, 2, "Heavy", "Wall", role="wall")
    end = {"as": "p1", "do": {"kind": "end_activation", "operative": "A1"}}
    steps: list[Raw] = [activate("A1"), act("A1", "Guard"), end, activate("B1"), {"see": {"B1": to}}]
    steps += [{"as": "p2", "choose": chance.choice(("Charge", WALK[edition], "Dash"))}, {"as": "p1", "choose": "pass"}]
    return script(
        places,
        *steps,
        edition=edition,
        killzone=BETWEEN_WALLS[edition],
        terrain=[wall] if chance.random() < 0.5 else [],
        sigma_mm=SIGMA_MM,
    )


def hatch(chance: random.Random) -> Raw:
    """A hatch operated, crossed or fought through by an operative just in reach, with an enemy on the other side."""
    edition, state = chance.choice(EDITIONS), chance.choice(("open", "closed"))
    way: Raw = {"role": "access_point", "state": state}
    traits = ("Accessible", "Insignificant", "Exposed") if edition == "kt24" else ()
    sides = [
        box(name, 10.0, low, 10.4, high, 2, *(("Heavy",) if edition == "kt24" else ()), role="wall")
        for name, low, high in (("n", 11.8, 21.0), ("s", 1.0, 10.2))
    ]
    terrain = [*sides, box("AP", 10.0, 10.2, 10.4, 11.8, 2, *traits, **way)]
    aside = chance.choice((0.0, 0.0, 0.8, 1.5))
    places = {
        "A1": [10.0 - RADIUS - chance.choice((0.0, 1.0, 1.0)), 11.0 + aside],
        "B1": [10.4 + RADIUS + chance.choice((0.0, 1.0, 2.0)), 11.0 + chance.choice((0.0, 0.8, 1.5))],
    }
    to = [10.4 + RADIUS + chance.choice((0.0, 0.04, 1.0)), 11.0 - chance.choice((1.5, 2.0, 3.0))]
    dice: list[Raw] = [{"dice": [6, 5, 3, 1]}, {"choose": "pass"}, {"dice": [6, 4, 1]}, {"choose": "pass"}]
    move = chance.choice((WALK[edition], "Dash", "Charge"))
    ways: list[list[Raw]] = [
        [act("A1", "Operate Hatch", thing="AP"), {"see": {"A1": to}}, {"as": "p1", "choose": move}],
        [{"see": {"A1": to}}, {"as": "p1", "choose": move}],
        [act("A1", "Hatchway Fight", target="B1", weapon="blade", dice=True), *dice],
        [act("A1", "Shoot", target="B1", weapon="gun", dice=True), *dice],
    ]
    steps = [activate("A1"), *chance.choice(ways)]
    return script(places, *steps, edition=edition, killzone=BETWEEN_WALLS[edition], terrain=terrain, sigma_mm=SIGMA_MM)


FURTHER: dict[str, Callable[[random.Random], Raw]] = {
    "control": control,
    "climb": climb,
    "guard": guard,
    "hatch": hatch,
}
