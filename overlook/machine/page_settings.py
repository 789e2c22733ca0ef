"""Settings made on the machine's page: which fields it may change, their bounds, and their file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import to_jsonable_python

from calibration.files import DigestError, read_undigested
from messages.message import Message
from overlook.atomic_files import SECRET_MODE, write_digested
from overlook.console import SECRET
from overlook.errors import SettingsError
from overlook.settings import Settings, validate_settings
from referee.editions.registry import edition_of
from web.contract.setup.machine import SettingChange, SettingKind

EDITION = "game.edition"

FILE = Message.of("machine-locked-file")
ADDRESS = Message.of("machine-locked-address")
PIN = Message.of("machine-locked-pin")
LOCKED: Mapping[str, Message] = {
    "camera.source": Message.of("machine-locked-camera"),
    "tray.source": Message.of("machine-locked-device"),
    "web.host": ADDRESS,
    "web.port": ADDRESS,
    "web.tls_port": ADDRESS,
    "web.own_screen": PIN,
    "web.origins": Message.of("machine-locked-origins"),
    "web.claim": PIN,
    "hooks.urls": Message.of("machine-locked-hooks"),
    "hooks.secret": Message.of("machine-locked-signature"),
    "update.from_page": Message.of("machine-locked-update"),
    "update.index": Message.of("machine-locked-index"),
    "voice.program": Message.of("machine-locked-program"),
}
TITLES: Mapping[str, Message] = {
    "camera": Message.of("machine-section-camera"),
    "game": Message.of("machine-section-game"),
    "web": Message.of("machine-section-web"),
    "panel": Message.of("machine-section-panel"),
    "voice": Message.of("machine-section-voice"),
    "obs": Message.of("machine-section-obs"),
    "hooks": Message.of("machine-section-hooks"),
    "venue": Message.of("machine-section-venue"),
    "tray": Message.of("machine-section-tray"),
    "data": Message.of("machine-section-data"),
    "update": Message.of("machine-section-update"),
    "network": Message.of("machine-section-network"),
    "log": Message.of("machine-section-log"),
}


@dataclass(frozen=True, slots=True)
class EditableSetting:
    """A field of the settings by its name in the file; `locked` is why the page cannot set it, None if it can."""

    name: str
    description: Message
    kind: SettingKind
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    locked: Message | None = None
    may_be_nothing: bool = False

    @property
    def section(self) -> str:
        """Return the name of its section."""
        return self.name.partition(".")[0]

    def of(self, settings: Settings) -> Any:
        """Return its value in these settings as JSON; for a secret, whether there is one."""
        said = to_json_value(getattr(getattr(settings, self.section), self.name.partition(".")[2]))
        return bool(said) if self.kind is SettingKind.SECRET else said


def to_json_value(value: Any) -> Any:
    """Return a value of the settings as JSON."""
    secret = getattr(value, "get_secret_value", None)
    return secret() if secret is not None else to_jsonable_python(value, fallback=dict)


@cache
def editable_settings() -> Mapping[str, EditableSetting]:
    """Return every field of the settings by its name, in the file's order."""
    found = {}
    for section, field in Settings.model_fields.items():
        annotation: Any = field.annotation
        schema = TypeAdapter(annotation).json_schema()
        for key, said in schema["properties"].items():
            one = _field(f"{section}.{key}", said, schema.get("$defs", {}))
            found[one.name] = one
    return found


def fixed_here(over: Settings, under: Settings) -> dict[str, Message]:
    """Return the fields set by the command line or the environment, each with why the page cannot set it.

    `over` are the settings including the command line's, `under` those without them.
    """
    environment = {name.upper() for name in os.environ}
    fixed = {}
    for name, one in editable_settings().items():
        variable = "OVERLOOK_" + name.replace(".", "__").upper()
        if any(known == variable or known.startswith(variable + "__") for known in environment):
            fixed[name] = Message.of("machine-locked-environment")
        if one.of(over) != one.of(under):
            fixed[name] = Message.of("machine-locked-command-line")
    return fixed


