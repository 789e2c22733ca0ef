"""Settings of a table, from one `overlook.toml`, the environment and the command line."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from platformdirs import user_config_path, user_data_path
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from hardware.panel import PanelSettings
from hardware.voice import VoiceSettings
from messages.message import Message, MessageError
from overlook.console import without_secrets
from overlook.errors import SettingsError
from referee.editions.registry import EditionName, edition_of
from referee.game.consent import FairPlay
from referee.records.files.text_files import TextError, read_toml
from venue.settings import VenueSettings
from web.contract.errors import AddressError
from web.server.settings import ObsSettings, WebSettings

_NAME = re.compile(r"[A-Za-z0-9._-]{1,253}")
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class HookAddress:
    """Parsed address of a web hook: `host` as resolved, `target` the path with its query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def secure(self) -> bool:
        """Whether requests use TLS."""
        return self.scheme == "https"

    @property
    def site(self) -> str:
        """Value of the Host header: the host, with its port unless that is the default one."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == PORTS[self.scheme] else f"{name}:{self.port}"


def hook_address(url: str) -> HookAddress:
    """Parse the address of a web hook.

    Raises `AddressError` if requests cannot be sent to it. The message never contains the address, which may hold a
    token.
    """
    try:
        parts = urlsplit(url)
        port, host = parts.port, _host(parts.hostname or "")
    except ValueError:
        raise AddressError("settings-hook-host") from None
    if parts.scheme not in PORTS or port == 0:
        raise AddressError("settings-hook-address")
    if "@" in parts.netloc:
        raise AddressError("settings-hook-password")
    target = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    if not target.isascii() or not url.isprintable() or " " in url or "#" in url:
        raise AddressError("settings-hook-characters")
    return HookAddress(parts.scheme, host, port or PORTS[parts.scheme], target)


def _host(name: str) -> str:
    """Return a host in the form used for lookup; raises `ValueError` if it is invalid."""
    with suppress(ValueError):
        return str(ipaddress.ip_address(name))
    encoded = name.encode("idna").decode("ascii")
    if not _NAME.fullmatch(encoded):
        raise ValueError("no host name")
    return encoded


LEAST_SECRET = 16


MOST_HOOKS = 4


class HookSettings(BaseModel):
    """The `[hooks]` section: addresses that receive the events of games, signed with the secret."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    urls: tuple[str, ...] = Field((), description="settings-hooks-urls")
    secret: SecretStr = Field(SecretStr(""), description="settings-hooks-secret")

    @model_validator(mode="after")
    def _sendable(self) -> Self:
        found: dict[HookAddress, int] = {}
        for number, url in enumerate(self.urls, 1):
            try:
                address = hook_address(url)
            except AddressError as fault:
                raise AddressError("settings-hook-fault", number=number, fault=fault) from None
            if address in found:
                raise AddressError("settings-hook-twice", number=number, first=found[address])
            found[address] = number
        if len(self.urls) > MOST_HOOKS:
            raise AddressError("settings-hook-many", found=len(self.urls), most=MOST_HOOKS)
        if self.urls and len(self.secret.get_secret_value()) < LEAST_SECRET:
            raise AddressError("settings-hook-secret", least=LEAST_SECRET)
        return self


FILE_NAME = "overlook.toml"
Pixels = Annotated[int, Field(ge=16, le=20_000)]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CameraSettings(_Section):
    """The camera above the table."""

    source: str = Field(
        "simulated",
        description="settings-camera-source",
    )
    fps: Annotated[float, Field(gt=0, le=60)] = Field(10.0, description="settings-camera-fps")
    size_px: tuple[Pixels, Pixels] = Field((1280, 720), description="settings-camera-size")
    rig: Path | None = Field(None, description="settings-camera-rig")
    catalogue: Path | None = Field(None, description="settings-camera-catalogue")


class GameSettings(_Section):
    """The game on the table."""

    edition: EditionName = Field("kt24", description="settings-game-edition")
    readings: dict[str, str] = Field(default_factory=dict, description="settings-game-readings")
    killzone: str | None = Field(None, description="settings-game-killzone")
    teams: tuple[Path, ...] = Field((), max_length=2, description="settings-game-teams")
    packs: tuple[Path, ...] = Field((), description="settings-game-packs")
    free_game: Path | None = Field(None, description="settings-game-free-game")
    round_min: Annotated[float, Field(ge=0, le=600)] = Field(0.0, description="settings-game-round")
    sure: Annotated[float, Field(ge=0.5, lt=1)] = Field(0.955, description="settings-game-sure")
    fair_play: FairPlay = Field(FairPlay.CLUB, description="settings-game-fair-play")
    app_dice: bool = Field(True, description="settings-game-app-dice")

    @field_validator("readings")
    @classmethod
    def _of_the_edition(cls, readings: dict[str, str], info: ValidationInfo) -> dict[str, str]:
        if "edition" in info.data:
            edition_of(info.data["edition"]).playing(readings)
        return readings


