"""A second tap on a target is the same tap; whatever else is asked for anew is judged anew."""

from __future__ import annotations

import json
from typing import Any

from messages.message import Message
from tests.web.fake_table import FakeTable
from tests.web.serving import Served
from web.contract.requests import GAME_REQUESTS, Accepted, Outcome, Refused, RequestedIntent
from web.server.request_bodies import TWICE_S, DoubleTaps
from web.server.settings import WebSettings

NO = Refused.of(Message.stored("Dice are still being resolved"))
SHOT = {"operative": "a1", "action": "Shoot", "target": "b1", "weapon": "Gun", "dice": True}


def act(**fields: Any) -> RequestedIntent:
    return GAME_REQUESTS["act"].model_validate_json(json.dumps({"kind": "act", **fields}))


def test_only_the_same_shot_of_the_same_player_within_a_moment_is_the_same_tap() -> None:
    taps, done, shot = DoubleTaps(), Accepted(sequence=7), act(**SHOT)
    assert taps.taken(shot, "p1", NO, now_s=0.0) is NO
    assert taps.taken(shot, "p1", done, now_s=1.0) is done
    assert taps.taken(shot, "p1", NO, now_s=1.0 + TWICE_S) is done
    assert taps.taken(shot, "p2", NO, now_s=1.1) is NO
    assert taps.taken(act(**{**SHOT, "target": "b2"}), "p1", NO, now_s=1.1) is NO
    assert taps.taken(shot, "p1", NO, now_s=1.1 + TWICE_S) is NO
    other = Accepted(sequence=8)
    assert taps.taken(shot, "p1", other, now_s=1.2) is other, "what the rules take twice is done twice"


def test_what_opens_no_dice_is_refused_the_second_time() -> None:
    taps, done, dash = DoubleTaps(), Accepted(sequence=7), act(operative="a1", action="Dash")
    assert taps.taken(dash, "p1", done, now_s=1.0) is done
    assert taps.taken(dash, "p1", NO, now_s=1.1) is NO


class OneShot(FakeTable):
    """A table that takes one shot, and then has its dice to resolve."""

    async def submit(self, intent: RequestedIntent, *, player: str, key: str) -> Outcome:
        taken = await super().submit(intent, player=player, key=key)
        return NO if len(self.acts) > 1 else taken


def test_who_touches_a_target_twice_is_not_frightened(server: Served) -> None:
    server.show(OneShot(moving=False), WebSettings())
    with server.client() as client:
        first, second, other = (
            client.post(
                "/api/intents",
                json={"player": "p1", "intent": {"kind": "act", **SHOT, "weapon": weapon}},
                headers={"Idempotency-Key": f"tap-{number}-12345678"},
            )
            for number, weapon in enumerate(("Gun", "Gun", "Knife"))
        )
    assert (first.status_code, second.status_code, other.status_code) == (200, 200, 409)
    assert first.json() == second.json()
    assert "Dice are still being resolved" in other.text
