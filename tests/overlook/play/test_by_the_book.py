"""Rules as a player reads them in the published texts: one script for each sentence, with what the sentence says.

A row names the lines of the text, the steps of a script and its outcome: which steps are taken ("y", "n", "." for any),
fields of the state at the end, and what is offered or can be targeted then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from overlook.play.runner import PlayedScript
from tests.depth import at_night
from tests.overlook.play.dice_steps import answered, answers
from tests.overlook.play.hatchway import RADIUS, SOUTH, gallowdark
from tests.overlook.play.scripts import BLADE, END, GUN, Raw, act, activate, box, do, operative, played, script

APART: dict[str, list[float]] = {"A1": [5.0, 11.0], "B1": [20.0, 11.0]}
CLOSE: dict[str, list[float]] = {"A1": [5.0, 11.0], "B1": [6.5, 11.0]}
TWO: dict[str, list[float]] = {**APART, "B2": [20.0, 18.0]}
PILE: Raw = {"id": "M", "kind": "relic", "pos": [6.2, 11.0], "pick_up_allowed": True}
OTHER: Raw = {"id": "N", "kind": "relic", "pos": [5.0, 12.2], "pick_up_allowed": True}
TRIO: list[Raw] = [operative("A1", apl=3), operative("B1", apl=3)]
GRENADES = "utility grenades: smoke, stun"
GALLOWDARK: Raw = {"killzone": "gallowdark"}


def armed(*rules: str, **fields: Any) -> list[Raw]:
    """Return A1 with a gun of these rules, B1 and B2."""
    return [operative("A1", weapons=[{**GUN, "rules": list(rules)}, BLADE], **fields), operative("B1"), operative("B2")]


def pair(*rules: str, **fields: Any) -> Raw:
    """Return the field of a script with A1 and B1 alone."""
    return {"operatives": armed(*rules, **fields)[:2]}


def deck(top: float) -> Raw:
    """Return a Vantage platform of that height below A1."""
    return box("P", 7, 9, 10, 13, top, "Light", "Vantage")


def seen(name: str, *place: float) -> Raw:
    """Return the step in which somebody is put somewhere."""
    return {"see": {name: list(place)}}


def pick(choice: str, seat: str = "p1") -> Raw:
    """Return the step in which a player makes a choice."""
    return {"as": seat, "choose": choice}


def shot(name: str, target: str, **fields: Any) -> Raw:
    """Return the step of a shot without a hit, rolled by hand."""
    return act(name, "Shoot", target=target, weapon="gun", results=[{"operative": target, "amount": 0}], **fields)


TURN: list[Raw] = [activate("A1"), END, activate("B1"), END, END]


def roll_off(mine: int, theirs: int) -> list[Raw]:
    """Return the steps of a roll-off for initiative."""
    return [{"as": "p1", "dice": [mine]}, {"as": "p2", "dice": [theirs]}]


@dataclass(frozen=True)
class Case:
    """One sentence: its lines, the edition, the steps and the outcome."""

    about: str
    source: str
    edition: str
    steps: Sequence[Raw]
    places: Mapping[str, list[float]] = field(default_factory=lambda: APART)
    taken: str = ""
    state: Mapping[str, Any] = field(default_factory=dict)
    may: Mapping[str, bool] = field(default_factory=dict)
    targets: set[str] | None = None
    rolls: dict[str, list[Sequence[int]]] | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    asked: str | None = None
    raw: Raw | None = None


def apl_changed(by: int) -> Raw:
    """Return the step that changes A1's APL for the rest of the battle."""
    return do("p1", "declare_stat", operative="A1", stat="apl", change=by, until="end of the battle")


def moved(name: str, action: str, *place: float) -> list[Raw]:
    """Return the steps in which somebody is moved, and the action that its player names."""
    return [seen(name, *place), pick(action, "p1" if name.startswith("A") else "p2")]


