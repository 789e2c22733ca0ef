"""`TableFacts`: one moment of a table that stays as it was, and what is derived from it once."""

from __future__ import annotations

import pytest

from overlook.table.offers.table_facts import FactsMemo
from overlook.table.session import TableSession
from overlook.table.views.attack_dice import worded_prompts
from overlook.table.views.combat_view import combat_of
from referee.game.engine.timeline import Timeline
from referee.game.intents import Activate, Deploy
from referee.rules.position import Order


def test_facts_stay_as_they_were_while_the_game_goes_on(first_activation: TableSession) -> None:
    before = first_activation.facts()
    first_activation.submit(Activate(id="first", operative="a2", order=Order.CONCEAL))
    after = first_activation.facts()
    assert (before.state.acting, before.sequence) == (None, before.timeline.sequence)
    assert after.state.acting is not None
    assert before.sequence < after.sequence
    assert before.journal_key != after.journal_key
    assert before.offers_key != after.offers_key
    assert before.activations
    assert not after.activations


def test_facts_of_one_moment_are_alike(first_activation: TableSession) -> None:
    one, other = first_activation.facts(), first_activation.facts()
    assert one.offers_key == other.offers_key
    assert one.activations is other.activations
    assert one.ploys is other.ploys
    assert combat_of(one) is combat_of(other)
    assert worded_prompts(one) == worded_prompts(other)


def test_nothing_is_judged_before_the_first_frame(first_activation: TableSession) -> None:
    facts = first_activation.facts()
    assert (facts.seen, facts.board, facts.context()) == (None, None, None)
    assert (facts.scoring, facts.suggestions) == ((), ())
    assert not facts.held


def test_a_rejection_says_why_and_is_empty_for_what_can_be_done(first_activation: TableSession) -> None:
    facts = first_activation.facts()
    assert not facts.rejection(Activate(id="offer", operative="a2", order=Order.CONCEAL))
    assert facts.rejection(Activate(id="offer", operative="b1", order=Order.CONCEAL))


@pytest.mark.parametrize(("kind", "allowed"), [(Activate, True), (Deploy, False)])
def test_a_phase_allows_its_own_kinds_of_intents(
    first_activation: TableSession, kind: type[Activate | Deploy], allowed: bool
) -> None:
    assert first_activation.facts().allows(kind) is allowed


def test_a_memo_derives_again_for_another_moment_or_key_alone() -> None:
    memo = FactsMemo()
    derived: list[int] = []
    first, second = Timeline(), Timeline()

    def make() -> int:
        derived.append(len(derived))
        return derived[-1]

    asked = [(first, "here"), (first, "here"), (first, "there"), (second, "there"), (first, "there")]
    assert [memo.get("place", moment, make, key=key) for moment, key in asked] == [0, 0, 1, 2, 3]
    assert memo.get("other", first, make) == 4
    assert (memo.last("place", -1), memo.last("unknown", -1)) == (3, -1)
