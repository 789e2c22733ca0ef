"""Bases of other days are proposed for the same kind of operative, and never over a file that was measured."""

from __future__ import annotations

import copy
from typing import Any

from calibration.catalogue import ThingTag
from messages.message import Message
from overlook.setup.draft import Draft
from overlook.setup.teams import KnownBases, known_bases, resize_base, team_of
from referee.records.files.roster import Roster
from referee.records.files.roster_file import roster_of
from referee.records.files.team_file import own_document
from tests.referee.records.rosters.test_rosters import DASH

DICTIONARY = "DICT_ARUCO_MIP_36h12"


def seated(roster: Roster, known: KnownBases | None = None, player: str = "p1") -> Draft:
    return team_of(Draft(), player, roster=roster, source="x.json", text="{}", dictionary=DICTIONARY, known=known)


def dash(**changes: Any) -> Roster:
    raw = copy.deepcopy(DASH)
    raw.update(changes)
    return roster_of(raw, "x.json")


def sizes(draft: Draft, player: str = "p1") -> list[Any]:
    return [base.entry.base_mm for base in draft.team(player).bases]


def measured() -> Draft:
    """The dashers as they were set up: the leader's base corrected, the first trooper's tag glued on its head."""
    draft = seated(dash())
    draft = resize_base(draft, "a1", base_mm=40.0, dictionary=DICTIONARY)
    draft = resize_base(draft, "a2", base_mm=(60.0, 35.0), dictionary=DICTIONARY)
    draft = resize_base(draft, "a3", base_mm=25.0, dictionary=DICTIONARY)
    owner = draft.owner("a2")
    assert owner is not None
    head = ThingTag(id=55, size_mm=8.0, offset_mm=(0.0, 0.0, 30.0))
    entry = owner[1].entry.model_copy(update={"tags": (head,), "mount": "head", "figure_height_mm": 41.5})
    return draft.with_base(owner[1].model_copy(update={"entry": entry}))


def test_what_was_measured_once_is_proposed_for_the_same_team() -> None:
    known = known_bases([measured()])
    draft = seated(dash(), known)
    assert sizes(draft) == [40, (60, 35), 25]
    trooper = draft.team("p1").bases[1].entry
    assert (trooper.mount, [tag.id for tag in trooper.tags], trooper.figure_height_mm) == ("head", [55], 41.5)
    assert not any(base.guessed for base in draft.team("p1").bases)
    used, given = Message.of("setup-size-round", width=40), Message.of("setup-size-round", width=32)
    told = Message.of("setup-note-base", kind="Leader", used=used, given=given)
    assert told in draft.team("p1").note_messages


def test_a_base_that_nobody_gave_or_checked_is_not_remembered() -> None:
    draft = seated(dash())
    assert [base.guessed for base in draft.team("p1").bases] == [False, True, True]
    assert sizes(seated(dash(), known_bases([draft]))) == [32, 32, 32]
    assert seated(dash(), known_bases([draft])).team("p1").bases[1].guessed


def test_another_teams_base_is_proposed_where_all_that_are_known_agree() -> None:
    known = known_bases([measured()])
    other = dash(rosterName="Others")
    assert sizes(seated(other, known)) == [40, (60, 35), (60, 35)]
    quarrel = resize_base(seated(dash(rosterName="Third")), "a1", base_mm=50.0, dictionary=DICTIONARY)
    assert sizes(seated(other, known_bases([measured(), quarrel])))[0] == 32


def test_the_newest_day_counts() -> None:
    old = resize_base(measured(), "a1", base_mm=28.5, dictionary=DICTIONARY)
    assert sizes(seated(dash(), known_bases([measured(), old])))[0] == 40
    assert sizes(seated(dash(), known_bases([old, measured()])))[0] == 28.5


def test_a_team_file_of_ours_is_taken_as_it_is_written() -> None:
    ours = roster_of(own_document(dash()), "y")
    draft = seated(ours, known_bases([measured()]))
    assert sizes(draft) == [32, 32, 32]
    assert not draft.team("p1").notes


def test_a_tag_that_the_other_seat_has_is_not_given_twice() -> None:
    known = known_bases([measured()])
    both = team_of(
        seated(dash(), known), "p2", roster=dash(), source="x", text="{}", dictionary=DICTIONARY, known=known
    )
    ids = [tag.id for _, base in both.bases for tag in base.entry.tags]
    assert len(ids) == len(set(ids))
    assert sizes(both, "p2") == [40, (60, 35), 25]
