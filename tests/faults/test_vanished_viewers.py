"""Viewers that are gone without a word, for their network is: each is let go of, with what it held."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.descriptors import descriptors_on
from tests.faults.network import switch
from tests.web.fake_archive import FakeArchive
from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.server.server import Server, listen_socket
from web.server.settings import WebSettings

HERE = "10.177.0.1"
STALL_S = 2.0
PATIENCE_S = 60.0
WATCHED = ("/api/live", "/api/air/live", "/camera.mjpg", "/api/games/1/clips/40.mp4")
VIEWERS = 5
LOOKING = """
import socket, sys, time

pytestmark = pytest.mark.nightly
paths, port = sys.argv[2:], int(sys.argv[1])
kept = []
for path in paths * 5:
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect(("10.177.0.1", port))
    one.sendall(f"GET {path} HTTP/1.1\\r\\nHost: 10.177.0.1\\r\\n\\r\\n".encode())
    assert one.recv(12) == b"HTTP/1.1 200", path
    kept.append(one)
print("looking", flush=True)
while True:
    for one in kept:
        one.setblocking(False)
        try:
            one.recv(65536)
        except BlockingIOError:
            pass
    time.sleep(0.05)
"""


class Archive(FakeArchive):
    """Has one film, as long as one may be."""

    def __init__(self, fake: FakeTable, film: Path) -> None:
        super().__init__(fake)
        self._film = film

    async def film(self, number: int, sequence: int) -> Path:
        return self._film


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.mp4"
    path.write_bytes(bytes(16 << 20))
    return path


@pytest.fixture
def server(film: Path) -> Iterator[tuple[Server, int]]:
    settings = WebSettings(host="0.0.0.0", port=0, stall_s=STALL_S, beat_s=0.5)
    listening, fake = listen_socket(settings), FakeTable(moving=True)
    server = Server(create_app(Ports(table=fake, archive=Archive(fake, film)), settings))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    yield server, listening.getsockname()[1]
    server.should_exit = server.force_exit = True
    thread.join(PATIENCE_S)
    listening.close()
    assert not thread.is_alive()


def test_viewers_whose_network_is_gone_are_let_go_of_with_their_files(server: tuple[Server, int], film: Path) -> None:
    served, port = server

    def held() -> tuple[int, int]:
        return len(served.server_state.connections), descriptors_on(film)

    with switch() as lan:
        command = [*lan.prefixes[1], sys.executable, "-c", LOOKING, str(port), *WATCHED]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as looking:
            try:
                assert looking.stdout is not None
                assert looking.stdout.readline() == b"looking\n"
                assert held()[0] >= len(WATCHED) * VIEWERS - VIEWERS
                lan.pull("h")
                began_s = time.monotonic()
                while held() != (0, 0):
                    assert time.monotonic() - began_s < PATIENCE_S, held()
                    time.sleep(0.2)
                print(f"\nlet go of after {time.monotonic() - began_s:.1f} s")
                asked = f"http://{HERE}:{port}/api/session"
                assert httpx.get(asked, timeout=PATIENCE_S, trust_env=False).status_code == 200
            finally:
                looking.kill()
