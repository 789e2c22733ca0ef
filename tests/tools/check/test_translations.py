"""The check of translations finds each way in which a language can differ from English."""

from __future__ import annotations

from pathlib import Path

import pytest

from messages.catalogue import languages
from tools.check import translations
from tools.check.files import text_of

ENGLISH = """
sample-order = { NAME($operative) }: { $order ->
    [engage] Engage
   *[conceal] Conceal
 }
sample-seen = { NAME($operative) } is seen
    .fails = { NAME($operative) } is not seen
    .spoken = { NAME($operative) } seen
sample-sees = the camera sees { $whom }
sample-count = { $n ->
    [one] one model
   *[other] { $n } models
 }
"""
GERMAN = """
sample-order = { NAME($operative) }: { $order ->
    [engage] Gefecht
   *[conceal] Verbergen
 }
sample-seen = { NAME($operative) } ist zu sehen
    .fails = { NAME($operative) } ist nicht zu sehen
    .spoken = { NAME($operative) } zu sehen
sample-sees = die Kamera sieht { $whom }
sample-count = { $n ->
    [0] kein Modell
    [one] ein Modell
   *[other] { $n } Modelle
 }
"""


def faults(folder: Path, german: str, area: str = "sample") -> list[str]:
    text_of.cache_clear()
    for language, text in (("en", ENGLISH), ("de", german)):
        (folder / language).mkdir(exist_ok=True)
        (folder / language / f"{area if language == 'de' else 'sample'}.ftl").write_text(text)
    return translations.faults_of("de", folder)


def test_a_translation_like_english_is_left_alone(tmp_path: Path) -> None:
    assert faults(tmp_path, GERMAN) == []


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ("sample-count = {", "sample-counts = {", "sample-count is missing"),
        ("sample-count = {", "sample-counts = {", "no English message is called sample-counts"),
        ("{ $n } Modelle", "viele Modelle", ""),
        ("sieht { $whom }", "sieht { $whom ->\n    [judge] den Schiedsrichter\n   *[other] { $whom }\n }", ""),
        ("{ $n } Modelle", "{ $m } Modelle", "has m among the arguments"),
        ("    .fails = { NAME($operative) } ist nicht zu sehen\n", "", "lacks fails among the texts"),
        ("    .spoken = { NAME($operative) } zu sehen\n", "", "lacks spoken among the texts"),
        ("    .spoken =", "    .loud =", "has loud among the texts"),
        ("{ NAME($operative) } ist zu sehen", "{ $operative } ist zu sehen", "shows the value of operative"),
        ("sample-order = { NAME($operative) }: {", "sample-order = {", "lacks operative among the arguments"),
        ("sample-order = { NAME($operative) }: {", "sample-order = {", "lacks NAME($operative) among the calls"),
        ("[engage]", "[gefecht]", "has a variant gefecht of order"),
        ("[engage]", "[gefecht]", "lacks the variant engage of order"),
        ("    [engage] Gefecht\n", "", "lacks the variant engage of order"),
        ("sample-count = {", "sample-count {", "Expected token"),
        ("sample-count = {", "other-count = {", "expected a code sample-..."),
    ],
)
def test_a_fault_of_a_translation_is_found(tmp_path: Path, was: str, now: str, fault: str) -> None:
    assert was in GERMAN
    found = faults(tmp_path, GERMAN.replace(was, now))
    assert any(fault in line for line in found) if fault else found == []


def test_an_area_without_a_file_is_missing_unless_only_commands_show_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert any("messages/de/sample.ftl is missing" in line for line in faults(tmp_path, "", area="text"))
    monkeypatch.setattr(translations, "UNTRANSLATED", frozenset({"sample"}))
    assert faults(tmp_path, "", area="text") == []


def test_the_areas_that_stay_english_exist(checkout: Path) -> None:
    areas = {path.stem for path in (checkout / "messages/en").glob("*.ftl")}
    assert areas >= translations.UNTRANSLATED


@pytest.mark.parametrize("language", languages()[1:])
def test_each_language_has_what_english_has(language: str) -> None:
    assert translations.faults_of(language) == []
