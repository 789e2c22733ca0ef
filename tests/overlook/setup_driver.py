"""A person at the set-up's page, on the simulated table: touches what is on the screen, nothing else."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from playwright.sync_api import Locator, Page, expect

from calibration.rig import project
from geometry.base import MM_PER_INCH
from simulation import example_catalogue, example_poses, example_rig

PATIENCE_MS = 60_000
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1600, 900)}
Px = tuple[float, float]


def top_corners_px(part: str, size_px: tuple[int, int] = (1280, 720)) -> list[Px]:
    """Return where the top edge of one of the example's terrain parts truly is in the picture."""
    rig = example_rig(size_px)
    assert rig.pose is not None
    entry = next(one for one in example_catalogue().terrain if one.id == part)
    at = example_poses().terrain[part]
    turn = math.radians(at.rotation_deg)
    board = [
        (
            at.x * MM_PER_INCH + x * math.cos(turn) - y * math.sin(turn),
            at.y * MM_PER_INCH + x * math.sin(turn) + y * math.cos(turn),
            entry.z_mm[1],
        )
        for x, y in entry.footprint_mm
    ]
    return [(float(x), float(y)) for x, y in project(rig.camera, rig.pose, np.array(board))]


class Person:
    """What a person does, and how often: `steps` counts touches, choices and words typed."""

    def __init__(self, page: Page, address: str, artifacts: Path, *, patience_ms: float = PATIENCE_MS) -> None:
        self.page, self.address, self.artifacts = page, address.rstrip("/"), artifacts
        self.patience_ms = patience_ms
        self.steps = 0
        self.faces = itertools.cycle("53")

    def state(self) -> dict[str, Any]:
        """What the table says of its set-up."""
        found: dict[str, Any] = (
            httpx.get(f"{self.address}/api/setup", timeout=self.patience_ms / 1000).raise_for_status().json()
        )
        return found

    def until(
        self, true_of: Callable[[dict[str, Any]], bool], what: str, within_s: float | None = None
    ) -> dict[str, Any]:
        """Wait until something is true of the set-up."""
        within_s = self.patience_ms / 1000 if within_s is None else within_s
        end_s = time.monotonic() + within_s
        while not true_of(state := self.state()):
            assert time.monotonic() < end_s, f"not within {within_s} s: {what}"
            time.sleep(0.1)
        return state

    def click(self, name: str, *, within: str = "body", exact: bool = False) -> None:
        """Press the button of that name."""
        self.steps += 1
        self.page.locator(within).get_by_role("button", name=name, exact=exact).first.click()

    def turn_to(self, step: str) -> None:
        """Go on to the next step."""
        self.click(f"Next: {step}")
        expect(self.page.locator("body")).to_have_attribute("data-step", step.lower(), timeout=self.patience_ms)

    def choose(self, label: str, value: str) -> None:
        """Choose from a list."""
        self.steps += 1
        self.page.get_by_label(label).select_option(value)

    def put_on(self, *names: str) -> None:
        """Put things on the simulated table: the hand's own work, not counted as steps on the page."""
        box = self.page.locator("#box")
        if not box.locator("details").evaluate("box => box.open"):
            box.locator("summary").click()
        for name in names:
            button = box.get_by_role("button", name=name, exact=True)
            button.click()
            expect(button).to_have_attribute("aria-pressed", "true", timeout=self.patience_ms)
        box.locator("summary").click()

    def look(self, name: str) -> None:
        """Keep a picture of the page at every size that people have."""
        for size, (width, height) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_timeout(250)
            self.page.screenshot(path=self.artifacts / f"setup-{name}-{size}.png")
        self.page.set_viewport_size({"width": 1600, "height": 900})
        self.page.wait_for_timeout(250)

    def on_screen(self, at: Px) -> Px:
        """Return where a point of the camera's picture is on the screen."""
        x, y = self.page.locator(".edit").evaluate(
            "(edit, [x, y]) => { const at = new DOMPoint(x, y).matrixTransform(edit.getScreenCTM());"
            " return [at.x, at.y]; }",
            list(at),
        )
        return float(x), float(y)

    def touch(self, corners_px: Sequence[Px]) -> Locator:
        """Touch the middle of a piece in the picture; return the form that opens."""
        x, y = np.mean(np.array(corners_px), axis=0)
        form = self.page.locator(".form")
        expect(form).to_be_hidden(timeout=self.patience_ms)
        self.steps += 1
        self.page.mouse.click(*self.on_screen((float(x), float(y))))
        expect(form).to_be_visible(timeout=self.patience_ms)
        return form

    def draw(self, name: str, corners_px: Sequence[Px], top: float, *, vantage: bool = False) -> None:
        """Touch a piece in the picture, drag its corners where they truly are, keep it, and see that it is kept."""
        form = self.touch(corners_px)
        for label, value in (("Name", name), ("Top, inches", f"{top:g}")):
            self.steps += 1
            form.get_by_label(label).fill(value)
            form.get_by_label(label).press("Tab")
        expect(self.page.locator("#hint")).not_to_contain_text("Looking", timeout=self.patience_ms)
        if vantage:
            self.steps += 1
            form.get_by_label("Vantage").check()
        corners = self.page.locator(".outline .corner")
        while corners.count() < len(corners_px):
            self.click("Add a corner")
        while corners.count() > len(corners_px):
            self.click("Remove a corner")
        for index, corner in enumerate(_in_turn(self.corners(), list(corners_px))):
            self.drag(index, corner)
        self.click("Keep this piece")
        self._kept(form)
        expect(self.page.locator(".pieces").get_by_text(name, exact=True)).to_be_visible(timeout=self.patience_ms)

    def _kept(self, form: Locator) -> None:
        """Wait until a form closes; what is refused meanwhile is what was wrong."""
        refused = self.page.locator("#refused")
        end_s = time.monotonic() + self.patience_ms / 1000
        while form.is_visible():
            assert not refused.is_visible(), refused.inner_text()
            assert time.monotonic() < end_s, "the form stays open, and nothing is refused"
            time.sleep(0.05)

    def corners(self) -> list[Px]:
        """Return the corners that are drawn in the picture."""
        found: list[Px] = self.page.locator(".outline .corner .dot").evaluate_all(
            "dots => dots.map((dot) => [Number(dot.getAttribute('cx')), Number(dot.getAttribute('cy'))])"
        )
        return found

    def drag(self, index: int, to: Px) -> None:
        """Drag a corner to a place in the picture, unless it is there."""
        if math.dist(self.corners()[index], to) < 0.6:
            return
        self.steps += 1
        self.page.mouse.move(*self.on_screen(self.corners()[index]))
        self.page.mouse.down()
        self.page.mouse.move(*self.on_screen(to), steps=3)
        self.page.mouse.up()

    def answer(self) -> None:
        """Answer the first open question on the phone's page: dice by its buttons, else the default or the first."""
        revision = self.page.locator("html").get_attribute("data-revision")
        card = self.page.locator(".prompt").first
        pad = card.locator(".pad")
        self.steps += 1
        if pad.count():
            face = next(self.faces)
            while card.locator(".tray .die.empty").count():
                pad.get_by_role("button", name=face, exact=True).click()
            card.get_by_role("button", name="Enter dice").click()
        else:
            default = card.locator(".choice.default")
            (default if default.count() else card.locator(".choice")).first.click()
        expect(self.page.locator("html")).not_to_have_attribute(
            "data-revision", revision or "", timeout=self.patience_ms
        )
        self.page.wait_for_timeout(150)


def _in_turn(here: Sequence[Px], wanted: list[Px]) -> list[Px]:
    """Return the wanted corners in the order in which those that are there have the shortest ways to them."""
    ways = [turned[k:] + turned[:k] for turned in (wanted, wanted[::-1]) for k in range(len(wanted))]
    return min(ways, key=lambda way: sum(math.dist(a, b) for a, b in zip(here, way, strict=True)))
