"""What a page shows while a battle is on, at every width, light and dark: axe finds nothing, nothing lies over another
thing, and all can be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.axe import AXE, PICTURED
from tests.axe import WIDTHS as EVERYWHERE
from tests.overlook.live_server import LiveServer
from tests.overlook.phone_driver import DRAWN, PATIENCE_MS, shown
from tests.overlook.test_few_taps import CloseTable, activated
from tests.overlook.two_phones import pair

WIDTHS = {**EVERYWHERE, 1024: 768}
LEAST_PX = 12.0
SMALL = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("svg, .hidden, noscript, script")) continue;
    const box = element.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(element).fontSize);
    const said = node.data.trim().slice(0, 20);
    if (element.checkVisibility() && box.width > 2 && size > 0) found.push([said, size]);
  }
  return found;
}"""
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
OVER_EACH_OTHER = """() => {
  const floats = (one) => one.closest("main") !== one &&
    (["absolute", "fixed", "sticky"].includes(getComputedStyle(one).position) || floats(one.parentElement));
  const parts = [...document.querySelectorAll("main section, #camera")]
    .filter((one) => one.checkVisibility() && !floats(one))
    .map((one) => [one, one.getBoundingClientRect()]);
  const deep = (a0, a1, b0, b1) => Math.min(a1, b1) - Math.max(a0, b0) > 2;
  const name = (one) => one.id || one.className;
  return parts.flatMap(([one, a], index) => parts.slice(index + 1)
    .filter(([other]) => !one.contains(other) && !other.contains(one))
    .filter(([, b]) => deep(a.left, a.right, b.left, b.right) && deep(a.top, a.bottom, b.top, b.bottom))
    .map(([other]) => `${name(one)} and ${name(other)}`));
}"""
CUT = """() => [...document.querySelectorAll("#look ~ #log:has(.ruling), footer button")]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.id === "log"
    ? one.querySelector("#rulings").clientHeight < one.querySelector(".ruling").offsetHeight
    : one.scrollWidth > one.clientWidth)
  .map((one) => one.id || one.textContent)"""
"""The table's log where not even one ruling fits, and buttons of the panel that are narrower than their words."""


@pytest.fixture(scope="module")
def axe(checkout: Path) -> str:
    """The source of axe-core; a test that asks for it fails with the line that gets it where it is missing."""
    path = checkout / AXE
    if not path.exists():
        pytest.fail(f"{AXE} is missing: run 'sh deploy/prepare.sh test'")
    return path.read_text(encoding="utf-8")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path, make=CloseTable) as server:
        yield server


class Views:
    """Opens the pages of a table in play at every width, and gathers what is wrong with them."""

    def __init__(self, chromium: Browser, server: LiveServer, axe: str, pictures: Path) -> None:
        self.chromium, self.server, self.axe, self.pictures = chromium, server, axe, pictures
        self.looked = 0

    def look(self, name: str, path: str, *, sheet: str = "", seat: str = "") -> None:
        """Look at a page at every width, light and dark; `sheet` is opened on a phone's page, paired for `seat`."""
        for width, height in WIDTHS.items():
            context = self.chromium.new_context(
                viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
            )
            context.set_default_timeout(PATIENCE_MS)
            if seat:
                pair(context, self.server.table.url, seat)
            page = context.new_page()
            page.goto(f"{self.server.table.url}{path}", wait_until="commit")
            page.wait_for_selector("body[data-ready]")
            shown(page, self.server)
            if sheet:
                page.locator("#sheets").get_by_role("button", name=sheet).tap()
            for scheme in ("light", "dark"):
                page.evaluate("(scheme) => { document.documentElement.dataset.theme = scheme; }", scheme)
                page.evaluate(DRAWN)
                if (width, scheme) in PICTURED:
                    page.screenshot(path=str(self.pictures / f"view-{name}-{width}-{scheme}.png"))
                assert self._faults(page) == [], f"{name} at {width}, {scheme}"
                self.looked += 1
            small = [(said, size) for said, size in page.evaluate(SMALL) if size < LEAST_PX]
            assert small == [], f"{name} at {width}"
            assert page.evaluate(TOO_WIDE) <= 0, f"{name} at {width} is wider than its window"
            assert page.evaluate(OVER_EACH_OTHER) == [], f"{name} at {width}"
            assert page.evaluate(CUT) == [], f"{name} at {width}"
            context.close()

    def _faults(self, page: Page) -> list[str]:
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(f"() => {{ {self.axe}\n; }}")
        found: dict[str, Any] = page.evaluate("async () => await axe.run(document, { resultTypes: ['violations'] })")
        assert found["passes"]
        return [
            f"{fault['id']}: {fault['help']}: {fault['nodes'][0]['html'][:160]}"
            for fault in found["violations"]
            if fault["impact"] in {"serious", "critical"}
        ]


@pytest.mark.nightly
def test_a_fight_and_the_teams_at_every_width(server: LiveServer, chromium: Browser, axe: str, artifacts: Path) -> None:
    views = Views(chromium, server, axe, artifacts)
    activated(server, "a4", "b1")
    views.look("acting-table", "/")
    fight = server.table.took("act", operative="a4", action="Fight", target="b4", weapon="blade", dice=True)
    server.do(fight)
    views.look("dice", "/phone", seat="p1")
    views.look("dice-table", "/")
    server.do(answered(server, 2))
    views.look("blows", "/phone", seat="p1")
    views.look("waiting", "/phone", seat="p2")
    views.look("teams", "/phone", sheet="Teams", seat="p2")
    server.do(answered(server, 20))
    views.look("over", "/phone", seat="p2")
    views.look("over-table", "/")
    assert views.looked == 8 * 2 * len(WIDTHS)


async def answered(server: LiveServer, most: int) -> None:
    """Answer up to so many questions of the open dice: the best dice, and what is marked."""
    table = server.table
    for _ in range(most):
        if table.table.state.sequence is None:
            return
        await table.answered(table.table.game.prompts[0], 6)


async def to_the_end(server: LiveServer) -> None:
    """Let everybody do nothing until the turning point is over."""
    table = server.table
    while table.table.state.stage == "firefight":
        prompt, acting = table.table.game.prompts[0], table.table.state.acting
        if acting is not None:
            await table.took("end_activation", operative=acting.operative)
        elif prompt.topic.value == "activation":
            await table.took("answer", prompt=prompt.id, choice=prompt.choices[-1].key)
        else:
            await table.answered(prompt)


@pytest.mark.nightly
def test_scoring_and_the_result_at_every_width(
    server: LiveServer, chromium: Browser, axe: str, artifacts: Path
) -> None:
    views = Views(chromium, server, axe, artifacts)
    server.do(server.table.firefight())
    views.look("activation", "/phone", seat="p1")
    views.look("activation-table", "/")
    server.do(to_the_end(server))
    views.look("scoring", "/phone", seat="p1")
    views.look("scoring-table", "/")
    server.do(server.table.took("end_battle"))
    views.look("result", "/phone", seat="p1")
    views.look("result-table", "/")
    assert views.looked == 6 * 2 * len(WIDTHS)
