"""A release as small as can be: a wheel in Overlook's form whose program serves, or does not, as a test wants it."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Mapping
from pathlib import Path

RELEASED_AS, DISTRIBUTION = "overlook", "overlook-referee"
"""The two names of the distribution: until every table takes the second one, releases have the first."""

CHANGELOG = "# Changes\n\n## {version}\n\n- What is new in {version}.\n\n## 0.2.0\n\n- What was new then.\n"
PROGRAM = """
import os, sys, time
from importlib.metadata import version
from pathlib import Path

def main():
    words = sys.argv[1:]
    if words == ["--version"]:
        print("overlook", version({name!r}))
    elif words[:1] == ["backup"]:
        Path(words[1]).write_text(Path(os.environ["OVERLOOK_DATA"], "game").read_text())
    elif words == ["run"]:
        serve({behaviour!r})

def serve(behaviour):
    if behaviour == "breaks":
        raise SystemExit("broken")
    if behaviour != "hangs":
        said = f"{{os.getpid()}} {{Path(sys.prefix).parent}} {{version({name!r})}}\\n"
        new = Path(os.environ["OVERLOOK_POWER"], "plays.new")
        new.write_text(said)
        new.rename(new.with_name("plays"))
    if behaviour == "dies":
        raise SystemExit("died")
    time.sleep(600)
"""
"""What an installed table's program does for the system: its version, back-ups, and to say that it serves."""


def small_files(version: str, behaviour: str = "serves", name: str = RELEASED_AS) -> dict[str, str]:
    """Return the files of such a release but for its record. `name` is that of its distribution."""
    stem = f"{name.replace('-', '_')}-{version}"
    info, beside = f"{stem}.dist-info", f"{stem}.data/data/share/overlook"
    return {
        "overlook/__init__.py": "",
        "overlook/cli/__init__.py": "",
        "overlook/cli/main.py": PROGRAM.format(behaviour=behaviour, name=name),
        "web/__init__.py": "",
        f"{info}/METADATA": f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\n"
        "Requires-Python: >=3.11\nProvides-Extra: venue\nProvides-Extra: obs\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[console_scripts]\noverlook = overlook.cli.main:main\n",
        f"{beside}/CHANGELOG.md": CHANGELOG.format(version=version),
        f"{beside}/constraints.txt": "",
        f"{beside}/deploy/overlook.toml": "",
        f"{beside}/deploy/systemd/overlook.service": "",
        f"{beside}/deploy/update.sh": "",
    }


def pack(
    folder: Path, version: str, files: Mapping[str, str], record: str | None = None, name: str = RELEASED_AS
) -> Path:
    """Write a wheel of some files with their record, or with another one; return its path."""
    stem = f"{name.replace('-', '_')}-{version}"
    info = f"{stem}.dist-info"
    lines = [f"{file},sha256={_digest(text)},{len(text.encode())}" for file, text in files.items()]
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            archive.writestr(zipfile.ZipInfo(file), text)
        whole = "\n".join([*lines, f"{info}/RECORD,,"]) + "\n"
        archive.writestr(zipfile.ZipInfo(f"{info}/RECORD"), whole if record is None else record)
    return path


def small_release(folder: Path, version: str, behaviour: str = "serves", name: str = RELEASED_AS) -> Path:
    """Write such a release, and return its path. `behaviour` is serves, breaks, hangs or dies."""
    return pack(folder, version, small_files(version, behaviour, name), name=name)


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")
