"""Host names of this machine, URL for other devices."""

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
    """The names of this machine: its own, in `.local`, below its own domain and those that its router hands out.

    The first part is always this machine's own name, so that no page elsewhere can point a name of its own here: only
    whoever rules this very network's names could, and the machine's own screen trusts none but loopback's.
    `host` and `resolver` are where they are learnt; they are read again now and then, for a router may come later.
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
        """This machine's name, one part, in small letters; empty where it has none that a browser could send."""
        self._learn()
        return self._own

    def has(self, name: str) -> bool:
        """Whether a host name, without port, is this machine's."""
        first, _, rest = name.lower().removesuffix(".").partition(".")
        own = self.own
        if not own:
            return False
        if rest == "local":
            # Two machines of one name: the later one is called so with a number behind it.
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
"""An address that belongs to nobody (RFC 5737): asking the way there sends nothing."""


def is_everywhere(host: str) -> bool:
    """Whether a server that listens there listens on every address of its machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def address_from_afar(web: WebSettings, port: int) -> str:
    """Return "http://name:port" by which another device reaches this server, the encrypted one where there is one.

    Empty where it listens to this machine alone.
    """
    if not web.beyond_loopback:
        return ""
    name = next(iter(web.names), _own_address() if is_everywhere(web.host) else web.host)
    return url_of(web, name, port)


def url_of(web: WebSettings, name: str, port: int) -> str:
    """Return where this server's pages stand for another device that calls its machine by that name."""
    scheme, its_port = ("https", web.tls_port) if web.encrypted else ("http", port)
    return f"{scheme}://[{name}]:{its_port}" if ":" in name else f"{scheme}://{name}:{its_port}"


def typed(url: str) -> str:
    """Return what a person types for an address: browsers add the "http://" themselves."""
    return url.removeprefix("http://")


def _own_address() -> str:
    """Return the address from which this machine would speak to its network, else its name."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(ELSEWHERE)
        except OSError:
            return socket.gethostname()
        return str(asked.getsockname()[0])
