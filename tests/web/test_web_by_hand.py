"""What is done by hand and said on a phone: equipment, markers put down, who is back, rules at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, expect

from referee.game.prompt import Topic
from referee.rules.position import Order
from tests.web.looking import Look
from tests.web.serving import Served
from web.contract.table.game_views import MemberView, PromptChoiceView, PromptView

pytestmark = pytest.mark.in_turn

FALLEN = MemberView(
    id="a2", player="p1", name="Rifle Arn", wounds=0, start_wounds=10, order=Order.ENGAGE, ready=False, out=True
)


@pytest.fixture
def page(look: Look, served: Served) -> Page:
    """The phone's sheet with what is done by hand, after A2 fell with a marker."""
    served.change(roster=(FALLEN,))
    page = look.at("/phone", size="phone")
    page.get_by_role("group", name="Below the board").get_by_role("button", name="Game").tap()
    page.get_by_text("Put on the board by hand").tap()
    return page


def asked(page: Page, act: Callable[[], None]) -> Any:
    """Return what the page asks the table for when that is done; the table takes it."""
    with page.expect_request("**/api/intents") as sent:
        act()
    response = sent.value.response()
    assert response is not None
    assert response.ok, response.text()
    return sent.value.post_data_json


def touch_the_board(page: Page) -> None:
    box = page.locator("#board .floor").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def asks_for(page: Page, what: str) -> None:
    """The board says what is to be touched, to eyes and to readers of screens."""
    expect(page.locator("#stage")).to_have_attribute("data-placing", what)
    expect(page.locator("#said")).to_have_text(f"Tap the board where {what} is.")


def test_an_item_of_equipment_is_set_up_by_a_touch_or_as_it_is_seen(page: Page) -> None:
    page.get_by_role("textbox", name="Marker").fill("Ammo cache")
    page.get_by_role("button", name="Mira: set up equipment tap the board").tap()
    asks_for(page, "ammo cache")
    asked_for = asked(page, lambda: touch_the_board(page))
    intent = asked_for["intent"]
    assert (asked_for["player"], intent["kind"], intent["item"]) == ("p1", "place_equipment", "ammo cache")
    assert (intent["x"], intent["y"]) == pytest.approx((15, 11), abs=0.5)
    seen = asked(page, page.get_by_role("button", name="Set up where seen at the camera's position").first.tap)
    assert seen["intent"] == {"kind": "place_equipment", "player": "p1", "item": "ammo cache"}


def test_a_marker_that_the_camera_does_not_see_is_put_down(page: Page) -> None:
    page.get_by_role("button", name="Marker tap the board").tap()
    asks_for(page, "smoke")
    intent = asked(page, lambda: touch_the_board(page))["intent"]
    assert (intent["kind"], intent["what"]) == ("place_marker", "smoke")


def test_who_was_out_of_action_is_back_where_the_board_is_touched(page: Page) -> None:
    page.get_by_role("group", name="Rifle Arn: wounds").get_by_role("button", name="Rifle Arn: wounds: more").tap()
    page.get_by_role("button", name="Return").tap()
    intent = asked(page, lambda: touch_the_board(page))["intent"]
    assert (intent["kind"], intent["operative"], intent["wounds"]) == ("revive", "a2", 2)
    assert (intent["x"], intent["y"]) == pytest.approx((15, 11), abs=0.5)


def test_what_a_fallen_carrier_carried_is_put_down_by_a_touch(page: Page, served: Served) -> None:
    here = (PromptChoiceView(key="here", label="Where it stands"),)
    drop = PromptView(id="drop:a2", topic=Topic.DROP, about="a2", owner="p1", question="place it", choices=here)
    served.change(prompts=(drop,))
    page.get_by_role("button", name="Rifle Arn: put down the marker").tap()
    asks_for(page, "the marker")
    intent = asked(page, lambda: touch_the_board(page))["intent"]
    assert (intent["kind"], intent["operative"]) == ("drop_marker", "a2")
    served.change(prompts=())
    expect(page.get_by_role("button", name="Rifle Arn: put down the marker")).to_have_count(0)


def test_rules_of_the_same_moment_are_named_together(page: Page) -> None:
    page.get_by_label("Mira: rule").fill("Regrow")
    page.get_by_role("button", name="Ask which rule is first").tap()
    expect(page.get_by_label("Jonas: rule")).to_be_focused()
    page.get_by_label("Jonas: rule").fill("Burn")
    intent = asked(page, page.get_by_role("button", name="Ask which rule is first").tap)["intent"]
    assert intent == {
        "kind": "trigger",
        "rules": [{"owner": "p1", "name": "Regrow"}, {"owner": "p2", "name": "Burn"}],
    }


@pytest.mark.parametrize(
    ("name", "free"), [("New battle with the models on the board", None), ("Free play no turns", True)]
)
def test_a_new_game_is_asked_about_once_while_one_is_on(page: Page, name: str, *, free: bool | None) -> None:
    page.get_by_text("Ploys, points, new game").tap()
    button = page.get_by_role("button", name=name)
    begun: list[Any] = []
    page.on("request", lambda sent: begun.append(sent) if sent.url.endswith("/api/intents") else None)
    questions: list[str] = []

    def answer(dialog: Dialog, *, sure: bool) -> None:
        questions.append(dialog.message)
        dialog.accept() if sure else dialog.dismiss()

    page.once("dialog", lambda dialog: answer(dialog, sure=False))
    button.tap()
    assert begun == []
    page.once("dialog", lambda dialog: answer(dialog, sure=True))
    intent = asked(page, button.tap)["intent"]
    assert (intent["kind"], intent.get("free")) == ("begin", free)
    assert len(questions) == 2
    assert all(name.startswith(one.split("?")[0]) and "stays recorded" in one for one in questions)
