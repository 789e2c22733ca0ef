"""Settings of the web server and of OBS."""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from web.contract.errors import AddressError

_ORIGIN = re.compile(r"https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?")
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


class WebSettings(BaseModel):
    """The `[web]` section of the settings.

    The server listens on loopback unless `host` says otherwise. Beyond loopback it accepts requests by numeric address
    and by the names of its machine in the network (`web.server.addresses.MachineNames`). Other host names must be
    listed in `names`, as protection against DNS rebinding: a foreign page can make its own host name point here, but
    not a numeric address.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: Annotated[str, Field(description="address to listen on; 0.0.0.0 for all")] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535, description="TCP port")] = 8765
    names: Annotated[tuple[str, ...], Field(description="host names by which browsers may call, without port")] = ()
    origins: Annotated[
        tuple[str, ...],
        Field(description="other sites whose pages may read this table, as 'https://club.example'; they never act"),
    ] = ()
    own_screen: Annotated[
        bool, Field(description="whether a browser on the table's own machine acts without being paired")
    ] = True
    claim: Annotated[
        bool, Field(description="whether the first phone in a fresh table's first ten minutes becomes the referee's")
    ] = False
    private: Annotated[bool, Field(description="whether only paired devices and tokens may look")] = False
    picture_fps: Annotated[float, Field(gt=0, le=60, description="most pictures a second for one viewer")] = 15.0
    picture_viewers: Annotated[int, Field(ge=1, description="most viewers of the camera at once")] = 16
    stall_s: Annotated[float, Field(gt=0, description="a viewer that takes nothing for so long is dropped")] = 5.0
    beat_s: Annotated[float, Field(gt=0, description="the live channel shows that it lives this often")] = 2.0
    tls_certificate: Annotated[
        Path | None, Field(description="a PEM certificate with which pages are encrypted (docs/install.md)")
    ] = None
    tls_key: Annotated[Path | None, Field(description="its key, PEM, without a password")] = None
    tls_port: Annotated[int, Field(ge=0, le=65535, description="TCP port of the encrypted pages")] = 8443

    @model_validator(mode="after")
    def _callable(self) -> Self:
        for name in self.names:
            if not name or "/" in name or ":" in name or name != name.strip():
                raise AddressError(f"web.names has {name!r}: expected a host name without port, as 'table.local'")
        for origin in self.origins:
            if not _ORIGIN.fullmatch(origin):
                raise AddressError(f"web.origins has {origin!r}: expected one site, as 'https://club.example'")
        if (self.tls_certificate is None) != (self.tls_key is None):
            lacking = "tls_key" if self.tls_key is None else "tls_certificate"
            raise AddressError(f"web.{lacking} is missing: a certificate and its key go together")
        if self.encrypted and self.port and self.port == self.tls_port:
            raise AddressError(f"web.tls_port is {self.port} as web.port is: give it another, as 8443")
        return self

    @property
    def encrypted(self) -> bool:
        """Whether other devices can act only through encrypted pages."""
        return self.tls_certificate is not None

    @property
    def beyond_loopback(self) -> bool:
        """Whether other devices can reach the server."""
        try:
            return not ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host != "localhost"

    def beside(self, folder: Path) -> WebSettings:
        """Return the settings with relative paths resolved against a folder, the settings file's."""
        named = {"tls_certificate": self.tls_certificate, "tls_key": self.tls_key}
        return self.model_copy(update={name: folder / path for name, path in named.items() if path is not None})

    def answers_to(self, name: str) -> bool:
        """Whether a host name (without port, any case) is one of this server's by these settings."""
        name = name.lower()
        if name in LOOPBACK_NAMES or name in {own.lower() for own in (*self.names, self.host)}:
            return True
        if not self.beyond_loopback:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


class ObsSettings(BaseModel):
    """The `[obs]` section of the settings: OBS's WebSocket server, and the scenes; an empty scene is not shown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = Field(False, description="whether to switch scenes in OBS")
    url: str = Field("ws://localhost:4455", description="where OBS's WebSocket server listens (Tools menu of OBS)")
    password: SecretStr = Field(SecretStr(""), description="its password")
    table: str = Field("Table", description="the scene the rest of the time")
    dice: str = Field("Dice", description="the scene for a shot or a fight, and while dice are asked for")
    ruling: str = Field("Ruling", description="the scene for a new ruling")
    challenge: str = Field("Challenge", description="the scene while a challenge is open")
    hold_s: Annotated[float, Field(ge=0, le=60)] = Field(6.0, description="how long a new ruling is shown at most")
    delay_s: Annotated[float, Field(ge=0, le=60)] = Field(
        0.0, description="seconds by which scenes are late: as many as overlay and camera are held back"
    )
