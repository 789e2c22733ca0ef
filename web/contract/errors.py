"""`WebError` and its subclasses (now with `KeyReusedError`)."""

from __future__ import annotations


class WebError(Exception):
    """The root of this package's errors; the message is one line that may be shown to people."""


class ServiceUnavailableError(WebError, RuntimeError):
    """The table cannot answer now: no picture yet, a camera that is away, a program that is stopping."""


class UnknownError(WebError, LookupError):
    """A page asked for an operative or a place that is not there."""


class RevisionError(WebError, ValueError):
    """A snapshot was published that is not newer than the one before it."""


class AddressError(WebError, ValueError):
    """A setting names a host or address that no browser could send."""


class KeyReusedError(WebError, ValueError):
    """One idempotency key came with two different requests."""
