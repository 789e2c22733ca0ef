"""How the dice fell: every figure is there, and what the figures mean stands beside them."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.web.looking import Look
from tests.web.serving import Served
from web.contract.table.recordings import CountedView, FairnessView, PlayerDiceView, SpreadView
from web.pages.dice_report import FIGURES
from web.server.responses import html_text

MEANS = html_text(FIGURES)


def spread(of: str, p: float | None) -> SpreadView:
    counts = (20, 22, 17, 19, 21, 33)
    return SpreadView(of=of, counts=counts, seen=90, chi_squared=7.182, p=p, sentence="132 dice, nothing unusual.")


def fell() -> FairnessView:
    """Return the dice of two players, of whom one has rolled too few."""
    ann = PlayerDiceView(all=spread("Ann", 0.207), evenings=(spread("2026-03-06", 0.207),))
    bob = PlayerDiceView(all=spread("Bob", None), evenings=())
    return FairnessView(players=(ann, bob), needed="One evening says little.")


def test_the_page_keeps_the_figures_and_says_what_they_mean(served: Served, client: httpx.Client) -> None:
    assert MEANS not in client.get("/fairness").text
    served.change(fell=fell())
    page = client.get("/fairness").text
    for words in ("One evening says little.", "<td>7.2</td><td>0.207</td>", "<td>too few</td>", "<th>χ²</th>"):
        assert words in page
    assert page.count(MEANS) == 1
    assert (FIGURES["limit"], FIGURES["tables"]) == (0.05, 20)


def test_who_only_counted_has_no_bars_of_nothing(served: Served, client: httpx.Client) -> None:
    nothing = SpreadView(of="Ann", counts=(0,) * 6, seen=0, chi_squared=0.0, p=None, sentence="0 dice: too few")
    counted = CountedView(dice=24, successes=15, expected=12.3, p=0.31, sentence="24 dice were only counted")
    ann = PlayerDiceView(all=nothing, evenings=(), counted=counted)
    served.change(fell=FairnessView(players=(ann,), needed="One evening says little."))
    page = client.get("/fairness").text
    assert "24 dice were only counted" in page
    assert "0 dice" not in page


@pytest.mark.nightly
def test_the_page_fits_a_phone(look: Look, served: Served, pictures: Path) -> None:
    served.change(fell=fell())
    page = look.at("/fairness", "phone", ready="main section")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.screenshot(path=pictures / "fairness-phone.png", full_page=True)
