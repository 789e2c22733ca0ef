"""Errors of the venue package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from messages.message import MessageError


class VenueError(MessageError, ValueError):
    """A message, name or setting of the hall is invalid."""


class OutboxError(MessageError, OSError):
    """The outbox on disk cannot be opened, read or written."""


class OutboxDamagedError(OutboxError):
    """The outbox file is damaged. Its content can be published again from the games' journals."""


class EventRefusedError(VenueError):
    """A command is not allowed in the event's current state."""


def fault_in(found: Mapping[str, Any]) -> MessageError | str:
    """Return what is wrong according to an error that pydantic has found: the error of a validator, or its own text."""
    raised = found.get("ctx", {}).get("error")
    return raised if isinstance(raised, MessageError) else str(found["msg"])
