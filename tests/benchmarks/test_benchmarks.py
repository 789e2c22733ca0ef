"""Every benchmark runs, with as little work as it can be given, and prints a figure: a speed is never asserted here."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

SMALLEST: dict[str, tuple[str, ...]] = {
    "dice/adversary": ("--each", "1", "--only", "phone"),
    "dice/coin_tosses": ("2",),
    "vision/corners_by_size": ("--sheets", "1", "--sides", "17"),
    "vision/detection_passes": ("--sheets", "1", "--only", "plain"),
    "vision/foreign_tags": ("--sheets", "1"),
    "dice/cocked": ("--trays", "1", "--rolls", "1"),
    "dice/refused": ("--trays", "1", "--rolls", "1", "--truth"),
    "dice/trays": ("--trays", "1", "--rolls", "1"),
    "table/growth": ("--lengths", "60", "90", "--acts", "3", "--starts", "1"),
    "table/felt": ("table", "wire", "commands", "--rounds", "1"),
    "referee/paths": ("--boards", "1"),
    "referee/sight": ("--repeats", "1"),
    "hall/hall_load": ("2",),
    "hall/phones": ("--phones", "2"),
    "hall/swiss": ("--events", "2"),
    "table/scrape": ("--scrapes", "2"),
    "vision/photo_questions": ("--photographs", "1"),
    "vision/many_frames": ("1", "--pictures", "2"),
    "table/on_air": ("2",),
    "vision/opposite_errors": ("1",),
    "vision/displaced_tags": ("--scenes", "1"),
    "vision/placement_figures": ("1",),
    "referee/rulings": ("--rounds", "1"),
    "vision/room_adversary": ("--rooms", "1", "--pictures", "1"),
    "vision/room_figures": ("--seeds", "1", "--only", "as_it_is"),
    "table/slow_network": (),
    "table/one_shoot": (),
    "table/latency": ("2",),
    "table/memory": ("1",),
    "table/soak": ("--seconds", "8", "--viewers", "2", "--cameras", "1"),
    "dice/tray_cost": ("1",),
    "referee/ways_round": ("--ways", "1"),
    "vision/logging_cost": ("--frames", "1"),
    "referee/contributions": ("--rulings", "4"),
    "table/first_picture": (),
    "table/viewers": ("--viewers", "2", "--cameras", "1", "--seconds", "3", "--rounds", "1"),
}
ON_SHARED_DATA: dict[str, tuple[str, ...]] = {
    "dice/sources": ("dice", "--sources", "bartek-classic-d6", "--every", "10"),
    "referee/odds_speed": ("--data", "rules"),
}
NO_BENCHMARK = {
    "dice/ablation",
    "dice/coin_scenes",
    "table/felt_program",
    "table/held_pictures",
    "reference",
}
BY_HAND = {"table/broadcast", "dice/rooms", "table/first_minutes", "hall/halls_load", "referee/lists_opened"}
"""What needs Janus and its own network, a path tracer's trays, an empty system, PostgreSQL and two brokers, others'
lists: each says how it is run.
"""

GUIDE = (Path(__file__).parents[2] / "docs" / "speed.md").read_text()
PATIENCE_S = 400.0
OVER_A_LIMIT = 1
"""What a benchmark ends with where its figure is over its limit, as it may be on a busy machine."""


def ran(checkout: Path, name: str, given: tuple[str, ...]) -> str:
    """Return what a benchmark prints."""
    done = subprocess.run(
        [sys.executable, f"benchmarks/{name}.py", *given],
        cwd=checkout,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode in (0, OVER_A_LIMIT), done.stderr
    return done.stdout


def test_every_benchmark_is_run_here(checkout: Path) -> None:
    programs = (path for path in (checkout / "benchmarks").rglob("*.py") if path.stem != "__init__")
    there = {path.relative_to(checkout / "benchmarks").with_suffix("").as_posix() for path in programs}
    there -= NO_BENCHMARK | BY_HAND
    assert there == SMALLEST.keys() | ON_SHARED_DATA.keys()


@pytest.mark.nightly
@pytest.mark.parametrize("name", SMALLEST)
def test_a_benchmark_prints_its_figures(checkout: Path, name: str) -> None:
    assert re.search(r"\d", ran(checkout, name, SMALLEST[name]))


@pytest.mark.nightly
def test_the_guides_command_draws_a_flame_graph(checkout: Path, tmp_path: Path) -> None:
    (command,) = re.findall(
        r"^ {4}py-spy (record -o felt\.svg -- python) benchmarks/table/felt\.py table$", GUIDE, re.M
    )
    py_spy = Path(sys.executable).with_name("py-spy")
    words = command.replace("felt.svg", str(tmp_path / "felt.svg")).replace("python", sys.executable).split()
    small = ("benchmarks/referee/rulings.py", "--rounds", "1")
    subprocess.run([py_spy, *words, *small], cwd=checkout, check=False, capture_output=True, timeout=PATIENCE_S)
    assert "rulings.py" in (tmp_path / "felt.svg").read_text()


@pytest.mark.data
@pytest.mark.parametrize("name", ON_SHARED_DATA)
def test_a_benchmark_on_shared_data_prints_its_figures(checkout: Path, shared_data: Path, name: str) -> None:
    given = (str(shared_data / word) if (shared_data / word).exists() else word for word in ON_SHARED_DATA[name])
    assert re.search(r"\d", ran(checkout, name, tuple(given)))
