"""A player's phone: touch a model, see its card, whom it can shoot and where it can go; measure by drawing a line."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Page, Route, expect

from referee.game.prompt import Grade, Topic
from referee.rules.position import Order
from tests.web.fake_rulings import defence_dice
from tests.web.looking import CONTRASTS, NAMELESS, SIZES, SMALL_TARGETS, Look, Scheme, Size, until
from tests.web.serving import Served
from web.contract.table.game_views import ActivationView, PromptChoiceView, PromptView

pytestmark = pytest.mark.in_turn


def touch(page: Page, name: str) -> None:
    """Touch a model where it is drawn."""
    box = page.locator(f".operative[aria-label^='{name}'] .base").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def sheet(page: Page, name: str) -> None:
    page.get_by_role("group", name="Below the board").get_by_role("button", name=name).tap()


def test_a_touch_shows_a_models_card_its_targets_and_its_reach(look: Look, served: Served, pictures: Path) -> None:
    page = look.at("/phone", size="phone")
    touch(page, "A3")
    model = page.get_by_role("region", name="Model")
    expect(model).to_contain_text("Gunner Sol")
    expect(model.locator("dl")).to_contain_text("1 of 2")
    expect(model.locator(".target")).to_have_count(3)
    expect(model).to_contain_text("Stunned until its next activation")
    first = model.locator(".target").first
    first.tap()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(first).to_contain_text("A clean shot from its left edge.")
    assert page.locator("#board .witness g.clear_line").count() == 1
    model.get_by_role("button", name='Dash 3", 1 AP').tap()
    expect(page.locator("#board .areas path")).to_have_count(1)
    page.screenshot(path=pictures / "phone-model.png")
    model.get_by_role("button", name='Dash 3", 1 AP').tap()
    expect(page.locator("#board .areas path")).to_have_count(0)
    assert served.advisor.asked == ["a3"]


@pytest.mark.nightly
def test_the_area_goes_at_once_when_the_game_goes_on_and_comes_back_as_a_move_that_is_left(
    look: Look, served: Served
) -> None:
    page = look.at("/phone", size="phone")
    touch(page, "A3")
    area = page.locator("#board .areas path")
    expect(area).to_have_count(1)
    model = page.get_by_role("region", name="Model")
    walked = area.get_attribute("d")
    served.advisor.moves = tuple(one for one in served.advisor.moves if one[0] == "Dash")
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/reach/*", hold)
    served.do(served.fake.undo)
    served.change()
    expect(area).to_have_count(0)
    expect(model.get_by_role("button", name="Reposition")).to_have_count(0)
    while not asked:
        page.wait_for_timeout(20)
    asked[0].continue_()
    expect(area).to_have_count(1)
    assert area.get_attribute("d") != walked
    expect(model.get_by_role("button", name="Dash")).to_have_attribute("aria-pressed", "true")


@pytest.mark.nightly
def test_an_area_that_is_only_a_bound_is_said_to_be_one(look: Look) -> None:
    page = look.at("/phone", size="phone")
    touch(page, "A3")
    model = page.get_by_role("region", name="Model")
    said = model.get_by_text("This is the largest possible area")
    model.get_by_role("button", name='Dash 3", 1 AP').tap()
    expect(page.locator("#board .areas path")).to_have_count(1)
    expect(said).to_have_count(0)
    model.get_by_role("button", name='Charge 8", 1 AP').tap()
    expect(said).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"][0]
    model.get_by_role("button", name='Charge 8", 1 AP').tap()
    expect(said).to_have_count(0)


@pytest.mark.nightly
def test_who_may_be_activated_and_how_is_what_the_table_says(look: Look, served: Served) -> None:
    served.change(activations=(ActivationView(operative="a3", orders=(Order.CONCEAL,)),))
    page = look.at("/phone", size="phone")
    touch(page, "A3")
    offered = page.locator("#model").get_by_role("button", name="Activate")
    expect(offered).to_have_text("Activate: conceal")
    served.change(activations=())
    expect(offered).to_have_count(0)
    touch(page, "B2")
    expect(page.locator("#model")).to_contain_text("Blade Tor")
    expect(offered).to_have_count(0)


@pytest.mark.nightly
def test_lengths_in_sentences_are_in_the_unit_that_was_chosen(look: Look) -> None:
    page = look.at("/phone", size="phone")
    touch(page, "A3")
    model = page.locator("#model")
    expect(model.get_by_role("button", name='Dash 3", 1 AP')).to_be_visible()
    page.get_by_role("button", name="Lengths: inches").tap()
    expect(model.get_by_role("button", name="Dash 76 mm, 1 AP")).to_be_visible()
    expect(model).to_contain_text("Range 305 mm")
    expect(model.locator("dl")).to_contain_text("152 mm")
    page.get_by_role("button", name="Lengths: millimetres").tap()
    expect(model.get_by_role("button", name="Dash ■, 1 AP")).to_be_visible()
    expect(model.locator("dl")).to_contain_text("⬟")


@pytest.mark.nightly
def test_the_card_follows_the_game(look: Look, served: Served) -> None:
    page = look.at("/phone", size="phone")
    touch(page, "A3")
    expect(page.locator("#model")).to_contain_text("10 of 12 wounds left")
    served.change(wounds={**served.fake.wounds, "a3": 4})
    expect(page.locator("#model")).to_contain_text("4 of 12 wounds left")
    until(page, "true")
    for _ in range(1500):
        if served.advisor.asked == ["a3", "a3"]:
            return
        page.wait_for_timeout(20)
    pytest.fail(f"the card was asked for {served.advisor.asked}, expected twice")


@pytest.mark.nightly
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_line_drawn_on_the_board_is_measured_however_it_is_turned(look: Look, turn: int) -> None:
    page = look.at("/phone", size="phone")
    for _ in range((turn - 1) % 4):
        page.get_by_role("button", name="Turn the board").tap()
    sheet(page, "Measure")
    box = page.locator(".operative[aria-label^='B4'] .base").bounding_box()
    board = page.locator("#board .floor").bounding_box()
    assert box is not None
    assert board is not None
    page.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    page.mouse.down()
    page.mouse.move(board["x"] + board["width"] / 2 + 20, board["y"] + board["height"] / 2 + 20)
    expect(page.locator("#board .witness g.measure")).to_have_count(1)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.up()
    measured = page.get_by_role("region", name="Measure")
    expect(measured).to_contain_text("15.0, 11.0 to Brute Grum")
    expect(measured.locator(".figures")).to_have_text("7.95 in, ±0.01")
    expect(page.locator("#board .witness text.measure")).to_have_text("7.95 in")


@pytest.mark.nightly
def test_from_model_to_model_is_asked_by_name(look: Look, pictures: Path) -> None:
    page = look.at("/phone", size="phone")
    sheet(page, "Measure")
    ends = [page.locator(f".operative[aria-label^='{name}'] .base").bounding_box() for name in ("A3", "B2")]
    (start, end) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in ends if box]
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end)
    page.mouse.up()
    expect(page.get_by_role("region", name="Measure")).to_contain_text("Gunner Sol to Blade Tor")
    page.screenshot(path=pictures / "phone-measure.png")


@pytest.mark.parametrize("address", ["/phone", "/"])
def test_two_taps_choose_what_is_measured_and_the_next_act_ends_it(
    look: Look, served: Served, pictures: Path, address: str
) -> None:
    page = look.at(address, size="phone")
    page.get_by_role("navigation", name="Panel").get_by_role("button", name="Measure").tap()
    measured = page.get_by_role("region", name="Measure")
    expect(measured.get_by_role("status")).to_have_text("Tap a model or a point on the board, or choose a model here.")
    touch(page, "A3")
    expect(measured.get_by_role("status")).to_have_text("Now choose where to measure to.")
    expect(measured.get_by_label("From").locator(":checked")).to_have_text("A3 Gunner Sol")
    touch(page, "B2")
    expect(measured.locator(".question")).to_have_text("Gunner Sol to Blade Tor")
    told = [text.split(".")[0] for text in measured.locator("li b").all_inner_texts()]
    assert told == [
        "Gunner Sol and Blade Tor are not within control range of each other",
        "Gunner Sol can see Blade Tor",
        "Too close to call: Blade Tor is in cover",
        "Blade Tor cannot see Gunner Sol",
    ]
    assert served.fake.acts == [], "a measurement is no act"
    page.screenshot(path=pictures / f"measured-{'phone' if address == '/phone' else 'table'}.png")
    served.change(turning_point=3)
    if address == "/phone":
        expect(measured.locator(".question")).to_have_count(0)
        expect(page.locator("#board .witness g.measure")).to_have_count(0)
    else:
        expect(measured).to_be_hidden()


def test_what_is_measured_can_be_chosen_from_lists_and_points_by_tap(look: Look) -> None:
    page = look.at("/phone", size="phone")
    sheet(page, "Measure")
    measured = page.get_by_role("region", name="Measure")
    measured.get_by_label("To").select_option(label="B2 Blade Tor")
    expect(measured.locator(".figures")).to_have_count(0)
    board = page.locator("#board .floor").bounding_box()
    assert board is not None
    page.touchscreen.tap(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    expect(measured.locator(".question")).to_have_text("15.0, 11.0 to Blade Tor")
    expect(measured.get_by_label("From").locator(":checked")).to_have_text("Point 15.0, 11.0")
    measured.get_by_role("button", name="Measure something else").tap()
    expect(measured.locator(".figures")).to_have_count(0)


def test_a_new_decision_comes_to_the_front(look: Look, served: Served) -> None:
    page = look.at("/phone", size="phone")
    sheet(page, "Model")
    expect(page.locator("#prompts")).to_be_hidden()
    served.change(prompts=(*served.fake.prompts, defence_dice()))
    expect(page.get_by_role("region", name="Rifle Arn defends: roll three dice")).to_be_visible()


ALL_SCORED = PromptView(
    id="end:2",
    topic=Topic.TURNING_POINT_END,
    about="2",
    owner="any",
    question="Turning point 2 is over: score, then go on",
    choices=(PromptChoiceView(key="end", label="Everything is scored", says="not scored: Red Kill 1"),),
    default="end",
)


def seated(page: Page, role: str, seat: str) -> None:
    """Have the phone be somebody's."""
    page.route("**/api/session", lambda route: route.fulfill(json={"role": role, "seat": seat}))
    page.reload(wait_until="commit")
    page.wait_for_selector("body[data-ready]")


