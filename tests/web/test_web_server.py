"""A table's server that is given up in the middle of serving ends without a word in the log."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tests.web.fake_table import FakeTable
from web.app import create_app
from web.server import Server
from web.settings import WebSettings
from web.sockets import open_socket


def test_a_server_given_up_while_it_serves_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    async def serve() -> None:
        settings = WebSettings(port=0)
        with open_socket(settings) as listening:
            server = Server(create_app(FakeTable(moving=False), settings))
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            async with httpx.AsyncClient(trust_env=False) as client:
                answer = await client.get(f"http://localhost:{listening.getsockname()[1]}/api/session")
            assert answer.status_code == 200
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            server.hang_up()

    asyncio.run(serve())
    assert capfd.readouterr().err == ""
