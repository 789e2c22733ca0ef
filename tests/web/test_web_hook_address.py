"""Where a web hook may be sent: what cannot be is refused by its number, and never quoted."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from overlook.settings import HookAddress, HookSettings, hook_address

SECRET = "a-secret-of-the-club"


@pytest.mark.parametrize(
    ("urls", "secret", "why"),
    [
        (["ftp://club.example"], SECRET, "hooks.urls"),
        (["https://club.example/a b"], SECRET, "hooks.urls"),
        (["https://club.example/"], "short", "hooks.secret"),
        (["https://club.example/"] * 5, SECRET, "urls"),
    ],
)
def test_what_cannot_be_sent_to_or_signed_with_is_no_setting(urls: list[str], secret: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as refusal:
        HookSettings.model_validate({"urls": urls, "secret": secret})
    assert "short" not in str(refusal.value) or "hooks.secret" in str(refusal.value)


@pytest.mark.parametrize(
    "url",
    [
        "http://a]/token",
        "https://club.example:99999/token",
        "http://127.0.0.1:1evil/token",
        "http://a..b/token",
        f"http://{'a' * 64}.example/token",
        "https://club.example/token-\u00e9",
        "https://me:token@club.example/",
        "https://first.example:443/",
    ],
)
def test_an_address_that_nothing_can_be_sent_to_is_named_by_its_number_alone(url: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        HookSettings.model_validate({"urls": ["https://first.example/", url], "secret": SECRET})
    said = refusal.value.errors()[0]["msg"]
    assert "hooks.urls, address 2" in said
    assert "token" not in said.replace("Put a token into its path", "")


@pytest.mark.parametrize(
    ("url", "address", "site"),
    [
        ("https://club.example", HookAddress("https", "club.example", 443, "/"), "club.example"),
        ("http://club.example:80/a", HookAddress("http", "club.example", 80, "/a"), "club.example"),
        (
            "https://club.example:8443/a/b?token=t&to=7",
            HookAddress("https", "club.example", 8443, "/a/b?token=t&to=7"),
            "club.example:8443",
        ),
        ("http://[2001:db8::1]/?a", HookAddress("http", "2001:db8::1", 80, "/?a"), "[2001:db8::1]"),
        (
            "https://b\u00fccher.example/",
            HookAddress("https", "xn--bcher-kva.example", 443, "/"),
            "xn--bcher-kva.example",
        ),
    ],
)
def test_address_is_taken_apart_with_its_port_path_and_query(url: str, address: HookAddress, site: str) -> None:
    assert hook_address(url) == address
    assert address.site == site
