"""Group activations of 2021 at the table: who continues, by what the cards say (C21-02)."""

from __future__ import annotations

import pytest

from tests.overlook.play.scripts import KT21, Raw, activate, do, operative, played, script, taken

pytestmark = pytest.mark.nightly

PLACES = {"A1": [5.0, 5.0], "A2": [5.0, 8.0], "A3": [5.0, 11.0], "B1": [25.0, 5.0], "B2": [25.0, 8.0]}


def then(cards: dict[str, Raw], *others: Raw) -> list[bool]:
    """Return which of some steps are taken after A1 was activated and is done."""
    people = [{**operative(name), **cards.get(name, {})} for name in PLACES]
    first = (activate("A1"), do("p1", "end_activation", operative="A1"))
    return taken(played(script(PLACES, *first, *others, operatives=people, **KT21)))[2:]


GRUNT, BOSS = {"name": "Grunt", "group": 2}, {"name": "Boss"}
CARDS: dict[str, tuple[dict[str, Raw], str]] = {
    "types": ({"A1": {"type": "grunt", "group": 2}, "A2": {"type": "grunt", "group": 2}, "A3": {"type": "boss"}}, "A2"),
    "a name on several cards": ({"A1": GRUNT, "A2": GRUNT, "A3": BOSS}, "A2"),
    "names of their own": ({"A1": {"group": 2}, "A2": {"group": 2}, "A3": {}}, "A2"),
    "another name with the same activation": ({"A1": GRUNT, "A2": GRUNT, "A3": {"name": "Thug", "group": 2}}, "A2"),
    "one card with a type": ({"A1": {"type": "grunt", "group": 2}, "A2": GRUNT, "A3": GRUNT}, "B1"),
    "nobody else of that type": ({"A1": GRUNT, "A2": BOSS, "A3": BOSS}, "B1"),
    "no group at all": ({}, "B1"),
}


@pytest.mark.parametrize(("cards", "next_one"), CARDS.values(), ids=CARDS)
def test_c21_02_a_group_activation_continues_with_the_same_type_alone(cards: dict[str, Raw], next_one: str) -> None:
    for other in PLACES:
        if other != "A1" and not (other == "B2" and next_one == "B1"):
            assert then(cards, activate(other)) == [other == next_one], other


@pytest.mark.parametrize("names", [{"A1": GRUNT, "A2": GRUNT, "A3": BOSS}, {"A1": {"group": 2}, "A2": {"group": 2}}])
def test_c21_02_a_group_activation_ends_if_its_last_member_falls(names: dict[str, Raw]) -> None:
    fallen = do("referee", "declare_damage", operative="A2", amount=10)
    assert then(names, fallen, activate("A3")) == [True, False]
    assert then(names, fallen, activate("B1")) == [True, True]


@pytest.mark.parametrize(("reading", "may"), [("end at two", True), ("go on later", False)])
def test_c21_02_a_reading_decides_whether_a_group_of_three_is_finished_later(reading: str, *, may: bool) -> None:
    """A1 to A3 are one group of three; after two of them and B1 another type is activated, or not (000:97)."""
    places = {**PLACES, "A4": [5.0, 14.0]}
    people = [
        operative(name, **({"type": "grunt", "group": 3} if name in ("A1", "A2", "A3") else {})) for name in places
    ]
    turns: list[Raw] = []
    for name in ("A1", "A2", "B1"):
        player = "p2" if name == "B1" else "p1"
        turns += [activate(name), do(player, "end_activation", operative=name)]
    raw = script(places, *turns, activate("A4"), operatives=people, readings={"groups of three": reading}, **KT21)
    result = played(raw)
    assert taken(result)[-1] is may
    assert f"read as: groups of three = {reading}" in str(result.steps[-2:])
