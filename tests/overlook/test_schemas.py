"""Formats of files: each schema agrees with the reader, and each example runs."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from pydantic import BaseModel, ValidationError

from calibration.catalogue import Catalogue
from calibration.terrain_library import Library
from overlook.play.script import script_of
from overlook.schemas import FIELDS, FORMATS, NEEDED, REACHING, schema_of
from overlook.settings import Settings
from referee.corpus.odds_questions import answers
from referee.corpus.runner import answers_of, run
from referee.corpus.scenario import Scenario, load_scenarios
from referee.records.files.mission_file import MissionFile
from referee.records.files.pack_file import PackFile
from referee.records.files.team_file import TeamFile
from referee.rules.errors import RefereeError
from tests.overlook.commands import overlook

SEED, CHANGES = 58, 150
ODDITIES: tuple[Any, ...] = (None, -1, 10**6, "x", [], {}, [[]], 0.5, "")
"""Without booleans: pydantic reads them as numbers, which no schema promises."""

MODELS: dict[str, type[BaseModel]] = {
    "catalogue": Catalogue,
    "mission": MissionFile,
    "pack": PackFile,
    "roster": TeamFile,
    "terrain": Library,
}


def document(name: str) -> Any:
    text = FORMATS[name].example()
    return tomllib.loads(text) if FORMATS[name].file.endswith(".toml") else json.loads(text)


def valid(name: str, content: Any) -> bool:
    return bool(jsonschema_rs.validator_for(schema_of(name)).is_valid(content))


@pytest.mark.parametrize("name", FORMATS)
def test_the_schema_is_one_and_accepts_its_example(name: str) -> None:
    schema = schema_of(name)
    jsonschema_rs.meta.validate(schema)
    errors = [f"{one.instance_path}: {one.message}" for one in jsonschema_rs.iter_errors(schema, document(name))]
    assert errors == []
    assert schema["description"]


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "settings"])
def test_the_command_of_a_format_reads_its_example(name: str, tmp_path: Path) -> None:
    wrote = overlook("schema", name, "--example", "--out", FORMATS[name].file, folder=tmp_path)
    assert wrote.returncode == 0, wrote.stderr
    done = overlook(*FORMATS[name].command, folder=tmp_path)
    assert done.returncode == 0, done.stderr + done.stdout


def test_the_example_of_the_settings_is_read(tmp_path: Path) -> None:
    settings = Settings.model_validate(document("settings"))
    assert settings.web.private
    assert str(settings.camera.source) == "v4l2:/dev/video0"


def reads(name: str, content: Any, folder: Path) -> bool:
    """Whether the program's own reader accepts a document."""
    try:
        if name == "play":
            script_of(content)
        elif name in {"odds", "adjudicate"}:
            file = folder / "content.json"
            file.write_text(json.dumps(content))
            if name == "odds":
                answers(file)
            else:
                return all(not one.refused and not one.unanswered for one in run(load_scenarios(file)))
        elif name == "settings":
            Settings.model_validate_json(json.dumps(content))
        else:
            MODELS[name].model_validate_json(json.dumps(content))
    except (RefereeError, ValidationError):
        return False
    return True


