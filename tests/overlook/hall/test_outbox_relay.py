"""What the journals keep comes into the outbox once, in order, wherever the way between them was cut."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from overlook.hall.outbox_relay import FILE, OutboxRelay, hall_state, open_outbox
from overlook.simulated.demonstration import MISSION
from overlook.table.games.games import Games
from overlook.table.session import TableSession
from referee.game.intents import Activate, EndBattle, Redo, Score, Undo
from referee.records.journal.journal import Journal
from referee.records.journal.reading import read_journal
from referee.rules.errors import RefereeError
from referee.rules.position import Order
from referee.rules.ruling import Threshold
from tests.overlook.hall.told_kinds import told_kinds
from venue.errors import OutboxError
from venue.hub.store import ReceivedBatch, Store
from venue.outbox import Outbox
from venue.protocol import DEMONSTRATION, GameMessage

AT = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
Line = dict[str, Any]


class Say:
    """The outbox of a table in play, filled by a link that may be cut off and begun again."""

    def __init__(self, folder: Path) -> None:
        self.games = Games(folder)
        self.outbox = open_outbox(folder)
        self.link = OutboxRelay(self.games, self.outbox, Threshold())

    def again(self) -> Say:
        self.outbox.close()
        return Say(self.games.folder.parent)

    def said(self) -> list[Line]:
        return [json.loads(body) for _, body in self.outbox.ready(0, 100_000)]


@pytest.fixture
def say(first_activation: TableSession, tmp_path: Path) -> Iterator[Say]:
    made = Say(tmp_path)
    yield made
    made.outbox.close()


def scored(table: TableSession, vp: int = 1) -> None:
    table.submit(Score(id=table.new_id("score"), player="p1", op="crit", vp=vp))


def numbered(lines: list[Line]) -> list[tuple[int, str]]:
    return told_kinds(GameMessage.model_validate(line) for line in lines)


def kept(table: TableSession) -> list[tuple[int, str]]:
    return told_kinds(table.game.log)


def test_every_event_is_said_once_in_order_also_what_was_taken_back(first_activation: TableSession, say: Say) -> None:
    table = first_activation
    scored(table)
    say.link.copy_new_events()
    table.submit(Undo(id="u1"))
    table.submit(Redo(id="r1"))
    table.submit(Undo(id="u2"))
    scored(table, 2)
    assert say.link.copy_new_events() > 0
    assert say.link.copy_new_events() == 0
    assert numbered(say.said()) == kept(table)
    assert {"undo", "redo"} <= {line["kind"] for line in say.said()}
    assert len({line["seal"] for line in say.said()}) == len(table.game.log)


def test_rulings_go_with_the_intent_that_carried_them(first_activation: TableSession, say: Say) -> None:
    say.link.copy_new_events()
    assert all(line["cause"] == line["sequence"] for line in say.said() if line["rulings"])
    assert say.said()[-1]["edition"] == "kt24"


@pytest.mark.parametrize("seed", range(6))
def test_wherever_the_link_is_cut_nothing_is_missing_and_nothing_twice(
    first_activation: TableSession, say: Say, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, chance = first_activation, random.Random(seed)
    append = Outbox.append

    def failing(outbox: Outbox, bodies: list[str], mark: str = "") -> int:
        if chance.random() < 0.4:
            raise OutboxError("hall-outbox-cannot-add", file="hall.outbox", fault="disk I/O error")
        return append(outbox, bodies, mark)

    for _ in range(25):
        match chance.randrange(4):
            case 0:
                with contextlib.suppress(RefereeError):
                    scored(table, chance.randrange(1, 3))
            case 1:
                if table.game.timeline.past is not None and table.state.stage == "firefight":
                    table.submit(Undo(id=table.new_id("undo")))
            case 2:
                say = say.again()
            case _:
                with monkeypatch.context() as patched:
                    patched.setattr(Outbox, "append", failing)
                    try:
                        say.link.copy_new_events()
                    except OutboxError:
                        assert kept(table)
    say.link.copy_new_events()
    assert numbered(say.said()) == kept(table)


def test_a_new_game_follows_the_last_under_another_name(first_activation: TableSession, say: Say) -> None:
    table = first_activation
    say.link.copy_new_events()
    first = say.link.current()
    before = kept(table)
    table.begin(table.new_game(free=True))
    scored(table)
    say.link.copy_new_events()
    assert numbered(say.said()) == before + kept(table)
    assert say.link.current() not in ("", first)
    assert {line["game"] for line in say.said()} == {first, say.link.current()}


@pytest.mark.parametrize("stays", [True, False])
def test_a_new_game_that_was_never_begun_holds_back_nothing_of_the_one_before(
    first_activation: TableSession, say: Say, stays: bool
) -> None:
    table = first_activation
    made = say.games.path(2)
    # So much is on disk when a program is killed, or its set-up refused, while a game is made.
    Journal.open(made).close()
    say.link.copy_new_events()
    if not stays:
        made.unlink()
    scored(table)
    say.link.copy_new_events()
    assert numbered(say.said()) == kept(table)
    before = kept(table)
    table.begin(table.new_game(free=True))
    say.link.copy_new_events()
    assert numbered(say.said()) == before + kept(table)


def test_what_is_played_while_the_game_before_is_told_is_told_though_a_new_game_follows_at_once(
    first_activation: TableSession, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, append, before = first_activation, Outbox.append, list[tuple[int, str]]()

    def appending(outbox: Outbox, bodies: list[str], mark: str = "") -> int:
        if not before:
            scored(table)
            before.extend(kept(table))
            table.begin(table.new_game(free=True))
        return append(outbox, bodies, mark)

    monkeypatch.setattr(Outbox, "append", appending)
    say.link.copy_new_events()
    assert numbered(say.said()) == before + kept(table)


def test_who_hears_from_now_on_hears_the_game_that_goes_on_also_beside_one_never_begun(
    first_activation: TableSession, say: Say
) -> None:
    table = first_activation
    Journal.open(say.games.path(2)).close()
    say.link.begin_at_end()
    scored(table)
    new = kept(table)[-1:]
    say.link.copy_new_events()
    assert numbered(say.said())[-1:] == new
    assert len(say.said()) < len(kept(table))


def test_a_secret_is_redacted_until_it_is_revealed(first_activation: TableSession, say: Say) -> None:
    say.link.copy_new_events()
    told = {(line["kind"], line["data"].get("player"), line["data"].get("value")) for line in say.said()}
    assert ("sealed", "p1", "sealed") in told
    assert ("revealed", "p1", "none") in told
    answers = [line["data"]["choice"] for line in say.said() if "scouting" in str(line["data"].get("prompt"))]
    assert answers == ["none"], "the second one, with which both are revealed"
    assert [event.data["choice"] for event in first_activation.game.log if event.sequence in (45, 47)] == ["none"] * 2


def results(say: Say) -> list[Line]:
    say.link.copy_new_events()
    return [line["result"] for line in say.said() if line["result"] is not None]


def test_the_end_is_said_with_its_result_and_taken_back_with_it(first_activation: TableSession, say: Say) -> None:
    table = first_activation
    table.begin(table.new_game(free=True))
    scored(table, 3)
    table.submit(EndBattle(id="end-1", conceded_by="p1"))
    table.submit(Undo(id="undo-end"))
    table.submit(Redo(id="redo-end"))
    said = results(say)
    assert [result["ended"] for result in said] == [True, False, True]
    assert [(result["winner"], result["conceded_by"]) for result in said] == [("p2", "p1"), (None, None), ("p2", "p1")]
    assert [result["ending"] for result in said] == ["concession", None, "concession"]
    assert [side["vp"] for side in said[0]["sides"]] == [3, 0]


def test_a_demonstration_is_told_without_a_result(first_activation: TableSession, say: Say) -> None:
    table = first_activation
    assert table.state.mission == DEMONSTRATION == MISSION
    table.submit(EndBattle(id="end-1", conceded_by="p1"))
    assert results(say) == []
    assert numbered(say.said()) == kept(table)
    assert hall_state(table.state, "kt24", "0001", AT).practice


def test_a_practice_game_is_told_without_a_result(first_activation: TableSession, say: Say) -> None:
    table = first_activation
    table.begin(table.new_game(free=True))
    table.submit(EndBattle(id="end-1"))
    say.link.practice = True
    assert results(say) == []
    assert not hall_state(table.state, "kt24", "0002", AT).practice
    assert hall_state(table.state, "kt24", "0002", AT, practice=True).practice


def heard(store: Store, say: Say) -> list[tuple[int, str]]:
    said = [GameMessage.model_validate_json(body) for _, body in say.outbox.ready(0, 100_000)]
    store.keep(ReceivedBatch([("t1", one) for one in said]))
    return told_kinds(one for _, one in store.said("t1"))


def told(table: TableSession, say: Say, folder: Path) -> Store:
    """A hub's store that has heard of everything so far."""
    store = Store(f"sqlite:///{folder / 'hub.sqlite'}")
    scored(table)
    say.link.copy_new_events()
    assert heard(store, say) == kept(table)
    return store


