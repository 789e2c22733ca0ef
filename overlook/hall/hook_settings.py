"""An address that is sent what happens: taken apart once, so that nothing in it can surprise whoever sends."""

from __future__ import annotations

import ipaddress
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from web.contract.errors import AddressError

EXPECTED = "expected an address, as 'https://club.example/overlook'"
_NAME = re.compile(r"[A-Za-z0-9._-]{1,253}")
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class HookAddress:
    """Where a web hook is sent: `host` as it is looked up, `target` what is asked for there, a path and its query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def secure(self) -> bool:
        """Whether it is sent over TLS."""
        return self.scheme == "https"

    @property
    def site(self) -> str:
        """The host as requests name it, with its port unless that is the usual one."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == PORTS[self.scheme] else f"{name}:{self.port}"


def hook_address(url: str) -> HookAddress:
    """Return an address taken apart.

    Raises `AddressError` for what nothing can be sent to; it says what is wrong and nothing of the address, which may
    hold a token.
    """
    try:
        parts = urlsplit(url)
        port, host = parts.port, _host(parts.hostname or "")
    except ValueError:
        raise AddressError(f"its host or its port is none: {EXPECTED}") from None
    if parts.scheme not in PORTS or port == 0:
        raise AddressError(EXPECTED)
    if "@" in parts.netloc:
        raise AddressError("a user or a password stands in it: put a token into the path, or trust the signature")
    target = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    if not target.isascii() or not url.isprintable() or " " in url or "#" in url:
        raise AddressError("its path has a blank, '#' or a letter beyond ASCII: write those as %20, %23, %C3%A9")
    return HookAddress(parts.scheme, host, port or PORTS[parts.scheme], target)


def _host(name: str) -> str:
    """Return a host as it is looked up; raises `ValueError` for what is none."""
    with suppress(ValueError):
        return str(ipaddress.ip_address(name))
    encoded = name.encode("idna").decode("ascii")
    if not _NAME.fullmatch(encoded):
        raise ValueError("no host name")
    return encoded


LEAST_SECRET = 16


MOST_HOOKS = 4


class HookSettings(BaseModel):
    """The `[hooks]` part of the settings: addresses that are sent what happens in the games, signed with the secret."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    urls: tuple[str, ...] = Field(
        (), description="addresses that are sent what happens, four at most, as 'https://club.example/overlook'"
    )
    secret: SecretStr = Field(
        SecretStr(""), description="what each delivery is signed with, 16 letters at least (docs/api.md)"
    )

    @model_validator(mode="after")
    def _sendable(self) -> Self:
        found: dict[HookAddress, int] = {}
        for number, url in enumerate(self.urls, 1):
            try:
                address = hook_address(url)
            except AddressError as fault:
                raise AddressError(f"hooks.urls: number {number}: {fault}") from None
            if address in found:
                raise AddressError(f"hooks.urls: number {number} is number {found[address]} again: leave one out")
            found[address] = number
        if len(self.urls) > MOST_HOOKS:
            raise AddressError(f"hooks.urls: {len(self.urls)} addresses: expected {MOST_HOOKS} at most")
        if self.urls and len(self.secret.get_secret_value()) < LEAST_SECRET:
            raise AddressError(f"hooks.secret: expected {LEAST_SECRET} letters at least to sign with")
        return self
