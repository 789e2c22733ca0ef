"""The hall as it stands now, for any number of viewers: each is given what changed since it last looked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable

from pydantic import BaseModel, ConfigDict

from venue.hub.listener import News
from venue.hub.store import TableRow
from venue.messages import GameMessage, Presence, TableState

MOST_RULINGS = 5


class TableView(BaseModel):
    """One table as viewers see it; `revision` grows with every change in the hall."""

    model_config = ConfigDict(frozen=True)

    table: str
    revision: int
    online: bool = False
    state: TableState | None = None
    rulings: tuple[str, ...] = ()


class HallBoard:
    """Belongs to one event loop. A viewer that is slow gets the newest of each table next, never the ones it missed."""

    def __init__(self, rows: Iterable[TableRow]) -> None:
        self.revision = 1
        self._tables = {
            row.table: TableView(table=row.table, revision=1, online=row.online, state=row.state) for row in rows
        }
        self._texts: dict[str, tuple[int, str]] = {}
        self._changed = asyncio.Event()

    def take(self, news: News) -> None:
        """Take in what a table said."""
        self.revision += 1
        before = self._tables.get(news.table) or TableView(table=news.table, revision=0)
        update: dict[str, object] = {"revision": self.revision}
        match news.message:
            case Presence() as presence:
                update["online"] = presence.online
            case TableState() as state:
                update["state"] = state
            case GameMessage() as said:
                calls = tuple(f"{one.verdict}: {one.claim}" for one in said.rulings)
                update["rulings"] = (*reversed(calls), *before.rulings)[:MOST_RULINGS]
        self._tables[news.table] = before.model_copy(update=update)
        self._changed.set()

    def tables(self, after: int = 0) -> list[TableView]:
        """Return the tables that changed since a revision, by name."""
        return [view for _, view in sorted(self._tables.items()) if view.revision > after]

    def text(self, views: Iterable[TableView]) -> str:
        """Return views as a JSON list; each is written once, however many look."""
        return f"[{','.join(self._text(view) for view in views)}]"

    def _text(self, view: TableView) -> str:
        revision, text = self._texts.get(view.table, (0, ""))
        if revision != view.revision:
            text = view.model_dump_json()
            self._texts[view.table] = (view.revision, text)
        return text

    async def changes(self, after: int = 0) -> AsyncIterator[list[TableView]]:
        """Yield what changed since a revision, then whatever changes; at once when there is something."""
        while True:
            views = self.tables(after)
            if views:
                after = self.revision
                yield views
                continue
            self._changed.clear()
            await self._changed.wait()
