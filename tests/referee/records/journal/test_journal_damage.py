"""A journal cut at any byte, or killed at any moment: what stood before the damage is still there."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalDamagedError, JournalError
from referee.records.journal.journal import Journal
from referee.records.journal.reading import read_journal
from referee.records.journal.recovery import recover, salvage
from tests.depth import depth

CUTS = depth(60, 200)


def made(number: int) -> JournalEntry:
    data = {"by": "any", "key": f"marker-{number:05d}", "means": "x" * (number % 90)}
    return JournalEntry(sequence=number, id=f"i{number}", cause=number, edition="kt24", kind="call", data=data)


EVENTS = tuple(made(number) for number in range(1, 121))


def prefix_of(events: tuple[JournalEntry, ...], found: tuple[JournalEntry, ...]) -> bool:
    return found == events[: len(found)]


def copied(path: Path, folder: Path) -> Path:
    folder.mkdir()
    for suffix in ("", "-wal"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            shutil.copyfile(beside, folder / beside.name)
    return folder / path.name


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal that was closed: everything is in the main file."""
    path = tmp_path_factory.mktemp("closed") / "game"
    with Journal.open(path) as journal:
        for event in EVENTS:
            journal.append((event,))
    assert not path.with_name("game-wal").exists()
    return path


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[int]]:
    """A journal whose program was cut off: half is in the main file, the rest in the write-ahead log."""
    path = tmp_path_factory.mktemp("running") / "game"
    journal = Journal.open(path)
    for event in EVENTS[:60]:
        journal.append((event,))
    journal._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    sizes = []
    wal = path.with_name("game-wal")
    for event in EVENTS[60:]:
        journal.append((event,))
        sizes.append(wal.stat().st_size)
    left = copied(path, path.parent / "left")
    journal.close()
    return left, sizes


def test_a_main_file_cut_at_any_byte_says_where_and_gives_back_what_stands_before(closed: Path, tmp_path: Path) -> None:
    whole = closed.read_bytes()
    draws = random.Random(7)
    kept = []
    for number, cut in enumerate(sorted(draws.sample(range(len(whole)), CUTS))):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "game"
        path.write_bytes(whole[:cut])
        if cut == 0:
            assert read_journal_or_none(path) in (None, ())
            continue
        with pytest.raises(JournalError) as error:
            Journal.open(path).close()
        assert str(path) in str(error.value)
        assert isinstance(error.value, JournalDamagedError)
        saved = salvage(path)
        assert prefix_of(EVENTS, saved.events)
        assert saved.why
        assert path.read_bytes() == whole[:cut]
        kept.append((cut, len(saved.events)))
    assert kept == sorted(kept, key=lambda pair: (pair[0], pair[1])), "a later cut never saves less"
    assert kept[-1][1] > len(EVENTS) // 2


def read_journal_or_none(path: Path) -> tuple[JournalEntry, ...] | None:
    try:
        return read_journal(path)
    except JournalError:
        return None


def test_every_event_whose_pages_lie_before_the_cut_is_saved(closed: Path, tmp_path: Path) -> None:
    """The pages of a table that only grows lie in the order of its rows: a cut costs what lies behind it, no more."""
    whole = closed.read_bytes()
    page = int.from_bytes(whole[16:18], "big")
    places = [whole.index(event.data["key"].encode()) for event in EVENTS]
    ends = [place - place % page + page for place in places]
    assert ends == sorted(ends)
    draws = random.Random(11)
    for cut in draws.sample(range(min(ends), len(whole)), 60):
        path = tmp_path / f"cut-{cut}"
        path.write_bytes(whole[:cut])
        assert len(salvage(path).events) >= sum(end <= cut for end in ends) > 0


