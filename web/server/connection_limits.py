"""How much one caller may hold of the server: connections in all and for an address, and time to say what is wanted."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import resource
import socket
import time
from dataclasses import dataclass, replace
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

log = logging.getLogger(__name__)

LEAST = 16
RESERVED = 256
"""Descriptors that are not for viewers: the game's files, cameras, what is being accepted."""

USUAL = 1024
"""The descriptors that a process has where nobody says otherwise."""

SAID_EVERY_S = 60.0
_SAYING = (h11.IDLE, h11.SEND_BODY)
_REFUSAL = "Too many connections at once: close some, or try again in a minute\n"
_REFUSED = (
    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\n"
    f"Connection: close\r\nContent-Length: {len(_REFUSAL)}\r\n\r\n{_REFUSAL}"
).encode()


@dataclass(frozen=True, slots=True)
class Limits:
    """Most connections in all and for one address (this machine's own are not counted), and seconds for a request.

    A request's head must be whole `head_s` after its connection or its first byte came, its body `body_s` later.
    """

    most: int = 768
    each: int = 120
    head_s: float = 10.0
    body_s: float = 30.0

    def within(self, descriptors: int) -> Limits:
        """Return limits that a process with so many descriptors can keep: a film or a back-up takes one more."""
        return replace(self, most=max(LEAST, min(self.most, (descriptors - min(RESERVED, descriptors // 2)) // 2)))


def descriptors(wanted: int) -> int:
    """Return how many descriptors this process may have, after asking for `wanted` of them."""
    soft = USUAL
    with contextlib.suppress(OSError, ValueError):  # a service that is locked down may not even ask
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return wanted if soft == resource.RLIM_INFINITY else soft


class GuardedSocket(socket.socket):
    """A listening socket that hangs up on who holds too much, before anything is agreed with them.

    A connection that is still to be encrypted is none of the server's yet, and costs a descriptor for all that.
    """

    def __init__(self, listening: socket.socket, limits: Limits) -> None:
        super().__init__(fileno=listening.detach())
        self._limits = limits
        self._taken: WeakKeyDictionary[socket.socket, str] = WeakKeyDictionary()

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection that may be taken; raises `BlockingIOError` where none waits."""
        while True:
            connection, address = super().accept()
            if self._may(address[0]):
                self._taken[connection] = address[0]
                return connection, address
            connection.close()

    def _may(self, address: str) -> bool:
        held = [whose for one, whose in self._taken.items() if one.fileno() != -1]
        share = self._limits.most if on_this_machine(address) else self._limits.each
        return len(held) < self._limits.most and held.count(address) < share


def on_this_machine(address: str) -> bool:
    """Whether that is this machine's own address, which has no share."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True


def bounded_by(limits: Limits) -> type[H11Protocol]:
    """Return the protocol of connections that are kept within limits."""
    return type("BoundedConnection", (Connection,), {"limits": limits})


class Connection(H11Protocol):
    """One connection; refused in a line beyond the limits, and ended when a request takes too long to come."""

    limits: ClassVar[Limits] = Limits()
    _said_s: ClassVar[float] = float("-inf")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection, unless there are too many."""
        self._deadline: asyncio.TimerHandle | None = None
        self._refused = False
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        if len(self.connections) > self.limits.most or self._others() > self.limits.each:
            self._refuse()
        else:
            self._deadline = self.loop.call_later(self.limits.head_s, self._too_slow)

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request; it must be whole in time."""
        if self._refused:
            return
        before = self.conn.their_state
        super().data_received(data)
        after = self.conn.their_state
        if after not in _SAYING or (after is h11.IDLE and self.timeout_keep_alive_task is not None):
            self._end_deadline()
        elif self._deadline is None or (after is h11.SEND_BODY and before is not h11.SEND_BODY):
            self._end_deadline()
            within_s = self.limits.body_s if after is h11.SEND_BODY else self.limits.head_s
            self._deadline = self.loop.call_later(within_s, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the connection."""
        self._end_deadline()
        super().connection_lost(exc)

    def _others(self) -> int:
        """Return how many connections this one's address has, itself among them; 0 on this very machine."""
        address = self.client[0] if self.client else ""
        if on_this_machine(address):
            return 0
        clients = (getattr(one, "client", None) for one in self.connections)
        return sum(1 for client in clients if client is not None and client[0] == address)

    def _refuse(self) -> None:
        self._refused = True
        self.transport.write(_REFUSED)
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
