"""The lens wizard in a browser, with a simulated camera before which somebody holds the sheet."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from calibration.rig import load_rig
from simulation import example_rig
from tests.overlook.commands import Forked, overlook

WITHIN_MS = 240_000


@contextmanager
def wizard_at(folder: Path, *options: str) -> Iterator[tuple[str, Path]]:
    """Run the wizard; yield the address that it says, and the file that it writes."""
    out = folder / "lens" / "rig.json"
    said = folder / "said"
    words = ["calibrate", "wizard", "--out", str(out), "--port", "0", *options]
    process = Forked(words, folder=folder, out=Path(os.devnull), err=said, end=folder / "end")
    found = None
    while found is None:
        assert process.poll() is None, f"the wizard has stopped: {said.read_text()}"
        time.sleep(0.05)
        found = re.search(r"http://\S+(?=\s)", said.read_text()) if said.exists() else None
    yield found.group(0), out
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0


@pytest.fixture
def wizard(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The wizard for its own machine."""
    with wizard_at(tmp_path) as found:
        yield found


def test_a_wizard_for_the_network_says_an_address_that_other_devices_can_call(tmp_path: Path) -> None:
    with wizard_at(tmp_path, "--host", "0.0.0.0") as (address, _):
        assert urlsplit(address).hostname not in {"0.0.0.0", "localhost", "127.0.0.1"}
        assert httpx.get(address, timeout=60, follow_redirects=True).status_code == 200


@pytest.mark.nightly
def test_the_wizard_takes_views_by_itself_and_finds_the_lens(
    wizard: tuple[str, Path], chromium: Browser, artifacts: Path
) -> None:
    address, out = wizard
    page = chromium.new_page(viewport={"width": 1440, "height": 860})
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    expect(page.locator("#finish")).to_be_disabled()
    expect(page.locator("#views li")).not_to_have_count(0, timeout=60_000)
    expect(page.locator("#views li").nth(6)).to_be_attached(timeout=WITHIN_MS)
    expect(page.locator("#cells rect[data-reached='true']")).not_to_have_count(0)
    expect(page.locator("#over circle")).not_to_have_count(0)
    page.screenshot(path=artifacts / "wizard_halfway.png")
    first = page.locator("#views li").last
    name = first.locator("span").inner_text()
    first.get_by_role("button").click()
    expect(page.locator("#views li span", has_text=re.compile(f"^{name}$"))).to_have_count(0)
    expect(page.locator("#finish")).to_be_enabled(timeout=WITHIN_MS)
    expect(page.locator("#advice")).to_contain_text(re.compile("Enough|hold it still|blurred", re.IGNORECASE))
    page.locator("#finish").click()
    expect(page.locator("#outcome")).to_contain_text("rig.json", timeout=60_000)
    page.screenshot(path=artifacts / "wizard.png")
    page.close()
    assert faults == []
    found, true = load_rig(out).camera, example_rig((1280, 720)).camera
    np.testing.assert_allclose(found.camera_matrix, true.camera_matrix, atol=3.0)
    assert found.mode == "1280x720@8 BGR888"
    assert found.id == "simulated"
    for shot in ("wizard_halfway.png", "wizard.png"):
        image = cv2.imread(str(artifacts / shot))
        assert image is not None
        assert image.std() > 20


def test_the_page_and_its_interface_answer_and_refuse_in_one_line(wizard: tuple[str, Path]) -> None:
    address, out = wizard
    base = address.removesuffix("/calibrate")
    with httpx.Client(base_url=base, timeout=60, trust_env=False) as client:
        assert "Calibrate the lens" in client.get("/calibrate").text
        assert client.get("/", follow_redirects=True).url.path == "/calibrate"
        picture = client.get("/camera.jpg")
        assert picture.headers["content-type"] == "image/jpeg"
        image = cv2.imdecode(np.frombuffer(picture.content, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        assert image.shape == (720, 1280, 3)
        state = client.get("/api/calibration").json()
        assert state["size_px"] == [1280, 720]
        assert state["enough"] is False
        refused = client.post("/api/calibration/finish")
        assert refused.status_code == 409
        assert "\n" not in refused.json()["detail"]
        assert client.delete("/api/calibration/views/nobody").status_code == 404
        other = client.post("/api/calibration/finish", headers={"Origin": "http://elsewhere.example"})
        assert other.status_code == 403
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "said"), [(("--target", "none.json"), "none.json"), (("--camera", "nowhere"), "no such camera")]
)
def test_what_is_not_there_is_said_in_one_line(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = overlook("calibrate", "wizard", "--out", "rig.json", *words, folder=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr
