"""Every page that a table serves: at each width, light and dark, axe finds nothing and nothing is cut."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.axe import SCHEMES, WIDTHS, AxeEverywhere
from tests.web.fake_judge import FakeJudge
from tests.web.fake_rulings import defence_dice
from tests.web.fake_wizard import FakeWizard
from tests.web.looking import READY
from tests.web.serving import Served
from tests.web.test_web_certificate import PAPER
from web.api.calibration import create_wizard_app
from web.app import Ports, create_app

pytestmark = pytest.mark.nightly

SHEETS = ("Game", "Model", "Teams", "Measure")


@pytest.fixture
def everywhere(chromium: Browser, checkout: Path, pictures: Path) -> AxeEverywhere:
    return AxeEverywhere(chromium, checkout, pictures)


def opens(name: str) -> Callable[[Page], None]:
    """Return what opens a sheet of the phone's page, with a model chosen for the one that shows a model."""

    def act(page: Page) -> None:
        if name == "Model":
            page.locator(".operative[aria-label^='A3'] .base").dispatch_event("click", {"bubbles": True})
        page.locator("#sheets").get_by_role("button", name=name).click()

    return act


def invites(page: Page) -> None:
    """Have the table's screen show its PIN; a phone's own page of the table has no such button."""
    page.set_viewport_size({"width": 1600, "height": WIDTHS[1600]})
    page.locator("#pairing").click()


@pytest.mark.nightly
def test_axe_finds_nothing_on_what_players_look_at(served: Served, everywhere: AxeEverywhere) -> None:
    served.change(ghosts=True, hand=True, prompts=(*served.fake.prompts, defence_dice()))
    for sheet in SHEETS:
        everywhere.look(f"{served.url}/phone", f"phone-{sheet.lower()}", ready=READY, act=opens(sheet))
    everywhere.look(f"{served.url}/", "table", ready=READY)
    everywhere.look(f"{served.url}/", "table-pairing", ready=READY, act=invites)
    everywhere.look(f"{served.url}/pair", "pair", ready=READY)
    assert everywhere.faults == [], "\n".join(everywhere.faults)
    assert everywhere.looked == (len(SHEETS) + 3) * len(WIDTHS) * len(SCHEMES)


@pytest.mark.nightly
def test_axe_finds_nothing_on_what_is_looked_up(
    served: Served, everywhere: AxeEverywhere, client: httpx.Client, tmp_path: Path
) -> None:
    report = tmp_path / "report.html"
    report.write_bytes(client.get("/api/games/1/report.html").raise_for_status().content)
    everywhere.look(report.as_uri(), "report", ready="h1")
    shown = {
        "health": ("/health", READY),
        "replay": ("/replay", READY),
        "free": ("/free", READY),
        "clip": ("/clip#1/40", READY),
        "fairness": ("/fairness", "h1"),
        "help": ("/help", "h1"),
        "help-german": ("/help?in=de", "h1"),
        "no-page": ("/nothing-here", "h1"),
        "no-set-up": ("/setup", "h1"),
        "no-first-run": ("/first", "h1"),
        "no-judge": ("/judge", "h1"),
    }
    for name, (path, ready) in shown.items():
        everywhere.look(served.url + path, name, ready=ready)
    assert everywhere.faults == [], "\n".join(everywhere.faults)
    assert everywhere.looked == (len(shown) + 1) * len(WIDTHS) * len(SCHEMES)


@pytest.mark.nightly
def test_axe_finds_nothing_on_what_goes_on_air(served: Served, everywhere: AxeEverywhere) -> None:
    shown = {"overlay": "/overlay", "overlay-dice": "/overlay/dice", "overlays": "/overlays", "director": "/director"}
    for name, path in shown.items():
        everywhere.look(served.url + path, name, ready=READY)
    assert everywhere.faults == [], "\n".join(everywhere.faults)
    assert everywhere.looked == len(shown) * len(WIDTHS) * len(SCHEMES)


@pytest.mark.nightly
def test_axe_finds_nothing_on_what_only_some_tables_have(
    served: Served, everywhere: AxeEverywhere, tmp_path: Path
) -> None:
    certificate = tmp_path / "certificate.json"
    certificate.write_text(json.dumps(PAPER))
    served.put(create_app(Ports(table=served.fake, certificate=certificate, judge=FakeJudge())))
    everywhere.look(f"{served.url}/judge", "judge", ready=READY)
    everywhere.look(f"{served.url}/certificate", "certificate", ready=".verdict")
    served.put(create_wizard_app(FakeWizard(served.fake)))
    everywhere.look(f"{served.url}/calibrate", "calibrate", ready=READY)
    assert everywhere.faults == [], "\n".join(everywhere.faults)
    assert everywhere.looked == 3 * len(WIDTHS) * len(SCHEMES)
