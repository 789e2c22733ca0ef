"""Settings of a table, from one `overlook.toml`, the environment and the command line."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self
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
from overlook.console import without_secrets
from overlook.errors import SettingsError
from referee.editions.registry import EditionName, edition_of
from referee.records.files.text_files import TextError, read_toml
from venue.settings import VenueSettings
from web.contract.errors import AddressError
from web.server.settings import ObsSettings, WebSettings

EXPECTED = "expected an address, as 'https://club.example/overlook'"
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


FILE_NAME = "overlook.toml"
Pixels = Annotated[int, Field(ge=16, le=20_000)]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CameraSettings(_Section):
    """The camera above the table."""

    source: str = Field(
        "simulated",
        description="simulated, picamera, v4l2:/dev/video0, a video file or folder, rtsp://..., none to be asked",
    )
    fps: Annotated[float, Field(gt=0, le=60)] = Field(10.0, description="frames asked for in a second")
    size_px: tuple[Pixels, Pixels] = Field((1280, 720), description="width and height of the frames asked for")
    rig: Path | None = Field(None, description="the lens and pose file; rig.json in the data folder unless given")
    catalogue: Path | None = Field(None, description="what carries which tag; the starter kit's board unless given")


class GameSettings(_Section):
    """The game on the table."""

    edition: EditionName = Field("kt24", description="the edition of the rules")
    readings: dict[str, str] = Field(
        default_factory=dict, description="how the edition's open questions are read, by option (docs/rules.md)"
    )
    killzone: str | None = Field(None, description="a killzone whose own rules apply")
    teams: tuple[Path, ...] = Field(
        (), max_length=2, description="the rosters of p1 and p2; a new game takes their cards, else plain ones"
    )
    packs: tuple[Path, ...] = Field(
        (), description="what teams and the mission add: actions and equipment, a file each"
    )
    round_min: Annotated[float, Field(ge=0, le=600)] = Field(0.0, description="minutes of a round, 0 for no limit")
    sure: Annotated[float, Field(ge=0.5, lt=1)] = Field(
        0.955, description="how sure the camera must be before YES or NO is called"
    )

    @field_validator("readings")
    @classmethod
    def _of_the_edition(cls, readings: dict[str, str], info: ValidationInfo) -> dict[str, str]:
        if "edition" in info.data:
            edition_of(info.data["edition"]).playing(readings)
        return readings


class TraySettings(_Section):
    """The dice tray. Without a calibration rolls are entered by hand; the simulated table has its own tray."""

    enabled: bool = Field(True, description="whether dice are read")
    file: Path | None = Field(None, description="the calibrated tray; tray.json in the data folder unless given")
    source: str = Field("table", description="table: a part of the table's picture; else a camera, as camera.source")
    fps: Annotated[float, Field(gt=0, le=60)] = Field(8.0, description="pictures asked for in a second")
    size_px: tuple[Pixels, Pixels] = Field((1280, 720), description="width and height of the pictures asked for")


class DataSettings(_Section):
    """Where games are stored."""

    folder: Path = Field(
        default_factory=lambda: user_data_path("overlook", appauthor=False), description="the folder of this table"
    )
    pictures_gb: Annotated[float, Field(ge=0, le=10_000)] = Field(
        4.0, description="the disk that pictures of rulings and rolls may take; the oldest go first, games never"
    )


class UpdateSettings(_Section):
    """Updates of the program, for a table that is installed as a service."""

    from_page: bool = Field(True, description="whether the referee may bring another version on the page /update")
    index: str | None = Field(
        None, description="the address of a package index that has Overlook's releases; none: from a file alone"
    )


class NetworkSettings(_Section):
    """The network that the machine is in."""

    hotspot: bool = Field(False, description="whether an installed table opens a Wi-Fi of its own where there is none")


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
            raise SettingsError(f"{path}: cannot be read ({error.strerror}): give one that you may read") from error
        except (TextError, UnicodeDecodeError) as error:
            raise SettingsError(f"{path}: is no TOML: {error}") from error

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
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        # The value of an unknown name, or of a whole section, may be a password, so the message shows only the name.
        whole = first["type"] == "extra_forbidden" or isinstance(first["input"], Mapping)
        found = "" if whole else f", found {without_secrets(first['input'], field)!r}"
        raise SettingsError(f"{where}: {field}: {first['msg'].removeprefix('Value error, ')}{found}") from error
