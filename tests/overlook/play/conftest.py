"""Scripted games: rules that tests of `referee`, `geometry` and `overlook.table` show one by one, played at a table."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Take them in turn: each is a whole game of a fifth of a second, and there are six hundred."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("in_turn")
