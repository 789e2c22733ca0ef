"""Guides in other languages: from a guide and a catalogue of its sentences (gettext) to the guide in that language.

    python -m docs.translations [--check]

A guide is docs/NAME.md, its catalogue docs/words/LANGUAGE/NAME.po, what comes of both docs/LANGUAGE/NAME.md. Sentences
that the guide has anew stand in the catalogue without a translation, those that it has no more are taken out. `--check`
writes nothing and fails where something is stale or not translated. A language is begun by making its folder.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

from translate.storage.pypo import pofile, pounit

from docs.help_page import anchor

DOCS = Path(__file__).resolve().parent
WORDS = DOCS / "words"
GUIDES = ("saturday", "lighting", "printing", "networks", "troubleshooting", "faq", "phone")
WIDTH = 120
HEADER = """msgid ""
msgstr ""
"Project-Id-Version: Overlook\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
ADDRESS = re.compile(r"(?<=\]\()([^)#]*)(#[^)]+)?(?=\))")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def languages() -> tuple[str, ...]:
    """Return the languages that there are catalogues of."""
    return tuple(sorted(one.name for one in WORDS.iterdir() if one.is_dir()))


def sentences(guide: bytes) -> tuple[str, ...]:
    """Return what a guide says, in the pieces that are translated, each once."""
    from translate.storage.markdown import MarkdownFile  # half a second, for who reads a guide

    return tuple(dict.fromkeys(str(unit.source) for unit in MarkdownFile(BytesIO(guide)).units))


def catalogue(text: str) -> pofile:
    """Return a catalogue of gettext as it is read from its text."""
    return pofile(BytesIO(text.encode()))


class Words:
    """The catalogue of one guide in one language; `path` need not exist."""

    def __init__(self, path: Path, language: str) -> None:
        self.path, self._language = path, language
        known = catalogue(path.read_text(encoding="utf-8") if path.is_file() else "")
        self._known = {str(unit.source): unit for unit in known.units if unit.istranslated()}

    def of(self, sentence: str) -> str | None:
        """Return a sentence in this language; None where it was not translated."""
        unit = self._known.get(sentence)
        return None if unit is None else str(unit.target)

    def written(self, wanted: tuple[str, ...]) -> bytes:
        """Return the catalogue with these sentences and no others, in their order."""
        made = catalogue(HEADER.format(language=self._language))
        for sentence in wanted:
            unit = pounit(sentence)
            unit.target = self.of(sentence) or ""
            made.addunit(unit)
        return bytes(made)


def translated(name: str, language: str, words: Callable[[str], str | None]) -> str:
    """Return a guide in another language, its addresses as they are from that language's folder."""
    from translate.storage.markdown import MarkdownFile

    source = (DOCS / f"{name}.md").read_bytes()
    made = MarkdownFile(
        BytesIO(source), callback=lambda one: words(one) or one, lookup_callback=words, max_line_length=WIDTH
    )
    said = f"<!-- Written by `python -m docs.translations` from {name}.md; its words are in words/{language}. -->\n"
    return said + ADDRESS.sub(lambda found: _address(found, name, language), made.filesrc)


def _address(found: re.Match[str], name: str, language: str) -> str:
    file, place = found[1], found[2] or ""
    guide = Path(file).stem if file else name
    if guide not in GUIDES or (file and not file.endswith(".md")):
        return file + place if "://" in file else f"../{file}{place}"
    return file + (f"#{_anchors(guide, language)[place[1:]]}" if place else "")


def _anchors(name: str, language: str) -> dict[str, str]:
    """Return the addresses within a translated guide by those within the guide itself."""
    words = Words(WORDS / language / f"{name}.po", language)
    titles = HEADING.findall((DOCS / f"{name}.md").read_text(encoding="utf-8"))
    return {anchor(title): anchor(words.of(title) or title) for title in titles}


def files() -> Iterator[tuple[Path, bytes, tuple[str, ...]]]:
    """Yield every file that is written: where, what, and the sentences in it that were not translated."""
    for language in languages():
        for name in GUIDES:
            words = Words(WORDS / language / f"{name}.po", language)
            wanted = sentences((DOCS / f"{name}.md").read_bytes())
            yield words.path, words.written(wanted), tuple(one for one in wanted if words.of(one) is None)
            yield DOCS / language / f"{name}.md", translated(name, language, words.of).encode(), ()


def main(argv: list[str] | None = None) -> int:
    """Write every catalogue and every translated guide, or say what is stale or lacks words."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where something is stale")
    check = parser.parse_args(argv).check
    lacking = 0
    for path, made, unsaid in files():
        stale = not path.is_file() or path.read_bytes() != made
        if stale and check:
            print(f"{path.relative_to(DOCS.parent)} is out of date: run python -m docs.translations", file=sys.stderr)
        elif stale:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(made)
        for sentence in unsaid:
            print(f"{path.relative_to(DOCS.parent)}: not translated: {sentence}", file=sys.stderr)
        lacking += (stale and check) + len(unsaid)
    return int(lacking > 0)


if __name__ == "__main__":
    sys.exit(main())
