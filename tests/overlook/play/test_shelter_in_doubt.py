"""Cover and obscured that are too close to call are asked about before the dice of a shot, and never guessed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from geometry.base import MM_PER_INCH
from overlook.play.runner import Played
from tests.overlook.play.scripts import END, GUN, Raw, act, activate, offered, operative, played, script, taken
from tests.verdicts.cases import AtLimit, limit_of
from tests.verdicts.tables import VARIANTS

SIGMA_MM = 0.16
FAR_IN = 0.15
TABLES = 2
HITS = [5, 5, 1, 1]


def tables(kind: str, edition: str) -> list[AtLimit]:
    found = (limit_of(kind, edition, VARIANTS["usual"], seed=29, number=number) for number in range(4 * TABLES))
    return [one for one in found if one is not None][:TABLES]


def shot(
    table: AtLimit,
    off: float,
    edition: str,
    *steps: Raw,
    order: str = "engage",
    gun: Raw = GUN,
    others: dict[str, list[float]] | None = None,
) -> Played:
    """Return a shot at the target on a table so many inches past its limit, which has that order by then."""
    scene, names = table.scene(off), {"A": "A1", "B": "B1"}
    people, places = [], {}
    for key, one in scene.operatives.items():
        base_mm = round(one.base.shape.long * MM_PER_INCH, 6)
        people.append(operative(names[key], base_mm=base_mm, head_in=one.head, weapons=[gun]))
        at = one.placement
        places[names[key]] = [at.x, at.y, at.z, at.rotation_deg]
    for name, at_ in (others or {}).items():
        people.append(operative(name, weapons=[gun]))
        places[name] = at_
    terrain = [
        {"id": part.id, "poly": [list(corner) for corner in part.outline], "z": [part.bottom, part.top]}
        | {"traits": sorted(part.traits)}
        for part in scene.terrain
    ]
    before = [activate("B1", order=order), END, activate("A1")]
    fields: dict[str, Any] = {"operatives": people, "terrain": terrain, "sigma_mm": SIGMA_MM}
    shoot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    return played(script(places, *before, shoot, *steps, edition=edition, initiative="p2", **fields))


def defended(play: Callable[..., Played], *steps: Raw) -> dict[str, int]:
    """Return how many dice each target rolls, where every attack die hits and every question has its default.

    What is not due is refused and changes nothing, so that one script has whatever may be asked.
    """
    due = [{"as": "referee", "press": "confirm"}, *({"as": "referee", "dice": [3] * count} for count in (2, 3, 4))]
    more = due * 12
    result = play(*steps, *more)
    given = range(len(result.steps) - len(more) - len(steps), len(result.steps) - len(more))
    assert all(result.steps[number]["accepted"] for number in given)
    rolls = [re.search(r"defends (\w+): roll (\d)", one["asked"]) for step in result.steps for one in step["prompts"]]
    return {roll[1]: int(roll[2]) for roll in rolls if roll is not None}


def asked(result: Played, step: int = 3) -> Raw | None:
    """Return the question about what the camera cannot tell that stands after a step."""
    found = [one for one in result.steps[step]["prompts"] if one["question"].endswith("too close to call")]
    return found[0] if found else None


CASES = [("kt24", "in cover"), ("kt21", "in cover"), ("kt24", "obscured")]


@pytest.mark.parametrize(("edition", "kind"), CASES)
def test_what_is_too_close_is_asked_and_what_is_not_is_not(edition: str, kind: str) -> None:
    field = "cover" if kind == "in cover" else "obscured"
    for table in tables(kind, edition):
        at_limit = shot(table, 0.0, edition)
        way = offered(at_limit, 2, "Shoot")["ways"][0]
        question = asked(at_limit)
        assert way[field] == "TOO_CLOSE"
        assert question is not None
        assert (question["owner"], question["dice"]) == ("any", 0)
        assert {one["key"] for one in question["choices"]} >= {f"is:{field}", f"not:{field}"}
        assert question["default"] in (f"is:{field}", f"not:{field}")
        assert "Too close to call: is B1" in question["asked"]
        for off in (-FAR_IN, FAR_IN):
            well_away = shot(table, off, edition)
            calls = {offered(well_away, 2, "Shoot")["ways"][0][name] for name in ("cover", "obscured")}
            assert (asked(well_away) is None) is ("TOO_CLOSE" not in calls)


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
@pytest.mark.parametrize(("by", "said", "rolled"), [("p1", "is:cover", 2), ("p2", "not:cover", 3)])
def test_what_either_player_finds_is_what_the_dice_go_by(edition: str, by: str, said: str, rolled: int) -> None:
    for table in tables("in cover", edition):
        found = defended(lambda *more, table=table: shot(table, 0.0, edition, *more), {"as": by, "choose": said})
        assert found == {"B1": rolled}


def test_dice_are_not_taken_before_it_is_answered() -> None:
    (table, *_) = tables("in cover", "kt24")
    early = shot(
        table, 0.0, "kt24", {"as": "p1", "dice": HITS}, {"as": "p2", "choose": "is:cover"}, {"as": "p1", "dice": HITS}
    )
    assert taken(early)[4:] == [False, True, True]


def test_undo_asks_again() -> None:
    (table, *_) = tables("in cover", "kt24")
    again = shot(table, 0.0, "kt24", {"as": "p2", "choose": "is:cover"}, {"as": "p2", "press": "undo"})
    first = asked(again)
    assert first is not None
    assert asked(again, 5) == first


def test_a_weapon_that_knows_no_cover_asks_nothing_of_it() -> None:
    gun = {**GUN, "rules": ["Saturate"]}
    for table in tables("in cover", "kt24"):
        question = asked(shot(table, 0.0, "kt24", gun=gun))
        assert question is None or "cover" not in question["asked"]


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_a_concealed_target_that_may_be_shot_by_the_players_word_has_no_cover(edition: str) -> None:
    """Cover would have hidden it: who allows the shot has said that there is none."""
    for table in tables("in cover", edition):
        (question,) = [
            one for one in shot(table, 0.0, edition, order="conceal").steps[3]["prompts"] if one["topic"] == "proposal"
        ]
        assert "Too close to call" in question["question"]
        found = defended(
            lambda *more, table=table: shot(table, 0.0, edition, *more, order="conceal"),
            {"as": "p2", "choose": "It holds"},
        )
        assert found == {"B1": 3}


@pytest.mark.parametrize(("said", "rolled"), [("is:cover", 2), ("not:cover", 3)])
def test_who_is_blasted_is_sheltered_as_it_was_found_of_the_primary_target(said: str, rolled: int) -> None:
    """G24-03: one question for all of them, in whose answer nobody stands apart."""
    (table, *_) = tables("in cover", "kt24")
    gun = {**GUN, "rules": ['Blast 9"']}
    scene = table.scene(0.0)
    target, shooter = scene.operatives["B"].placement, scene.operatives["A"].placement
    far = 1.2 * (1 if target.y < shooter.y else -1)
    beside = {"B2": [target.x, target.y - 2 * far, target.z]}
    found = defended(
        lambda *more: shot(table, 0.0, "kt24", *more, gun=gun, others=beside), {"as": "p1", "choose": said}
    )
    assert found == {"B1": rolled, "B2": rolled, "A1": rolled}


REACHED = [
    ("kt24", ['Blast 2"']),
    ("kt24", ['Torrent 2"']),
    ("kt21", ['Blast 2"']),
    ("kt21", ['Torrent 2"']),
    ("kt21", ["Fusillade"]),
]


def beside(edition: str, rules: list[str], gap_in: float, *steps: Raw, seed: int = 0) -> Played:
    """Return a shot in the open at B1, beside which B2 stands, edge to edge so many inches away."""
    places = {"A1": [4.0, 11.0], "B1": [14.0, 11.0], "B2": [14.0, 11.0 - 32 / MM_PER_INCH - gap_in]}
    gun = {**GUN, "rules": rules}
    people = [operative(name, weapons=[gun]) for name in places]
    turns = [step for name in ("B1", "A2", "B2") for step in (activate(name), END)]
    people.append(operative("A2"))
    shoot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    there = {**places, "A2": [4.0, 3.0]}
    fields: dict[str, Any] = {"sigma_mm": SIGMA_MM, "seed": seed, "initiative": "p2", "edition": edition}
    return played(script(there, *turns, activate("A1"), shoot, *steps, operatives=people, **fields))


@pytest.mark.parametrize(("edition", "rules"), REACHED)
def test_who_may_be_near_enough_to_be_shot_too_is_asked_about_before_any_die(edition: str, rules: list[str]) -> None:
    at = 7
    for gap_in in (1.85, 2.15):
        assert asked(beside(edition, rules, gap_in), at) is None
    question = asked(beside(edition, rules, 2.0), at)
    assert question is not None
    assert question["asked"] == "Too close to call: is B2 near enough to be shot, too? Look together"
    assert question["owner"] == "any"
    early = beside(edition, rules, 2.0, {"as": "p1", "dice": HITS})
    assert not early.steps[-1]["accepted"]


@pytest.mark.parametrize(("edition", "rules"), REACHED)
def test_who_is_near_enough_is_shot_and_who_is_not_is_not(edition: str, rules: list[str]) -> None:
    def shot_by(gap_in: float, *steps: Raw) -> set[str]:
        return set(defended(lambda *more: beside(edition, rules, gap_in, *more), *steps))

    # A Fusillade's dice all go to the first target unless its player shares them.
    both = {"B1"} if rules == ["Fusillade"] else {"B1", "B2"}
    assert (shot_by(1.85), shot_by(2.15)) == (both, {"B1"})
    assert shot_by(2.0, {"as": "p1", "choose": "is:target"}) == both
    assert shot_by(2.0, {"as": "p2", "choose": "not:target"}) == {"B1"}


@pytest.mark.parametrize(("edition", "rule"), [("kt24", '1" Devastating 3'), ("kt21", "Splash 3")])
@pytest.mark.parametrize(
    ("gap_in", "said", "lost"), [(0.85, "", 3), (1.15, "", 0), (1.0, "is:near", 3), (1.0, "not:near", 0)]
)
def test_g24_06_g21_13_whom_a_critical_hurts_beside_its_target_is_measured_or_asked(
    edition: str, rule: str, gap_in: float, said: str, lost: int
) -> None:
    reach = 1.0 if edition == "kt24" else 2.0
    answer: list[Raw] = [{"as": "p2", "choose": said}] if said else []
    critical = {"as": "p1", "dice": [6, 1, 1, 1]}
    result = beside(edition, [rule], gap_in - 1.0 + reach, *answer, critical)
    question = asked(result, 7)
    assert (question is not None) is bool(said)
    if question is not None:
        assert question["asked"] == "Too close to call: is B2 near enough to be hurt, too? Look together"
    result = beside(edition, [rule], gap_in - 1.0 + reach, *answer, critical, *[{"as": "p1", "press": "confirm"}] * 3)
    assert 10 - int(result.state["operatives"]["B2"]["wounds"]) == lost
