"""Errors of the venue package."""

from __future__ import annotations

from messages.message import MessageError


class VenueError(MessageError, ValueError):
    """A message, name or setting of the hall is invalid; one line that names the expected value."""


class OutboxError(MessageError, OSError):
    """The outbox on disk cannot be opened, read or written."""


class OutboxDamagedError(OutboxError):
    """The outbox file is damaged. Its content can be published again from the games' journals."""


class EventRefusedError(VenueError):
    """A command is not allowed in the event's current state; the message gives the reason, and what is allowed."""
