"""Files with a digest of their content, so that a corrupted character is detected when they are read.

JSON has the digest as its last key, TOML in its first line. A file without one, from an earlier version or written by
hand, is accepted.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from calibration.errors import CalibrationError
from messages.message import Message

_KEY = re.compile(rb',?"digest":"([0-9a-f]{32})"\}\s*\Z')
_LINE = re.compile(rb"\A#[^\n]*\bdigest ([0-9a-f]{32})\b[^\n]*\n")
"""The comment with a file's digest; the words around it differ between versions."""


class DigestError(CalibrationError):
    """A file whose content does not match its digest."""


def digested_json(document: object) -> bytes:
    """Return an object as JSON with its digest as the last key."""
    return with_digest(json.dumps(document).encode())


def with_digest(data: bytes) -> bytes:
    """Return a JSON object's text with its digest as the last key."""
    body = data.rstrip()
    if not body.endswith(b"}"):
        raise ValueError("no JSON object")
    between = b"" if body[:-1].rstrip().endswith(b"{") else b","
    return body[:-1] + between + f'"digest":"{_digest(body)}"}}\n'.encode()


def digested_toml(text: str) -> bytes:
    """Return TOML with its digest in a first line."""
    data = text.encode()
    note = Message.of("file-digest-note")
    return f"# digest {_digest(data)}: {note}\n".encode() + data


def without_digest(data: bytes) -> bytes:
    """Return a file's content without its digest; raises `DigestError` if the content does not match it."""
    if found := _LINE.match(data):
        body = data[found.end() :]
    elif found := _KEY.search(data):
        body = data[: found.start()] + b"}"
    else:
        return data
    if _digest(body) != found[1].decode():
        raise DigestError("file-changed")
    return body


def read_undigested(path: Path) -> bytes:
    """Return a file's content without its digest; raises `OSError`, and `DigestError` if the content was changed."""
    return without_digest(path.read_bytes())


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
