"""The page on which a tray is calibrated refuses corners that lie in no picture, in a line that says what to do."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from fastapi import FastAPI

from web.api.calibration import FARTHEST_PX, tray_calibration_router
from web.contract.setup.calibration import Corners, TrayCalibrationView
from web.server.responses import answer_problems


class Calibrator:
    """Remembers the corners that it was asked to draw or to save."""

    def __init__(self) -> None:
        self.asked: list[Corners] = []

    def view(self) -> TrayCalibrationView:
        return TrayCalibrationView(empty=False, seats=())

    async def picture(self, corners: Corners) -> bytes:
        self.asked.append(corners)
        return b"picture"

    async def size_px(self) -> tuple[int, int]:
        return 1400, 900

    async def empty(self, corners: Corners) -> None: ...

    async def dice(self, corners: Corners, player: str) -> None: ...

    async def save(self, corners: Corners) -> None:
        self.asked.append(corners)


def asked(calibrator: Calibrator, address: str, method: str = "GET") -> httpx.Response:
    app = FastAPI()
    app.include_router(tray_calibration_router(calibrator, lambda: None))
    answer_problems(app)

    async def ask() -> httpx.Response:
        way = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=way, base_url="http://table") as client:
            return await client.request(method, address)

    return asyncio.run(ask())


@pytest.mark.parametrize("corners", ["99999999999,1", f"1,{FARTHEST_PX + 1}", "1,1;2,2;3,3;99999999999999999999,4"])
@pytest.mark.parametrize("address", ["/api/tray/{}.jpg", "/api/tray/{}/save", "/tray/{}"])
def test_a_corner_that_is_in_no_picture_is_refused_in_a_line(corners: str, address: str) -> None:
    calibrator = Calibrator()
    refused = asked(calibrator, address.format(corners), "POST" if "save" in address else "GET")
    assert refused.status_code == 422
    (fault,) = refused.json()["message"]["args"]["faults"]
    assert fault["args"]["fault"] == {"code": "page-tray-corner-far", "args": {"most": FARTHEST_PX}}
    assert calibrator.asked == []


def test_corners_up_to_the_largest_picture_are_drawn() -> None:
    calibrator = Calibrator()
    assert asked(calibrator, f"/api/tray/0,0;{FARTHEST_PX},7.jpg").content == b"picture"
    assert asked(calibrator, "/api/tray/-.jpg").status_code == 200
    assert calibrator.asked == [((0.0, 0.0), (float(FARTHEST_PX), 7.0)), ()]


@pytest.mark.parametrize("touch", ["here", "1", "-1,2", "99999999999,1", f"1,{'9' * 5000}"])
def test_a_touch_that_is_in_no_picture_is_refused_in_a_line(touch: str) -> None:
    refused = asked(Calibrator(), f"/tray/-?{touch}")
    assert refused.status_code == 422
    assert refused.json()["message"]["code"] == "page-tray-not-touched"


def test_a_touch_is_a_corner_in_the_cameras_pixels() -> None:
    assert asked(Calibrator(), "/tray/3,4?35,70").headers["location"] == "/tray/3,4;140,280"
