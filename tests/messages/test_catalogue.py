"""Messages and their texts."""

from __future__ import annotations

import json
import logging
import math
import pickle
import sys
from fractions import Fraction
from pathlib import Path
from subprocess import run

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError

from messages.catalogue import ENGLISH, Catalogue, catalogue_of, languages
from messages.message import LengthPiece, Message, MessageError
from tests.messages.samples import SNAPSHOTS, rendered

TEXTS = """
sample-pair = { NAME($viewer) } can see { NAME($target) }
    .fails = { NAME($viewer) } cannot see { NAME($target) }: hidden by { LIST(NAME($parts)) }
sample-figures = { LENGTH($gap) }, { LENGTH($gap, digits: 2) }, { PERCENT($share) }, port { $port }
sample-count = { $n ->
    [one] one operative
   *[other] { $n } operatives
 }
sample-either = { LIST($of, last: "or") }
sample-flag = { $set ->
    [yes] set
   *[no] not set
 }
sample-outer = Refused: { $why }
sample-sentences = { SENTENCES($parts) }
sample-chance = { CHANCE($p) }
sample-quote = found { QUOTE($value) }
sample-wounds = { NAME($operative) }: { $before } → { $after }
    .spoken = { NAME($operative) }: { $before } to { $after }
sample-measured = { NAME($viewer) } to { NAME($target) }: { MEASURED($gap, $sigma, digits: 2) } of { INCHES($limit) }.
"""


QUOTED = 'text-quoted = "{ $text }"\n'

GERMAN = """
sample-pair = { NAME($viewer) } sieht { NAME($target) }
    .fails = { NAME($viewer) } sieht { NAME($target) } nicht: verdeckt durch { LIST(NAME($parts)) }
sample-figures = { LENGTH($gap) }, { LENGTH($gap, digits: 2) }, { PERCENT($share) }, Port { $port }
sample-either = { LIST($of, last: "or") }
sample-outer = Abgelehnt: { $why }
sample-quote = gefunden: { QUOTE($value) }
"""


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "sample.ftl").write_text(TEXTS)
    (tmp_path / "en" / "text.ftl").write_text(QUOTED)
    monkeypatch.setattr("messages.catalogue.FOLDER", tmp_path)
    return Catalogue()


@pytest.fixture
def german(catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "sample.ftl").write_text(GERMAN)
    (tmp_path / "de" / "text.ftl").write_text("text-quoted = „{ $text }“\n")
    monkeypatch.setattr("messages.catalogue.ENGLISH", catalogue)
    return Catalogue("de")


class OddValueError(MessageError, ValueError):
    """An error for these tests."""


def test_the_snapshots_hold_every_text_as_it_is_rendered_now() -> None:
    kept = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in SNAPSHOTS.glob("*.txt")}
    assert kept == rendered(), "run 'python -m tests.messages.samples' and read the diff"


def test_ids_are_shown_by_the_names_that_people_gave(catalogue: Catalogue) -> None:
    seen = Message.of("sample-pair", viewer="a1", target="b2", parts=["crate", "b2"])
    assert catalogue.text(seen, {"a1": "Ilka", "b2": "b 2"}) == "Ilka can see b 2"
    assert catalogue.text(seen, {"b2": "Ilka"}, holds=False) == "a1 cannot see Ilka: hidden by crate and Ilka"


def test_lengths_shares_and_other_numbers_are_written_in_one_way(catalogue: Catalogue) -> None:
    figures = Message.of("sample-figures", gap=2.0449, share=Fraction(19, 20), port=8000)
    assert catalogue.text(figures.with_args(share=0.954)) == '2.0", 2.04", 95 %, port 8000'


