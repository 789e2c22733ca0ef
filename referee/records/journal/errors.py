"""Errors of journals on disk."""

from __future__ import annotations

from messages.message import MessageError


class JournalError(MessageError, OSError):
    """The journal cannot be read or written; the message names the file, what failed and what to do."""


class JournalBusyError(JournalError, BlockingIOError):
    """Another process has the journal open."""


class JournalNewerError(JournalError):
    """The journal was created by a newer version of this program."""


class JournalDamagedError(JournalError, ValueError):
    """The journal is not what was written; the message states from which event on."""
