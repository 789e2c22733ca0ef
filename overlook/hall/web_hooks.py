"""Web hooks: what happens in a table's games is sent to addresses that its owner names; signed, retried, bounded."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import http.client
import ssl
import time
from http import HTTPStatus
from urllib.parse import urlsplit

from overlook.hall.outbox_relay import OutboxRelay, open_outbox
from overlook.maintenance.redaction import without_address
from overlook.table.games import Games
from overlook.table.service import TableService
from referee.records.journal.errors import JournalError
from referee.rules.ruling import Threshold
from venue.errors import OutboxError
from web.contract.views import HealthState

LOOK_S = 0.5
AT_ONCE = 100
ANSWER_S = 5.0
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 300.0
MOST_WAITING = 10_000
"""So many events are kept for an address that takes nothing; older ones are left out, and it is said."""

SIGNATURE = "Overlook-Signature"
DELIVERY = "Overlook-Delivery"


class NotTakenError(OSError):
    """An address did not take what was sent; why, in a few words."""


def signature(secret: str, body: bytes, at_s: int) -> str:
    """Return what stands in `Overlook-Signature`: the time, and HMAC-SHA256 over the time, a dot and the body."""
    signed = hmac.new(secret.encode(), f"{at_s}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at_s},v1={signed}"


def post(url: str, body: bytes, headers: dict[str, str]) -> None:
    """Send a body; redirects are not followed, nothing of the answer is read but its status.

    Raises `NotTakenError` for any status but 2xx, and where nobody answers within `ANSWER_S`.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    connection = (
        http.client.HTTPSConnection(host, parts.port, timeout=ANSWER_S, context=ssl.create_default_context())
        if parts.scheme == "https"
        else http.client.HTTPConnection(host, parts.port, timeout=ANSWER_S)
    )
    path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    try:
        connection.request("POST", path, body, headers)
        status = connection.getresponse().status
    except (ValueError, http.client.HTTPException) as fault:  # either quotes the address
        raise NotTakenError(type(fault).__name__) from fault
    except OSError as fault:
        raise NotTakenError(str(fault) or type(fault).__name__) from fault
    finally:
        connection.close()
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        raise NotTakenError(f"answered {status}")


class WebHook:
    """One address: its outbox on disk, filled from the journals like the hall's, and emptied as it is taken.

    A new address is sent what happens from then on. Each event comes at least once and in order; after a lost answer
    it comes again with the same `seal`. Where the outbox is lost, what waited in it is not sent.
    """

    def __init__(self, url: str, secret: str, games: Games, threshold: Threshold) -> None:
        self._url = url
        self._secret = secret
        name = hashlib.blake2b(url.encode(), digest_size=6).hexdigest()
        self.part = f"hook {urlsplit(url).hostname}"
        self._outbox = open_outbox(games.folder.parent, f"hook-{name}.outbox")
        self._relay = OutboxRelay(games, self._outbox, threshold)
        self._fresh = not self._outbox.mark
        self._left_out = 0
        self._tried = 0
        self._wait_s = FIRST_WAIT_S

    async def run(self, service: TableService) -> None:
        """Send what happens until cancelled."""
        said: tuple[HealthState, str] | None = None
        sent: object = None
        try:
            while True:
                asked = service.table.events_of
                if asked == sent:
                    await asyncio.sleep(LOOK_S)
                    continue
                try:
                    await asyncio.to_thread(self._once)
                    now, wait_s, sent = (HealthState.OK, f"everything is sent{self._lost()}"), LOOK_S, asked
                    self._wait_s = FIRST_WAIT_S
                except (NotTakenError, OutboxError, JournalError) as fault:
                    now, wait_s = (HealthState.TROUBLE, self._trouble(fault)), self._wait_s
                    self._wait_s = min(2 * self._wait_s, LONGEST_WAIT_S)
                if now != said:
                    said = now
                    service.report(self.part, *now)
                    service.publish()
                await asyncio.sleep(wait_s)
        finally:
            self._outbox.close()

    def _once(self) -> None:
        """Put in what is new, and send all that waits."""
        if self._fresh:
            self._relay.begin_at_end()
            self._fresh = False
        self._relay.follow()
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

    def _lost(self) -> str:
        return f"; {self._left_out} events were left out while it took nothing" if self._left_out else ""

    def _trouble(self, fault: Exception) -> str:
        where = without_address(self._url)
        try:
            waiting = f"{self._outbox.waiting()} events wait and are kept"
        except OutboxError:
            waiting = "the disk does not say how many events wait"
        return f"{where} takes nothing ({fault}); {waiting}; tried again within {self._wait_s:.0f} s{self._lost()}"
