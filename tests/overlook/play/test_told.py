"""The log of a script is in sentences for people, without words of the program."""

from __future__ import annotations

import re

import pytest

from overlook.play.runner import PlayedScript
from tests.overlook.play.dice_steps import shot
from tests.overlook.play.scripts import KT21, Raw, act, activate, played, script
from tests.overlook.play.set_up_steps import NAMED, whole_battle

MACHINE = re.compile(r"\w_\w|\bNone\b|\bapl\b|[{}<>]|\w:\w|[a-z]-\d")
"""What no sentence to a player has in it."""


def said(result: PlayedScript) -> str:
    """Return everything that the log says."""
    return "\n".join(result.state["log"])


@pytest.mark.parametrize(
    ("edition", "until"), [({}, "next activation"), (KT21, "current or next activation")], ids=["kt24", "kt21"]
)
def test_the_log_says_how_long_a_stun_lasts(edition: Raw, until: str) -> None:
    result, _ = shot([[6, 1, 1, 1]], [[6, 1, 1]], "Stun", **edition)
    assert f"APL of B1 changes by -1 until the end of its {until}" in said(result)
    assert MACHINE.findall(said(result)) == []


def test_the_log_names_tokens_and_their_owners() -> None:
    throw = act("A1", "Smoke Grenade", x=8.0, y=4.0)
    places = {"A1": [5.0, 4.0], "B1": [25.0, 20.0]}
    result = played(script(places, activate("A1"), throw, equipment={"p1": ["utility grenades: smoke, stun"]}))
    log = said(result)
    assert "A1 performs smoke grenade" in log
    assert re.search(r"smoke is set up$", log, re.MULTILINE)
    assert MACHINE.findall(log) == []


def test_the_log_tells_revealed_ops_and_points_in_words() -> None:
    result = whole_battle(*NAMED)
    assert "p1 reveals primary op" in said(result)
    assert re.search(r"p1 scores \d VP from primary", said(result))
    assert MACHINE.findall(said(result)) == []
