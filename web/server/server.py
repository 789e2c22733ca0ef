"""uvicorn server that closes what else the program runs; listening socket."""

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

from web.server.connection_limits import GuardedSocket, Limits, bounded_by, descriptors
from web.server.settings import WebSettings
from web.server.tls import EncryptedSocket

STOPS = (signal.SIGINT, signal.SIGTERM)
GRACE_S = 2
HANDSHAKE_S = 5
WANTED_DESCRIPTORS = 4096
AT_ONCE = 128
"""How many waiting connections are taken in one go: asyncio opens them all before the first can be refused."""

OWN, ROUNDS = 16, 3
"""Descriptors that a table at rest holds, and how often connections are taken before the first are closed again."""

_LOG = logging.getLogger("uvicorn.error")
_CUT_OFF = ("ASGI callable returned without completing response", "Cancel ")
"""How uvicorn tells of viewers that were looking on when it stopped."""


class Server(uvicorn.Server):
    """Serves `app` until Ctrl-C or SIGTERM; `serve` then returns.

    Connections are kept within `limits`, and those within what this process may open; `lifespan` is "on" where the
    application itself begins and ends something. Through `encrypted` encrypted connections come, beside the sockets
    that `serve` is given. uvicorn's own server sends itself the signal again once it has served: SIGTERM then ends the
    process on the spot, and Ctrl-C cancels whoever awaits `serve`, so that nothing behind it is closed.
    """

    def __init__(
        self,
        app: FastAPI,
        limits: Limits | None = None,
        *,
        lifespan: Literal["on", "off"] = "off",
        encrypted: EncryptedSocket | None = None,
    ) -> None:
        opened = descriptors(WANTED_DESCRIPTORS)
        kept = (limits or Limits()).within(opened)
        super().__init__(
            uvicorn.Config(
                app,
                http=bounded_by(kept),
                ws="none",
                lifespan=lifespan,
                backlog=max(1, min(AT_ONCE, (opened - kept.most - OWN) // ROUNDS)),
                log_level="error",  # what strangers send that is no HTTP would fill the log
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self.servers = []
        self._encrypted, self._kept = encrypted, kept

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen to the sockets, and to the encrypted one."""
        await super().startup(sockets)
        if self._encrypted is None or not self.started:
            return
        self.servers.append(
            await asyncio.get_running_loop().create_server(
                self._answering,
                sock=GuardedSocket(self._encrypted.listening, self._kept),
                ssl=self._encrypted.encryption.context,
                ssl_handshake_timeout=HANDSHAKE_S,
                backlog=self.config.backlog,
            )
        )

    def _answering(self) -> asyncio.Protocol:
        """Return what answers one connection, as uvicorn makes it for the others."""
        kind: Any = self.config.http_protocol_class
        made: asyncio.Protocol = kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        return made

    async def hang_up(self) -> None:
        """Close what listens, then every connection: nobody is answered any more, and what is asked is given up."""
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
        """Let what is under way end, for `GRACE_S`; that viewers who look on are cut off then is no fault."""
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
        """Take the signals that stop while the pages are served, in the main thread; a second Ctrl-C is uvicorn's."""
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
    """Return whether a line of uvicorn's, while it stops, is about anything but viewers that did not leave."""
    fault = record.exc_info[1] if record.exc_info else None
    return not (isinstance(fault, asyncio.CancelledError) or record.getMessage().startswith(_CUT_OFF))


KEPT_BYTES = 1 << 18
"""What the kernel holds back for one viewer: a few pictures. Left to itself it would keep seconds of old ones."""

WAITING = 128


def open_socket(web: WebSettings) -> socket.socket:
    """Return a bound and listening socket; raises OSError when the address cannot be had.

    Connections inherit what is set here: a small buffer, so that a viewer that takes nothing is noticed soon and a slow
    one sees no old pictures; the end of a connection whose data nobody has taken for twice `stall_s`; and that nothing
    small waits until what went before is acknowledged, for which a phone takes 40 ms and more (asyncio asks for that
    only where a socket was made for TCP by name).
    """
    listening = socket.socket(socket.AF_INET6 if ":" in web.host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KEPT_BYTES)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(2000 * web.stall_s))
        listening.bind((web.host, web.port))
        listening.listen(WAITING)
    except OSError:
        listening.close()
        raise
    return listening
