"""What goes missing at a journal's end is named: no seal inside it can say so."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from messages.message import Message
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalDamagedError
from referee.records.journal.journal import Journal
from referee.records.journal.reading import read_journal
from referee.records.journal.recovery import recover, salvage
from referee.records.journal.tail import LastAcknowledged, Tail, beside, first_seal, read_end
from tests.codes import codes_in, innermost
from tests.referee.records.journal.test_journal_damage import EVENTS

HALF = 60
TRIES = 50


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal whose program was cut off: half is in the main file, the rest in the write-ahead log."""
    path = tmp_path_factory.mktemp("running") / "game"
    journal = Journal.open(path)
    for event in EVENTS[:HALF]:
        journal.append((event,))
    journal.checkpoint()
    older = path.parent / "older"
    copied(path, older)
    for event in EVENTS[HALF:]:
        journal.append((event,))
    found = copied(path, path.parent / "left")
    journal.close()
    shutil.copytree(older, found.parent / "older")
    return found


def copied(path: Path, folder: Path) -> Path:
    folder.mkdir()
    for suffix in ("", "-wal", ".tail"):
        beside_it = path.with_name(path.name + suffix)
        if beside_it.exists():
            shutil.copyfile(beside_it, folder / beside_it.name)
    return folder / path.name


def opened(path: Path) -> tuple[JournalEntry, ...]:
    with Journal.open(path) as journal:
        assert journal.trouble is None
        return journal.events


def named(path: Path) -> Message:
    """Return why a journal is damaged."""
    with pytest.raises(JournalDamagedError) as error:
        Journal.open(path)
    assert str(path) in str(error.value)
    assert "overlook recover" in str(error.value)
    return innermost(error.value)


def test_a_whole_journal_opens_again_and_again(left: Path, tmp_path: Path) -> None:
    path = copied(left, tmp_path / "x")
    for _ in range(3):
        assert opened(path) == EVENTS


def test_a_write_ahead_log_that_is_gone_is_named(left: Path, tmp_path: Path) -> None:
    path = copied(left, tmp_path / "x")
    path.with_name("game-wal").unlink()
    lost = named(path)
    assert (lost.code, lost["first"], lost["last"]) == ("journal-events-lost", HALF + 1, len(EVENTS))
    assert salvage(path).acknowledged == len(EVENTS)


@pytest.mark.parametrize("missing", [1, 2])
def test_last_acknowledged_events_that_are_missing_are_named(tmp_path: Path, missing: int) -> None:
    assert len(EVENTS) == 120
    path = tmp_path / "game"
    with Journal.open(path) as journal:
        for event in EVENTS[:-missing]:
            journal.append((event,))
        older = copied(path, tmp_path / "older")
        for event in EVENTS[-missing:]:
            journal.append((event,))
        shutil.copyfile(beside(path), beside(older))
    lost = named(older)
    assert (lost.code, lost["first"], lost["last"]) == ("journal-events-lost", 121 - missing, 120)


def test_a_write_ahead_log_cut_or_flipped_is_named_or_harmless(left: Path, tmp_path: Path) -> None:
    wal = left.with_name("game-wal").read_bytes()
    draws, silent, lost = random.Random(32), 0, 0
    for number in range(2 * TRIES):
        path = copied(left, tmp_path / str(number))
        place = draws.randrange(len(wal))
        damaged = (
            wal[:place]
            if number % 2
            else wal[:place] + bytes([wal[place] ^ (1 << draws.randrange(8))]) + wal[place + 1 :]
        )
        path.with_name("game-wal").write_bytes(damaged)
        try:
            silent += opened(path) != EVENTS
        except JournalDamagedError as error:
            lost += "journal-events-lost" in codes_in(error)
    assert silent == 0
    assert lost > TRIES


@pytest.mark.parametrize("data", [b"", b"\0" * 4096], ids=["of no length", "of zeros"])
def test_a_main_file_that_was_emptied_is_named(left: Path, tmp_path: Path, data: bytes) -> None:
    path = copied(left, tmp_path / "x")
    path.with_name("game-wal").unlink()
    path.write_bytes(data)
    named(path)