def test_speech_spells_units_and_the_letter_and_number_of_a_model(catalogue: Catalogue) -> None:
    figures = Message.of("sample-measured", viewer="a1", target="barricade-north", gap=0.5, sigma=0.01, limit=1.0)
    assert catalogue.spoken(figures, {"a1": "A12"}) == "A 12 to barricade north: 0.50 inches, ±0.01 inches of 1 inch."
    assert catalogue.spoken(Message.of("sample-wounds", operative="b1", before=8, after=3)) == "b 1: 8 to 3"
    assert catalogue.spoken(Message.of("sample-outer", why=Message.of("sample-flag", set=True))) == "Refused: set"
    assert catalogue.text(Message.of("sample-wounds", operative="b1", before=8, after=3)) == "b1: 8 → 3"


def test_pieces_of_a_text_keep_its_lengths_apart_as_numbers(catalogue: Catalogue) -> None:
    figures = Message.of("sample-measured", viewer="a1", target="b2", gap=7.951, sigma=0.0123, limit=6.0)
    assert catalogue.pieces(figures, {"a1": '3" Ilka'}) == (
        '3" Ilka to b2: ',
        LengthPiece('7.95", ±0.01"', 7.95, 0.01),
        " of ",
        LengthPiece('6"', 6.0),
        ".",
    )
    within = catalogue.pieces(Message.of("sample-outer", why=figures))
    assert "".join(one if isinstance(one, str) else one.text for one in within) == catalogue.text(
        Message.of("sample-outer", why=figures)
    )
    assert [one.inches for one in within if isinstance(one, LengthPiece)] == [7.95, 6.0]
    assert catalogue.pieces(Message.of("sample-outer", why='stored 4"')) == ('Refused: stored 4"',)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (Message.of("sample-count", n=1), "one operative"),
        (Message.of("sample-count", n=12), "12 operatives"),
        (Message.of("sample-either", of=["a", "b", "c"]), "a, b or c"),
        (Message.of("sample-either", of=[0.0, 12.5, 2000]), "0, 12.5 or 2000"),
        (Message.of("sample-flag", set=True), "set"),
        (Message.of("sample-flag", set=False), "not set"),
        (Message.of("sample-outer", why=Message.of("sample-count", n=1)), "Refused: one operative"),
        (Message.of("sample-sentences", parts=[Message.of("sample-flag", set=True), "Two."]), "set Two."),
        (Message.of("sample-chance", p=0.001), "1 %"),
        (Message.of("sample-chance", p=0.999), "99 %"),
        (Message.of("sample-chance", p=1), "100 %"),
        (Message.of("sample-quote", value="x" * 200), f'found "{"x" * 80}"'),
    ],
)
def test_a_text_may_count_list_choose_quote_and_contain_a_message(
    catalogue: Catalogue, message: Message, text: str
) -> None:
    assert catalogue.text(message) == text


@pytest.mark.parametrize(("share", "text"), [(math.nan, "NaN %"), (math.inf, "∞ %")])
def test_a_number_that_is_not_finite_is_shown(catalogue: Catalogue, share: float, text: str) -> None:
    assert text in catalogue.text(Message.of("sample-figures", gap=1, share=share, port=1))


def test_an_error_is_kept_as_its_message_or_its_text() -> None:
    cause = Message.of("sample-count", n=1)
    assert Message.of("sample-outer", why=OddValueError(cause))["why"] == cause
    assert Message.of("sample-outer", why=OSError("disk full"))["why"] == "disk full"


