"""A back-up is downloaded whole, though another one takes its place meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from tests.web.fake_table import FakeTable
from web.app import Ports, create_app

ADDRESS = "/api/machine/backup"
DATA = bytes(range(256)) * 8192


class Kept:
    """A machine of which only the file of its newest back-up is asked."""

    def __init__(self, file: Path | None) -> None:
        self._file = file

    def copy_file(self) -> Path | None:
        return self._file


def application(file: Path | None) -> Any:
    machine: Any = Kept(file)
    return create_app(Ports(table=FakeTable(moving=False), machine=machine))


def asking(app: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")


def test_one_that_is_deleted_while_it_goes_over_the_wire_arrives_whole(tmp_path: Path) -> None:
    file = tmp_path / "overlook-20261126-072817.backup"
    file.write_bytes(DATA)
    app = application(file)

    async def deleting(scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            file.unlink(missing_ok=True)
            await send(message)

        await app(scope, receive, sent)

    async def got() -> httpx.Response:
        async with asking(deleting) as client:
            return await client.get(ADDRESS)

    answer = asyncio.run(got())
    assert (answer.status_code, answer.content) == (200, DATA)


@pytest.mark.parametrize("there", [True, False])
def test_none_that_is_ready_or_still_there_is_said(tmp_path: Path, there: bool) -> None:
    async def got() -> httpx.Response:
        async with asking(application(tmp_path / "gone.backup" if there else None)) as client:
            return await client.get(ADDRESS)

    answer = asyncio.run(got())
    assert (answer.status_code, answer.json()["message"]["code"]) == (404, "request-backup-missing")
