"""`overlook terrain` and `overlook mission`: what they say, what they refuse, and what they write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from calibration.terrain_library import example_libraries, load_library
from overlook.cli.main import program
from referee.records.files.mission_file import example_missions, read_mission
from referee.records.files.packs import example_packs, read_pack
from referee.rules.errors import MalformedError


def said(*words: str) -> str:
    done = CliRunner().invoke(program(words[0]), list(words), catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


@pytest.mark.parametrize("name", sorted(example_libraries()))
def test_a_library_is_checked_by_name_and_written_to_be_changed(tmp_path: Path, name: str) -> None:
    out = tmp_path / "mine.toml"
    said("terrain", "example", name, "--out", str(out))
    assert load_library(out) == example_libraries()[name]
    lines = said("terrain", "check", str(out)).splitlines()
    assert len(lines) == 1 + len(example_libraries()[name].pieces)
    assert json.loads(said("terrain", "check", name, "--json"))["unknown_words"] == []


@pytest.mark.parametrize("name", sorted(example_missions()))
def test_a_mission_is_checked_by_name_and_written_to_be_changed(tmp_path: Path, name: str) -> None:
    out = tmp_path / "mine.toml"
    said("mission", "example", name, "--out", str(out))
    assert read_mission(out) == example_missions()[name]
    assert said("mission", "check", str(out)).startswith(example_missions()[name].name)
    assert json.loads(said("mission", "check", name, "--json"))["version"] == 1


@pytest.mark.parametrize("name", sorted(example_packs()))
def test_a_pack_is_checked_by_name_and_written_to_be_changed(tmp_path: Path, name: str) -> None:
    out, pack = tmp_path / "mine.toml", example_packs()[name]
    assert said("pack", "example").startswith(f"{name}: {pack.name}. ")
    said("pack", "example", name, "--out", str(out))
    assert read_pack(out) == pack
    lines = said("pack", "check", str(out)).splitlines()
    assert lines[0].startswith(pack.name)
    assert len(lines) == 1 + len(pack.actions) + len(pack.equipment)
    with pytest.raises(MalformedError) as refused:
        CliRunner().invoke(program("pack"), ["pack", "example", "unheard of"], catch_exceptions=False)
    assert name in refused.value.message["known"]


def test_the_schemas_are_printed() -> None:
    assert "actions" in json.loads(said("pack", "schema"))["properties"]
    assert "pieces" in json.loads(said("terrain", "schema"))["properties"]
    assert "sides" in json.loads(said("mission", "schema"))["properties"]


def test_a_misspelled_trait_is_pointed_out(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    said("terrain", "example", "open", "--out", str(out))
    out.write_text(out.read_text(encoding="utf-8").replace('"Heavy"', '"Hevy"'), encoding="utf-8")
    strange = json.loads(said("terrain", "check", str(out), "--json"))["unknown_words"]
    assert {word for _, _, word in strange} == {"Hevy"}


def test_the_tags_of_a_library_are_printed(tmp_path: Path) -> None:
    out = tmp_path / "tags.pdf"
    said("print", "tags", "--terrain", "gallowdark-like", "--out", str(out))
    assert out.read_bytes().startswith(b"%PDF")
