"""Messages on the pages: the same texts as on the server, in the page's language."""

from __future__ import annotations

import hashlib
import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from messages.catalogue import FOLDER, catalogue_of, languages
from messages.message import Message
from messages.page_texts import texts_module
from tests.messages.samples import NAMES, choices, entries
from web.contract.table.available_actions import length_views

VENDOR = Path("web/static/vendor")
DRAWS = 3
"""Draws of numbers for each message."""


def drawn(code: str, samples: dict[str, list[Any]], draws: random.Random) -> Message:
    """Return a message with one of its sample arguments each; numbers are drawn."""

    def value(sample: Any) -> Any:
        if isinstance(sample, float):
            return draws.choice([draws.uniform(0, 1), draws.uniform(0, 40), round(draws.uniform(0, 40), 2)])
        return draws.choice([0, 1, 2, 7, 1200]) if isinstance(sample, int) else sample

    return Message.of(code, **{name: value(draws.choice(each)) for name, each in samples.items()})


def messages(draws: random.Random, language: str) -> Iterator[Message]:
    for _, entry in entries(language):
        for _ in range(DRAWS):
            message = drawn(entry.id.name, choices(entry), draws)
            yield message
            yield message.failed


def on_a_page(checkout: Path, asked: list[Message], language: str = "en", made: str = "text") -> list[Any]:
    """Return the texts, or the pieces, that the pages' module makes of these messages."""
    node = shutil.which("node")
    if node is None:
        pytest.fail("node is missing: run 'sh deploy/prepare.sh test'")
    source = "".join(
        path.read_text(encoding="utf-8") for path in sorted((FOLDER / language.split("-", maxsplit=1)[0]).glob("*.ftl"))
    )
    data = {"source": source, "names": NAMES, "messages": [message.to_data() for message in asked]}
    command = [node, "tests/web/js/render_messages.js", language, made]
    done = subprocess.run(
        command, cwd=checkout, input=json.dumps(data), capture_output=True, text=True, check=True, timeout=120
    )
    texts: list[Any] = json.loads(done.stdout)
    return texts


@pytest.mark.parametrize("language", languages())
def test_a_page_and_the_server_give_the_same_text(checkout: Path, commit_seed: int, language: str) -> None:
    asked = list(messages(random.Random(commit_seed), language))
    here = [catalogue_of(language).text(message, NAMES) for message in asked]
    there = on_a_page(checkout, asked, language)
    differ = [(m.code, h, t) for m, h, t in zip(asked, here, there, strict=True) if h != t]
    print(f"\nseed {commit_seed}: {len(asked)} messages, {len(differ)} with another text on a page")
    assert not differ, differ[:5]


@pytest.mark.parametrize("language", languages())
def test_a_page_and_the_server_keep_the_same_lengths_apart(checkout: Path, commit_seed: int, language: str) -> None:
    drawn_ones = [one for one in messages(random.Random(commit_seed), language) if not one.code.endswith(".fails")]
    here = [length_views(catalogue_of(language).pieces(message, NAMES)) for message in drawn_ones]
    asked = [(m, h) for m, h in zip(drawn_ones, here, strict=True) if any(not isinstance(one, str) for one in h)]
    there = on_a_page(checkout, [message for message, _ in asked], language, "pieces")
    assert len(asked) > 100
    for (_, pieces), found in zip(asked, there, strict=True):
        assert [one if isinstance(one, str) else one["said"] for one in found] == [
            one if isinstance(one, str) else one.said for one in pieces
        ]
        for one, other in zip(pieces, found, strict=True):
            # Ties are rounded by their decimals on a page, and as binary numbers on the server.
            if not isinstance(one, str):
                assert other["inches"] == pytest.approx(one.inches, abs=0.11)
                assert (other["sigma"] is None) == (one.sigma is None)


def test_a_page_shows_the_tables_text_of_a_message_that_its_language_lacks(checkout: Path) -> None:
    unheard = Message.of("games-unheard-of")
    assert on_a_page(checkout, [unheard, Message.of("text-stored", text=unheard)]) == [None, None]
    assert on_a_page(checkout, [Message.of("text-sentences", parts=["One.", unheard])]) == [None]


def test_the_catalogue_of_a_language_is_one_file(client: httpx.Client) -> None:
    answer = client.get("/static/messages/en.ftl")
    assert answer.status_code == 200
    for path in FOLDER.glob("en/*.ftl"):
        found = set(re.findall(r"^[a-z][a-z0-9-]* =.*$", path.read_text(encoding="utf-8"), re.M))
        assert found <= set(answer.text.splitlines()), path.name
    for missing in ("xx", "..", "en/sight", "../en"):
        assert client.get(f"/static/messages/{missing}.ftl").status_code == 404


def test_each_vendored_file_is_the_one_that_its_table_names(checkout: Path) -> None:
    table = (checkout / "docs/vendored.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([^`]+)` \|.*\| `([0-9a-f]{64})` \|$", table, re.M))
    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (checkout / VENDOR).iterdir()}
    for types in ("fluent-bundle.d.ts", "preact.module.d.ts"):  # ours
        files.pop(types)
    assert rows == files


def test_the_texts_of_a_page_are_those_that_its_scripts_name() -> None:
    whole = texts_module({"ui-decides", "ui-choice-at"}, "")
    source = json.loads(whole.removeprefix("export const TEXTS = ").removesuffix(";\n"))
    assert source.splitlines() == [
        "ui-choice-at = { $at ->",
        "    [0] { $of ->",
        "        [one] 1 choice",
        "       *[other] { $of } choices",
        "     }",
        "   *[other] { $at } of { $of }",
        " }",
        "ui-decides = Decision for { $name }",
    ]


@pytest.mark.parametrize("address", ["/", "/phone", "/pair", "/health"])
def test_html_is_sent_with_its_texts(client: httpx.Client, address: str) -> None:
    plain, pseudo = client.get(address).text, client.get(f"{address}?lang=pseudo").text
    assert "{{" not in plain + pseudo
    assert '<html lang="en" ' in plain
    assert '<html lang="en-x-pseudo" ' in pseudo
    assert "⟦" not in plain
    assert re.sub("[⟦⟧]|-x-pseudo", "", pseudo) == plain


def test_the_pseudo_language_brackets_a_whole_text_once(checkout: Path) -> None:
    order = Message.of("hand-order", order="engage")
    asked = [Message.of("hand-redo", step=order)]
    assert on_a_page(checkout, asked, "en-x-pseudo") == ["⟦Redo: Engage⟧"]


LETTERS_OF_OTHERS = {"χ"}
"""A letter that names a figure, in whatever font has it."""


@pytest.mark.parametrize("language", sorted(set(languages()) - {"en"}))
def test_the_font_of_headings_has_the_letters_of_every_language(checkout: Path, language: str) -> None:
    shared = checkout / "web" / "static" / "shared"
    ranges = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", (shared / "base.css").read_text())
    drawn = {chr(one) for first, last in ranges for one in range(int(first, 16), int(last or first, 16) + 1)}
    texts = "".join(path.read_text() for path in (FOLDER / language).glob("*.ftl"))
    letters = {one for one in texts if not one.isascii() and (one.isalpha() or one in "„“‚‘»«")} - LETTERS_OF_OTHERS
    assert len(letters) > 5
    assert letters <= drawn
    for file in re.findall(r"url\(\./([^)]+\.woff2)\)", (shared / "base.css").read_text()):
        assert (shared / file).read_bytes()[:4] == b"wOF2"
