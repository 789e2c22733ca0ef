"""The text of a file that somebody wrote, TOML or JSON, as plain data."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from referee.rules.errors import MalformedError


def parsed(source: str, text: str, expected: str) -> Any:
    """Return the content of a file's text, JSON or TOML; `MalformedError` in one line when it is neither.

    `source` is the name of the file, `expected` what was hoped for, such as "a team file".
    """
    as_json = text.lstrip().startswith(("{", "[")) and not source.endswith(".toml")
    try:
        return json.loads(text) if as_json else tomllib.loads(text)
    except ValueError as error:
        kind = "JSON" if as_json else "TOML"
        raise MalformedError(f"{source}: is no {kind} ({error}): expected {expected}") from error
