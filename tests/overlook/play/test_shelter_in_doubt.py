"""Cover and obscured that are too close to call are asked about before the dice of a shot."""

from __future__ import annotations

from typing import Any

import pytest

from geometry.base import MM_PER_INCH
from overlook.play.runner import PlayedScript
from tests.codes import codes_of
from tests.depth import at_night, depth
from tests.overlook.play.dice_steps import Document, answered, stage_of, target_of
from tests.overlook.play.scripts import (
    END,
    GUN,
    ONE_EDITION,
    Raw,
    act,
    activate,
    do,
    offered,
    operative,
    played,
    script,
    taken,
)
from tests.verdicts.cases import AtLimit, limit_of
from tests.verdicts.tables import VARIANTS

SIGMA_MM = 0.16
FAR_IN = 0.15
TABLES = depth(1, 3)
HITS = [5, 5, 1, 1]


def tables(kind: str, edition: str) -> list[AtLimit]:
    found = (limit_of(kind, edition, VARIANTS["usual"], seed=29, number=number) for number in range(4 * TABLES))
    return [one for one in found if one is not None][:TABLES]


def shot_raw(
    table: AtLimit,
    off: float,
    edition: str,
    *steps: Raw,
    order: str = "engage",
    gun: Raw = GUN,
    others: dict[str, list[float]] | None = None,
) -> Raw:
    """Return the script of a shot at a target so many inches past the limit, which has that order by then."""
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
    return script(places, *before, shoot, *steps, edition=edition, initiative="p2", **fields)


def shot(table: AtLimit, off: float, edition: str, *steps: Raw, **fields: Any) -> PlayedScript:
    """Return what a shot at a target so many inches past the limit comes to."""
    return played(shot_raw(table, off, edition, *steps, **fields))


def threes_by_default(prompt: Document) -> Raw:
    """Return the step that rolls threes, which hit and do not save, or takes the default."""
    if prompt["choices"]:
        return {"as": "referee", "choose": prompt["default"]}
    return {"as": "referee", "dice": [3] * prompt["dice"]}


def resolved(raw: Raw) -> PlayedScript:
    """Return what a shot comes to if every attack die hits and every question has its default."""
    result, _ = answered(raw, threes_by_default)
    assert all(taken(result)), [step["why"] for step in result.steps]
    return result


def defence_dice(result: PlayedScript) -> dict[str, int]:
    """Return how many dice each target rolled."""
    rolls = [
        one for step in result.steps for one in step["prompts"] if "roll-defends" in codes_of(one["asked_message"])
    ]
    return {target_of(roll): roll["dice"] for roll in rolls}


def asked(result: PlayedScript, step: int = 3) -> Raw | None:
    """Return the question about what the camera cannot tell that stands after a step."""
    found = [one for one in result.steps[step]["prompts"] if stage_of(one) == "too close to call"]
    return found[0] if found else None


CASES = [("kt24", "in cover"), *at_night(("kt21", "in cover"), ("kt24", "obscured"))]


@pytest.mark.parametrize(("edition", "kind"), CASES)
def test_shelter_is_asked_about_only_if_it_is_too_close_to_call(edition: str, kind: str) -> None:
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
        assert question["asked_message"] == {"code": f"roll-doubt-{field}", "args": {"target": "B1"}}
        for off in (-FAR_IN, FAR_IN):
            well_away = shot(table, off, edition)
            calls = {offered(well_away, 2, "Shoot")["ways"][0][name] for name in ("cover", "obscured")}
            assert (asked(well_away) is None) is ("TOO_CLOSE" not in calls)


@ONE_EDITION
@pytest.mark.parametrize(("by", "said", "rolled"), [("p1", "is:cover", 2), ("p2", "not:cover", 3)])
def test_either_players_answer_about_cover_decides_the_dice(edition: str, by: str, said: str, rolled: int) -> None:
    for table in tables("in cover", edition):
        answered_so = shot_raw(table, 0.0, edition, {"as": by, "choose": said})
        assert defence_dice(resolved(answered_so)) == {"B1": rolled}


def test_dice_wait_for_the_answer_about_cover() -> None:
    (table, *_) = tables("in cover", "kt24")
    early = shot(
        table, 0.0, "kt24", {"as": "p1", "dice": HITS}, {"as": "p2", "choose": "is:cover"}, {"as": "p1", "dice": HITS}
    )
    assert taken(early)[4:] == [False, True, True]


def test_undoing_the_answer_about_cover_asks_again() -> None:
    (table, *_) = tables("in cover", "kt24")
    again = shot(table, 0.0, "kt24", {"as": "p2", "choose": "is:cover"}, {"as": "p2", "press": "undo"})
    first = asked(again)
    assert first is not None
    assert asked(again, 5) == first


def test_protective_cover_is_asked_about_whatever_the_weapon_ignores() -> None:
    """G24-16, I24-11: Saturate takes the cover save and leaves the better Save."""
    (table, *_) = tables("in cover", "kt24")
    raw = shot_raw(table, 0.0, "kt24", gun={**GUN, "rules": ["Saturate"]})
    protective = [{**part, "traits": [*part["traits"], "Protective"]} for part in raw["terrain"]]
    question = asked(played({**raw, "terrain": protective}))
    assert question is not None
    assert "cover" in question["asked"]


