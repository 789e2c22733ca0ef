"""The tray calibrated on a page: corners touched, the tray looked at empty, then with each player's dice, saved."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import numpy as np
import pytest

from messages.message import Message
from overlook.app.tray import hardly_read, tray_of
from overlook.simulated.demonstration import BODIES
from tests.overlook.played_table import Table, calibrated
from tests.overlook.tray_play import camera_of, lay, played_with_tray
from vision.dice.tray import TrayError, load_tray
from web.api.calibration import WIDTH, read_corners, spell_corners
from web.server.responses import html_text

EMPTY = np.full((320, 480, 3), 70, np.uint8)


def test_corners_are_spelled_and_read_back() -> None:
    corners = ((10.0, 20.0), (300.0, 22.0))
    assert read_corners(spell_corners(corners)) == corners
    assert read_corners(spell_corners(())) == ()


def test_without_dice_the_size_is_not_known_and_that_is_said() -> None:
    for shown, code in (({}, "tray-no-dice-shown"), ({"p1": EMPTY}, "tray-no-dice")):
        with pytest.raises(TrayError) as error:
            tray_of([EMPTY, EMPTY], shown, ((0, 0), (400, 0), (400, 300), (0, 300)))
        assert error.value.message.code == code


def test_dice_whose_pips_are_burnt_out_are_named_when_the_tray_is_saved() -> None:
    camera, tray = calibrated()
    good = camera.tray.picture(camera.tray.throw((1, 3, 5, 6), BODIES["p1"]))
    burnt = good.copy()
    burnt[np.abs(good.astype(int) - camera.tray.picture().astype(int)).max(axis=2) > 24] = 255
    assert hardly_read(tray, {"p1": good}) == ()
    assert hardly_read(tray, {"p1": good, "p2": burnt}) == ("p2",)


def test_a_tray_is_calibrated_by_touching_a_page_and_read_at_once(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        camera = camera_of(table)
        await table.service.run_exclusive(lambda: table.table.begin(table.set_up))
        bodies = {player: camera.tray.throw((1, 3, 5), body) for player, body in BODIES.items()}
        async with httpx.AsyncClient(base_url=table.url, timeout=60, follow_redirects=True) as page:
            assert "upper left corner" in (await page.get("/tray")).text
            address = "/tray/-"
            for x, y in camera.tray.corners_px:
                touched = f"{address}?{round(x * WIDTH / 480)},{round(y * WIDTH / 480)}"
                address = (await page.get(touched)).url.path
            assert "yellow line" in (await page.get(address)).text
            assert (await page.get(f"/api{address}.jpg")).headers["content-type"] == "image/jpeg"
            assert (await page.get(f"/api{address}/empty")).status_code == 405, "a link from elsewhere changes nothing"
            await lay(table, bodies["p1"])
            assert html_text(Message.of("tray-empty-dice", dice=3)) in (await page.post(f"/api{address}/empty")).text
            await lay(table, [])
            assert "done" in (await page.post(f"/api{address}/empty")).text
            unseen = (await page.post(f"/api{address}/dice?player=p1")).text
            assert html_text(Message.of("tray-no-dice")) in unseen
            assert unseen.count("<small>") == 1
            for player, dice in bodies.items():
                await lay(table, dice)
                assert (
                    html_text(Message.of("tray-dice-done"))
                    in (await page.post(f"/api{address}/dice?player={player}")).text
                )
            saved = (await page.post(f"/api{address}/save")).text
        assert table.table.facts().suggestions == ()
        assert re.search(r"Saved: .* \d\d px", saved)
        tray = load_tray(tmp_path / "tray.json")
        assert {colour.player for colour in tray.colours} == {"p1", "p2"}
        assert tray.corners_px == pytest.approx(camera.tray.corners_px, abs=2.0)
        assert len(tray.flat) == len([*bodies["p1"], *bodies["p2"]])
        await table.until(lambda _: table.table.ledger is not None and table.table.ledger.on_tray is not None)
        assert table.table.facts().suggestions == (), "the dice that lie there were for calibrating"
        first = table.table.game.prompts[0].id
        camera.throw([*camera.tray.throw((5,), BODIES["p1"])])
        now = await table.until(lambda now: any(read.prompt == first for read in now.tray[0].reads))
        assert [die.value for read in now.tray[0].reads for die in read.dice] == [5]

    played_with_tray(tmp_path, play)


def test_steps_with_corners_that_are_none_or_far_away_are_answered_with_the_fault(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        odd_corners = ("-", "5,5;6,6", "9000,9000;9400,9000;9400,9300;9000,9300")
        async with httpx.AsyncClient(base_url=table.url, timeout=60, follow_redirects=True) as page:
            for corners in odd_corners:
                assert html_text(Message.of("tray-empty-done")) in (await page.post(f"/api/tray/{corners}/empty")).text
            await lay(table, camera_of(table).tray.throw((1, 3, 5), BODIES["p1"]))
            for corners in odd_corners:
                assert (
                    html_text(Message.of("tray-dice-done"))
                    in (await page.post(f"/api/tray/{corners}/dice?player=p1")).text
                )
                saved = await page.post(f"/api/tray/{corners}/save")
                assert saved.status_code == 200
                assert "corners_px" in saved.text
        assert not (tmp_path / "tray.json").exists()

    played_with_tray(tmp_path, play)


def test_a_touch_that_is_none_is_refused_in_a_line(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        async with httpx.AsyncClient(base_url=table.url, timeout=60) as page:
            refused = await page.get("/tray/-?here")
        assert refused.status_code == 422
        assert refused.json()["message"]["code"] == "page-tray-not-touched"

    played_with_tray(tmp_path, play)
