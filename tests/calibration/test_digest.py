"""A file that carries its digest: whatever became of it is noticed, and one without a digest is taken as it is."""

from __future__ import annotations

import hashlib
import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.files import DigestError, digested_json, digested_toml, with_digest, without_digest

LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=12)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner), max_leaves=6
)
DOCUMENTS = st.dictionaries(st.text(max_size=8), VALUES, max_size=4).filter(lambda found: "digest" not in found)


@given(DOCUMENTS, st.sampled_from([None, 1]))
def test_what_is_written_is_read_back_and_stays_json(document: dict[str, object], indent: int | None) -> None:
    plain = json.dumps(document, indent=indent).encode()
    kept = with_digest(plain)
    assert without_digest(kept) == plain
    assert json.loads(kept).keys() == {*document, "digest"}
    assert json.loads(without_digest(digested_json(document))) == document


@given(DOCUMENTS, st.data())
def test_a_bit_that_turns_over_is_noticed_or_changes_nothing(document: dict[str, object], data: st.DataObject) -> None:
    kept = digested_json(document)
    bit = data.draw(st.integers(0, 8 * len(kept) - 1))
    spoilt = bytearray(kept)
    spoilt[bit // 8] ^= 1 << bit % 8
    try:
        found = json.loads(without_digest(bytes(spoilt)))
    except ValueError:  # no JSON any more, or not what was written
        return
    # The bit was in the digest's own key: what was kept is there, with one key that no model has.
    assert {name: value for name, value in found.items() if name in document} == document


@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 9), min_size=1), st.data())
def test_toml_that_is_cut_or_turned_over_is_noticed_or_changes_nothing(
    values: dict[str, int], data: st.DataObject
) -> None:
    text = "".join(f"{name} = {value}\n" for name, value in values.items())
    kept = digested_toml(text)
    assert tomllib.loads(kept.decode()) == values
    assert without_digest(kept).decode() == text
    at = data.draw(st.integers(kept.index(b"\n") + 1, len(kept) - 1))
    spoilt = bytearray(kept)
    spoilt[at] ^= data.draw(st.sampled_from([1, 2, 4, 8, 16, 32, 64, 128]))
    for damaged in (kept[:at], bytes(spoilt)):
        with pytest.raises(DigestError) as error:
            without_digest(damaged)
        assert error.value.message.code == "file-changed"


@pytest.mark.parametrize("data", [b"", b"{}", b'{"version": 1}\n', b"version = 1\n", b"\xff\x00 no text"])
def test_what_has_no_digest_is_taken_as_it_is(data: bytes) -> None:
    assert without_digest(data) == data


def test_a_file_edited_by_hand_is_read_without_its_digest() -> None:
    changed = digested_json({"version": 1, "die_px": 20.5}).replace(b"20.5", b"21.5")
    with pytest.raises(DigestError):
        without_digest(changed)
    assert without_digest(b'{"version": 1, "die_px": 21.5}') == b'{"version": 1, "die_px": 21.5}'


def test_only_an_object_has_a_digest() -> None:
    with pytest.raises(ValueError, match="JSON object"):
        with_digest(b"[1, 2]")


def test_toml_of_earlier_versions_is_checked_by_its_digest() -> None:
    text = b"version = 1\n"
    digest = hashlib.blake2b(text, digest_size=16).hexdigest()
    kept = f"# As it was written by Overlook, digest {digest}; take this line out to change the file\n".encode() + text
    assert without_digest(kept) == text
    with pytest.raises(DigestError):
        without_digest(kept.replace(b"1\n", b"2\n"))
