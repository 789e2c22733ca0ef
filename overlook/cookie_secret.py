"""Secrets of this table, each made once, whole, and readable by its owner alone; one of them signs the cookies."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from overlook.writing import SECRET_MODE, write_file
from web.auth.sessions import SECRET_BYTES

NAME = "cookie-secret"


def secret_of(folder: Path, told: Callable[[str], None] = lambda _: None) -> bytes:
    """Return what signs the cookies of a data folder: phones stay paired over a restart.

    If the disk does not take it, the table still starts, with a secret for this run, and `told` gets a line.
    """
    path = folder / NAME
    try:
        return kept_secret(path)
    except OSError as fault:
        told(f"{path}: not written ({fault.strerror or fault}): phones must be paired again after a restart")
        return secrets.token_bytes(SECRET_BYTES)


def kept_secret(path: Path) -> bytes:
    """Return the 32 bytes that a file holds; makes new ones if it is missing or holds anything else.

    Raises `OSError` if they cannot be written.
    """
    try:
        kept = bytes.fromhex(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        kept = b""
    if len(kept) == SECRET_BYTES:
        return kept
    secret = secrets.token_bytes(SECRET_BYTES)
    write_file(path, secret.hex().encode(), mode=SECRET_MODE)
    return secret
