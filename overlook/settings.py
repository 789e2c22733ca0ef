"""What a person may set, in one `overlook.toml`; every field says what it does."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

from platformdirs import user_config_path, user_data_path
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from hardware.panel.settings import PanelSettings
from web.obs import ObsSettings
from web.settings import WebSettings

FILE_NAME = "overlook.toml"


class SettingsError(ValueError):
    """A setting that cannot be; the message names the file, the field, the value and what was expected."""


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CameraSettings(_Section):
    """The camera above the table."""

    source: str = Field(
        "simulated", description="simulated, picamera, v4l2:/dev/video0, a video file or folder, or rtsp://..."
    )
    fps: Annotated[float, Field(gt=0, le=60)] = Field(10.0, description="frames asked for in a second")
    size_px: tuple[int, int] = Field((1280, 720), description="width and height of the frames asked for")
    rig: Path | None = Field(None, description="the lens and pose file; none is needed for the simulated table")
    catalogue: Path | None = Field(None, description="what carries which tag; none is needed for the simulated table")


class GameSettings(_Section):
    """The game on the table."""

    edition: Literal["kt24", "kt21"] = Field("kt24", description="the edition of the rules")
    killzone: str | None = Field(None, description="a killzone whose own rules apply")
    teams: tuple[Path, ...] = Field(
        (), max_length=2, description="the rosters of p1 and p2; a new game takes their cards, else plain ones"
    )
    round_min: Annotated[float, Field(ge=0, le=600)] = Field(0.0, description="minutes of a round, 0 for no limit")
    sure: Annotated[float, Field(ge=0.5, lt=1)] = Field(
        0.95, description="how sure the camera must be before YES or NO is called"
    )


class PanelSection(_Section):
    """The buttons and lights at the table: BCM pin numbers. Buttons close to ground."""

    enabled: bool = Field(True, description="whether to look for the panel")
    confirm: int = Field(5, description="the confirm button")
    undo: int = Field(6, description="the undo button; held, it is a challenge")
    measure: int = Field(13, description="the measure button")
    next: int = Field(19, description="the next button")
    red: int = Field(17, description="the red light")
    green: int = Field(27, description="the green light")
    blue: int | None = Field(22, description="the blue light of an RGB LED; leave it out when there is an amber one")
    amber: int | None = Field(None, description="the amber light, where there are three LEDs")
    buzzer: int | None = Field(26, description="the buzzer")
    common_anode: bool = Field(False, description="whether the LED's common leg is the positive one")
    long_s: Annotated[float, Field(gt=0, le=10)] = Field(0.9, description="how long a long press is held")

    def pins(self) -> PanelSettings:
        """Return the panel's own settings; raises `PanelSettingsError` for pins that cannot be."""
        return PanelSettings(**self.model_dump(exclude={"enabled"}))


class DataSettings(_Section):
    """Where games are kept."""

    folder: Path = Field(
        default_factory=lambda: user_data_path("overlook", appauthor=False), description="the folder of this table"
    )


class Settings(BaseSettings):
    """All settings of one table. `OVERLOOK_WEB__PORT=9000` in the environment goes before the file."""

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix="OVERLOOK_", env_nested_delimiter="__", toml_file=None
    )

    camera: CameraSettings = CameraSettings()
    game: GameSettings = GameSettings()
    web: WebSettings = WebSettings()
    panel: PanelSection = PanelSection()
    obs: ObsSettings = ObsSettings()
    data: DataSettings = DataSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Take what is given first, then the environment, then the file."""
        file = TomlConfigSettingsSource(settings_cls)
        return init_settings, env_settings, dotenv_settings, file_secret_settings, file


def settings_file() -> Path | None:
    """Return the settings file there is: `overlook.toml` here, else in the user's configuration folder, else None."""
    for folder in (Path.cwd(), user_config_path("overlook", appauthor=False)):
        if (folder / FILE_NAME).is_file():
            return folder / FILE_NAME
    return None


def load_settings(file: Path | None = None) -> Settings:
    """Return the settings of a file (found by itself when None) under the environment's.

    Raises `SettingsError` in one line for a file that cannot be read, is no TOML, or holds an impossible field.
    """
    path = file or settings_file()
    if path is not None:
        try:
            tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise SettingsError(f"{path}: cannot be read ({error.strerror}): give a settings file") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SettingsError(f"{path}: is no TOML: {error}") from error

    class FromFile(Settings):
        model_config = SettingsConfigDict(toml_file=path)

    return checked(FromFile, str(path or "the environment"))


def checked(make: Callable[[], Settings], where: str) -> Settings:
    """Return the settings that `make` makes; `SettingsError` in one line for a field that cannot be."""
    try:
        return make()
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise SettingsError(f"{where}: {field}: {first['msg']}, found {first['input']!r}") from error
