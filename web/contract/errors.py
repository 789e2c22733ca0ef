"""Errors of the web package."""

from __future__ import annotations

from messages.message import MessageError


class WebError(MessageError):
    """Root of this package's errors; the message is one line that may be shown to users."""


class ServiceUnavailableError(WebError, RuntimeError):
    """The table cannot answer now: no frame yet, the camera is gone, or the program is stopping."""


class UnknownError(WebError, LookupError):
    """A page named something that does not exist, such as an operative or a place."""


class MalformedRequestError(WebError, ValueError):
    """A request's fields contradict each other, or one has an impossible value."""


class RevisionError(WebError, ValueError):
    """A published snapshot is not newer than the one before it."""


class AddressError(WebError, ValueError):
    """A setting names a host or address that no browser could send."""


class KeyReusedError(WebError, ValueError):
    """One idempotency key came with two different requests."""
