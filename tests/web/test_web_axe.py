"""axe-core finds no serious fault on any page, at any size, light or dark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.web.fake_judge import FakeJudge
from tests.web.fake_rulings import defence_dice
from tests.web.fake_wizard import FakeWizard
from tests.web.looking import READY, Look, Scheme, Size, until
from tests.web.serving import Served
from tests.web.test_web_certificate import PAPER
from web.api.calibration import create_wizard_app
from web.app import Ports, create_app

AXE = Path(".venv/page-tools/node_modules/axe-core/axe.min.js")
SERIOUS = {"serious", "critical"}
VIEWS: list[tuple[str, Size, Scheme]] = [
    ("/", "phone", "light"),
    ("/", "tablet", "dark"),
    ("/", "stream", "light"),
    ("/phone", "phone", "dark"),
    ("/phone", "phone", "light"),
    ("/phone", "tablet", "light"),
    ("/pair", "phone", "light"),
    ("/pair", "tablet", "dark"),
    ("/health", "phone", "light"),
    ("/health", "stream", "dark"),
    ("/replay", "phone", "light"),
    ("/replay", "tablet", "light"),
    ("/replay", "stream", "dark"),
    ("/free", "phone", "dark"),
    ("/free", "tablet", "light"),
    ("/clip#1/40", "phone", "light"),
    ("/clip#1/40", "stream", "dark"),
    ("/certificate", "phone", "light"),
    ("/certificate", "stream", "dark"),
    ("/calibrate", "phone", "light"),
    ("/calibrate", "stream", "dark"),
    ("/overlay", "stream", "dark"),
    ("/overlay/dice", "stream", "light"),
    ("/overlay?theme=light", "stream", "light"),
    ("/overlay?theme=contrast", "stream", "dark"),
    ("/overlays", "stream", "dark"),
    ("/overlays", "phone", "light"),
    ("/director", "stream", "dark"),
    ("/director", "phone", "light"),
    ("/judge", "phone", "light"),
    ("/judge", "stream", "dark"),
    ("/phone?hall", "phone", "light"),
    ("/?hall", "stream", "dark"),
]
PER_COMMIT: list[tuple[str, Size, Scheme]] = [
    ("/", "phone", "light"),
    ("/phone", "phone", "dark"),
    ("/pair", "tablet", "dark"),
    ("/replay", "tablet", "light"),
    ("/overlay", "stream", "dark"),
    ("/judge", "phone", "light"),
]
OF_A_HALL = {"/judge", "/phone?hall", "/?hall"}


@pytest.fixture(scope="module")
def axe(checkout: Path) -> str:
    """The source of axe-core; a test that asks for it fails with the line that gets it where it is missing."""
    path = checkout / AXE
    if not path.exists():
        pytest.fail(f"{AXE} is missing: run 'sh deploy/prepare.sh test'")
    return path.read_text(encoding="utf-8")


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("path", "size", "scheme"),
    [pytest.param(*view, marks=() if view in PER_COMMIT else pytest.mark.nightly) for view in VIEWS],
)
def test_no_serious_fault(
    look: Look, served: Served, axe: str, path: str, size: Size, scheme: Scheme, tmp_path: Path, pictures: Path
) -> None:
    served.change(ghosts=True, hand=True, prompts=(*served.fake.prompts, defence_dice()))
    if path == "/calibrate":
        served.put(create_wizard_app(FakeWizard(served.fake)))
    if path in OF_A_HALL:
        served.put(create_app(Ports(table=served.fake, judge=FakeJudge())))
    if path == "/certificate":
        certificate = tmp_path / "certificate.json"
        certificate.write_text(json.dumps(PAPER))
        served.put(create_app(Ports(table=served.fake, certificate=certificate)))
    page = look.at(path, size=size, scheme=scheme, ready=".verdict" if path == "/certificate" else READY)
    page.screenshot(path=pictures / f"axe{path.replace('/', '-')}-{size}-{scheme}.png")
    if path == "/phone":
        page.locator(".operative[aria-label^='A3'] .base").dispatch_event("click", {"bubbles": True})
        page.get_by_role("group", name="Below the board").get_by_role("button", name="Model").click()
    until(page, "document.fonts.status === 'loaded'")
    page.evaluate(f"() => {{ {axe}\n; }}")
    found: dict[str, Any] = page.evaluate("async () => await axe.run(document, { resultTypes: ['violations'] })")
    faults = [
        f"{fault['id']}: {fault['help']}: {fault['nodes'][0]['html'][:120]}"
        for fault in found["violations"]
        if fault["impact"] in SERIOUS
    ]
    assert faults == []
    assert found["passes"] or found["inapplicable"]
