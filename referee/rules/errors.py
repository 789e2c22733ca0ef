"""Errors of the referee."""

from messages.message import MessageError


class RefereeError(MessageError, ValueError):
    """Input that the referee cannot accept; the message quotes it, with what was expected and what to do."""


class MalformedError(RefereeError):
    """Malformed text or record: a field is missing or has the wrong type."""


class IllegalError(RefereeError):
    """Well-formed input that the rules do not permit in this state."""
