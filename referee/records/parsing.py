"""A file that somebody wrote, TOML or JSON: its text, and that as plain data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.records.plain_text import TextError, read_json, read_toml
from referee.rules.errors import MalformedError


def bytes_of(path: Path, expected: str) -> bytes:
    """Return what a file holds; `MalformedError` in one line when it cannot be read, `expected` as for `parsed`."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise MalformedError(f"{path}: cannot be read ({error.strerror}): give the path of {expected}") from error


def text_of(path: Path, expected: str) -> str:
    """Return a file's text; `MalformedError` in one line when there is none, `expected` as for `parsed`."""
    try:
        return bytes_of(path, expected).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise MalformedError(f"{path}: byte {error.start} is no UTF-8: expected {expected}") from error


def parsed(source: str, text: str, expected: str) -> Any:
    """Return the content of a file's text, JSON or TOML; `MalformedError` in one line when it is neither.

    `source` is the name of the file, `expected` what was hoped for, such as "a team file".
    """
    as_json = text.lstrip().startswith(("{", "[")) and not source.endswith(".toml")
    try:
        return read_json(text) if as_json else read_toml(text)
    except TextError as error:
        kind = "JSON" if as_json else "TOML"
        raise MalformedError(f"{source}: is no {kind} ({error}): expected {expected}") from error
