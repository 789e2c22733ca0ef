"""A fake table that plays by itself: `python -m tests.web.playing` serves it, to look at the pages."""

from __future__ import annotations

import asyncio
import itertools
import sys

from tests.web.fake_rulings import defence_dice, retreat, shot, too_close, within
from tests.web.fake_table import FakeTable
from web.contract.table.game_views import PromptView


async def play(fake: FakeTable, rate_hz: float = 10.0) -> None:
    """Move the table on for ever, with a hand, rulings and prompts by turns."""
    more = itertools.cycle((within, shot, too_close, retreat))
    for count in itertools.count(1):
        await asyncio.sleep(1 / rate_hz)
        seconds = count / rate_hz
        fake.hand = seconds % 20 > 17
        if count % int(8 * rate_hz) == 0:
            fake.call(next(more)())
            fake.rulings = fake.rulings[:20]
        if count % int(12 * rate_hz) == 0 and not fake.prompts:
            fake.prompts = (replaced(defence_dice(), fake.sequence),)
        fake.step(1 / rate_hz)


def replaced(prompt: PromptView, number: int) -> PromptView:
    """Return the prompt under an id of its own."""
    return prompt.model_copy(update={"id": f"{prompt.id}-{number}"})


async def serve(port: int) -> None:
    """Serve a playing table until stopped."""
    import uvicorn

    from tests.web.fake_advisor import FakeAdvisor
    from web.app import Ports, create_app
    from web.server.settings import WebSettings

    fake = FakeTable()
    settings = WebSettings(port=port)
    app = create_app(Ports(table=fake, advisor=FakeAdvisor(fake)), settings)
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning"))
    playing = asyncio.create_task(play(fake))
    await server.serve()
    playing.cancel()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]) if len(sys.argv) > 1 else 8765))
