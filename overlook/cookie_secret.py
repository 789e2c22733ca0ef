"""What signs this table's cookies: made once, whole, and readable by its owner alone."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from overlook.writing import SECRET_MODE, write_file
from web.sessions import SECRET_BYTES

NAME = "cookie-secret"


def secret_of(folder: Path, told: Callable[[str], None] = lambda _: None) -> bytes:
    """Return the secret of a data folder: phones stay paired over a restart.

    One that is not there, or not 32 bytes, is made anew. Where the disk does not take it the table starts all the same,
    with one for this run, and `told` hears of it.
    """
    path = folder / NAME
    try:
        kept = bytes.fromhex(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        kept = b""
    if len(kept) == SECRET_BYTES:
        return kept
    secret = secrets.token_bytes(SECRET_BYTES)
    try:
        write_file(path, secret.hex().encode(), mode=SECRET_MODE)
    except OSError as fault:
        told(f"{path}: not written ({fault.strerror or fault}): phones must be paired again after a restart")
    return secret
