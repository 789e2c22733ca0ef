"""The socket that viewers connect to: it keeps little for those who do not take it, and lets go of them."""

from __future__ import annotations

import socket

from web.settings import WebSettings

KEPT_BYTES = 1 << 18
"""What the kernel holds back for one viewer: a few pictures. Left to itself it would keep seconds of old ones."""

WAITING = 128


def open_socket(web: WebSettings) -> socket.socket:
    """Return a bound and listening socket; raises OSError when the address cannot be had.

    Connections inherit what is set here: a small buffer, so that a viewer that takes nothing is noticed soon and a slow
    one sees no old pictures; the end of a connection whose data nobody has taken for twice `stall_s`; and that nothing
    small waits until what went before is acknowledged, for which a phone takes 40 ms and more (asyncio asks for that
    only where a socket was made for TCP by name).
    """
    listening = socket.socket(socket.AF_INET6 if ":" in web.host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KEPT_BYTES)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(2000 * web.stall_s))
        listening.bind((web.host, web.port))
        listening.listen(WAITING)
    except OSError:
        listening.close()
        raise
    return listening
