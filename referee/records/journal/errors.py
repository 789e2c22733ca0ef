"""What can go wrong with what is kept on disk."""

from __future__ import annotations


class JournalError(OSError):
    """The journal cannot be read or written; the message names the file, what failed and what to do."""


class JournalBusyError(JournalError, BlockingIOError):
    """Somebody else has the journal open."""


class JournalNewerError(JournalError):
    """The journal was made by a newer program than this one."""


class JournalDamagedError(JournalError, ValueError):
    """The journal is not what was written; the message says from which event on."""