def test_one_players_phone_ends_a_turning_point_for_both_only_when_it_says_so(look: Look, served: Served) -> None:
    page = look.at("/phone", size="phone")
    seated(page, "player", "p1")
    expect(page.locator("#me")).to_be_visible()
    served.change(prompts=(ALL_SCORED,))
    said: list[str] = []

    def answer(asked: Dialog) -> None:
        said.append(asked.message)
        (asked.accept if len(said) > 2 else asked.dismiss)()

    page.on("dialog", answer)
    ends, confirms = (
        page.get_by_role("button", name="Everything is scored"),
        page.locator("#dock [data-button=confirm]"),
    )
    ends.tap()
    confirms.tap()
    assert served.fake.acts == []
    scored = ALL_SCORED.choices[0].model_copy(update={"says": ""})
    served.change(prompts=(ALL_SCORED.model_copy(update={"choices": (scored,)}),))
    expect(ends).not_to_contain_text("not scored")
    confirms.tap()
    expect(page.locator("#prompts")).to_be_hidden()
    assert said == ["This ends scoring for both players. Has Jonas finished?"] * 3
    assert [kind for kind, *_ in served.fake.acts] == ["answer"]


@pytest.mark.nightly
def test_a_referees_phone_ends_a_turning_point_at_once(look: Look, served: Served) -> None:
    page = look.at("/phone", size="phone")
    seated(page, "referee", "")
    served.change(prompts=(ALL_SCORED,))
    page.get_by_role("button", name="Everything is scored").tap()
    expect(page.locator("#prompts")).to_be_hidden()
    assert [kind for kind, *_ in served.fake.acts] == ["answer"]


