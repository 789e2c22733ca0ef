"""What people have set on the machine's page, kept beside the games, over what the settings file says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from calibration.digest import DigestError, read_undigested
from overlook.errors import SettingsError
from overlook.machine.settable import Settable, settable
from overlook.settings import Settings, checked
from overlook.writing import SECRET_MODE, write_digested
from web.contract.machine_page import SettingChange, SettingKind

NAME = "page-settings.json"
WHERE = "the machine's page"


class PageSetting(BaseModel):
    """A setting as the page says it, and what the file said then: once the file says something else, it is newer.

    What a secret was is not kept; whether there was one is.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: Any
    instead_of: Any


class PageSettings(BaseModel):
    """Everything that the page has set, by the names of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = 1
    settings: Mapping[str, PageSetting] = {}

    def over(self, file: Settings) -> tuple[Settings, tuple[str, ...]]:
        """Return a file's settings with what the page says, and in a line each what of it does not hold any more."""
        faults: list[str] = []
        held: dict[str, Any] = {}
        for name, one in self.settings.items():
            known = settable().get(name)
            if known is None or known.locked:
                faults.append(f"{name}, set on {WHERE}, cannot be set there: it is left out")
            elif known.of(file) != one.instead_of:
                faults.append(f"{name} was changed in the settings file since it was set on {WHERE}: the file holds")
            else:
                held[name] = one.value
        try:
            return with_values(file, held), tuple(faults)
        except SettingsError as fault:
            return file, (*faults, f"{fault}: nothing that was set there holds")

    def changed(self, changes: Sequence[SettingChange], file: Settings, fixed: Mapping[str, str]) -> PageSettings:
        """Return the page's settings after some changes, all of which can be together.

        `fixed` are fields that something else says, each with why. Raises `SettingsError` in one line.
        """
        settings = dict(self.settings)
        for change in changes:
            known = settable().get(change.name)
            if known is None:
                raise SettingsError(f"{WHERE}: there is no setting {change.name!r}")
            locked = known.locked or fixed.get(change.name, "")
            if locked:
                raise SettingsError(f"{WHERE}: {change.name} {locked}")
            settings.pop(change.name, None)
            if not change.as_in_file:
                settings[change.name] = PageSetting(value=_written(known, change), instead_of=known.of(file))
        made = with_values(file, {name: one.value for name, one in settings.items()})
        return PageSettings(settings={name: one for name, one in settings.items() if _says_more(name, made, file)})


class PageSettingsStore:
    """The file of one table's page settings. One that cannot be read is said; then the settings file alone holds."""

    def __init__(self, data: Path) -> None:
        self._path = data / NAME
        self.fault = ""
        self.page = self._read()

    def _read(self) -> PageSettings:
        try:
            return PageSettings.model_validate_json(read_undigested(self._path))
        except FileNotFoundError:
            return PageSettings()
        except (OSError, ValidationError, DigestError) as fault:
            why = fault.strerror if isinstance(fault, OSError) else "it is damaged"
            self.fault = f"{self._path.name}: {why}: what was set on {WHERE} does not hold, set it again"
            return PageSettings()

    def keep(self, page: PageSettings) -> None:
        """Make these the page's settings, on disk before anything is done by them; raises `OSError`."""
        write_digested(self._path, page.model_dump_json(indent=1), mode=SECRET_MODE)
        self.page, self.fault = page, ""

    def over(self, file: Settings) -> tuple[Settings, tuple[str, ...]]:
        """Return the settings that hold, the page's over the file's, and in a line each what does not hold any more."""
        settings, faults = self.page.over(file)
        return settings, (*filter(None, [self.fault]), *faults)


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """Return settings with some fields as given, all of them checked together; raises `SettingsError` in one line."""
    fields = settings.model_dump()
    for name, value in values.items():
        section, _, key = name.partition(".")
        fields[section] = {**fields[section], key: value}
    return checked(lambda: Settings.model_validate(fields), WHERE)


def _says_more(name: str, made: Settings, file: Settings) -> bool:
    known = settable()[name]
    return known.kind is SettingKind.SECRET or known.of(made) != known.of(file)


def _written(known: Settable, change: SettingChange) -> Any:
    """Return what a change says, as JSON has it; an empty text of what may be nothing is nothing."""
    value = change.value
    if value == "" and known.may_be_nothing:
        return None
    return list(value) if isinstance(value, tuple) else value
