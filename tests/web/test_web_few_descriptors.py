"""Where descriptors are few, connections, films and handshakes leave the table its files and others an answer."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.descriptors import descriptors_on
from tests.venue.hall import until
from tests.web.certified import certified

FEW = """
import asyncio, resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.server.server import Server
from web.server.settings import WebSettings
from web.server.server import listen_socket
listening = listen_socket(WebSettings(port=0))
print(listening.getsockname()[1], flush=True)
asyncio.run(Server(create_app(Ports(table=FakeTable(moving=False)), WebSettings())).serve(sockets=[listening]))
"""


@contextlib.contextmanager
def started(log: Path, program: str, *words: str | Path) -> Iterator[tuple[int, list[int]]]:
    """Give the process of a program and the ports that it names; what it complains of goes to `log`."""
    command = [sys.executable, "-c", program, *map(str, words)]
    with log.open("w") as said, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said) as few:
        try:
            assert few.stdout is not None
            yield few.pid, [int(port) for port in few.stdout.readline().split()]
        finally:
            few.terminate()


def test_with_64_descriptors_a_hundred_connections_are_refused_in_words_and_none_fills_the_log(
    tmp_path: Path,
) -> None:
    log = tmp_path / "said.log"
    with started(log, FEW) as (_, (port,)):
        assert answers(port)
        viewers = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(100)]
        for one in viewers:
            with contextlib.suppress(ConnectionError):
                one.sendall(b"GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: "connections are open" in log.read_text())
        for one in viewers:
            one.close()
        until(lambda: answers(port))
    assert "Traceback" not in log.read_text()


LAZY = """
import asyncio, os, resource, sys, threading, time
from pathlib import Path
resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
from tests.web.fake_archive import FakeArchive
from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.server.server import Server
from web.server.settings import WebSettings
from web.server.server import listen_socket
film = Path(sys.argv[1])
class Archive(FakeArchive):
    async def film(self, number, sequence):
        return film
def open_again_and_again():
    while True:
        os.close(os.open(film, os.O_RDONLY))
        time.sleep(0.01)
threading.excepthook = lambda gone: print(gone.exc_value, file=sys.stderr, flush=True)
threading.Thread(target=open_again_and_again, daemon=True).start()
settings = WebSettings(port=0, stall_s=1.0)
listening = listen_socket(settings)
print(listening.getsockname()[1], flush=True)
table = FakeTable(moving=False)
asyncio.run(Server(create_app(Ports(table=table, archive=Archive(table)), settings)).serve(sockets=[listening]))
"""


@pytest.mark.nightly
def test_who_asks_for_films_and_takes_nothing_is_let_go_of_and_leaves_the_table_its_files(tmp_path: Path) -> None:
    film, log = tmp_path / "film.mp4", tmp_path / "said.log"
    film.write_bytes(bytes(8 << 20))
    with started(log, LAZY, film) as (few, (port,)):
        until(lambda: answers(port))
        viewers = [lazy(port) for _ in range(150)]
        for one in viewers:
            with contextlib.suppress(ConnectionError):
                one.sendall(b"GET /api/games/1/clips/40.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: descriptors_on(film, few) > 20)
        until(lambda: descriptors_on(film, few) <= 1)
        until(lambda: answers(port))
        for one in viewers:
            one.close()
    assert "Too many open files" not in log.read_text()


SILENT = """
import asyncio, os, resource, sys, threading, time
from pathlib import Path
resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.server.server import Server
from web.server.settings import WebSettings
from web.server.server import listen_socket
from web.server.tls import TlsListener, TlsContext
def open_again_and_again():
    while True:
        os.close(os.open(os.devnull, os.O_RDONLY))
        time.sleep(0.005)
threading.excepthook = lambda gone: print(gone.exc_value, file=sys.stderr, flush=True)
threading.Thread(target=open_again_and_again, daemon=True).start()
listening, encrypted = (listen_socket(WebSettings(host="0.0.0.0", port=0)) for _ in range(2))
print(listening.getsockname()[1], encrypted.getsockname()[1], flush=True)
encryption = TlsListener(encrypted, TlsContext(*map(Path, sys.argv[1:])))
server = Server(create_app(Ports(table=FakeTable(moving=False)), WebSettings(host="0.0.0.0")), encrypted=encryption)
asyncio.run(server.serve(sockets=[listening]))
"""


@pytest.mark.nightly
def test_who_never_says_how_to_encrypt_leaves_the_table_its_files_and_others_an_answer(
    checkout: Path, tmp_path: Path
) -> None:
    made, log = certified(checkout, tmp_path), tmp_path / "said.log"
    with started(log, SILENT, made.certificate, made.key) as (_, (port, encrypted)):
        until(lambda: answers(port))
        silent = []
        for _ in range(600):
            with contextlib.suppress(TimeoutError):
                silent.append(socket.create_connection(("127.0.0.1", encrypted), timeout=2))
        assert answers(port)
        until(lambda: answered_encrypted(encrypted))
        for one in silent:
            one.close()
    assert "Too many open files" not in log.read_text()


def answered_encrypted(port: int) -> bool:
    """Whether a page is answered on an encrypted connection, whoever vouches for it."""
    try:
        asked = f"https://127.0.0.1:{port}/api/session"
        return httpx.get(asked, timeout=30, trust_env=False, verify=False).status_code == 200
    except httpx.HTTPError:
        return False


def lazy(port: int) -> socket.socket:
    """Return a connection of a viewer that takes next to nothing."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.settimeout(30)
    made.connect(("127.0.0.1", port))
    return made


def answers(port: int) -> bool:
    """Whether a page is answered."""
    try:
        return httpx.get(f"http://127.0.0.1:{port}/api/session", timeout=30, trust_env=False).status_code == 200
    except httpx.HTTPError:
        return False
