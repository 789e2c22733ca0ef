"""From an empty data folder to a certificate and a first ruling in the browser alone, the plug pulled at every step."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from calibration.rig import load_rig
from hardware.simulated import example_rig
from tests.overlook.first_run.first_game import STEP_IN, FirstGame
from tests.overlook.first_run.fresh_table import FreshTable
from tests.overlook.first_run.hands_camera import NAME, SIZE_PX, SOURCE

PATIENCE_MS = 240_000
PLATES = ((8.0, 11.0, 20.0), (21.5, 10.5, -70.0), (15.0, 12.0, 100.0))


class Newcomer:
    """Somebody who has never seen a shell: reads the page, touches it, and pulls the plug now and then."""

    def __init__(self, page: Page, table: FreshTable, artifacts: Path) -> None:
        self.page, self.table, self.artifacts = page, table, artifacts
        self.touches = 0

    def touch(self, name: str, *, exact: bool = False) -> None:
        self.touches += 1
        self.page.get_by_role("button", name=name, exact=exact).first.click()

    def turn_to(self, step: str) -> None:
        self.touch("Next", exact=True)
        self.at(step)

    def at(self, step: str) -> None:
        expect(self.page.locator("body")).to_have_attribute("data-step", step, timeout=PATIENCE_MS)

    def loses_nothing(self, name: str) -> None:
        """Keep a picture of the step, pull the plug, and see the page come back by itself, as it was."""
        self.page.screenshot(path=self.artifacts / f"first-run-{name}.png")
        before = self.standing()
        self.table.pull_plug()
        self.table.program.until("the page's own table answers", lambda: self.table.program.first() is not None)
        assert self.standing() == before

    def standing(self) -> dict[str, object]:
        state = self.table.program.first()
        assert state is not None
        lens = state["lens"]
        kept = {key: state[key] for key in ("step", "camera", "places", "certificate", "ruler_mm", "plate_mm", "ready")}
        done = [step["name"] for step in state["steps"] if step["done"]]
        return {**kept, "done": done, "chosen": state["cameras"], "lens": lens and None}


@pytest.mark.slow
def test_a_newcomer_goes_from_an_empty_folder_to_a_first_ruling_without_a_shell_and_loses_nothing_to_a_pulled_plug(
    fresh: FreshTable, chromium: Browser, artifacts: Path
) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 860})
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"http://localhost:{fresh.port}/")
    me = Newcomer(page, fresh, artifacts)
    expect(page.locator("#lacks")).to_contain_text("No camera is chosen")
    expect(page.locator("#lacks")).to_contain_text("lens is not known")

    me.touch(f"{NAME} ({SOURCE})")
    expect(page.locator("#picture")).to_be_visible(timeout=PATIENCE_MS)
    me.loses_nothing("1-camera")

    me.turn_to("picture")
    expect(page.locator("#step li", has_text="16 of 16 board tags")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#step li", has_text="middle grey")).to_be_visible()
    me.loses_nothing("2-picture")

    me.turn_to("print")
    for sheet in ("kit", "charuco", "verify"):
        assert fresh.program.page(f"/api/first/{sheet}.pdf").content.startswith(b"%PDF")
    page.get_by_label("The printed 100 mm line").fill("99")
    page.get_by_label("The printed 100 mm line").press("Tab")
    expect(page.get_by_role("alert").filter(has_text="print again")).to_be_visible()
    page.get_by_label("The printed 100 mm line").fill("100")
    page.get_by_label("The printed 100 mm line").press("Tab")
    page.get_by_label("The verify plate on its card").fill("1.2")
    page.get_by_label("The verify plate on its card").press("Tab")
    fresh.program.until("the plate's thickness is kept", lambda: (fresh.program.first() or {})["plate_mm"] == 1.2)
    me.loses_nothing("3-print")

    me.turn_to("lens")
    fresh.hold({"show": "sheet"})
    views = page.locator("#step p", has_text="Views:")
    expect(views).to_contain_text("4 of", timeout=PATIENCE_MS)
    me.loses_nothing("4-lens")
    # The views kept are taken again with the first picture: of a table that had lost them it would be the only one.
    fresh.program.until("views are counted again", lambda: fresh.views() > 0)
    assert fresh.views() >= 4
    find = page.get_by_role("button", name="Find the lens")
    expect(find).to_be_enabled(timeout=PATIENCE_MS)
    me.touch("Find the lens")
    expect(page.locator("#saved")).to_be_visible(timeout=PATIENCE_MS)
    found, true = load_rig(fresh.data / "rig.json").camera, example_rig(SIZE_PX).camera
    assert abs(found.camera_matrix[0, 0] / true.camera_matrix[0, 0] - 1) < 0.01

    fresh.hold({"show": "board"})
    me.turn_to("board")
    expect(page.locator("#found")).to_contain_text("16 of 16 tags", timeout=PATIENCE_MS)
    expect(page.locator("#over polygon")).to_have_count(16)
    me.loses_nothing("5-board")

    me.turn_to("verify")
    for number, (x, y, turn) in enumerate(PLATES, 1):
        fresh.hold({"show": "plate", "x": x, "y": y, "turn": turn})
        place = page.get_by_role("button", name=f"Leave place {number} out")
        while not place.is_visible():
            me.touch("Measure here")
            page.wait_for_timeout(1500)
        me.loses_nothing(f"6-verify-{number}")
    me.touch("Make the certificate")
    expect(page.locator("#certificate")).to_be_visible(timeout=PATIENCE_MS)
    certificate = json.loads((fresh.data / "certificate.json").read_text())
    assert certificate["distances"] > 100
    me.loses_nothing("7-certificate")

    fresh.hold({"show": "board"})
    me.touch("Go to the table")
    page.wait_for_url("**/setup")
    page.wait_for_selector("body[data-ready]")
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
