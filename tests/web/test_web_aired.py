"""Rulings as a stream shows them: in names that viewers know, without pixels, with the frames that were kept."""

from __future__ import annotations

from typing import Any

import pytest

from messages.message import Message
from referee.game.prompt import Topic
from tests.web.fake_rulings import too_close
from tests.web.fake_table import FakeTable
from tests.web.test_web_news import member, only, snapshot
from web.contract.table.board_views import RulingView, SettlingView
from web.contract.table.game_views import PromptChoiceView, PromptView
from web.contract.table.snapshot import Snapshot
from web.stream.cards import public_ruling, replay_of

NAMES = {"a1": "Sergeant Ves", "a11": "Gunner Sol", "b1": "Blade Tor", "b2": "Blade Tor"}


def table(**fields: Any) -> Snapshot:
    roster = tuple(
        member(key, f"p{'ab'.index(key[0]) + 1}").model_copy(update={"name": name}) for key, name in NAMES.items()
    )
    return snapshot(roster=roster, **fields)


def sees(viewer: str, target: str) -> Message:
    return Message.of("sight-claim-sees", viewer=viewer, target=target)


CLAIM = sees("a1", "b1")


def ruling(claim: Message = CLAIM, **fields: Any) -> RulingView:
    fake = FakeTable(moving=False)
    fake.call(too_close())
    said = {"claim": str(claim), "claim_message": claim, "sentence": f"{claim}.", "message": None, "clip": 0}
    return fake.rulings[0].model_copy(update={**said, **fields})


@pytest.mark.parametrize(
    ("viewer", "target", "names"),
    [
        ("a1", "a11", ("Sergeant Ves", "Gunner Sol")),
        ("a1", "b1", ("Sergeant Ves", "Blade Tor (B1)")),
        ("pa1", "a12", ("pa1", "a12")),
    ],
)
def test_viewers_read_names_and_no_labels(viewer: str, target: str, names: tuple[str, str]) -> None:
    claim = sees(viewer, target)
    found = public_ruling(ruling(claim, message=claim.failed), table())
    assert found.claim == str(sees(*names))
    assert found.sentence == str(sees(*names).failed)
    assert all(stroke.points_px is None for one in found.findings for stroke in one.witness)


def test_viewers_read_a_text_without_a_code_unchanged() -> None:
    found = public_ruling(ruling(claim_message=None), table())
    assert found.claim == str(CLAIM)


def test_advice_to_players_and_to_who_runs_the_table_is_not_on_air() -> None:
    advice = SettlingView(sentence="Put a 6 inch gauge at its edge.", at=(1.0, 2.0, 0.0))
    note = "The camera sees B1 badly: come closer."
    asked = ruling(notes=(note,), note_messages=(Message.stored(note),), settling=advice)
    assert "gauge" not in (shown := public_ruling(asked, table()).model_dump_json())
    assert "badly" not in shown


@pytest.mark.parametrize(("frames", "there"), [(0, False), (1, False), (26, True)])
def test_a_replay_is_of_several_frames(frames: int, there: bool) -> None:
    now = table(number=3)
    address = replay_of(ruling(clip=frames, sequence=57), now)
    assert address == ("/api/games/3/clips/57" if there else "")


def test_frames_that_are_kept_while_a_challenge_is_open_come_on_its_card() -> None:
    prompt = PromptView(
        id="challenge:58",
        topic=Topic.CHALLENGE,
        about="57",
        owner="any",
        question="Upheld?",
        choices=(PromptChoiceView(key="yes", label="Yes"),),
        default="yes",
    )
    bare, filmed = (ruling(sequence=57, id="r57-0", clip=frames) for frames in (1, 26))
    before = table(number=3, rulings=(bare,), prompts=(prompt,))
    item = only(before, table(number=3, rulings=(filmed,), prompts=(prompt,)))
    assert (item.card.kind.value, item.ongoing) == ("challenge", True)
    assert item.card.replay == "/api/games/3/clips/57"
    assert str(sees("Sergeant Ves", "Blade Tor (B1)")) in item.card.sentence
