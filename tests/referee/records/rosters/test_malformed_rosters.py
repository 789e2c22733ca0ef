"""Rosters that are broken in any way: never a traceback, and every operative and profile that stands there is kept."""

from __future__ import annotations

import copy
import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from overlook.setup.draft import Draft
from overlook.setup.teams import team_of
from referee.records.files.battlescribe import unpacked
from referee.records.files.roster import Roster, cards_of, roster_json
from referee.records.files.roster_file import read_roster, roster_of, roster_text
from referee.rules.errors import MalformedError
from tests.codes import codes_in
from tests.depth import depth
from tests.referee.records.rosters.test_rosters import DASH

ODD: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=100),
    st.sampled_from(
        ["*", "-", "", "D3", "4+1", 'NaN"', "3/4/5", "½", "E", "\ud800", "\u202e", "9" * 90, "3⬤", "1e9", "٣+"]
    ),
    st.lists(st.integers() | st.text(max_size=3), max_size=3),
    st.dictionaries(st.sampled_from(["wepName", "opName", "weapons", "a"]), st.integers() | st.none(), max_size=3),
)
NOT_OURS = st.recursive(
    ODD, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
)


def leaves(raw: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place below the roster's list of operatives."""
    if isinstance(raw, dict):
        return [path, *(found for key, one in raw.items() for found in leaves(one, (*path, key)))]
    if isinstance(raw, list):
        return [path, *(found for at, one in enumerate(raw) for found in leaves(one, (*path, at)))]
    return [path]


PLACES = [path for path in leaves(DASH) if len(path) >= 2 and path[0] == "ops"] + [("rosterName",), ("killteamId",)]


def spoilt(raw: Any, path: tuple[str | int, ...], value: Any) -> None:
    """Put a value at a place, where the place is still there."""
    *parents, last = path
    try:
        for key in parents:
            raw = raw[key]
        raw[last] = value
    except (LookupError, TypeError):
        return


def objects(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def counted(raw: dict[str, Any]) -> list[int]:
    """The profiles of each operative that stands in a spoilt roster, counted by no code of ours."""
    return [
        sum(len(objects(weapon.get("profiles"))) for weapon in objects(one.get("weapons") or []))
        for one in objects(raw["ops"])
    ]


def plays(roster: Roster) -> None:
    """Whether a roster goes all the way: as JSON, as a game's cards, and as a team of the set-up page."""
    said = json.dumps(roster_json(roster), allow_nan=False)
    said.encode()
    assert len(cards_of(roster, "p1")) == len(roster.operatives)
    draft = team_of(Draft(), "p1", roster=roster, source="x.json", text="{}", dictionary="DICT_APRILTAG_36h11")
    assert len(draft.team("p1").bases) == len(roster.operatives)
    draft.model_dump_json().encode()


@settings(max_examples=depth(25, 300), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(PLACES), ODD), min_size=1, max_size=8))
def test_a_roster_spoilt_anywhere_opens_with_every_operative_and_profile_that_stands_there(
    spoils: list[tuple[tuple[str | int, ...], Any]],
) -> None:
    raw = copy.deepcopy(DASH)
    for path, value in spoils:
        spoilt(raw, path, copy.deepcopy(value))
    roster = roster_of(raw, "x.json")
    assert [len(one.weapons) for one in roster.operatives] == counted(raw)
    plays(roster)


def refusal(file: Path | str | dict[str, Any]) -> str:
    """Why a file, a text or its content is refused, empty where it opens; then it also goes all the way."""
    try:
        if isinstance(file, Path):
            roster = read_roster(file)
        else:
            roster = roster_text(file, "x.json") if isinstance(file, str) else roster_of(file, "x.json")
    except MalformedError as refused:
        return str(refused)
    plays(roster)
    return ""


@settings(max_examples=depth(25, 200), deadline=None)
@given(st.sampled_from(["ops", "opTypes", "operatives", "roster"]), NOT_OURS)
def test_anything_else_opens_or_is_refused_in_one_line(key: str, value: Any) -> None:
    why = refusal({key: value})
    assert "\n" not in why
    assert not why or why.startswith("x.json: ")


@settings(max_examples=depth(25, 200), deadline=None)
@given(st.data())
def test_a_file_cut_or_scrambled_anywhere_opens_or_is_refused_in_one_line(data: st.DataObject) -> None:
    text = json.dumps(DASH)
    at = data.draw(st.integers(0, len(text)))
    assert "\n" not in refusal(text[:at] + data.draw(st.text(max_size=5)) + text[at + data.draw(st.integers(0, 9)) :])


@pytest.mark.parametrize("depth", [40, 10_000, 400_000])
def test_a_roster_nested_without_end_is_refused_in_one_line(depth: int) -> None:
    with pytest.raises(MalformedError) as refused:
        roster_text('{"ops": ' + "[" * depth + "]" * depth + "}", "x.json")
    assert codes_in(refused.value) == ["file-not-json", "record-nested", "record-kind-roster"]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_packed_list_that_is_damaged_anywhere_is_refused_in_one_line_or_read_as_it_was(method: int) -> None:
    text = b"<roster>" + b"x y z " * 100 + b"</roster>"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("a.ros", text)
    chance, said = random.Random(method), []
    for _ in range(400):
        damaged = bytearray(packed.getvalue())
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            assert unpacked("a.rosz", bytes(damaged)) == text
        except MalformedError as fault:
            said.append(str(fault))
    assert len(said) > 100
    assert all(line.startswith("a.rosz: ") and len(line.splitlines()) == 1 for line in said)