def test_a_damaged_outbox_is_put_aside_and_said_again_and_the_hub_keeps_each_event_once(
    first_activation: TableSession, say: Say, tmp_path: Path
) -> None:
    table, store = first_activation, told(first_activation, say, tmp_path)
    say.outbox.close()
    (tmp_path / FILE).write_bytes(b"SQLite format 3\x00" + random.Random(1).randbytes(4000))
    scored(table)
    again = Say(tmp_path)
    again.link.copy_new_events()
    assert (tmp_path / f"{FILE}.damaged-1").is_file()
    assert heard(store, again) == kept(table)
    again.outbox.close()
    store.close()


def test_a_game_put_back_from_a_backup_goes_on_at_the_hub_where_it_was_put_back(
    first_activation: TableSession, say: Say, tmp_path: Path
) -> None:
    table, store = first_activation, told(first_activation, say, tmp_path)
    then = tmp_path / "then"
    then.mkdir()
    (then / "games").mkdir()
    table._games.close()
    shutil.copy(tmp_path / "games" / "0001.game", then / "games" / "0001.game")
    branch = read_journal(then / "games" / "0001.game")
    games = Games(then)
    other = TableSession(
        edition=table.edition,
        flow=table.flow,
        catalogue=table.catalogue,
        rig=table.rig,
        games=games,
        now_s=time.monotonic,
    )
    other.submit(Undo(id="other-undo"))
    other.submit(Activate(id="other-activate", operative="a4", order=Order.ENGAGE))
    back = Say(then)
    back.link.copy_new_events()
    assert len(other.game.log) > len(branch)
    assert heard(store, back) == kept(other)
    back.outbox.close()
    games.close()
    store.close()
