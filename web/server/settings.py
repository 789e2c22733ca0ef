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

    Descriptions are codes of messages.

    The server listens on loopback unless `host` says otherwise. Beyond loopback it accepts requests by numeric address
    and by the names of its machine in the network (`web.server.addresses.MachineNames`). Other host names must be
    listed in `names`, as protection against DNS rebinding: a foreign page can make its own host name point here, but
    not a numeric address.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: Annotated[str, Field(description="web-setting-host")] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535, description="web-setting-port")] = 8765
    names: Annotated[tuple[str, ...], Field(description="web-setting-names")] = ()
    origins: Annotated[tuple[str, ...], Field(description="web-setting-origins")] = ()
    own_screen: Annotated[bool, Field(description="web-setting-own-screen")] = True
    claim: Annotated[bool, Field(description="web-setting-claim")] = False
    private: Annotated[bool, Field(description="web-setting-private")] = False
    overlay_language: Annotated[str, Field(pattern="[a-z]{2,8}", description="web-setting-overlay-language")] = "en"
    picture_fps: Annotated[float, Field(gt=0, le=60, description="web-setting-picture-fps")] = 15.0
    picture_viewers: Annotated[int, Field(ge=1, description="web-setting-picture-viewers")] = 16
    stall_s: Annotated[float, Field(gt=0, description="web-setting-stall")] = 5.0
    beat_s: Annotated[float, Field(gt=0, description="web-setting-beat")] = 2.0
    tls_certificate: Annotated[Path | None, Field(description="web-setting-tls-certificate")] = None
    tls_key: Annotated[Path | None, Field(description="web-setting-tls-key")] = None
    tls_port: Annotated[int, Field(ge=0, le=65535, description="web-setting-tls-port")] = 8443

    @model_validator(mode="after")
    def _callable(self) -> Self:
        for name in self.names:
            if not name or "/" in name or ":" in name or name != name.strip():
                raise AddressError("web-name-invalid", name=name)
        for origin in self.origins:
            if not _ORIGIN.fullmatch(origin):
                raise AddressError("web-origin-invalid", origin=origin)
        if (self.tls_certificate is None) != (self.tls_key is None):
            lacking = "tls_key" if self.tls_key is None else "tls_certificate"
            raise AddressError("web-tls-half", setting=lacking)
        if self.encrypted and self.port and self.port == self.tls_port:
            raise AddressError("web-tls-port-same", port=self.port)
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

    enabled: bool = Field(False, description="web-obs-enabled")
    url: str = Field("ws://localhost:4455", description="web-obs-url")
    password: SecretStr = Field(SecretStr(""), description="web-obs-password")
    table: str = Field("Table", description="web-obs-table")
    dice: str = Field("Dice", description="web-obs-dice")
    ruling: str = Field("Ruling", description="web-obs-ruling")
    challenge: str = Field("Challenge", description="web-obs-challenge")
    hold_s: Annotated[float, Field(ge=0, le=60)] = Field(6.0, description="web-obs-hold")
    delay_s: Annotated[float, Field(ge=0, le=60)] = Field(0.0, description="web-obs-delay")
