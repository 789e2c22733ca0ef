"""A table's server that is given up in the middle of serving ends without a word in the log."""

from __future__ import annotations

import asyncio
import socket

import httpx
import pytest

from tests.web.fake_advisor import FakeAdvisor
from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.contract.table.available_actions import ReachView
from web.server.server import Server, listen_socket
from web.server.settings import WebSettings


def test_a_server_given_up_while_it_serves_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    async def serve() -> None:
        settings = WebSettings(port=0)
        with listen_socket(settings) as listening:
            server = Server(create_app(Ports(table=FakeTable(moving=False)), settings))
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            async with httpx.AsyncClient(trust_env=False) as client:
                answer = await client.get(f"http://localhost:{listening.getsockname()[1]}/api/session")
            assert answer.status_code == 200
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            await server.hang_up()

    asyncio.run(serve())
    assert capfd.readouterr().err == ""


def test_a_question_that_is_asked_when_it_is_given_up_is_no_fault(capfd: pytest.CaptureFixture[str]) -> None:
    asked = asyncio.Event()

    class Slow(FakeAdvisor):
        async def reach(self, operative: str, action: str) -> ReachView:
            asked.set()
            await asyncio.Event().wait()
            raise AssertionError("nobody has woken it")

    async def serve() -> None:
        settings = WebSettings(port=0)
        with listen_socket(settings) as listening:
            fake = FakeTable(moving=False)
            server = Server(create_app(Ports(table=fake, advisor=Slow(fake)), settings))
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            async with httpx.AsyncClient(trust_env=False) as client:
                address = f"http://localhost:{listening.getsockname()[1]}/api/operatives/a2/reach/Dash"
                asking = asyncio.create_task(client.get(address))
                await asked.wait()
                serving.cancel()
                await asyncio.gather(serving, return_exceptions=True)
                await server.hang_up()
                assert isinstance((await asyncio.gather(asking, return_exceptions=True))[0], httpx.TransportError)

    asyncio.run(serve())
    assert capfd.readouterr().err == ""


def test_nothing_small_waits_until_what_went_before_is_acknowledged() -> None:
    """A phone acknowledges after 40 ms and more; so long would each answer wait that is asked for after another."""
    with listen_socket(WebSettings(port=0)) as listening, socket.create_connection(listening.getsockname()) as phone:
        connection, _ = listening.accept()
        with connection:
            assert phone.getpeername() == connection.getsockname()
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
