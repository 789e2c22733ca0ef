"""A real broker for the tests of the hall: mosquitto from Debian's packages, on a free port of loopback."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ports import free_port


class Mosquitto:
    """One broker. `persistent` keeps its messages in a file; without, a killed broker forgets everything."""

    def __init__(self, folder: Path, *, lines: tuple[str, ...] = ()) -> None:
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
        assert program, "the hall is tested with a real broker: run 'apt-get install mosquitto'"
        self._program = program
        self.port = free_port()
        self._file = folder / "mosquitto.conf"
        settings = (f"listener {self.port} 127.0.0.1", "set_tcp_nodelay true", "max_queued_messages 0", "user root")
        plain = () if any(line.startswith("password_file") for line in lines) else ("allow_anonymous true",)
        self._file.write_text("\n".join((*settings, *plain, *lines)) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Mosquitto:
        """Start it and wait until it listens."""
        self._process = subprocess.Popen([self._program, "-c", str(self._file)], stderr=subprocess.DEVNULL)
        end_s = time.monotonic() + 20
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return self
            assert self._process.poll() is None, "mosquitto has stopped"
            assert time.monotonic() < end_s, "mosquitto does not listen"
            time.sleep(0.05)

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it as a pulled plug does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(60)
            self._process = None


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    running = Mosquitto(tmp_path).start()
    yield running
    running.kill()
