"""What looks chosen is what Confirm takes: one choice of one question, or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from referee.game.prompt import Topic
from tests.web.looking import Look, Size, until
from tests.web.serving import Served
from web.contract.table.available_actions import MenuView
from web.contract.table.game_views import PromptChoiceView, PromptView

KEYS = (PromptChoiceView(key="take", label="Take it"), PromptChoiceView(key="refuse", label="Leave it"))
FIRST = PromptView(
    id="move:1", topic=Topic.PROPOSAL, owner="p1", question="Was that a Dash?", choices=KEYS, default="refuse"
)
OTHER = PromptView(
    id="move:2", topic=Topic.PROPOSAL, owner="p2", question="Was that a Charge?", choices=KEYS, default="refuse"
)
SOLID = "rgb(238, 243, 242)"
"""The dark page's colour of what is chosen."""


def menu(choice: str, at: int, of: int = 2) -> MenuView:
    """Return what the panel would take of the first question."""
    marked = {"take": "Take it", "refuse": "Leave it"}.get(choice, "Press Next to choose")
    return MenuView(question=FIRST.question, marked=marked, prompt=FIRST.id, choice=choice, at=at, of=of)


def solid(buttons: Locator) -> list[str]:
    """Return which of these buttons look chosen, by their first line."""
    look = "(all, solid) => all.filter((one) => getComputedStyle(one).backgroundColor === solid)"
    return list(buttons.evaluate_all(f"{look}.map((one) => one.innerText.split('\\n')[0])", SOLID))


@pytest.mark.nightly
@pytest.mark.parametrize(("choice", "at", "chosen"), [("refuse", 2, "Leave it"), ("take", 1, "Take it")])
def test_of_two_questions_one_choice_looks_chosen(
    look: Look, served: Served, pictures: Path, choice: str, at: int, chosen: str
) -> None:
    page = look.at("/phone", size="phone")
    served.change(prompts=(FIRST, OTHER), menu=(menu(choice, at),))
    marked = page.locator(".prompt .marked")
    expect(marked).to_have_count(1)
    expect(page.get_by_role("region", name=FIRST.question).locator(".marked")).to_contain_text(chosen)
    assert solid(page.locator(".prompt .choice")) == [chosen]
    assert solid(page.locator("[data-button=confirm]")) == ["Confirm"]
    page.screenshot(path=pictures / f"marks-{choice}.png")


@pytest.mark.nightly
def test_while_nothing_is_marked_confirm_says_what_is_missing(look: Look, served: Served, pictures: Path) -> None:
    page = look.at("/phone", size="phone")
    served.change(prompts=(FIRST,), menu=(menu("", 0),))
    expect(page.locator("#marked")).to_contain_text("Press Next to choose")
    confirm = page.locator("[data-button=confirm]")
    expect(confirm).to_have_attribute("aria-description", "Press Next to choose")
    assert solid(page.locator(".prompt .choice, [data-button=confirm]")) == []
    page.screenshot(path=pictures / "marks-none.png")
    served.change(prompts=(), menu=())
    expect(confirm).to_have_attribute("aria-description", "No decision is open")
    assert solid(confirm) == []


@pytest.mark.nightly
@pytest.mark.parametrize(("path", "size"), [("/phone", "phone"), ("/", "desk")])
def test_the_frames_of_a_challenge_lie_as_the_board_does(
    look: Look, served: Served, pictures: Path, path: str, size: Size
) -> None:
    ruling = served.fake.rulings[-2]
    served.change(
        prompts=(
            PromptView(
                id=f"challenge:{ruling.sequence}",
                topic=Topic.CHALLENGE,
                about=str(ruling.sequence),
                owner="any",
                question="Challenge: upheld?",
                choices=(
                    PromptChoiceView(key="stands", label="The ruling stands"),
                    PromptChoiceView(key="back", label="Take it back"),
                ),
                default="stands",
            ),
        ),
        number=1,
    )
    page = look.at(path, size=size)
    until(page, "[...document.querySelectorAll('.clip img')].filter((one) => one.naturalWidth > 0).length === 2")
    if size == "phone":
        page.get_by_role("button", name="Turn the board").click()
    turned = int(page.evaluate("getComputedStyle(document.body).getPropertyValue('--turn')"))
    assert turned == (1 if size == "phone" else 0)
    page.screenshot(path=pictures / f"challenge-{size}.png")
    for turn in range(turned, turned + 4):
        box = page.locator(".clip .frame").last.bounding_box()
        around = page.locator(".clip").last.bounding_box()
        assert box is not None
        assert around is not None
        assert (box["height"] > box["width"]) is (turn % 2 == 1), f"turned by {turn}"
        assert box["x"] >= around["x"] - 1
        assert box["width"] <= around["width"] + 1
        assert box["height"] <= around["height"] + 1
        angle = page.locator(".clip .frame").last.evaluate("(one) => getComputedStyle(one).rotate")
        assert angle == f"{90 * (turn % 4)}deg"
        page.get_by_role("button", name="Turn the board").click()
