"""Encrypted pages while a table runs: a renewed certificate is taken, and how it stands is told."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from overlook.disk_watch import STATE_OF, HealthPort
from overlook.doctor.check import Check
from web.auth.request_guard import host_name
from web.contract.errors import AddressError
from web.server.addresses import address_from_afar
from web.server.settings import WebSettings
from web.server.tls import Encryption, TlsCertificate

PART = "encryption"
EVERY_S = 30.0
SOON = timedelta(days=14)


def encryption_check(certificate: TlsCertificate, name: str, now: datetime) -> Check:
    """Return how a certificate stands at a time; `name` is the host that phones are sent to, empty for none."""
    of, until = ", ".join(certificate.names), f"{certificate.until:%Y-%m-%d}"
    if now >= certificate.until:
        return Check.trouble(
            PART, f"the certificate ended on {until}, browsers refuse it", "put a new one in its place"
        )
    if now < certificate.since:
        return Check.trouble(
            PART, f"the certificate begins on {certificate.since:%Y-%m-%d}", "is this machine's clock right?"
        )
    if name and not any(_is(named, name) for named in certificate.names):
        return Check.caution(
            PART, f"the certificate is for {of}, and phones are sent to {name}", "put its name into web.names"
        )
    if certificate.until - now < SOON:
        return Check.caution(PART, f"the certificate ends on {until}", "put a new one in its place")
    return Check.ok(PART, f"pages are encrypted, for {of}, until {until}")


def _is(named: str, name: str) -> bool:
    """Whether a certificate's name is that of a host: a star stands for one label (RFC 9525)."""
    try:
        return ipaddress.ip_address(named) == ipaddress.ip_address(name)
    except ValueError:
        own, whole = named.lower(), name.lower()
        first, _, rest = whole.partition(".")
        return own == whole or bool(first and rest and own == f"*.{rest}")


async def watch_encryption(
    told: HealthPort,
    encryption: Encryption,
    web: WebSettings,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> None:
    """Take a renewed certificate and tell how it stands, again and again, for ever."""
    shown, fault = None, ""
    name = host_name(address_from_afar(web, web.port).partition("://")[2]) or ""
    while True:
        try:
            if await asyncio.to_thread(encryption.renewed):
                fault = ""
        except AddressError as refused:
            fault = str(refused)
        check = encryption_check(encryption.certificate, name, clock())
        if fault and not check.mend:
            check = Check.caution(PART, f"the certificate was changed and is not taken, {fault}", "the old one goes on")
        told.report(check.part, STATE_OF[check.health], check.line)
        if check.line != shown:
            shown = check.line
            told.publish()
        await asyncio.sleep(EVERY_S)
