"""What is no notation is named with its line and what was expected."""

from __future__ import annotations

from typing import Any

import pytest

from messages.message import Message
from referee.editions.kt24.edition import KT24
from referee.game.engine.game import Game
from referee.records.notation.header import CARD_WORDS
from referee.records.notation.notation import play_notation, to_notation
from referee.records.notation.tokens import NotationError
from tests.referee.records.notation.noted import FLOW, Table


def one_of(*words: str) -> Message:
    """Return what is expected if one of these words may follow."""
    return Message.of("notation-one-of", words=words)


BEGINNINGS = ("engage", "conceal", "reacts", "...")
UNEXPECTED = "notation-unexpected"
WRONG_LINES: list[tuple[str, str, dict[str, Any]]] = [
    ("T2 p1 A1 engage: Dash", "notation-other-turning-point", {"found": "T2", "turning_point": 1}),
    ("T1 p2 A1 engage: Dash", "notation-operative-of-other", {"operative": "A1", "owner": "p1", "player": "p2"}),
    ("T1 p1 Z1 engage: Dash", "notation-operative-unknown", {"found": "Z1"}),
    ("T1 p1 A1 sneaks: Dash", UNEXPECTED, {"found": "sneaks", "expected": one_of(*BEGINNINGS)}),
    ("T1 p1 A1 engage: Fly", "notation-action-unknown", {"action": "Fly"}),
    ("T1 p1 A1 engage: Fall Over", "notation-action-unknown", {"action": "Fall"}),
    ("T1 p1 A1 engage: Dash to here", UNEXPECTED, {"found": "here", "expected": Message.of("notation-place")}),
    ("T1 p1 A1 engage: Dash to (1)", "notation-bad-place", {"found": "1"}),
    ("T1 p1 A1 engage: Shoot bolter B1 7,2", "notation-bad-dice", {"found": "7,2"}),
    ("T1 p1 A1 engage: Shoot bolter = 4", "notation-damage-to-nobody", {"amount": 4}),
    ("T1 p1 A1 engage Dash", UNEXPECTED, {"found": "Dash", "expected": Message.of("notation-colon")}),
    ("! nonsense", "notation-not-json", {}),
    ("! 3", "notation-no-intent", {}),
    ("[Edition kt21]", "notation-other-edition", {"found": "kt21", "edition": "kt24"}),
    ("[Colour red]", "notation-tag-unknown", {"tag": "Colour"}),
]


def fault_in(text: str) -> tuple[int, Message]:
    """Return the line that cannot be played, and why."""
    with pytest.raises(NotationError) as refused:
        play_notation(text, KT24, Game(FLOW))
    message = refused.value.message
    assert message.code == "notation-line"
    return message["line"], message["fault"]


@pytest.mark.parametrize(("line", "code", "args"), WRONG_LINES)
def test_a_wrong_line_is_named_with_what_was_expected(table: Table, line: str, code: str, args: dict[str, Any]) -> None:
    text = to_notation(table.game.timeline, KT24, FLOW)
    number, fault = fault_in(text + line + "\n")
    assert number == len(text.splitlines()) + 1
    assert (fault.code, {name: fault[name] for name in args}) == (code, args)


@pytest.mark.parametrize(
    "line",
    ["T1 p1 A1 engage: Charge -> Dash", "T1 p1 A1 engage: Dash }", "T1 p1 rolls 6 for initiative", '! {"kind": "fly"}'],
)
def test_a_line_that_the_game_refuses_is_named(table: Table, line: str) -> None:
    text = to_notation(table.game.timeline, KT24, FLOW)
    assert fault_in(text + line + "\n")[0] == len(text.splitlines()) + 1


@pytest.mark.parametrize(
    ("head", "code", "args"),
    [
        (
            "[Operative A1 p1 Name apl 2 move 6]",
            "notation-operative-incomplete",
            {"named": "A1", "missing": ("save", "wounds")},
        ),
        ("[Operative A1 p1 Name size 2]", UNEXPECTED, {"found": "size", "expected": one_of(*CARD_WORDS)}),
        ("[Weapon A1 ranged gun atk 4]", "notation-weapon-of-nobody", {"operative": "A1"}),
        ("[Seat p1 Red hat]", UNEXPECTED, {"found": "hat", "expected": one_of("colour", "tags")}),
        ("[Marker M1 objective 40]", UNEXPECTED, {"found": "40", "expected": Message.of("notation-diameter")}),
        ('[Marker M1 objective 1.5" (1, 2) sticky]', UNEXPECTED, {"found": "sticky"}),
        ("[Play chess]", UNEXPECTED, {"found": "chess", "expected": one_of("free")}),
        ("[Place A1 (1, 2) there]", UNEXPECTED, {"found": "there", "expected": Message.of("notation-end-of-line")}),
        ("[Operative A1 p1 Name apl two]", UNEXPECTED, {"found": "two", "expected": Message.of("notation-number")}),
    ],
)
def test_a_wrong_tag_is_named_with_what_was_expected(head: str, code: str, args: dict[str, Any]) -> None:
    number, fault = fault_in(head + "\n")
    assert (number, fault.code, {name: fault[name] for name in args}) == (1, code, args)


@pytest.mark.parametrize(
    ("action", "code", "args"),
    [
        ("Dash (far)", "notation-bad-price", {"found": "far"}),
        ("Dash +xAP", "notation-bad-cost-change", {"found": "+xAP"}),
        ("Shoot bolter plasma", "notation-name-too-many", {"found": "plasma"}),
        ("Shoot bolter B1 = B1", "notation-at-end", {"expected": Message.of("notation-loss")}),
        ("Shoot bolter B1 -> ", "notation-at-end", {"expected": Message.of("notation-after-arrow")}),
    ],
)
def test_a_wrong_action_is_named_with_what_was_expected(
    table: Table, action: str, code: str, args: dict[str, Any]
) -> None:
    text = to_notation(table.game.timeline, KT24, FLOW) + f"T1 p1 A1 engage: {action}\n"
    fault = fault_in(text)[1]
    assert (fault.code, {name: fault[name] for name in args}) == (code, args)
