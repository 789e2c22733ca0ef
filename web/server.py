"""The web server of a program that has more to close than its pages."""

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

from web.connections import GuardedSocket, Limits, bounded_by, descriptors
from web.tls import EncryptedSocket

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