def _field(name: str, said: JsonSchemaValue, shared: Mapping[str, JsonSchemaValue]) -> EditableSetting:
    """Return the setting that a JSON schema describes; `shared` are the schema's definitions, by name."""
    kinds = [one for one in said.get("anyOf", [said]) if one.get("type") != "null"]
    known: JsonSchemaValue = kinds[0] if kinds else said
    known = shared.get(known.get("$ref", "").rpartition("/")[2], known)
    listed = known.get("enum", ())
    choices = tuple(dict.fromkeys(map(_edition, listed) if name == EDITION else listed))
    inner = known.get("items", {})
    path = "path" in {known.get("format"), inner.get("format")}
    return EditableSetting(
        name,
        Message.of(said["description"]),
        _kind(name, known),
        choices,
        known.get("minimum", known.get("exclusiveMinimum")),
        known.get("maximum", known.get("exclusiveMaximum")),
        FILE if path else LOCKED.get(name),
        may_be_nothing={"type": "null"} in said.get("anyOf", ()),
    )


def _edition(choice: str) -> str:
    """Return the canonical name of an edition."""
    return edition_of(choice).id


def _kind(name: str, known: JsonSchemaValue) -> SettingKind:
    if "enum" in known:
        return SettingKind.CHOICE
    kinds = {
        "boolean": SettingKind.SWITCH,
        "integer": SettingKind.NUMBER,
        "number": SettingKind.NUMBER,
        "array": SettingKind.LIST,
        "object": SettingKind.NAMES,
    }
    secret = SECRET.search(name.partition(".")[2]) and known.get("format") != "path"
    return SettingKind.SECRET if secret else kinds.get(str(known["type"]), SettingKind.TEXT)


Values = Mapping[str, Any]
"""Values of settings as JSON, by their names in the file."""


@dataclass(frozen=True, slots=True)
class Destination:
    """The settings that determine where a secret is sent, and those that protect it in transit if they are set."""

    where: tuple[str, ...]
    protected_by: tuple[str, ...] = ()

    def moved(self, then: Values, now: Values) -> bool:
        """Return whether a secret entered under `then` would be sent to another place, or with less protection.

        Only the settings contained in `then` are compared.
        """
        other_place = any(name in then and then[name] != now[name] for name in self.where)
        return other_place or any(then.get(name) and then[name] != now[name] for name in self.protected_by)


HALL = Destination(("venue.broker", "venue.port"), ("venue.tls", "venue.ca_file"))
DESTINATIONS: Mapping[str, Destination] = MappingProxyType(
    {
        "venue.password": HALL,
        "venue.password_file": HALL,
        "obs.password": Destination(("obs.url",)),
        "hooks.secret": Destination(("hooks.urls",)),
    }
)
"""Destination of each secret that is sent over the network."""

STAYS_HERE = frozenset({"web.tls_key"})
"""Secrets that are never sent."""

IN_THE_ADDRESS = frozenset({"camera.source", "tray.source", "hooks.urls", "update.index"})
"""Addresses that may contain a password or token; a change must therefore supply the whole address."""


NAME = "page-settings.json"
WHERE = "the machine's page"


class PageSetting(BaseModel):
    """A value set on the page, and the file's value at that time; if the file changes later, the file wins.

    For secrets, `instead_of` stores only whether there was one. Each secret is stored together with the settings of its
    destination, even if these equal the file's: they record the destination that it was entered for.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: Any
    instead_of: Any


class PageSettings(BaseModel):
    """All values set on the page, by their names in the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = 1
    settings: Mapping[str, PageSetting] = {}

    def over(self, file: Settings) -> tuple[Settings, tuple[Message, ...]]:
        """Return the file's settings overridden by the page's, and one line for each page setting no longer valid.

        Secrets of the page or the file that were entered for another destination are left out.
        """
        held, faults = self._held(file)
        try:
            return with_values(file, held), tuple(faults)
        except SettingsError as fault:
            return file, (*faults, Message.of("machine-settings-refused", fault=fault))

    def changed(self, changes: Sequence[SettingChange], file: Settings, fixed: Mapping[str, Message]) -> PageSettings:
        """Return the page's settings after applying changes; the result is validated as a whole.

        If the destination of a secret changes, the secret is erased, unless the changes set a new one. `fixed` are
        fields set by environment or command line, each with the reason. Raises `SettingsError` in one line.
        """
        held, _ = self._held(file)
        settings = {
            name: one
            for name, one in self.settings.items()
            if self.says(name) and (name not in DESTINATIONS or held.get(name) == one.value)
        }
        for change in changes:
            known = editable_settings().get(change.name)
            if known is None:
                raise SettingsError("machine-setting-unknown", setting=change.name)
            locked = known.locked or fixed.get(change.name)
            if locked is not None:
                raise SettingsError("machine-setting-locked", setting=change.name, why=locked)
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
        """Return whether the page sets a value that differs from the file's; secrets always count as different."""
        one, known = self.settings.get(name), editable_settings().get(name)
        is_secret = known is not None and known.kind is SettingKind.SECRET
        return one is not None and (is_secret or one.value != one.instead_of)

    def _held(self, file: Settings) -> tuple[dict[str, Any], list[Message]]:
        """Return the page's values that are still valid, and one line for each that is not."""
        faults: list[Message] = []
        held: dict[str, Any] = {}
        for name, one in self.settings.items():
            known = editable_settings().get(name)
            if not self.says(name):
                continue
            if known is None or known.locked:
                faults.append(Message.of("machine-setting-dropped", setting=name))
            elif known.of(file) != one.instead_of:
                faults.append(Message.of("machine-setting-older", setting=name))
            else:
                held[name] = one.value
        in_file = _values(file)
        now = in_file | {name: value for name, value in held.items() if name in in_file}
        on_page = {name: one.value for name, one in self.settings.items()}
        for secret, destination in DESTINATIONS.items():
            if held.get(secret) and destination.moved(on_page, now):
                faults.append(Message.of("machine-secret-dropped", setting=secret))
                del held[secret]
            if secret not in held and editable_settings()[secret].of(file) and destination.moved(in_file, now):
                faults.append(Message.of("machine-secret-of-file", setting=secret))
                held[secret] = None if editable_settings()[secret].may_be_nothing else ""
        return held, faults


