"""What can go wrong with a backup."""

from __future__ import annotations


class BackupError(OSError):
    """A backup that cannot be made, read or restored; one line that says what, where and what to do."""
