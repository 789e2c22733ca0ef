"""What is no notation is named with its line and what was expected."""

from __future__ import annotations

import pytest

from referee.editions.kt24.edition import KT24
from referee.game.engine.game import Game
from referee.records.notation.notation import play_notation, to_notation
from referee.records.notation.tokens import NotationError
from tests.referee.records.notation.noted import FLOW, Table


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("T2 p1 A1 engage: Dash", "'T2': the game is in T1"),
        ("T1 p2 A1 engage: Dash", "A1 is p1's, not p2's"),
        ("T1 p1 Z1 engage: Dash", "'Z1': expected an operative, or one of agrees, closes"),
        ("T1 p1 A1 sneaks: Dash", "'sneaks': expected engage, conceal, reacts or ..."),
        ("T1 p1 A1 engage: Fly", "action 'Fly': expected one of Ammo Resupply, Charge"),
        ("T1 p1 A1 engage: Fall Over", "action 'Fall': expected one of"),
        ("T1 p1 A1 engage: Dash to here", "'here': expected a place"),
        ("T1 p1 A1 engage: Dash to (1)", "expected \\(x, y\\)"),
        ("T1 p1 A1 engage: Shoot bolter B1 7,2", "dice 7,2: expected faces of 1 to 6"),
        ("T1 p1 A1 engage: Shoot bolter = 4", "= 4: whom\\?"),
        ("T1 p1 A1 engage: Charge -> Dash", "Dash cannot be performed after Charge"),
        ("T1 p1 A1 engage: Dash }", "cannot read '}'|weapon"),
        ("T1 p1 rolls 6 for initiative", "prompt 'initiative' is not open"),
        ("T1 p1 A1 engage Dash", "expected a colon"),
        ("! nonsense", "expected an intent as JSON"),
        ("! {\"kind\": \"fly\"}", "intent of kind 'fly'"),
        ("[Edition kt21]", "the game is of edition 'kt21', read as 'kt24'"),
        ("[Colour red]", "tag 'Colour': expected one of Edition"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_named_with_what_was_expected(table: Table, line: str, message: str) -> None:
    text = to_notation(table.game.timeline, KT24, FLOW)
    number_ = len(text.splitlines()) + 1
    with pytest.raises(NotationError, match=rf"(?s)line {number_}: .*({message})"):
        play_notation(text + line + "\n", KT24, Game(FLOW))


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("[Operative A1 p1 Name apl 2 move 6]", "operative 'A1': save, wounds missing"),
        ("[Operative A1 p1 Name size 2]", "'size': expected apl, move"),
        ("[Weapon A1 ranged gun atk 4]", "weapon of 'A1': no such operative before it"),
        ("[Seat p1 Red hat]", "'hat': expected colour or tags"),
        ("[Marker M1 objective 40]", "'40': expected a diameter such as 1.57"),
        ('[Marker M1 objective 1.5" (1, 2) sticky]', "'sticky': expected owner, liftable"),
        ("[Play chess]", "Play: expected free"),
        ("[Place A1 (1, 2) there]", "'there': expected the end of the line"),
        ("[Operative A1 p1 Name apl two]", "'two': expected a number"),
    ],
)
def test_a_wrong_tag_is_named_with_what_was_expected(head: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"line 1: .*{message}"):
        play_notation(head + "\n", KT24, Game(FLOW))


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("Dash (far)", r"\(far\): expected the inches charged"),
        ("Dash +xAP", "'\\+xAP': expected a change of the price"),
        ("Shoot bolter plasma", "'plasma': there is a weapon and a target already"),
        ("Shoot bolter B1 = B1", "the end: expected damage, such as -4"),
        ("Shoot bolter B1 -> ", "the end: expected an action after the arrow"),
    ],
)
def test_a_wrong_action_is_named_with_what_was_expected(table: Table, action: str, message: str) -> None:
    text = to_notation(table.game.timeline, KT24, FLOW) + f"T1 p1 A1 engage: {action}\n"
    with pytest.raises(NotationError, match=message):
        play_notation(text, KT24, Game(FLOW))
