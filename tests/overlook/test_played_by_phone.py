"""Everything that a phone says: what is offered, what is taken, and why the rest is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlook.table.offers.available_actions import available_actions
from simulation.scene.scene import StillScene
from tests.overlook.played_table import Table, played
from tests.overlook.shooting import at_work, offered, resolved
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
