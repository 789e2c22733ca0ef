"""The seal of an event as it leaves the table: an HMAC of the journal's own seal, under a key of this table.

A journal's seal is a digest of the event with everything that is secret in it, and the few values of a secret choice
are soon tried. Without the key nobody can try them; whoever has the journal verifies it as before, and with the key
also what was sent.
"""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

from overlook.cookie_secret import kept_secret
from venue.errors import OutboxError

NAME = "seal-key"
DIGITS = 32


def seal_key(folder: Path) -> bytes:
    """Return the key of a table's data folder, made once; raises `OutboxError` if it cannot be written."""
    path = folder / NAME
    try:
        return kept_secret(path)
    except OSError as fault:
        raise OutboxError(f"{path}: not written ({fault.strerror or fault}): free the disk") from fault


def public_seal(seal: str, key: bytes) -> str:
    """Return what stands for a seal outside the table: 32 hexadecimal digits, the same for the same seal."""
    return hmac.new(key, seal.encode(), hashlib.sha256).hexdigest()[:DIGITS]
