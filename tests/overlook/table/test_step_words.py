"""Labels of undo and redo name the step, and reveal no secret choice."""

from __future__ import annotations

from overlook.table.session import TableSession
from overlook.table.views.game_view import game_view
from referee.game.intents import Act, Answer, Redo, Score, Undo
from web.contract.table.game_views import GameView


def shown(session: TableSession) -> GameView:
    game = session.game
    return game_view(session.state, game.timeline, session.edition, prompts_of=game.prompts_of)


def named(session: TableSession, player: str) -> str:
    return session.state.sides[player].seat.name


def test_undo_and_redo_name_the_action_and_its_model(first_activation: TableSession) -> None:
    prompt = first_activation.game.prompts[0]
    first_activation.submit(Answer(id="activate", prompt=prompt.id, choice="a2:engage"))
    first_activation.submit(Act(id="dash", operative="a2", action="Dash"))
    assert shown(first_activation).undo == "Undo: A2: Dash"
    assert shown(first_activation).redo is None
    first_activation.submit(Undo(id="undo"))
    assert shown(first_activation).redo == "Redo: A2: Dash"
    first_activation.submit(Redo(id="redo"))
    assert shown(first_activation).undo == "Undo: A2: Dash"


def test_undo_names_an_answer_by_its_question(first_activation: TableSession) -> None:
    prompt = first_activation.game.prompts[0]
    first_activation.submit(Answer(id="activate", prompt=prompt.id, choice="a2:engage"))
    assert shown(first_activation).undo == f"Undo: {named(first_activation, 'p1')}: activate an operative."


def test_a_secret_choice_stays_secret_on_the_undo_button(first_activation: TableSession) -> None:
    game = first_activation.game
    steps = [step for step in game.timeline.live_steps() if step.events and step.events[0].kind == "sealed"]
    assert steps
    for step in steps:
        while game.timeline.past is not None and game.timeline.past.sequence > step.sequence:
            first_activation.submit(Undo(id=f"back-{len(game.log)}"))
        assert isinstance(step.intent, Answer)
        undo = shown(first_activation).undo or ""
        labels = {str(one.label) for prompt in game.prompts_of(step.before) for one in prompt.choices}
        assert labels
        assert not [label for label in labels if label in undo]


def test_each_side_lists_its_points_by_op(first_activation: TableSession) -> None:
    for number, (player, op, vp) in enumerate((("p1", "crit", 1), ("p2", "kill", 2), ("p1", "kill", 1))):
        first_activation.submit(Score(id=f"score-{number}", player=player, op=op, vp=vp, by="referee"))
    seats = {seat.player: seat for seat in shown(first_activation).seats}
    assert {player: {one.op: one.vp for one in seat.ops} for player, seat in seats.items()} == {
        "p1": {"crit": 1, "kill": 1},
        "p2": {"kill": 2},
    }
    assert all(seat.vp == sum(one.vp for one in seat.ops) for seat in seats.values())
