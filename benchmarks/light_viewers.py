"""Viewers of a table that cost next to nothing: open sockets that note when an event came, and throw away the rest."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from functools import partial
from urllib.parse import urlsplit

EVENT, PICTURE = b"\nid: ", b"--overlook-picture"
ANOTHERS = "192.0.2.7"
"""The address by which they name the table: nobody of its own machine, who may act, names it so."""


class LightViewer(asyncio.Protocol):
    """Asks for one stream; notes in `got` when each event came, by the event, and counts the pictures."""

    def __init__(self, url: str, path: str, got: dict[bytes, list[float]]) -> None:
        self._asked = f"GET {path} HTTP/1.1\r\nHost: {ANOTHERS}:{urlsplit(url).port}\r\n\r\n".encode()
        self._got = got
        self.pictures = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask."""
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(self._asked)

    def data_received(self, data: bytes) -> None:
        """Note what came; an event whose head is cut in two is passed over."""
        self.pictures += data.count(PICTURE)
        at = data.find(EVENT)
        while at >= 0:
            end = data.find(b"\n", at + 1)
            self._got[data[at + len(EVENT) : end]].append(time.monotonic())
            at = data.find(EVENT, end)


@contextlib.asynccontextmanager
async def watched(
    url: str, viewers: int, cameras: int
) -> AsyncIterator[tuple[dict[bytes, list[float]], list[LightViewer]]]:
    """Have so many follow the live channel and the camera; give the times of events, by event, and who watches."""
    where, loop = urlsplit(url), asyncio.get_running_loop()
    got: dict[bytes, list[float]] = defaultdict(list)
    paths = ["/api/live"] * viewers + ["/camera.mjpg"] * cameras
    opened = [
        await loop.create_connection(partial(LightViewer, url, path, got), where.hostname or "", where.port or 80)
        for path in paths
    ]
    try:
        yield got, [viewer for _, viewer in opened]
    finally:
        for transport, _ in opened:
            transport.close()


def stalled(url: str) -> socket.socket:
    """Return a viewer that asks for the camera and then takes nothing."""
    parts = urlsplit(url)
    lazy = socket.create_connection((parts.hostname, parts.port))
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.sendall(f"GET /camera.mjpg HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
    return lazy


def dropped(lazy: socket.socket) -> bool:
    """Whether the table has closed the connection: what was buffered comes to an end."""
    lazy.settimeout(2.0)
    try:
        while lazy.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
