"""A table answers to what its network calls its machine, and to nothing that a page elsewhere could make up."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.responses import PlainTextResponse

from web.auth.request_guard import Guard
from web.server.addresses import AGAIN_S, MachineNames
from web.server.settings import WebSettings

RESOLVER = "# made by NetworkManager\nsearch fritz.box lan\ndomain club.example\nnameserver 192.168.1.1\noptions x\n"


@pytest.fixture
def resolver(tmp_path: Path) -> Path:
    (tmp_path / "resolv.conf").write_text(RESOLVER)
    return tmp_path / "resolv.conf"


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("table", True),
        ("TABLE", True),
        ("table.local", True),
        ("Table.Local", True),
        ("table.local.", True),
        ("table-2.local", True),
        ("table.fritz.box", True),
        ("table.lan", True),
        ("table.club.example", True),
        ("table-2", False),
        ("table-x.local", False),
        ("table.local.evil.example", False),
        ("evil.local", False),
        ("evil.fritz.box", False),
        ("fritz.box", False),
        ("table.evil.example", False),
        ("table.example", False),
        ("x.table.local", False),
        ("evil.example", False),
        ("", False),
        (".", False),
        ("local", False),
        ("192.168.1.1", False),
    ],
)
def test_its_names_are_learnt_from_the_machine(resolver: Path, name: str, own: bool) -> None:
    assert MachineNames(lambda: "Table.fritz.box", resolver).has(name) is own


@given(name=st.text(max_size=30), host=st.text(max_size=20))
def test_a_name_that_does_not_begin_with_the_machines_own_is_never_its(name: str, host: str) -> None:
    names = MachineNames(lambda: host, Path("/nowhere/resolv.conf"))
    if names.has(name):
        first = name.lower().partition(".")[0]
        assert names.own
        assert first == names.own or first.startswith(names.own + "-")


@pytest.mark.parametrize("host", ["", "localhost", "-x", "a b", "ta_ble", "ä"])
def test_a_machine_whose_name_no_browser_sends_has_none(host: str) -> None:
    names = MachineNames(lambda: host, Path("/nowhere/resolv.conf"))
    assert not names.own
    assert not names.has(host)
    assert not names.has(f"{host}.local")


@pytest.mark.parametrize("domain", ["fritz.box", "lan", "home", "club.example"])
def test_a_machine_that_is_told_its_whole_name_answers_to_it(domain: str) -> None:
    names = MachineNames(lambda: f"Table.{domain}", Path("/nowhere/resolv.conf"))
    assert names.has(f"table.{domain}")
    assert names.has(f"TABLE.{domain}.")
    assert not names.has(f"evil.{domain}")
    assert not names.has(f"table.evil.{domain}")
    assert not names.has("table.evil.example")


@pytest.mark.parametrize("host", ["table.a b", "table._x.lan", "table.ä"])
def test_a_domain_that_no_browser_sends_is_none(host: str) -> None:
    names = MachineNames(lambda: host, Path("/nowhere/resolv.conf"))
    assert names.own == "table"
    assert not names.has(host)


def test_a_router_that_comes_later_is_learnt_from(resolver: Path) -> None:
    now = [0.0]
    names = MachineNames(lambda: "table", resolver, lambda: now[0])
    assert not names.has("table.home")
    resolver.write_text("search home\n")
    now[0] += AGAIN_S + 1
    assert names.has("table.home")
    assert not names.has("table.lan")


def status(settings: WebSettings, host: str, resolver: Path) -> int:
    guarded = Guard(PlainTextResponse("let in"), settings, MachineNames(lambda: "table", resolver))

    async def ask() -> int:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(guarded), base_url="http://localhost") as client:
            return (await client.get("/", headers={"Host": host})).status_code

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("host", "answered"),
    [
        ("table.local:8000", 200),
        ("table:8000", 200),
        ("table.fritz.box:8000", 200),
        ("192.168.1.9:8000", 200),
        ("evil.example:8000", 400),
        ("table.evil.example:8000", 400),
        ("evil.local:8000", 400),
    ],
)
def test_a_table_in_a_network_answers_by_name_and_by_number_and_to_no_rebound_name(
    resolver: Path, host: str, answered: int
) -> None:
    assert status(WebSettings(host="0.0.0.0"), host, resolver) == answered
    assert status(WebSettings(), host, resolver) == 400
