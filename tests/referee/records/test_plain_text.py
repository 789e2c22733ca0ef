"""A text from elsewhere is bounded before it is parsed: no upload of any size or shape holds a table up."""

from __future__ import annotations

import json
import time
import tomllib
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlook.toml_writer import dump_toml
from referee.records.files.text_files import MOST_CHARACTERS, MOST_DOTS, TextError, read_json, read_toml

LONG = MOST_CHARACTERS["TOML"]
DOTS = ".".join("a" * 3000)
SLOW_S, LARGE_BYTES = 1.5, 150_000_000
"""An upload of 40 kB took 12 s and 1.9 GB before; what is let through now takes a tenth of this on a free machine."""

REFUSED = {
    "one dotted name": f"{DOTS}=1",
    "a dotted header": f"[{DOTS}]",
    "dotted with spaces": f"{' . '.join('a' * 3000)} = 1",
    "dotted and quoted": ".".join(['"a"'] * 3000) + "=1",
    "dotted with other quotes": ".".join(["'a'"] * 3000) + "=1",
    "dotted in an inline table": f"x={{{DOTS}=1}}",
    "dotted behind a text of quotes": f'x={{k="""x"""", {DOTS}=1, z=""}}',
    "dotted behind a text of five quotes": f'x={{k="""x""""", {DOTS}=1, z=""}}',
    "dotted behind an escaped quote": f'x={{k="""x\\""" """, {DOTS}=1, z="y"}}',
    "dotted behind a literal text": f"x={{k='''x'''', {DOTS}=1, z=''}}",
    "dotted behind a comment with a quote": f'# "\n{DOTS}=1 # "',
    "dotted behind a hash in a text": f'x="#"\n{DOTS}=1',
    "nested lists": "x=" + "[" * 5000,
    "nested tables": "x=" + "{a=" * 5000,
    "nested and closed": "x=" + "[" * 500 + "]" * 500,
    "a number of 5,000 digits": "x=" + "9" * 5000,
    "a number of 4,000 digits": "x=" + "9" * 4000,
    "a number of hexadecimal digits": "x=0x" + "f" * 4000,
    "a list without end": "x=[" + "1," * 20_000 + "]",
    "too long": "#" * (LONG + 1),
}
PARTS = ".".join("a" * (MOST_DOTS - 1))
BORDERLINE = {
    "names of as many parts as may be": "\n".join(
        f"k{i}." + ".".join("a" * (MOST_DOTS - 1)) + "=1" for i in range(5000)
    ),
    "headers of as many parts": "\n".join(f"[k{i}.{PARTS}]" for i in range(5000)),
    "inline tables as deep as may be": "\n".join(f"k{i}=" + "{a=" * 30 + "1" + "}" * 30 for i in range(900)),
    "quotes": '"' * LONG,
    "triple quotes": '"""' * (LONG // 3),
    "one word": "a" * LONG,
    "spaces": "a" + " " * (LONG - 2) + ".",
    "escapes": 'a="' + "\\\\" * (LONG // 2 - 4) + '"',
    "digits after the point": "a=1." + "1" * (LONG - 10),
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_no_file_of_ours_says_is_refused_in_a_line_and_at_once(text: str) -> None:
    began_s = time.process_time()
    with pytest.raises(TextError) as refused:
        read_toml(text)
    assert time.process_time() - began_s < SLOW_S / 4
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("text", BORDERLINE.values(), ids=BORDERLINE)
def test_the_worst_that_is_let_through_takes_neither_long_nor_much(text: str) -> None:
    assert len(text) <= LONG
    tracemalloc.start()
    began_s = time.process_time()
    try:
        read_toml(text)
    except TextError:
        pass
    finally:
        taken_s, (_, peak) = time.process_time() - began_s, tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert taken_s < 4 * SLOW_S  # it is watched, which takes long
    assert peak < LARGE_BYTES


@pytest.mark.parametrize(
    "text", ["[" * 900_000, '{"a":' * 100_000, "9" * 5000, "[" + "9" * 4000 + "]", "{", "[" + "1," * 5001 + "1]"]
)
def test_json_is_bounded_alike(text: str) -> None:
    with pytest.raises(TextError):
        read_json(text)


VALUES = st.recursive(
    st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=25,
)


@given(st.dictionaries(st.text(max_size=8), VALUES, max_size=5))
def test_everything_that_we_write_is_read_as_before(data: dict[str, object]) -> None:
    text = dump_toml(data)
    assert read_toml(text) == tomllib.loads(text)
    assert read_json(json.dumps(data)) == data


QUOTES = st.lists(st.sampled_from(['"', "'", '"""', "'''", "\\", "#", "\n", "a", ".", "a.a", "=", "{", "}", ",", " "]))


@given(QUOTES.map("".join))
def test_quotes_and_comments_in_any_order_never_hide_a_name(around: str) -> None:
    """Wherever `tomllib` would read a dotted name, it is seen before `tomllib` is asked."""
    try:
        read = tomllib.loads(f"{around}a.b=1{around}")
    except tomllib.TOMLDecodeError:
        return
    if "'b': 1" in repr(read):
        with pytest.raises(TextError) as refused:
            read_toml(f"{around}{DOTS}=1{around}")
        assert refused.value.message.code == "record-dotted"
