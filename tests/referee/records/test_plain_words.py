"""A file that was written wrongly is refused in words of who wrote it: the place, what stands there, what should."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.records.files.mission_file import example_missions, mission_data, mission_of
from referee.records.files.roster_file import example_texts, roster_of
from referee.records.files.text_files import expected, read_toml
from referee.rules.errors import MalformedError
from tests.documents import changed

MISSION = mission_data(example_missions()["crossed-lines"])
TEAM: Any = read_toml(example_texts()["saltglass"])
PROGRAMMERS = (
    "Input should",
    "Tuple",
    "List should",
    "String should",
    "valid",
    "validation",
    "not permitted",
    "Field ",
)


@pytest.mark.parametrize(
    ("place", "wrong", "said"),
    [
        (
            "sides.0.drop_zone",
            [[0, 0], [1, 1]],
            "sides[0].drop_zone: found '[[0, 0], [1, 1]]'; expected at least 3 entries",
        ),
        ("objectives.1.at.0", "left", "objectives[1].at[0]: found 'left'; expected a number"),
        ("objectives.1.at.0", 99, "objectives[1].at[0]: found '99'; expected at most 96"),
        ("sides", 3, "sides: found '3'; expected a list"),
        ("name", 3, "name: found '3'; expected text"),
        ("name", "", "name: found ''; expected at least 1 letter"),
        ("version", 2, "version: found '2'; expected 1"),
        ("objectives.0", 5, "objectives[0]: found '5'; expected fields with their values"),
    ],
)
def test_a_mission_is_refused_in_plain_words(place: str, wrong: object, said: str) -> None:
    with pytest.raises(MalformedError) as refusal:
        mission_of(changed(MISSION, place, wrong), "mine.toml")
    assert str(refusal.value) == f"mine.toml: {said}"


@pytest.mark.parametrize(
    ("field", "wrong", "said"),
    [
        ("apl", "two", "found 'two': expected a whole number"),
        ("apl", 2.5, "found '2.5': expected a whole number"),
        ("wounds", None, "found 'None': expected a whole number"),
        ("name", 7, "found '7': expected text"),
    ],
)
def test_a_roster_is_refused_in_plain_words(field: str, wrong: object, said: str) -> None:
    with pytest.raises(MalformedError) as refusal:
        roster_of(changed(TEAM, f"operatives.0.{field}", wrong), "mine.toml")
    line = str(refusal.value)
    assert line.startswith(f"mine.toml: field operatives.0.{field}")
    assert line.endswith(said)


class Anything(BaseModel):
    """A field of each kind that files have."""

    model_config = ConfigDict(extra="forbid")

    whole: int = 0
    number: Annotated[float, Field(gt=0, lt=9, allow_inf_nan=False)] = 1.0
    text: Annotated[str, Field(min_length=2, max_length=3)] = "ab"
    sure: bool = False
    pair: tuple[float, float] = (0.0, 0.0)
    many: Annotated[list[int], Field(min_length=1, max_length=2)] = [1]
    fields: dict[str, int] = Field(default_factory=dict)
    one_of: Literal["a", "b"] = "a"


VALUES = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    *(
        st.lists(st.one_of(st.integers(), st.text(max_size=2)), max_size=4),
        st.dictionaries(st.text(max_size=2), st.text()),
    ),
)


@given(st.dictionaries(st.sampled_from([*Anything.model_fields, "other"]), VALUES, min_size=1))
def test_no_fault_is_said_in_programmers_words(raw: dict[str, object]) -> None:
    faults: Sequence[Any] = ()
    try:
        Anything.model_validate(raw)
    except ValidationError as error:
        faults = error.errors()
    for fault in faults:
        line = expected(fault)
        assert not any(word in line for word in PROGRAMMERS), (fault["type"], line)