class TraySettings(_Section):
    """The dice tray. Without a calibration rolls are entered by hand; the simulated table has its own tray."""

    enabled: bool = Field(True, description="settings-tray-enabled")
    file: Path | None = Field(None, description="settings-tray-file")
    source: str = Field("table", description="settings-tray-source")
    fps: Annotated[float, Field(gt=0, le=60)] = Field(8.0, description="settings-tray-fps")
    size_px: tuple[Pixels, Pixels] = Field((1280, 720), description="settings-tray-size")


class DataSettings(_Section):
    """Where games are stored."""

    folder: Path = Field(
        default_factory=lambda: user_data_path("overlook", appauthor=False), description="settings-data-folder"
    )
    pictures_gb: Annotated[float, Field(ge=0, le=10_000)] = Field(4.0, description="settings-data-pictures")


class UpdateSettings(_Section):
    """Updates of the program, for a table that is installed as a service."""

    from_page: bool = Field(True, description="settings-update-from-page")
    index: str | None = Field(None, description="settings-update-index")


class NetworkSettings(_Section):
    """The network that the machine is in."""

    hotspot: bool = Field(False, description="settings-network-hotspot")


LogLevel = Literal["debug", "info", "warning", "error"]


class LogSettings(_Section):
    """Log level of each area of the program; `debug` also logs why something was rejected."""

    vision: LogLevel = Field("info", description="settings-log-vision")
    table: LogLevel = Field("info", description="settings-log-table")
    web: LogLevel = Field("info", description="settings-log-web")
    hardware: LogLevel = Field("info", description="settings-log-hardware")


class Settings(BaseSettings):
    """All settings of one table. The environment (`OVERLOOK_WEB__PORT=9000`) overrides the file."""

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix="OVERLOOK_", env_nested_delimiter="__", toml_file=None
    )

    camera: CameraSettings = CameraSettings()
    game: GameSettings = GameSettings()
    web: WebSettings = WebSettings()
    panel: PanelSettings = PanelSettings()
    voice: VoiceSettings = VoiceSettings()
    obs: ObsSettings = ObsSettings()
    hooks: HookSettings = HookSettings()
    venue: VenueSettings = VenueSettings()
    tray: TraySettings = TraySettings()
    data: DataSettings = DataSettings()
    update: UpdateSettings = UpdateSettings()
    network: NetworkSettings = NetworkSettings()
    log: LogSettings = LogSettings()

    def with_paths_relative_to(self, folder: Path) -> Self:
        """Return the settings with relative paths of hall and pages resolved against a folder."""
        return self.model_copy(update={"venue": self.venue.beside(folder), "web": self.web.beside(folder)})

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Order the sources by priority: arguments, then environment, then file."""
        file = TomlConfigSettingsSource(settings_cls)
        return init_settings, env_settings, dotenv_settings, file_secret_settings, file


def settings_file() -> Path | None:
    """Return the path of the settings file, None if there is none.

    `OVERLOOK_SETTINGS` names it on an installed table. Otherwise it is `overlook.toml` in the current folder, then in
    the user's configuration folder.
    """
    named = os.environ.get("OVERLOOK_SETTINGS")
    if named:
        return Path(named)
    for folder in (Path.cwd(), user_config_path("overlook", appauthor=False)):
        if (folder / FILE_NAME).is_file():
            return folder / FILE_NAME
    return None


def load_settings(file: Path | None = None) -> Settings:
    """Return the settings of a file (the default file if None), overridden by the environment.

    Raises `SettingsError` in one line if the file cannot be read, is not TOML, or has an invalid field.
    """
    path = file or settings_file()
    if path is not None:
        try:
            read_toml(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise SettingsError("settings-unreadable", file=path, reason=error.strerror) from error
        except (TextError, UnicodeDecodeError) as error:
            raise SettingsError("settings-not-toml", file=path, fault=error) from error

    class FromFile(Settings):
        model_config = SettingsConfigDict(toml_file=path)

    settings = validate_settings(FromFile, str(path or "the environment"))
    beside = path.resolve().parent if path is not None else Path.cwd()
    return settings.with_paths_relative_to(beside)


def validate_settings(make: Callable[[], Settings], where: str) -> Settings:
    """Return the settings that `make` creates.

    Raises `SettingsError` for an invalid field, in one line without secrets.
    """
    try:
        return make()
    except ValidationError as error:
        raise SettingsError("settings-fault", file=where, fault=invalid_field(error)) from error


MOST_SHOWN = 120


def invalid_field(error: ValidationError) -> Message:
    """Return the message of the first invalid field: its name, the value without secrets, and what was expected."""
    first = error.errors()[0]
    field, cause = ".".join(map(str, first["loc"])) or "settings", first.get("ctx", {}).get("error")
    fault = cause.message if isinstance(cause, MessageError) else Message.of("settings-expected", text=first["msg"])
    if first["type"] == "extra_forbidden":
        return Message.of("settings-unknown", field=field)
    # The value of a whole section may be a password, so the message does not show it.
    if isinstance(first["input"], Mapping):
        return Message.of("settings-section", field=field, fault=fault)
    found = repr(without_secrets(first["input"], field))[:MOST_SHOWN]
    return Message.of("settings-field", field=field, found=found, fault=fault)
