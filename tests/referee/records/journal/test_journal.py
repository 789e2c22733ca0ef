"""The journal: what was acknowledged is there, in order, for one writer at a time."""

from __future__ import annotations

import errno
import json
import os
import resource
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from messages.message import Message
from referee.game.journal_entry import JournalEntry
from referee.records.journal.database import APPLICATION_ID, MIGRATIONS, locked
from referee.records.journal.errors import JournalBusyError, JournalDamagedError, JournalError
from referee.records.journal.journal import Journal
from referee.records.journal.reading import read_journal
from tests.descriptors import descriptors_on
from tests.referee.records.conftest import Maker


def test_what_was_appended_is_there_after_opening_again(tmp_path: Path, make_events: Maker) -> None:
    events = make_events(5)
    with Journal.open(tmp_path / "game.overlook") as journal:
        journal.append(events[:2])
        journal.append(events[2:])
        assert journal.events == events
    with Journal.open(tmp_path / "game.overlook") as journal:
        assert journal.events == events
        assert journal.last_sequence == 5
        journal.append(make_events(1, first=6))
    assert read_journal(tmp_path / "game.overlook") == (*events, *make_events(1, first=6))


def test_it_is_wal_with_full_synchronous_writes_and_knows_its_schema(tmp_path: Path, make_events: Maker) -> None:
    path = tmp_path / "game.overlook"
    with Journal.open(path) as journal:
        journal.append(make_events(1))
        asked = journal._connection.execute
        assert asked("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert asked("PRAGMA synchronous").fetchone()[0] == 2
        assert asked("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
        assert asked("PRAGMA application_id").fetchone()[0] == APPLICATION_ID


@pytest.mark.parametrize("first", [1, 3, 7])
def test_events_that_leave_a_hole_are_refused_and_nothing_of_them_is_kept(
    tmp_path: Path, make_events: Maker, first: int
) -> None:
    with Journal.open(tmp_path / "game") as journal:
        journal.append(make_events(1))
        with pytest.raises(JournalError) as refused:
            journal.append(make_events(3, first=first))
        message = refused.value.message
        assert message.code == "journal-out-of-order"
        assert (message["event"], message["before"], message["expected"]) == (first, 1, 2)
        assert journal.last_sequence == 1
    assert len(read_journal(tmp_path / "game")) == 1


def test_a_batch_is_kept_whole_or_not_at_all(tmp_path: Path, make_events: Maker) -> None:
    with Journal.open(tmp_path / "game") as journal:
        journal.append(make_events(2))
        twice = JournalEntry(**{**make_events(1, first=4)[0].model_dump(), "id": "id-1"})
        with pytest.raises(JournalError) as refused:
            journal.append((*make_events(1, first=3), twice))
        assert refused.value.message["what"] == Message.of("journal-appending", first=3, last=4)
        assert [event.sequence for event in journal.events] == [1, 2]
        journal.append(make_events(2, first=3))
    assert len(read_journal(tmp_path / "game")) == 4


def test_a_second_opener_is_refused_in_one_line_that_names_the_holder(tmp_path: Path, make_events: Maker) -> None:
    path = tmp_path / "game"
    with Journal.open(path) as journal:
        journal.append(make_events(1))
        with pytest.raises(JournalBusyError) as busy:
            Journal.open(path)
        assert busy.value.message == Message.of("journal-in-use", file=path, process=str(os.getpid()))
        assert "\n" not in str(busy.value)
        assert isinstance(busy.value, BlockingIOError)
        assert len(read_journal(path)) == 1
    Journal.open(path).close()


def test_another_process_is_refused_too(tmp_path: Path, make_events: Maker) -> None:
    path = tmp_path / "game"
    with Journal.open(path) as journal:
        journal.append(make_events(1))
        tried = subprocess.run(
            [sys.executable, "-c", f"from referee.records.journal.journal import Journal; Journal.open({str(path)!r})"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert tried.returncode == 1
    assert "JournalBusyError" in tried.stderr.splitlines()[-1]
    assert f"process {os.getpid()} has this game open" in tried.stderr.splitlines()[-1]


def test_the_time_of_each_event_is_written_beside_it(tmp_path: Path, make_events: Maker) -> None:
    start = datetime(2025, 3, 1, 12, 0, tzinfo=UTC)
    ticks = count()
    with Journal.open(tmp_path / "game", clock=lambda: start + timedelta(seconds=next(ticks))) as journal:
        journal.append(make_events(2))
        journal.append(make_events(1, first=3))
        assert journal.times() == {1: start, 2: start, 3: start + timedelta(seconds=1)}


def test_an_older_file_is_brought_up_and_keeps_its_events(tmp_path: Path, make_events: Maker) -> None:
    path = tmp_path / "game"
    with Journal.open(path) as journal:
        journal.append(make_events(3))
    newer = (*MIGRATIONS, "CREATE TABLE clips (sequence INTEGER PRIMARY KEY, name TEXT NOT NULL);")
    with Journal.open(path, migrations=newer) as journal:
        assert journal.events == make_events(3)
        assert journal._connection.execute("SELECT count(*) FROM clips").fetchone()[0] == 0
        assert journal._connection.execute("PRAGMA user_version").fetchone()[0] == len(newer)
    with pytest.raises(
        JournalError, match=rf"newer Overlook \(schema {len(newer)}, this one reads {len(MIGRATIONS)}\)"
    ):
        Journal.open(path)


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, make_events: Maker) -> None:
    path = tmp_path / "game"
    with Journal.open(path) as journal:
        journal.append(make_events(3))
    with pytest.raises(JournalError, match="cannot be brought up to date"):
        Journal.open(path, migrations=(*MIGRATIONS, "CREATE TABLE clips (x); DROP TABLE nothing_of_that_name;"))
    with Journal.open(path) as journal:
        assert journal.events == make_events(3)
        tables = journal._connection.execute("SELECT name FROM sqlite_master WHERE name='clips'").fetchall()
        assert tables == []


def test_somebody_elses_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE mine (x)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalError) as refused:
        Journal.open(path)
    assert refused.value.message.code == "journal-other-database"
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_says_so(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("dear referee, " * 200)
    with pytest.raises(JournalDamagedError) as damaged:
        Journal.open(path)
    assert damaged.value.message.code == "journal-damaged"
    with pytest.raises(JournalError) as missing:
        read_journal(tmp_path / "nowhere")
    assert missing.value.message.code == "journal-unknown"


def test_a_folder_that_cannot_be_made_is_a_journal_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError) as refused:
        Journal.open(tmp_path / "file" / "game")
    assert refused.value.message.code == "journal-no-folder"


def test_a_row_that_was_changed_by_hand_is_found_and_named(tmp_path: Path, make_events: Maker) -> None:
    path = tmp_path / "game"
    with Journal.open(path) as journal:
        journal.append(make_events(9))
    forged = sqlite3.connect(path)
    forged.execute("UPDATE events SET data = replace(data, 'k4', 'k5') WHERE sequence = 4")
    forged.commit()
    forged.close()
    with pytest.raises(JournalDamagedError) as forgery:
        Journal.open(path)
    assert forgery.value.message.code == "journal-event-unreadable"
    assert (forgery.value.message["event"], forgery.value.message["before"]) == (4, 3)
    removed = sqlite3.connect(path)
    removed.execute("DELETE FROM events WHERE sequence = 2")
    removed.commit()
    removed.close()
    with pytest.raises(JournalDamagedError) as gap:
        read_journal(path)
    assert gap.value.message.code == "journal-event-unreadable"
    assert gap.value.message["event"] == 2


def test_a_full_disk_loses_nothing_acknowledged_and_goes_on_when_there_is_room(
    tmp_path: Path, make_events: Maker
) -> None:
    path = tmp_path / "game"
    with Journal.open(path) as journal:
        journal.append(make_events(3))
        pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError) as full:
            journal.append(make_events(400, first=4))
        assert full.value.message.code == "journal-disk-full"
        assert journal.last_sequence == 3
        journal._connection.execute("PRAGMA max_page_count = 1000000")
        journal.append(make_events(400, first=4))
    assert read_journal(path) == make_events(403)


FULL = """
import resource, signal, sys
from referee.records.journal.journal import Journal
from referee.records.journal.errors import JournalError
from referee.game.journal_entry import JournalEntry
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
def made(number):
    data = {"by": "any", "key": "k", "means": "x" * 4000}
    return JournalEntry(sequence=number, id=f"i{number}", cause=number, edition="kt24", kind="call", data=data)
journal = Journal.open(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
number = 1
try:
    while True:
        journal.append((made(number),))
        print(number, flush=True)
        number += 1
except OSError as error:
    assert isinstance(error, JournalError), error
    assert "\\n" not in str(error)
    print("refused", error, flush=True)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
journal.append((made(number),))
print(number, flush=True)
journal.close()
"""


def test_on_a_full_disk_a_game_is_held_though_its_holder_is_not_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        held = locked(tmp_path / "game")
    with pytest.raises(JournalBusyError) as busy:
        locked(tmp_path / "game")
    assert busy.value.message.code == "journal-in-use"
    assert busy.value.message["process"] == "none"
    held.close()
    locked(tmp_path / "game").close()


def test_a_write_that_the_system_refuses_is_a_journal_error_and_the_next_one_goes_through(tmp_path: Path) -> None:
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    path = tmp_path / "game"
    ran = subprocess.run(
        [sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    refused = [line for line in lines if line.startswith("refused")]
    assert len(refused) == 1
    assert "were not saved" in refused[0]
    acknowledged = [int(line) for line in lines if line.isdigit()]
    assert [event.sequence for event in read_journal(path)] == acknowledged


def test_400_events_open_within_200_ms(tmp_path: Path, make_events: Maker) -> None:
    path = tmp_path / "game"
    with Journal.open(path) as journal:
        for event in make_events(400, filler="x" * 300):
            journal.append((event,))
    times = []
    for _ in range(5):
        start = time.process_time()
        with Journal.open(path) as journal:
            times.append(time.process_time() - start)
            assert journal.last_sequence == 400
    assert min(times) < 0.2


def test_data_is_stored_as_readable_json(tmp_path: Path, make_events: Maker) -> None:
    path = tmp_path / "game"
    with Journal.open(path) as journal:
        journal.append(make_events(1))
    plain = sqlite3.connect(path)
    (stored,) = plain.execute("SELECT data FROM events").fetchone()
    plain.close()
    assert "größer" in stored
    assert json.loads(stored)["key"] == "k1"


def test_who_reads_an_open_game_again_and_again_holds_a_descriptor_for_each_who_read_at_once(
    tmp_path: Path, make_events: Maker
) -> None:
    """SQLite keeps a reader's descriptor for the next one, for closing it would end the writer's lock."""

    path, readers = tmp_path / "game.overlook", 4
    with Journal.open(path) as journal, ThreadPoolExecutor(readers) as pool:
        journal.append(make_events(5))
        for _ in pool.map(read_journal, [path] * 200):
            pass
        assert 1 <= descriptors_on(path) <= 1 + readers
    assert descriptors_on(path) == 0
