"""Tables of positions around the edges of single rules, derived from the published text (line numbers as file:line)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import pytest

from referee.corpus.runner import answer
from referee.corpus.scenario import Scenario

ACROSS = 32 / 25.4
"""Diameter of every base here, inches: at this distance between centres two bases touch."""

Spot: TypeAlias = tuple[float, float]
Piece: TypeAlias = dict[str, Any]


def one(player: str, at: Spot, order: str = "engage", z: float = 0.0, wounds: int = 10) -> Piece:
    """Return an operative on a 32 mm base; its id is set by the table it is in."""
    return {"player": player, "pos": list(at), "z": z, "base_mm": 32, "order": order, "wounds": [wounds, wounds]}


def block(
    left: float, low: float, right: float, high: float, z: tuple[float, float], *traits: str, **more: Any
) -> Piece:
    """Return a terrain part; its id is set by the table it is in."""
    outline = [[left, low], [right, low], [right, high], [left, high]]
    return {"poly": outline, "z": list(z), "traits": list(traits), **more}


def ask(
    edition: str,
    query: Mapping[str, Any],
    operatives: Mapping[str, Piece],
    terrain: Mapping[str, Piece] | None = None,
    killzone: str | None = None,
) -> Mapping[str, Any]:
    """Return what the program answers to a question about a position."""
    asked = answer(
        Scenario.model_validate(
            {
                "id": "T-1",
                "edition": edition,
                "operatives": [{"id": name, **given} for name, given in operatives.items()],
                "terrain": [{"id": name, "feature": name, **given} for name, given in (terrain or {}).items()],
                "state": {"killzone": killzone} if killzone else {},
                "query": dict(query),
            }
        )
    )
    assert asked.unanswered is None
    return asked.got


LOW = (0.0, 1.0)
TALL = (0.0, 5.0)


def east(gap: float) -> Spot:
    """Return the place at this distance from a base at (5, 11), due east."""
    return (5 + ACROSS + gap, 11)


def north_of(spot: Spot, gap: float) -> Spot:
    """Return the place at this distance from a base, due north."""
    return (spot[0], spot[1] + ACROSS + gap)


B = east(4.74)
BESIDE = north_of(B, 1.24)
"""1.24 inches from B, 5.23 inches from A."""

SCREEN = {"light": block(9.7, 12.6, 9.9, 14.4, LOW, "Light"), "heavy": block(9.7, 12.6, 9.9, 14.4, LOW, "Heavy")}
SOLID = block(9.0, 11.9, 9.3, 16.0, TALL, "Heavy")


@pytest.mark.parametrize(
    ("rules", "others", "terrain", "allowed"),
    [
        pytest.param((), {"C": one("p2", BESIDE)}, {}, ["C"], id="near the first"),
        pytest.param(("Range 6",), {"C": one("p2", BESIDE)}, {}, ["C"], id="both in range"),
        pytest.param(('Range 5"',), {"C": one("p2", BESIDE)}, {}, [], id="the second beyond the range"),
        pytest.param(("Torrent 2", "Range 5"), {"C": one("p2", BESIDE)}, {}, [], id="torrent named among the rules"),
        pytest.param(("Range 6",), {"C": one("p2", east(6.0))}, {}, ["C"], id="exactly in range"),
        pytest.param(("Range 6",), {"C": one("p2", east(6.01))}, {}, [], id="just beyond the range"),
        pytest.param(("Range 4",), {"C": one("p2", (9.5, 13.5))}, {}, [], id="the first beyond the range"),
        pytest.param(
            ("Range 6",), {"C": one("p2", BESIDE), "D": one("p2", east(6.6))}, {}, ["C"], id="one of two in range"
        ),
        pytest.param((), {"C": one("p2", north_of(B, 2.0))}, {}, ["C"], id="exactly two inches from the first"),
        pytest.param((), {"C": one("p2", north_of(B, 2.01))}, {}, [], id="just beyond two inches"),
        pytest.param(
            (),
            {"C": one("p2", BESIDE), "D": one("p2", north_of(BESIDE, 1.0))},
            {},
            ["C"],
            id="near the second but not the first",
        ),
        pytest.param((), {"C": one("p2", BESIDE, "conceal")}, {}, ["C"], id="concealed in the open"),
        pytest.param((), {"C": one("p2", BESIDE, "conceal")}, {"T": SCREEN["light"]}, [], id="concealed in cover"),
        pytest.param(("Seek",), {"C": one("p2", BESIDE, "conceal")}, {"T": SCREEN["light"]}, ["C"], id="seek, light"),
        pytest.param(
            ("Seek Light",), {"C": one("p2", BESIDE, "conceal")}, {"T": SCREEN["light"]}, ["C"], id="seek light, light"
        ),
        pytest.param(("Seek",), {"C": one("p2", BESIDE, "conceal")}, {"T": SCREEN["heavy"]}, ["C"], id="seek, heavy"),
        pytest.param(
            ("Seek Light",), {"C": one("p2", BESIDE, "conceal")}, {"T": SCREEN["heavy"]}, [], id="seek light, heavy"
        ),
        pytest.param(
            ("Seek", "Range 6"), {"C": one("p2", BESIDE, "conceal")}, {"T": SCREEN["light"]}, ["C"], id="seek in range"
        ),
        pytest.param(
            ("Seek", "Range 5"), {"C": one("p2", BESIDE, "conceal")}, {"T": SCREEN["light"]}, [], id="seek out of range"
        ),
        pytest.param(("Saturate",), {"C": one("p2", BESIDE, "conceal")}, {"T": SCREEN["light"]}, [], id="saturate"),
        pytest.param((), {"C": one("p2", BESIDE)}, {"T": SCREEN["light"]}, ["C"], id="engaged in cover"),
        pytest.param(("Seek",), {"C": one("p2", BESIDE)}, {"T": SOLID}, [], id="seek sees through nothing"),
        pytest.param(
            ("Seek",),
            {"C": one("p2", BESIDE), "F": one("p1", north_of(BESIDE, 0.9))},
            {},
            [],
            id="a friend engaged with the second",
        ),
        pytest.param(
            ("Seek",),
            {"C": one("p2", BESIDE), "F": one("p1", north_of(BESIDE, 1.1))},
            {},
            ["C"],
            id="a friend near, not engaged",
        ),
        pytest.param((), {"F": one("p1", north_of(B, 1.5))}, {}, [], id="a friend is no target"),
    ],
)
def test_g24_22_a_torrent_s_other_targets_are_valid_for_the_weapon(
    rules: Sequence[str], others: Mapping[str, Piece], terrain: Mapping[str, Piece], allowed: list[str]
) -> None:
    """A secondary target is valid as the first is: within Range (001:62), in no cover but by Seek (001:70, 80)."""
    query = {"type": "torrent_targets", "by": "A", "primary": "B", "x": 2, "weapon_rules": list(rules)}
    got = ask("2024", query, {"A": one("p1", (5, 11)), "B": one("p2", B), **others}, terrain)
    assert sorted(got["secondary_allowed"]) == allowed


FRONT = block(9.7, 9.8, 9.9, 12.2, LOW, "Light")


@pytest.mark.parametrize(("rules", "allowed"), [((), []), (("Seek",), ["C"]), (("Seek Light",), ["C"])])
def test_g24_22_no_torrent_goes_on_from_a_first_target_that_is_not_valid(
    rules: Sequence[str], allowed: list[str]
) -> None:
    query = {"type": "torrent_targets", "by": "A", "primary": "B", "x": 2, "weapon_rules": list(rules)}
    there = {"A": one("p1", (5, 11)), "B": one("p2", B, "conceal"), "C": one("p2", BESIDE)}
    got = ask("2024", query, there, {"T": FRONT})
    assert sorted(got["secondary_allowed"]) == allowed


HIDDEN = east(8.0)
"""Eight inches from A; `LIGHT` and `HEAVY` stand within an inch of it, `MIDDLE` four inches off."""

LIGHT = block(12.93, 9.8, 13.13, 12.2, LOW, "Light")
HEAVY = block(12.93, 9.8, 13.13, 12.2, LOW, "Heavy")
MIDDLE = block(9.0, 8.0, 9.3, 14.0, LOW, "Heavy")
CURTAIN = block(9.0, 4.0, 9.3, 18.0, TALL, "Heavy")


def near_light(gap: float) -> Piece:
    """Return Light terrain half an inch in front of a base at this distance from A."""
    left = east(gap)[0] - ACROSS / 2 - 0.7
    return block(left, 9.8, left + 0.2, 12.2, LOW, "Light")


Row: TypeAlias = tuple[Sequence[str], float, str, Mapping[str, Piece], str | None, Mapping[str, Any]]

SHELTERED = {"in_cover": True, "cover_saves": 1}
BARE = {"in_cover": False, "cover_saves": 0}
INDIRECT: dict[str, Row] = {
    "concealed in light cover": ((), 8, "conceal", {"T": LIGHT}, None, {**SHELTERED, "in_los": False}),
    "indirect, light": (
        ("Indirect",),
        8,
        "conceal",
        {"T": LIGHT},
        None,
        {**BARE, "in_los": True, "valid_target": True},
    ),
    "engaged in light cover": ((), 8, "engage", {"T": LIGHT}, None, {**SHELTERED, "in_los": True}),
    "indirect, engaged": (("Indirect",), 8, "engage", {"T": LIGHT}, None, {**BARE, "in_los": True}),
    "indirect, heavy at the target": (
        ("Indirect",),
        8,
        "conceal",
        {"T": HEAVY},
        None,
        {**BARE, "obscured": False, "valid_target": True},
    ),
    "heavy at the target": ((), 8, "conceal", {"T": HEAVY}, None, {**SHELTERED, "obscured": False, "in_los": False}),
    "indirect is obscured": (
        ("Indirect",),
        8,
        "engage",
        {"T": MIDDLE},
        None,
        {**BARE, "obscured": True, "in_los": False, "valid_target": False},
    ),
    "indirect, obscured and covered": (
        ("Indirect",),
        8,
        "engage",
        {"T": MIDDLE, "U": LIGHT},
        None,
        {**BARE, "obscured": True, "valid_target": False},
    ),
    "indirect sees through nothing": (
        ("Indirect",),
        8,
        "engage",
        {"T": CURTAIN},
        None,
        {"visible": False, "valid_target": False},
    ),
    "indirect in range": (("Indirect", "Rng 8"), 8, "conceal", {"T": LIGHT}, None, {**BARE, "valid_target": True}),
    "indirect out of range": (("Indirect", "Rng 7"), 8, "conceal", {"T": LIGHT}, None, {"valid_target": False}),
    "indirect in the open": (("Indirect",), 8, "conceal", {}, None, {**BARE, "in_los": True, "valid_target": True}),
    "indirect at two inches": (("Indirect",), 2, "conceal", {"T": near_light(2)}, None, {**BARE, "in_los": True}),
    "no cover is in cover": (("No Cover",), 8, "conceal", {"T": LIGHT}, None, {"in_cover": True, "in_los": False}),
    "no cover leaves no save": (
        ("No Cover",),
        8,
        "engage",
        {"T": LIGHT},
        None,
        {"in_cover": True, "cover_saves": 0, "valid_target": True},
    ),
    "barrage conceals": (
        ("Barrage",),
        8,
        "conceal",
        {"T": LIGHT},
        None,
        {"in_cover": True, "cover_saves": 0, "in_los": False},
    ),
    "close quarters, in range": (
        ("Indirect",),
        4,
        "conceal",
        {"T": near_light(4)},
        "gallowdark",
        {**BARE, "in_los": True, "valid_target": True},
    ),
    "close quarters, exactly in range": (
        ("Indirect",),
        6,
        "conceal",
        {"T": near_light(6)},
        "gallowdark",
        {**BARE, "valid_target": True},
    ),
    "close quarters, just out of range": (
        ("Indirect",),
        6.01,
        "conceal",
        {"T": near_light(6.01)},
        "gallowdark",
        {"valid_target": False},
    ),
    "close quarters, not used": (
        ("Indirect",),
        8,
        "engage",
        {"T": LIGHT},
        "gallowdark",
        {**SHELTERED, "in_los": True, "valid_target": True},
    ),
    "close quarters, not used in the open": (
        ("Indirect",),
        8,
        "engage",
        {},
        "close quarters",
        {**BARE, "valid_target": True},
    ),
    "close quarters, used for an engaged target": (
        ("Indirect",),
        5,
        "engage",
        {"T": near_light(5)},
        "gallowdark",
        {**BARE, "valid_target": True},
    ),
    "close quarters, its own range not used": (
        ("Indirect", "Rng 8"),
        7,
        "engage",
        {"T": near_light(7)},
        "gallowdark",
        {**SHELTERED, "valid_target": True},
    ),
    "close quarters, its own range is shorter": (
        ("Indirect", "Rng 3"),
        4,
        "conceal",
        {"T": near_light(4)},
        "gallowdark",
        {"valid_target": False},
    ),
    "close quarters, obscured either way": (
        ("Indirect",),
        8,
        "engage",
        {"T": MIDDLE},
        "gallowdark",
        {"obscured": True, "valid_target": False},
    ),
}


@pytest.mark.parametrize("row", INDIRECT.values(), ids=INDIRECT)
def test_g21_09_k21_03_indirect_leaves_no_cover_and_is_a_choice_in_close_quarters(row: Row) -> None:
    """Enemies are not in cover from Indirect (000:997); in close quarters it may be left out, and has a Range (387)."""
    rules, gap, order, terrain, killzone, expected = row
    query = {"type": "shoot", "by": "A", "target": "B", "weapon_rules": list(rules)}
    got = ask("2021", query, {"A": one("p1", (5, 11)), "B": one("p2", east(gap), order)}, terrain, killzone)
    assert {key: got.get(key) for key in expected} == expected


ROOF = block(3, 9, 6.2, 13, (0, 3), "Heavy", "Vantage")


@pytest.mark.parametrize(
    ("rules", "extra", "terrain", "z", "expected"),
    [
        ((), {"C": one("p2", (13.3, 9.6))}, {}, 0, {"in_cover": False}),
        ((), {"C": one("p2", (12.6, 11))}, {}, 0, {**SHELTERED, "in_los": False}),
        (("Indirect",), {"C": one("p2", (12.6, 11))}, {}, 0, {**BARE, "in_los": True}),
        (("Indirect",), {"F": one("p1", north_of(HIDDEN, 0.9))}, {"T": LIGHT}, 0, {"valid_target": False, **BARE}),
        (("Indirect",), {"F": one("p1", north_of(HIDDEN, 1.1))}, {"T": LIGHT}, 0, {"valid_target": True, **BARE}),
        ((), {}, {"R": ROOF, "T": LIGHT}, 3, {"treated_as_order": "engage", "in_los": True, **SHELTERED}),
        (("Indirect",), {}, {"R": ROOF, "T": LIGHT}, 3, {"treated_as_order": "conceal", "in_los": True, **BARE}),
    ],
)
def test_g21_09_indirect_at_bases_friends_and_from_above(
    rules: Sequence[str],
    extra: Mapping[str, Piece],
    terrain: Mapping[str, Piece],
    z: float,
    expected: Mapping[str, Any],
) -> None:
    query = {"type": "shoot", "by": "A", "target": "B", "weapon_rules": list(rules)}
    there = {"A": one("p1", (5, 11), z=z), "B": one("p2", HIDDEN, "conceal"), **extra}
    got = ask("2021", query, there, terrain)
    assert {key: got.get(key) for key in expected} == expected


@pytest.mark.parametrize(
    ("kind", "rules", "expected"),
    [
        ("torrent_targets", (), []),
        ("torrent_targets", ("Indirect",), ["C"]),
        ("torrent_targets", ("Indirect", "Rng 6"), ["C"]),
        ("torrent_targets", ("Indirect", "Rng 5"), []),
        ("fusillade_targets", (), []),
        ("fusillade_targets", ("Indirect",), ["C"]),
        ("fusillade_targets", ("Indirect", "Rng 5"), []),
    ],
)
def test_g21_09_g21_12_the_other_targets_of_a_weapon_are_valid_for_it(
    kind: str, rules: Sequence[str], expected: list[str]
) -> None:
    query = {"type": kind, "by": "A", "primary": "B", "x": 2, "weapon_rules": list(rules)}
    there = {"A": one("p1", (5, 11)), "B": one("p2", B), "C": one("p2", BESIDE, "conceal")}
    assert ask("2021", query, there, {"T": SCREEN["light"]})["secondary_allowed"] == expected


@pytest.mark.parametrize(
    ("rules", "reached", "in_cover"), [((), [], []), (("Indirect",), ["C"], []), (("Blast 3", "Indirect"), ["C"], [])]
)
def test_g21_04_g21_09_an_indirect_blast_reaches_who_is_concealed_from_its_target(
    rules: Sequence[str], reached: list[str], in_cover: list[str]
) -> None:
    query = {"type": "blast_targets", "by": "A", "primary": "B", "x": 3, "weapon_rules": list(rules)}
    there = {"A": one("p1", (5, 11)), "B": one("p2", B), "C": one("p2", north_of(B, 2.5), "conceal")}
    got = ask("2021", query, there, {"T": block(9.5, 13.2, 12.5, 13.4, LOW, "Light")})
    assert (got["secondary"], got["secondary_in_cover"]) == (reached, in_cover)


GATE = block(10, 10, 10.3, 12, (0, 2.5), "Accessible", role="access_point", state="open")
SIDES = {
    "W1": block(10, 0, 10.3, 10, (0, 2.5), "Heavy", "Wall", role="wall"),
    "W2": block(10, 12, 10.3, 22, (0, 2.5), "Heavy", "Wall", role="wall"),
}
LEAVES: Mapping[str, Piece] = {
    "role": {"role": "hatch"},
    "role and state": {"role": "hatch", "state": "open"},
    "role and trait": {"role": "hatch", "state": "open", "traits": ["Wall"]},
    "role and the other edition's traits": {"role": "hatch", "traits": ["Insignificant", "Exposed"]},
    "traits": {"traits": ["Wall"]},
    "both traits": {"traits": ["Heavy", "Wall"]},
    "a door": {"role": "door", "state": "open", "traits": ["Wall"]},
    "the hatchway's feature": {"feature": "G"},
}
Ends: TypeAlias = tuple[Spot, Spot]


def leaf_room(how: str) -> Mapping[str, Piece]:
    """Return an open hatchway with its leaf, two inches long, at a right angle to the wall."""
    return {"G": GATE, **SIDES, "L": {**block(10.3, 12, 12.3, 12.15, (0, 2.5)), **LEAVES[how]}}


@pytest.mark.parametrize("how", LEAVES)
@pytest.mark.parametrize(
    ("ends", "order", "expected"),
    [
        pytest.param(((11.3, 10), (11.3, 14)), "engage", {"visible": False, "valid_target": False}, id="behind it"),
        pytest.param(
            ((14, 10), (14, 14)), "conceal", {"visible": True, "in_cover": False, "valid_target": True}, id="past it"
        ),
        pytest.param(
            ((12.6, 10), (12.6, 14)),
            "conceal",
            {"visible": True, "in_cover": False, "obscured": False, "valid_target": True},
            id="past its end from the side of the base",
        ),
        pytest.param(
            ((9, 11), (14, 11)), "conceal", {"visible": True, "valid_target": True}, id="through the hatchway"
        ),
    ],
)
def test_k21_04_the_leaf_of_an_open_hatchway_is_a_wall(
    how: str, ends: Ends, order: str, expected: Mapping[str, Any]
) -> None:
    """An open hatch has the wall trait (000:405): no line goes through it (401)."""
    query = {"type": "shoot", "by": "A", "target": "B"}
    there = {"A": one("p1", ends[0]), "B": one("p2", ends[1], order)}
    got = ask("2021", query, there, leaf_room(how), "gallowdark")
    assert {key: got.get(key) for key in expected} == expected


@pytest.mark.parametrize("how", LEAVES)
@pytest.mark.parametrize(
    ("ends", "near"),
    [
        pytest.param(((11.3, 11.3), (11.3, 12.85)), False, id="across the middle"),
        pytest.param(((12.7, 11.3), (12.7, 12.85)), True, id="past its end"),
        pytest.param(((9.2, 11), (11.2, 11)), True, id="through the hatchway"),
    ],
)
def test_k21_04_nobody_is_engaged_across_the_leaf_of_an_open_hatchway(how: str, ends: Ends, near: bool) -> None:
    there = {"A": one("p1", ends[0]), "B": one("p2", ends[1])}
    query = {"type": "engagement_range", "a": "A", "b": "B"}
    assert ask("2021", query, there, leaf_room(how), "gallowdark")["within"] is near


@pytest.mark.parametrize("how", LEAVES)
@pytest.mark.parametrize(
    ("path", "fault"),
    [
        pytest.param([[11.3, 10.8], [11.3, 13.4]], "through_terrain", id="through it"),
        pytest.param([[13.2, 10.8], [13.2, 13.4]], None, id="past it"),
        pytest.param([[9.2, 11], [11.3, 11]], None, id="through the hatchway"),
    ],
)
def test_k21_04_nobody_moves_through_the_leaf_of_an_open_hatchway(
    how: str, path: list[list[float]], fault: str | None
) -> None:
    query = {"type": "move", "by": "A", "action": "Normal Move", "path": path}
    start = (path[0][0], path[0][1])
    got = ask("2021", query, {"A": one("p1", start)}, leaf_room(how), "gallowdark")
    assert got.get("violation") == fault


@pytest.mark.parametrize("how", LEAVES)
@pytest.mark.parametrize(("reach", "valid"), [(5, False), (3.5, False), (9, True)])
def test_k21_04_range_is_measured_around_the_leaf_of_an_open_hatchway(how: str, reach: float, valid: bool) -> None:
    """Straight it is 2.94 inches; a line from the side of the base passes the leaf's end."""
    there = {"A": one("p1", (11.6, 9.8)), "B": one("p2", (11.6, 14))}
    query = {"type": "shoot", "by": "A", "target": "B", "weapon_rules": [f"Rng {reach}"]}
    got = ask("2021", query, there, leaf_room(how), "gallowdark")
    assert got["valid_target"] is (valid and got["visible"])


