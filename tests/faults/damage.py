"""`python -m tests.faults.damage [--times 50]`: every file of a data folder damaged in every way, and what is said.

For each file and each kind of damage: how often what was kept came out the same, how often its damage was named, how
often it came out otherwise without a word, and how often the table would not have started.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.catalogue import load_catalogue
from calibration.digest import digested, digested_toml
from calibration.errors import RigError
from calibration.rig import load_rig, save_rig
from hardware.simulated.example import example_poses, example_rig
from overlook.claim import TableClaim
from overlook.cookie_secret import secret_of
from overlook.demo.box_memory import BoxMemory
from overlook.first_run.choices import Choices, ChoicesStore
from overlook.hall.outbox_relay import FILE, open_outbox
from overlook.machine.page_settings import PageSetting, PageSettings, PageSettingsStore
from overlook.opened_table import report_accuracy
from overlook.setup.draft_store import DraftStore
from overlook.setup.libraries import Libraries
from overlook.setup.saved_setups import SavedSetups
from overlook.table.game_sidecar import GameSidecar
from overlook.table.games import Games
from overlook.table.mount_store import MountStore
from referee.editions.registry import ruleset_of
from tests.compat.observed import FIXTURES
from tests.compat.yesterday import restored
from vision.dice.tray import TrayError
from vision.dice.tray_file import load_tray

VERSION = "v0_1"
KEPT, GAME = "0040", "0002"
"""The newest game among the fixtures, and its number here, where two are enough."""

Damage = Callable[[Path, random.Random], None]
Reader = Callable[[Path], tuple[Any, str]]
"""Returns what is in a data folder, and what is said to be wrong with it."""


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


DAMAGES: Mapping[str, Damage] = {each.__name__: each for each in (cut, flipped, zeroed, emptied, a_folder, noise)}


def _secret(data: Path) -> tuple[Any, str]:
    said: list[str] = []
    length = len(secret_of(data, said.append))
    return length, "".join(said)


def _certificate(data: Path) -> tuple[Any, str]:
    said: list[tuple[str, str]] = []
    report_accuracy(lambda _, state, sentence: said.append((state, sentence)), data / "certificate.json")
    return said, "".join(sentence for state, sentence in said if state != "ok")


def _mounts(data: Path) -> tuple[Any, str]:
    store = MountStore(data / "mounting.json", load_catalogue(data / "restored-settings" / "catalogue.json"))
    return store.read().to_json(), store.fault


def _tray(data: Path) -> tuple[Any, str]:
    try:
        return repr(load_tray(data / "tray.json")), ""
    except TrayError as fault:
        return None, str(fault)


def _sidecar(data: Path) -> tuple[Any, str]:
    sidecar = GameSidecar(data / "games" / f"{GAME}.game")
    return sidecar.clock(0.0, 0), sidecar.trouble


def _game(data: Path) -> tuple[Any, str]:
    games = Games(data)
    try:
        log = games.go_on(ruleset_of("kt24").flow).log
        return log, games.trouble
    finally:
        games.close()


def _draft(data: Path) -> tuple[Any, str]:
    store = DraftStore(data / "setup")
    return store.read(), store.fault


def _saved(data: Path) -> tuple[Any, str]:
    saved = SavedSetups(data / "setup" / "shelf")
    return saved.kept, "".join(saved.faults)


def _libraries(data: Path) -> tuple[Any, str]:
    libraries = Libraries(data / "setup" / "libraries")
    return libraries.views(), "".join(libraries.faults)


def _rig(data: Path) -> tuple[Any, str]:
    try:
        return repr(load_rig(data / "rig.json")), ""
    except RigError as fault:
        return None, str(fault)


def _claim(data: Path) -> tuple[Any, str]:
    claim = TableClaim(data, wanted=True, steady=lambda: 0.0)
    return claim.seconds(), claim.fault


def _choices(data: Path) -> tuple[Any, str]:
    store = ChoicesStore(data)
    return store.choices, store.fault


def _page_settings(data: Path) -> tuple[Any, str]:
    store = PageSettingsStore(data)
    return store.page, store.fault


def _box(data: Path) -> tuple[Any, str]:
    memory = BoxMemory(data / "setup")
    return memory.read(), memory.fault


def _outbox(data: Path) -> tuple[Any, str]:
    outbox = open_outbox(data)
    try:
        return outbox.ready(0, 100), outbox.put_aside
    finally:
        outbox.close()


FILES: Mapping[str, Reader] = {
    "cookie-secret": _secret,
    "certificate.json": _certificate,
    "mounting.json": _mounts,
    "tray.json": _tray,
    "rig.json": _rig,
    "claim.json": _claim,
    "page-settings.json": _page_settings,
    "first-run/choices.json": _choices,
    "setup/box.json": _box,
    f"games/{GAME}.beside.json": _sidecar,
    f"games/{GAME}.game": _game,
    f"games/{GAME}.game.tail": _game,
    "setup/draft.json": _draft,
    "setup/shelf/team-of-p1-against-team-of-p2-the-ferry.json": _saved,
    "setup/libraries/our-own.toml": _libraries,
    FILE: _outbox,
}


@dataclass(slots=True)
class Tally:
    """What became of the tries of one kind of damage to one file."""

    same: int = 0
    named: int = 0
    silent: int = 0
    failed: int = 0
    said: str = ""


@contextlib.contextmanager
def whole_folder() -> Iterator[Path]:
    """Give a table's data folder as its program leaves it, with its outbox, its newest game's end and its digests."""
    with tempfile.TemporaryDirectory(prefix="overlook-damage-") as folder:
        fixtures = Path(shutil.copytree(FIXTURES / VERSION, Path(folder) / VERSION))
        data = restored(fixtures, Path(folder))
        for game in (data / "games").iterdir():
            if not game.name.startswith((KEPT, "0039")) or game.name.endswith(("-shm", "-wal")):
                (shutil.rmtree if game.is_dir() else Path.unlink)(game)
        (data / "games" / "0039.game").rename(data / "games" / "0001.game")
        for beside in (data / "games").glob(f"{KEPT}*"):
            beside.rename(beside.with_name(beside.name.replace(KEPT, GAME, 1)))
        shutil.copy(fixtures / "hall" / FILE, data / FILE)
        _kept_today(data)
        yield data


def _kept_today(data: Path) -> None:
    """Have what an earlier program kept stand as this one keeps it, and what that one did not know beside it."""
    for name in FILES:
        path = data / name
        if path.suffix == ".json" and path.exists():
            path.write_bytes(digested(path.read_bytes()))
    library = data / "setup" / "libraries" / "our-own.toml"
    library.write_bytes(digested_toml(library.read_text()))
    save_rig(example_rig(), data / "rig.json")
    (data / "claim.json").write_bytes(digested(b'{"version":1,"claimed":false,"used_s":60.0}'))
    ChoicesStore(data).keep(Choices(source="v4l2:/dev/video0", kit_board=True))
    setting = PageSetting(value=9000, instead_of=8765)
    PageSettingsStore(data).keep(PageSettings(settings={"web.port": setting}))
    BoxMemory(data / "setup").keep(example_poses())


def tried(data: Path, name: str, damage: Damage, times: int) -> Tally:
    """Return what became of so many tries."""
    read = FILES[name]
    tally, draws = Tally(), random.Random(f"{name} {damage.__name__}")
    with tempfile.TemporaryDirectory(prefix="overlook-damaged-") as folder:
        first = Path(shutil.copytree(data, Path(folder) / "whole"))
        was, _ = _read(read, first)
        for number in range(times):
            copy = Path(shutil.copytree(first, Path(folder) / str(number)))
            damage(copy / name, draws)
            try:
                now, said = _read(read, copy)
            except Exception as fault:  # whatever it is, the table would not have started
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
    """Try everything; return 1 when a table would not have started."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.damage", description=__doc__)
    parser.add_argument("--times", type=int, default=50, help="how often each")
    times, failed = parser.parse_args().times, 0
    print(f"{'file':58} {'damage':9} same named silent failed")
    with whole_folder() as data:
        for name in FILES:
            for kind, damage in DAMAGES.items():
                found = tried(data, name, damage, times)
                failed += found.failed
                counts = f"{found.same:4} {found.named:5} {found.silent:6} {found.failed:6}"
                print(f"{name:58} {kind:9} {counts}  {found.said[:90]}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