def test_an_empty_file_without_a_word_of_how_far_it_had_come_is_no_new_game(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.touch()
    assert named(path).code == "journal-emptied"


def test_a_game_whose_program_was_killed_while_it_was_made_is_new(tmp_path: Path) -> None:
    path = tmp_path / "game"
    Journal.open(path).close()
    path.unlink()
    path.touch()
    assert opened(path) == ()


def test_an_older_copy_in_its_place_is_named(left: Path, tmp_path: Path) -> None:
    path = copied(left, tmp_path / "x")
    for suffix in ("", "-wal"):
        shutil.copyfile(left.parent / "older" / f"game{suffix}", path.with_name(f"game{suffix}"))
    lost = named(path)
    assert (lost.code, lost["first"], lost["last"]) == ("journal-events-lost", HALF + 1, len(EVENTS))


def test_another_game_in_its_place_is_named(left: Path, tmp_path: Path) -> None:
    path = copied(left, tmp_path / "x")
    path.with_name("game-wal").unlink()
    path.unlink()
    with Journal.open(tmp_path / "other") as other:
        other.append([one.model_copy(update={"id": f"other{one.sequence}"}) for one in EVENTS])
    shutil.copyfile(tmp_path / "other", path)
    assert named(path).code == "journal-replaced"


def test_what_was_saved_takes_its_place_and_goes_on(left: Path, tmp_path: Path) -> None:
    path = copied(left, tmp_path / "x")
    path.with_name("game-wal").unlink()
    recover(path)
    assert opened(path) == EVENTS[:HALF]
    with Journal.open(path) as journal:
        journal.append(EVENTS[HALF : HALF + 3])
    assert read_journal(path) == EVENTS[: HALF + 3]


def test_a_journal_of_an_earlier_program_is_taken_as_it_is(left: Path, tmp_path: Path) -> None:
    path = copied(left, tmp_path / "x")
    beside(path).unlink()
    assert opened(path) == EVENTS
    assert read_end(beside(path)) == read_end(beside(left))


@pytest.mark.parametrize("data", [b"", b"\0" * 128, b"x" * 300, None], ids=["empty", "zeros", "noise", "a folder"])
def test_a_damaged_end_is_said_and_the_game_goes_on(left: Path, tmp_path: Path, data: bytes | None) -> None:
    path = copied(left, tmp_path / "x")
    beside(path).unlink()
    if data is None:
        beside(path).mkdir()
    else:
        beside(path).write_bytes(data)
    with Journal.open(path) as journal:
        assert journal.events == EVENTS
        assert journal.trouble is not None
        assert journal.trouble["file"] == str(beside(path))


def test_one_of_the_two_places_is_always_whole(tmp_path: Path) -> None:
    path, draws = tmp_path / "x.tail", random.Random(1)
    tail = Tail(path)
    for number in range(1, 30):
        tail.write(LastAcknowledged(number, f"{number:032x}"))
        whole = path.read_bytes()
        at = 64 * ((number - 1) % 2) + draws.randrange(54)
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        expected = LastAcknowledged(number - 1, f"{number - 1:032x}") if number > 1 else None
        assert read_end(path) == expected
        path.write_bytes(whole)
        assert read_end(path) == LastAcknowledged(number, f"{number:032x}")
    tail.close()
    tail.close()


def test_it_never_says_more_than_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game"
    with Journal.open(path) as journal:
        assert read_end(beside(path)) == LastAcknowledged(0, first_seal())
        for event in EVENTS[:5]:
            journal.append((event,))
            end = read_end(beside(path))
            assert end is not None
            assert end.sequence == event.sequence


def test_what_root_makes_beside_a_game_is_its_owners(tmp_path: Path) -> None:
    """Whoever runs this as another user than root has nothing to give away: the owner is the same anyway."""
    path = tmp_path / "game"
    Journal.open(path).close()
    beside(path).unlink()
    if os.geteuid() == 0:
        os.chown(path, 1234, 1234)
    Journal.open(path).close()
    assert (beside(path).stat().st_uid, beside(path).stat().st_gid) == (path.stat().st_uid, path.stat().st_gid)
