"""A player's phone and the dice tray: one touch takes the tray's reading, one tap settles a doubtful die."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, expect

from messages.message import Message
from overlook.simulated.demonstration import BODIES
from tests.overlook.phone_driver import until
from tests.overlook.played_table import Table
from tests.overlook.table.tray.at_the_phone import MINUTE, answered, at_phone
from vision.dice.acceptance import empty_reading
from vision.dice.tray_tracker import TrayPhase, TrayReading, TrayRoll, match_to_previous_roll


@pytest.mark.slow
def test_the_phone_takes_the_trays_reading_settles_a_doubtful_die_and_enters_by_hand(
    tmp_path: Path, chromium: Browser, artifacts: Path
) -> None:
    with at_phone(tmp_path, chromium) as phone:
        server, owner, camera, page = phone.server, phone.owner, phone.camera, phone.page
        send, shown = phone.send, phone.shown
        phone.reads(5, 4, 3, 1)
        expect(page.get_by_text("As read by the tray.")).to_be_visible()
        expect(send).to_be_in_viewport()
        page.screenshot(path=artifacts / "tray-read.png")
        page.get_by_role("button", name="Delete last die").click()
        page.get_by_role("button", name="6", exact=True).click()
        expect(send).to_be_enabled()
        expect(page.get_by_text("As read by the tray.")).to_have_count(0)

        between = tuple((one + other) / 2 for one, other in zip(BODIES["p1"], BODIES["p2"], strict=True))
        mine = camera.tray.throw((5, 4, 3), BODIES[owner])
        camera.throw([*mine, *camera.tray.throw((6,), (between[0], between[1], between[2]), among=mine)])
        doubtful = page.locator('.rolled [data-doubt="owner"]')
        expect(doubtful).to_have_count(1, timeout=2 * MINUTE)
        expect(page.locator(".rolled img")).to_be_visible()
        expect(send).to_be_disabled()
        page.screenshot(path=artifacts / "tray-unsure.png")
        doubtful.click()
        expect(doubtful).to_have_count(0)
        server.do(in_phase(server.table, TrayPhase.HAND))
        expect(shown).to_have_count(0)
        server.do(in_phase(server.table, TrayPhase.SETTLED))
        expect(shown).to_have_count(4)
        expect(doubtful).to_have_count(0)
        send.click()
        expect(page.locator(".rolled img")).to_have_count(0, timeout=MINUTE)
        assert answered(server) == [3, 4, 5, 6]

        camera.unplug()
        server.do(server.table.until(lambda now: bool(now.tray[0].fault)))
        server.do(to_the_next_roll(server.table))
        expect(page.locator(".prompt")).to_contain_text("sends no images. Enter the roll by hand", timeout=MINUTE)
        wanted = server.table.table.game.prompts[0].dice
        page.get_by_role("button", name="Die by die").click()
        for _ in range(wanted):
            page.get_by_role("button", name="2", exact=True).click()
        send.click()
        until(lambda: answered(server) == [2] * wanted, "the dice are taken")


@pytest.mark.slow
def test_a_corrected_die_stays_corrected_and_dice_that_something_hides_are_not_filled_in(
    tmp_path: Path, chromium: Browser
) -> None:
    with at_phone(tmp_path, chromium) as phone:
        server, owner, camera, page = phone.server, phone.owner, phone.camera, phone.page
        send, shown = phone.send, phone.shown
        phone.reads(5, 4, 3, 1)
        page.get_by_role("button", name="Delete last die").click()
        page.get_by_role("button", name="6", exact=True).click()
        slots = page.locator(".prompt .tray .hidden")
        corrected, stays = slots.text_content() or "", camera.lying
        assert "6" in corrected
        other = next(player for player in BODIES if player != owner)
        camera.throw(camera.tray.throw((2,), BODIES[other], among=stays), keep=stays)
        expect(slots).to_have_text("No dice; 4 to go", timeout=MINUTE)
        expect(slots).to_have_text(corrected, timeout=MINUTE)
        camera.unplug()
        server.do(server.table.until(lambda now: bool(now.tray[0].fault)))
        picture = camera.tray.picture([])
        server.do(hidden(server.table, picture, "a book lies there"))
        expect(page.get_by_text("a book lies there")).to_be_visible()
        expect(shown).to_have_count(0)
        expect(send).to_be_disabled()
        expect(page.locator(".rolled img")).to_be_visible()
        page.route("**/api/rolls/*", lambda route: route.fulfill(status=404))
        server.do(hidden(server.table, picture, "a cat lies there"))
        expect(page.get_by_text("a cat lies there")).to_be_visible()
        expect(page.locator(".rolled img")).to_have_count(0)
        for _ in range(4):
            page.get_by_role("button", name="2", exact=True).click()
        send.click()
        until(lambda: answered(server) == [2, 2, 2, 2], "the dice are taken")


async def hidden(table: Table, picture: NDArray[np.uint8], why: str) -> None:
    """Say that no dice are seen any more, and why."""
    roll = TrayRoll(empty_reading(Message.stored(why)), picture, match_to_previous_roll((), ()))
    await table.service.run_exclusive(lambda: table.table.take_tray(TrayReading(TrayPhase.SETTLED, roll)))
    table.service.publish()


async def in_phase(table: Table, phase: TrayPhase) -> None:
    """Say that the dice that lie there are seen in a phase."""
    await table.service.run_exclusive(lambda: table.table.take_tray(TrayReading(phase)))
    table.service.publish()


async def to_the_next_roll(table: Table) -> None:
    """Answer what is asked by its default until dice are wanted."""
    while table.table.game.prompts[0].choices:
        await table.answered(table.table.game.prompts[0])
