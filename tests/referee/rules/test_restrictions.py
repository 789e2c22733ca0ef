"""What an activation so far excludes, in both editions: the table's own actions and those that a pack brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from referee.editions.kt21.edition import KT21
from referee.editions.kt24.edition import KT24
from referee.game.judging.position import edition_in
from referee.game.pack_action import PackAction
from referee.rules.judgement import Attempt
from referee.rules.ports.actions import counted_as, judge_attempt, restrictions
from referee.rules.ports.edition import ActionSpec, Edition
from tests.referee.conftest import Build, Stand

WALK = {"kt24": "Reposition", "kt21": "Normal Move"}
ONCE = "once"


def of_pack(edition: Edition, *actions: PackAction) -> Edition:
    return edition_in(edition, None, {each.name: each for each in actions})


@pytest.mark.parametrize("edition", [KT24, KT21], ids=lambda one: one.id)
@pytest.mark.parametrize(
    ("performed", "rules"),
    [
        ((), []),
        (("Charge",), ["pack:Creep"]),
        (("Fall Back",), ["pack:Creep"]),
        (("Dash",), []),
        (("Shoot", "Fight"), []),
        (("Creep",), ["again"]),
        (("walk",), ["again"]),
    ],
)
def test_c24_06_and_c21_03_a_packs_action_is_excluded_by_what_excludes_the_action_that_it_is_treated_as(
    build: Build, stand: Stand, edition: Edition, performed: tuple[str, ...], rules: list[str]
) -> None:
    walk = WALK[edition.id]
    here = of_pack(edition, PackAction("Creep", treated_as=walk))
    done = tuple(walk if each == "walk" else each for each in performed)
    ruling = judge_attempt(
        here, build(stand("A1", 10, 10), stand("B1", 20, 10)), Attempt("A1", "Creep", performed=done)
    )
    again = edition.rule_of_restriction
    assert [fault.rule for fault in ruling.faults] == [again if each == "again" else each for each in rules]


@pytest.mark.parametrize("edition", [KT24, KT21], ids=lambda one: one.id)
def test_d24_08_and_d21_04_no_charge_follows_a_packs_action_that_is_treated_as_a_walk(edition: Edition) -> None:
    here = of_pack(edition, PackAction("Creep", treated_as=WALK[edition.id])).actions
    assert [each.rule for each in restrictions(here["Charge"], ("Creep",), here, once=ONCE)] == [here["Charge"].rule]


def test_an_action_counts_as_all_that_it_is_treated_as_and_a_circle_ends() -> None:
    far = of_pack(KT24, PackAction("Haul", treated_as="Move With Barricade")).actions
    assert counted_as("Haul", far) == {"Haul", "Move With Barricade", "Reposition"}
    assert [each.rule for each in restrictions(far["Haul"], ("Charge",), far, once=ONCE)] == ["pack:Haul"]
    round_about = of_pack(KT24, PackAction("One", treated_as="Two"), PackAction("Two", treated_as="One")).actions
    assert counted_as("One", round_about) == {"One", "Two"}
    assert counted_as("a team's own", far) == {"a team's own"}


def test_i24_14_a_move_that_goes_on_does_not_repeat_itself_but_is_excluded_as_ever() -> None:
    walk = KT24.actions["Reposition"]
    assert restrictions(walk, ("Reposition",), KT24.actions, once=ONCE, goes_on=True) == ()
    after = restrictions(walk, ("Reposition", "Charge"), KT24.actions, once=ONCE, goes_on=True)
    assert [each.reason for each in after] == [Message.of("action-not-after", action="Reposition", earlier="Charge")]


MADE_OF = {edition.id: edition for edition in (KT24, KT21)}


@st.composite
def activations(draw: st.DrawFn) -> tuple[Edition, Mapping[str, str], str, Sequence[str]]:
    """Draw an edition, the stand-ins of its actions by their names, an action and what was done before."""
    edition = MADE_OF[draw(st.sampled_from(sorted(MADE_OF)))]
    own = [name for name, spec in edition.actions.items() if spec.treated_as is None]
    stand_ins = {f"like {name}": name for name in own}
    names = st.sampled_from([*own, *stand_ins])
    return edition, stand_ins, draw(names), draw(st.lists(names, max_size=4))


def barred(spec: ActionSpec, done: Sequence[str]) -> list[str]:
    """Return by the printed table alone what in these excludes an action: the row's bars, and the action itself."""
    return [each for each in done if each in spec.bars or (each == spec.name and not spec.repeatable)]


@given(activations())
def test_d24_16_an_action_treated_as_another_is_restricted_as_that_one_is_and_restricts_alike(
    drawn: tuple[Edition, Mapping[str, str], str, Sequence[str]],
) -> None:
    edition, stand_ins, action, done = drawn
    pack = [
        PackAction(name, treated_as=like, repeatable=edition.actions[like].repeatable)
        for name, like in stand_ins.items()
    ]
    here = of_pack(edition, *pack).actions
    found = restrictions(here[action], done, here, once=ONCE)
    plainly = barred(edition.actions[stand_ins.get(action, action)], [stand_ins.get(each, each) for each in done])
    assert len(found) == len(plainly)
    assert not any(finding.holds for finding in found)
