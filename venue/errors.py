"""What can go wrong between a table and its hall."""

from __future__ import annotations


class VenueError(ValueError):
    """A message, name or setting of the hall that cannot be; one line that says what was expected."""


class OutboxError(OSError):
    """The outbox on disk cannot be opened, read or written."""


class OutboxDamagedError(OutboxError):
    """The outbox is not what was written. Everything in it can be said again from the games' journals."""


class EventRefusedError(VenueError):
    """Something cannot be done in the event as it stands; the message says why, and what can."""
