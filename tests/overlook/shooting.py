"""Steps of a table in play up to a shot and through its dice."""

from __future__ import annotations

from overlook.table.offers.advisor import card_of
from referee.rules.ruling import Verdict
from tests.overlook.played_table import Table
from web.contract.table.available_actions import OfferView


def offered(table: Table, action: str) -> OfferView:
    """Return what a table in play offers of an action."""
    (offers,) = table.service.snapshot().offers
    return next(offer for offer in offers.actions if offer.action == action)


async def at_work(table: Table, order: str = "engage") -> str:
    """Activate an operative that has somebody to shoot at."""
    state, context = table.table.state, table.table.facts().context(exact=True)
    assert context is not None
    ready = state.ready_of(state.turn or "")
    operative = next(key for key in ready if any(one.verdict is Verdict.YES for one in card_of(context, key).targets))
    await table.took("activate", operative=operative, order=order)
    await table.service.wait_for_actions()
    return operative


async def resolved(table: Table) -> list[str]:
    """Answer whatever the dice ask; return the questions."""
    asked = []
    while table.table.state.sequence is not None:
        prompt = table.table.game.prompts[0]
        asked.append(str(prompt.question))
        await table.answered(prompt, face=6 if "attack" in str(prompt.question) else 1)
    return asked
