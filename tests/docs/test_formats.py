"""docs/formats.md: every example in it is read by the code that reads the real thing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from calibration.catalogue import parse_catalogue
from calibration.lens.target import parse_target
from calibration.rig import parse_rig
from overlook.schemas import FORMATS
from referee.corpus.odds_questions import KINDS, answers
from referee.corpus.scenario import load_scenarios
from referee.game.journal_entry import JournalEntry
from referee.records.files.mission_file import read_mission
from referee.records.files.packs import read_pack
from referee.records.files.roster_file import read_roster

FENCED = re.compile(r"^```(\w+) (\w+)\n(.*?)^```", re.M | re.S)


def blocks(checkout: Path) -> dict[str, str]:
    """Return the examples by their names."""
    return {name: text for _, name, text in FENCED.findall((checkout / "docs" / "formats.md").read_text())}


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("catalogue", parse_catalogue),
        ("rig", parse_rig),
        ("target", parse_target),
        ("entry", JournalEntry.model_validate),
    ],
)
def test_a_json_example_is_read(checkout: Path, name: str, read: Callable[[object], object]) -> None:
    assert read(json.loads(blocks(checkout)[name])) is not None


@pytest.mark.parametrize(("name", "read"), [("mission", read_mission), ("team", read_roster), ("pack", read_pack)])
def test_a_toml_example_is_read(checkout: Path, tmp_path: Path, name: str, read: Callable[[Path], object]) -> None:
    path = tmp_path / f"{name}.toml"
    path.write_text(blocks(checkout)[name])
    assert read(path) is not None


@pytest.mark.parametrize(("name", "read"), [("odds", answers), ("adjudicate", load_scenarios)])
def test_an_example_of_questions_is_read(
    checkout: Path, tmp_path: Path, name: str, read: Callable[[Path], object]
) -> None:
    path = tmp_path / f"{name}.json"
    path.write_text(blocks(checkout)[name])
    assert read(path)


def test_every_format_is_listed(checkout: Path) -> None:
    text = (checkout / "docs" / "formats.md").read_text()
    assert [name for name in FORMATS if f"\n| `{name}` | " not in text] == []
    assert [kind for kind in KINDS if f"| `{kind}` |" not in text] == []


def test_every_file_that_the_papers_name_is_there(checkout: Path) -> None:
    named = re.compile(r"`([a-z_0-9]+(?:/[\w.\-]+)+\.(?:py|md|js|txt|toml|sh))`")
    papers = [*(checkout / "docs").rglob("*.md"), checkout / "README.md", checkout / "CONTRIBUTING.md"]
    papers.remove(checkout / "docs" / "history.md")  # It names files as they were called in its version.
    found = [
        f"{paper.relative_to(checkout)}: {place}"
        for paper in papers
        for place in named.findall(paper.read_text())
        if not (checkout / place).exists()
    ]
    assert not found
