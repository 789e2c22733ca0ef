"""Listening sockets of the pages, with one-line messages if an address is unavailable."""

from __future__ import annotations

import errno
import socket

from messages.message import Message
from overlook.console import exit_with_error
from web.contract.errors import AddressError
from web.server.server import listen_socket
from web.server.settings import WebSettings
from web.server.tls import TlsContext, TlsListener


def listen(web: WebSettings) -> socket.socket:
    """Return a bound socket; exits with a one-line error if the address is unavailable."""
    try:
        return listen_socket(web)
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            exit_with_error(Message.of("start-port-taken", host=web.host, port=web.port))
        exit_with_error(Message.of("start-no-listening", host=web.host, port=web.port, reason=fault.strerror))


def listen_with_loopback_fallback(web: WebSettings) -> tuple[socket.socket, Message | None]:
    """Return a bound socket, and an error if this machine does not have the address of the settings.

    In that case the socket listens on 127.0.0.1 only. Exits with a one-line error if the port is taken.
    """
    try:
        return listen_socket(web), None
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            return listen(web), None
        said = Message.of("start-loopback-only", host=web.host, port=web.port, reason=fault.strerror)
        return listen(web.model_copy(update={"host": "127.0.0.1"})), said


def listen_encrypted(web: WebSettings) -> tuple[TlsListener | None, Message | None]:
    """Return the socket for encrypted pages, None without a certificate, and any error of the certificate or port."""
    if web.tls_certificate is None or web.tls_key is None:
        return None, None
    try:
        encryption = TlsContext(web.tls_certificate, web.tls_key)
        return TlsListener(listen_socket(web.model_copy(update={"port": web.tls_port})), encryption), None
    except AddressError as fault:
        return None, Message.of("start-tls-refused", fault=fault)
    except OSError as fault:
        return None, Message.of("start-tls-no-listening", host=web.host, port=web.tls_port, reason=fault.strerror)
