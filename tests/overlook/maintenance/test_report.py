"""A report holds what mends a fault, and no secret."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlook.cli import main
from overlook.machine.page_settings import editable_settings
from overlook.maintenance.reports import (
    FOLDER,
    MOST_REPORTS,
    Report,
    fault_text,
    last_fault,
    report_of,
    write_report,
)
from overlook.settings import Settings
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalDamagedError
from referee.records.journal.journal import Journal
from referee.records.journal.reading import read_journal
from referee.records.recorded_game import read_game, write_journal
from tests.wall_clock import JUMPS_S
from web.contract.setup.machine import SettingKind

AT = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
SECRETS = st.text("abcdefghij0123456789", min_size=12, max_size=20)


@given(SECRETS, st.sampled_from(["password", "secret", "api_key", "token", "obs_password"]))
def test_no_secret_is_in_a_report(secret: str, name: str) -> None:
    settings = {"venue": {name: secret, "broker": "hall"}, "camera": {"source": f"rtsp://me:{secret}@cam/1"}}
    text = Report(AT, "overlook", settings, log=(f"opening rtsp://me:{secret}@cam/1",)).text()
    assert secret not in text
    assert "hall" in text
    assert "rtsp://cam/1" in text


GAME = """[Edition kt24]
[Seat p1 "Red"]
[Seat p2 "Blue"]
[Play free]
[Operative A1 p1 "Trooper" apl 2 move 6 save 3 wounds 10 base 32 head 1.5]
[Place A1 (5, 6)]

T0 p1 seals tac_op Quetzalcoatl
"""
SECRET_VALUES = {
    "obs.password": "hidden-of-obs",
    "hooks.urls": ["https://hooks.example/hidden-of-urls"],
    "hooks.secret": "hidden-of-the-hooks",
    "venue.password": "hidden-of-venue",
}


def test_no_value_of_a_secret_setting_or_choice_is_in_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = {name for name, one in editable_settings().items() if one.kind is SettingKind.SECRET}
    assert secret == SECRET_VALUES.keys(), "each secret setting has a value here that is searched for"
    sections: dict[str, dict[str, object]] = {"data": {"folder": str(tmp_path)}}
    for name, value in SECRET_VALUES.items():
        section, _, field = name.partition(".")
        sections.setdefault(section, {})[field] = value
    (tmp_path / "game.txt").write_text(GAME)
    (tmp_path / "games").mkdir()
    write_journal(tmp_path / "games" / "0001.game", read_game(tmp_path / "game.txt").events)
    (tmp_path / "game.txt").unlink()
    settings = Settings.model_validate(sections)
    assert "hidden-of-obs" in settings.obs.password.get_secret_value()
    monkeypatch.setattr(
        "overlook.maintenance.reports.RECENT_LINES", ["asked https://hooks.example/?key=hidden-of-line"]
    )
    text = report_of(settings).text()
    assert "0001.game" in text
    assert "hidden-of" not in text
    assert "Quetzalcoatl" not in text


def test_the_last_fault_is_found_again_and_old_reports_go(tmp_path: Path) -> None:
    assert last_fault(tmp_path) == ""
    try:
        raise ZeroDivisionError("the fault")
    except ZeroDivisionError as fault:
        write_report(Report(AT, "overlook", {}, fault=fault_text(fault)), tmp_path)
    write_report(Report(AT + timedelta(seconds=1), "overlook", {}), tmp_path)
    assert "ZeroDivisionError: the fault" in last_fault(tmp_path)
    for second in range(2, MOST_REPORTS + 5):
        write_report(Report(AT + timedelta(seconds=second), "overlook", {}), tmp_path)
    assert len(list((tmp_path / FOLDER).iterdir())) == MOST_REPORTS


def test_a_crash_leaves_a_report_and_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(command: str | None) -> None:
        raise KeyError("a fault of the program")

    monkeypatch.setenv("OVERLOOK_DATA__FOLDER", str(tmp_path))
    monkeypatch.setattr(main, "program", fail)
    monkeypatch.setattr(sys, "argv", ["overlook", "run"])
    with pytest.raises(KeyError):
        main.main()
    (written,) = (tmp_path / FOLDER).iterdir()
    assert str(written) in capsys.readouterr().err.replace("\n", "")
    assert "KeyError: 'a fault of the program'" in written.read_text()


def test_a_damaged_game_names_the_command_that_recovers_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "0001.game"
    events = tuple(
        JournalEntry(sequence=n, id=f"i{n}", cause=n, edition="kt24", kind="call", data={"means": "x" * 80})
        for n in range(1, 200)
    )
    with Journal.open(path) as journal:
        journal.append(events)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 2 // 3])
    with pytest.raises(JournalDamagedError) as damaged:
        read_journal(path)
    assert damaged.value.message.code in {"journal-damaged", "journal-event-unreadable"}
    assert f"Run 'overlook recover {path}'" in str(damaged.value)
    monkeypatch.setattr("sys.argv", ["overlook", "recover", str(path)])
    with pytest.raises(SystemExit) as left:
        main.main()
    assert left.value.code == 0
    saved = read_journal(path)
    assert 0 < len(saved) < len(events)
    assert saved == events[: len(saved)]
    assert f"recovered {len(saved)} events" in capsys.readouterr().out


@pytest.mark.parametrize("jump_s", JUMPS_S)
def test_the_newest_report_is_kept_and_found_though_the_clock_was_set(tmp_path: Path, jump_s: float) -> None:
    for second in range(MOST_REPORTS):
        write_report(Report(AT + timedelta(seconds=second), "overlook", {}, fault="Traceback: the first"), tmp_path)
    for second in range(2):
        fault = f"Traceback: {second} after the jump"
        newest = write_report(Report(AT + timedelta(seconds=jump_s + second), "overlook", {}, fault=fault), tmp_path)
        assert fault in newest.read_text(encoding="utf-8")
        assert fault in last_fault(tmp_path)
    assert len(list((tmp_path / FOLDER).iterdir())) == MOST_REPORTS


def test_reports_of_an_earlier_version_are_older_than_any_new_one(tmp_path: Path) -> None:
    place = tmp_path / FOLDER
    place.mkdir()
    for second in range(MOST_REPORTS):
        (place / f"overlook-report-20991231-0000{second:02}-000000.txt").write_text(
            "== what happened\nTraceback: old\n"
        )
    newest = write_report(Report(AT, "overlook", {}, fault="Traceback: new"), tmp_path)
    assert newest.exists()
    assert "Traceback: new" in last_fault(tmp_path)
