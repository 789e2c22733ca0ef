"""What stands below the board of a simulated table: a hint while it helps, and nothing that is said already."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.looking import Look

pytestmark = pytest.mark.in_turn

BOX = [{"thing": "a4", "name": "Scout", "on_table": True}, {"thing": "b6", "name": "Turret", "on_table": True}]
OUT = {"id": "out-b6", "severity": "info", "sentence": "Take B6 Turret off the table."}
SHOW = """async (state) => {
  const { Hand } = await import("/static/hand/hand.js");
  const { keyed, h } = await import("/static/shared/dom.js");
  keyed(document.querySelector("#notices"), state.notices, {
    make: () => h("li"), update: (li, { sentence }) => li.replaceChildren(sentence),
  });
  const root = document.querySelector("#board");
  window.hand ??= new Hand({ root, state, shown: state, selected: null, unit: 1, select() {} });
  Object.assign(window.hand.board, { state, shown: state, selected: state.selected });
  window.hand.update(state);
}"""


def standing(thing: str, name: str, player: str) -> dict[str, Any]:
    return {"id": thing, "label": thing.upper(), "name": name, "player": player, "x": 5, "y": 5, "base": [1, 1]}


@pytest.fixture
def page(look: Look) -> Page:
    """A phone beside a table whose models lie in a box."""

    def box(route: Route) -> None:
        route.fulfill(content_type="application/json", body=json.dumps({"simulated": True, "box": BOX}))

    page = look.at("/phone", size="phone")
    page.route("**/api/setup", box)
    return page


def show(page: Page, *, moves: bool, selected: str | None = None, out: bool = False) -> None:
    """Show A4 at work; with `out` B6 has fallen, and stands there still."""
    roster = [{"id": "b6", "player": "p2", "name": "Turret", "out": True}] if out else []
    state = {
        "game": {"number": 1, "begun": True, "active": "a4", "roster": roster},
        "table": {"operatives": [standing("a4", "Scout", "p1"), standing("b6", "Turret", "p2")]},
        "offers": [{"operative": "a4", "moves": moves}],
        "notices": [OUT] if out else [],
        "selected": selected,
    }
    page.evaluate(SHOW, state)
    expect(page.locator("body[data-hand]")).to_be_attached()


def test_who_may_move_no_more_is_not_told_to_drag(page: Page) -> None:
    show(page, moves=True)
    hint = page.get_by_text("Drag A4; the camera then checks the move.")
    expect(hint).to_be_visible()
    show(page, moves=False)
    expect(hint).to_have_count(0)


@pytest.mark.parametrize("selected", [None, "b6"])
def test_that_the_fallen_is_taken_off_stands_there_once(page: Page, selected: str | None) -> None:
    show(page, moves=True, selected=selected, out=True)
    expect(page.locator("#hand").get_by_role("button", name="Take B6 Turret off")).to_have_count(1)
    assert page.locator("#hand").get_by_role("button", name="Take").count() == 1
    assert page.get_by_text("Drag A4").count() == 0, "what is to be done first is said alone"
    expect(page.locator("#notices li")).to_have_class("hidden")
    show(page, moves=True, selected=selected)
    expect(page.locator("#hand").get_by_role("button", name="Take B6")).to_have_count(0)