FIRST_B: list[Raw] = [activate("B1"), END, activate("A1")]
BY_B: Raw = {"initiative": "p2"}
LOW = box("L", 12.0, 8, 12.1, 14, 1, "Light")
HEAVY = box("H", 11.0, 5, 11.2, 17, 1, "Heavy")
TALL = box("T", 5.7, 9, 5.8, 13, 4, "Heavy")
SHIELD = box("Z", 11.0, 10.2, 11.2, 11.8, 1, "Light", "Protective", "Portable", equipment="portable barricade")
BACK: list[Raw] = [activate("A1"), *moved("A1", "Fall Back", 2.0, 11.0)]
COUNTER: list[Raw] = [activate("A1"), END, activate("B1"), END]

CASES = [
    # Moves and their bars
    Case("after a Dash nobody charges", "002:103", "kt24", [activate("A1"), *moved("A1", "Dash", 7.0, 11.0)],
         {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}, "yyy", may={"Charge": False, "Reposition": True}),
    Case("after a Fall Back a Dash is left", "002:89, 003:22", "kt24", BACK, CLOSE, "yyy", {"A1.ap_left": 1},
         may={"Reposition": False, "Dash": True, "Charge": False}, fields={"operatives": TRIO}),
    Case("after a Fall Back a Dash is left", "000:113, 131", "kt21", BACK, CLOSE, "yyy", {"A1.ap_left": 1},
         may={"Normal Move": False, "Dash": True, "Charge": False}, fields={"operatives": TRIO}),
    Case("a Reposition goes with a Dash", "003:22", "kt24", [activate("A1"), *moved("A1", "Reposition", 9.0, 11.0)],
         taken="yyy", may={"Dash": True, "Charge": False, "Reposition": False}),
    Case("a Normal Move goes with a Dash", "000:123, 131", "kt21",
         [activate("A1"), *moved("A1", "Normal Move", 9.0, 11.0)],
         taken="yyy", may={"Dash": True, "Charge": False, "Normal Move": False}),
    Case("friends are moved through", "002:211", "kt24", [activate("A1"), *moved("A1", "Reposition", 10.0, 11.0)],
         {**APART, "A2": [7.5, 11.0]}, "yyy", {"A1.place": [10.0, 11.0, 0.0]}),
    Case("a refused move costs nothing", "002:51", "kt24", [activate("A1"), seen("A1", 9.0, 11.0), pick("refuse")],
         taken="yyy", state={"A1.ap_left": 2, "A1.place": [5.0, 11.0, 0.0]}),
    Case("a Fall Back needs 2 AP", "000:125", "kt21", [activate("A1"), act("A1", "Pass")], CLOSE, "yy",
         may={"Fall Back": False, "Fight": True}),
    Case("no move while engaged but a Fall Back", "002:89, 94, 103", "kt24", [activate("A1")], CLOSE,
         may={"Reposition": False, "Dash": False, "Charge": False, "Fall Back": True}),
    Case("injured operatives move 2\" less", "002:229, 003:27", "kt24",
         [do("p1", "declare_damage", operative="A1", amount=6)], state={"A1.stats.move": 4}),
    Case("half of the wounds is not injured", "003:27", "kt24",
         [do("p1", "declare_damage", operative="A1", amount=5)], state={"A1.stats.move": 6}),
    Case("a Move is 4\" at least", "002:250", "kt24", [do("p1", "declare_damage", operative="A1", amount=6)],
         state={"A1.stats.move": 4}, fields=pair(move_in=5)),
    Case("a Movement is two circles at least", "000:111", "kt21",
         [do("p1", "declare_damage", operative="A1", amount=6)], state={"A1.stats.move": 4}, fields=pair(move_in=5)),
    # Orders
    Case("Conceal fights, and neither shoots nor charges", "003:2", "kt24", [activate("A1", "conceal")], CLOSE,
         may={"Fight": True, "Shoot": False, "Charge": False}),
    Case("Conceal fights, and does not shoot", "000:153, 155", "kt21", [activate("A1", "conceal")], CLOSE,
         may={"Fight": True, "Shoot": False}),
    Case("Conceal does not charge", "000:123", "kt21", [activate("A1", "conceal")],
         {"A1": [5.0, 11.0], "B1": [10.0, 11.0]}, may={"Charge": False, "Normal Move": True}),
    Case("an order is kept after the activation", "002:41", "kt24", [activate("A1"), END, activate("B1", "conceal")],
         state={"A1.order": "engage", "B1.order": "conceal", "A1.ready": False}),
    Case("Silent shoots from Conceal", "001:76", "kt24", [*FIRST_B[:2], activate("A1", "conceal")],
         fields={**pair("Silent"), **BY_B}, may={"Shoot": True}),
    Case("Silent shoots from Conceal", "000:1009", "kt21", [*FIRST_B[:2], activate("A1", "conceal")],
         fields={**pair("Silent"), **BY_B}, may={"Shoot": True}),
    Case("Silent permits no Guard", "003:8", "kt24", [activate("A1", "conceal"), act("A1", "Guard")], taken="yn",
         fields={**pair("Silent"), **GALLOWDARK}),
    # Turns
    Case("nobody is activated twice", "002:55", "kt24", [*TURN[:4], activate("A1")], TWO, "yyyyn"),
    Case("players alternate", "002:35", "kt24", [activate("A1"), END, activate("A2")],
         {**APART, "A2": [5.0, 15.0]}, "yyn"),
    Case("Pass may be done again", "000:135", "kt21", [activate("A1"), act("A1", "Pass"), act("A1", "Pass")],
         taken="yyy", state={"A1.ap_left": 0}),
    Case("a tie is decided by who had no initiative", "002:25", "kt24", [*TURN, *roll_off(3, 3)], asked="p2"),
    Case("on a tie the other takes initiative", "000:75", "kt21", [*TURN, *roll_off(3, 3)],
         state={"initiative": "p2"}),
    Case("who has no initiative gains 2 CP", "002:28, 001:15", "kt24", [*TURN, *roll_off(6, 1), pick("p1")],
         state={"players.p1.cp": 4, "players.p2.cp": 5}),
    Case("a changed APL is one off at most", "003:25", "kt24",
         [apl_changed(1)] * 2, state={"A1.stats.apl": 3}),
    Case("a changed APL is one off at most", "000:59", "kt21",
         [apl_changed(-1)] * 2, state={"A1.stats.apl": 1}),
    # Counteractions and overwatch
    Case("a counteraction is one action of 1 AP", "001:275", "kt24",
         [*COUNTER, pick("A1"), shot("A1", "B1"), do("p1", "react", operative="A1")], TWO, "yyyyyyn"),
    Case("a concealed operative does not counteract", "002:42", "kt24",
         [activate("A1", "conceal"), *COUNTER[1:], do("p1", "react", operative="A1")], TWO, "yyyyn"),
    Case("nobody counteracts with Guard", "003:9", "kt24", [*COUNTER, pick("A1"), act("A1", "Guard")], TWO, "yyyyyn",
         fields=GALLOWDARK),
    Case("a counteraction moves 2\" at most", "002:61", "kt24",
         [*COUNTER, pick("A1"), *moved("A1", "Reposition", 7.4, 11.0)], TWO, "yyyyyyn"),
    Case("a counteraction repeats what the activation did", "003:3", "kt24",
         [activate("A1"), shot("A1", "B2"), *COUNTER[1:], pick("A1"), shot("A1", "B2")],
         {**TWO, "B2": [14.0, 18.0]}, "yyyyyyy"),
    Case("Heavy does not bar a counteraction after a move", "003:13", "kt24",
         [activate("A1"), *moved("A1", "Reposition", 8.0, 11.0), *COUNTER[1:], pick("A1"), shot("A1", "B1")], TWO,
         "yyyyyyyy", fields={"operatives": armed("Heavy")}),
    Case("an overwatch shoots, and nothing else", "000:107", "kt21",
         [*COUNTER, pick("A1"), act("A1", "Dash"), act("A1", "Overwatch", target="B1", weapon="gun")], TWO, "yyyyyny"),
    Case("an overwatch needs Engage", "000:107", "kt21",
         [activate("A1", "conceal"), *COUNTER[1:], do("p1", "react", operative="A1")], TWO, "yyyyn"),
    Case("Blast makes no overwatch", "000:985", "kt21",
         [*COUNTER, pick("A1"), act("A1", "Overwatch", target="B1", weapon="gun")], TWO, "yyyyyn",
         fields={"operatives": armed("Blast 2")}),
    # Shooting
    Case("no cover within 2\"", "003:12", "kt24", [activate("A1")], {"A1": [10.0, 11.0], "B1": [13.1, 11.0]},
         targets={"B1"}, fields={"terrain": [LOW]}),
    Case("cover beyond 2\" hides a concealed target", "002:141", "kt24", [activate("A1")],
         {"A1": [9.0, 11.0], "B1": [13.1, 11.0]}, targets=set(), fields={"terrain": [LOW]}),
    Case("cover hides no engaged target", "002:136", "kt24", FIRST_B, {"A1": [9.0, 11.0], "B1": [13.1, 11.0]},
         targets={"B1"}, fields={"terrain": [LOW], **BY_B}),
    Case("no shot at whom a friend engages", "003:11", "kt24", FIRST_B, {**APART, "A2": [21.5, 11.0]}, targets=set(),
         fields=BY_B),
    Case("no shot at whom a friend engages", "000:167", "kt21", FIRST_B, {**APART, "A2": [21.5, 11.0]}, targets=set(),
         fields=BY_B),
    Case("bases give cover", "000:275", "kt21", [activate("A1")],
         {"A1": [5.0, 11.0], "B2": [12.0, 11.0], "B1": [13.8, 11.0]}, targets={"B2"}),
    Case("bases give no cover", "002:235", "kt24", [activate("A1")],
         {"A1": [5.0, 11.0], "B2": [12.0, 11.0], "B1": [13.8, 11.0]}, targets={"B1", "B2"}),
    Case("an obscured target is out of sight", "000:263, 277", "kt21", FIRST_B,
         {"A1": [5.0, 11.0], "B1": [18.0, 11.0]}, targets=set(), fields={"terrain": [HEAVY], **BY_B}),
    Case("an obscured target is shot at", "002:136, 322", "kt24", FIRST_B,
         {"A1": [5.0, 11.0], "B1": [18.0, 11.0]}, targets={"B1"}, fields={"terrain": [HEAVY], **BY_B}),
    Case("who is at the terrain sees past it", "000:279", "kt21", FIRST_B,
         {"A1": [9.9, 11.0], "B1": [18.0, 11.0]}, targets={"B1"}, fields={"terrain": [HEAVY], **BY_B}),
    Case("Range 6\" ends at 6\"", "001:62", "kt24", FIRST_B, {"A1": [5.0, 11.0], "B1": [12.4, 11.0]}, targets=set(),
         fields={**pair('Range 6"'), **BY_B}),
    Case("Range 6\" is within 6\"", "001:62", "kt24", FIRST_B, {"A1": [5.0, 11.0], "B1": [12.2, 11.0]}, targets={"B1"},
         fields={**pair('Range 6"'), **BY_B}),
    Case("no move after a Heavy weapon", "001:50", "kt24", [activate("A1"), shot("A1", "B1")], taken="yy",
         may={"Reposition": False, "Dash": False}, fields=pair("Heavy")),
    Case("Heavy goes with a Dash", "000:995", "kt21", [*FIRST_B, *moved("A1", "Dash", 7.0, 11.0)], taken="yyyyy",
         may={"Shoot": True}, fields={**pair("Heavy"), **BY_B}),
    Case("Heavy does not go with a Normal Move", "000:995", "kt21",
         [*FIRST_B, *moved("A1", "Normal Move", 7.0, 11.0)], taken="yyyyy",
         may={"Shoot": False}, fields={**pair("Heavy"), **BY_B}),
    Case("Unwieldy costs an AP more", "000:1027", "kt21", [*FIRST_B, *moved("A1", "Dash", 7.0, 11.0)], taken="yyyyy",
         may={"Shoot": False}, fields={**pair("Unwieldy"), **BY_B}),
    Case("Hot burns its user below the Hit", "001:52", "kt24",
         [activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)], state={"A1.wounds": 6},
         rolls={"p1": [[1, 1, 1, 1], [2]], "p2": [[1, 1, 1]]}, fields=pair("Hot")),
    Case("each 1 of a Hot weapon costs 3 wounds", "000:997", "kt21",
         [activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)], state={"A1.wounds": 4},
         rolls={"p1": [[1, 1, 5, 2]], "p2": [[1, 1, 1]]}, fields=pair("Hot")),
    Case("Stun takes an APL with a critical success", "001:78", "kt24",
         [activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)], state={"B1.stats.apl": 1},
         rolls={"p1": [[6, 1, 1, 1]], "p2": [[1, 1, 1]]}, fields=pair("Stun")),
    Case("a Blast hits concealed and friends", "001:42", "kt24",
         [activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)],
         {**APART, "B2": [20.0, 12.5], "A2": [20.0, 8.4]}, state={"B1.wounds": 7, "B2.wounds": 7, "A2.wounds": 7},
         rolls={"p1": [[5, 1, 1, 1], [5, 1, 1, 1], [1, 1, 1], [5, 1, 1, 1]], "p2": [[1, 1, 1]] * 2},
         fields={"operatives": [*armed('Blast 2"'), operative("A2")]}),
    # Fights and guards
    Case("a wall parts control ranges", "003:34", "kt24", [activate("A1")], CLOSE, may={"Fight": False},
         fields={"terrain": [TALL]}),
    Case("Guard counts as Shoot", "001:336", "kt24", [activate("A1"), shot("A1", "B1"), act("A1", "Guard")],
         taken="yyn", fields=GALLOWDARK),
    Case("Guard counts as Shoot", "000:361", "kt21", [activate("A1"), shot("A1", "B1"), act("A1", "Guard")],
         taken="yyn", fields={"killzone": "close quarters"}),
    Case("a guard that is set up again is none", "001:333", "kt24",
         [activate("A1"), act("A1", "Guard"), END, do("p1", "set_up_again", operative="A1", x=5.0, y=12.0)],
         taken="yyyy", state={"A1.on_guard": False}, fields=GALLOWDARK),
    Case("a guard ends with the turning point", "001:336", "kt24",
         [activate("A1"), act("A1", "Guard"), END, activate("B1"), END, END], state={"A1.on_guard": False},
         fields=GALLOWDARK),
    # Markers
    Case("nothing is picked up while engaged", "002:110", "kt24",
         [activate("A1"), act("A1", "Pick Up Marker", marker="N")], CLOSE, "yn", fields={"markers": [OTHER]}),
    Case("nothing is picked up while engaged", "000:147", "kt21", [activate("A1"), act("A1", "Pick Up", marker="N")],
         CLOSE, "yn", fields={"markers": [OTHER]}),
    Case("one marker is carried at a time", "002:110", "kt24",
         [activate("A1"), act("A1", "Pick Up Marker", marker="M"), act("A1", "Pick Up Marker", marker="N")],
         taken="yyn", fields={"markers": [PILE, OTHER]}),
    Case("a marker that no rule lets lift stays", "003:36", "kt24",
         [activate("A1"), act("A1", "Pick Up Marker", marker="M")], taken="yn",
         fields={"markers": [{**PILE, "pick_up_allowed": False}]}),
    Case("a token is dropped in the activation that lifted it", "000:149", "kt21",
         [activate("A1"), act("A1", "Pick Up", marker="M"), do("p1", "drop_marker", operative="A1", x=5.5, y=12.0)],
         taken="yyy", state={"A1.ap_left": 1, "A1.carrying": None}, fields={"markers": [PILE]}),
    Case("a carrier alone contests its marker", "003:40", "kt24",
         [activate("A1"), act("A1", "Pick Up Marker", marker="M"), END, activate("B1"),
          *moved("B1", "Charge", 6.6, 11.0)], {"A1": [5.0, 11.0], "B1": [13.0, 11.0]}, "yyyyyy",
         {"markers.M.controlled_by": "p1"},
         fields={"markers": [PILE], "operatives": [operative("A1"), operative("B1", apl=3)]}),
    # Hatches and equipment
    Case("a closed hatch is operated whoever is behind it", "001:323", "kt24",
         [activate("A1"), act("A1", "Operate Hatch", thing="AP")], taken="yy", state={"openings.AP": "open"},
         raw=gallowdark("closed", {"A1": [10.0, 10.2], "B1": [10.0, 12.5]})),
    Case("an open hatch is not operated with an enemy at it", "001:323", "kt24",
         [activate("A1"), act("A1", "Operate Hatch", thing="AP")], taken="yn",
         raw=gallowdark("open", {"A1": [10.0, 10.2], "B1": [10.0, 12.5]})),
    Case("nobody fights through a closed hatch", "001:353", "kt24", [activate("A1")], may={"Hatchway Fight": False},
         raw=gallowdark("closed", {"A1": [10.0, SOUTH], "B1": [10.0, 13.0]})),
    Case("a hatchway fight reaches 2\" beyond an open hatch", "001:353", "kt24", [activate("A1")],
         may={"Hatchway Fight": True, "Fight": False},
         raw=gallowdark("open", {"A1": [10.0, SOUTH], "B1": [10.0, 13.0]})),
    Case("no smoke while engaged", "001:173", "kt24", [activate("A1"), act("A1", "Smoke Grenade", x=8.0, y=14.0)],
         CLOSE, "yn", fields={"equipment": {"p1": [GRENADES]}}),
    Case("a stun grenade reaches 6\"", "001:179", "kt24", [activate("A1"), act("A1", "Stun Grenade", target="B1")],
         {"A1": [5.0, 11.0], "B1": [12.6, 11.0]}, "yn", fields={"equipment": {"p1": [GRENADES]}}),
    # What players ask about most: heights, areas, reactions and accounts
    Case("from 2\" above, Light terrain hides nobody", "001:283", "kt24", [activate("A1")],
         {"A1": [9.0, 11.0, 2.0], "B1": [13.1, 11.0]}, targets={"B1"}, fields={"terrain": [LOW, deck(2.0)]}),
    Case("from less than 2\" above, Light terrain hides", "001:283", "kt24", [activate("A1")],
         {"A1": [8.2, 11.0, 1.5], "B1": [13.1, 11.0]}, targets=set(), fields={"terrain": [LOW, deck(1.5)]}),
    Case("a Vantage Point lifts Light cover from 2\" up", "000:295", "kt21", [activate("A1")],
         {"A1": [9.0, 11.0, 2.0], "B1": [13.1, 11.0]}, targets={"B1"}, fields={"terrain": [LOW, deck(2.0)]}),
    Case("a Vantage Point lifts no Heavy cover", "000:295", "kt21", [activate("A1")],
         {"A1": [9.0, 11.0, 2.0], "B1": [13.1, 11.0]}, targets=set(),
         fields={"terrain": [{**LOW, "traits": ["Heavy"]}, deck(2.0)]}),
    Case("terrain that is neither Heavy nor Light gives no cover", "000:283-287", "kt21", [activate("A1")],
         {"A1": [9.0, 11.0], "B1": [13.1, 11.0]}, targets={"B1"},
         fields={"terrain": [{**LOW, "traits": ["Traversable"]}]}),
    Case("Exposed terrain gives no cover", "001:129", "kt24", [activate("A1")],
         {"A1": [9.0, 11.0], "B1": [13.1, 11.0]}, targets={"B1"}, fields={"terrain": [{**LOW, "traits": ["Exposed"]}]}),
    Case("Seek finds whom terrain hides", "001:70", "kt24", [activate("A1")], {"A1": [9.0, 11.0], "B1": [13.1, 11.0]},
         targets={"B1"}, fields={"terrain": [LOW], **pair("Seek")}),
    Case("Seek Light does not find behind Heavy terrain", "001:70", "kt24", [activate("A1")],
         {"A1": [9.0, 11.0], "B1": [13.1, 11.0]}, targets=set(),
         fields={"terrain": [{**LOW, "traits": ["Heavy"]}], **pair("Seek Light")}),
    Case("Indirect ignores cover", "000:1001", "kt21", [activate("A1")], {"A1": [9.0, 11.0], "B1": [13.1, 11.0]},
         targets={"B1"}, fields={"terrain": [LOW], **pair("Indirect")}),
    Case("a blast stops at a wall beside its target", "001:42", "kt24",
         [activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)],
         {**APART, "B2": [20.0, 13.0]}, state={"B1.wounds": 7, "B2.wounds": 10},
         rolls={"p1": [[5, 1, 1, 1]], "p2": [[1, 1, 1]]},
         fields={"operatives": armed('Blast 3"'), "terrain": [box("X", 18, 11.9, 22, 12.1, 5, "Heavy")]}),
    Case("a torrent passes by whom a friend engages", "001:80", "kt24",
         [*FIRST_B, act("A1", "Shoot", target="B1", weapon="gun", dice=True)],
         {**APART, "B2": [20.0, 12.5], "A2": [20.0, 14.0]}, state={"B1.wounds": 7, "B2.wounds": 10},
         rolls={"p1": [[5, 1, 1, 1]] * 2, "p2": [[1, 1, 1]] * 2},
         fields={"operatives": [*armed('Torrent 2"'), operative("A2")], **BY_B}),
    Case("Devastating reaches all near the target", "001:48", "kt24",
         [activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)],
         {**APART, "A2": [20.0, 18.0], "B2": [20.0, 12.7]}, state={"B1.wounds": 3, "B2.wounds": 7},
         rolls={"p1": [[6, 1, 1, 1]], "p2": [[1, 1, 1]]},
         fields={"operatives": [*armed('1" Devastating 3'), operative("A2")]}),
    Case("Saturate takes the cover save, Protective still improves", "001:68, 139", "kt24",
         [*FIRST_B, act("A1", "Shoot", target="B1", weapon="gun", dice=True)],
         {"A1": [5.0, 11.0], "B1": [11.2 + RADIUS, 11.0]}, state={"B1.wounds": 7},
         rolls={"p1": [[5, 5, 1, 1]], "p2": [[3, 1, 1]]},
         fields={**pair("Saturate"), **BY_B, "terrain": [SHIELD]}),
    Case("Stun lasts to the end of the next activation", "001:78", "kt24",
         [activate("A1"), shot("A1", "B1", stunned=["B1"]), END, activate("B1"), END], TWO,
         state={"B1.stats.apl": 2}),
    Case("a stunned operative has an AP less", "001:78", "kt24",
         [activate("A1"), shot("A1", "B1", stunned=["B1"]), END, activate("B1")], state={"B1.ap_left": 1}),
    Case("an action whose cost falls costs 0 AP at least", "002:49", "kt24",
         [activate("A1"), shot("A1", "B1", cost_changes=[-1, -1])], taken="yy", state={"A1.ap_left": 2}),
    Case("a free action is not repeated in an activation", "003:4", "kt24",
         [activate("A1"), shot("A1", "B1", free=True), shot("A1", "B1")], taken="yyn", state={"A1.ap_left": 2}),
    Case("a ploy is used once in a turning point", "002:343", "kt24",
         [activate("A1"), *[do("p1", "use_ploy", player="p1", name="Hold", cost=1)] * 2], taken="yyn",
         state={"players.p1.cp": 2}),
    Case("a ploy that is too dear is not used", "002:28", "kt24",
         [activate("A1"), do("p1", "use_ploy", player="p1", name="Hold", cost=9)], taken="yn",
         state={"players.p1.cp": 3}),
    Case("a fallen operative is not activated", "002:223", "kt24",
         [do("p1", "declare_damage", operative="A2", amount=12), activate("A2")], {**APART, "A2": [5.0, 15.0]}, "yn",
         {"A2.wounds": 0, "A2.on_board": False}),
    Case("a counteraction sets up wholly within 2\"", "002:61", "kt24",
         [*COUNTER, pick("A1"), do("p1", "set_up_again", operative="A1", x=7.2, y=11.0)], TWO, "yyyyyn"),
    Case("who interrupted on guard does not counteract", "003:10", "kt24",
         [activate("A1"), act("A1", "Guard"), END, activate("B1"), *moved("B1", "Dash", 18.0, 11.0), pick("A1"),
          shot("A1", "B1"), END, do("p1", "react", operative="A1")], TWO, "yyyyyyyyyn", fields=GALLOWDARK),
    Case("a charge ends in control range", "002:102", "kt24", [activate("A1"), *moved("A1", "Charge", 10.0, 11.0)],
         {"A1": [5.0, 11.0], "B1": [13.0, 11.0]}, "yyn"),
    Case("a charge has 2\" more", "002:101", "kt24", [activate("A1"), *moved("A1", "Charge", 13.0, 11.0)],
         {"A1": [5.0, 11.0], "B1": [14.5, 11.0]}, "yyy"),
    Case("a Dash is no longer for a faster operative", "002:92", "kt24",
         [do("p1", "declare_stat", operative="A1", stat="move", change=2, until="end of the battle"), activate("A1"),
          *moved("A1", "Dash", 8.5, 11.0)], taken="yyyn"),
    Case("a carried marker is placed before its carrier leaves", "003:38", "kt24",
         [activate("A1"), act("A1", "Pick Up Marker", marker="M"), END, activate("B1"),
          act("B1", "Shoot", target="A1", weapon="gun", results=[{"operative": "A1", "amount": 10}]), pick("here")],
         taken="yyyyyy", state={"markers.M.carried_by": None, "A1.on_board": False}, fields={"markers": [PILE]}),
    Case("an engaged operative operates no hatch", "000:379", "kt21", [activate("A1")], may={"Operate Hatch": False},
         raw={**gallowdark("closed", {"A1": [10.0, 10.2], "B1": [11.6, 10.0]}), "edition": "kt21"}),
    Case("two equal sides control nothing", "002:314", "kt24", [activate("A1")],
         {"A1": [5.0, 11.0], "B1": [7.4, 11.0]}, state={"markers.M.controlled_by": None}, fields={"markers": [PILE]}),
]  # fmt: skip


