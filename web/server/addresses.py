"""Host names of this machine, and the URL at which other devices reach it."""

from __future__ import annotations

import ipaddress
import re
import socket
import time
from collections.abc import Callable
from pathlib import Path

from web.server.settings import WebSettings

RESOLVER = Path("/etc/resolv.conf")
AGAIN_S = 30.0
LABEL = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")


class MachineNames:
    """Host names of this machine: in `.local`, in its own domain, and in the domains its router announces.

    Every accepted name begins with this machine's own name, which limits DNS rebinding: an outsider cannot make a name
    of another domain point here, only the owner of this network's names could. `host` and `resolver` are the sources;
    they are read again every `AGAIN_S`, as a router may come up later.
    """

    def __init__(
        self,
        host: Callable[[], str] = socket.gethostname,
        resolver: Path = RESOLVER,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._host, self._resolver, self._steady = host, resolver, steady
        self._read_s = float("-inf")
        self._own, self._domains = "", frozenset[str]()

    @property
    def own(self) -> str:
        """This machine's first label, in lower case; empty if a browser could not send it."""
        self._learn()
        return self._own

    def has(self, name: str) -> bool:
        """Whether a host name, without port, is this machine's."""
        first, _, rest = name.lower().removesuffix(".").partition(".")
        own = self.own
        if not own:
            return False
        if rest == "local":
            # mDNS appends a number to the second of two machines with one name.
            return first == own or re.fullmatch(re.escape(own) + r"-\d{1,3}", first) is not None
        return first == own and (not rest or rest in self._domains)

    def _learn(self) -> None:
        now_s = self._steady()
        if now_s - self._read_s < AGAIN_S:
            return
        self._read_s = now_s
        own, _, domain = self._host().lower().partition(".")
        self._own = own if LABEL.fullmatch(own) and own != "localhost" else ""
        names = (name.lower().strip(".") for name in (domain, *self._searched()))
        self._domains = frozenset(name for name in names if all(map(LABEL.fullmatch, name.split("."))))

    def _searched(self) -> list[str]:
        try:
            lines = self._resolver.read_text(encoding="ascii", errors="ignore").splitlines()
        except OSError:
            return []
        words = [line.split() for line in lines]
        return [name for first, *rest in filter(None, words) if first in {"search", "domain"} for name in rest]


ELSEWHERE = ("192.0.2.1", 9)
"""A documentation address (RFC 5737). Connecting a UDP socket to it only looks up the route and sends nothing."""


def is_wildcard_host(host: str) -> bool:
    """Whether a host setting means every address of the machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def public_url(web: WebSettings, port: int) -> str:
    """Return the "http://name:port" (https if encrypted) at which other devices reach this server.

    Empty if it listens on loopback only.
    """
    if not web.beyond_loopback:
        return ""
    name = next(iter(web.names), _own_address() if is_wildcard_host(web.host) else web.host)
    return url_of(web, name, port)


def url_of(web: WebSettings, name: str, port: int) -> str:
    """Return the base URL of this server's pages for a host name or address."""
    scheme, its_port = ("https", web.tls_port) if web.encrypted else ("http", port)
    return f"{scheme}://[{name}]:{its_port}" if ":" in name else f"{scheme}://{name}:{its_port}"


def typed(url: str) -> str:
    """Return an address as a user types it: browsers add the "http://"."""
    return url.removeprefix("http://")


def _own_address() -> str:
    """Return the source address for connections to the network, else the host name."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(ELSEWHERE)
        except OSError:
            return socket.gethostname()
        return str(asked.getsockname()[0])