@pytest.mark.nightly
def test_a_card_stays_under_the_thumb_while_the_table_moves(look: Look, served: Served) -> None:
    page = look.at("/phone", size="phone")
    touch(page, "A3")
    target = page.locator(".target").first
    expect(target).to_be_visible()
    handle = target.element_handle()
    served.change(moving=True)
    for _ in range(10):
        served.do(served.fake.step)
        page.wait_for_timeout(20)
    assert handle.evaluate("element => element.isConnected")


@pytest.mark.nightly
@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("tablet", "dark")])
def test_the_phone_page_at_other_sizes(look: Look, pictures: Path, size: Size, scheme: Scheme) -> None:
    page = look.at("/phone", size=size, scheme=scheme)
    touch(page, "B2")
    expect(page.locator(".target")).to_have_count(3)
    page.screenshot(path=pictures / f"phone-{size}-{scheme}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(NAMELESS) == []
    assert [found for found in page.evaluate(CONTRASTS) if found[1] < 4.5] == []


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375), (568, 320), (1024, 690)])
def test_on_its_side_the_board_fills_its_place_and_all_else_stands_beside_it(
    look: Look, pictures: Path, width: int, height: int
) -> None:
    page = look.at("/phone", size="phone")
    page.set_viewport_size({"width": width, "height": height})
    touch(page, "A3")
    page.screenshot(path=pictures / f"phone-on-its-side-{width}.png")
    head, drawn, card, dock = (
        page.locator(one).bounding_box() for one in ("body > header", "#board .floor", "#model", "#dock")
    )
    assert head is not None
    assert drawn is not None
    assert card is not None
    assert dock is not None
    assert card["x"] >= drawn["x"] + drawn["width"]
    assert card["width"] >= 300
    assert card["height"] >= 110
    low = height < 500
    assert (dock["x"] >= drawn["x"] + drawn["width"]) is low
    room = (card["x"], (height if low else dock["y"]) - head["height"])
    assert max(drawn["width"] / room[0], drawn["height"] / room[1]) > 0.85
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SMALL_TARGETS) == []