def places(content: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every value of a document."""
    items = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, value in items:
        yield (*way, key)
        yield from places(value, (*way, key))


def changed(content: Any, draw: random.Random) -> Any:
    """Return a copy with one value removed, replaced by an odd one, or with one unknown field more."""
    copied = copy.deepcopy(content)
    way = draw.choice(list(places(copied)))
    holder = copied
    for key in way[:-1]:
        holder = holder[key]
    kind = draw.randrange(3)
    if kind == 0:
        del holder[way[-1]]
    elif kind == 1 or not isinstance(holder, dict):
        holder[way[-1]] = draw.choice(ODDITIES)
    else:
        holder["unheard_of"] = 1
    return copied


@pytest.mark.parametrize("name", FORMATS)
def test_what_the_reader_accepts_the_schema_accepts(name: str, tmp_path: Path) -> None:
    draw, whole = random.Random(SEED), document(name)
    validator = jsonschema_rs.validator_for(schema_of(name))
    accepted = refused = 0
    for _ in range(CHANGES):
        one = changed(whole, draw)
        if reads(name, one, tmp_path):
            assert [f"{fault.instance_path}: {fault.message}" for fault in validator.iter_errors(one)] == []
            accepted += 1
        else:
            refused += not validator.is_valid(one)
    assert accepted
    assert refused


POSITION: dict[str, Any] = {
    "id": "x",
    "operatives": [
        {"id": "a1", "player": "p1", "pos": [10, 11], "base_mm": 32},
        {"id": "b1", "player": "p2", "pos": [12, 11], "base_mm": 32},
    ],
    "markers": [{"id": "m", "kind": "mine", "pos": [5, 5]}],
}
VALUES: dict[str, Any] = {
    "action": "Dash",
    "path": [[10, 11], [11, 11]],
    "heights": [0, 1],
    "marker": "m",
    "area": [[0, 0], [3, 0], [3, 3]],
    "rolls": {"p1": 3, "p2": 2},
    "before": {"p1": 1, "p2": 1},
    "grades": {"p1": 1, "p2": 1},
    "initiative": "p1",
    "modifiers": [1],
    "changes": [1],
    "terrain_traits": ["Light"],
    "item": "mines",
    "name": "Command Re-roll",
    "claims": [{"name": "n", "owner": "p1"}],
    "primary_in_cover": True,
    "primary_obscured": True,
}
OPERATIVES = {
    **dict.fromkeys(("by", "a", "of", "operative", "attacker"), "a1"),
    **dict.fromkeys(("target", "b", "subject", "enemy", "friend", "primary", "defender"), "b1"),
}
QUESTIONS = sorted((edition, kind) for edition in ("kt24", "kt21") for kind in answers_of(edition))


@pytest.mark.parametrize(("edition", "kind"), QUESTIONS)
def test_a_question_needs_the_fields_that_its_schema_needs(edition: str, kind: str) -> None:
    names = (*NEEDED[kind], *(("x",) if kind in REACHING else ()))
    needed = {name: VALUES.get(name, 3) for name in names}
    assert set(needed) <= set(FIELDS)

    def missing(query: dict[str, Any]) -> str:
        """Return the field that the reader misses."""
        raw = {**POSITION, "edition": edition, "query": {"type": kind, **OPERATIVES, **query}}
        (answer,) = run([Scenario.model_validate(raw)])
        lacks = answer.refused is not None and answer.refused.code == "scenario-field-missing"
        assert valid("adjudicate", [raw]) is not lacks, answer.refused
        return str(answer.refused["field"]) if lacks and answer.refused is not None else ""

    assert missing(needed) == ""
    for name in needed:
        assert missing({key: value for key, value in needed.items() if key != name}) == name


def test_a_fault_in_a_file_names_its_format(tmp_path: Path) -> None:
    (tmp_path / "odds.json").write_text('[{"id": "x", "kind": "shoot", "edition": "kt24"}]')
    (tmp_path / "team.toml").write_text('name = 3\n[[operatives]]\nname = "a"\n')
    for command, file in (("odds", "odds.json"), ("roster", "team.toml")):
        done = overlook(command, file, folder=tmp_path)
        assert done.returncode == 2
        assert f"'overlook schema {command}'" in done.stderr
        assert done.stderr.count("\n") == 1
    absent = overlook("odds", "absent.json", folder=tmp_path)
    assert "schema" not in absent.stderr


def test_formats_are_listed_and_an_unknown_one_is_refused(tmp_path: Path) -> None:
    listed = overlook("schema", folder=tmp_path)
    assert [line.partition(":")[0] for line in listed.stdout.splitlines()] == list(FORMATS)
    assert json.loads(overlook("schema", "play", folder=tmp_path).stdout)["title"] == "play"
    assert overlook("schema", "nothing", folder=tmp_path).returncode == 2
