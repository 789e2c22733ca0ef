"""A file that was written wrongly is refused in words of who wrote it: the place, what stands there, what should."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from messages.message import Message
from referee.records.files.mission_file import example_missions, mission_data, mission_of
from referee.records.files.roster_file import example_texts, roster_of
from referee.records.files.text_files import read_toml
from referee.rules.errors import MalformedError, expected
from tests.codes import innermost
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
    ("place", "wrong", "field", "expected"),
    [
        (
            "sides.0.drop_zone",
            [[0, 0], [1, 1]],
            "sides[0].drop_zone",
            Message.of("record-expected-more-entries", limit=3),
        ),
        ("objectives.1.at.0", "left", "objectives[1].at[0]", Message.of("record-expected-number")),
        ("objectives.1.at.0", 99, "objectives[1].at[0]", Message.of("record-expected-at-most", limit=96)),
        ("sides", 3, "sides", Message.of("record-expected-list")),
        ("name", 3, "name", Message.of("record-expected-text")),
        ("name", "", "name", Message.of("record-expected-longer-text", limit=1)),
        ("version", 2, "version", Message.of("record-expected-one-of", limit="1")),
        ("objectives.0", 5, "objectives[0]", Message.of("record-expected-fields")),
    ],
)
def test_a_mission_is_refused_with_field_value_and_what_was_expected(
    place: str, wrong: object, field: str, expected: Message
) -> None:
    with pytest.raises(MalformedError) as refusal:
        mission_of(changed(MISSION, place, wrong), "mine.toml")
    fault = Message.of("record-field", field=field, found=str(wrong), expected=expected)
    assert refusal.value.message == Message.of("file-fault", file="mine.toml", fault=fault)


@pytest.mark.parametrize(
    ("field", "wrong", "expected"),
    [
        ("apl", "two", "record-expected-whole-number"),
        ("apl", 2.5, "record-expected-whole-number"),
        ("wounds", None, "record-expected-whole-number"),
        ("name", 7, "record-expected-text"),
    ],
)
def test_a_roster_is_refused_with_field_value_and_what_was_expected(field: str, wrong: object, expected: str) -> None:
    with pytest.raises(MalformedError) as refusal:
        roster_of(changed(TEAM, f"operatives.0.{field}", wrong), "mine.toml")
    fault = innermost(refusal.value)
    assert refusal.value.message["file"] == "mine.toml"
    assert fault["field"]["field"] == f"operatives.0.{field}"
    assert (fault["found"], fault["expected"].code) == (str(wrong), expected)


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
        line = str(expected(fault))
        assert not any(word in line for word in PROGRAMMERS), (fault["type"], line)
