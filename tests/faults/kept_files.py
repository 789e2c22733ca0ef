"""What a table keeps in its data folder, file by file, and how each is read: for whoever damages it."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from calibration.catalogue import load_catalogue
from calibration.errors import RigError
from calibration.files import digested_toml, with_digest
from calibration.rig import load_rig, save_rig
from messages.message import Message
from overlook.app.composition import report_accuracy
from overlook.app.table_vision import MountStore
from overlook.data_folder import TableClaim, load_or_create_secret, read_pairing_term
from overlook.first_run.prerequisites import Choices, ChoicesStore
from overlook.hall.judge_calls import FILE as CALLS
from overlook.hall.judge_calls import CallLog
from overlook.hall.outbox_relay import FILE, MatchedGames, OutboxRelay, open_outbox, seal_key
from overlook.hall.outbox_relay import MATCHES_FILE as MATCHES
from overlook.hall.outbox_relay import NAME as SEAL_KEY
from overlook.machine.page_settings import PageSetting, PageSettings, PageSettingsStore
from overlook.setup.draft import DraftStore
from overlook.setup.saved_setups import SavedSetups
from overlook.setup.terrain import Libraries
from overlook.simulated.simulated_box import BoxMemory
from overlook.table.games.games import Games, GameSidecar
from overlook.table.recordings.clips import read_clip
from overlook.table.tray.roll_storage import store_beside
from referee.editions.registry import ruleset_of
from referee.records.duration import ClockReading
from referee.records.journal.tail import LastAcknowledged, put_tail, read_end
from referee.rules.ruling import Threshold
from simulation.scene.example_table import example_poses, example_rig
from tests.compat.observed import FIXTURES
from tests.compat.yesterday import restored
from venue.errors import OutboxError
from venue.protocol import JudgeCalled
from vision.dice.face_templates import SIDE_PX, Example
from vision.dice.tray import TrayError, load_tray
from web.auth.pairing_term import PairingRecord
from web.contract.errors import UnknownError

VERSION = "v0_1"
KEPT, GAME = "0040", "0002"
"""The newest game among the fixtures, and its number here, where two are enough."""

Reader = Callable[[Path], tuple[Any, str]]
"""Returns what is in a data folder, and what is said to be wrong with it."""


def _text(fault: Message | None) -> str:
    return "" if fault is None else str(fault)


def _secret(data: Path) -> tuple[Any, str]:
    said: list[Message] = []
    length = len(load_or_create_secret(data, said.append))
    return length, "".join(map(str, said))


def _seal_key(data: Path) -> tuple[Any, str]:
    try:
        return len(seal_key(data)), ""
    except OutboxError as fault:
        return None, str(fault)


def _certificate(data: Path) -> tuple[Any, str]:
    said: list[tuple[str, str]] = []
    report_accuracy(lambda _, state, sentence: said.append((state, str(sentence))), data / "certificate.json")
    return said, "".join(sentence for state, sentence in said if state != "ok")


def _mounts(data: Path) -> tuple[Any, str]:
    store = MountStore(data / "mounting.json", load_catalogue(data / "restored-settings" / "catalogue.json"))
    return store.read().to_json(), _text(store.fault)


def _tray(data: Path) -> tuple[Any, str]:
    try:
        return repr(load_tray(data / "tray.json")), ""
    except TrayError as fault:
        return None, str(fault)


def _examples(data: Path) -> tuple[Any, str]:
    store = store_beside(data / "tray.json")
    kept = store.read(load_tray(data / "tray.json"))
    return [(one.value, one.roll, one.player, one.face.tobytes()) for one in kept], _text(store.fault)


def _sidecar(data: Path) -> tuple[Any, str]:
    sidecar = GameSidecar(data / "games" / f"{GAME}.game")
    return sidecar.clock(ClockReading("", 0.0, 0.0), 0), _text(sidecar.trouble)


def _game(data: Path) -> tuple[Any, str]:
    games = Games(data)
    try:
        log = games.go_on(ruleset_of("kt24").flow).log
        return log, _text(games.trouble)
    finally:
        games.close()


def _draft(data: Path) -> tuple[Any, str]:
    store = DraftStore(data / "setup")
    draft = store.read()
    return draft, _text(store.fault)


def _saved(data: Path) -> tuple[Any, str]:
    saved = SavedSetups(data / "setup" / "shelf")
    return saved.kept, "".join(map(str, saved.faults))


def _libraries(data: Path) -> tuple[Any, str]:
    libraries = Libraries(data / "setup" / "libraries")
    return libraries.views(), "".join(map(str, libraries.faults))


def _rig(data: Path) -> tuple[Any, str]:
    try:
        return repr(load_rig(data / "rig.json")), ""
    except RigError as fault:
        return None, str(fault)


def _claim(data: Path) -> tuple[Any, str]:
    claim = TableClaim(data, wanted=True, steady=lambda: 0.0)
    return claim.seconds(), _text(claim.fault)


def _pairings(data: Path) -> tuple[Any, str]:
    term = read_pairing_term(data)
    return term.epoch, _text(term.fault)


def _choices(data: Path) -> tuple[Any, str]:
    store = ChoicesStore(data)
    return store.choices, _text(store.fault)


def _page_settings(data: Path) -> tuple[Any, str]:
    store = PageSettingsStore(data)
    return store.page, _text(store.fault)


def _box(data: Path) -> tuple[Any, str]:
    memory = BoxMemory(data / "setup")
    return repr(memory.read()), _text(memory.fault)  # placements are compared by what they are, not by what is in them


def _outbox(data: Path) -> tuple[Any, str]:
    outbox = open_outbox(data)
    try:
        return outbox.ready(0, 100), outbox.put_aside
    finally:
        outbox.close()


def _calls(data: Path) -> tuple[Any, str]:
    """What a table in a hall has of its calls: its log, and an outbox that was told of them."""
    log = CallLog(data / CALLS)
    games, outbox = Games(data / "hall"), open_outbox(data / "hall")
    try:
        OutboxRelay(games, outbox, Threshold(), log).copy_new_events()
    finally:
        outbox.close()
    return log.facts, str(log.fault or "")


def _matches(data: Path) -> tuple[Any, str]:
    matches = MatchedGames(data / MATCHES)
    return matches.matches, str(matches.fault or "")


def _clip(data: Path) -> tuple[Any, str]:
    try:
        return read_clip(data / CLIP), ""
    except UnknownError as fault:
        return None, str(fault)


CLIP = f"games/{GAME}.clips/195.zip"
FILES: Mapping[str, Reader] = {
    "cookie-secret": _secret,
    SEAL_KEY: _seal_key,
    "certificate.json": _certificate,
    "mounting.json": _mounts,
    "tray.json": _tray,
    "tray-examples.json": _examples,
    "rig.json": _rig,
    "claim.json": _claim,
    "pairings.json": _pairings,
    "seat-holders.json": _pairings,
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
    CALLS: _calls,
    MATCHES: _matches,
    CLIP: _clip,
}

HAVE_ORDER = (f"games/{GAME}.game", f"games/{GAME}.game.tail")
"""Of these an older one is no state of the table; another file that was put back is what its owner wants."""


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
            path.write_bytes(with_digest(path.read_bytes()))
    library = data / "setup" / "libraries" / "our-own.toml"
    library.write_bytes(digested_toml(library.read_text()))
    save_rig(example_rig(), data / "rig.json")
    (data / "claim.json").write_bytes(with_digest(b'{"version":1,"claimed":false,"used_s":60.0}'))
    record = PairingRecord(epoch="of a test", idle_s=60.0, ended=2, players_from=1, forgotten=("0" * 16,))
    (data / "pairings.json").write_bytes(with_digest(record.model_dump_json().encode()))
    holders = b'{"version":1,"epoch":"of a test","holders":{"p1":"0123456789abcdef"}}'
    (data / "seat-holders.json").write_bytes(with_digest(holders))
    ChoicesStore(data).keep(Choices(source="v4l2:/dev/video0", kit_board=True))
    setting = PageSetting(value=9000, instead_of=8765)
    PageSettingsStore(data).keep(PageSettings(settings={"web.port": setting}))
    faces = np.random.default_rng(6).integers(0, 256, (3, SIDE_PX, SIDE_PX, 3), np.uint8)
    said = tuple(Example(6, f"roll-{number}", "p1", face) for number, face in enumerate(faces))
    store_beside(data / "tray.json").keep(said, load_tray(data / "tray.json"))
    BoxMemory(data / "setup").keep(example_poses())
    log = CallLog(data / CALLS)
    for number in range(3):
        log.add(JudgeCalled(call=f"call-{number:04}", by="Ann", words=f"{number}"), datetime(2026, 11, 26, tzinfo=UTC))
    MatchedGames(data / MATCHES).begin(Games(data), int(GAME), "0123456789abcdef0123456789abcdef")
    (data / "hall").mkdir()
    _calls(data)
    seal_key(data)


def older(data: Path, name: str, behind: int) -> bytes:
    """Return a game's file, or that of its end, as it was so many events before; raises nothing that tests await."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(data / "games", Path(folder) / "games"))
        game = copy / f"{GAME}.game"
        with contextlib.closing(sqlite3.connect(game)) as database:
            (last,) = database.execute("SELECT max(sequence) FROM events").fetchone()
            at = max(1, last - behind)
            database.execute("DELETE FROM events WHERE sequence > ?", (at,))
            (seal,) = database.execute("SELECT seal FROM events WHERE sequence = ?", (at,)).fetchone()
            database.commit()
        if not name.endswith(".tail"):
            return game.read_bytes()
        ends = copy / "another.game"
        tail = put_tail(ends)
        tail.write(LastAcknowledged(at, seal))
        tail.close()
        assert read_end(ends.with_name("another.game.tail")) == LastAcknowledged(at, seal)
        return ends.with_name("another.game.tail").read_bytes()