@pytest.mark.parametrize("how", sorted(LEAVES.keys() - {"both traits"}))
def test_k21_04_cover_by_the_end_of_an_open_leaf_names_its_reading(how: str) -> None:
    """The text gives an open hatch the wall trait without Heavy; walls are Heavy (000:401-405)."""
    there = {"A": one("p1", (12.0, 8)), "B": one("p2", (12.0, 13.2), "conceal")}
    got = ask("2021", {"type": "shoot", "by": "A", "target": "B"}, there, leaf_room(how), "gallowdark")
    assert got["in_cover"] is True
    assert any("open hatch" in reading for reading in got["readings"])


@pytest.mark.parametrize(
    ("given", "covers", "obscures"),
    [
        ({"traits": ["Light"]}, True, False),
        ({"traits": ["Heavy"]}, True, True),
        ({"traits": ["Light", "Traversable"]}, True, False),
        ({"traits": []}, False, False),
        ({"traits": ["Traversable"]}, False, False),
        ({"traits": ["Vantage"]}, False, False),
        ({"traits": ["Heavy", "Insignificant"]}, False, False),
        ({"role": "low wall"}, True, False),
        ({"role": "pipes"}, True, False),
        ({"role": "machine"}, True, True),
        ({"role": "detritus"}, False, False),
        ({"role": "materiel"}, True, False),
        ({"role": "barricade"}, True, False),
        ({"role": "low wall", "traits": ["Traversable"]}, False, False),
    ],
)
def test_i21_01_only_heavy_and_light_terrain_shelters(given: Piece, covers: bool, obscures: bool) -> None:
    """Heavy gives cover and obscures, Light gives cover (000:283-289); features have the traits of their kind."""
    near, middle = {**LIGHT, "traits": [], **given}, {**MIDDLE, "traits": [], **given}
    there = {"A": one("p1", (5, 11)), "B": one("p2", HIDDEN, "conceal")}
    query = {"type": "shoot", "by": "A", "target": "B"}
    close, far = ask("2021", query, there, {"T": near}), ask("2021", query, there, {"T": middle})
    assert (close["in_cover"], close["valid_target"], far["obscured"]) == (covers, not covers, obscures)


