"""A team that was read becomes the cards of a game."""

from __future__ import annotations

import pytest

from referee.records.files.roster import Roster, RosterOperative, cards_of


def test_cards_carry_what_the_roster_says_and_fill_what_it_does_not() -> None:
    team = Roster(
        "Reds",
        "2024",
        "test",
        (
            RosterOperative("1", "Leader", "leader", 3, 6, 3, 14, (60.0, 35.0), 40.0, defence=4, group=2, ward=5),
            RosterOperative("2", "Trooper", "trooper", 2, 6, 4, 8, 28.5),
            RosterOperative("3", "Other", "trooper", 2, 6, 4, 8),
        ),
    )
    leader, trooper, other = cards_of(team, "p1", prefix="A")
    assert (leader.id, leader.player, leader.base_mm, leader.defence, leader.group, leader.ward) == (
        "A1", "p1", (60.0, 35.0), 4, 2, 5,
    )  # fmt: skip
    assert leader.head == pytest.approx(40 / 25.4)
    assert trooper.base_mm == (28.5, 28.5)
    assert (other.base_mm, other.head, other.defence, other.group) == ((32.0, 32.0), 1.4, 3, 1)
