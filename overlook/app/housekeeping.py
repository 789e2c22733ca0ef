"""Periodic services: checkpoints, clock, disk space, images on disk, TLS certificate, memory."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

from messages.message import Message
from overlook.app.program import Loop
from overlook.console import log
from overlook.maintenance.machine_checks import STATE_OF, Check, HealthPort, disk
from overlook.maintenance.retention import Allowance, Pruned, keep_pruned
from overlook.process import trim_heap
from overlook.table.service import TableService
from referee.records.duration import SAVE_EVERY_S
from web.auth.request_guard import host_name
from web.contract.errors import AddressError
from web.server.addresses import public_url
from web.server.settings import WebSettings
from web.server.tls import TlsCertificate, TlsContext

CHECKPOINT_EVERY_S = 60.0


class Checkpointable(Protocol):
    """A game that can write a checkpoint."""

    async def checkpoint(self) -> None:
        """Write a checkpoint of the open game."""


async def checkpoint_wal_periodically(game: Checkpointable, every_s: float = CHECKPOINT_EVERY_S) -> None:
    """Write a checkpoint of the open game every `every_s` seconds, until cancelled."""
    while True:
        await asyncio.sleep(every_s)
        await game.checkpoint()


SHOW_EVERY_S = 1.0


async def publish_clock_loop(service: TableService) -> None:
    """Publish the running clock every second and save it every `SAVE_EVERY_S`, until cancelled."""
    table = service.table
    kept_s = table.now_s()
    while True:
        await asyncio.sleep(SHOW_EVERY_S)
        if table.clock.running:
            service.publish()
            if table.now_s() - kept_s >= SAVE_EVERY_S:
                kept_s = table.now_s()
                table.keep_clock()


DISK_EVERY_S = 5.0


async def watch_disk(told: HealthPort, folder: Path) -> None:
    """Report the free disk space for games every `DISK_EVERY_S`, until cancelled."""
    shown = None
    while True:
        check = await asyncio.to_thread(disk, folder)
        told.report_health(check.part, STATE_OF[check.health], check.line)
        if check.health is not shown:
            shown = check.health
            told.publish()
        await asyncio.sleep(DISK_EVERY_S)


PART = "encryption"
CERTIFICATE_EVERY_S = 30.0
SOON = timedelta(days=14)


def encryption_check(certificate: TlsCertificate, name: str, now: datetime) -> Check:
    """Check a certificate at a time; `name` is the host that phones are sent to, empty if there is none."""
    names, until = certificate.names, f"{certificate.until:%Y-%m-%d}"
    if now >= certificate.until:
        return Check.trouble(
            PART, Message.of("check-certificate-ended", until=until), Message.of("check-fix-certificate")
        )
    if now < certificate.since:
        early = Message.of("check-certificate-early", since=f"{certificate.since:%Y-%m-%d}")
        return Check.trouble(PART, early, Message.of("check-fix-certificate-clock"))
    if name and not any(_is(named, name) for named in names):
        other = Message.of("check-certificate-names", names=names, name=name)
        return Check.caution(PART, other, Message.of("check-fix-certificate-name"))
    if certificate.until - now < SOON:
        return Check.caution(
            PART, Message.of("check-certificate-soon", until=until), Message.of("check-fix-certificate")
        )
    return Check.ok(PART, Message.of("check-certificate-ok", names=names, until=until))


def _is(named: str, name: str) -> bool:
    """Return whether a certificate's name matches a host name; `*` matches one label (RFC 9525)."""
    try:
        return ipaddress.ip_address(named) == ipaddress.ip_address(name)
    except ValueError:
        own, whole = named.lower(), name.lower()
        first, _, rest = whole.partition(".")
        return own == whole or bool(first and rest and own == f"*.{rest}")


async def watch_encryption(
    told: HealthPort,
    encryption: TlsContext,
    web: WebSettings,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> None:
    """Load a renewed certificate and report its state every `CERTIFICATE_EVERY_S`, until cancelled."""
    shown: Message | None = None
    fault: Message | None = None
    name = host_name(public_url(web, web.port).partition("://")[2]) or ""
    while True:
        try:
            if await asyncio.to_thread(encryption.reload_if_changed):
                fault = None
        except AddressError as error:
            fault = error.message
        check = encryption_check(encryption.certificate, name, clock())
        if fault and not check.mend:
            refused = Message.of("check-certificate-refused", fault=fault)
            check = Check.caution(PART, refused, Message.of("check-fix-certificate-refused"))
        told.report_health(check.part, STATE_OF[check.health], check.line)
        if check.line != shown:
            shown = check.line
            told.publish()
        await asyncio.sleep(CERTIFICATE_EVERY_S)


TRIM_EVERY_S = 60.0


async def keep_giving_back(every_s: float = TRIM_EVERY_S) -> None:
    """Return free heap memory to the system periodically, in a thread; ends if malloc does not support it."""
    while await asyncio.to_thread(trim_heap):
        await asyncio.sleep(every_s)


def housekeeping_services(service: TableService) -> list[Loop]:
    """Return the periodic services that every table needs."""
    return [
        Loop("clock", lambda: publish_clock_loop(service)),
        Loop("disk", lambda: watch_disk(service, service.table.games.folder)),
        Loop("checkpoints", lambda: checkpoint_wal_periodically(service)),
        Loop("memory", keep_giving_back),
    ]


def retention_service(allowance: Allowance) -> Loop:
    """Return the service that deletes the oldest images when they take more space than allowed."""
    return Loop("retention", lambda: keep_pruned(allowance, _log_pruned))


def _log_pruned(pruned: Pruned) -> None:
    log.info(
        "old pictures made room: %d files, %d bytes; %d bytes are left",
        pruned.files,
        pruned.removed_bytes,
        pruned.left_bytes,
    )
