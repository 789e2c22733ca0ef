"""uvicorn server with connection limits, TLS and an orderly shutdown, and its listening socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import threading
from collections.abc import Generator
from typing import Any, Literal

import uvicorn
from fastapi import FastAPI

from web.server.connection_limits import LimitingSocket, Limits, bounded_by, raise_descriptor_limit
from web.server.settings import WebSettings
from web.server.tls import TlsListener

STOPS = (signal.SIGINT, signal.SIGTERM)
GRACE_S = 2
HANDSHAKE_S = 5
WANTED_DESCRIPTORS = 4096
MAX_BACKLOG = 128
"""Connections accepted in one go: asyncio accepts them all before the first can be refused."""

DESCRIPTORS_AT_REST, ACCEPT_ROUNDS = 16, 3
"""Descriptors that an idle table holds, and batches of connections accepted before the first are closed again."""

_LOG = logging.getLogger("uvicorn.error")
_CUT_OFF = ("ASGI callable returned", "Cancel ")
"""Prefixes of uvicorn's log messages about viewers that were connected when it stopped."""


class Server(uvicorn.Server):
    """Serves `app` until Ctrl-C or SIGTERM; `serve` then returns.

    Connections are kept within `limits`, and within the number of files this process may open. `lifespan` is "on" if
    the application has start-up and shutdown code. `encrypted` is a socket for TLS, besides the sockets passed to
    `serve`. Unlike uvicorn's own server it does not send itself the signal again after serving: SIGTERM would then end
    the process at once, and Ctrl-C would cancel the task that awaits `serve`, so that the rest of the program could not
    close.
    """

    def __init__(
        self,
        app: FastAPI,
        limits: Limits | None = None,
        *,
        lifespan: Literal["on", "off"] = "off",
        encrypted: TlsListener | None = None,
    ) -> None:
        opened = raise_descriptor_limit(WANTED_DESCRIPTORS)
        kept = (limits or Limits()).within(opened)
        super().__init__(
            uvicorn.Config(
                app,
                http=bounded_by(kept),
                ws="none",
                lifespan=lifespan,
                backlog=max(
                    1, min(MAX_BACKLOG, (opened - kept.max_connections - DESCRIPTORS_AT_REST) // ACCEPT_ROUNDS)
                ),
                log_level="error",  # malformed requests from the internet would fill the log
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self.servers = []
        self._encrypted, self._kept = encrypted, kept

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen on the sockets, and on the encrypted one."""
        await super().startup(sockets)
        if self._encrypted is None or not self.started:
            return
        self.servers.append(
            await asyncio.get_running_loop().create_server(
                self._answering,
                sock=LimitingSocket(self._encrypted.listening, self._kept),
                ssl=self._encrypted.encryption.context,
                ssl_handshake_timeout=HANDSHAKE_S,
                backlog=self.config.backlog,
            )
        )

    def _answering(self) -> asyncio.Protocol:
        """Return the protocol of one encrypted connection, made as uvicorn makes its own."""
        kind: Any = self.config.http_protocol_class
        made: asyncio.Protocol = kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        return made

    async def hang_up(self) -> None:
        """Close the listening sockets and all connections, and cancel the requests in progress."""
        for listening in self.servers:
            listening.close()
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        asked = list(self.server_state.tasks)
        _LOG.addFilter(_no_viewer_cut_off)
        try:
            for one in asked:
                one.cancel()
            if asked:
                await asyncio.wait(asked, timeout=GRACE_S)
        finally:
            _LOG.removeFilter(_no_viewer_cut_off)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let requests finish for `GRACE_S` seconds; log messages about viewers still connected then are suppressed."""
        _LOG.addFilter(_no_viewer_cut_off)
        try:
            await super().shutdown(sockets)
            cut_off = self.server_state.tasks
            if cut_off:
                await asyncio.wait(cut_off, timeout=GRACE_S)
        finally:
            _LOG.removeFilter(_no_viewer_cut_off)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Handle the stop signals while serving, in the main thread; uvicorn handles a second Ctrl-C."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {each: signal.signal(each, self.handle_exit) for each in STOPS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def _no_viewer_cut_off(record: logging.LogRecord) -> bool:
    """Log filter that drops uvicorn's messages about viewers that were connected when it stopped."""
    fault = record.exc_info[1] if record.exc_info else None
    return not (isinstance(fault, asyncio.CancelledError) or record.getMessage().startswith(_CUT_OFF))


SEND_BUFFER_BYTES = 1 << 18
"""Kernel send buffer per viewer: a few frames. The default would queue seconds of old ones."""

BACKLOG = 128


def listen_socket(web: WebSettings) -> socket.socket:
    """Return a bound and listening socket; raises OSError if the address is not available.

    Accepted connections inherit its options: a small send buffer, so that a stalled viewer is noticed soon and a slow
    one gets no old frames; a connection ends when its data is not acknowledged for twice `stall_s`; TCP_NODELAY,
    because waiting for a phone's acknowledgement takes 40 ms and more (asyncio sets it only on sockets made with
    IPPROTO_TCP).
    """
    listening = socket.socket(socket.AF_INET6 if ":" in web.host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(2000 * web.stall_s))
        listening.bind((web.host, web.port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening
