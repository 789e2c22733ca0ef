"""A team whose models stand on the starter kit's tabs: nothing need be printed for it."""

from __future__ import annotations

import pytest

from overlook.first_run.starter_kit import starter_kit_catalogue
from overlook.setup import teams
from overlook.setup.draft import Draft
from overlook.setup.tags import KIT_TABS, RANGES, kit_bases
from tests.overlook.setup.test_tag_matching import DICTIONARY, asked, both, seated

PRINTED = {entry.tags[0].id: entry for entry in starter_kit_catalogue().operatives}
KIT_TAB = min(kit_bases("p1"))
LARGEST_TEAM = 14


def tag_on(draft: Draft, operative: str) -> tuple[int, float, tuple[float, float, float]]:
    owner = draft.owner(operative)
    assert owner is not None
    (tag,) = owner[1].entry.tags
    return tag.id, tag.size_mm, tag.offset_mm


@pytest.mark.parametrize("player", ["p1", "p2"])
def test_no_tab_of_the_kit_has_a_number_that_is_printed_for_a_roster(player: str) -> None:
    kit = kit_bases(player)
    assert set(kit) <= set(RANGES[player])
    assert len(kit) == sum(KIT_TABS.values())
    tags = {base.tag for base in seated(player, models=LARGEST_TEAM).team(player).bases}
    assert tags == set(RANGES[player][:LARGEST_TEAM])
    assert not tags & set(kit)


def test_more_models_than_numbers_before_the_kits_get_no_tab_of_the_kit() -> None:
    tags = [base.tag for base in seated("p1", models=24).team("p1").bases]
    assert not set(tags) & {tag for player in ("p1", "p2") for tag in kit_bases(player)}
    assert len(set(tags)) == 24


@pytest.mark.parametrize("tag", sorted(kit_bases("p1")))
def test_a_model_on_a_tab_of_the_kit_is_found_and_its_tag_is_where_the_kit_has_it(tag: int) -> None:
    draft = both()
    assert asked(draft, "a2", {tag})[0] == tag
    matched = teams.match_base(draft, "a2", tag, dictionary=DICTIONARY)
    printed = PRINTED[tag].tags[0]
    assert tag_on(matched, "a2") == (tag, printed.size_mm, printed.offset_mm)
    owner = matched.owner("a2")
    assert owner is not None
    assert owner[1].matched


def test_a_tag_that_is_printed_after_all_takes_the_place_of_the_kits_in_its_own_size() -> None:
    draft = both()
    before = tag_on(draft, "a2")
    there = teams.match_base(draft, "a2", KIT_TAB, dictionary=DICTIONARY)
    assert tag_on(teams.match_base(there, "a2", before[0], dictionary=DICTIONARY), "a2") == before


def test_whose_number_was_taken_gets_the_kits_tab_whole() -> None:
    there = teams.match_base(both(), "a2", KIT_TAB, dictionary=DICTIONARY)
    swapped = teams.match_base(there, "a2", 40, dictionary=DICTIONARY)
    printed = PRINTED[KIT_TAB].tags[0]
    assert tag_on(swapped, "a1") == (KIT_TAB, printed.size_mm, printed.offset_mm)


def test_another_size_of_the_base_moves_no_tab_of_the_kit() -> None:
    there = teams.match_base(both(), "a2", KIT_TAB, dictionary=DICTIONARY)
    assert tag_on(teams.resize_base(there, "a2", base_mm=25.0, dictionary=DICTIONARY), "a2") == tag_on(there, "a2")
