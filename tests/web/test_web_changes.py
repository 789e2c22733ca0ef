"""A delta carries a viewer from any earlier snapshot to the newest, exactly, and in one step."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.depth import depth
from tests.web.fake_rulings import shot, too_close, within
from tests.web.fake_table import FakeTable
from web.contract.errors import RevisionError
from web.contract.table.available_actions import MenuView
from web.contract.table.board_views import OperativeView, TableView
from web.contract.table.feed import SNAPSHOT_DELTAS, Delta, Feed, Listed, full_message, snapshot_feed
from web.contract.table.on_air import AIR_DELTAS, AirDelta, AirGameView, AirView
from web.contract.table.snapshot import Snapshot

LISTS = ("operatives", "terrain", "markers")
SECTIONS = ("game", "prompts", "ghosts", "notices", "health", "camera", "offers", "menu", "tray", "clock")
MENU = MenuView(question="Which?", marked="keep", at=1, of=2)


def applied(state: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Return the state after a delta, done by the letter of its documentation."""

    def listed(old: list[dict[str, Any]], difference: dict[str, Any]) -> list[dict[str, Any]]:
        known = {item["id"]: item for item in (*old, *difference["changed"])}
        return [known[id_] for id_ in difference["order"]]

    assert change["since"] == state["revision"]
    state = json.loads(json.dumps(state))
    state["revision"] = change["revision"]
    for name in SECTIONS:
        if change[name] is not None:
            state[name] = change[name]
    if change["rulings"] is not None:
        state["rulings"] = listed(state["rulings"], change["rulings"])
    for name in ("board", "flags"):
        if change[name] is not None:
            state["table"][name] = change[name]
    for name in LISTS:
        if change[name] is not None:
            state["table"][name] = listed(state["table"][name], change[name])
    return state


ACTS: dict[str, Callable[[FakeTable], object]] = {
    "step": lambda fake: fake.step(0.3),
    "call": lambda fake: fake.call(too_close()),
    "undo": lambda fake: fake.undo(),
    "redo": lambda fake: fake.redo(),
    "hand": lambda fake: setattr(fake, "hand", not fake.hand),
    "lose": lambda fake: setattr(fake, "camera_lost", not fake.camera_lost),
    "still": lambda fake: setattr(fake, "moving", not fake.moving),
    "answer": lambda fake: setattr(fake, "prompts", ()),
    "menu": lambda fake: setattr(fake, "menu", () if fake.menu else (MENU,)),
    "forget": lambda fake: setattr(fake, "rulings", fake.rulings[:1]),
}


@settings(max_examples=depth(25, 40), deadline=None)
@given(st.lists(st.sampled_from(sorted(ACTS)), min_size=1, max_size=6))
def test_a_delta_applied_is_the_later_snapshot(acts: list[str]) -> None:
    fake = FakeTable()
    old = fake.snapshot()
    for act in acts:
        ACTS[act](fake)
    fake.publish()
    new = fake.snapshot()
    change = json.loads(SNAPSHOT_DELTAS.message(old, new).json)
    assert applied(json.loads(full_message(old).json), change) == json.loads(full_message(new).json)


def test_a_delta_names_only_what_changed() -> None:
    fake = FakeTable()
    old = fake.snapshot()
    new = fake.step(0.2)
    change = SNAPSHOT_DELTAS.delta(old, new)
    parts = change.model_dump(exclude_none=True)
    assert [operative["id"] for operative in parts["operatives"]["changed"]] == ["a2"]
    told = set(parts)
    assert told == {"version", "since", "revision", "operatives"}
    assert len(SNAPSHOT_DELTAS.message(old, new).json) < len(full_message(new).json) / 10


def test_a_delta_has_a_field_for_every_part_of_a_snapshot_and_of_its_table() -> None:
    parts = set(Snapshot.model_fields) - {"table"} | set(TableView.model_fields)
    assert set(Delta.model_fields) == parts | {"since"}
    fields = Delta.model_fields
    assert fields["operatives"].annotation == Listed[OperativeView] | None
    assert fields["menu"].annotation == tuple[MenuView, ...] | None
    by_id = {name for name, field in fields.items() if "Listed" in str(field.annotation)}
    assert by_id == {*LISTS, "rulings"}


def snapshots(count: int) -> list[Snapshot]:
    fake = FakeTable()
    return [fake.snapshot(), *(fake.step(0.1) for _ in range(count - 1))]


