"""What of the settings can be set on a page: every field with its description, its kind and its bounds."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import to_jsonable_python

from overlook.maintenance.redaction import SECRET
from overlook.settings import Settings
from referee.editions.registry import edition_of
from web.contract.setup.machine import SettingKind

FILE = "names a file or a folder of this machine: it stands in the settings file alone"
ADDRESS = "says where this very page is: it stands in the settings file alone"
ENVIRONMENT = "is set by the environment that the program was started in"
COMMAND_LINE = "was said on the command line"
LOCKED: Mapping[str, str] = {
    "camera.source": "is chosen on the page /first; the simulated table's stands in the settings file",
    "tray.source": "names a device or an address: it stands in the settings file alone",
    "web.host": ADDRESS,
    "web.port": ADDRESS,
    "web.tls_port": ADDRESS,
    "web.own_screen": "says who needs no PIN: it stands in the settings file alone",
    "web.origins": "says which other sites may read: it stands in the settings file alone",
    "web.claim": "says who needs no PIN: it stands in the settings file alone",
    "hooks.urls": "says to whom games are sent: it stands in the settings file alone",
    "hooks.secret": "signs what is sent: it stands in the settings file alone",
    "update.from_page": "says who may change the program: it stands in the settings file alone",
    "update.index": "says from where programs come: it stands in the settings file alone",
    "voice.program": "names a program that is run: it stands in the settings file alone",
}
TITLES: Mapping[str, str] = {
    "camera": "Camera",
    "game": "Game",
    "web": "Pages",
    "panel": "Buttons and lights",
    "voice": "Voice",
    "obs": "OBS",
    "hooks": "Web hooks",
    "venue": "Hall",
    "tray": "Dice tray",
    "data": "What is kept",
    "update": "Updates",
    "network": "Network",
}


@dataclass(frozen=True, slots=True)
class Settable:
    """One field of the settings: `name` as in the file, and `locked`, why the page cannot set it, empty if it can."""

    name: str
    description: str
    kind: SettingKind
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    locked: str = ""
    may_be_nothing: bool = False

    @property
    def section(self) -> str:
        """Return the section that it stands in."""
        return self.name.partition(".")[0]

    def of(self, settings: Settings) -> Any:
        """Return what settings say of it, as JSON has it; of a secret whether there is one."""
        said = plain(getattr(getattr(settings, self.section), self.name.partition(".")[2]))
        return bool(said) if self.kind is SettingKind.SECRET else said


def plain(value: Any) -> Any:
    """Return a value of the settings as JSON has it."""
    secret = getattr(value, "get_secret_value", None)
    return secret() if secret is not None else to_jsonable_python(value, fallback=dict)


@cache
def settable() -> Mapping[str, Settable]:
    """Return every field of the settings by its name, in the file's order."""
    found = {}
    for section, field in Settings.model_fields.items():
        annotation: Any = field.annotation
        schema = TypeAdapter(annotation).json_schema()
        for key, said in schema["properties"].items():
            one = _field(f"{section}.{key}", said)
            found[one.name] = one
    return found


def fixed_here(over: Settings, under: Settings) -> dict[str, str]:
    """Return the fields that the command line or the environment says, each with why the page cannot set it.

    `over` are the settings with what the command line says, `under` those without.
    """
    environment = {name.upper() for name in os.environ}
    fixed = {}
    for name, one in settable().items():
        variable = "OVERLOOK_" + name.replace(".", "__").upper()
        if any(known == variable or known.startswith(variable + "__") for known in environment):
            fixed[name] = ENVIRONMENT
        if one.of(over) != one.of(under):
            fixed[name] = COMMAND_LINE
    return fixed


def _field(name: str, said: JsonSchemaValue) -> Settable:
    kinds = [one for one in said.get("anyOf", [said]) if one.get("type") != "null"]
    known: JsonSchemaValue = kinds[0] if kinds else said
    choices = tuple(dict.fromkeys(_edition(choice) for choice in known.get("enum", ())))
    inner = known.get("items", {})
    path = "path" in {known.get("format"), inner.get("format")}
    return Settable(
        name,
        said.get("description", ""),
        _kind(name, known),
        choices,
        known.get("minimum", known.get("exclusiveMinimum")),
        known.get("maximum", known.get("exclusiveMaximum")),
        FILE if path else LOCKED.get(name, ""),
        may_be_nothing={"type": "null"} in said.get("anyOf", ()),
    )


def _edition(choice: str) -> str:
    """Return the one name of an edition that has several; the settings offer no other choices."""
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