SHOWN_ORDER = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const cells = [...shown(".counts button"), ...shown(".prompt .tray .die")];
  const boxes = cells.map((one, at) => [at, one.getBoundingClientRect()]);
  const read = boxes.toSorted(([, a], [, b]) => Math.abs(a.top - b.top) > 4 ? a.top - b.top : a.left - b.left);
  const ways = shown(".counts button").map((one) => one.dataset.count.split(" ").map(Number));
  const right = Math.max(...boxes.map(([, box]) => box.right));
  return { read: read.map(([at]) => at), ways, right };
}"""


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (667, 375), (844, 390)])
def test_dice_that_are_typed_stand_in_reading_order_however_many(
    look: Look, served: Served, width: int, height: int
) -> None:
    page = look.at("/phone", size="phone")
    page.set_viewport_size({"width": width, "height": height})
    crit, success = Grade(counts_as="crit", faces=(6,)), Grade(counts_as="success", faces=(4, 5))
    grades = (crit, success, Grade(counts_as="fail", faces=(1, 2, 3)))
    for dice in range(1, 13):
        facts = {"id": f"attack-{dice}", "question": f"Roll {dice} dice", "dice": dice, "grades": grades}
        asked = defence_dice().model_copy(update=facts)
        served.change(prompts=(asked,))
        expect(page.locator(".question", has_text=f"Roll {dice} dice")).to_be_visible()
        found = page.evaluate(SHOWN_ORDER)
        ways = [[crits, normal] for crits in range(dice + 1) for normal in range(dice + 1 - crits)]
        assert found["ways"] == (ways if dice <= 6 else [])
        assert found["read"] == list(range(len(ways) if dice <= 6 else dice))
        assert found["right"] <= width


@pytest.mark.nightly
def test_on_the_narrowest_phone_the_six_faces_and_what_enters_them_are_whole(look: Look, served: Served) -> None:
    page = look.at("/phone", size="phone")
    page.set_viewport_size({"width": 320, "height": 640})
    served.change(prompts=(defence_dice(),))
    faces = page.locator(".prompt .pad button")
    expect(faces).to_have_count(6)
    for one in (*faces.all(), page.locator(".prompt .onward")):
        box = one.bounding_box()
        assert box is not None
        assert box["width"] >= 44
        assert box["x"] + box["width"] <= 312, "within the card"


def test_what_is_being_typed_and_what_is_open_stays_whatever_the_others_do(look: Look, served: Served) -> None:
    page = look.at("/phone", size="phone")
    sheet(page, "Game")
    for name in ("Ploys, points, new game", "Put on the board by hand"):
        page.get_by_text(name).tap()
    ploy, marker = page.get_by_label("Mira: ploy"), page.get_by_role("textbox", name="Marker")
    ploy.fill("Hold fast")
    marker.fill("cache")
    marker.focus()
    served.change(turning_point=3)
    expect(page.locator("#score")).to_contain_text("3")
    expect(ploy).to_have_value("Hold fast")
    expect(marker).to_have_value("cache")
    expect(marker).to_be_focused()
    expect(page.locator("#controls details[open]")).to_have_count(2)
    expect(page.get_by_role("button", name="End the battle")).to_be_visible()


def test_a_clock_that_is_set_back_hides_no_question(served: Served, look: Look) -> None:
    asked = PromptView(
        id="action-1",
        topic=Topic.ACTION,
        about="a2",
        owner="p1",
        question="What does Rifle Arn do?",
        choices=(PromptChoiceView(key="end", label="End the activation"),),
    )
    served.change(prompts=())
    page = look.at("/phone", size="phone")
    page.evaluate("() => { const real = Date.now; window.back = 0; Date.now = () => real() - window.back; }")
    served.change(prompts=(asked,), turning_point=4)
    expect(page.locator("body")).to_contain_text("Turning point 4")
    page.evaluate("() => { window.back = 12 * 3600 * 1000; }")
    expect(page.locator("#prompts")).to_contain_text("What does Rifle Arn do?", timeout=15_000)


@pytest.mark.nightly
def test_a_page_that_is_open_in_two_tabs_says_so_until_one_is_closed(look: Look) -> None:
    first = look.at("/phone", size="phone")
    twice = "This page is also open in another tab"
    expect(first.get_by_role("alert").filter(has_text=twice)).to_have_count(0)
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector("body[data-ready]")
    for page in (first, second):
        expect(page.get_by_role("alert").filter(has_text=twice)).to_be_visible()
    second.goto("about:blank")
    expect(first.get_by_role("alert").filter(has_text=twice)).to_have_count(0)
    second.close()
