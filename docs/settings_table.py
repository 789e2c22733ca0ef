"""Writes docs/settings.md: every setting with its default, its bounds and what it does, from the settings' model.

    python docs/settings_table.py [--check]

`--check` writes nothing and fails when the page is out of date.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from overlook.machine.page_settings import TITLES, EditableSetting, editable_settings
from overlook.settings import Settings
from web.contract.setup.machine import SettingKind

PAGE = Path(__file__).resolve().parent / "settings.md"
HOME = str(Path.home())
UNITS = {
    "_px": "pixels",
    "_s": "seconds",
    "_gb": "GB",
    "_min": "minutes",
    "fps": "frames per second",
    "words_a_minute": "words per minute",
}
"""Units, by the end of a setting's name."""

HEAD = """# Settings

Written by `python docs/settings_table.py`; do not edit by hand. A test fails if this page is out of date.

Settings are lines in `overlook.toml`: the file that `OVERLOOK_SETTINGS` names, else in the folder where `overlook run`
starts, else in `~/.config/overlook`. An installed table reads `/etc/overlook/overlook.toml`. `overlook schema settings
--example` prints an example. A line that is left out keeps its default. Three other places change a setting:

- **The machine's page** (`/machine`) sets most of them. A setting made there is used until the file's line changes.
- **An environment variable** is used instead of the file: `OVERLOOK_WEB__PORT=8000` is `port` under `[web]`.
- **An option of the command** is used instead of all others: `overlook run --port 8000`.

"no" under *page* marks what the machine's page does not change; the page gives the reason.
"""


def unit_of(name: str) -> str:
    """Return the unit of a setting, empty if it has none."""
    return next((unit for end, unit in UNITS.items() if name.endswith(end)), "")


def _value(value: Any) -> str:
    if value is None or value == "":
        return "none"
    text = json.dumps(value, ensure_ascii=False)
    return f"`{text.replace(HOME, '~')}`"


def _default(setting: EditableSetting, defaults: Settings) -> str:
    return "none" if setting.kind is SettingKind.SECRET else _value(setting.of(defaults))


def _values(setting: EditableSetting) -> str:
    """Return which values are permitted, with the unit."""
    if setting.choices:
        found = ", ".join(f"`{json.dumps(choice)}`" for choice in setting.choices)
    elif setting.kind is SettingKind.SWITCH:
        found = "`true`, `false`"
    elif setting.least is not None:
        found = _bounds(setting)
    else:
        found = {SettingKind.TEXT: "text", SettingKind.SECRET: "text", SettingKind.LIST: "list"}.get(
            setting.kind, setting.kind.value
        )
    unit = unit_of(setting.name)
    return f"{found} {unit}" if unit else found


def _bounds(setting: EditableSetting) -> str:
    section, _, key = setting.name.partition(".")
    known: Any = Settings.model_json_schema()
    model = known["$defs"][known["properties"][section]["$ref"].rpartition("/")[2]]
    field = model["properties"][key]
    shut_out = "exclusiveMinimum" in json.dumps(field)
    most = "" if setting.most is None else f"{setting.most:g}"
    if shut_out:
        return f"more than {setting.least:g}" + (f", up to {most}" if most else "")
    return f"{setting.least:g} to {most}" if most else f"{setting.least:g} or more"


def page() -> str:
    """Return the page's text."""
    return HEAD + "".join(_sections())


def _sections() -> Iterator[str]:
    before = ""
    sections = {name: field.get_default(call_default_factory=True) for name, field in Settings.model_fields.items()}
    defaults = Settings.model_construct(**sections)
    for name, setting in editable_settings().items():
        if setting.section != before:
            before = setting.section
            yield f"\n## {TITLES[before]}: `[{before}]`\n\n| setting | default | values | page | what it does |\n"
            yield "|---|---|---|---|---|\n"
        key = name.partition(".")[2]
        locked = "no" if setting.locked is not None else "yes"
        text = str(setting.description).replace("|", "\\|")
        yield f"| `{key}` | {_default(setting, defaults)} | {_values(setting)} | {locked} | {text} |\n"


def main() -> int:
    """Write the page, or check it."""
    text = page()
    if "--check" in sys.argv[1:]:
        if PAGE.read_text(encoding="utf-8") != text:
            print(f"{PAGE.name} is out of date: run python docs/settings_table.py")
            return 1
        return 0
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    os.environ.pop("OVERLOOK_SETTINGS", None)
    sys.exit(main())
