"""Guides in other languages say what the first one says: every sentence, every command, every figure, every link."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from docs.help_page import anchor
from docs.translations import GUIDES, HEADER, Words, languages, main, sentences, translated

CODE = re.compile(r"`[^`]+`")
HOLE = re.compile(r"\{\d+\}")
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
LINK = re.compile(r"!?\[[^]]*\]\(([^)]+)\)")
BOTH = [(language, name) for language in languages() for name in GUIDES]


def words(checkout: Path, language: str, name: str) -> Words:
    return Words(checkout / "docs" / "words" / language / f"{name}.po", language)


def source(checkout: Path, name: str) -> bytes:
    return (checkout / "docs" / f"{name}.md").read_bytes()


def test_everything_is_translated_and_written(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capfd.readouterr().err
    assert languages() == ("de",)


@pytest.mark.parametrize(("language", "name"), BOTH)
def test_code_links_and_figures_are_the_same_in_every_sentence(checkout: Path, language: str, name: str) -> None:
    known = words(checkout, language, name)
    wanted = sentences(source(checkout, name))
    assert len(wanted) > 10
    for sentence in wanted:
        said = known.of(sentence) or ""
        for same in (CODE, HOLE):
            assert Counter(same.findall(said)) == Counter(same.findall(sentence)), sentence
        figures = Counter(one.replace(",", ".") for one in NUMBER.findall(said))
        assert figures == Counter(NUMBER.findall(sentence)), sentence


@pytest.mark.parametrize(("language", "name"), BOTH)
def test_every_link_of_a_translated_guide_leads_somewhere(checkout: Path, language: str, name: str) -> None:
    page = checkout / "docs" / language / f"{name}.md"
    text = page.read_text()
    assert len(LINK.findall(text)) == len(LINK.findall(source(checkout, name).decode()))
    for address in LINK.findall(text):
        file, _, place = address.partition("#")
        path = (page.parent / file).resolve() if file else page
        assert path.is_file(), address
        if place:
            titles = re.findall(r"^#+ (.+)$", path.read_text(), re.MULTILINE)
            assert place in {anchor(title) for title in titles}, address


def test_a_new_sentence_waits_for_its_words_and_one_that_is_gone_goes(tmp_path: Path) -> None:
    path = tmp_path / "one.po"
    path.write_text(f'{HEADER.format(language="de")}\nmsgid "Kept"\nmsgstr "Bleibt"\n\nmsgid "Gone"\nmsgstr "Weg"\n')
    known = Words(path, "de")
    assert (known.of("Kept"), known.of("New"), known.of("Gone")) == ("Bleibt", None, "Weg")
    path.write_bytes(known.written(("New", "Kept")))
    again = Words(path, "de")
    assert (again.of("Kept"), again.of("New"), again.of("Gone")) == ("Bleibt", None, None)
    assert again.written(("New", "Kept")) == path.read_bytes()


def test_what_is_not_translated_stays_as_it_was() -> None:
    made = translated("lighting", "de", lambda one: "Licht" if one == "Light" else None)
    assert made.split("\n")[1] == "# Licht"
    assert "The camera needs even light more than much light." in made
