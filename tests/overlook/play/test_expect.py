"""Expectations of a script hold if every field that they name is as expected."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overlook.play.result import differences
from tests.depth import depth
from tests.overlook.play.scripts import activate, played, script

FAR = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}
PLAIN = st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3)
JSON = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner))


def holds(expected: Any, found: Any, near_in: float = 0.0) -> bool:
    return not list(differences(expected, found, near_in=near_in))


@settings(max_examples=depth(10, 100))
@given(JSON)
def test_every_value_meets_itself_as_expectation(value: Any) -> None:
    assert holds(value, value)


@settings(max_examples=depth(10, 100))
@given(st.dictionaries(st.text(max_size=2), JSON, min_size=1), st.data())
def test_an_expectation_of_fewer_fields_holds_and_a_different_field_fails(
    found: dict[str, Any], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(found)))
    assert holds({name: found[name]}, found)
    assert not holds({name: ["another", found[name]]}, found | {name: "thing"})
    assert not holds({f"{name}?": found[name]}, {name: found[name]})


@pytest.mark.parametrize(
    ("expected", "found", "so"),
    [
        (["b"], ["a", "b"], True),
        (["c"], ["a", "b"], False),
        ([{"rule": "D24-01"}], [{"rule": "H24-01", "call": "NO"}, {"rule": "D24-01", "call": "YES"}], True),
        ([{"rule": "D24-01", "call": "NO"}], [{"rule": "D24-01", "call": "YES"}], False),
        ([5, 15.9, 0], [5.01, 15.9, 0.0], True),
        ([5, 15.9, 0], [5.06, 15.9, 0.0], False),
        ([5, 15.9], [5.0, 15.9, 0.0], False),
        (1.0, 1, True),
        (1, True, False),
        (None, 0, False),
        (0.5, 0.51, False),
    ],
)
def test_lists_need_the_expected_items_and_places_a_tolerance(expected: Any, found: Any, so: bool) -> None:
    assert holds(expected, found, near_in=0.05) is so


def test_an_expectation_covers_the_state_and_the_step_before_it() -> None:
    held = {"expect": {"accepted": True, "prompts": [{"owner": "p1", "topic": "action"}], "turning_point": 1}}
    also = {"expect": {"accepted": True, "offers": [{"action": "Shoot", "possible": True, "targets": ["B1"]}]}}
    not_so = {"expect": {"operatives": {"A1": {"wounds": 9}}}}
    result = played(script(FAR, activate("A1"), held, also, not_so))
    assert (result.held, result.of) == (2, 3)
    assert result.steps[-1]["differences"] == ["operatives.A1.wounds: found 10; expected 9"]
