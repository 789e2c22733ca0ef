"""What a phone is told to open: a name if there is one, the machine's address if it listens anywhere, or nothing."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import pytest

from web.server.addresses import public_url, typed
from web.server.settings import WebSettings


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_a_table_that_listens_to_itself_is_reached_by_no_phone(host: str) -> None:
    assert public_url(WebSettings(host=host), 8765) == ""


def test_a_name_goes_before_an_address() -> None:
    assert public_url(WebSettings(host="0.0.0.0", names=("table.local", "other")), 80) == "http://table.local:80"


def test_a_table_that_listens_everywhere_says_an_address_and_no_wildcard() -> None:
    scheme, _, rest = public_url(WebSettings(host="0.0.0.0"), 8765).partition("://")
    name, _, port = rest.rpartition(":")
    assert scheme == "http"
    assert port == "8765"
    assert name
    try:
        assert not ipaddress.ip_address(name).is_unspecified
    except ValueError:
        assert name != "localhost"


@pytest.mark.parametrize(("host", "address"), [("192.168.1.4", "192.168.1.4:8765"), ("fd00::4", "[fd00::4]:8765")])
def test_an_address_that_was_chosen_is_said(host: str, address: str) -> None:
    assert public_url(WebSettings(host=host), 8765) == f"http://{address}"


def test_with_a_certificate_the_encrypted_pages_are_said_and_typed_with_their_scheme() -> None:
    web = WebSettings(host="fd00::4", tls_certificate=Path("a.crt"), tls_key=Path("a.key"))
    assert public_url(web, 8765) == "https://[fd00::4]:8443"
    assert typed(public_url(web, 8765)) == "https://[fd00::4]:8443"
    assert typed("http://table.local:8000") == "table.local:8000"
