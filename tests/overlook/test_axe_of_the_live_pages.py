"""Pages that only a running table has, set-up, first run, machine and versions: axe finds nothing, nothing is cut."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.axe import LARGE_TEXT_WIDTHS, SCHEMES, WIDTHS, AxeEverywhere
from tests.overlook.first_run.fresh_table import FreshTable
from tests.overlook.first_run.hands_camera import SIZE_PX, SOURCE
from tests.overlook.live_table import LiveTable
from tests.overlook.lobby.simulated_play import hand

pytestmark = pytest.mark.nightly

READY = "body[data-ready]"
STARTED: tuple[dict[str, Any], ...] = (
    {"kind": "team_example", "player": "p1", "name": "saltglass"},
    {"kind": "put", "thing": "bunker", "x": 10.0, "y": 10.0, "rotation_deg": 0.0},
    {"kind": "pick_mission", "name": "crossed-lines"},
    {"kind": "declare_marker", "what": "objective", "x": 20.0, "y": 8.0},
)
"""What somebody has done on the set-up's page, so that its steps have something to show."""


@pytest.fixture
def everywhere(chromium: Browser, checkout: Path, artifacts: Path) -> AxeEverywhere:
    return AxeEverywhere(chromium, checkout, artifacts)


def all_open(page: Page) -> None:
    """Open whatever can be opened on a page."""
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")


def test_axe_finds_nothing_where_a_table_is_set_up_and_on_its_machine(
    empty: LiveTable, everywhere: AxeEverywhere
) -> None:
    for wish in STARTED:
        hand(empty, **wish).raise_for_status()
    steps = [one["id"] for one in httpx.get(f"{empty.url}api/setup").raise_for_status().json()["steps"]]
    for step in steps:
        hand(empty, kind="go", step=step).raise_for_status()
        everywhere.look(f"{empty.url}setup", f"setup-{step}", ready=f"{READY}[data-step={step}]", act=all_open)
    everywhere.look(f"{empty.url}machine", "machine", ready=READY, act=all_open)
    everywhere.look(f"{empty.url}update", "update", ready=READY)
    assert everywhere.faults == [], "\n".join(everywhere.faults)
    assert everywhere.looked == (len(steps) + 2) * len(WIDTHS) * len(SCHEMES)


def test_nothing_overlaps_at_200_percent_text_where_a_table_is_set_up_and_on_its_machine(
    empty: LiveTable, everywhere: AxeEverywhere
) -> None:
    for wish in STARTED:
        hand(empty, **wish).raise_for_status()
    steps = [one["id"] for one in httpx.get(f"{empty.url}api/setup").raise_for_status().json()["steps"]]
    for step in steps:
        hand(empty, kind="go", step=step).raise_for_status()
        ready = f"{READY}[data-step={step}]"
        everywhere.look_at_large_text(f"{empty.url}setup", f"setup-{step}", ready=ready, act=all_open)
    for page in ("machine", "update"):
        everywhere.look_at_large_text(f"{empty.url}{page}", page, ready=READY, act=all_open)
    assert everywhere.faults == [], "\n".join(everywhere.faults)
    assert everywhere.looked == (len(steps) + 2) * len(LARGE_TEXT_WIDTHS)


def test_axe_finds_nothing_on_any_step_of_the_first_run(fresh: FreshTable, everywhere: AxeEverywhere) -> None:
    first = fresh.program.first()
    assert first is not None
    everywhere.look(f"{fresh.program.url}/first", "first-no-camera", ready=READY)
    fresh.program.ask("choose", source=SOURCE, size_px=SIZE_PX).raise_for_status()
    fresh.program.until("there is a picture", lambda: (fresh.program.first() or {})["picture"] > 0)
    steps = [one["name"] for one in first["steps"]]
    for step in steps:
        fresh.program.ask("turn", step=step).raise_for_status()
        ready = f"{READY}[data-step={step}]"
        everywhere.look(f"{fresh.program.url}/first", f"first-{step}", ready=ready)
        everywhere.look_at_large_text(f"{fresh.program.url}/first", f"first-{step}", ready=ready, act=all_open)
    assert everywhere.faults == [], "\n".join(everywhere.faults)
    large = len(steps) * len(LARGE_TEXT_WIDTHS)
    assert everywhere.looked == (len(steps) + 1) * len(WIDTHS) * len(SCHEMES) + large
