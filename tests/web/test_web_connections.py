"""A stranger holds neither all connections nor one for ever; who has something to say is answered meanwhile."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.venue.hall import until
from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.server.connection_limits import LEAST, Limits, raise_descriptor_limit
from web.server.server import Server, listen_socket
from web.server.settings import WebSettings

HEAD_S, BODY_S = 0.6, 1.2
LATE_S = 8.0
"""How late a busy machine may be with ending a connection: still before the server's usual limits would end it."""

PATIENCE_S = 60.0
LIMITS = Limits(max_connections=40, max_per_address=12, head_timeout_s=HEAD_S, body_timeout_s=BODY_S)
WHO = "Host: localhost\r\nContent-Type: application/json\r\nIdempotency-Key: key-0000001\r\n"


class Held:
    """A table behind the program's own server, on all addresses of this machine."""

    def __init__(self) -> None:
        self.socket = listen_socket(WebSettings(host="0.0.0.0", port=0))
        self.port: int = self.socket.getsockname()[1]
        self.fake = FakeTable(moving=False)
        self.server = Server(create_app(Ports(table=self.fake), WebSettings(host="0.0.0.0", stall_s=1.0)), LIMITS)
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve(sockets=[self.socket])))

    def connected(self, address: str = "127.0.0.1", said: str = "") -> socket.socket:
        """Return a connection from an address of this machine."""
        made = socket.socket()
        made.bind((address, 0))
        made.settimeout(PATIENCE_S)
        made.connect((address, self.port))
        made.sendall(said.encode())
        return made

    def status(self) -> int:
        """Return the status of a page that is asked for at once."""
        return httpx.get(f"http://127.0.0.1:{self.port}/api/session", timeout=PATIENCE_S, trust_env=False).status_code


@pytest.fixture(scope="module")
def held() -> Iterator[Held]:
    held = Held()
    held.thread.start()
    while not held.server.started:
        time.sleep(0.01)
    yield held
    held.server.should_exit = held.server.force_exit = True
    held.thread.join(PATIENCE_S)
    held.socket.close()
    assert not held.thread.is_alive()


def from_afar() -> str:
    """Return an address of this machine that is not its loopback's."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))
        return str(asked.getsockname()[0])


def ended_after(made: socket.socket) -> float:
    """Return after how many seconds the server ended a connection."""
    began_s = time.monotonic()
    try:
        while made.recv(65536):
            pass
    except ConnectionResetError:
        pass
    made.close()
    return time.monotonic() - began_s


def answered(held: Held, address: str) -> bytes:
    """Return how an answer to an address begins."""
    with held.connected(address, f"GET /api/session HTTP/1.1\r\n{WHO.replace('localhost', address)}\r\n") as made:
        try:
            return made.recv(12)
        except ConnectionResetError:
            return b""


def slowly(made: socket.socket, text: str) -> None:
    """Send a text letter by letter."""
    for letter in text:
        made.sendall(letter.encode())
        time.sleep(0.02)


@pytest.mark.parametrize(
    "said",
    ["", "G", "GET / HTTP/1.1\r\n", f"GET / HTTP/1.1\r\n{WHO}X: "],
    ids=["nothing", "a letter", "a line", "half a head"],
)
def test_a_connection_that_does_not_say_what_it_wants_is_ended(held: Held, said: str) -> None:
    assert HEAD_S * 0.8 < ended_after(held.connected(said=said)) < HEAD_S + LATE_S


def test_a_head_that_comes_letter_by_letter_is_ended(held: Held) -> None:
    made, began_s = held.connected(), time.monotonic()
    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        slowly(made, f"GET / HTTP/1.1\r\n{WHO}X: {'x' * 400}")
    made.close()
    assert time.monotonic() - began_s < HEAD_S + LATE_S


def test_a_body_that_does_not_come_is_ended_and_did_nothing(held: Held) -> None:
    said = f"POST /api/intents HTTP/1.1\r\n{WHO}Content-Length: 40\r\n\r\n" + '{"intent":'
    assert BODY_S * 0.8 < ended_after(held.connected(said=said)) < BODY_S + LATE_S
    assert held.fake.acts == []


def test_a_second_request_that_does_not_come_whole_is_ended(held: Held) -> None:
    made = held.connected(said=f"GET /api/session HTTP/1.1\r\n{WHO}\r\n")
    assert made.recv(65536).startswith(b"HTTP/1.1 200")
    made.sendall(b"GET /api/ses")
    assert ended_after(made) < HEAD_S + LATE_S


def test_a_viewer_that_follows_stays_though_it_says_nothing_more(held: Held) -> None:
    made = held.connected(said=f"GET /api/live HTTP/1.1\r\n{WHO}\r\n")
    end_s = time.monotonic() + BODY_S + HEAD_S + 2.5
    while time.monotonic() < end_s:
        assert made.recv(65536), "the server ended the stream"
    made.close()


def test_a_page_that_asks_again_and_again_on_one_connection_is_answered(held: Held) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{held.port}", timeout=PATIENCE_S, trust_env=False) as client:
        for pause_s in (0, 0.1, HEAD_S + 0.5, HEAD_S + 0.5, 0):
            time.sleep(pause_s)
            assert client.get("/api/session").status_code == 200


def test_an_address_beyond_its_share_is_refused_in_words_and_others_are_answered(held: Held) -> None:
    stranger = from_afar()
    made = [
        held.connected(stranger, f"GET /api/live HTTP/1.1\r\n{WHO.replace('localhost', stranger)}\r\n")
        for _ in range(LIMITS.max_per_address)
    ]
    for one in made:
        assert one.recv(12) == b"HTTP/1.1 200"
    for _ in range(5):
        refused = held.connected(stranger)
        assert refused.recv(65536).startswith(b"HTTP/1.1 503")
        refused.close()
    assert held.status() == 200
    for one in made:
        one.close()
    until(lambda: answered(held, stranger) == b"HTTP/1.1 200")


@pytest.mark.slow
def test_a_thousand_idle_sockets_neither_silence_the_table_nor_fill_its_log(
    held: Held, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        idle = [held.connected() for _ in range(1000)]
        end_s = time.monotonic() + HEAD_S + 2
        while time.monotonic() < end_s:
            held.status()
            time.sleep(0.1)
    until(lambda: held.status() == 200)
    assert len(held.server.server_state.connections) <= LIMITS.max_connections
    assert len(caplog.records) < 20
    for one in idle:
        one.close()


@given(st.integers(20, 1 << 20))
def test_limits_leave_room_for_the_game(count: int) -> None:
    kept = Limits().within(count).max_connections
    assert LEAST <= kept <= Limits().max_connections
    assert 2 * kept + min(256, count // 2) <= count or kept == LEAST


def test_more_descriptors_are_asked_for_than_a_shell_gives() -> None:
    ask = "import resource, web.server.connection_limits as c; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 600));"
    command = [sys.executable, "-c", ask + "print(c.raise_descriptor_limit(4096))"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "600"
    assert raise_descriptor_limit(resource.getrlimit(resource.RLIMIT_NOFILE)[0]) >= 64
