"""A whole game in German: nothing that the table sends to a page stays English there but names and rules."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from messages.page_texts import catalogue_file
from tests.messages.english_reader import english_in
from tests.overlook.offered_presses import Json
from tests.overlook.random_phones import Phones

ACTS = 60
DATA = {"name", "team", "title", "feature", "action", "weapon", "rules", "kind", "code", "id", "key", "edition"}
"""Fields with names of rosters and rules."""

VALUES = {"about", "after", "before", "counts_as", "needs", "op", "part", "topic"}
"""Fields with values by which pages choose a text."""

MESSAGE = {"code", "args"}


class Watched(Phones):
    """Two phones that keep what the table sends them."""

    def __init__(self, edition: str, seed: int, folder: Path) -> None:
        super().__init__(edition, seed, folder)
        self.sent: dict[str, Json] = {}

    async def shown(self) -> Json:
        """Return what both phones show, and keep it."""
        now = await super().shown()
        self.sent[json.dumps(now, sort_keys=True)] = now
        return now


def in_german(data: list[Json], names: dict[str, str], checkout: Path) -> list[Json]:
    """Return data as the pages' own module translates it."""
    node = shutil.which("node")
    assert node is not None, "node is missing: run 'sh deploy/prepare.sh test'"
    asked = {"source": catalogue_file("de", "test"), "data": data, "names": names}
    done = subprocess.run(
        [node, "tests/web/js/translate_data.js", "de"],
        cwd=checkout, input=json.dumps(asked), capture_output=True, text=True, check=True, timeout=240,
    )  # fmt: skip
    translated: list[Json] = json.loads(done.stdout)
    return translated


def texts_in(view: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in a view of the table with its path; messages are codes, not texts."""
    if isinstance(view, list):
        for one in view:
            yield from texts_in(one, f"{path}[]")
    elif isinstance(view, dict) and not view.keys() <= MESSAGE:
        for name, value in view.items():
            if name not in DATA | VALUES and not name.endswith("message"):
                yield from texts_in(value, f"{path}.{name}")
    elif isinstance(view, str):
        yield path, view


def names_in(view: Any) -> Iterator[str]:
    """Yield the names in a view of the table."""
    if isinstance(view, list):
        for one in view:
            yield from names_in(one)
    elif isinstance(view, dict):
        for name, value in view.items():
            if isinstance(value, str) and name in DATA and len(value) > 2:
                yield value
            yield from names_in(value)


@pytest.mark.nightly
@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_a_game_is_german_on_every_page(edition: str, tmp_path: Path, checkout: Path) -> None:
    async def play() -> list[Json]:
        phones = Watched(edition, 0, tmp_path)
        assert (await phones.play(ACTS)).ended
        return list(phones.sent.values())

    sent = asyncio.run(play())
    names = sorted({name for one in sent for name in names_in(one)}, key=len, reverse=True)
    english: dict[str, str] = {}
    for shown in in_german(sent, {}, checkout):
        for path, text in texts_in(shown):
            if found := english_in(text, "de", names):
                english.setdefault(f"{path}: {found}", text)
    print(f"\n{edition}: {len(sent)} views of the table", *english.items(), sep="\n")
    assert english == {}
