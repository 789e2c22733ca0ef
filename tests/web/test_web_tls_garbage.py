"""What is no TLS, or stops being it, costs nobody else an answer, leaves no connection and writes no log."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.descriptors import descriptors_of
from tests.venue.hall import until
from tests.web.certified import NAME, Certified, certified
from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.server.server import Server, listen_socket
from web.server.settings import WebSettings
from web.server.tls import TlsContext, TlsListener

PATIENCE_S = 30.0
ASKED = f"GET /api/session HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode()


@dataclass(frozen=True)
class Table:
    """A table with encrypted pages, and what a phone trusts."""

    port: int
    trusting: ssl.SSLContext

    def status(self) -> bytes:
        """Return the first line that a phone is answered with."""
        with (
            socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as plain,
            self.trusting.wrap_socket(plain, server_hostname=NAME) as phone,
        ):
            phone.sendall(ASKED)
            return phone.recv(12)

    def told(self, said: bytes) -> None:
        """Say something to the port and hang up, whatever it answers."""
        with (
            socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as stranger,
            contextlib.suppress(ConnectionError),
        ):
            stranger.sendall(said)
            stranger.shutdown(socket.SHUT_WR)
            while stranger.recv(65536):
                pass


@pytest.fixture(scope="module")
def table(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    made: Certified = certified(checkout, tmp_path_factory.mktemp("tls"))
    own = WebSettings(names=(NAME,), tls_certificate=made.certificate, tls_key=made.key, port=0)
    plain, listening = listen_socket(own), listen_socket(WebSettings(port=0))
    encrypted = TlsListener(listening, TlsContext(made.certificate, made.key))
    port = int(listening.getsockname()[1])
    server = Server(create_app(Ports(table=FakeTable(moving=False)), own), encrypted=encrypted)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[plain])))
    thread.start()
    until(lambda: server.started)
    yield Table(port, made.trusting())
    server.should_exit = server.force_exit = True
    thread.join(PATIENCE_S)
    plain.close()
    assert not thread.is_alive()


def greeting() -> bytes:
    """Return what a phone says first."""
    said, context = ssl.MemoryBIO(), ssl.create_default_context()
    phone = context.wrap_bio(ssl.MemoryBIO(), said, server_hostname=NAME)
    with contextlib.suppress(ssl.SSLWantReadError):
        phone.do_handshake()
    return said.read()


@st.composite
def nearly_tls(draw: st.DrawFn) -> bytes:
    """A phone's greeting with some of it cut off, changed, said twice or followed by something else."""
    said = bytearray(greeting())
    for _ in range(draw(st.integers(0, 3))):
        said[draw(st.integers(0, len(said) - 1))] ^= 1 << draw(st.integers(0, 7))
    return bytes(said[: draw(st.integers(0, len(said)))]) * draw(st.integers(1, 2)) + draw(st.binary(max_size=64))


GARBAGE = st.one_of(st.binary(max_size=2000), nearly_tls(), st.just(ASKED), st.just(b"\x15\x03\x03\x00\x02\x02\x28"))


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(said=st.lists(GARBAGE, min_size=1, max_size=4))
def test_a_phone_is_answered_beside_whoever_says_garbage(
    table: Table, caplog: pytest.LogCaptureFixture, said: list[bytes]
) -> None:
    with caplog.at_level(logging.WARNING):
        for one in said:
            table.told(one)
        assert table.status() == b"HTTP/1.1 200"
    assert caplog.records == []


def test_garbage_after_the_handshake_ends_that_connection_alone(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), socket.create_connection(("127.0.0.1", table.port), PATIENCE_S) as plain:
        with table.trusting.wrap_socket(plain.dup(), server_hostname=NAME) as phone:
            phone.sendall(ASKED[:20])
            plain.sendall(b"this is no record of TLS" * 40)
            plain.shutdown(socket.SHUT_WR)
            while plain.recv(65536):
                pass
        assert table.status() == b"HTTP/1.1 200"
    assert caplog.records == []


def test_nothing_of_them_is_kept(table: Table) -> None:
    assert table.status() == b"HTTP/1.1 200"
    before = descriptors_of()
    hello = greeting()
    for length in range(0, len(hello), 12):
        table.told(hello[:length])
    until(lambda: descriptors_of() <= before)