@pytest.mark.parametrize("message", [Message.of("sample-none", a=1), Message.of("other-none", a=1)])
def test_a_missing_text_is_shown_as_its_code_and_logged_once(
    catalogue: Catalogue, message: Message, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        assert [catalogue.text(message), catalogue.text(message)] == [f"{message.code} a=1"] * 2
    assert len(caplog.records) == 1


def test_a_language_writes_numbers_lists_and_quotes_by_its_own_rules(german: Catalogue) -> None:
    figures = Message.of("sample-figures", gap=2.0449, share=0.954, port=8000)
    assert german.text(figures) == '2,0", 2,04", 95 %, Port 8000'
    assert german.text(Message.of("sample-either", of=[0.5, 12, 2000])) == "0,5, 12 oder 2000"
    assert german.text(Message.of("sample-quote", value="Jup")) == "gefunden: „Jup“"
    seen = Message.of("sample-pair", viewer="a1", target="b2", parts=["a", "b", "c"])
    assert german.text(seen, {"b2": "Ilka"}, holds=False) == "a1 sieht Ilka nicht: verdeckt durch a, b und c"


def test_a_text_that_a_language_lacks_is_shown_in_english_and_logged_once(
    german: Catalogue, caplog: pytest.LogCaptureFixture
) -> None:
    wounds = Message.of("sample-wounds", operative="b1", before=8, after=3)
    with caplog.at_level(logging.ERROR):
        assert german.text(wounds, {"b1": "Ilka"}) == "Ilka: 8 → 3"
        assert german.spoken(wounds) == "b 1: 8 to 3"
        assert german.text(Message.of("sample-outer", why=wounds.with_args(after=4))) == "Abgelehnt: b1: 8 → 4"
        assert german.text(Message.of("sample-none", a=1)) == "sample-none a=1"
    assert [record.args[:2] for record in caplog.records if isinstance(record.args, tuple)] == [
        ("sample-wounds", "de"),
        ("sample-none", "de"),
        ("sample-none", "en"),
    ]


def test_languages_are_the_folders_with_texts(german: Catalogue, tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    languages.cache_clear()
    catalogue_of.cache_clear()
    try:
        assert languages() == ("en", "de")
        assert catalogue_of("de").language == "de"
        assert catalogue_of("xx").language == "en"
    finally:
        languages.cache_clear()
        catalogue_of.cache_clear()


def test_a_missing_argument_shows_the_code(catalogue: Catalogue) -> None:
    assert catalogue.text(Message.of("sample-pair", viewer="a1")) == "sample-pair viewer=a1"


def test_the_order_of_arguments_makes_no_difference() -> None:
    one, other = Message.of("a-b", x=1, y=(1, 2)), Message.of("a-b", y=[1, 2], x=1)
    assert one == other
    assert hash(one) == hash(other)


def test_a_message_says_whether_it_has_an_argument() -> None:
    message = Message.of("a-b", x=1)
    assert message.has("x")
    assert not message.has("y")


def test_each_text_among_the_arguments_can_be_changed() -> None:
    message = Message.of("a-b", x="secret", y=["secret", 1], z=Message.of("c-d", x="secret"))
    hidden = Message.of("a-b", x="***", y=["***", 1], z=Message.of("c-d", x="***"))
    assert message.map_text(lambda text: text.replace("secret", "***")) == hidden


def test_a_message_survives_json_and_pydantic() -> None:
    class Holder(BaseModel):
        model_config = ConfigDict(frozen=True, strict=True, extra="forbid")
        message: Message

    message = Message.of("a-b", x=Message.of("c-d", y=[1, "z"]), p=Path("a/b"), f=2.5, on=True)
    assert Message.from_data(json.loads(json.dumps(message.to_data()))) == message
    assert Holder.model_validate_json(Holder(message=message).model_dump_json()).message == message
    with pytest.raises(ValidationError):
        Holder.model_validate_json('{"message": {"args": {}}}')


def test_an_error_carries_its_message_and_gives_its_english() -> None:
    error = OddValueError("text-stored", text="odd")
    assert str(error) == "odd"
    assert pickle.loads(pickle.dumps(error)).message == error.message


def test_importing_messages_reads_no_catalogue_and_no_library_for_it() -> None:
    code = "import messages.message, sys; print(sorted({'fluent.runtime', 'babel'} & set(sys.modules)))"
    done = run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_english_is_read_by_area() -> None:
    assert ENGLISH.text(Message.stored("as it is")) == "as it is"
