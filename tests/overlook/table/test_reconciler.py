"""The reconciler yields the intents that a seen table calls for, each once."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from messages.message import Message
from overlook.simulated.demonstration import OPENING_DICE, set_up
from overlook.table.moves.reconciler import Reconciler
from overlook.table.observation.seen_table import SeenTable
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace
from referee.game.engine.game import Game
from referee.game.intents import Activate, Answer, ClearFault, Intent, Propose, ReportFault
from referee.rules.errors import IllegalError, RefereeError
from referee.rules.position import Order
from simulation import example_catalogue, example_poses
from tests.depth import depth
from tests.overlook.table.example_at_rest import at_rest

RULES = ruleset_of("kt24")
FAR, NEAR = 0.13, 0.11
"""Inches, just beyond and just within 0.12: where a model counts as standing elsewhere."""


@cache
def opening() -> tuple[Intent, ...]:
    """Return the intents that lead to the first activation of the demonstration's game, p1 to choose."""
    poses, game = example_poses(), Game(RULES.flow)
    places = {name: BoardPlace.of(where) for name, where in poses.operatives.items()}
    markers = {name: BoardPlace.of(where) for name, where in poses.markers.items()}
    done: list[Intent] = [set_up(example_catalogue(), places, markers, key="setup")]
    game.submit(done[0])
    for number in itertools.count():
        if game.state.stage == "firefight":
            return tuple(done)
        prompt = game.prompts[0]
        keys = [choice.key for choice in prompt.choices]
        dice = () if keys else (OPENING_DICE[number % 2],) * prompt.dice
        choice = "p1" if "p1" in keys else prompt.default or next(iter(keys), None)
        done.append(Answer(id=f"open-{number}", prompt=prompt.id, choice=None if dice else choice, dice=dice))
        game.submit(done[-1])
    raise AssertionError


def first_activation() -> Game:
    game = Game(RULES.flow)
    for intent in opening():
        game.submit(intent)
    return game


def reconciler() -> Reconciler:
    numbers = itertools.count()
    return Reconciler(lambda what: f"{what}-{next(numbers)}", resumed=False)


def submitted(game: Game, told: Reconciler, seen: SeenTable) -> list[Intent]:
    """Return what the reconciler yields while every intent is submitted, or its refusal thrown back."""

    def steps() -> Iterator[Intent]:
        intents = told.intents(RULES.edition, game.timeline, seen)
        try:
            intent = next(intents)
            while True:
                yield intent
                try:
                    game.submit(intent)
                except RefereeError as refusal:
                    intent = intents.throw(refusal)
                else:
                    intent = intents.send(game.timeline)
        except StopIteration:
            return

    return list(steps())


def test_an_unchanged_table_yields_no_intents() -> None:
    assert submitted(first_activation(), reconciler(), at_rest()) == []


@examples(max_examples=depth(10, 100))
@given(
    st.dictionaries(
        st.sampled_from(sorted(example_poses().operatives)),
        st.tuples(st.sampled_from([0.0, NEAR, FAR, 0.8]), st.floats(0, 2 * math.pi)),
        max_size=5,
    )
)
def test_a_model_moved_out_of_turn_is_reported_once_until_it_is_back(
    pushed: dict[str, tuple[float, float]],
) -> None:
    game, told = first_activation(), reconciler()
    seen = at_rest({name: (by * math.cos(to), by * math.sin(to)) for name, (by, to) in pushed.items()})
    away = {f"stray:{name}" for name, (by, _) in pushed.items() if by >= FAR}
    calls = submitted(game, told, seen)
    assert all(isinstance(one, ReportFault) for one in calls)
    assert {one.key for one in calls if isinstance(one, ReportFault)} == away == set(game.called)
    assert submitted(game, told, seen) == []
    cleared = submitted(game, told, at_rest())
    assert all(isinstance(one, ClearFault) for one in cleared)
    assert {one.key for one in cleared if isinstance(one, ClearFault)} == away
    assert not game.called


def test_the_active_model_is_asked_about_once_until_it_goes_back() -> None:
    game, told = first_activation(), reconciler()
    game.submit(Activate(id="a1", operative="a1", order=Order.ENGAGE))
    away = at_rest({"a1": (0.0, 1.0)})
    (asked,) = submitted(game, told, away)
    assert isinstance(asked, Propose)
    assert 'moved 1.0"' in asked.question
    assert submitted(game, told, away) == []
    (refused,) = submitted(game, told, at_rest())
    assert isinstance(refused, Answer)
    assert refused.choice == "refuse"
    assert not game.state.proposals