def test_a_write_ahead_log_cut_at_any_byte_keeps_every_event_written_before_the_cut(
    running: tuple[Path, list[int]], tmp_path: Path
) -> None:
    left, sizes = running
    wal = left.with_name("game-wal").read_bytes()
    assert len(wal) == sizes[-1]
    draws = random.Random(23)
    for number, cut in enumerate(draws.sample(range(len(wal)), CUTS)):
        folder = tmp_path / str(number)
        path = copied(left, folder)
        path.with_name("game-wal").write_bytes(wal[:cut])
        with Journal.open(path) as journal:
            found = journal.events
        acknowledged = 60 + sum(size <= cut for size in sizes)
        assert prefix_of(EVENTS, found)
        assert len(found) == acknowledged


def test_a_flipped_byte_is_found_or_harmless_and_never_gives_a_false_event(closed: Path, tmp_path: Path) -> None:
    whole = bytearray(closed.read_bytes())
    draws = random.Random(3)
    found = 0
    for number in range(CUTS):
        place = draws.randrange(len(whole))
        damaged = bytearray(whole)
        damaged[place] ^= 1 << draws.randrange(8)
        path = tmp_path / f"flip-{number}"
        path.write_bytes(damaged)
        try:
            with Journal.open(path) as journal:
                assert journal.events == EVENTS
        except JournalError:
            found += 1
            assert prefix_of(EVENTS, salvage(path).events)
    assert found > CUTS // 4


def test_recover_puts_a_sound_journal_in_its_place_and_keeps_the_damaged_one(closed: Path, tmp_path: Path) -> None:
    whole = closed.read_bytes()
    path = tmp_path / "game"
    path.write_bytes(whole[: len(whole) * 3 // 4])
    saved = salvage(path).events
    aside = recover(path)
    assert aside == tmp_path / "game.damaged-1"
    assert aside.read_bytes() == whole[: len(whole) * 3 // 4]
    with Journal.open(path) as journal:
        assert journal.events == saved
        journal.append(EVENTS[len(saved) :])
    assert read_journal(path) == EVENTS


def test_nothing_that_can_be_saved_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"SQLite format 3\x00" + b"\x00" * 90)
    with pytest.raises(JournalError) as refused:
        recover(path)
    assert refused.value.message.code == "journal-nothing-saved"
    assert path.stat().st_size == 106
    with pytest.raises(JournalError) as missing:
        salvage(tmp_path / "nowhere")
    assert missing.value.message.code == "journal-unknown"


WRITER = """
import sys
from referee.records.journal.journal import Journal
from referee.game.journal_entry import JournalEntry
with Journal.open(sys.argv[1]) as journal:
    number = journal.last_sequence
    while True:
        batch = tuple(
            JournalEntry(sequence=n, id=f"i{n}", cause=number + 1, edition="kt24", kind="call", data={"key": "k" * 50})
            for n in range(number + 1, number + 1 + number % 4 + 1)
        )
        journal.append(batch)
        number = batch[-1].sequence
        print(number, flush=True)
"""


@pytest.mark.long
def test_kill_9_loses_no_acknowledged_event(tmp_path: Path) -> None:
    path = tmp_path / "game"
    draws = random.Random(5)
    last = 0
    for _ in range(depth(3, 12)):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert writer.stdout is not None
        assert writer.stdout.readline(), "the writer did not start"
        time.sleep(draws.uniform(0.0, 0.05))
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().split()
        writer.stdout.close()
        writer.wait(timeout=60)
        acknowledged = int(rest[-1]) if rest else last + 1
        found = [event.sequence for event in read_journal(path)]
        assert found == list(range(1, len(found) + 1))
        assert len(found) >= acknowledged
        assert len(found) > last
        last = len(found)


@pytest.mark.parametrize("at", range(0, 300, 6))
def test_a_letter_of_its_description_that_is_none_is_named_and_nothing_else_is_raised(
    closed: Path, tmp_path: Path, at: int
) -> None:
    copy = copied(closed, tmp_path / "copy")
    data = bytearray(copy.read_bytes())
    data[data.find(b"CREATE TABLE") + at] = 0xC1
    copy.write_bytes(data)
    with suppress(JournalDamagedError), Journal.open(copy) as journal:
        assert journal.events == EVENTS
    assert prefix_of(EVENTS, salvage(copy).events)
