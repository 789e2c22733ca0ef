"""One request to a web hook's address, over in a bounded time, in a thread that nobody has to wait for."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import socket
import ssl
import threading
from collections.abc import Callable
from http import HTTPStatus

from overlook.hall.hook_settings import hook_address

ANSWER_S = 5.0
"""So long a request may take from its first byte to the status, however slowly the answer drips."""


class NotTakenError(OSError):
    """An address did not take what was sent; why, in a few words."""


def post(url: str, body: bytes, headers: dict[str, str]) -> None:
    """Send a body; redirects are not followed, nothing of the answer is read but its status.

    Raises `NotTakenError` for any status but 2xx, and where nobody answers within `ANSWER_S`; it quotes no address.
    """
    try:
        status = _status(url, body, headers)
    except (ValueError, http.client.HTTPException) as fault:  # either quotes the address
        raise NotTakenError(type(fault).__name__) from None
    except OSError as fault:
        raise NotTakenError(str(fault) or type(fault).__name__) from fault
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        raise NotTakenError(f"answered {status}")


def _status(url: str, body: bytes, headers: dict[str, str]) -> int:
    to = hook_address(url)
    connection = (
        http.client.HTTPSConnection(to.host, to.port, timeout=ANSWER_S, context=ssl.create_default_context())
        if to.secure
        else http.client.HTTPConnection(to.host, to.port, timeout=ANSWER_S)
    )
    late = threading.Timer(ANSWER_S, _cut, [connection])
    late.daemon = True
    late.start()
    try:
        connection.request("POST", to.target, body, {"Host": to.site, **headers})
        return connection.getresponse().status
    finally:
        late.cancel()
        connection.close()


def _cut(connection: http.client.HTTPConnection) -> None:
    """End a request from another thread: what it waits for then fails."""
    with contextlib.suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)


async def beside(work: Callable[[], None], name: str) -> None:
    """Do something in a thread of its own and raise what it raises; who is cancelled leaves it behind, for good."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def end(fault: BaseException | None) -> None:
        if not done.done():
            done.set_exception(fault) if fault is not None else done.set_result(None)

    def run() -> None:
        fault: BaseException | None = None
        try:
            work()
        except BaseException as caught:
            fault = caught
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(end, fault)

    threading.Thread(target=run, name=name, daemon=True).start()
    await done
