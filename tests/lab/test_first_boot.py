"""The installed service at its first boot: a phone claims it, and goes from there to a certificate and a first ruling.

Nothing is configured: no settings but those that install.sh writes, no file but the first run's own, no shell.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.conftest import CHROMIUM, FLAGS
from tests.lab.booted_table import CAMERA, NAME, BootedTable
from tests.overlook.first_run.first_game import STEP_IN, FirstGame
from tests.overlook.first_run.newcomer import Newcomer

pytestmark = pytest.mark.lab
PATIENCE_S = 900.0
"""An emulated machine is ten to twenty times as slow as this one."""

RESTART = {"wish": {"kind": "power", "what": "restart"}}

RUNS_S = """() => fetch('/api/machine').then((said) => said.json()).then((now) => now.running_s, () => Infinity)"""


@pytest.fixture
def phone(lab: Path) -> Iterator[Browser]:
    """A browser for which the network has the table's own name."""
    assert lab
    with sync_playwright() as playwright:
        names = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, names])
        yield browser
        browser.close()


def runs_s(page: Page) -> float:
    """Return for how long the program of a table has run, as its referee is told; infinity while nothing answers."""
    return float(page.evaluate(RUNS_S))


def restart_on_the_machines_page(page: Page, table: BootedTable) -> None:
    """Touch what restarts the program, say that it is meant, and wait for the page to come back by itself."""
    page.goto(page.url.replace("/phone", "/machine"))
    before_s = runs_s(page)
    page.locator("#end-restart").click()
    page.locator("#end-sure").click()
    expect(page.locator("#power")).to_contain_text("Restarting")
    expect(page.locator("#refused")).to_be_hidden()
    table.until("it runs anew", lambda: runs_s(page) < before_s)
    expect(page.locator("#end-restart")).to_be_visible()


def test_from_its_first_boot_to_a_first_ruling_without_a_shell(lab: Path, phone: Browser, artifacts: Path) -> None:
    faults: list[str] = []
    with BootedTable(lab) as table:
        table.hold({"show": "board"})
        page = phone.new_page(viewport={"width": 1280, "height": 860})
        page.on("pageerror", lambda error: faults.append(str(error)))
        me = Newcomer(page, table, artifacts, after=table.tell, patience_s=PATIENCE_S)
        page.goto(f"http://{NAME}:{table.port}/")
        expect(page.locator("#next")).to_be_disabled()
        assert httpx.post(f"{table.address}/api/machine", json=RESTART, timeout=PATIENCE_S).status_code == 401
        me.touch("This is my table: claim it")
        expect(page.locator("#claim")).to_be_hidden()
        table.tell("claimed")
        me.goes_to_the_certificate(CAMERA)
        me.goes_to_the_table()
        table.tell("the set-up")
        game = FirstGame(page, table, artifacts, within_s=PATIENCE_S)
        game.set_up()
        table.tell("the game is on")
        ruling = game.first_ruling()
        table.tell(f"ruled: {ruling['claim']}")
        restart_on_the_machines_page(page, table)
        table.tell("restarted")
        assert ruling["id"] in {one["id"] for one in game.snapshot()["rulings"]}
    assert ruling["verdict"] == "YES"
    measured = ruling["findings"][0]
    assert measured["measured"] == pytest.approx(STEP_IN, abs=max(0.01, 4 * measured["sigma"]))
    assert not faults
