"""The chess clock of a table in play: shown every second while it runs, and kept now and then."""

from __future__ import annotations

import asyncio

from overlook.table.service import TableService

SHOW_EVERY_S = 1.0
KEEP_EVERY_S = 15.0


async def watch_clock(service: TableService) -> None:
    """Show the clock every second while it runs, and keep it on disk now and then, for ever."""
    table = service.table
    kept_s = table.now_s()
    while True:
        await asyncio.sleep(SHOW_EVERY_S)
        if table.clock.running:
            service.publish()
            if table.now_s() - kept_s > KEEP_EVERY_S:
                kept_s = table.now_s()
                table.keep_clock()
