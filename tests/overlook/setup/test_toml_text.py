"""TOML that we write, read back by Python's own reader."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from overlook.toml_writer import WIDTH, dump_toml

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
PLAIN = st.booleans() | st.integers(-(2**40), 2**40) | st.floats(allow_nan=False) | WORDS
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(WORDS, inner, max_size=4))


@given(st.dictionaries(WORDS, VALUES, max_size=6))
@example({"a\n": 1, "b\n": {"c": 2}})
def test_what_is_written_is_read_back_the_same(data: dict[str, object]) -> None:
    assert tomllib.loads(dump_toml(data)) == data


def test_what_is_nothing_is_left_out_and_tables_come_last() -> None:
    text = dump_toml({"table": {"x": 1, "gone": None}, "rows": [{"id": "a"}, {"id": "b", "n": [1.5]}], "name": "Ruin"})
    assert text == 'name = "Ruin"\n\n[table]\nx = 1\n\n[[rows]]\nid = "a"\n\n[[rows]]\nid = "b"\nn = [1.5]\n'


def test_a_long_list_of_corners_has_a_corner_on_each_line() -> None:
    corners = [[float(k), k + 0.25] for k in range(20)]
    lines = dump_toml({"footprint_mm": corners}).splitlines()
    assert lines[1] == "    [0.0, 0.25],"
    assert max(map(len, lines)) <= WIDTH
    assert dump_toml({"at": [15.0, 11.0]}) == "at = [15.0, 11.0]\n"


def test_what_toml_cannot_say_is_refused() -> None:
    with pytest.raises(ValueError, match="not TOML"):
        dump_toml({"tags": {1, 2}})
