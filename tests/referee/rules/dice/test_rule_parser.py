"""Weapon rules as people write them, in both editions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.editions.kt21.dice import WEAPON_RULES as BOOK_21
from referee.editions.kt24.dice import WEAPON_RULES as BOOK_24
from referee.rules.dice.rule_book import Number, RuleBook
from referee.rules.dice.rule_parser import card_rules, distance, read_rules, written
from referee.rules.errors import MalformedError
from referee.rules.weapon import RuleUse
from tests.codes import coded

WRITTEN_24 = {
    'Rng 8"': RuleUse("range", 8),
    "Rng8": RuleUse("range", 8),
    'Range 6"': RuleUse("range", 6),
    "Range 8 inches": RuleUse("range", 8),
    "Rng 9”": RuleUse("range", 9),
    "Rng 8''": RuleUse("range", 8),
    "Prc1": RuleUse("piercing", 1),
    "Piercing 1": RuleUse("piercing", 1),
    "Pcr1": RuleUse("piercing", 1),
    "Peircing 2": RuleUse("piercing", 2),
    "PrcCrit1": RuleUse("piercing_crits", 1),
    "PcrCrit1": RuleUse("piercing_crits", 1),
    "Prc Crit 1": RuleUse("piercing_crits", 1),
    "Piercing Crits 1": RuleUse("piercing_crits", 1),
    "Piercing (Crits) 1": RuleUse("piercing_crits", 1),
    "Lethal 5+": RuleUse("lethal", 5),
    "Lethal 5": RuleUse("lethal", 5),
    "Lthal 5+": RuleUse("lethal", 5),
    "Sat": RuleUse("saturate"),
    "Saturat": RuleUse("saturate"),
    "Hvy": RuleUse("heavy"),
    "Hvy (DashOnly)": RuleUse("heavy", only="dash"),
    "Heavy (RepOnly)": RuleUse("heavy", only="reposition"),
    "Hvy (RepoOnly)": RuleUse("heavy", only="reposition"),
    "Heavy (Dash only)": RuleUse("heavy", only="dash"),
    "Heavy(Dash)": RuleUse("heavy", only="dash"),
    "Heavy Reposition only": RuleUse("heavy", only="reposition"),
    'Blast 2"': RuleUse("blast", 2),
    "Blast 2": RuleUse("blast", 2),
    'Blast 1.5"': RuleUse("blast", 1.5),
    'Tor 1"': RuleUse("torrent", 1),
    'Torent 2"': RuleUse("torrent", 2),
    "Dev3": RuleUse("devastating", 3),
    '1" Dev1': RuleUse("devastating", 1, 1),
    '2" Dev 1': RuleUse("devastating", 1, 2),
    '1" Devastating 2': RuleUse("devastating", 2, 1),
    "Devestating 2": RuleUse("devastating", 2),
    "Lim1": RuleUse("limited", 1),
    "Limited 2": RuleUse("limited", 2),
    "Lim": RuleUse("limited", 1),
    "Sil": RuleUse("silent"),
    "Acc1": RuleUse("accurate", 1),
    "Accurate 2": RuleUse("accurate", 2),
    "Bal": RuleUse("balanced"),
    "Balancd": RuleUse("balanced"),
    "Ceasless": RuleUse("ceaseless"),
    "Rend": RuleUse("rending"),
    "Rending.": RuleUse("rending"),
    "RLT": RuleUse("relentless"),
    "Sev": RuleUse("severe"),
    "Seek": RuleUse("seek"),
    "Seek Light": RuleUse("seek_light"),
    "SeekLight": RuleUse("seek_light"),
    "Seek (Light)": RuleUse("seek_light"),
    "PUNISHING": RuleUse("punishing"),
    "brutal": RuleUse("brutal"),
    "Shock": RuleUse("shock"),
    "Stun": RuleUse("stun"),
    "Hot": RuleUse("hot"),
}
WRITTEN_21 = {
    "AP1": RuleUse("ap", 1),
    "AP 2": RuleUse("ap", 2),
    "P1": RuleUse("p", 1),
    "MW3": RuleUse("mw", 3),
    "Mortal Wounds 2": RuleUse("mw", 2),
    "No Cover": RuleUse("no_cover"),
    "Rng [PENT]": RuleUse("range", 6),
    "Rng ⬟": RuleUse("range", 6),
    "Tor [CIRCLE]": RuleUse("torrent", 2),
    "Blast ⬤": RuleUse("blast", 2),
    "Rng 2[CIRCLE]": RuleUse("range", 4),
    "Rng (square)": RuleUse("range", 3),
    'Rng 6"': RuleUse("range", 6),
    "Invulnerable Save 4+": RuleUse("invulnerable_save", 4),
    "Inv 5+": RuleUse("invulnerable_save", 5),
    "Reap 1": RuleUse("reap", 1),
    "Splash 1": RuleUse("splash", 1),
    "Fusillade": RuleUse("fusillade"),
    "Indirect": RuleUse("indirect"),
    "Unwieldy": RuleUse("unwieldy"),
    "Barrage": RuleUse("barrage"),
    "Limited": RuleUse("limited"),
    "Lethal 5+": RuleUse("lethal", 5),
}
CASES = [(BOOK_24, text, use) for text, use in WRITTEN_24.items()]
CASES += [(BOOK_21, text, use) for text, use in WRITTEN_21.items()]


@pytest.mark.parametrize(("book", "text", "use"), CASES, ids=[text for _, text, _ in CASES])
def test_a_rule_is_read_however_it_is_written(book: RuleBook, text: str, use: RuleUse) -> None:
    read = read_rules(book, text)
    assert (read.rules, read.own, read.unknown) == ((use,), (), ())


SEPARATED = ['Rng 8", Prc1, Sat', 'Rng 8"; Prc1; Sat', 'Rng 8"/Prc1/Sat', 'Rng 8"\nPrc1\nSat', 'Rng 8" Prc1 Sat']
SEPARATED += ['Rng 8" · Prc1 · Sat', ' Rng 8" ,Prc1,, Sat ; ', 'Rng 8" & Prc1 and Sat']


@pytest.mark.parametrize("text", SEPARATED)
def test_rules_are_told_apart_by_any_separator_or_none(text: str) -> None:
    assert read_rules(BOOK_24, text).rules == (RuleUse("range", 8), RuleUse("piercing", 1), RuleUse("saturate"))
    assert not read_rules(BOOK_24, text).unknown


def test_a_distance_belongs_to_the_rule_behind_it() -> None:
    read = read_rules(BOOK_24, 'Stun 2" Dev 1 Sat')
    assert read.rules == (RuleUse("stun"), RuleUse("devastating", 1, 2), RuleUse("saturate"))


@pytest.mark.parametrize("text", ["", "-", "—", " , ;", "\n", "."])
def test_a_blank_means_no_rules(text: str) -> None:
    assert read_rules(BOOK_24, text) == read_rules(BOOK_24, ())


def test_a_star_marks_the_teams_own_rule_which_is_kept_and_not_judged() -> None:
    read = read_rules(BOOK_24, 'Rng 8" *Poison, *Toxic Blood; Sat')
    assert read.own == ("*Poison", "*Toxic Blood")
    assert read.rules == (RuleUse("range", 8), RuleUse("saturate"))
    assert read_rules(BOOK_24, "*Anti-Psyker*Detonate").own == ("*Anti-Psyker", "*Detonate")
    assert read_rules(BOOK_24, "Poison*").own == ("Poison*",)


UNKNOWN = [
    "Foobar 3",
    "Hat",
    "Anti-Psyker",
    "Combi-Boltgun",
    "Piercing",
    "Stun 2",
    "Lethal 7+",
    "Lethal 1+",
    "Heavy Tripod",
]
UNKNOWN += [
    "Lethal 5+ when charging",
    "Heavy (Jump only)",
    "1 Dev 1",
    "Balanced 2",
    "Range",
    'Prc 1"',
    "Range 0",
    "x",
    "5+",
]


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_is_not_understood_is_listed_as_written_and_not_guessed(text: str) -> None:
    read = read_rules(BOOK_24, f"Sat, {text}, Stun")
    assert read.unknown == (text,)
    assert read.rules == (RuleUse("saturate"), RuleUse("stun"))


def test_unknown_words_among_rules_without_separators_are_listed() -> None:
    read = read_rules(BOOK_24, 'Range 8" Wibble Lethal 5+')
    assert (read.rules, read.unknown) == ((RuleUse("range", 8), RuleUse("lethal", 5)), ("Wibble",))


def test_a_misspelled_rule_is_read_and_told() -> None:
    assert read_rules(BOOK_24, "Devestating 2").read_as == (("Devestating 2", "Devastating 2"),)
    assert read_rules(BOOK_24, "Devastating 2, Sat").read_as == ()


def test_three_letters_are_read_as_a_rule_only_if_they_are_its_own() -> None:
    assert read_rules(BOOK_24, "Hto").rules == (RuleUse("hot"),)
    assert read_rules(BOOK_24, "Hut, Hod").unknown == ("Hut", "Hod")


def test_each_edition_reads_its_own_words() -> None:
    assert read_rules(BOOK_24, "AP1").unknown == ("AP1",)
    assert read_rules(BOOK_21, "Accurate 1").unknown == ("Accurate 1",)


def test_card_texts_that_the_edition_does_not_know_are_refused() -> None:
    assert card_rules(BOOK_24, ['Blast 2"', "*Poison"]) == (RuleUse("blast", 2),)
    with pytest.raises(MalformedError, check=coded("weapon-rule-text", found="Wibble 2")):
        card_rules(BOOK_24, ["Heavy", "Wibble 2"])


def a_use(book: RuleBook) -> st.SearchStrategy[RuleUse]:
    def numbered(name: str) -> st.SearchStrategy[RuleUse]:
        rule = book[name]
        x = {
            Number.NONE: st.none(),
            Number.COUNT: st.integers(1, 9),
            Number.TARGET: st.integers(2, 6),
            Number.INCHES: st.sampled_from([1, 2, 3, 6, 8, 2.5]),
        }[rule.number]
        lead = st.none() | st.integers(1, 3) if rule.leading_distance else st.none()
        only = st.none() | st.sampled_from(rule.moves) if rule.moves else st.none()
        return st.builds(RuleUse, st.just(name), x, lead, only)

    return st.sampled_from([rule.name for rule in book.rules]).flatmap(numbered)


@pytest.mark.parametrize("book", [BOOK_24, BOOK_21], ids=["2024", "2021"])
@given(data=st.data())
def test_what_is_written_as_on_a_card_is_read_back(book: RuleBook, data: st.DataObject) -> None:
    uses = data.draw(st.lists(a_use(book).filter(lambda use: book[use.rule].bare is None or use.x), max_size=5))
    separator = data.draw(st.sampled_from([", ", "; ", " / ", "\n", " "]))
    read = read_rules(book, separator.join(written(book, use) for use in uses))
    assert read.rules == tuple(uses)
    assert (read.own, read.unknown, read.read_as) == ((), (), ())


@given(st.text(max_size=60))
def test_any_text_is_read_and_no_letter_is_lost(text: str) -> None:
    read = read_rules(BOOK_24, text)
    if not read.rules:
        kept = " ".join((*read.own, *read.unknown))
        assert sorted(char for char in kept if char.isalnum()) == sorted(char for char in text if char.isalnum())


@pytest.mark.parametrize(
    ("one", "other", "gap"),
    [("", "", 0), ("prc", "pcr", 1), ("lethal", "lthal", 1), ("stun", "shock", 4), ("ab", "", 2)],
)
def test_the_distance_between_words_counts_swaps_as_one(one: str, other: str, gap: int) -> None:
    assert distance(one, other) == distance(other, one) == gap
