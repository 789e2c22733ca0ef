"""From an empty data folder to a certificate and a first ruling in the browser alone, the plug pulled at every step."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from calibration.rig import load_rig
from simulation import example_rig
from tests.overlook.first_run.first_game import STEP_IN, FirstGame
from tests.overlook.first_run.fresh_table import FreshTable
from tests.overlook.first_run.hands_camera import NAME, SIZE_PX, SOURCE
from tests.overlook.first_run.newcomer import Newcomer


def standing(table: FreshTable) -> dict[str, object]:
    state = table.first()
    assert state is not None
    lens = state["lens"]
    kept = {key: state[key] for key in ("step", "camera", "places", "certificate", "ruler_mm", "plate_mm", "ready")}
    done = [step["name"] for step in state["steps"] if step["done"]]
    return {**kept, "done": done, "chosen": state["cameras"], "lens": lens and None}


def loses_nothing(table: FreshTable, step: str) -> None:
    """Pull the plug, and see the page come back by itself, as it was."""
    before = standing(table)
    table.pull_plug()
    table.until("the page's own table answers", lambda: table.first() is not None)
    assert standing(table) == before
    if step == "4-lens":
        # The views kept are taken again with the first picture: of a table that had lost them it would be the only one.
        table.until("views are counted again", lambda: table.views() > 0)
        assert table.views() >= 4


@pytest.mark.slow
def test_a_newcomer_goes_from_an_empty_folder_to_a_first_ruling_without_a_shell_and_loses_nothing_to_a_pulled_plug(
    fresh: FreshTable, chromium: Browser, artifacts: Path
) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 860})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    me = Newcomer(page, fresh, artifacts, after=lambda step: loses_nothing(fresh, step))
    page.goto(f"{fresh.address}/")
    me.goes_to_the_certificate(f"{NAME} ({SOURCE})")
    found, true = load_rig(fresh.data / "rig.json").camera, example_rig(SIZE_PX).camera
    assert abs(found.camera_matrix[0, 0] / true.camera_matrix[0, 0] - 1) < 0.01
    certificate = json.loads((fresh.data / "certificate.json").read_text())
    assert certificate["distances"] > 100
    me.goes_to_the_table()
    health = {one["part"]: one for one in fresh.program.page("/api/health").json()["parts"]}
    assert health["accuracy"]["state"] == "ok"
    game = FirstGame(page, fresh, artifacts)
    game.set_up()
    ruling = game.first_ruling()
    page.screenshot(path=artifacts / "first-run-8-ruled.png")
    assert ruling["verdict"] == "YES"
    measured = ruling["findings"][0]
    assert measured["measured"] == pytest.approx(STEP_IN, abs=max(0.01, 4 * measured["sigma"]))
    assert not faults
    print(f"\ntouches: {me.touches} to the certificate, {game.me.steps} from there to a ruling")
