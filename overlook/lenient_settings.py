"""Settings from a file that is missing, unreadable or partly wrong, so that the table starts anyway."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_settings import BaseSettings, EnvSettingsSource, PydanticBaseSettingsSource

from messages.message import Message
from overlook.settings import Settings, invalid_field, settings_file
from referee.records.files.text_files import TextError, read_toml

SHIPPED = "OVERLOOK_SHIPPED"
"""Environment variable with an installed table's shipped settings, used for fields that the table's own file omits."""

NO_CAMERA = "none"
_HEADER = re.compile(r"^\s*\[\s*([\w.-]+)\s*\]\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*([\w-]+)\s*=")
Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Salvaged:
    """Valid settings, and a message for each part of the file that was left out, without secrets."""

    settings: Settings
    faults: tuple[Message, ...] = ()


def load_settings_leniently(file: Path | None = None) -> Salvaged:
    """Return the valid part of a settings file (the default file if None), with the environment on top; never raises.

    Privacy settings fail closed: if the file is damaged and `private` occurs anywhere in it, the table is private;
    likewise `own_screen` makes the table's own screen pair like any other. If a damaged file names no camera, none is
    chosen, because falling back to the simulated table would be wrong.
    """
    path = file or settings_file()
    faults: list[Message] = []
    text = _text(path, faults)
    found = _parsed(text, str(path), faults)
    shipped = _shipped(faults)
    settings = _valid(found, shipped, str(path or "the environment"), faults)
    if faults:
        settings = _closed(settings, found, text)
    beside = path.resolve().parent if path is not None else Path.cwd()
    return Salvaged(settings.with_paths_relative_to(beside), tuple(faults))


def _text(path: Path | None, faults: list[Message]) -> str:
    if path is None:
        return ""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        faults.append(Message.of("settings-not-utf8", file=path))
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as fault:
        faults.append(Message.of("settings-unreadable-ignored", file=path, reason=fault.strerror))
        return ""


def _shipped(faults: list[Message]) -> Table:
    named = os.environ.get(SHIPPED)
    return _parsed(_text(Path(named), faults), named, faults) if named else {}


def _parsed(text: str, where: str, faults: list[Message]) -> Table:
    """Return the content of a TOML text; if it is invalid, parse each section, then each line of it, separately."""
    try:
        return read_toml(text)
    except (TextError, UnicodeDecodeError):
        found: Table = {}
        for name, first, lines in _sections(text):
            _merge(found, _section(name, first, lines, where, faults))
        return found


def _sections(text: str) -> Iterator[tuple[str, int, list[str]]]:
    name, first, lines = "", 1, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            yield name, first, lines
            name, first, lines = header[1], number + 1, []
        else:
            lines.append(line)
    yield name, first, lines


def _section(name: str, first: int, lines: list[str], where: str, faults: list[Message]) -> Table:
    head = f"[{name}]\n" if name else ""
    try:
        return read_toml(head + "\n".join(lines))
    except TextError:
        found: Table = {}
        for number, line in enumerate(lines, first):
            try:
                _merge(found, read_toml(head + line))
            except TextError:
                faults.append(Message.of("settings-line-ignored", file=where, line=number))
        return found


def _merge(into: Table, more: Mapping[str, Any]) -> None:
    for name, value in more.items():
        if isinstance(value, dict) and isinstance(into.get(name), dict):
            _merge(into[name], value)
        else:
            into[name] = value


def _valid(found: Table, shipped: Table, where: str, faults: list[Message]) -> Settings:
    """Return the settings without the invalid fields."""
    ignored: set[str] = set()
    while True:
        try:
            return _made(found, shipped, ignored)
        except ValidationError as error:
            first = error.errors()[0]
            path = tuple(str(part) for part in first["loc"][:2])
            fault = invalid_field(error)
            if not _left_out(found, shipped, ignored, path):
                faults.append(Message.of("settings-all-ignored", file=where, fault=fault))
                return Settings.model_construct()
            faults.append(Message.of("settings-ignored", file=where, fault=fault))


def _left_out(found: Table, shipped: Table, ignored: set[str], path: tuple[str, ...]) -> bool:
    """Remove the value at a path, from the environment first, then from the files; False if there is none."""
    variables = {name for name in os.environ if _names(name, path)} - ignored
    if variables:
        ignored |= variables
        return True
    return any(_removed(table, path) for table in (found, shipped))


def _names(variable: str, path: tuple[str, ...]) -> bool:
    name, wanted = variable.upper(), "OVERLOOK_" + "__".join(path).upper()
    return bool(path) and (name == wanted or name.startswith(wanted + "__"))


def _removed(table: Table, path: tuple[str, ...]) -> bool:
    if not path or path[0] not in table:
        return False
    section = table[path[0]]
    if len(path) > 1 and isinstance(section, dict):
        if path[1] not in section:
            return False
        del section[path[1]]
    else:
        # If a section as a whole is invalid, remove its `names` or `readings` first: other fields are validated against
        # them.
        inner = next((key for key in ("names", "readings") if isinstance(section, dict) and key in section), None)
        if inner is None:
            del table[path[0]]
        else:
            del section[inner]
    return True


def _made(found: Table, shipped: Table, ignored: set[str]) -> Settings:
    class Given(Settings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            if isinstance(env_settings, EnvSettingsSource):
                kept = env_settings.env_vars
                lost = {name.lower() for name in ignored}
                env_settings.env_vars = {name: value for name, value in kept.items() if name.lower() not in lost}
            return env_settings, init_settings

    together: Table = {}
    _merge(together, shipped)
    _merge(together, found)
    given = Given(**together)
    return Settings.model_construct(**{name: getattr(given, name) for name in Settings.model_fields})


def _closed(settings: Settings, found: Table, text: str) -> Settings:
    web = found.get("web") if isinstance(found.get("web"), dict) else {}
    named = {match[1] for line in text.splitlines() if (match := _KEY.match(line))}
    assert isinstance(web, dict)
    stricter = {name: value for name, value in (("private", True), ("own_screen", False)) if name in named - set(web)}
    changed = settings.model_copy(update={"web": settings.web.model_copy(update=stricter)})
    camera = found.get("camera")
    if isinstance(camera, dict) and "source" in camera:
        return changed
    return changed.model_copy(update={"camera": settings.camera.model_copy(update={"source": NO_CAMERA})})