def test_a_feed_begins_whole_and_goes_on_by_deltas() -> None:
    first, second, third = snapshots(3)

    async def follow() -> list[tuple[str, int]]:
        feed = snapshot_feed(first)
        seen: list[tuple[str, int]] = []
        changes = feed.changes(None)
        for publish in (None, second, third):
            if publish:
                feed.publish(publish)
            change = await anext(changes)
            seen.append((change.kind, change.revision))
        return seen

    assert asyncio.run(follow()) == [("snapshot", 1), ("delta", 2), ("delta", 3)]


def test_a_slow_viewer_gets_the_newest_and_none_that_it_missed() -> None:
    first, *others = snapshots(30)

    async def follow() -> tuple[int, int, dict[str, Any]]:
        feed = snapshot_feed(first)
        changes = feed.changes(None)
        await anext(changes)
        for snapshot in others:
            feed.publish(snapshot)
        change = await anext(changes)
        waits = asyncio.ensure_future(anext(changes))
        await asyncio.sleep(0.01)
        assert not waits.done()
        waits.cancel()
        body = json.loads(change.json)
        return change.revision, body["since"], applied(json.loads(full_message(first).json), body)

    revision, since, state = asyncio.run(follow())
    assert (revision, since) == (30, 1)
    assert state == json.loads(full_message(others[-1]).json)


@pytest.mark.parametrize(
    ("after", "kind"), [(28, "delta"), (27, "delta"), (26, "snapshot"), (99, "snapshot"), (None, "snapshot")]
)
def test_a_viewer_that_comes_back_gets_the_difference_while_it_is_remembered(after: int | None, kind: str) -> None:
    first, *others = snapshots(30)

    async def follow() -> str:
        feed = snapshot_feed(first, keep=4)
        for snapshot in others:
            feed.publish(snapshot)
        return (await anext(feed.changes(after))).kind

    assert asyncio.run(follow()) == kind


def test_a_viewer_that_knows_the_newest_waits_for_the_next() -> None:
    first, second = snapshots(2)

    async def follow() -> tuple[bool, int]:
        feed = snapshot_feed(first)
        waits = asyncio.ensure_future(anext(feed.changes(1)))
        await asyncio.sleep(0.01)
        early = waits.done()
        feed.publish(second)
        return early, (await waits).revision

    assert asyncio.run(follow()) == (False, 2)


def test_all_viewers_share_one_encoding() -> None:
    first, second = snapshots(2)

    async def follow() -> bool:
        feed = snapshot_feed(first)
        viewers = [feed.changes(None) for _ in range(3)]
        for viewer in viewers:
            await anext(viewer)
        feed.publish(second)
        changes = [await anext(viewer) for viewer in viewers]
        return all(change is changes[0] for change in changes)

    assert asyncio.run(follow())


def test_a_feed_without_deltas_sends_whole_views_and_damps_nothing() -> None:
    first, second = snapshots(2)

    async def follow() -> list[tuple[str, int]]:
        feed: Feed[Snapshot] = Feed(first)
        changes = feed.changes(None)
        seen = [await anext(changes)]
        feed.publish(second)
        return [(change.kind, change.revision) for change in (*seen, await anext(changes))]

    assert asyncio.run(follow()) == [("snapshot", 1), ("snapshot", 2)]


def test_deltas_of_what_is_on_air_name_its_fields_and_send_lists_whole() -> None:
    assert set(AirDelta.model_fields) == set(AirView.model_fields) | {"since"}
    old = AirView(revision=1, game=AirGameView(edition="kt24", title="Kill Team 2024"), accuracy="0.1 in")
    change = json.loads(AIR_DELTAS.message(old, old.model_copy(update={"revision": 2, "accuracy": ""})).json)
    assert {name: value for name, value in change.items() if value is not None} == {
        "version": 1,
        "since": 1,
        "revision": 2,
        "accuracy": "",
    }


def test_a_feed_refuses_a_snapshot_that_is_not_newer() -> None:
    first, second = snapshots(2)

    async def follow() -> None:
        feed = snapshot_feed(second)
        with pytest.raises(RevisionError, match="revision 1, newest 2"):
            feed.publish(first)

    asyncio.run(follow())


def test_rulings_keep_their_place_when_one_is_taken_back() -> None:
    fake = FakeTable()
    for ruling in (within(), shot()):
        fake.call(ruling)
    fake.publish()
    old = fake.snapshot()
    fake.undo()
    change = SNAPSHOT_DELTAS.delta(old, fake.snapshot())
    rulings = change.model_dump()["rulings"]
    assert rulings["order"] == tuple(ruling.id for ruling in old.rulings)
    assert [(ruling["id"], ruling["taken_back"]) for ruling in rulings["changed"]] == [(old.rulings[0].id, True)]