DECK = block(13, 9, 16, 13, (2.8, 3), "Light", "Vantage", feature="F")


def front(z: tuple[float, float], *traits: str, feature: str = "F") -> Piece:
    """Return a wall in front of the deck, within an inch of who stands at its edge."""
    return block(12.9, 8, 13.1, 14, z, *traits, feature=feature)


@pytest.mark.parametrize(
    ("terrain", "sheltered"),
    [
        pytest.param({"D": DECK}, False, id="the floor"),
        pytest.param({"D": block(13, 9, 16, 13, (0, 3), "Heavy", "Vantage", feature="F")}, False, id="a solid floor"),
        pytest.param({"D": DECK, "W": front((0, 3), "Heavy")}, True, id="a part of the same height"),
        pytest.param({"D": DECK, "W": front((0, 3), "Light")}, True, id="a light part of the same height"),
        pytest.param({"D": DECK, "W": front((0, 4), "Heavy")}, True, id="a higher part"),
        pytest.param({"D": DECK, "W": front((0, 2.9), "Heavy")}, False, id="a lower part"),
        pytest.param({"D": DECK, "W": front((0, 3), "Light", "Vantage")}, False, id="more of the floor"),
        pytest.param(
            {"D": DECK, "W": front((0, 2.9), "Heavy", feature="G")}, True, id="a lower part of another feature"
        ),
        pytest.param({"D": DECK, "W": front((0, 3), "Traversable")}, False, id="neither heavy nor light"),
    ],
)
def test_h21_05_a_target_on_a_vantage_point_uses_parts_of_its_own_height(
    terrain: Mapping[str, Piece], sheltered: bool
) -> None:
    """Neither its floor nor lower parts of its feature, but those of the same height or higher (000:297)."""
    there = {"A": one("p1", (5, 11)), "B": one("p2", (14.3, 11), "conceal", z=3)}
    got = ask("2021", {"type": "shoot", "by": "A", "target": "B"}, there, terrain)
    assert (got["in_cover"], got["valid_target"]) == (sheltered, not sheltered)
