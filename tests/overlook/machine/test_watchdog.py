"""Signs of life: systemd is asked to watch once, hears of every turn, and of nothing once the loop hangs or ends."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from overlook.machine.system_requests import NOTIFY, Watchdog

PATIENCE_S = 30.0
UNIT = Path("deploy/systemd/overlook.service")


@pytest.fixture(params=["path", "abstract"])
def ear(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    """Where systemd would listen: a file of /run, or a name in the kernel's own space."""
    name = str(tmp_path / "notify") if request.param == "path" else f"@overlook-{tmp_path.name}-{id(request)}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0" + name[1:] if name.startswith("@") else name)
        listening.settimeout(PATIENCE_S)
        yield listening, name


async def heard(listening: socket.socket) -> list[str]:
    return (await asyncio.to_thread(listening.recv, 200)).decode().splitlines()


async def watched(listening: socket.socket, name: str) -> None:
    keeping = asyncio.create_task(Watchdog.of({NOTIFY: name}).keep(0.01))
    assert await heard(listening) == ["WATCHDOG=1", "WATCHDOG_USEC=60000000"]
    assert await heard(listening) == ["WATCHDOG=1"]
    assert await heard(listening) == ["WATCHDOG=1"]
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)
    said = await heard(listening)
    while said == ["WATCHDOG=1"]:
        said = await heard(listening)
    assert said == ["WATCHDOG_USEC=0"]


def test_it_asks_to_be_watched_once_then_gives_signs_and_takes_it_back_at_its_end(
    ear: tuple[socket.socket, str],
) -> None:
    asyncio.run(watched(*ear))


def test_a_program_of_a_terminal_tells_nobody() -> None:
    asyncio.run(asyncio.wait_for(Watchdog.of({}).keep(), PATIENCE_S))


def test_a_system_that_does_not_listen_ends_nothing(tmp_path: Path) -> None:
    with pytest.raises(TimeoutError):
        asyncio.run(asyncio.wait_for(Watchdog(str(tmp_path / "nobody")).keep(0.01), 0.1))


def test_the_unit_lets_the_program_speak_and_demands_nothing_of_a_version_that_does_not() -> None:
    said = UNIT.read_text().splitlines()
    assert "NotifyAccess=main" in said
    assert not [line for line in said if line.startswith("WatchdogSec=")]
    assert "Environment=PYTHONFAULTHANDLER=1" in said
