"""Weapon rules that a file lists one by one, as data: each written as a card prints it, for the rules' reader."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

OF_ALL = "WR-UNIV-"
"""What the ids of the edition's own rules begin with; any other is a team's, shown and not judged."""

MOVES = frozenset({"heavy"})
"""Rules whose details name the moves that they allow; those of others belong to the name (`Piercing Crits 1`)."""


def written_rules(value: Any, names: Mapping[str, str]) -> list[str] | None:
    """Return the rules of a list as texts, None where one of them is neither a text nor an object with an id.

    `names` are those of the team's own rules by their ids.
    """
    if not isinstance(value, list):
        return None
    texts = [one if isinstance(one, str) else _written(one, names) for one in value]
    return None if None in texts else [text for text in texts if text is not None]


def _written(one: Any, names: Mapping[str, str]) -> str | None:
    if not isinstance(one, Mapping) or not isinstance(one.get("id"), str):
        return None
    rule = one["id"]
    if not rule.startswith(OF_ALL):
        return f"*{one.get('name') or names.get(rule) or _title(rule.rpartition('-')[2])}"
    return " ".join(_parts(one, _title(rule.removeprefix(OF_ALL))))


def _title(words: str) -> str:
    return words.replace("-", " ").replace("_", " ").title()


def _parts(one: Mapping[str, Any], name: str) -> Iterator[str]:
    detail = re.sub(r"[()]|\s*only\s*$", "", str(one.get("details") or ""), flags=re.IGNORECASE).strip()
    if isinstance(one.get("prefix_num"), int):
        yield f'{one["prefix_num"]}"'
    yield name
    if detail and name.casefold() not in MOVES:
        yield detail
    if one.get("number") is not None:
        yield str(one["number"])
    if detail and name.casefold() in MOVES:
        yield f"({detail} only)"
