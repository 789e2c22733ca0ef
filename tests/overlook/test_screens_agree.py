"""Both phones and the table's page, read by role and accessible name, agree with the journal on the disk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route

from messages.message import Message
from overlook.table.games.steps import display_names, last_done, text_of, undo_message
from referee.editions.registry import ruleset_of
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import fold_all
from referee.records.journal.reading import read_written
from tests.overlook.live_server import LiveServer
from tests.overlook.phone_driver import PATIENCE_MS, shown
from tests.overlook.test_few_taps import CloseTable, activated
from tests.overlook.two_phones import pair, window

pytestmark = pytest.mark.nightly

Facts = dict[str, str]
SCREENS = {"p1": (390, 844), "p2": (360, 640), "": (1280, 800)}
MUTANTS = {
    "CP and VP are swapped": ('points("cp", seat.cp,', 'points("cp", seat.vp,'),
    "VP are those of before": ('points("vp", seat.vp,', 'points("vp", 0,'),
    "initiative is the other player's": ("game.initiative === seat.player", "game.initiative !== seat.player"),
    "the turning point is one too high": ("`), point]", "`), point + 1]"),
    "a seat is missing": ("[left, when, ...others]", "[left, when]"),
    "ready and expended are swapped": ('operative.ready ? "ui-ready"', '!operative.ready ? "ui-ready"'),
    "wounds are those of the start": ("{ left: wounds, of }", "{ left: of, of }"),
    "every order is Engage": ('"ui-order", { order: operative.order }', '"ui-order", { order: "engage" }'),
    "a model has the name of its team": ("${operative.label} ${operative.name}", "${operative.label} ${team}"),
    "no model is active": ("game.active === operative.id)", "false)"),
    "another model is active": ("game.active === operative.id)", "game.active !== operative.id)"),
    "models stay as they were at first": ('if (played || other("operatives"))', "if (anew)"),
    "who is expended counts as ready": ("one.player && ready && !out", "one.player && !out"),
    "the other player decides": ("const name = seat?.name", "const name = game.seats[0]?.name"),
    "Undo names what redo would do": ("title: now.game[name]", "title: now.game.redo"),
}


def derived(server: LiveServer) -> Facts:
    """Return what the screens have to say, from the file of the journal alone."""
    table = server.table
    events = [one.event for one in read_written(table.games.path(table.table.number))]
    timeline = fold_all(events)
    state, decider = timeline.state, Decider(ruleset_of(events[0].edition).flow)
    facts = {"turning point": str(state.turning_point)}
    for player, side in state.sides.items():
        facts[f"score of {side.seat.name}"] = f"{side.cp} CP, {side.total_vp} VP"
        ready = [one for one in state.operatives.values() if one.player == player and one.ready and one.on_board]
        facts[f"ready of {side.seat.name}"] = str(len(ready))
    if state.initiative is not None:
        facts["initiative"] = state.side(state.initiative).seat.name
    for key, one in state.operatives.items():
        words = [one.order.value if one.order else "", "ready" if one.ready else "expended"]
        active = state.acting is not None and state.acting.operative == key
        facts[f"{key.upper()} {one.card.name}"] = f"{' '.join(words)} {one.wounds}{' active' if active else ''}"
    done = last_done(timeline)
    if done is not None:
        step = Message.of("hand-undo", step=undo_message(done, decider.prompts))
        facts["last event"] = text_of(step, display_names(state))
    owners = {prompt.owner for prompt in decider.prompts(state)}
    if len(owners) == 1 and (owner := owners.pop()) in state.sides:
        facts["decides"] = state.side(owner).seat.name
    return facts


def told(page: Page) -> Facts:
    """Return what a person reads on a page, by role and accessible name."""
    text = page.get_by_role("group", name="Score", exact=True).text_content() or ""
    facts: Facts = {}
    sides, _, rest = text.partition("Turning point ")
    if number := re.match(r"\d+", rest):
        facts["turning point"] = number.group()
    now = page.get_by_role("group", name="Now", exact=True)
    for label in now.get_by_role("img").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))"):
        if ready := re.fullmatch(r"(.+): (\d+) ready", label):
            facts[f"ready of {ready[1]}"] = ready[2]
    facts["decides"] = (now.text_content() or "").partition(":")[0]
    for part in (sides, re.sub(r"^\d+firefight", "", rest)):
        if score := re.fullmatch(r"(.+?)(initiative)?(\d+)CP(\d+)VP", part):
            facts[f"score of {score[1]}"] = f"{score[3]} CP, {score[4]} VP"
            if score[2]:
                facts["initiative"] = score[1]
    board = page.get_by_role("group", name="The board from above").get_by_role("button")
    for label in board.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))"):
        name, _, *words = label.split(", ")
        order = next((word.lower() for word in words if word in ("Engage", "Conceal")), "")
        state = next((word for word in words if word in ("ready", "expended")), "")
        wounds = next((word.partition(" ")[0] for word in words if word.endswith("wounds left")), "")
        facts[name] = f"{order} {state} {wounds}{' active' if 'active' in words else ''}"
    facts["last event"] = page.get_by_role("button", name="Undo", exact=True).get_attribute("title") or ""
    return facts


def contradictions(page: Page, expected: Facts) -> list[str]:
    found = told(page)
    return [
        f"{fact}: {found.get(fact)!r}, not {value!r}" for fact, value in expected.items() if found.get(fact) != value
    ]


@contextmanager
def opened(chromium: Browser, server: LiveServer, seat: str, mutant: tuple[str, str] | None = None) -> Iterator[Page]:
    """Open a player's phone, or the table's page without a seat; a mutant replaces a part of one of its scripts."""
    context = window(chromium, SCREENS[seat], mobile=bool(seat))
    if seat:
        pair(context, server.table.url, seat)
    page = context.new_page()
    replaced: list[str] = []
    if mutant is not None:

        def changed(route: Route) -> None:
            script = httpx.get(route.request.url).raise_for_status().text
            if before in script:
                replaced.append(route.request.url)
            route.fulfill(body=script.replace(before, after), content_type="text/javascript")

        before, after = mutant
        page.route(re.compile(r"\.js(\?|$)"), changed)
    page.goto(f"{server.table.url}{'/phone' if seat else '/'}", wait_until="commit")
    page.wait_for_selector("body[data-ready]", timeout=PATIENCE_MS)
    assert len(replaced) == (mutant is not None), f"{mutant} is in {replaced}"
    yield page
    page.unroute_all(behavior="wait")
    context.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("screens"), make=CloseTable) as server:
        activated(server, "a1", "b1")
        yield server


def acts(server: LiveServer) -> Iterator[str]:
    """Play a few acts, each of which changes something that the screens say."""
    table = server.table

    def do(kind: str, **fields: Any) -> str:
        server.do(table.took(kind, **fields))
        return kind

    yield "activated"
    yield do("declare_damage", by="referee", operative="b2", amount=3, why="a fall")
    yield do("score", by="referee", player="p2", op="kill", vp=1)
    yield do("end_activation", operative="a1")
    yield do("undo")
    yield do("redo")
    ready = next(key for key, one in table.table.state.operatives.items() if one.player == "p2" and one.ready)
    yield do("activate", operative=ready, order="conceal")
    yield do("declare_status", by="referee", operative="a2", order="engage")


def test_every_screen_says_what_the_journal_says_and_every_mutant_is_found(
    server: LiveServer, chromium: Browser
) -> None:
    with (
        opened(chromium, server, "p1") as one,
        opened(chromium, server, "p2") as other,
        opened(chromium, server, "") as screen,
    ):
        for act in acts(server):
            for page in (one, other, screen):
                shown(page, server)
                assert contradictions(page, derived(server)) == [], f"after {act} on {page.url}"
    missed = []
    for number, (what, mutant) in enumerate(MUTANTS.items()):
        with opened(chromium, server, "", mutant) as page:
            shown(page, server)
            server.do(server.table.took("declare_damage", by="referee", operative="b3", amount=1 - 2 * (number % 2)))
            shown(page, server)
            if not contradictions(page, derived(server)):
                missed.append(what)
    assert missed == []
