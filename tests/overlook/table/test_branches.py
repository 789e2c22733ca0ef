"""A game that goes on from another one: its models are set up first, then it is judged like any game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from overlook.table.observation.displaced import displaced_models
from overlook.table.observation.seen_table import SeenTable
from overlook.table.service import TableService
from overlook.table.session import TableSession
from referee.game.intents import Activate, Score
from referee.records.journal.reading import read_written
from referee.records.recorded_game import branch_of, read_game, write_journal
from referee.rules.errors import MalformedError
from referee.rules.position import Order
from referee.rules.ruling import Threshold
from tests.overlook.branch_walk import Walk, main
from tests.overlook.commands import overlook
from tests.overlook.table.example_at_rest import at_rest
from web.contract.requests import Accepted, PlayOn, Refused
from web.contract.table.snapshot import Snapshot


def test_random_branches_have_the_parents_state_and_seal_and_no_secret() -> None:
    walk = Walk()
    for seed in (1, 4, 8):
        walk.play(seed, 3)
    assert walk.wrong == []
    assert walk.secrets, "no game had a secret"


def test_the_walk_reports_what_it_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--branches", "1", "--seed", "3"]) == 0
    assert "1 branches of 1 games from seed 3" in capsys.readouterr().out


def with_a1_active(table: TableSession) -> int:
    """Play on until an operative is active; return the number of that event."""
    table.submit(Activate(id="on", by="p1", operative="a1", order=Order.ENGAGE))
    return table.sequence


def without(seen: SeenTable, operative: str) -> SeenTable:
    """Return a frame in which one model is not on the table."""
    operatives = {name: one for name, one in seen.table.operatives.items() if name != operative}
    return replace(seen, table=replace(seen.table, operatives=operatives))


def shown(table: TableSession) -> Snapshot:
    async def publish() -> Snapshot:
        service = TableService(table, Threshold())
        service.publish()
        return service.snapshot()

    return asyncio.run(publish())


def test_models_are_ghosts_until_all_stand_and_then_moves_are_judged(first_activation: TableSession) -> None:
    table = first_activation
    on = with_a1_active(table)
    table.branch(1, on)
    begun = table.sequence
    assert table.number == 2
    assert not table.take_frame(without(at_rest({"a1": (0.0, 3.0), "b1": (1.0, 1.0)}), "b2"))
    assert table.sequence == begun, "setting models up is no move"
    snapshot = shown(table)
    assert {ghost.operative for ghost in snapshot.ghosts} == {"a1", "b1", "b2"}
    (notice,) = [one for one in snapshot.notices if one.id == "branch"]
    assert notice.message is not None
    assert dict(notice.message.args) == {"game": "0001", "event": on, "number": 3}
    assert not [one for one in snapshot.notices if one.id.startswith("ghost-")]
    assert table.take_frame(at_rest())
    assert shown(table).ghosts == ()
    assert table.sequence == begun
    assert table.take_frame(at_rest({"a1": (0.0, 1.0)}))
    assert [one.operative for one in table.state.proposals] == ["a1"]


def test_a_branch_is_still_set_up_after_a_restart(first_activation: TableSession) -> None:
    on = with_a1_active(first_activation)
    first_activation.branch(1, on)
    games = first_activation.games
    games.close()
    again = TableSession(
        edition=first_activation.edition,
        flow=first_activation.flow,
        catalogue=first_activation.catalogue,
        rig=first_activation.rig,
        games=games,
        now_s=first_activation.now_s,
    )
    assert again.number == 2
    assert not again.take_frame(at_rest({"a1": (0.0, 3.0)}))
    assert again.state.proposals == ()


def test_a_player_who_acts_ends_the_setting_up(first_activation: TableSession) -> None:
    table = first_activation
    table.branch(1, with_a1_active(table))
    away = at_rest({"b1": (0.0, 3.0)})
    assert not table.take_frame(away)
    table.submit(Score(id="point", player="p1", op="crit", vp=1))
    assert table.take_frame(away)
    assert set(table.game.called) == {"stray:b1"}
    assert set(displaced_models(table.state, away.table)) == {"b1"}


@pytest.mark.parametrize(("game", "sequence"), [(1, 9_999), (7, 1)], ids=["no such event", "no such game"])
def test_a_branch_of_what_is_not_there_leaves_the_game_open(
    first_activation: TableSession, game: int, sequence: int
) -> None:
    table, before = first_activation, first_activation.game.log

    async def asked() -> object:
        service = TableService(table, Threshold())
        return await service.submit(PlayOn(kind="play_on", game=game, sequence=sequence), player="any", key="branch-1")

    assert isinstance(asyncio.run(asked()), Refused)
    assert table.game.log == before
    assert table.games.numbers == (1,)


def test_a_page_begins_a_branch_and_a_phone_cannot_in_a_battle(first_activation: TableSession) -> None:
    table, last = first_activation, first_activation.sequence

    async def asked(player: str) -> object:
        service = TableService(table, Threshold())
        return await service.submit(PlayOn(kind="play_on", game=1, sequence=last - 1), player=player, key="branch-2")

    assert isinstance(asyncio.run(asked("p1")), Refused)
    assert table.number == 1
    assert isinstance(asyncio.run(asked("any")), Accepted)
    assert table.number == 2
    branch = branch_of(table.game.log)
    assert branch is not None
    assert branch.seal == read_written(table.games.path(1))[branch.sequence - 1].seal


def test_the_command_writes_a_branch_that_a_table_continues(first_activation: TableSession, tmp_path: Path) -> None:
    first_activation.games.close()
    to = tmp_path / "games" / "0002.game"
    done = overlook("branch", str(tmp_path / "games" / "0001.game"), "3", str(to), folder=tmp_path)
    assert done.returncode == 0
    recorded = read_game(to)
    branch = branch_of(recorded.events)
    assert branch is not None
    assert (branch.parent, branch.sequence) == ("0001.game", len(recorded.events) - 1)
    assert first_activation.games.go_on(first_activation.flow).log == recorded.events


def test_another_editions_game_is_not_played_on(first_activation: TableSession) -> None:
    games = first_activation.games
    setup = read_game(games.path(1)).stored[0]
    write_journal(games.path(2), (setup.model_copy(update={"edition": "kt21"}),))
    with pytest.raises(MalformedError) as error:
        games.branch(first_activation.flow, 2, 1)
    assert error.value.message.code == "entry-flow-edition"
    assert games.numbers == (1, 2)
