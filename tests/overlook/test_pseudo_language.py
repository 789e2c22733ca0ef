"""The pages show no text from outside of the catalogue: in the pseudo-language every message is in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from tests.overlook.live_server import LiveServer
from tests.overlook.test_few_taps import CloseTable
from tests.overlook.test_two_phones import Battle
from tests.overlook.two_phones import TwoPhones

pytestmark = pytest.mark.nightly

SHOWN = """() => {
  const attributes = ["aria-label", "title", "alt", "placeholder", "aria-description"];
  const found = new Set();
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.checkVisibility() || element.closest("script, noscript")) continue;
    for (const name of attributes) if (element.hasAttribute(name)) found.add(element.getAttribute(name));
    for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) found.add(child.textContent.trim());
  }
  return [...found];
}"""
"""Every text on a page that is shown or read aloud."""

INNERMOST = re.compile("\u27e6[^\u27e6\u27e7]*\u27e7")
TWO_WORDS = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")
DATA = {"name", "team", "title", "feature", "action", "weapon"}
"""Fields of a snapshot with names from rosters, rules and packs: they are data, in no catalogue."""

NO_MESSAGE = re.compile(r"roll off|objective m\d, M\d: nobody controls it\. Rule L24-02\.")
"""Texts of fields that the table sends without a message: a phase, and who controls an objective."""


def outside(text: str) -> str:
    """Return what of a text is in no brackets."""
    while (shorter := INNERMOST.sub("", text)) != text:
        text = shorter
    return text


def is_of_a_pack(view: dict[str, Any], name: str) -> bool:
    """Return whether a text is the description of a ploy, or of a piece of equipment that a player may choose."""
    return (name == "text" and "cost" in view) or (name == "says" and "whose" in view and view["effect"] is None)


def data_in(view: Any) -> Iterator[str]:
    """Yield the names in a view of the table."""
    if isinstance(view, list):
        for one in view:
            yield from data_in(one)
    elif isinstance(view, dict):
        for name, value in view.items():
            if isinstance(value, str) and (name in DATA or is_of_a_pack(view, name)):
                yield value
            yield from data_in(value)


class Watch(TwoPhones):
    """Two phones and the table's screens that note each text in no brackets whenever they show the game."""

    def __init__(self, chromium: Browser, server: LiveServer, pictures: Path) -> None:
        self.unbracketed: dict[str, str] = {}
        super().__init__(chromium, server, pictures, language="pseudo")

    def settle(self) -> None:
        """Wait until every page shows the game, and note the texts on both phones and the table's page."""
        super().settle()
        snapshot = httpx.get(f"{self.url}/api/snapshot").raise_for_status().json()
        names = sorted({name for name in data_in(snapshot) if name}, key=len, reverse=True)
        for where in ("p1", "p2", "table"):
            for text in self.pages[where].evaluate(SHOWN):
                left = outside(text)
                for name in names:
                    left = left.replace(name, "")
                if TWO_WORDS.search(left) and not NO_MESSAGE.fullmatch(text):
                    self.unbracketed.setdefault(text, where)


def test_every_text_of_a_game_is_in_the_catalogue(tmp_path: Path, chromium: Browser, artifacts: Path) -> None:
    with LiveServer(tmp_path, make=CloseTable) as server:
        table = Watch(chromium, server, artifacts)
        Battle(table).one_turn()
    assert table.faults == []
    assert table.unbracketed == {}
