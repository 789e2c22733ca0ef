"""`overlook replay`, `export` and `import`: any form of a game in, answers on stdout, faults in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geometry.contributions import Cause, Contribution
from messages.message import Message
from overlook.console import Exit
from referee.records.journal.reading import read_journal
from referee.records.recorded_game import read_game, write_journal
from referee.rules.ruling import share_message
from tests.overlook.commands import overlook

GAME = """[Edition kt24]
[Seat p1 "Red"]
[Seat p2 "Blue"]
[Play free]
[Operative A1 p1 "Trooper" apl 2 move 6 save 3 wounds 10 base 32 head 1.5]
[Weapon A1 ranged "rifle" atk 4 hit 3 damage 3 4]
[Operative B1 p2 "Grunt" apl 2 move 6 save 5 wounds 8 base 32 head 1.5]
[Terrain wall feature ruin from 0 to 4 trait Heavy (12, 4) (12.4, 4) (12.4, 9) (12, 9)]
[Place A1 (5, 6)]
[Place B1 (20, 15)]

T0 p1 A1 engage: Reposition 5.2" (6) to (10.2, 6) -> Shoot rifle B1 5,4,2,1 vs 6,3 = 4
"""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(GAME)
    return file


def test_a_game_goes_round_through_every_form_and_stays_the_same(written: Path, tmp_path: Path) -> None:
    done = overlook("import", written, "first.game", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    lines = overlook("export", "first.game", "--to", "game.jsonl", folder=tmp_path)
    assert lines.returncode == 0, lines.stderr
    assert overlook("import", "game.jsonl", "second.game", folder=tmp_path).returncode == 0
    assert read_journal(tmp_path / "first.game") == read_journal(tmp_path / "second.game")
    back = overlook("export", "second.game", folder=tmp_path)
    assert back.stdout == overlook("export", written, folder=tmp_path).stdout
    assert back.stdout.splitlines()[-1] == GAME.splitlines()[-1]


@pytest.mark.parametrize(("more", "secret"), [("", True), ("T0 p1 reveals tac_op\n", False)])
def test_an_export_with_a_choice_that_is_still_secret_says_so(
    written: Path, tmp_path: Path, more: str, secret: bool
) -> None:
    written.write_text(f"{GAME}T0 p1 seals tac_op Dig\n{more}")
    done = overlook("export", written, folder=tmp_path)
    assert "Dig" in done.stdout
    assert ("still secret" in done.stderr) is secret


def test_what_is_judged_the_same_today_is_counted(written: Path, tmp_path: Path) -> None:
    done = overlook("replay", written, folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{Message.of('archive-replayed', intents=5, judged=1, rulings=1, differ=0)}\n"


def test_a_ruling_that_would_differ_is_said_and_the_status_is_one(written: Path, tmp_path: Path) -> None:
    written.write_text(GAME.replace('5.2" (6) to (10.2, 6)', '9.0" (6) to (14, 6)'))
    done = overlook("replay", written, folder=tmp_path)
    assert done.returncode == 1
    assert "A1: Reposition: The move was permitted; today it is not." in done.stdout
    document = json.loads(overlook("replay", written, "--json", folder=tmp_path).stdout)
    assert document["same"] is False
    (ruling,) = document["rulings"]
    assert ruling["was"] is None
    assert ruling["now"]["verdict"] == "NO"
    rules = {finding["rule"] for finding in ruling["now"]["findings"] if not finding["holds"]}
    assert rules == {"D24-01", "H24-15"}, "too far, and through the wall"


@pytest.mark.parametrize(
    ("text", "command", "said"),
    [
        (None, ("replay", "none.game"), "none.game: no such game"),
        ("", ("replay", "bad.txt"), "expected notation with a tag"),
        ("[Edition kt99]\n", ("export", "bad.txt"), 'No edition is called "kt99"'),
        ("{}\n", ("export", "bad.txt"), "expected the header of a game"),
        (GAME + "T0 p1 A1 engage: Fly\n", ("replay", "bad.txt"), "bad.txt: Line 13, "),
        (GAME, ("export", "bad.txt", "--form", "poem"), "--form: "),
        (GAME, ("export", "bad.txt", "--to", "bad.txt"), "already exists"),
        (GAME, ("import", "bad.txt", "bad.txt"), "already exists"),
        (GAME, ("replay", "bad.txt", "--reading", "colour=red"), 'No rules option is called "colour"'),
        ("\x00\udcff", ("replay", "bad.txt"), "neither a journal nor text"),
    ],
)
def test_a_fault_is_one_line_that_says_where_and_exit_status_two(
    tmp_path: Path, text: str | None, command: tuple[str, ...], said: str
) -> None:
    if text is not None:
        (tmp_path / "bad.txt").write_bytes(text.encode("utf-8", "surrogateescape"))
    done = overlook(*command, folder=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""
    assert text is None or (tmp_path / "bad.txt").read_bytes() == text.encode("utf-8", "surrogateescape")


def test_a_journal_cut_in_the_middle_is_refused_with_the_event(written: Path, tmp_path: Path) -> None:
    overlook("import", written, "cut.game", folder=tmp_path)
    journal = tmp_path / "cut.game"
    journal.write_bytes(journal.read_bytes()[:5000])
    done = overlook("replay", "cut.game", folder=tmp_path)
    assert done.returncode == 2
    assert "cut.game" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


TAB = {"cause": "mounting", "thing": "A1", "sigma": 0.008, "share": 0.7}
PIXEL = {"cause": "pixel", "thing": "A1", "sigma": 0.0054, "share": 0.3}
CLOSE = {
    "claim": "A1 may Reposition there",
    "findings": [
        {
            "rule": "D24-01",
            "means": "The price is within the Move.",
            "measured": 5.999,
            "required": 6.0,
            "margin": 0.001,
            "sigma": 0.0096,
            "contributions": [TAB, PIXEL],
        }
    ],
    "p_yes": 0.54,
    "contributions": [TAB, PIXEL],
}


@pytest.fixture
def close(written: Path, tmp_path: Path) -> Path:
    """Return a game whose Reposition was too close to call, with the causes of its uncertainty."""
    events = read_game(written).events
    file = tmp_path / "close.game"
    write_journal(
        file,
        tuple(
            one.model_copy(update={"data": {**one.data, "rulings": [CLOSE]}})
            if one.kind == "act" and one.data["action"] == "Reposition"
            else one
            for one in events
        ),
    )
    return file


def ruled(file: Path) -> int:
    return next(one.sequence for one in read_journal(file) if one.data.get("rulings"))


def test_a_ruling_is_explained_with_limits_causes_and_what_would_settle_it(close: Path, tmp_path: Path) -> None:
    done = overlook("explain", close, str(ruled(close)), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert lines[0].startswith("TOO CLOSE: A1 may Reposition there")
    shares = [
        str(share_message(Contribution(Cause.MOUNTING, "A1", 0.008, 0.7))),
        str(share_message(Contribution(Cause.PIXEL, "A1", 0.0054, 0.3))),
    ]
    assert [line for line in lines if line in shares] == shares
    assert "Measure the tab of A1: 70 % of the uncertainty." in done.stdout
    assert "D24-01 (judged): A Reposition goes up to Move in straight increments, each rounded up." in lines
    (view,) = json.loads(overlook("explain", close, str(ruled(close)), "--json", folder=tmp_path).stdout)["rulings"]
    assert [(one["cause"], one["thing"], one["share"]) for one in view["causes"]] == [
        ("mounting", "A1", 0.7),
        ("pixel", "A1", 0.3),
    ]
    assert view["findings"][0]["causes"] == view["causes"]


def test_an_event_without_a_ruling_is_answered_with_those_that_have_one(close: Path, tmp_path: Path) -> None:
    done = overlook("explain", close, "1", folder=tmp_path)
    assert done.returncode == Exit.BAD_INPUT
    assert str(ruled(close)) in done.stderr


def test_a_game_without_recorded_rulings_is_judged_again_to_explain_them(written: Path, tmp_path: Path) -> None:
    known = overlook("explain", written, "1", folder=tmp_path).stderr
    number = known.rstrip(".\n").rpartition(" ")[2]
    done = overlook("explain", written, number, folder=tmp_path)
    assert done.stdout.startswith("YES: A1 may Reposition there")


@pytest.mark.parametrize(
    ("words", "edition", "ids"),
    [("Torrent", "kt24", ["G24-22"]), ("torrent", "kt21", ["G21-15", "N21-04"]), ("h24-04", "kt24", ["H24-04"])],
)
def test_a_rule_is_found_by_id_and_by_words(words: str, edition: str, ids: list[str], tmp_path: Path) -> None:
    done = overlook("rule", words, "--edition", edition, folder=tmp_path)
    found = [line.split()[0] for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert (done.returncode, found) == (0, ids)


def test_a_rule_with_an_open_question_is_shown_with_its_readings(tmp_path: Path) -> None:
    done = overlook("rule", "G21-15", "--edition", "kt21", folder=tmp_path)
    (reading,) = (line.strip() for line in done.stdout.splitlines() if line.startswith(" "))
    assert reading.startswith('read as "chain", of chain or all:')


def test_a_rule_that_is_not_there_is_answered_with_no(tmp_path: Path) -> None:
    assert overlook("rule", "no such rule", folder=tmp_path).returncode == Exit.ANSWER_IS_NO
