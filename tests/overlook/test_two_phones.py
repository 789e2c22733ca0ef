"""A battle's first turning point by two players' phones, with everything that is in one, and its result signed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, expect

from tests.overlook.live_server import LiveServer
from tests.overlook.phone_driver import challenged, fighting
from tests.overlook.test_few_taps import CloseTable
from tests.overlook.two_phones import TwoPhones

pytestmark = pytest.mark.slow

OTHER = {"p1": "p2", "p2": "p1"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path, make=CloseTable) as server:
        yield server


class Battle:
    """What two players do, in order; each step looks for what came of it on every page."""

    def __init__(self, table: TwoPhones) -> None:
        self.table = table

    def opening(self) -> None:
        """Roll off, pick equipment, scout, take initiative; only who is asked can answer."""
        table = self.table
        table.picture("begin")
        for seat in ("p1", "p2"):
            table.in_reach(seat, ".prompt .dice .onward")
        table.die("p1", 6)
        waits = table.phones["p1"].locator("#waiting")
        expect(waits).to_contain_text("Red")
        table.die("p2", 2)
        table.in_reach("p2", "#waiting")
        expect(table.phones["p2"].locator("#dock [data-button=confirm]")).to_be_hidden()
        table.picture("decider")
        while table.state.stage != "firefight":
            self.default()

    def default(self) -> None:
        """Answer on the phone that is asked, by what it marks."""
        table, seat = self.table, self.table.asked.owner
        expect(table.phones[OTHER[seat]].locator("#waiting")).to_be_visible()
        table.tap(seat, lambda page: page.locator(".prompt .choice.default:not([hidden])").first)

    def move(self, operative: str, by: tuple[float, float]) -> None:
        table = self.table
        stood = table.state.operative(operative).place
        assert stood is not None
        seat = table.activate(operative, "conceal")
        table.move(operative, stood.x + by[0], stood.y + by[1])
        table.picture("moved")
        table.in_reach(seat, ".prompt .choice.default")
        table.tap(seat, lambda page: page.locator(".prompt .choice.default").first)
        place = table.state.operative(operative).place
        assert place is not None
        assert abs(place.x - stood.x - by[0]) < 0.1
        table.everywhere(".rulings", f"{operative.upper()} may Reposition there")
        self.doubted(seat)
        self.ended(seat)

    def doubted(self, mover: str) -> None:
        """The other player doubts the move: each phone may end that or ask to, and who doubts lets it stand."""
        table = self.table
        table.button(OTHER[mover], "Challenge")
        assert challenged(table.state)
        table.picture("doubted")
        for seat in ("p1", "p2"):
            back = table.phones[seat].get_by_role("button", name="Take it back")
            expect(back).to_contain_text("agreement")
            expect(back).to_be_enabled()
        table.tap(OTHER[mover], lambda page: page.locator(".prompt .choice.default").first)
        assert not challenged(table.state)

    def ended(self, seat: str) -> None:
        self.table.button(seat, "End activation")
        assert self.table.state.acting is None

    def fight(self) -> None:
        """A4 kills B4 with three critical successes."""
        table = self.table
        table.activate("a4", "engage")
        self.nothing_for_a_ploy()
        table.target("p1")
        assert fighting(table.state)
        table.picture("fight")
        self.card_of_the_moment()
        table.in_reach("p1", ".counts button:last-of-type")
        table.in_reach("p1", ".prompt .dice .onward")
        table.count("p1", 3, 0)
        table.count("p2", 0, 0)
        table.picture("blows")
        while fighting(table.state):
            table.button(table.asked.owner, "Best play to the end")
        assert table.state.operative("b4").wounds == 0
        table.everywhere("#combat .results", "Spotter: 8 → 0, incapacitated")
        for seat in ("p1", "p2"):
            table.in_reach(seat, "#combat .results li")
        table.picture("killed")

    def challenge(self) -> None:
        """Blue doubts the fight, on which its blows rest: each phone says why it stands. Red asks, Blue agrees."""
        table = self.table
        table.button("p1", "Challenge")
        assert challenged(table.state)
        table.picture("challenge")
        for seat in ("p1", "p2"):
            table.in_reach(seat, ".prompt .choice.default")
            expect(table.phones[seat].get_by_role("button", name="Take it back")).to_have_count(0)
            expect(table.phones[seat].locator(".prompt")).to_contain_text("Undo step by step")
        table.tap("p2", lambda page: page.locator("#prompts .prompt .choice.default").first)
        assert challenged(table.state)
        table.button("p1", "Accept")
        assert not challenged(table.state)

    def ploy(self) -> None:
        """Red uses a ploy of its list, then one by its name: its own are on its phone, and the other's are not."""
        table, phone = self.table, self.table.phones["p2"]
        self.card()
        before = table.state.side("p2").cp
        phone.get_by_text("Ploys, points, new game").tap()
        assert phone.get_by_label("Blue: ploy").count() == 0
        phone.get_by_label("Red: ploy").fill("Fall in")
        table.tap("p2", lambda page: page.locator("#controls").get_by_role("button", name="Use"))
        assert table.state.side("p2").cp == before - 1
        for page in table.pages.values():
            expect(page.locator("#score .cp b").last).to_have_text(str(before - 1))

    def card(self) -> None:
        """Its operative has just fallen: of Red's three ploys the one for that may be used; the others say why not."""
        cards = self.table.phones["p2"].locator("#ploys")
        expect(cards).not_to_contain_text("Blue")
        expect(cards).to_contain_text("is a strategy ploy. Use it before the Firefight phase.")
        expect(cards).to_contain_text("Barbed was already used in this turning point.")
        expect(cards.get_by_role("button")).to_have_text(["Use"])
        expect(cards.get_by_role("button")).to_have_accessible_name("Use Scatter, 2 CP")
        self.table.picture("ploys")

    def nothing_for_a_ploy(self) -> None:
        """Before anything has happened no ploy has anything to work on: each says why not."""
        cards = self.table.phones["p2"].locator("#ploys")
        for why in ("is retaliating", "was just incapacitated"):
            expect(cards).to_contain_text(f"No effect now: no friendly operative {why}.")
        assert cards.get_by_role("button", include_hidden=True).count() == 0

    def card_of_the_moment(self) -> None:
        """While its operative retaliates Red may use the ploy that this is for, and only that one."""
        table, cards = self.table, self.table.phones["p2"].locator("#ploys")
        before = table.state.side("p2").cp
        cards.get_by_text("Ploys: 1 now").tap()
        expect(cards.get_by_text("A friend that retaliates")).to_be_visible()
        table.tap("p2", lambda page: page.get_by_role("button", name="Use Barbed, 1 CP"))
        assert table.state.side("p2").used == {"barbed"}
        assert table.state.side("p2").cp == before - 1
        expect(cards).to_contain_text("Barbed was already used in this turning point.")

    def shot(self) -> None:
        """B5 shoots at whoever it sees best."""
        table = self.table
        table.activate("b5", "engage")
        table.picture("targets")
        before = {key: one.wounds for key, one in table.state.operatives.items()}
        table.target("p2")
        table.picture("shot")
        table.count("p2", 2, 1)
        table.count("p1", 0, 0)
        lost = {
            key: before[key] - one.wounds for key, one in table.state.operatives.items() if one.wounds < before[key]
        }
        assert len(lost) == 1
        (hurt,) = lost
        table.everywhere("#combat .results", f"{before[hurt]} → {before[hurt] - lost[hurt]}")
        table.picture("hit")
        self.ended("p2")

    def one_turn(self) -> None:
        """A turning point with one fight and one shot, for tests that read every text on the way."""
        table = self.table
        self.opening()
        table.activate("b6", "conceal")
        self.ended("p2")
        table.activate("a4", "engage")
        table.target("p1")
        table.count("p1", 3, 0)
        table.count("p2", 0, 0)
        while table.asked.topic == "dice":
            table.button(table.asked.owner, "Best play to the end")
        self.ended("p1")
        self.shot()
        self.rest()

    def rest(self) -> None:
        """Everybody else does nothing."""
        table = self.table
        while table.state.stage == "firefight":
            if table.asked.topic == "activation":
                operative = table.asked.choices[0].key.partition(":")[0]
                self.ended(table.activate(operative, "conceal"))
            else:
                self.default()

    def scoring(self) -> None:
        """The kill is proposed to Blue alone, and taken with one touch."""
        table = self.table
        table.everywhere("#scoring", "Turning point 1: score")
        table.picture("score")
        proposed = table.phones["p1"].get_by_role("group", name="Kill").get_by_role("button", name="Score")
        before = table.taps
        table.tap("p1", lambda _: proposed)
        assert table.taps == before + 1
        assert table.state.side("p1").vp["kill"] == 1
        for page in (*table.pages.values(), table.overlay):
            expect(page.locator("#score .vp b").first).to_have_text("1")
        expect(table.phones["p1"].locator("#scoring")).to_contain_text("1 VP scored so far")
        table.picture("scored")

    def end(self) -> None:
        """Red ends the turning point once Blue accepts it; it concedes with a second tap, and both sign."""
        table, phone = self.table, self.table.phones["p2"]
        for answer, turning_point in (("Decline", 1), ("Accept", 2)):
            table.button("p2", "Everything is scored")
            table.button("p1", answer)
            assert table.state.turning_point == turning_point
        phone.once("dialog", Dialog.accept)
        table.tap("p2", lambda page: page.get_by_role("button", name="Concede the battle"))
        assert table.state.ended
        table.everywhere("#result", "Winner: Blue, 1 to 0")
        for seat in ("p1", "p2"):
            table.in_reach(seat, "#result .choice:enabled")
        expect(phone.get_by_role("button", name="Sign for Blue")).to_be_disabled()
        table.button("p1", "Sign for Blue")
        table.button("p2", "Sign for Red")
        for page in table.pages.values():
            expect(page.locator("#result .choice:disabled")).to_have_text(["Signed by Blue", "Signed by Red"])
        table.picture("signed")


def test_a_turning_point_by_two_phones(server: LiveServer, chromium: Browser, artifacts: Path) -> None:
    table = TwoPhones(chromium, server, artifacts)
    battle = Battle(table)
    battle.opening()
    battle.move("b6", (2.0, 0.0))
    battle.fight()
    battle.challenge()
    battle.ended("p1")
    battle.ploy()
    battle.shot()
    battle.rest()
    battle.scoring()
    battle.end()
    assert table.faults == []
