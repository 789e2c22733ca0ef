"""Views of rulings are made once and kept apart by game."""

from __future__ import annotations

from messages.message import Message
from overlook.table.games.ruling_history import RulingEntry
from overlook.table.views.snapshot import RulingViewCache
from referee.game.state import GameState
from referee.rules.ruling import Measurement, Ruling, Threshold
from web.contract.table.board_views import RulingView


def ruled(claim: str) -> Ruling:
    return Ruling.of(Message.stored(claim), Measurement.at_most("D24-01", Message.stored(claim), 3.0, 6.0))


def view(drawn: RulingViewCache, ruling: Ruling, sequence: int = 12) -> RulingView:
    return drawn.view(RulingEntry(sequence, 0, ruling), Threshold(), None, state=GameState(), taken_back=False)


def test_rulings_of_two_games_with_one_number_are_kept_apart() -> None:
    """Entries are numbered anew in each game, and pages know a ruling by its number."""
    drawn = RulingViewCache()
    first, second = ruled("A3 may Reposition there"), ruled("A5 may select B2")
    assert view(drawn, first).claim == str(first.claim)
    assert view(drawn, second).claim == str(second.claim)
    assert view(drawn, first).claim == str(first.claim)


def test_the_view_of_a_ruling_is_made_once() -> None:
    drawn, ruling = RulingViewCache(), ruled("A3 may Dash there")
    assert view(drawn, ruling) is view(drawn, ruling)
    assert view(drawn, ruling, 13) is not view(drawn, ruling, 12)
