"""Limits on connections, in all and per address, and on the time that a request may take to arrive."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
import time
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from messages.message import Message

log = logging.getLogger(__name__)

LEAST = 16
RESERVED = 256
"""File descriptors reserved for other uses: the game's files, cameras, connections being accepted."""

USUAL = 1024
"""The usual limit of file descriptors of a process."""

SAID_EVERY_S = 60.0
_SAYING = (h11.IDLE, h11.SEND_BODY)
PLAIN = "text/plain"


@cache
def _refusal_response() -> bytes:
    """Return the answer to a connection beyond the limits."""
    body = f"{Message.of('request-too-many-connections')}\n".encode()
    headers = {
        "Content-Type": f"{PLAIN}; charset=utf-8",
        "Retry-After": "10",
        "Connection": "close",
        "Content-Length": str(len(body)),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 503 Service Unavailable\r\n{head}\r\n".encode() + body


@dataclass(frozen=True, slots=True)
class Limits:
    """Largest number of connections in all and per address (loopback is exempt), and time limits of a request.

    A request's head must be complete `head_timeout_s` seconds after its connection or its first byte, its body
    `body_timeout_s` later.
    """

    max_connections: int = 768
    max_per_address: int = 120
    head_timeout_s: float = 10.0
    body_timeout_s: float = 30.0

    def within(self, descriptors: int) -> Limits:
        """Return limits for a process with that many descriptors, at two per connection (one for a file it reads)."""
        return replace(
            self,
            max_connections=max(LEAST, min(self.max_connections, (descriptors - min(RESERVED, descriptors // 2)) // 2)),
        )


def raise_descriptor_limit(wanted: int) -> int:
    """Raise the soft limit of file descriptors towards `wanted`, and return the limit in force."""
    soft = USUAL
    try:
        import resource  # imported here because Windows does not have it
    except ImportError:
        return soft
    with contextlib.suppress(OSError, ValueError):  # a sandboxed service may not be allowed to ask
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return wanted if soft == resource.RLIM_INFINITY else soft


class LimitingSocket(socket.socket):
    """Listening socket that closes connections beyond the limits at once, before the TLS handshake.

    During the handshake a connection is unknown to uvicorn, but already uses a descriptor.
    """

    def __init__(self, listening: socket.socket, limits: Limits) -> None:
        super().__init__(fileno=listening.detach())
        self._limits = limits
        self._taken: WeakKeyDictionary[socket.socket, str] = WeakKeyDictionary()

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next permitted connection; raises `BlockingIOError` if none waits."""
        while True:
            connection, address = super().accept()
            if self._may(address[0]):
                self._taken[connection] = address[0]
                return connection, address
            connection.close()

    def _may(self, address: str) -> bool:
        held = [whose for one, whose in self._taken.items() if one.fileno() != -1]
        share = self._limits.max_connections if is_loopback(address) else self._limits.max_per_address
        return len(held) < self._limits.max_connections and held.count(address) < share


def is_loopback(address: str) -> bool:
    """Whether an address is loopback, which is exempt from the limit per address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True


def bounded_by(limits: Limits) -> type[H11Protocol]:
    """Return the protocol class of connections that are kept within limits."""
    return type("BoundedConnection", (Connection,), {"limits": limits})


class Connection(H11Protocol):
    """HTTP connection that answers 503 beyond the limits, and is aborted if a request arrives too slowly."""

    limits: ClassVar[Limits] = Limits()
    _said_s: ClassVar[float] = float("-inf")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept the connection, unless there are too many."""
        self._deadline: asyncio.TimerHandle | None = None
        self._refused = False
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        if (
            len(self.connections) > self.limits.max_connections
            or self._from_same_address() > self.limits.max_per_address
        ):
            self._refuse()
        else:
            self._deadline = self.loop.call_later(self.limits.head_timeout_s, self._too_slow)

    def data_received(self, data: bytes) -> None:
        """Process received bytes, and keep the deadline of the request up to date."""
        if self._refused:
            return
        before = self.conn.their_state
        super().data_received(data)
        after = self.conn.their_state
        if after not in _SAYING or (after is h11.IDLE and self.timeout_keep_alive_task is not None):
            self._end_deadline()
        elif self._deadline is None or (after is h11.SEND_BODY and before is not h11.SEND_BODY):
            self._end_deadline()
            within_s = self.limits.body_timeout_s if after is h11.SEND_BODY else self.limits.head_timeout_s
            self._deadline = self.loop.call_later(within_s, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline of the closed connection."""
        self._end_deadline()
        super().connection_lost(exc)

    def _from_same_address(self) -> int:
        """Return the number of connections from this one's address, including itself; 0 on loopback."""
        address = self.client[0] if self.client else ""
        if is_loopback(address):
            return 0
        clients = (getattr(one, "client", None) for one in self.connections)
        return sum(1 for client in clients if client is not None and client[0] == address)

    def _refuse(self) -> None:
        self._refused = True
        self.transport.write(_refusal_response())
        self.transport.close()
        now_s = time.monotonic()
        if now_s - Connection._said_s > SAID_EVERY_S:
            Connection._said_s = now_s
            log.warning("%s is refused: %d connections are open", self.client, len(self.connections))

    def _too_slow(self) -> None:
        self.transport.abort()

    def _end_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
