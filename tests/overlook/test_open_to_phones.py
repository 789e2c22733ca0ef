"""`overlook run` without settings: phones of the network reach the table, and only paired ones see the game."""

from __future__ import annotations

import re
import socket
import time
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import httpx
import numpy as np
import pytest

from overlook.cli.run import with_phones_let_in
from overlook.console import QR_QUIET, RECENT_LINES, qr_lines
from overlook.settings import Settings
from tests.overlook.live_table import LiveTable
from web.server.settings import WebSettings

NOTHING = {"host": "0.0.0.0", "private": True}


@pytest.mark.parametrize(
    ("file", "host", "expected"),
    [
        ({}, None, NOTHING),
        ({}, "192.168.1.9", {"host": "127.0.0.1", "private": True}),
        ({}, "127.0.0.1", {"private": False}),
        ({"host": "0.0.0.0"}, None, {"host": "0.0.0.0", "private": False}),
        ({"host": "127.0.0.1"}, None, {"host": "127.0.0.1", "private": False}),
        ({"private": False}, None, {"host": "0.0.0.0", "private": False}),
        ({"host": "127.0.0.1"}, "0.0.0.0", {"private": True}),
    ],
)
def test_only_a_settings_file_shows_the_game_to_unpaired_devices(
    file: dict[str, object], host: str | None, expected: dict[str, object]
) -> None:
    web = with_phones_let_in(Settings(web=WebSettings.model_validate(file)), host).web
    assert {name: getattr(web, name) for name in expected} == expected


def test_the_code_in_the_terminal_is_read_by_a_camera() -> None:
    url = "http://192.168.178.100:8765/pair#pin=204817"
    lines = qr_lines(url)
    halves = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    rows = [[halves[letter][half] for letter in line] for line in lines for half in (0, 1)]
    light = np.array(rows, np.uint8)
    assert light[:QR_QUIET].all()
    picture = cv2.resize(light * 255, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    read, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert read == url


ANOTHERS = "192.0.2.7"
"""Host name that is not loopback: who asks by it is no screen of the table, even from the same machine."""


def own_address() -> str | None:
    """Return an address of this machine that is not loopback; None if it is in no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(asked.getsockname()[0])


def test_a_phone_sees_the_game_once_it_has_entered_the_pin_of_the_terminal(tmp_path: Path) -> None:
    address = own_address()
    table = LiveTable(tmp_path).start()
    try:
        said, pin = "", None
        end_s = time.monotonic() + 60
        while pin is None and time.monotonic() < end_s:
            time.sleep(0.05)
            said = "\n".join(table.said)
            pin = re.search(r"PIN (\d{6})", said)
        assert pin, said
        port = urlsplit(table.url).port
        assert address is None or f"{address}:{port}/pair" in said
        assert not any(pin[1] in line for line in RECENT_LINES)
        named = {} if address else {"Host": f"{ANOTHERS}:{port}"}
        with httpx.Client(base_url=f"http://{address or '127.0.0.1'}:{port}", headers=named, timeout=60) as phone:
            for path in ("/", "/phone", "/replay"):
                answer = phone.get(path)
                assert (answer.status_code, answer.headers["location"].partition("?")[0]) == (303, "/pair"), path
            assert phone.get("/pair").status_code == 200
            assert phone.get("/api/snapshot").status_code == 401
            assert phone.get("/camera.jpg").status_code == 401
            assert phone.post("/api/pair", json={"pin": pin[1], "seat": "p1"}).status_code == 200
            assert phone.get("/phone").status_code == 200
            assert phone.get("/api/snapshot").status_code == 200
    finally:
        table.kill()