def test_a_refused_move_is_asked_about_again_only_from_another_place() -> None:
    game, told = first_activation(), reconciler()
    game.submit(Activate(id="a1", operative="a1", order=Order.ENGAGE))
    for number, seen in enumerate((at_rest({"a1": (0.0, 1.0)}), at_rest({"a1": (0.0, 1.5)}))):
        (asked,) = submitted(game, told, seen)
        assert isinstance(asked, Propose)
        game.submit(Answer(id=f"no-{number}", prompt=game.state.proposals[0].id, choice="refuse"))
        assert submitted(game, told, seen) == []
    assert submitted(game, told, at_rest()) == []
    assert len(submitted(game, told, seen)) == 1


def test_a_question_is_renewed_if_its_model_moves_on() -> None:
    game, told = first_activation(), reconciler()
    game.submit(Activate(id="a1", operative="a1", order=Order.ENGAGE))
    (asked,) = submitted(game, told, at_rest({"a1": (0.0, 1.0)}))
    further = at_rest({"a1": (0.0, 2.0)})
    withdrawn, anew = submitted(game, told, further)
    assert isinstance(asked, Propose)
    assert isinstance(withdrawn, Answer)
    assert (withdrawn.prompt, withdrawn.choice) == (f"proposal:{asked.id}", "refuse")
    assert isinstance(anew, Propose)
    assert 'moved 2.0"' in anew.question
    assert [one.id for one in game.state.proposals] == [f"proposal:{anew.id}"]
    assert submitted(game, told, further) == []


def asked_anew(first: float, then: float, *, refused: bool) -> list[str]:
    """Return what is asked once a1, read at `first` inches from where it stood, is set right to `then`."""
    game, told = first_activation(), reconciler()
    game.submit(Activate(id="a1", operative="a1", order=Order.ENGAGE))
    (asked,) = submitted(game, told, at_rest({"a1": (0.0, first)}))
    assert isinstance(asked, Propose)
    if refused:
        game.submit(Answer(id="no", prompt=game.state.proposals[0].id, choice="refuse"))
    intents = submitted(game, told, at_rest({"a1": (0.0, then)}))
    assert submitted(game, told, at_rest({"a1": (0.0, then)})) == [], "asked once"
    return [one.readings[0].label for one in intents if isinstance(one, Propose)]


@examples(max_examples=depth(4, 40))
@given(st.sampled_from([1, 2]), st.floats(0.02, 0.055), st.floats(0.02, 0.055), st.booleans())
def test_a_small_correction_is_asked_about_if_it_changes_the_price(
    inches: int, over: float, under: float, refused: bool
) -> None:
    first, then = inches + over, inches - under
    assert asked_anew(first, then, refused=refused) == [f'Reposition, {inches}" of 6"']
    assert asked_anew(then, first, refused=refused) == [f'Reposition, {inches + 1}" of 6"']


@examples(max_examples=depth(4, 40))
@given(st.floats(-0.02, 0.02), st.booleans())
def test_noise_and_corrections_that_change_nothing_are_not_asked_about(noise: float, refused: bool) -> None:
    assert asked_anew(1.005, 1.005 + noise, refused=refused) == []
    assert asked_anew(1.4, 1.5, refused=refused) == []


def test_a_token_that_the_rules_refuse_is_reported_with_the_reason() -> None:
    game, told = first_activation(), reconciler()
    assert submitted(game, told, at_rest()) == []
    intents = told.intents(RULES.edition, game.timeline, at_rest(tokens={"a2": "engage ready"}))
    assert isinstance(next(intents), Activate)
    called = intents.throw(IllegalError(Message.stored("not its turn")))
    assert isinstance(called, ReportFault)
    assert called.key == "token:a2"
    assert called.message is not None
    assert (called.message.code, called.message["token"]) == ("reading-token-refused", "token-a2")


def test_a_refusal_of_anything_else_is_raised() -> None:
    intents = reconciler().intents(RULES.edition, first_activation().timeline, at_rest({"b1": (0.5, 0.5)}))
    assert isinstance(next(intents), ReportFault)
    with pytest.raises(IllegalError, match="no more faults"):
        intents.throw(IllegalError(Message.stored("no more faults")))


def test_intents_follow_the_game_as_each_of_them_leaves_it() -> None:
    game, told = first_activation(), reconciler()
    seen = at_rest({"a1": (0.0, 1.0)}, tokens={"a1": "engage ready"})
    assert submitted(game, told, replace(seen, table=at_rest().table)) == []
    kinds = [type(one) for one in submitted(game, told, seen)]
    assert kinds == [Activate, Propose], "the token activates it first, so that its move is no stray one"
