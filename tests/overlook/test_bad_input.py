"""Bad input as a matrix: each kind of file that a command reads, with each fault.

A cell is one line on stderr that names the file, status 2, no traceback, and an unchanged file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from overlook.schemas import FORMATS
from tests.overlook.commands import overlook

READERS: Mapping[str, tuple[str, ...]] = {
    **{name: form.command for name, form in FORMATS.items() if name != "settings"},
    "rig": ("locate", "photo/table.png", "--rig", "rig.json", "--catalogue", "photo/catalogue.json"),
    "picture": ("locate", "table.png", "--rig", "photo/rig.json", "--catalogue", "photo/catalogue.json"),
    "tray": ("dice", "photo/table.png", "--tray", "tray.json"),
    "backup": ("restore", "table.backup", "--data", "restored"),
}
"""Arguments of the command that reads each kind of file."""

FILES = {
    **{name: FORMATS[name].file for name in READERS if name in FORMATS},
    "rig": "rig.json",
    "picture": "table.png",
    "tray": "tray.json",
    "backup": "table.backup",
}
BINARY = frozenset({"picture", "backup"})
HUGE = 3_000_000


def _twice(text: str) -> str:
    """Return a document in which the first id of a list occurs twice."""
    if 'id = "woods-a"' in text:
        return text.replace('id = "woods-a"', 'id = "hill"', 1)
    found = re.findall(r'"?\bid"?\s*[:=]\s*("[^"]+"|\d+)', text)
    other = next(one for one in found[1:] if one != found[0] and (one[0] == '"') == (found[0][0] == '"'))
    return re.sub(rf'("?\bid"?\s*[:=]\s*){re.escape(other)}', lambda part: part[1] + found[0], text, count=1)


def _version(number: int) -> Callable[[str], str]:
    return lambda text: re.sub(r'("?\bversion"?\s*[:=]\s*)\d+', lambda part: f"{part[1]}{number}", text, count=1)


def _nan(text: str) -> str:
    number = "NaN" if text[0] in "{[" else "nan"
    return re.sub(r"([:=\[,]\s*)\d+(\.\d+)?(?=\s*[,\]\n}])", rf"\g<1>{number}", text, count=1)


def _unknown(text: str) -> str:
    if text[0] in "{[":
        return text.replace("{", '{"unheard_of": 1, ', 1)
    return "unheard_of = 1\n" + text


FAULTS: Mapping[str, Callable[[str], str | bytes]] = {
    "empty": lambda text: "",
    "cut off": lambda text: text[: text.rindex('"')],
    "huge": lambda text: text + "#" * HUGE,
    "wrong type": lambda text: "3" if text[0] in "{[" else "name = 3\n",
    "NaN": _nan,
    "duplicate id": _twice,
    "unknown field": _unknown,
    "older version": _version(0),
    "newer version": _version(99),
    "wrong encoding": lambda text: text.replace('"', '"ü', 1).encode("cp1252"),
}
PLACES = ("directory", "missing")

LATER = "unknown fields are ignored, so that an older program opens the file of a newer one"
VERSIONLESS = "the file has no version: fields are added and never renamed"
NO_IDS = "the file has no list of ids"
IMAGE = "a fault of text files"
NOT_APPLICABLE: Mapping[tuple[str, str], str] = {
    **{(name, "unknown field"): LATER for name in ("adjudicate", "odds", "catalogue")},
    **{(name, f"{age} version"): VERSIONLESS for name in ("adjudicate", "odds") for age in ("older", "newer")},
    **{(name, "duplicate id"): NO_IDS for name in ("pack", "rig", "tray")},
    ("odds", "duplicate id"): "answers are listed in the order of the file",
    **{
        (name, fault): IMAGE
        for name in BINARY
        for fault in ("NaN", "duplicate id", "unknown field", "older version", "newer version", "wrong encoding")
    },
}
"""Cells that do not apply, each with its reason."""

ELSEWHERE: Mapping[str, str] = {
    "settings": "a damaged file never keeps a table from starting: tests/overlook/test_salvage.py",
    "CSV": "read by the hub's page: tests/venue/test_event_hub.py",
    "release": "checked before it is built: tests/overlook/machine/test_updating.py",
}
"""Inputs that no command reads, each with the tests of its faults."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("inputs")
    assert overlook("example", "photo", "--width", "640", folder=made).returncode == 0
    return made


def good(name: str, folder: Path) -> str:
    if name in FORMATS:
        return FORMATS[name].example()
    if name == "rig":
        return (folder / "photo" / "rig.json").read_text()
    return json.dumps({"version": 7, "id": "tray"})


CELLS = [(name, fault) for name in READERS for fault in (*FAULTS, *PLACES) if (name, fault) not in NOT_APPLICABLE]


def test_every_cell_without_a_test_has_a_reason(checkout: Path) -> None:
    assert len(CELLS) + len(NOT_APPLICABLE) == len(READERS) * (len(FAULTS) + len(PLACES))
    assert all(NOT_APPLICABLE.values())
    assert all((checkout / reason.rpartition(": ")[2]).is_file() for reason in ELSEWHERE.values())


@pytest.mark.parametrize(("name", "fault"), CELLS)
def test_bad_input_is_one_line_that_names_the_file(name: str, fault: str, folder: Path) -> None:
    path = folder / FILES[name]
    data = b""
    if fault == "directory":
        path.mkdir()
    elif fault != "missing":
        if name in BINARY:
            image = (folder / "photo" / "table.png").read_bytes()
            binary = {"empty": b"", "cut off": image[:300], "huge": b"\0" * HUGE, "wrong type": b"3"}
            changed: str | bytes = binary[fault]
        else:
            changed = FAULTS[fault](good(name, folder))
        data = changed if isinstance(changed, bytes) else changed.encode()
        path.write_bytes(data)
    try:
        done = overlook(*READERS[name], folder=folder)
        lines = done.stderr.strip().splitlines()
        assert done.returncode == 2, (done.returncode, done.stdout[-200:], done.stderr[-300:])
        assert "Traceback" not in done.stderr
        assert len(lines) == 1, done.stderr
        assert FILES[name] in lines[0]
        assert not path.is_file() or path.read_bytes() == data
    finally:
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink(missing_ok=True)