class PageSettingsStore:
    """File of one table's page settings. If it cannot be read, `fault` is the reason and the settings file counts."""

    def __init__(self, data: Path) -> None:
        self._path = data / NAME
        self.fault: Message | None = None
        self.page = self._read()

    def _read(self) -> PageSettings:
        try:
            return PageSettings.model_validate_json(read_undigested(self._path))
        except FileNotFoundError:
            return PageSettings()
        except (OSError, ValidationError, DigestError) as fault:
            file = self._path.name
            self.fault = (
                Message.of("machine-settings-unreadable", file=file, reason=fault.strerror or fault)
                if isinstance(fault, OSError)
                else Message.of("machine-settings-damaged", file=file)
            )
            return PageSettings()

    def keep(self, page: PageSettings) -> None:
        """Replace the page's settings and write them to disk; raises `OSError` and changes nothing if that fails."""
        write_digested(self._path, page.model_dump_json(indent=1), mode=SECRET_MODE)
        self.page, self.fault = page, None

    def over(self, file: Settings) -> tuple[Settings, tuple[Message, ...]]:
        """Return the file's settings overridden by the page's, and one line for each page setting that is not valid."""
        settings, faults = self.page.over(file)
        return settings, (*filter(None, [self.fault]), *faults)


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """Return settings with some fields replaced, validated as a whole; raises `SettingsError` in one line."""
    fields = settings.model_dump()
    for name, value in values.items():
        section, _, key = name.partition(".")
        fields[section] = {**fields[section], key: value}
    return validate_settings(lambda: Settings.model_validate(fields), WHERE)


def erased(before: Settings, after: Settings, changes: Sequence[SettingChange]) -> Message | None:
    """Return a message that names the secrets erased because their destination changed, None if there are none."""
    given = {change.name for change in changes}
    of = editable_settings()
    gone = [name for name in DESTINATIONS if of[name].of(before) and not of[name].of(after) and name not in given]
    return Message.of("machine-secrets-erased", settings=gone) if gone else None


def _values(settings: Settings) -> dict[str, Any]:
    """Return the settings that determine and protect the destinations of secrets, by their names."""
    names = {name for one in DESTINATIONS.values() for name in (*one.where, *one.protected_by)}
    return {name: editable_settings()[name].of(settings) for name in names}


def _destinations(settings: Mapping[str, PageSetting], file: Values, now: Values) -> dict[str, PageSetting]:
    """Return the destination settings to store with the page's secrets: those whose current value is the file's."""
    names: set[str] = set()
    for secret, destination in DESTINATIONS.items():
        if secret in settings:
            names.update(destination.where, (name for name in destination.protected_by if now[name]))
    return {name: PageSetting(value=one, instead_of=one) for name in names if (one := file[name]) == now[name]}


def _says_more(name: str, made: Settings, file: Settings) -> bool:
    known = editable_settings()[name]
    return known.kind is SettingKind.SECRET or known.of(made) != known.of(file)


def _written(known: EditableSetting, change: SettingChange) -> Any:
    """Return the value of a change as JSON; an empty text becomes None if the field allows it."""
    value = change.value
    if value == "" and known.may_be_nothing:
        return None
    return list(value) if isinstance(value, tuple) else value
