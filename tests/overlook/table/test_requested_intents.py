"""Requests of a phone become intents of the game, completed with what the table knows."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from messages.message import Message
from overlook.table.observation.seen_table import SeenTable
from overlook.table.requests import game_intent
from overlook.table.session import TableSession
from referee.game import intents as game
from referee.game.board_place import BoardPlace
from referee.game.intents import Intent
from referee.game.judging.position import table_of
from referee.game.state import MarkerState
from referee.rules.errors import MalformedError
from referee.rules.position import Order
from vision.frame import Frame
from web.contract.requests import GAME_REQUESTS

KEY = "key-0000001"


def asked(table: TableSession, kind: str, **said: Any) -> Intent:
    """Return the intent of what p1 says."""
    request = GAME_REQUESTS[kind].model_validate({"kind": kind, **said})
    intent = game_intent(request, by="p1", key=KEY, facts=table.facts())
    assert (intent.id, intent.by) == (KEY, "p1")
    return intent


def meant(intent: Intent) -> dict[str, Any]:
    """Return the fields of an intent beside whose word it is, where they are other than when nothing is said."""
    return intent.model_dump(exclude={"id", "by"}, exclude_defaults=True)


def test_a_request_becomes_the_intent_of_its_kind(first_activation: TableSession) -> None:
    intent = asked(first_activation, "activate", operative="a2", order=Order.CONCEAL)
    assert intent == game.Activate(id=KEY, by="p1", operative="a2", order=Order.CONCEAL)
    intent = asked(first_activation, "choose_equipment", player="p1", options=("mines",))
    assert intent == game.ChooseEquipment(id=KEY, by="p1", player="p1", options=("mines",))
    assert asked(first_activation, "undo") == game.Undo(id=KEY, by="p1")


@pytest.mark.parametrize(("shown", "of"), [("r57", 57), ("r57-2", 57), ("b3", None)])
def test_a_ruling_is_challenged_by_the_number_of_its_intent(
    first_activation: TableSession, shown: str, of: int | None
) -> None:
    assert asked(first_activation, "challenge", ruling=shown) == game.Challenge(id=KEY, by="p1", of=of)


@pytest.mark.parametrize(
    ("said", "marker"),
    [
        ({"action": "Smoke Grenade"}, "smoke-{next}"),
        ({"action": " "}, "marker-{next}"),
        ({"action": "Smoke Grenade", "marker": "sm1"}, "sm1"),
    ],
)
def test_an_action_that_lays_a_marker_names_it_and_says_where_it_lies(
    first_activation: TableSession, said: dict[str, Any], marker: str
) -> None:
    act = asked(first_activation, "act", operative="a2", x=4.0, y=5.0, **said)
    assert isinstance(act, game.Act)
    assert act.marker == marker.format(next=first_activation.sequence + 1)
    assert act.marker_to == BoardPlace(4.0, 5.0, declared=True)


def test_an_action_without_a_place_lays_no_marker(first_activation: TableSession) -> None:
    act = asked(first_activation, "act", operative="a2", action="Shoot", target="b1", weapon="rifle", dice=True)
    told = {"operative": "a2", "action": "Shoot", "target": "b1", "weapon": "rifle", "dice": True}
    assert meant(act) == told


def test_a_marker_without_an_id_is_a_new_one_of_its_kind(first_activation: TableSession) -> None:
    new = asked(first_activation, "place_marker", what="smoke", x=4.0, y=5.0, z=1.0)
    assert isinstance(new, game.PlaceMarker)
    assert (new.marker.id, new.marker.kind) == (f"smoke-{first_activation.sequence + 1}", "smoke")
    assert new.marker.place == BoardPlace(4.0, 5.0, 1.0, declared=True)
    known: MarkerState = next(iter(first_activation.state.markers.values()))
    moved = asked(first_activation, "place_marker", marker=known.id, what="smoke", x=4.0, y=5.0)
    assert isinstance(moved, game.PlaceMarker)
    assert moved.marker == replace(known, place=BoardPlace(4.0, 5.0, declared=True))


def test_an_operative_stands_where_it_is_said_to(first_activation: TableSession) -> None:
    pose = asked(first_activation, "declare_place", operative="a2", x=4.0, y=5.0, z=2.0, rotation_deg=90.0)
    assert isinstance(pose, game.DeclarePlace)
    assert pose.place == BoardPlace(4.0, 5.0, 2.0, 90.0, declared=True)
    place = asked(first_activation, "deploy", operative="a2", x=4.0, y=5.0, z=2.0)
    assert isinstance(place, game.Deploy)
    assert place.place == BoardPlace(4.0, 5.0, 2.0, declared=True)


@pytest.mark.parametrize("kind", ["declare_place", "deploy"])
def test_an_operative_stands_where_the_camera_sees_it_when_no_place_is_said(
    first_activation: TableSession, kind: str
) -> None:
    with pytest.raises(MalformedError) as raised:
        asked(first_activation, kind, operative="a2")
    assert raised.value.message == Message.of("games-model-unseen", operative="a2")
    stands = first_activation.state.operative("a2").place
    frame = Frame(np.zeros((4, 4), np.uint8), 0.0, datetime(2026, 11, 22, tzinfo=UTC), "test")
    first_activation.seen = SeenTable(frame, table_of(first_activation.state))
    intent = asked(first_activation, kind, operative="a2")
    assert isinstance(intent, game.DeclarePlace | game.Deploy)
    assert intent.place == stands
    with pytest.raises(MalformedError) as raised:
        asked(first_activation, kind, operative="a99")
    assert raised.value.message == Message.of("games-model-unseen", operative="a99")
