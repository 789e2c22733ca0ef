"""TLS certificate and key: read, checked as a browser reads them, and reloaded after a renewal."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from web.contract.errors import AddressError

_NO_TIME = 0x200000
"""OpenSSL's X509_V_FLAG_NO_CHECK_TIME: an expired certificate is read as well, so that its expiry can be reported."""

_TURNS = 8


@dataclass(frozen=True, slots=True)
class TlsCertificate:
    """Content of a certificate: its names and addresses, and its validity (UTC)."""

    names: tuple[str, ...]
    since: datetime
    until: datetime


class TlsContext:
    """TLS context of a server, from the files of a certificate and its key, both PEM.

    Raises `AddressError` in one line for files that cannot be read or do not belong together.
    """

    def __init__(self, certificate: Path, key: Path) -> None:
        self._files = (certificate, key)
        self._stamp = self._stamped()
        self.context, self.certificate = _read(certificate, key)

    def reload_if_changed(self) -> bool:
        """Reload changed files, for new connections; return whether they had changed.

        Raises `AddressError` for files that cannot be used; the old certificate then stays in use.
        """
        stamp = self._stamped()
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        _, certificate = _read(*self._files)
        self.context.load_cert_chain(*self._files)
        self.certificate = certificate
        return True

    def _stamped(self) -> tuple[tuple[int, int], ...]:
        try:
            return tuple((one.st_mtime_ns, one.st_size) for one in (path.stat() for path in self._files))
        except OSError:
            return ()


@dataclass(frozen=True, slots=True)
class TlsListener:
    """Listening socket of encrypted connections, with its TLS context."""

    listening: socket.socket
    encryption: TlsContext

    def dup(self) -> TlsListener:
        """Return a duplicate for another server, because a server closes its socket."""
        return TlsListener(self.listening.dup(), self.encryption)


def _read(certificate: Path, key: Path) -> tuple[ssl.SSLContext, TlsCertificate]:
    for path, what in ((certificate, "web.tls_certificate"), (key, "web.tls_key")):
        try:
            path.read_bytes()
        except OSError as fault:
            raise AddressError("web-tls-unreadable", setting=what, file=path.name, fault=fault.strerror) from fault
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key, password="")
        shown = _presented_certificate(context, certificate)
    except (ssl.SSLError, ValueError) as fault:
        raise AddressError("web-tls-mismatch", certificate=certificate.name, key=key.name, fault=_why(fault)) from fault
    names = tuple(str(name) for kind, name in shown.get("subjectAltName", ()) if kind in {"DNS", "IP Address"})
    if not names:
        raise AddressError("web-tls-nameless", file=certificate.name)
    return context, TlsCertificate(names, _time(shown["notBefore"]), _time(shown["notAfter"]))


def _presented_certificate(context: ssl.SSLContext, certificate: Path) -> Mapping[str, Any]:
    """Return the certificate as a client sees it in a handshake, made in memory without a network."""
    reader = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    reader.check_hostname = False
    reader.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | _NO_TIME
    reader.load_verify_locations(cafile=certificate)
    to_reader, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = context.wrap_bio(to_server, to_reader, server_side=True)
    client = reader.wrap_bio(to_reader, to_server)
    for turn in range(_TURNS):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                if turn == _TURNS - 1:
                    raise
    return client.getpeercert() or {}


def _time(written: str) -> datetime:
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(written), UTC)


def _why(fault: Exception) -> str:
    reason = getattr(fault, "reason", None) or str(fault)
    return str(reason).lower().replace("_", " ") or type(fault).__name__
