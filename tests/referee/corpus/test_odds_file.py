"""Files of dice questions: every kind answered, compared, and refused with one line where it is malformed."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from referee.corpus.odds_questions import answers, mismatches
from referee.rules.errors import MalformedError
from tests.documents import changed

SHOT: dict[str, Any] = {
    "id": "one",
    "edition": "2024",
    "kind": "shoot",
    "attacker": {"atk": 1, "hit": 4, "dmg": [3, 4], "devastating": 1},
    "defender": {"dice": 1, "save": 4, "cover": "none", "auto_norms": 0, "auto_crits": 0},
    "obscured": False,
}
FIGHT: dict[str, Any] = {
    "id": "two",
    "edition": "2021",
    "kind": "fight",
    "a": {"atk": 1, "hit": 4, "dmg": [3, 4], "wounds": 5},
    "b": {"atk": 1, "hit": 6, "dmg": [3, 4], "wounds": 3},
    "policy_a": "strike",
    "policy_b": "strike",
}
TRACE: dict[str, Any] = {
    "id": "three",
    "edition": "2024",
    "kind": "shoot_trace",
    "weapon": {"atk": 3, "hit": 4, "dmg": [3, 5], "piercing": 1},
    "obscured": False,
    "cover": "cover",
    "defender": {"defence_dice": 3, "save": 4},
    "attack_roll": [6, 4, 1],
    "defence_roll": [6],
}
BLOCK: dict[str, Any] = {
    "id": "four",
    "edition": "both",
    "kind": "block_legality",
    "hits": {"crit": 1, "normal": 1},
    "saves": {"crit": 0, "normal": 3},
    "attempt": {"pair_of_normals_on_crit": 1, "normal_on_normal": 1},
    "dmg": [3, 5],
}
REROLL: dict[str, Any] = {
    "id": "five",
    "edition": "2024",
    "kind": "reroll_legality",
    "initial": [2, 2, 5, 6],
    "rules": ["Balanced"],
    "rerolls": [[0, "Balanced", 5]],
}
FIGHT_TRACE: dict[str, Any] = {
    "id": "six",
    "edition": "2024",
    "kind": "fight_trace",
    "attacker": {"wounds": 4, "dmg": [3, 5], "shock": True},
    "defender": {"wounds": 6, "dmg": [3, 5]},
    "retained": {"A": {"crits": 1, "normals": 1}, "B": {"crits": 0, "normals": 2}},
    "steps": [{"by": "A", "choice": "CS"}, {"by": "B", "choice": "NBn"}],
}


def filed(tmp_path: Path, *vectors: Any, name: str = "vectors_x.json") -> Path:
    path = tmp_path / name
    path.write_text(json.dumps({"vectors": list(vectors)}), encoding="utf-8")
    return path


def only(tmp_path: Path, vector: dict[str, Any]) -> dict[str, Any]:
    (found,) = answers(filed(tmp_path, vector))
    assert found.id == vector["id"]
    return dict(found.got)


def test_a_shot_is_answered_with_its_distribution(tmp_path: Path) -> None:
    (answer,) = answers(filed(tmp_path, SHOT))
    saved = Fraction(1, 2)
    crit_saved = Fraction(1, 6)
    assert answer.exact["damage"] == {
        "0": Fraction(1, 2) + Fraction(1, 3) * saved,
        "1": Fraction(1, 6) * crit_saved,
        "3": Fraction(1, 3) * (1 - saved),
        "5": Fraction(1, 6) * (1 - crit_saved),
    }
    assert answer.got["damage"] == {key: float(value) for key, value in answer.exact["damage"].items()}
    assert answer.got["mean"] == pytest.approx(1 / 36 + 3 / 6 + 5 * 5 / 36, abs=1e-12)


def test_a_fight_is_answered_with_both_sides_wounds(tmp_path: Path) -> None:
    got = only(tmp_path, FIGHT)
    assert got["remaining_wounds"] == {
        "1,3": pytest.approx(1 / 12),
        "5,0": pytest.approx(1 / 2),
        "5,3": pytest.approx(5 / 12),
    }
    assert got["p_b_incapacitated"] == pytest.approx(0.5)
    assert got["p_a_incapacitated"] == 0
    assert got["mean_wounds_a"] == pytest.approx(5 - 4 / 12)


def test_a_shot_with_fixed_dice_is_told_step_by_step(tmp_path: Path) -> None:
    assert only(tmp_path, TRACE) == {
        "attack_classes": ["C", "N", "F"],
        "accurate_normals": 0,
        "retained_crits": 1,
        "retained_normals": 1,
        "defence_dice_collected": 2,
        "retained_without_rolling": {"normal": 1, "crit": 0},
        "dice_to_roll_for_defence": 1,
        "retained_saves": {"crit": 1, "normal": 1},
        "damage_before_blocking": 0,
        "damage_if_defender_blocks_best": 0,
        "damage_if_no_blocks": 8,
    }


@pytest.mark.parametrize(
    ("attempt", "legal", "damage"),
    [
        ({"pair_of_normals_on_crit": 1, "normal_on_normal": 1}, True, 0),
        ({"normal_on_normal": 1}, False, None),
        ({"pair_of_normals_on_crit": 1}, False, None),
        ({"single_normal_on_crit": 1, "normal_on_normal": 1}, False, None),
        ({"crit_save_on_crit": 1}, False, None),
        ({"pair_of_normals_on_crit": 2}, False, None),
    ],
)
def test_e24_09_an_allocation_is_legal_when_dice_exist_and_none_is_held_back(
    tmp_path: Path, attempt: dict[str, int], legal: bool, damage: int | None
) -> None:
    got = only(tmp_path, {**BLOCK, "attempt": attempt})
    assert got == {"legal": legal, "damage": damage, "best_possible_damage": 0}


def test_e24_09_one_normal_save_never_blocks_a_critical(tmp_path: Path) -> None:
    vector = {**BLOCK, "saves": {"crit": 0, "normal": 1}, "attempt": {"normal_on_normal": 1}}
    assert only(tmp_path, vector)["legal"] is True
    assert only(tmp_path, changed(vector, "attempt.single_normal_on_crit", 1))["legal"] is False


REROLLS: list[tuple[str, list[int | str | None], list[str], list[list[Any]], bool]] = [
    ("2024", [2, 2, 5, 6], ["Balanced"], [[3, "Balanced", 1]], True),
    ("2024", [2, 2, 5, 6], ["Balanced"], [[0, "Balanced", 1], [1, "Balanced", 1]], False),
    ("2024", [2, 2, 5, 6], ["Balanced", "Balanced (ploy)"], [[0, "Balanced", 1], [1, "Balanced (ploy)", 1]], False),
    ("2024", [2, 2, 5, 6], ["Relentless"], [[0, "Relentless", 1], [1, "Relentless", 1], [2, "Relentless", 1]], True),
    ("2024", [2, 2, 5, 6], ["Relentless"], [[0, "Relentless", 1], [0, "Relentless", 1]], False),
    ("2024", [2, 3, 5, 6], ["Ceaseless"], [[0, "Ceaseless", 3], [1, "Ceaseless", 3]], False),
    ("2024", [5, 5, 2, 6], ["Ceaseless"], [[0, "Ceaseless", 3], [1, "Ceaseless", 3]], True),
    ("2021", [2, 2, 1, 6], ["Ceaseless"], [[0, "Ceaseless", 3]], False),
    ("2021", [2, 2, 1, 1], ["Ceaseless"], [[2, "Ceaseless", 3], [3, "Ceaseless", 3]], True),
    ("2024", [2, 2, 1, 1], [], [[2, "Balanced", 3]], False),
    ("2024", [2, 2, 1, 1], ["Balanced"], [[4, "Balanced", 3]], False),
    ("2024", [None, 2, 1, 1], ["Balanced"], [[0, "Balanced", 3]], False),
    ("2024", [2, 2], ["Command Re-roll"], [[0, "Command Re-roll", 3], [1, "Command Re-roll", 3]], True),
    ("2024", [2, 2], ["Command Re-roll"], [[0, "Command Re-roll", 3], [0, "Command Re-roll", 3]], False),
    ("2024", [2, 2], ["Ammo Resupply"], [[0, "Ammo Resupply", 3]], True),
    ("2024", [2, 2], ["Balanced"], [[0, "Balanced", 1, "keep the original result"]], False),
    ("2024", ["Accurate", 2], ["Relentless"], [[0, "Relentless", 3]], False),
    ("2024", [2, 2], ["Balanced"], [[0, "Balanced", 1, False]], True),
    ("2024", [2, 2], ["Balanced"], [], True),
]


@pytest.mark.parametrize(("edition", "initial", "rules", "rerolls", "legal"), REROLLS)
def test_l24_11_a21_03_rerolls_are_lawful_once_a_die_by_a_rule_that_allows_it(
    tmp_path: Path,
    edition: str,
    initial: list[int | str | None],
    rules: list[str],
    rerolls: list[list[Any]],
    legal: bool,
) -> None:
    vector = {**REROLL, "edition": edition, "initial": initial, "rules": rules, "rerolls": rerolls}
    assert only(tmp_path, vector)["legal"] is legal


STEPS: list[tuple[str, dict[str, Any], list[tuple[str, str]], str, tuple[int, int, int], tuple[int, int, int]]] = [
    ("2024", {}, [("A", "CS"), ("B", "NBn")], "dice spent", (4, 0, 0), (1, 0, 0)),
    ("2024", {}, [("A", "CS"), ("B", "NS"), ("A", "NS")], "dice spent", (1, 0, 0), (0, 0, 0)),
    ("2024", {}, [("B", "NS")], "illegal step", (4, 1, 1), (6, 0, 2)),
    ("2024", {}, [("A", "NBc")], "illegal step", (4, 1, 1), (6, 0, 2)),
    ("2024", {}, [("A", "CB0")], "illegal step", (4, 1, 1), (6, 0, 2)),
    ("2024", {}, [("A", "CBn"), ("B", "NBn"), ("A", "NS")], "illegal step", (4, 0, 0), (6, 0, 0)),
    ("2024", {"brutal": True}, [("A", "NBn")], "illegal step", (4, 1, 1), (6, 0, 2)),
    ("2024", {}, [("A", "CS")], "not over", (4, 0, 1), (1, 0, 1)),
]


@pytest.mark.parametrize(("edition", "defender", "steps", "because", "one", "two"), STEPS)
def test_f24_07_the_steps_of_a_fight_are_judged_in_turn(
    tmp_path: Path,
    edition: str,
    defender: dict[str, Any],
    steps: list[tuple[str, str]],
    because: str,
    one: tuple[int, int, int],
    two: tuple[int, int, int],
) -> None:
    vector = copy.deepcopy(FIGHT_TRACE)
    vector["edition"] = edition
    vector["defender"].update(defender)
    vector["steps"] = [{"by": side, "choice": choice} for side, choice in steps]
    got = only(tmp_path, vector)
    final = {side: tuple(got["final"][side][key] for key in ("wounds", "crits", "normals")) for side in "AB"}
    if because == "dice spent" and final["B"][0] == 0:
        because = "incapacitated"
    assert (got["ends_because"], final["A"], final["B"]) == (because, one, two)
    assert got["all_legal"] is (because != "illegal step")


def test_hot_in_both_editions(tmp_path: Path) -> None:
    new = only(tmp_path, {"id": "h", "edition": "2024", "kind": "hot", "hit": 3})
    assert new == {"self_damage": {"0": pytest.approx(4 / 6), "2": pytest.approx(1 / 6), "4": pytest.approx(1 / 6)}}
    weapon = {"atk": 1, "hit": 2, "reroll": "relentless"}
    old = only(tmp_path, {"id": "h", "edition": "2021", "kind": "hot", "attacker": weapon})
    assert old == {"self_mortal_wounds": {"0": pytest.approx(35 / 36), "3": pytest.approx(1 / 36)}}


def test_what_differs_from_what_was_expected_is_listed(tmp_path: Path) -> None:
    right: dict[str, Any] = {"damage_exact": {"0": "2/3", "1": "1/36", "3": "1/6", "5": "5/36"}, "mean": 1.2222222222}
    assert mismatches(answers(filed(tmp_path, {**SHOT, "expected": right}))) == ()
    wrong = {**right, "damage_exact": {**right["damage_exact"], "0": "1/2"}, "mean": 1.3, "mode": 0, "reason": "x"}
    found = mismatches(answers(filed(tmp_path, {**SHOT, "expected": wrong})))
    assert [(line["difference"].code, line["difference"]["key"]) for line in found] == [
        ("corpus-differs", "damage_exact"),
        ("corpus-differs", "mean"),
        ("corpus-not-answered", "mode"),
    ]


def test_a_billionth_is_forgiven_and_more_is_not(tmp_path: Path) -> None:
    for off, fine in ((9e-10, True), (2e-9, False)):
        (answer,) = answers(filed(tmp_path, {**SHOT, "expected": {"mean": 44 / 36 + off}}))
        assert answer.matches is fine


MALFORMED = [
    (SHOT, "kind", "shot", "kind"),
    (SHOT, "kind", ["shoot"], "kind"),
    (SHOT, "kind", ..., "kind"),
    (SHOT, "edition", "2019", "edition"),
    (SHOT, "attacker", ..., "attacker"),
    (SHOT, "attacker.hit", "3+", "attacker.hit"),
    (SHOT, "attacker.atk", -1, "attacker.atk"),
    (SHOT, "attacker.dmg", [3], "attacker.dmg"),
    (SHOT, "attacker.leathal", 5, "leathal"),
    (SHOT, "attacker.lethal", "5+", "lethal"),
    (SHOT, "attacker.reroll", "often", "reroll"),
    (SHOT, "attacker.ap", 1, "ap"),
    (SHOT, "defender.save", 1, "defender.save"),
    (SHOT, "defender.cover", "tree", "defender.cover"),
    (FIGHT, "a.wounds", 0, "a.wounds"),
    (FIGHT, "policy_a", "dance", "policy_a"),
    (TRACE, "attack_roll", [6, 4], "attack_roll"),
    (TRACE, "attack_roll", [7, 4, 1], "attack_roll"),
    (TRACE, "defence_roll", [6, 6], "defence_roll"),
    (BLOCK, "hits.crit", -1, "hits.crit"),
    (REROLL, "rerolls", [[0, "Balanced"]], "rerolls"),
    (FIGHT_TRACE, "retained", {"A": {}}, "retained"),
    (FIGHT_TRACE, "steps", [{"by": "C", "choice": "CS"}], "steps.0.by"),
    (SHOT, "expected", {"damage_exact": {"0": "a/b"}}, "expected"),
]


@pytest.mark.parametrize(("vector", "field", "value", "named"), MALFORMED, ids=[f"{m[1]}={m[2]!r}" for m in MALFORMED])
def test_a_malformed_vector_is_refused_in_one_line_with_file_vector_and_field(
    tmp_path: Path, vector: dict[str, Any], field: str, value: Any, named: str
) -> None:
    path = filed(tmp_path, SHOT, changed(vector, field, value))
    with pytest.raises(MalformedError) as caught:
        answers(path)
    line = str(caught.value)
    assert "\n" not in line
    assert (caught.value.message["file"], caught.value.message["vector"]) == (str(path), vector["id"])
    assert named in line


@pytest.mark.parametrize("text", ["", "{", '{"vectors": 3}', "[3]", '"x"'])
def test_a_malformed_file_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MalformedError, match=r"bad\.json") as caught:
        answers(path)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(MalformedError) as refused:
        answers(tmp_path / "none.json")
    assert refused.value.message.code == "file-unreadable"
    assert refused.value.message["file"] == str(tmp_path / "none.json")


VECTOR_FILES = [
    "vectors_2021_fight.json",
    "vectors_2021_shoot.json",
    "vectors_2024_fight.json",
    "vectors_2024_shoot.json",
    "vectors_fight_traces.json",
    "vectors_hot.json",
    "vectors_shoot_traces.json",
]


@pytest.mark.data
@pytest.mark.parametrize("name", VECTOR_FILES)
def test_every_vector_is_answered_as_expected_fractions_as_fractions(shared_data: Path, name: str) -> None:
    path = shared_data / "rules" / name
    raw = json.loads(path.read_text(encoding="utf-8"))["vectors"]
    found = answers(path)
    assert [answer.id for answer in found] == [vector["id"] for vector in raw]
    assert mismatches(found) == ()
    for vector, answer in zip(raw, found, strict=True):
        wanted = {key.removesuffix("_exact") for key in vector["expected"]} - {"reason"}
        assert wanted <= set(answer.got)


@pytest.mark.data
def test_no_file_of_vectors_is_left_out(shared_data: Path) -> None:
    assert sorted(path.name for path in (shared_data / "rules").glob("vectors_*.json")) == VECTOR_FILES
