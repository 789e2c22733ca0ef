"""What people have set on the machine's page, kept beside the games, over what the settings file says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from calibration.files import DigestError, read_undigested
from overlook.errors import SettingsError
from overlook.machine.destinations import DESTINATIONS, Values
from overlook.machine.settable import Settable, settable
from overlook.settings import Settings, checked
from overlook.writing import SECRET_MODE, write_digested
from web.contract.setup.machine import SettingChange, SettingKind

NAME = "page-settings.json"
WHERE = "the machine's page"


class PageSetting(BaseModel):
    """A setting as the page says it, and what the file said then: once the file says something else, it is newer.

    What a secret was is not kept; whether there was one is. Beside a secret the settings stand that say where it is
    sent, also those that are as in the file: they are what it was entered for.
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
        """Return a file's settings with what the page says, and in a line each what of it does not hold any more.

        No secret is among them that was entered for another destination, neither the page's nor the file's.
        """
        held, faults = self._held(file)
        try:
            return with_values(file, held), tuple(faults)
        except SettingsError as fault:
            return file, (*faults, f"{fault}: nothing that was set there holds")

    def changed(self, changes: Sequence[SettingChange], file: Settings, fixed: Mapping[str, str]) -> PageSettings:
        """Return the page's settings after some changes, all of which can be together.

        A change of where a secret is sent erases it, unless the changes give a new one. `fixed` are fields that
        something else says, each with why. Raises `SettingsError` in one line.
        """
        held, _ = self._held(file)
        settings = {
            name: one
            for name, one in self.settings.items()
            if self.says(name) and (name not in DESTINATIONS or held.get(name) == one.value)
        }
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
        given = {change.name for change in changes if not change.as_in_file}
        before = _values(self.over(file)[0])
        after = _values(with_values(file, {n: one.value for n, one in settings.items() if n not in DESTINATIONS}))
        for secret, destination in DESTINATIONS.items():
            kept = settings.get(secret) if secret not in given else None
            if kept is not None and kept.value and destination.moved(before, after):
                del settings[secret]
        said = PageSettings(settings=settings)
        made = with_values(file, said._held(file)[0])
        return PageSettings(
            settings={name: one for name, one in settings.items() if _says_more(name, made, file)}
            | _destinations(settings, _values(file), _values(made))
        )

    def says(self, name: str) -> bool:
        """Return whether the page says something of a setting that the file does not."""
        one, known = self.settings.get(name), settable().get(name)
        is_secret = known is not None and known.kind is SettingKind.SECRET
        return one is not None and (is_secret or one.value != one.instead_of)

    def _held(self, file: Settings) -> tuple[dict[str, Any], list[str]]:
        """Return the values that hold over a file's, and in a line each what does not hold any more."""
        faults: list[str] = []
        held: dict[str, Any] = {}
        for name, one in self.settings.items():
            known = settable().get(name)
            if not self.says(name):
                continue
            if known is None or known.locked:
                faults.append(f"{name}, set on {WHERE}, cannot be set there: it is left out")
            elif known.of(file) != one.instead_of:
                faults.append(f"{name} was changed in the settings file since it was set on {WHERE}: the file holds")
            else:
                held[name] = one.value
        in_file = _values(file)
        now = in_file | {name: value for name, value in held.items() if name in in_file}
        on_page = {name: one.value for name, one in self.settings.items()}
        for secret, destination in DESTINATIONS.items():
            if held.get(secret) and destination.moved(on_page, now):
                faults.append(f"{secret} {_NOT_SENT}: enter it again on {WHERE}")
                del held[secret]
            if secret not in held and settable()[secret].of(file) and destination.moved(in_file, now):
                faults.append(f"{secret} of the settings file {_NOT_SENT}: enter the one for there on {WHERE}")
                held[secret] = None if settable()[secret].may_be_nothing else ""
        return held, faults


_NOT_SENT = "is not used, since what it was entered for is not where it would be sent"


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


def erased(before: Settings, after: Settings, changes: Sequence[SettingChange]) -> str:
    """Return in a line which secrets are gone because the changes have moved their destination; empty if none is."""
    given = {change.name for change in changes}
    of = settable()
    gone = [name for name in DESTINATIONS if of[name].of(before) and not of[name].of(after) and name not in given]
    if not gone:
        return ""
    return f"{' and '.join(gone)}: erased, because where it is sent was changed. Enter the one for the new address."


def _values(settings: Settings) -> dict[str, Any]:
    """Return the settings that say where secrets are sent, by their names."""
    names = {name for one in DESTINATIONS.values() for name in (*one.where, *one.protected_by)}
    return {name: settable()[name].of(settings) for name in names}


def _destinations(settings: Mapping[str, PageSetting], file: Values, now: Values) -> dict[str, PageSetting]:
    """Return what the page's secrets are entered for, as far as the page and the file say the same of it."""
    names: set[str] = set()
    for secret, destination in DESTINATIONS.items():
        if secret in settings:
            names.update(destination.where, (name for name in destination.protected_by if now[name]))
    return {name: PageSetting(value=one, instead_of=one) for name in names if (one := file[name]) == now[name]}


def _says_more(name: str, made: Settings, file: Settings) -> bool:
    known = settable()[name]
    return known.kind is SettingKind.SECRET or known.of(made) != known.of(file)


def _written(known: Settable, change: SettingChange) -> Any:
    """Return what a change says, as JSON has it; an empty text of what may be nothing is nothing."""
    value = change.value
    if value == "" and known.may_be_nothing:
        return None
    return list(value) if isinstance(value, tuple) else value
