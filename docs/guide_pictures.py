"""Takes the pictures of docs/saturday.md and docs/printing.md: `python -m docs.guide_pictures`.

The program runs as a fresh table does, with a drawn board, sheet and plate before a camera that is real to it: pages
are as they are, what the camera sees is rendered. Needs what tests need (`sh deploy/prepare.sh test`); some minutes.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import cv2
from playwright.sync_api import Page, expect, sync_playwright

from overlook.first_run.starter_kit import starter_kit
from overlook.image_files import read_picture
from tests.conftest import CHROMIUM, FLAGS
from tests.overlook.first_run.fresh_table import FreshTable
from tests.overlook.first_run.hands_camera import NAME, SOURCE

PICTURES = Path(__file__).resolve().parent / "pictures"
PATIENCE_MS = 240_000
SEEN_MS = 5_000
"""After which what is held before the camera is in the picture that is measured, or measured."""
QUALITY = 82
KIT_DPI = 60
BOARD: dict[str, object] = {"show": "board"}
PLATE: dict[str, object] = {"show": "plate", "x": 8.0, "y": 11.0, "turn": 20.0}


def taken(page: Page, name: str) -> None:
    """Keep what the page shows now, all of it."""
    page.screenshot(path=PICTURES / f"guide-{name}.jpg", type="jpeg", quality=QUALITY, full_page=True)


def turn_to(page: Page, step: str) -> None:
    """Go to the next step, as a reader does."""
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator("body")).to_have_attribute("data-step", step)


def walk(page: Page, table: FreshTable) -> None:
    """Go through a first run, keeping a picture of each step."""
    page.goto(f"http://localhost:{table.port}/")
    page.get_by_role("button", name=f"{NAME} ({SOURCE})").click()
    expect(page.locator("#picture")).to_be_visible()
    page.wait_for_timeout(3000)
    taken(page, "1-camera")
    turn_to(page, "picture")
    expect(page.locator("#step li", has_text="16 of 16 board tags")).to_be_visible()
    expect(page.locator("#step li", has_text="from picture to picture")).to_be_visible()
    taken(page, "2-picture")
    turn_to(page, "print")
    page.get_by_label("Thickness of the verify plate").fill("1.2")
    page.get_by_label("Thickness of the verify plate").press("Tab")
    taken(page, "3-print")
    turn_to(page, "lens")
    table.hold({"show": "sheet"})
    expect(page.locator("#step p", has_text="Views:")).to_contain_text("Views: 8 of")
    taken(page, "4-lens")
    find = page.get_by_role("button", name="Find the lens")
    expect(find).to_be_enabled()
    find.click()
    expect(page.locator("#saved")).to_be_visible()
    table.hold(BOARD)
    turn_to(page, "board")
    expect(page.locator("#found")).to_contain_text("16 of 16 tags")
    taken(page, "5-board")
    turn_to(page, "verify")
    table.hold(PLATE)
    while not page.get_by_role("button", name="Leave out place 1").is_visible():
        page.wait_for_timeout(SEEN_MS)
        page.get_by_role("button", name="Measure here").click()
        page.wait_for_timeout(SEEN_MS)
    taken(page, "6-verify")


def kit_picture() -> None:
    """Keep the kit's first page as it is printed, small."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "kit.pdf").write_bytes(starter_kit())
        words = ["pdftoppm", "-r", str(KIT_DPI), "-f", "1", "-l", "1", "-gray", "-png", "kit.pdf", "page"]
        subprocess.run(words, cwd=folder, check=True)
        (page,) = Path(folder).glob("page*.png")
        cv2.imwrite(str(PICTURES / "guide-kit.png"), read_picture(page))


def main() -> None:
    """Take them all."""
    kit_picture()
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = FreshTable(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1120, "height": 760})
            page.set_default_timeout(PATIENCE_MS)
            walk(page, table)
        finally:
            browser.close()
            table.program.__exit__()


if __name__ == "__main__":
    main()
