"""Rulings as a stream shows them: in names that viewers know, without pixels, with the frames that were kept."""

from __future__ import annotations

from typing import Any

import pytest

from referee.game.prompt import Choice, Prompt, Topic
from tests.web.fake_rulings import too_close
from tests.web.fake_table import FakeTable
from tests.web.test_web_news import member, only, snapshot
from web.contract.table.board_views import RulingView, SettlingView
from web.contract.table.snapshot import Snapshot
from web.stream.cards import public_ruling, replay_of

NAMES = {"a1": "Sergeant Ves", "a11": "Gunner Sol", "b1": "Blade Tor", "b2": "Blade Tor"}


def table(**fields: Any) -> Snapshot:
    roster = tuple(
        member(key, f"p{'ab'.index(key[0]) + 1}").model_copy(update={"name": name}) for key, name in NAMES.items()
    )
    return snapshot(roster=roster, **fields)


def ruling(words: str, **fields: Any) -> RulingView:
    fake = FakeTable(moving=False)
    fake.call(too_close())
    return fake.rulings[0].model_copy(update={"claim": words, "sentence": words, "clip": 0, **fields})


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("A1 may Charge there", "Sergeant Ves may Charge there"),
        ("A11 may select A1", "Gunner Sol may select Sergeant Ves"),
        ("A1 and B1 are within control range", "Sergeant Ves and Blade Tor (B1) are within control range"),
        ("PA1 and A12 are nobody's labels", "PA1 and A12 are nobody's labels"),
        ('Reposition costs 6" of 6"', 'Reposition costs 6" of 6"'),
    ],
)
def test_viewers_read_names_and_no_labels(said: str, shown: str) -> None:
    found = public_ruling(ruling(said), table())
    assert (found.claim, found.sentence) == (shown, shown)
    assert all(stroke.points_px is None for one in found.findings for stroke in one.witness)


def test_advice_to_players_and_to_who_runs_the_table_is_not_on_air() -> None:
    advice = SettlingView(sentence="Put a 6 inch gauge at its edge.", at=(1.0, 2.0, 0.0))
    asked = ruling("A1 may Charge there", notes=("The camera sees B1 badly: come closer.",), settling=advice)
    assert "gauge" not in (shown := public_ruling(asked, table()).model_dump_json())
    assert "badly" not in shown


@pytest.mark.parametrize(("frames", "there"), [(0, False), (1, False), (26, True)])
def test_a_replay_is_of_several_frames(frames: int, there: bool) -> None:
    now = table(number=3)
    address = replay_of(ruling("A1 may Charge there", clip=frames, sequence=57), now)
    assert address == ("/api/games/3/clips/57" if there else "")


def test_frames_that_are_kept_while_a_challenge_is_open_come_on_its_card() -> None:
    prompt = Prompt(
        id="challenge:58",
        topic=Topic.CHALLENGE,
        about="57",
        owner="any",
        question="Upheld?",
        choices=(Choice(key="yes", label="Yes"),),
        default="yes",
    )
    bare, filmed = (ruling("A1 may Charge there", sequence=57, id="r57-0", clip=frames) for frames in (1, 26))
    before = table(number=3, rulings=(bare,), prompts=(prompt,))
    item = only(before, table(number=3, rulings=(filmed,), prompts=(prompt,)))
    assert (item.card.kind.value, item.ongoing) == ("challenge", True)
    assert item.card.replay == "/api/games/3/clips/57"
    assert "Sergeant Ves may Charge there" in item.card.sentence
