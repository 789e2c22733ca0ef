"""Everything that a phone says: what is offered, what is taken, and why the rest is refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from overlook.table.games.steps import step_message
from overlook.table.intent_pipeline import roll_dice
from overlook.table.offers.available_actions import available_actions
from overlook.table.recordings.dice_log import rolled_in
from referee.game.intents import Answer
from referee.records.journal.reading import read_written
from simulation.scene.scene import StillScene
from tests.overlook.played_table import Table, played
from tests.overlook.shooting import at_work, offered, resolved
from web.contract.requests import Refused
from web.contract.table.available_actions import Needs

EDITIONS = ("kt24", "kt21")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_shot_is_offered_with_its_odds_taken_and_resolved_by_dice(tmp_path: Path, edition: str) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        shooter = await at_work(table)
        shot = offered(table, "Shoot")
        assert shot.possible
        assert shot.needs is Needs.TARGET
        way = shot.choices[0]
        assert way.possible
        assert "% to incapacitate" in way.odds
        wounds = table.table.state.operative(way.target).wounds
        await table.took("act", operative=shooter, action="Shoot", weapon=way.weapon, target=way.target, dice=True)
        asked = await resolved(table)
        assert any("attack" in question for question in asked)
        assert table.table.state.operative(way.target).wounds < wounds
        await table.service.wait_for_actions()
        again = offered(table, "Shoot")
        assert not again.possible
        assert "performed only once in an activation" in again.why
        await table.took("end_activation", operative=shooter)
        assert table.table.state.acting is None

    played(tmp_path, play, edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_action_is_offered_and_what_is_offered_is_what_the_game_says(tmp_path: Path, edition: str) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        operative = await at_work(table, "conceal")
        (offers,) = table.service.snapshot().offers
        assert {offer.action for offer in offers.actions} == set(table.table.edition.actions)
        for offer in offers.actions:
            assert offer.possible != bool(offer.why), offer
            plain = offer.needs in (Needs.NOTHING, Needs.TARGET) and not offer.possible
            if plain:
                said = await table.refused("act", operative=operative, action=offer.action)
                assert "\n" not in said
        assert offered(table, "Shoot").why == "Shoot cannot be performed with a Conceal order."
        assert offered(table, "Dash").needs is Needs.MOVE

    played(tmp_path, play, edition)


def test_an_act_that_the_rules_forbid_is_refused_in_one_sentence_and_changes_nothing(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        before = table.table.sequence
        assert "Activate it first" in await table.refused("act", operative="a1", action="Shoot", target="b6")
        turn = table.table.state.turn
        waiting = "b1" if turn == "p1" else "a1"
        names = {player: side.seat.name for player, side in table.table.state.sides.items()}
        assert f"It is the turn of {names[str(turn)]}." in (
            await table.refused("activate", operative=waiting, order="engage")
        )
        assert "no operative" in (await table.refused("activate", operative="zz", order="engage")).lower()
        assert f"Only {names['p2']} can do this" in await table.refused(
            "activate", by="p1", operative="b1", order="engage"
        )
        assert (
            'no player of this game is called "p9"'
            in (await table.refused("use_ploy", player="p9", name="Fall in", cost=3)).lower()
        )
        assert table.table.sequence == before

    played(tmp_path, play)


def test_declared_damage_status_and_place_are_taken(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        wounds = table.table.state.operative("b2").wounds
        await table.took("declare_damage", operative="b2", amount=3, why="a fall")
        assert table.table.state.operative("b2").wounds == wounds - 3
        await table.took("declare_status", operative="a2", ready=False)
        assert not table.table.state.operative("a2").ready
        await table.took("declare_place", operative="b4", x=20.0, y=9.0)
        place = table.table.state.operative("b4").place
        assert place is not None
        assert (place.x, place.y, place.declared) == (20.0, 9.0, True)
        await table.took("declare_place", operative="b4")
        place = table.table.state.operative("b4").place
        assert place is not None
        assert not place.declared

    played(tmp_path, play)


def test_a_game_is_begun_from_the_phone_with_what_stands_on_the_table(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.seen()
        await table.took("begin", free=True)
        state = table.table.state
        assert state.free
        assert len(state.standing_of("p1")) == 6
        shooter = "a1"
        await table.took("activate", operative=shooter, order="engage")
        await table.service.wait_for_actions()
        way = offered(table, "Shoot").choices[0]
        results = [{"operative": way.target, "amount": 4}]
        await table.took("act", operative=shooter, action="Shoot", target=way.target, results=results)
        assert state.operative(way.target).wounds == table.table.state.operative(way.target).wounds + 4
        await table.took("begin")
        assert not table.table.state.free

    played(tmp_path, play)


def test_the_result_is_signed_off_by_both_and_an_undo_takes_the_signatures_away(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        assert "not over" in await table.refused("sign", player="p1")
        await table.took("end_battle")
        await table.took("sign", player="p1")
        await table.took("sign", player="p2")
        assert set(table.service.snapshot().game.signed) == {"p1", "p2"}
        await table.took("undo")
        assert table.service.snapshot().game.signed == ()

    played(tmp_path, play)


def test_offers_are_worked_out_anew_when_the_game_goes_on(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        assert table.service.snapshot().offers == ()
        await at_work(table)
        context = table.table.facts().context(exact=True)
        assert context is not None
        assert table.service.snapshot().offers == (available_actions(context),)

    played(tmp_path, play)


def test_a_secret_choice_never_reaches_the_web_before_it_is_revealed(tmp_path: Path) -> None:
    """What a player sealed stands neither in the snapshot nor in the events, whoever asks."""
    secret = "the-secret-tac-op"

    async def play(table: Table) -> None:
        await table.begun()
        while table.table.state.stage != "selection":
            await table.answered(table.table.game.prompts[0], 6 if table.table.state.rolls else 2)
        await table.took("seal", player="p1", topic="tac_op", value=secret)
        assert table.table.state.side("p1").sealed["tac_op"] == secret
        shown = table.service.snapshot().model_dump_json() + repr(table.service.events())
        assert secret not in shown
        assert "sealed" in repr(table.service.events())
        await table.took("reveal", player="p1", topic="tac_op")
        assert secret in repr(table.service.events())

    played(tmp_path, play)


def test_a_move_that_no_action_allows_is_refused_by_confirm(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        mover = "a1"
        await table.took("activate", operative=mover, order="engage")
        still = table.camera.scene.at(0)
        stood = still.operatives[mover]
        far = type(stood)(mover, 3.6, 2.2, 0.0, stood.rotation_deg)
        moved = type(still)({**still.operatives, mover: far}, still.terrain, still.markers)
        table.camera.scene = StillScene(table.catalogue, moved)
        now = await table.until(lambda now: any(one.id.startswith("proposal") for one in now.prompts))
        prompt = next(one for one in now.prompts if one.id.startswith("proposal"))
        assert "No action allows" in prompt.question
        assert prompt.default == "refuse"

    played(tmp_path, play)


async def shooting(table: Table) -> None:
    """Come to the attack dice of a shot."""
    await table.begun()
    await table.firefight()
    shooter = await at_work(table)
    way = offered(table, "Shoot").choices[0]
    await table.took("act", operative=shooter, action="Shoot", weapon=way.weapon, target=way.target, dice=True)


def test_the_program_rolls_for_players_without_a_tray_and_the_journal_says_so(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await shooting(table)
        assert table.service.snapshot().game.app_dice
        prompt = table.table.game.prompts[0]
        other = next(player for player in table.table.state.sides if player != prompt.owner)
        assert "answers this, not" in await table.refused("answer", by=other, prompt=prompt.id, roll=True)
        journal = table.games.path(table.table.number)
        told = tuple(rolled_in(read_written(journal)))
        await table.took("answer", by=prompt.owner, prompt=prompt.id, roll=True, onward=True)
        (step, answer) = next(
            (one, one.intent)
            for one in table.table.game.timeline.live_steps()
            if isinstance(one.intent, Answer) and one.intent.roll
        )
        assert answer.roll
        assert len(answer.dice) == prompt.dice
        entries = [one for one in table.table.game.log if one.kind == "answer" and one.data.get("roll")]
        assert [one.data["dice"] for one in entries] == [list(answer.dice)]
        assert tuple(rolled_in(read_written(journal))) == told, "they are nobody's dice"
        assert "rolled by the program" in str(step_message(answer, step.before, table.table.game.prompts_of))

    played(tmp_path, play, "kt24")


def test_dice_sent_with_a_request_to_roll_do_not_count(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await shooting(table)
        prompt = table.table.game.prompts[0]
        answers = [
            roll_dice(Answer(id="one", prompt=prompt.id, dice=(6,) * prompt.dice, roll=True), table.table.facts())
            for _ in range(40)
        ]
        assert all(isinstance(one, Answer) and len(one.dice) == prompt.dice for one in answers)
        faces = Counter(face for one in answers if isinstance(one, Answer) for face in one.dice)
        assert set(faces) == {1, 2, 3, 4, 5, 6}

    played(tmp_path, play, "kt24")


def test_a_table_may_forbid_dice_rolled_by_the_program(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        table.table.defaults = replace(table.table.defaults, app_dice=False)
        await shooting(table)
        assert not table.service.snapshot().game.app_dice
        prompt = table.table.game.prompts[0]
        outcome = await table.say("answer", prompt=prompt.id, roll=True)
        assert isinstance(outcome, Refused)
        assert outcome.message is not None
        assert outcome.message.code == "games-app-dice-off"
        await table.took("answer", prompt=prompt.id, dice=[1] * prompt.dice)

    played(tmp_path, play, "kt24")
