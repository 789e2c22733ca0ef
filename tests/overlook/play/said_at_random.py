"""Requests at random in the middle of a scripted battle: everything a phone, the referee or the screen may ask."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.overlook.play.scripts import GUN, Raw, box, operative

SEATS = ("p1", "p2", "referee", "screen")
PEOPLE = ("A1", "A2", "B1", "B2")
PLACES: dict[str, list[float]] = {"A1": [5.0, 11.0], "A2": [6.5, 11.0], "B1": [12.0, 11.0], "B2": [25.0, 11.0]}
ACTIONS = (
    *("Shoot", "Fight", "Reposition", "Normal Move", "Dash", "Charge", "Fall Back", "Guard", "Counteract", "Overwatch"),
    *("Pick Up Marker", "Pick Up", "Place Marker", "Operate Hatch", "Operate Door", "Hatchway Fight", "Door Fight"),
    *("Smoke Grenade", "Stun Grenade", "Ammo Resupply", "Comms", "Signal", "Juggle", "Normal move"),
)
TOPICS = ("tac_op", "scouting", "primary_op", "tac_op_1", "tac_op_2", "weather")
STAGES = ("roll_off", "selection", "equipment", "deployment", "scouting", "initiative", "ready", "gambit", "firefight")
OPS = ("crit", "kill", "tac", "primary", "mission", "tac_op_1:1", "tac_op_2:2", "weather")
ITEMS = (
    "mines",
    "ladders",
    "razor wire",
    "ammo cache",
    "light barricades",
    "heavy barricade",
    "utility grenades: smoke",
)
MARKERS = ("M1", "relic", "cache")
WORDS = ("word", "Dig", "mines", "Command Re-roll", "weather")

TABLE: Raw = {
    "teams": {"p1": "Reds", "p2": "Blues"},
    "operatives": [
        operative(
            name,
            weapons=[
                GUN,
                {**GUN, "name": "launcher", "rules": ['Blast 2"', "Limited 1", "Heavy"]},
                {**GUN, "name": "blade", "type": "melee"},
            ],
        )
        for name in PEOPLE
    ],
    "markers": [
        {"id": "M1", "kind": "objective", "mm": 40, "pos": [6.0, 12.0], "pick_up_allowed": False},
        {"id": "relic", "kind": "mission", "mm": 20, "pos": [12.0, 12.0], "pick_up_allowed": True},
    ],
    "terrain": [
        box("W1", 9.0, 0.0, 9.4, 10.0, 4.0, "Heavy", role="wall"),
        box("W2", 9.0, 12.0, 9.4, 22.0, 4.0, "Heavy", role="wall"),
        box("AP", 9.0, 10.0, 9.4, 12.0, 4.0, "Heavy", "Accessible", role="access_point", state="closed"),
        box("crate", 14.0, 9.0, 16.0, 11.0, 2.0, "Light"),
    ],
}
"""Two to a side, a launcher that is heavy and may be used once, a hatch in a wall, something to carry."""

operatives = st.sampled_from((*PEOPLE, "C9"))
players = st.sampled_from(("p1", "p2", "p9"))
words = st.sampled_from(WORDS)
coordinates = {"x": st.sampled_from((-3.0, 2.0, 6.0, 9.2, 12.0, 29.9)), "y": st.sampled_from((-1.0, 2.0, 11.0, 12.0))}

FIELDS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "act": {
        "operative": operatives,
        "action": st.sampled_from(ACTIONS),
        "target": st.none() | operatives,
        "weapon": st.sampled_from((None, "gun", "blade", "launcher", "sling")),
        "marker": st.sampled_from((None, *MARKERS)),
        "thing": st.sampled_from((None, "AP", "crate")),
        "dice": st.booleans(),
        "free": st.booleans(),
    },
    "activate": {"operative": operatives, "order": st.sampled_from(("engage", "conceal"))},
    "answer": {"prompt": st.sampled_from(("equipment:p1", "gambit:1:0:0", "proposal:x", "action:A1")), "choice": words},
    "challenge": {"ruling": st.sampled_from(("1", "none"))},
    "choose_equipment": {"player": players, "options": st.lists(st.sampled_from((*ITEMS, "jetpack")), max_size=6)},
    "declare_damage": {"operative": operatives, "amount": st.sampled_from((-30, -1, 0, 1, 99))},
    "declare_place": {"operative": operatives, **coordinates},
    "declare_stat": {
        "operative": operatives,
        "stat": st.sampled_from(("apl", "move", "hit", "save")),
        "change": st.sampled_from((-9, -1, 0, 1, 9)),
        "until": st.sampled_from(("end of the turning point", "end of its next activation")),
    },
    "declare_status": {
        "operative": operatives,
        "order": st.sampled_from((None, "engage", "conceal")),
        "ready": st.booleans(),
    },
    "deploy": {"operative": operatives, **coordinates},
    "drop_marker": {"operative": operatives, **coordinates},
    "end_activation": {"operative": operatives},
    "end_battle": {"conceded_by": st.none() | players},
    "end_stage": {"stage": st.sampled_from(STAGES)},
    "pass_turn": {"player": players},
    "place_equipment": {"player": players, "item": st.sampled_from((*ITEMS, "jetpack")), **coordinates},
    "place_marker": {"what": st.sampled_from(("smoke", "mission", "objective", "weather")), **coordinates},
    "react": {"operative": operatives},
    "remove_marker": {"marker": st.sampled_from(MARKERS)},
    "remove_operative": {"operative": operatives},
    "reveal": {"player": players, "topic": st.sampled_from(TOPICS)},
    "revive": {"operative": operatives, "wounds": st.sampled_from((1, 99)), **coordinates},
    "score": {"player": players, "op": st.sampled_from(OPS), "vp": st.sampled_from((-20, -1, 1, 7))},
    "seal": {"player": players, "topic": st.sampled_from(TOPICS), "value": words},
    "sign": {"player": players},
    "trigger": {"rules": st.just([{"owner": "p1", "name": "One"}, {"owner": "p9", "name": "Two"}])},
    "undo": {},
    "redo": {},
    "use_ploy": {"player": players, "name": words, "cost": st.sampled_from((None, 0, 1, 9))},
}
"""What every kind of request may hold; a field that is None is left out."""


def _request(kind: str) -> st.SearchStrategy[Raw]:
    return st.fixed_dictionaries(FIELDS[kind]).map(
        lambda one: {"kind": kind, **{key: value for key, value in one.items() if value is not None}}
    )


OFTEN = ("act", "activate", "answer")
"""What is asked for so often that a battle goes on; giving up is asked for seldom."""

requests = st.sampled_from((*sorted(FIELDS.keys() - {"end_battle"}) * 3, *OFTEN * 12, "end_battle")).flatmap(_request)
pressed = st.sampled_from(("confirm", "next", "back", "undo", "redo", "challenge"))
chosen = st.sampled_from(("pass", "end", "No"))
steps = st.one_of(
    st.builds(lambda seat, do: {"as": seat, "do": do}, st.sampled_from(SEATS), requests),
    st.builds(lambda press: {"press": press}, pressed),
    st.builds(lambda seat, key: {"as": seat, "choose": key}, st.sampled_from(SEATS), chosen),
    st.builds(
        lambda name, x, y: {"see": {name: [x, y]}}, st.sampled_from(PEOPLE), coordinates["x"], coordinates["y"]
    ).filter(lambda one: all(value[0] > 0 and value[1] > 0 for value in one["see"].values())),
)
"""One thing that anybody might do, sensible or not."""
