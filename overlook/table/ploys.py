"""The ploys on each player's cards, and why each cannot be used now, asked of the very handler that decides it."""

from __future__ import annotations

from collections.abc import Iterator

from overlook.table.judging_context import fault_of
from overlook.table.ploy_moments import nothing_to_work_on
from overlook.table.step_words import plain
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import Timeline
from referee.game.handlers.scoring_and_ploys import price_of
from referee.game.intents import ANY, UsePloy
from referee.game.state import GameState
from web.contract.table.game_views import PloyView

MOST_TEXT = 900
"""Letters of a ploy's text that are shown: the longest that teams have print about as many."""


def at_its_price(state: GameState, intent: UsePloy) -> UsePloy:
    """Return the use of a ploy with its card's price where none is said (rule B24-06)."""
    return intent.model_copy(update={"cost": price_of(state, intent)})


class ShownPloys:
    """The ploys as they are shown, worked out once for each state of a game: every snapshot says them."""

    def __init__(self) -> None:
        self._known: tuple[Timeline | None, tuple[PloyView, ...]] = (None, ())

    def of(self, decider: Decider, timeline: Timeline) -> tuple[PloyView, ...]:
        """Return each ploy that stands on a card, with why it cannot be used now (rules B24-07, B21-06)."""
        if self._known[0] is not timeline:
            self._known = (timeline, tuple(_ploys(decider, timeline)))
        return self._known[1]


def _named(why: str, state: GameState) -> str:
    """Return a sentence with the players' names, at its beginning too."""
    return plain(f"{why[:1].lower()}{why[1:]}", state) if why else ""


def _ploys(decider: Decider, timeline: Timeline) -> Iterator[PloyView]:
    for player, side in timeline.state.sides.items():
        for card in side.ploys:
            use = UsePloy(id="offer", by=ANY, player=player, name=card.name, cost=card.cost)
            text = card.text if len(card.text) <= MOST_TEXT else f"{card.text[:MOST_TEXT].rstrip()}…"
            why = _named(fault_of(decider, timeline, use), timeline.state) or nothing_to_work_on(
                timeline.state, player, card
            )
            yield PloyView(player=player, name=card.name, when=card.when, cost=card.cost, text=text, why=why)