def test_a_weapon_that_ignores_cover_does_not_ask_about_it() -> None:
    gun = {**GUN, "rules": ["Saturate"]}
    for table in tables("in cover", "kt24"):
        question = asked(shot(table, 0.0, "kt24", gun=gun))
        assert question is None or "roll-doubt-cover" not in codes_of(question["asked_message"])


@ONE_EDITION
def test_a_concealed_target_allowed_by_the_players_has_no_cover(edition: str) -> None:
    """Cover would have hidden it: who allows the shot has said that there is none."""
    for table in tables("in cover", edition):
        (question,) = [
            one for one in shot(table, 0.0, edition, order="conceal").steps[3]["prompts"] if one["topic"] == "proposal"
        ]
        assert "question-too-close" in codes_of(question["message"])
        allowed = shot_raw(table, 0.0, edition, {"as": "p2", "choose": "It holds"}, order="conceal")
        assert defence_dice(resolved(allowed)) == {"B1": 3}


@pytest.mark.parametrize(("said", "rolled"), [("is:cover", 2), *at_night(("not:cover", 3))])
def test_secondary_targets_of_a_blast_share_the_answer_about_cover(said: str, rolled: int) -> None:
    """G24-03: one question for all of them, in whose answer nobody stands apart."""
    (table, *_) = tables("in cover", "kt24")
    gun = {**GUN, "rules": ['Blast 9"']}
    scene = table.scene(0.0)
    target, shooter = scene.operatives["B"].placement, scene.operatives["A"].placement
    far = 1.2 * (1 if target.y < shooter.y else -1)
    beside = {"B2": [target.x, target.y - 2 * far, target.z]}
    blast = shot_raw(table, 0.0, "kt24", {"as": "p1", "choose": said}, gun=gun, others=beside)
    assert defence_dice(resolved(blast)) == {"B1": rolled, "B2": rolled, "A1": rolled}


REACHED = [
    ("kt24", ['Torrent 2"']),
    *at_night(("kt24", ['Blast 2"']), ("kt21", ['Blast 2"']), ("kt21", ['Torrent 2"']), ("kt21", ["Fusillade"])),
]


def beside(edition: str, rules: list[str], gap_in: float, *steps: Raw) -> Raw:
    """Return the script of a shot in the open at B1, beside which B2 stands, edge to edge so many inches away."""
    places = {"A1": [4.0, 11.0], "B1": [14.0, 11.0], "B2": [14.0, 11.0 - 32 / MM_PER_INCH - gap_in]}
    gun = {**GUN, "rules": rules}
    people = [operative(name, weapons=[gun]) for name in places]
    engaged = [do("referee", "declare_status", operative=name, order="engage") for name in ("B1", "B2")]
    shoot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    fields: dict[str, Any] = {"sigma_mm": SIGMA_MM, "seed": 0, "edition": edition}
    return script(places, *engaged, activate("A1"), shoot, *steps, operatives=people, **fields)


@pytest.mark.parametrize(("edition", "rules"), REACHED)
def test_a_secondary_target_too_close_to_call_is_asked_about_before_the_dice(edition: str, rules: list[str]) -> None:
    early = played(beside(edition, rules, 2.0, {"as": "p1", "dice": HITS}))
    question = asked(early)
    assert question is not None
    assert question["asked_message"] == {"code": "roll-doubt-shot", "args": {"target": "B2"}}
    assert question["owner"] == "any"
    assert not early.steps[-1]["accepted"]


@pytest.mark.parametrize(
    ("gap_in", "answer", "both"),
    [(2.15, None, False), (2.0, "is:target", True), *at_night((1.85, None, True), (2.0, "not:target", False))],
)
@pytest.mark.parametrize(("edition", "rules"), REACHED)
def test_a_secondary_target_is_shot_if_it_is_in_reach_or_said_to_be(
    edition: str, rules: list[str], gap_in: float, answer: str | None, both: bool
) -> None:
    answers: list[Raw] = [{"as": "p1", "choose": answer}] if answer else []
    result = resolved(beside(edition, rules, gap_in, *answers))
    assert (asked(result) is None) is (answer is None)
    # A Fusillade's dice all go to the first target unless its player shares them.
    both = both and rules != ["Fusillade"]
    assert defence_dice(result).keys() == ({"B1", "B2"} if both else {"B1"})


@pytest.mark.parametrize(("edition", "rule"), [("kt24", '1" Devastating 3'), *at_night(("kt21", "Splash 3"))])
@pytest.mark.parametrize(
    ("gap_in", "said", "lost"), [(1.0, "is:near", 3), (1.0, "not:near", 0), *at_night((0.85, "", 3), (1.15, "", 0))]
)
def test_g24_06_g21_13_who_a_critical_hurts_beside_its_target_is_measured_or_asked(
    edition: str, rule: str, gap_in: float, said: str, lost: int
) -> None:
    reach = 1.0 if edition == "kt24" else 2.0
    answer: list[Raw] = [{"as": "p2", "choose": said}] if said else []
    critical: list[Raw] = [{"as": "p1", "dice": [6, 1, 1, 1]}, *[{"as": "p1", "press": "confirm"}] * 3]
    result = played(beside(edition, [rule], gap_in - 1.0 + reach, *answer, *critical))
    question = asked(result)
    assert (question is not None) is bool(said)
    if question is not None:
        assert question["asked_message"] == {"code": "roll-doubt-hurt", "args": {"target": "B2"}}
    assert 10 - int(result.state["operatives"]["B2"]["wounds"]) == lost
