"""A table set up from nothing by its page alone, and the first activation played on it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from shapely import Polygon

from geometry.base import MM_PER_INCH
from overlook.table.observation.seen_table import part_of
from simulation import example_catalogue, example_poses
from tests.overlook.live_table import LiveTable
from tests.overlook.setup_driver import PATIENCE_MS, Person, top_corners_px

PIECES = (
    ("Platform", "platform", True),
    ("Bunker", "bunker", True),
    ("Tower", "tower", True),
    ("Barricade south", "barricade-south", False),
    ("Barricade north", "barricade-north", False),
    ("Ruin west", "ruin-west-long", False),
)
WITHIN_MM = 2.0


@pytest.mark.slow
def test_a_game_is_set_up_from_nothing_by_the_page_alone_and_its_first_activation_played(
    empty: LiveTable, chromium: Browser, artifacts: Path
) -> None:
    context = chromium.new_context(
        viewport={"width": 1600, "height": 900}, color_scheme="dark", reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    began_s = time.monotonic()
    page.goto(empty.url + "setup")
    page.wait_for_selector("body[data-ready]")
    me = Person(page, empty.url, artifacts)

    for seat, team in (("Blue", "saltglass"), ("Red", "thistledown")):
        me.choose(f"Team for {seat}", team)
        card = page.get_by_label(f"Team of {seat}")
        me.steps += 2
        card.get_by_role("button", name="Use tags of").click()
        expect(card.locator(".advice")).to_be_hidden()
        with page.expect_download() as sheet:
            card.get_by_role("link", name="Print these tags").click()
        assert Path(sheet.value.path()).read_bytes().startswith(b"%PDF")
    me.look("1-teams")
    me.turn_to("Tags")
    models = [base for team in me.state()["teams"] for base in team["bases"]]
    me.put_on(f"{models[0]['label']} {models[0]['name']}")
    me.until(lambda now: now["teams"][0]["bases"][0]["matched"], "the first model is found")
    me.look("2-tags-first")
    me.put_on(*(f"{one['label']} {one['name']}" for one in models[1:]))
    me.until(lambda now: all(one["matched"] for team in now["teams"] for one in team["bases"]), "all are found")
    expect(page.locator(".ask")).to_have_text("Every model is found.")
    me.look("2-tags-all")

    me.turn_to("Terrain")
    me.put_on(*(name for name, _, _ in PIECES))
    me.until(lambda now: len([tag for tag in now["tags"] if tag["whose"] == "new"]) >= 2 * len(PIECES), "tags seen")
    catalogue, poses = example_catalogue(), example_poses()
    for number, (name, part, vantage) in enumerate(PIECES):
        entry = next(one for one in catalogue.terrain if one.id == part)
        if number == 0:
            me.look("3-terrain-empty")
        me.draw(name, top_corners_px(part), entry.z_mm[1] / MM_PER_INCH, vantage=vantage)
    me.until(lambda now: len(now["pieces"]) == len(PIECES) and all(one["seen"] for one in now["pieces"]), "all seen")
    me.look("3-terrain")

    me.turn_to("Mission")
    me.click("Crossed Lines", within="#panel")
    me.until(lambda now: now["mission"] is not None, "a mission is picked")
    page.wait_for_timeout(1500)
    me.look("4-mission")
    me.turn_to("Markers")
    board = page.locator("#board").bounding_box()
    assert board is not None
    me.steps += 1
    page.mouse.click(board["x"] + 0.5 * board["width"], board["y"] + 0.3 * board["height"])
    me.until(lambda now: len(now["declared"]) == 1, "a marker is declared")
    me.look("5-markers")
    me.turn_to("Ready")
    me.until(lambda now: now["can_start"], "ready")
    page.wait_for_timeout(1200)
    me.look("6-ready")
    page.locator("#box details").evaluate("drawer => { drawer.open = true }")
    expect(page.get_by_role("button", name="Start the game")).to_be_in_viewport(ratio=1)
    me.click("Start the game")
    me.until(lambda now: now["game"] == "/", "the game is on")
    set_up_s, steps = time.monotonic() - began_s, me.steps
    terrain = {part["id"]: part for part in empty.snapshot()["table"]["terrain"]}
    assert len(terrain) == len(PIECES)
    seen = [Polygon(part["outline"]) for part in terrain.values()]
    for _, part, _ in PIECES:
        entry = next(one for one in catalogue.terrain if one.id == part)
        truth = Polygon(part_of(entry, poses.terrain[part]).outline)
        nearest = min(seen, key=lambda shape: shape.hausdorff_distance(truth))
        assert nearest.hausdorff_distance(truth) * MM_PER_INCH < WITHIN_MM, part

    me.steps += 1
    page.get_by_role("link", name="Play on this device").click()
    page.wait_for_selector("body[data-ready]")
    while empty.snapshot()["game"]["active"] is None:
        me.answer()
    first = empty.snapshot()["game"]["active"]
    page.locator("#offers").get_by_role("button", name="End activation").click(timeout=PATIENCE_MS)
    empty.until(lambda now: now["game"]["active"] != first, within_s=60)
    page.screenshot(path=artifacts / "setup-7-played.png")
    now = empty.snapshot()
    assert {seat["name"] for seat in now["game"]["seats"]} == {"The Saltglass Company", "The Thistledown Rooks"}
    assert len(now["table"]["operatives"]) == 12
    assert {(one["player"], one["name"]) for one in now["game"]["ploys"]} >= {("p1", "Glass Tide"), ("p2", "Barbed")}
    assert not next(one for one in now["table"]["operatives"] if one["id"] == first)["ready"]
    report = f"{steps} steps on the page, {set_up_s:.0f} s with the simulated hand's own work\n"
    (artifacts / "setup-steps.txt").write_text(report, encoding="utf-8")
    assert faults == []
    context.close()