def outcome(case: Case) -> PlayedScript:
    """Return what the script of a case comes to."""
    places = {name: list(place) for name, place in case.places.items()}
    raw = case.raw or script(places, edition=case.edition, **case.fields)
    raw = {**raw, "steps": list(case.steps)}
    return played(raw) if case.rolls is None else answered(raw, answers(case.rolls, []))[0]


def found(result: PlayedScript, name: str) -> Any:
    """Return a field of the state at the end by its name, an operative's by "A1.field"."""
    value: Any = result.state
    parts = name.split(".")
    for part in ["operatives", *parts] if parts[0] in value["operatives"] else parts:
        value = value[part]
    return value


def name_of(case: object) -> str:
    """Return the name of a case: its edition, its lines and what they say."""
    return f"{case.edition} {case.source}: {case.about}" if isinstance(case, Case) else str(case)


@pytest.mark.parametrize("case", [*CASES[::2], *at_night(*CASES[1::2])], ids=name_of)
def test_what_the_published_text_says(case: Case) -> None:
    result = outcome(case)
    steps = result.steps
    wrong = [
        (number, step["why"])
        for number, (want, step) in enumerate(zip(case.taken or "." * len(steps), steps, strict=False))
        if want != "." and step["accepted"] is not (want == "y")
    ]
    assert not wrong
    assert {name: found(result, name) for name in case.state} == dict(case.state)
    offers = {one["action"]: one for one in steps[-1]["offers"] if one["operative"] == "A1"}
    assert {name: name in offers and offers[name]["possible"] for name in case.may} == dict(case.may)
    if case.targets is not None:
        shoot = offers["Shoot"]
        assert (set(shoot["targets"]) if shoot["possible"] else set()) == case.targets
    if case.asked is not None:
        assert {one["owner"] for one in steps[-1]["prompts"]} == {case.asked}
