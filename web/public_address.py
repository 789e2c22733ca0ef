"""What a phone calls this table by: its name, or the address of its machine in the network."""

from __future__ import annotations

import ipaddress
import socket

from web.settings import WebSettings

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
