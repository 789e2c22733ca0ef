"""Web hooks: POST requests with game events, signed and retried, with a bounded queue."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import http.client
import socket
import ssl
import threading
import time
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit

from messages.message import Message, MessageError
from overlook.hall.outbox_relay import OutboxRelay, open_outbox
from overlook.settings import hook_address
from overlook.table.games.games import Games
from overlook.table.service import TableService
from referee.records.journal.errors import JournalError
from referee.rules.ruling import Threshold
from venue.errors import OutboxError
from web.contract.base import HealthState

ANSWER_S = 5.0
"""Time limit of a request from its start to the response's status, even if the response arrives slowly."""


class NotTakenError(MessageError, OSError):
    """A delivery failed; the message is the reason in a few words."""


def post(url: str, body: bytes, headers: dict[str, str]) -> None:
    """Send a POST request without following redirects; only the status of the response is read.

    Raises `NotTakenError` for any status except 2xx and if there is no response within `ANSWER_S`; the message never
    contains the address.
    """
    try:
        status = _status(url, body, headers)
    except (ValueError, http.client.HTTPException) as fault:  # both quote the address
        raise NotTakenError(type(fault).__name__) from None
    except OSError as fault:
        raise NotTakenError(str(fault) or type(fault).__name__) from fault
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        raise NotTakenError("hook-answered", status=status)


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
    """End a request from another thread by shutting down its socket."""
    with contextlib.suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)


async def run_in_daemon_thread(work: Callable[[], None], name: str) -> None:
    """Run a function in a separate thread and raise its error; if cancelled, the thread is abandoned."""
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


LOOK_S = 0.5
AT_ONCE = 100
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 300.0
MOST_WAITING = 10_000
"""Limit of waiting events for one address; older ones are dropped and the loss is reported."""

SIGNATURE = "Overlook-Signature"
DELIVERY = "Overlook-Delivery"


def signature(secret: str, body: bytes, at_s: int) -> str:
    """Return the value of `Overlook-Signature`: the time, and HMAC-SHA256 over the time, a dot and the body."""
    signed = hmac.new(secret.encode(), f"{at_s}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at_s},v1={signed}"


class WebHook:
    """One address with its outbox on disk, filled from the journals like the hall's.

    A new address receives only later events. Each event is delivered at least once and in order; after a lost response
    it is sent again with the same `seal`. If the outbox is lost, the events waiting in it are not sent. `number` is the
    address's position in the settings, used in health reports because an address may contain a token.
    """

    def __init__(self, url: str, secret: str, games: Games, threshold: Threshold, number: int = 1) -> None:
        self._url = url
        self._secret = secret
        name = hashlib.blake2b(url.encode(), digest_size=6).hexdigest()
        self.part = f"hook {number} {urlsplit(url).hostname}"
        folder, file = games.folder.parent, f"hook-{name}.outbox"
        self._outbox = open_outbox(folder, file)
        self._relay = OutboxRelay(games, self._outbox, threshold)
        self._fresh = not self._outbox.mark
        damaged = self._fresh and any(folder.glob(f"{file}.damaged-*"))
        self._gone = [Message.of("hook-outbox-lost", file=file)] if damaged else []
        self._left_out = 0
        self._tried = 0
        self._wait_s = FIRST_WAIT_S

    async def run(self, service: TableService) -> None:
        """Send new events until cancelled."""
        said: tuple[HealthState, Message] | None = None
        sent: object = None
        try:
            while True:
                asked = service.table.journal_key
                if asked == sent:
                    await asyncio.sleep(LOOK_S)
                    continue
                try:
                    await run_in_daemon_thread(self._once, self.part)
                    now, wait_s, sent = (HealthState.OK, self._joined(Message.of("hook-sent"))), LOOK_S, asked
                    self._wait_s = FIRST_WAIT_S
                except (NotTakenError, OutboxError, JournalError) as fault:
                    now, wait_s = (HealthState.TROUBLE, self._trouble(fault)), self._wait_s
                    self._wait_s = min(2 * self._wait_s, LONGEST_WAIT_S)
                if now != said:
                    said = now
                    service.report_health(self.part, *now)
                    service.publish()
                await asyncio.sleep(wait_s)
        finally:
            self._outbox.close()

    def _once(self) -> None:
        """Relay new events and send all that wait."""
        if self._fresh:
            self._relay.begin_at_end()
            self._fresh = False
        self._relay.copy_new_events()
        behind = self._outbox.waiting() - MOST_WAITING
        if behind > 0:
            self._outbox.forget(self._outbox.last - MOST_WAITING)
            self._left_out += behind
        while ready := self._outbox.ready(0, AT_ONCE):
            first = ready[0][0]
            if self._tried >= first:
                ready = [one for one in ready if one[0] <= self._tried]
            last = self._tried = ready[-1][0]
            body = b'{"v":1,"events":[' + b",".join(event for _, event in ready) + b"]}"
            self._post(body, f"{self._outbox.stream}:{first}-{last}")
            self._outbox.forget(last)

    def _post(self, body: bytes, delivery: str) -> None:
        signed = signature(self._secret, body, int(time.time()))
        headers = {"Content-Type": "application/json", "User-Agent": "overlook", SIGNATURE: signed, DELIVERY: delivery}
        post(self._url, body, headers)

    def _joined(self, *parts: Message) -> Message:
        """Return these messages, and one for each loss of events."""
        count = self._left_out
        dropped = [Message.of("hook-events-dropped", count=count)] if count else []
        return Message.of("text-sentences", parts=[*parts, *dropped, *self._gone])

    def _trouble(self, fault: Exception) -> Message:
        refused = Message.of("hook-refused", fault=fault, seconds=self._wait_s)
        try:
            return self._joined(refused, Message.of("hook-events-wait", count=self._outbox.waiting()))
        except OutboxError:
            return self._joined(refused, Message.of("hook-outbox-unreadable"))
