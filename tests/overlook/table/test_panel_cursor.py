"""The panel's mark stays on its entry while the menu changes, or is reported as gone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from overlook.table.offers.panel_menu import Cursor, Item, Menu

CHOICES = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=6, unique=True)


def menu_with(choices: list[str], first: int | None) -> Menu:
    items = tuple(Item(Message.stored(choice.upper()), choice, {"kind": "end_activation"}) for choice in choices)
    return Menu("free@7", Message.stored("a1: next action"), items, None if first is None else first % len(items))


@given(CHOICES, CHOICES, st.integers(1, 12), st.sampled_from([1, -1]), st.none() | st.integers(0, 5))
def test_a_marked_entry_stays_marked_or_is_reported_as_gone(
    before: list[str], after: list[str], presses: int, way: int, first: int | None
) -> None:
    old, new = menu_with(before, first), menu_with(after, first)
    cursor = Cursor().on(old)
    for _ in range(presses):
        cursor = cursor.moved(old, way)
    view = cursor.view(new)
    assert view is not None
    if cursor.choice in after:
        assert view.choice == cursor.choice
        assert cursor.on(new).by_hand
        assert not cursor.lost(new)
    else:
        assert view.choice == ("" if new.first is None else after[new.first])
        assert not cursor.on(new).by_hand
        assert cursor.lost(new)


@given(CHOICES, CHOICES)
def test_an_unmarked_entry_that_goes_is_not_reported(before: list[str], after: list[str]) -> None:
    cursor = Cursor().on(menu_with(before, None))
    assert not cursor.lost(menu_with(after, None))
    assert cursor.on(menu_with(after, None)).at is None
