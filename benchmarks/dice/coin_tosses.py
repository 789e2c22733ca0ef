"""Check that measurement noise never decides a ruling silently: random scripts, each played with several seeds.

    python -m benchmarks.dice.coin_tosses [SCRIPTS] [--first N] [--of control|climb|guard|hatch] [--keep FOLDER]

Each random script puts models, terrain and markers at the distances that rules ask about (1", 2", 3", 6", touch) and is
played with several seeds of the camera's noise. At the first step at which two plays differ (what was accepted, its
events, prompts or offers), one of them must have reported "too close to call", in a prompt, an offer or a ruling. A
silent difference is noise presented as a measurement; it is printed, and kept as a script."""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from overlook.play.runner import PlayedScript
from tests.overlook.play.scripts import BLADE, FAR, GUN, Raw, act, activate, box, operative, played, script

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


SEEDS = (1, 2, 3, 4, 5)
BASE_IN = 32 / 25.4
AT = (0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 6.0)
"""Distances in inches between bases at which rules change their result."""

RULES = {
    "kt24": [
        'Blast 2"',
        'Torrent 2"',
        '1" Devastating 2',
        'Range 6"',
        "Heavy",
        "Silent",
        "Saturate",
        "Seek",
        "Piercing 1",
        "",
    ],
    "kt21": ["Blast 2", "Torrent 2", "Splash 1", "Range 6", "Fusillade", "Heavy", "Silent", "Indirect", ""],
}
BLADES = {"kt24": ["", "Shock", "Brutal"], "kt21": ["", "Reap 2", "Stun"]}
KILLZONES = {"kt24": [None, None, "volkus", "gallowdark"], "kt21": [None, None, "close quarters"]}
MOVES = {"kt24": ["Reposition", "Dash", "Charge", "Fall Back"], "kt21": ["Normal Move", "Dash", "Charge", "Fall Back"]}
KIT = {"kt24": ["utility grenades: stun, smoke", "mines", "ammo cache"], "kt21": []}


def beside(chance: random.Random, of: list[float], gap: float) -> list[float]:
    """Return the position of a base whose edge is `gap` inches from another's."""
    turn = chance.uniform(0, 2 * math.pi)
    far = BASE_IN + gap
    return [of[0] + far * math.cos(turn), of[1] + far * math.sin(turn)]


def walls(chance: random.Random, places: dict[str, list[float]]) -> list[Raw]:
    """Return pieces of terrain with an edge at a threshold distance from a base."""
    found = []
    for number in range(chance.randrange(3)):
        x, y = chance.choice(list(places.values()))
        gap, side = chance.choice(AT), chance.choice((-1, 1))
        edge = x + side * (BASE_IN / 2 + gap)
        low, high = sorted((edge, edge + side * chance.uniform(0.3, 1.5)))
        trait = chance.choice(("Heavy", "Light"))
        top = chance.choice((1.0, 2.0, 4.0))
        more = chance.choice(((), ("Stronghold",), ("Accessible",)))
        name = f"w{number}"
        found.append(box(name, low, y - chance.uniform(0.2, 2), high, y + chance.uniform(0.2, 2), top, trait, *more))
    return found


def scene(chance: random.Random) -> Raw:
    """Return a random script at rule thresholds."""
    edition = chance.choice(("kt24", "kt21"))
    places = {"A1": [12.0, 11.0]}
    for name in ("B1", "A2", "B2", "B3"):
        anchor = chance.choice(list(places.values()))
        for _ in range(20):
            there = beside(chance, anchor, chance.choice(AT))
            clear = all(math.dist(there, other) > BASE_IN - 1e-9 for other in places.values())
            if clear and 2 < there[0] < 28 and 2 < there[1] < 20:
                places[name] = there
                break
    gun = {**GUN, "rules": rules(chance, RULES[edition])}
    blade = {**BLADE, "rules": rules(chance, BLADES[edition])}
    people = [operative(name, apl=3, wounds=12, weapons=[gun, blade]) for name in places]
    markers = []
    if chance.random() < 0.6:
        near = chance.choice(list(places.values()))
        turn, far = chance.uniform(0, 6.28), chance.choice((1.0, 1.0, 2.0)) + BASE_IN / 2 + 20 / 25.4
        kind = chance.choice(("objective", "objective", "mines", "smoke") if edition == "kt24" else ("objective",))
        place = [near[0] + far * math.cos(turn), near[1] + far * math.sin(turn)]
        markers = [
            {"id": "m", "kind": kind, "mm": 40 if kind == "objective" else 20, "pos": place, "pick_up_allowed": True}
        ]
    seen = [name for name in places if name != "A1" and chance.random() < 0.6]
    steps: list[Raw] = [
        {"as": "referee", "do": {"kind": "declare_status", "operative": name, "order": "engage"}} for name in seen
    ]
    steps.append(activate("A1", chance.choice(("engage", "engage", "conceal"))))
    enemies = [name for name in places if name.startswith("B")]
    for _ in range(chance.choice((1, 2))):
        steps += action(chance, edition, places, enemies)
    killzone = chance.choice(KILLZONES[edition])
    kit = {"p1": [each for each in KIT[edition] if chance.random() < 0.7]}
    return script(
        places,
        *steps,
        edition=edition,
        killzone=killzone,
        operatives=people,
        markers=markers,
        terrain=walls(chance, places),
        equipment=kit,
        sigma_mm=SIGMA_MM,
    )


