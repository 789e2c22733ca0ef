"""Which tag is whose: what the camera says to the base that is put under it."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from overlook.errors import SetupRefusedError
from overlook.setup import teams
from overlook.setup.draft import Draft
from overlook.setup.tag_matching import REST_S, Resting, answer, find_bases_by_printed_tag, next_unmatched_base
from referee.records.files.roster_file import roster_text

DICTIONARY = "DICT_ARUCO_MIP_36h12"
BOARD = frozenset(range(16))


def seated(player: str = "p1", draft: Draft | None = None, models: int = 3) -> Draft:
    text = teams.typed_text(
        "Typed", [(f"Model {number}", 32.0, None) for number in range(1, models + 1)], edition="2024"
    )
    return teams.team_of(
        draft or Draft(),
        player,
        roster=roster_text(text, "typed.toml"),
        source="typed.toml",
        text=text,
        dictionary=DICTIONARY,
    )


def both() -> Draft:
    return seated("p2", seated("p1"))


def tag_of(draft: Draft, operative: str) -> int | None:
    owner = draft.owner(operative)
    assert owner is not None
    return owner[1].tag


def asked(draft: Draft, operative: str, resting: Collection[int]) -> tuple[int | None, tuple[int, ...], Message]:
    owner = draft.owner(operative)
    assert owner is not None
    said = answer(draft, *owner, resting=resting, board=BOARD)
    return said.tag, said.candidates, said.sentence


def test_each_seat_numbers_its_own_tabs_and_no_tag_is_given_twice() -> None:
    draft = both()
    assert [base.tag for base in draft.team("p1").bases] == [40, 41, 42]
    assert [base.tag for base in draft.team("p2").bases] == [70, 71, 72]
    assert [base.entry.id for _, base in draft.bases] == ["a1", "a2", "a3", "b1", "b2", "b3"]
    assert draft.clashes(BOARD) == {}


def test_a_base_is_found_by_the_tag_that_was_printed_for_it_in_whatever_order_they_come() -> None:
    draft = both()
    assert [base.entry.id for base in find_bases_by_printed_tag(draft, {71, 40, 5}, ())] == ["a1", "b2"]
    assert find_bases_by_printed_tag(draft, {71}, clashing={71}) == ()
    matched = teams.match_base(draft, "b2", 71, dictionary=DICTIONARY)
    assert [base.entry.id for base in find_bases_by_printed_tag(matched, {71, 40}, ())] == ["a1"]


def test_another_tag_is_taken_only_when_it_is_new_alone_and_of_the_seat_s_numbers() -> None:
    draft = both()
    ask = Message.of("setup-ask-tag", model="A1 Model 1", tag=40)
    assert asked(draft, "a1", {0, 5}) == (None, (), ask)
    assert asked(draft, "a1", {55})[0] == 55
    assert asked(draft, "a1", {105})[:2] == (None, ())
    assert asked(draft, "a1", {71})[:2] == (None, ())
    tag, candidates, sentence = asked(draft, "a1", {55, 56})
    assert (tag, candidates) == (None, (55, 56))
    assert sentence == Message.of("setup-ask-which", ask=ask, tags=[55, 56], model="A1 Model 1")


def test_a_tag_that_was_printed_for_another_base_changes_places_with_it() -> None:
    draft = teams.match_base(both(), "a1", 41, dictionary=DICTIONARY)
    assert tag_of(draft, "a1") == 41
    assert tag_of(draft, "a2") == 40
    assert draft.clashes(BOARD) == {}
    with pytest.raises(SetupRefusedError) as refused:
        teams.match_base(draft, "a3", 41, dictionary=DICTIONARY)

    assert refused.value.message == Message.of("setup-tag-taken", tag=41, model="A1 Model 1")


@given(st.permutations(range(40, 46)), st.data())
def test_whatever_is_matched_in_whatever_order_no_two_bases_carry_one_tag(tags: list[int], data: st.DataObject) -> None:
    draft = seated(models=6)
    order = data.draw(st.permutations([base.entry.id for _, base in draft.bases]))
    for operative, tag in zip(order, tags, strict=True):
        try:
            draft = teams.match_base(draft, operative, tag, dictionary=DICTIONARY)
        except SetupRefusedError:
            continue
        carried = [base.tag for _, base in draft.bases if base.tag is not None]
        assert len(carried) == len(set(carried))
        assert tag_of(draft, operative) == tag


def test_two_tagged_teams_that_share_ids_are_told_and_remapped() -> None:
    draft = both()
    for operative, tag in (("b1", 40), ("b2", 42)):
        owner = draft.owner(operative)
        assert owner is not None
        first = owner[1].entry.tags[0].model_copy(update={"id": tag})
        entry = owner[1].entry.model_copy(update={"tags": (first,)})
        draft = draft.with_base(owner[1].model_copy(update={"entry": entry}))
    assert draft.clashes(BOARD) == {40: ("A1 Model 1", "B1 Model 1"), 42: ("A3 Model 3", "B2 Model 2")}
    mended = teams.renumber_tags(draft, "p2", clashing=draft.clashes(BOARD), board=BOARD, dictionary=DICTIONARY)
    assert mended.clashes(BOARD) == {}
    assert [base.tag for base in mended.team("p1").bases] == [40, 41, 42]
    assert [base.tag for base in mended.team("p2").bases] == [70, 71, 72]


def test_a_seat_whose_numbers_run_into_the_plate_s_is_told_where_to_begin() -> None:
    draft = teams.tagged(both(), "p2", first_tag=227, tag_mm=20.0, dictionary=DICTIONARY)
    assert [base.tag for base in draft.team("p2").bases] == [227, 228, 229]
    with pytest.raises(SetupRefusedError) as refused:
        teams.tagged(both(), "p2", first_tag=228, tag_mm=20.0, dictionary=DICTIONARY)

    assert refused.value.message == Message.of("setup-tags-used-up", first=228, last=229)


def test_tags_that_models_brought_stay_until_somebody_asks_for_others() -> None:
    text = (
        teams.typed_text("Tagged", [("One", 32.0, None)], edition="2024")
        + "tags = [{ id = 90, size_mm = 12, offset_mm = [24, 0, 1] }]\n"
    )
    draft = teams.team_of(
        Draft(), "p1", roster=roster_text(text, "t.toml"), source="t.toml", text=text, dictionary=DICTIONARY
    )
    assert tag_of(draft, "a1") == 90
    assert tag_of(teams.tagged(draft, "p1", first_tag=50, tag_mm=24.0, dictionary=DICTIONARY), "a1") == 90
    anew = teams.tagged(draft, "p1", first_tag=50, tag_mm=24.0, dictionary=DICTIONARY, anew=True)
    assert tag_of(anew, "a1") == 50
    with pytest.raises(SetupRefusedError) as refused:
        teams.tagged(seated(models=6), "p1", first_tag=227, tag_mm=24.0, dictionary=DICTIONARY, anew=True)

    assert refused.value.message.code == "setup-tags-used-up"


def test_a_tag_must_lie_still_for_a_while_before_it_is_believed() -> None:
    resting = Resting()
    resting.look({7: (10.0, 10.0)}, 0.0)
    resting.look({7: (10.5, 10.0)}, 0.5 * REST_S)
    assert resting.at_rest(0.5 * REST_S) == frozenset()
    assert resting.at_rest(REST_S) == {7}
    resting.look({7: (40.0, 10.0)}, REST_S)
    assert resting.at_rest(1.5 * REST_S) == frozenset()
    resting.look({}, 1.6 * REST_S)
    assert resting.at_rest(9.0) == frozenset()


def test_the_next_base_asked_for_is_the_first_one_left() -> None:
    draft = both()
    assert next_unmatched_base(draft, None) == "a1"
    draft = teams.match_base(draft, "a2", 41, dictionary=DICTIONARY)
    assert next_unmatched_base(draft, "a1") == "a3"
    assert next_unmatched_base(draft, "b3") == "a1"
    for operative in ("a1", "a3", "b1", "b2", "b3"):
        draft = teams.match_base(draft, operative, tag_of(draft, operative) or 0, dictionary=DICTIONARY)
    assert next_unmatched_base(draft, "a1") is None


def test_the_tab_follows_the_base_s_size() -> None:
    draft = seated()
    small, large = (teams.resize_base(draft, "a1", base_mm=size, dictionary=DICTIONARY) for size in (25.0, 50.0))
    offsets = [one.team("p1").bases[0].entry.tags[0].offset_mm[0] for one in (small, large)]
    assert offsets[1] - offsets[0] == pytest.approx(12.5)
    oval = teams.resize_base(draft, "a1", base_mm=(60.0, 35.0), dictionary=DICTIONARY).team("p1").bases[0]
    assert oval.entry.half_axes_mm == (30.0, 17.5)
    assert not oval.guessed
