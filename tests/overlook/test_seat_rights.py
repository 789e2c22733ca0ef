"""A player's phone does nothing for the other seat: no answer, no press, no step back, no end, no new game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from overlook.table.offers.panel_chooser import LOOK_S
from referee.game.intents import ANY, REFEREE
from referee.game.prompt import Prompt
from tests.overlook.played_table import Table, played
from tests.overlook.shooting import at_work, offered
from web.contract.requests import Accepted, Button, Outcome, Refused

OTHER = {"p1": "p2", "p2": "p1"}


async def pressed(table: Table, button: Button, by: str) -> Outcome:
    if button is Button.CONFIRM:
        table.table.now_s = later(table.table.now_s)
    return await table.service.press(button, player=by, key=f"press-{next(table._keys):06d}")


def later(clock: Callable[[], float]) -> Callable[[], float]:
    """Return a clock that is so much later that what is asked has been looked at."""
    return lambda: clock() + LOOK_S


class Tried:
    """Counts what was tried as the wrong seat; nothing of it may leave a trace."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pairs: set[tuple[str, str]] = set()

    async def refused(self, what: str, attempt: Awaitable[Outcome]) -> None:
        before, menu = self.table.table.sequence, self.table.service.snapshot().menu
        outcome = await attempt
        assert isinstance(outcome, Refused), what
        assert outcome.sentence
        assert self.table.table.sequence == before, what
        assert self.table.service.snapshot().menu == menu, what
        self.pairs.add((what.partition(":")[0], what))

    async def answers(self, prompt: Prompt) -> None:
        """Try everything that the other seat could do to a question."""
        if prompt.owner not in OTHER:
            return
        other = OTHER[prompt.owner]
        topic = f"{prompt.topic}"
        for choice in prompt.choices[:3]:
            await self.refused(
                f"answer:{topic} {choice.key}",
                self.table.say("answer", by=other, prompt=prompt.id, choice=choice.key),
            )
        if prompt.dice:
            await self.refused(
                f"answer:{topic} dice",
                self.table.say("answer", by=other, prompt=prompt.id, dice=[6] * prompt.dice),
            )
        for button in (Button.NEXT, Button.BACK, Button.CONFIRM):
            await self.refused(f"press:{topic} {button}", pressed(self.table, button, other))


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
def test_no_question_of_one_seat_is_answered_from_the_other(tmp_path: Path, edition: str) -> None:
    tried: dict[tuple[str, str], None] = {}

    async def play(table: Table) -> None:
        await table.begun()
        attempt = Tried(table)
        while table.table.state.stage != "firefight":
            await attempt.answers(table.table.game.prompts[0])
            await table.answered(table.table.game.prompts[0], face=3 + table.table.sequence % 3)
        shooter = await at_work(table)
        way = offered(table, "Shoot").choices[0]
        await table.took("act", operative=shooter, action="Shoot", weapon=way.weapon, target=way.target, dice=True)
        while table.table.state.sequence is not None:
            prompt = table.table.game.prompts[0]
            await attempt.answers(prompt)
            await table.answered(prompt, face=6 if "attack" in str(prompt.question) else 1)
        tried.update(dict.fromkeys(attempt.pairs))

    played(tmp_path, play, edition)
    kinds = {kind for kind, _ in tried}
    assert kinds == {"answer", "press"}
    assert any("dice" in what for _, what in tried)
    print(f"\n{edition}: attempts for the other seat refused: {len(tried)}")


def test_a_seats_own_press_answers_its_own_question_as_its_word(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        while not (table.table.game.prompts[0].owner in OTHER and table.table.game.prompts[0].choices):
            await table.answered(table.table.game.prompts[0], face=3 + table.table.sequence % 3)
        owner = table.table.game.prompts[0].owner
        assert isinstance(await pressed(table, Button.NEXT, owner), Accepted)
        taken = await pressed(table, Button.CONFIRM, owner)
        assert isinstance(taken, Accepted), taken
        entry = next(one for one in table.table.game.log if one.sequence == taken.sequence)
        assert entry.data["by"] == owner

    played(tmp_path, play)


def test_what_the_other_seat_did_last_is_not_undone_and_ones_own_is(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        attempt = Tried(table)
        for doer, other in OTHER.items():
            await table.took("score", by=doer, player=doer, op="crit", vp=1)
            await attempt.refused(f"undo:{other}", table.say("undo", by=other))
            await attempt.refused(f"press:undo {other}", pressed(table, Button.UNDO, other))
            assert isinstance(await pressed(table, Button.UNDO, doer), Accepted)
            await attempt.refused(f"redo:{other}", table.say("redo", by=other))
            await attempt.refused(f"press:redo {other}", pressed(table, Button.REDO, other))
            await table.took("redo", by=doer)
            for whoever in (ANY, REFEREE):
                await table.took("undo", by=whoever)
                await table.took("redo", by=whoever)
        await table.took("score", by=REFEREE, player="p1", op="crit", vp=1)
        for seat in OTHER:
            await attempt.refused(f"undo:referee's {seat}", table.say("undo", by=seat))
        await table.took("undo", by=REFEREE)
        assert len(attempt.pairs) == 10

    played(tmp_path, play)


def test_each_seat_says_where_its_own_models_stand_and_no_others(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        attempt = Tried(table)
        for model, owner in (("a2", "p1"), ("b4", "p2")):
            place = {"operative": model, "x": 20.0, "y": 9.0}
            await attempt.refused(f"declare_place:{model}", table.say("declare_place", by=OTHER[owner], **place))
            await table.took("declare_place", by=owner, **place)
        assert len(attempt.pairs) == 2

    played(tmp_path, play)


def test_no_seat_ends_begins_or_resets_what_is_both_players(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        attempt, number = Tried(table), table.table.number
        table.table.run_clock("start")
        for seat, other in OTHER.items():
            for kind, fields in (
                ("end_battle", {}),
                ("end_battle", {"conceded_by": other}),
                ("begin", {"free": True}),
                ("clock", {"do": "reset"}),
                ("score", {"player": other, "op": "crit", "vp": 1}),
                ("use_ploy", {"player": other, "name": "Fall in"}),
                ("pass_turn", {"player": other}),
                ("sign", {"player": other}),
            ):
                await attempt.refused(
                    f"{kind}:{seat} {fields}",
                    table.say(kind, by=seat, **fields),
                )
        assert table.table.number == number
        assert table.table.clock.running
        assert not table.table.state.ended
        await table.took("clock", by="p1", do="stop")
        await table.took("end_battle", by="p1", conceded_by="p1")
        assert table.service.snapshot().game.winner == "p2"
        await table.took("begin", by="p2", free=True)
        assert table.table.number == number + 1

    played(tmp_path, play)
