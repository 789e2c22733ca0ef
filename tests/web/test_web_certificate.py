"""The accuracy certificate: a page of its own, a line on the overlay, and what to do while there is none."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.fake_table import FakeTable
from tests.web.looking import Look
from tests.web.serving import Served
from web.app import Ports, create_app
from web.contract.base import HealthState
from web.contract.setup.calibration import ACCURACY, Certificate, read_certificate, short_certificate
from web.contract.table.snapshot import HealthView
from web.pages.certificate import certificate_page

PAPER: dict[str, Any] = {
    "version": 1,
    "date": "2026-03-01",
    "camera": "<cm3>",
    "distances": 344,
    "bias_mm": 0.0121,
    "p50_mm": 0.0712,
    "p95_mm": 0.2134,
    "max_mm": 0.4021,
    "coverage_95": 0.957,
    "px_per_module": 3.31,
    "places": [
        {"image": "a.jpg", "centre_mm": [203.2, 279.4], "bias_mm": 0.01, "p95_mm": 0.2, "scale": 1.0002, "tags": 20},
        {"image": "b.jpg", "centre_mm": [546.1, 266.7], "bias_mm": -0.02, "p95_mm": 0.22, "scale": 0.9997, "tags": 19},
    ],
}


def get(path: Path | None) -> httpx.Response:
    async def ask() -> httpx.Response:
        app = create_app(Ports(table=FakeTable(moving=False), certificate=path))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.get("/certificate")

    return asyncio.run(ask())


@pytest.mark.parametrize("content", [None, "no json", "{}", '{"version": 1, "places": []}'])
def test_without_a_certificate_the_page_says_how_to_get_one(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "certificate.json"
    if content is not None:
        path.write_text(content)
    answer = get(path)
    assert answer.status_code == 404
    assert "overlook verify" in answer.text
    assert get(None).status_code == 404


def test_the_page_shows_every_figure_and_escapes_names(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(PAPER))
    page = get(path).text
    for words in (
        "2026-03-01",
        "0.21<small>",
        "0.07<small>",
        "0.40<small>",
        "+0.01<small>",
        "95.7 %",
        "a.jpg",
        "b.jpg",
    ):
        assert words in page
    assert "&lt;cm3&gt;" in page
    assert "<style" not in page, "the server's policy allows no style in the page"
    assert "<style" in certificate_page(Certificate.model_validate(PAPER), alone=True)
    read = read_certificate(path)
    assert read is not None
    assert read.model_dump(mode="json") == PAPER


def test_places_of_the_plate_are_given_in_inches_and_their_errors_in_millimetres() -> None:
    page = certificate_page(Certificate.model_validate(PAPER), alone=False)
    assert "<td>a.jpg</td><td>8.0, 11.0 in</td><td>20</td><td>+0.010 mm</td><td>0.200 mm</td><td>100.02%</td>" in page
    assert "<td>b.jpg</td><td>21.5, 10.5 in</td><td>19</td><td>-0.020 mm</td><td>0.220 mm</td><td>99.97%</td>" in page


def test_a_stated_error_that_does_not_hold_is_said() -> None:
    page = certificate_page(Certificate.model_validate({**PAPER, "coverage_95": 0.7}), alone=False)
    assert "70.0 % of the errors" in page
    assert 'data-honest="false"' in page


@pytest.mark.nightly
def test_the_overlay_says_how_exact_the_table_was_verified_to_be(look: Look, served: Served, pictures: Path) -> None:
    page = look.at("/overlay", "stream")
    expect(page.locator("#accuracy")).to_be_hidden()
    words = str(short_certificate(Certificate.model_validate(PAPER)))
    line = HealthView(part=ACCURACY, state=HealthState.OK, sentence=words)
    served.change(verified=(line,))
    expect(page.locator("#accuracy")).to_have_text("±0.21 mm, verified 2026-03-01")
    page.locator("#inset").screenshot(path=pictures / "accuracy.png")