def rules(chance: random.Random, among: list[str]) -> list[str]:
    """Return one weapon rule, or none."""
    one = chance.choice(among)
    return [one] if one else []


def action(chance: random.Random, edition: str, places: dict[str, list[float]], enemies: list[str]) -> list[Raw]:
    """Return the steps of one action with its dice."""
    dice: list[Raw] = [{"dice": [6, 5, 3, 1]}, {"choose": "pass"}, {"dice": [6, 4, 1]}, {"choose": "pass"}]
    what = chance.choice(("Shoot", "Shoot", "Fight", "move", "move", "Pick Up Marker", "Stun Grenade", "Guard"))
    target = chance.choice(enemies) if enemies else None
    if what == "move":
        anchor = chance.choice(list(places.values()))
        to = beside(chance, anchor, chance.choice(AT))
        return [{"see": {"A1": to}}, {"as": "p1", "choose": chance.choice(MOVES[edition])}]
    if what in ("Shoot", "Fight"):
        weapon = "gun" if what == "Shoot" else "blade"
        return [act("A1", what, target=target, weapon=weapon, dice=True), *dice]
    if what == "Pick Up Marker":
        return [act("A1", what, marker="m")]
    return [act("A1", what, target=target) if what == "Stun Grenade" else act("A1", what)]


NUMBER = re.compile(r'\d+\.\d+|\d+(?=\\" of )')
"""Numbers that may vary with the noise: measurements, and the cost of a move that is certainly possible."""

CLOSE = re.compile(r"too close", re.IGNORECASE)


def told(step: Raw) -> str:
    """Return the result of a step, without the numbers that may vary with the noise."""
    prompts = [
        (one["owner"], one["topic"], one.get("asked"), [c["label"] for c in one["choices"]]) for one in step["prompts"]
    ]
    offers = [(one["operative"], one["action"], one["possible"], one["targets"]) for one in step["offers"]]
    kept = json.dumps([step["accepted"], step["events"], prompts, offers], sort_keys=True)
    return NUMBER.sub("#", kept)


def says_close(step: Raw) -> bool:
    """Whether a step reports anywhere that something is too close to call."""
    calls = any(one["call"] == "TOO_CLOSE" for one in step["rulings"])
    return calls or bool(CLOSE.search(json.dumps(step))) or "TOO_CLOSE" in json.dumps(step["offers"])


def first_difference(plays: list[PlayedScript]) -> int | None:
    """Return the first step at which plays differ, or None if there is none or it is reported as too close to call."""
    for number, steps in enumerate(zip(*(one.steps for one in plays), strict=True)):
        if len(set(map(told, steps))) > 1:
            return None if any(map(says_close, steps)) else number
    return len(plays[0].steps) - 1 if any(control_differs(plays, key) for key in plays[0].state["markers"]) else None


def control_differs(plays: list[PlayedScript], marker: str) -> bool:
    """Whether plays end with different control of a marker, and none of them reports it as uncertain."""
    found = [play.state["markers"].get(marker) for play in plays]
    doubtful = any(one is not None and one["control_in_doubt"] for one in found)
    return not doubtful and len({one and one["controlled_by"] for one in found}) > 1


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scripts", nargs="?", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--of", choices=sorted(FURTHER), help="scripts of a kind of their own")
    asked = parser.parse_args(argv)
    counts: Counter[str] = Counter()
    for number in range(asked.first, asked.first + asked.scripts):
        raw = FURTHER.get(asked.of, scene)(random.Random(number))
        plays = [played({**raw, "seed": seed}) for seed in SEEDS]
        at = first_difference(plays)
        close = any(says_close(step) for one in plays for step in one.steps)
        counts["too close" if close else "far from any limit"] += 1
        if at is None:
            continue
        counts["silent"] += 1
        print(f"script {number}, step {at}: {raw['steps'][at]}")
        for one in {told(play.steps[at]): play for play in plays}.values():
            print("   ", told(one.steps[at])[:400])
        if asked.keep is not None:
            (asked.keep / f"{number}.json").write_text(json.dumps(raw, indent=1))
    print(dict(counts))
    return int(counts["silent"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
