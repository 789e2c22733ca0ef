"""A broken script is refused in one line: where, the field, what was found, what was expected."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from overlook.play.script import ScriptError, load_script, script_of
from tests.overlook.play.scripts import activate, operative, played, script

FAR = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}
FINE = script(FAR, activate("A1"))


def with_step(step: object) -> dict[str, Any]:
    return {**FINE, "steps": [*FINE["steps"], step]}


@pytest.mark.parametrize(
    ("broken", "line"),
    [
        ({**FINE, "version": 2}, "script: version: found 2; expected 1"),
        ({**FINE, "edition": "kt18"}, 'script: edition: found "kt18"; expected'),
        (
            {**FINE, "killzone": "hallowdark"},
            'script: killzone: found "hallowdark"; expected null or one of gallowdark',
        ),
        ({**FINE, "operatives": []}, "script: operatives: found []; expected"),
        ({**FINE, "steps": {}}, "script: steps: found {}; expected a list of steps"),
        ({**FINE, "places": {"A1": [5, 11]}}, "script: places.B1: found null; expected a place for everybody"),
        ({**FINE, "places": {**FAR, "C9": [1, 1]}}, 'script: places: found "C9"; expected one of A1, B1'),
        ({**FINE, "operatives": [operative("A1"), operative("A1")]}, 'found "A1"; expected every id once'),
        ([], "script: (whole): found []; expected an object"),
        (with_step(5), "step 2: (whole): found 5; expected an object with one of do, see"),
        (with_step({"jump": 1}), 'step 2: (whole): found ["jump"]; expected one of do, see, choose'),
        (with_step({"dice": [1], "tray": [1]}), 'step 2: (whole): found ["dice", "tray"]; expected one of'),
        (with_step({"dice": [7]}), "step 2: dice.0: found 7; expected"),
        (with_step({"dice": []}), "step 2: dice: found []; expected"),
        (with_step({"dice": ["6"]}), 'step 2: dice.0: found "6"; expected a valid integer'),
        (with_step({"as": "p3", "dice": [6]}), 'step 2: as: found "p3"; expected'),
        (with_step({"press": "eject"}), 'step 2: press: found "eject"; expected'),
        (with_step({"see": {"Z9": [1, 1]}}), 'step 2: see: found "Z9"; expected one of A1, B1'),
        (with_step({"see": {"A1": [1]}}), "step 2: see.A1: found [1]; expected"),
        (with_step({"open": ["A1"]}), 'step 2: open: found "A1"; expected one of nothing: there is none'),
        (with_step({"choose": "x", "abuot": "A1"}), 'step 2: abuot: found "A1"; expected'),
        (with_step({"expect": {"operative": {}}}), "step 2: expect: "),
        (with_step({"do": {"kind": "activate", "operative": "A1"}}), "step 2: do.activate.order: found null; expected"),
        (with_step({"do": {"kind": "fly"}}), "step 2: do: "),
    ],
)
def test_a_broken_script_is_refused_in_one_line(broken: object, line: str) -> None:
    with pytest.raises(ScriptError) as wrong:
        script_of(broken)
    assert line in str(wrong.value)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    ("broken", "line"),
    [
        ({**FINE, "equipment": {"p1": ["mines", "mines"]}}, "expected what the table takes: Each option once: mines"),
        (
            {**FINE, "edition": "kt21", "equipment": {"p1": ["mines"]}},
            'script: equipment.p1: found ["mines"]; expected',
        ),
        ({**FINE, "terrain": [{"id": "W", "poly": [[0, 0], [1, 1], [2, 2]], "z": [0, 1]}]}, "script: Terrain part W"),
    ],
)
def test_a_script_that_cannot_begin_is_refused_in_one_line(broken: dict[str, Any], line: str) -> None:
    with pytest.raises(ScriptError) as wrong:
        played(broken)
    assert line in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    with pytest.raises(ScriptError, match=r"a\.json: cannot be read"):
        load_script(file)
    file.write_text("{", encoding="utf-8")
    with pytest.raises(ScriptError, match=r"a\.json: is no JSON"):
        load_script(file)
    file.write_text(json.dumps({**FINE, "version": 3}), encoding="utf-8")
    with pytest.raises(ScriptError, match=r"a\.json: script: version: found 3"):
        load_script(file)
    file.write_text(json.dumps(FINE), encoding="utf-8")
    assert load_script(file) == script_of(FINE)


def test_notes_in_a_script_are_ignored() -> None:
    noted = {**FINE, "id": "one", "source": "a book", "steps": [{**step, "note": "look"} for step in FINE["steps"]]}
    assert script_of(noted) == script_of(FINE)


def test_a_killzone_is_recognised_in_each_spelling() -> None:
    for written in ("close quarters", "Close_Quarters"):
        assert script_of({**FINE, "edition": "kt21", "killzone": written}).played_in == "close quarters"
    part = {"id": "W", "poly": [[0, 0], [1, 0], [1, 1]], "z": [0, 1], "killzone": "volkus"}
    assert script_of({**FINE, "terrain": [part]}).played_in == "volkus"
