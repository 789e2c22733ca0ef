"""`python -m tests.faults.damage [--times 50]`: every file of a data folder damaged in every way, and what is said.

For each file and each kind of damage: how often what was kept came out the same, how often its damage was named, how
often it came out otherwise without a word, how often no table was opened and the page in its place says why, and how
often the program would have ended.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from overlook.app.host import FAULTS
from tests.faults.kept_files import FILES, HAVE_ORDER, Reader, older, whole_folder

NOBODY = 65_534
Damage = Callable[[Path, random.Random], None]


def cut(path: Path, draws: random.Random) -> None:
    """Leave the beginning."""
    data = path.read_bytes()
    path.write_bytes(data[: draws.randrange(max(1, len(data)))])


def flipped(path: Path, draws: random.Random) -> None:
    """Turn one bit over."""
    data = bytearray(path.read_bytes())
    data[draws.randrange(len(data))] ^= 1 << draws.randrange(8)
    path.write_bytes(data)


def zeroed(path: Path, draws: random.Random) -> None:
    """Put zeros in place of a block."""
    data = bytearray(path.read_bytes())
    start = draws.randrange(len(data))
    block = min(4096, max(16, len(data) // 4))
    data[start : start + block] = bytes(len(data[start : start + block]))
    path.write_bytes(data)


def emptied(path: Path, _: random.Random) -> None:
    """Leave nothing in it."""
    path.write_bytes(b"")


def a_folder(path: Path, _: random.Random) -> None:
    """Put a folder in its place."""
    path.unlink()
    path.mkdir()


def noise(path: Path, draws: random.Random) -> None:
    """Put noise in its place."""
    path.write_bytes(draws.randbytes(draws.randrange(1, 5000)))


def unreadable(path: Path, _: random.Random) -> None:
    """Let nobody read it."""
    path.chmod(0)


def an_older(path: Path, draws: random.Random) -> None:
    """Put it back as it was some events before."""
    data = next(folder for folder in path.parents if (folder / "games").is_dir())
    path.write_bytes(older(data, str(path.relative_to(data)), draws.randrange(1, 60)))


def read_only(path: Path, _: random.Random) -> None:
    """Let nobody write in the whole folder."""
    data = next(folder for folder in path.parents if (folder / "games").is_dir())
    for folder in (data, *(each for each in data.rglob("*") if each.is_dir())):
        folder.chmod(0o555)
    for file in data.rglob("*"):
        if file.is_file():
            file.chmod(0o444)


DAMAGES: Mapping[str, Damage] = {
    each.__name__: each for each in (cut, flipped, zeroed, emptied, a_folder, noise, unreadable, an_older, read_only)
}


def applies(name: str, kind: str) -> bool:
    """Whether a file can be damaged so."""
    return kind != an_older.__name__ or name in HAVE_ORDER


@contextlib.contextmanager
def as_an_owner(folder: Path) -> Iterator[None]:
    """Be somebody who owns a folder and may no more than its files allow: root may all of it."""
    if os.geteuid() != 0:
        yield
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@dataclass(slots=True)
class Tally:
    """What became of the tries of one kind of damage to one file."""

    same: int = 0
    named: int = 0
    silent: int = 0
    instead: int = 0
    failed: int = 0
    said: str = ""


def tried(data: Path, name: str, damage: Damage, times: int) -> Tally:
    """Return what became of so many tries."""
    read = FILES[name]
    tally, draws = Tally(), random.Random(f"{name} {damage.__name__}")
    with tempfile.TemporaryDirectory(prefix="overlook-damaged-") as folder:
        Path(folder).chmod(0o755)
        first = Path(shutil.copytree(data, Path(folder) / "whole"))
        was, _ = _read(read, first)
        for number in range(times):
            copy = Path(shutil.copytree(first, Path(folder) / str(number)))
            damage(copy / name, draws)
            try:
                with as_an_owner(copy):
                    now, said = _read(read, copy)
            except (*FAULTS, OSError) as fault:
                tally.instead += 1
                tally.said = str(fault).replace(str(copy), "")
            except Exception as fault:  # whatever it is, the program would have ended
                tally.failed += 1
                tally.said = repr(fault)
            else:
                tally.same += now == was
                tally.named += now != was and bool(said)
                tally.silent += now != was and not said
                tally.said = said or tally.said
            shutil.rmtree(copy)
    return tally


def _read(read: Reader, data: Path) -> tuple[Any, str]:
    found, said = read(data)
    return found, said.replace(str(data), "")


def main() -> int:
    """Try everything; return 1 when a table would not have started, or would have said nothing of what it lacks."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.damage", description=__doc__)
    parser.add_argument("--times", type=int, default=50, help="how often each")
    parser.add_argument("--kept", type=Path, help="a file of what was tried before: it is not tried again")
    asked = parser.parse_args()
    known = _known(asked.kept)
    print(f"{'file':58} {'damage':10} same named silent instead failed")
    with whole_folder() as data:
        for name in FILES:
            for kind, damage in DAMAGES.items():
                if not applies(name, kind):
                    continue
                if (name, kind) not in known:
                    known[name, kind] = tried(data, name, damage, asked.times)
                    _note(asked.kept, name, kind, known[name, kind])
                found = known[name, kind]
                counts = f"{found.same:4} {found.named:5} {found.silent:6} {found.instead:7} {found.failed:6}"
                print(f"{name:58} {kind:10} {counts}  {found.said[:90]}", flush=True)
    bad = sum(found.failed + found.silent for found in known.values())
    print(f"{len(known)} files and kinds of damage, {bad} tries that were silent or kept the table from starting")
    return 1 if bad else 0


def _known(kept: Path | None) -> dict[tuple[str, str], Tally]:
    if kept is None or not kept.exists():
        return {}
    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    return {(one["file"], one["damage"]): Tally(**one["tally"]) for one in lines}


def _note(kept: Path | None, name: str, kind: str, tally: Tally) -> None:
    if kept is not None:
        with kept.open("a") as file:
            file.write(json.dumps({"file": name, "damage": kind, "tally": asdict(tally)}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
