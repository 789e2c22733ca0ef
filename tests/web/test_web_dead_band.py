"""Noise is no news: what looks the same is not sent again, what moves is, and drift is never lost."""

from __future__ import annotations

import json

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.fake_table import FakeTable
from web.contract.base import View
from web.contract.table.board_views import StrokeView
from web.contract.table.feed import DEAD_BAND_IN, SNAPSHOT_DELTAS, apply_dead_band, nearly_equal, snapshot_feed
from web.contract.table.snapshot import Snapshot


def shaken(snapshot: Snapshot, revision: int, inches: float, pixels: float, seed: int) -> Snapshot:
    """Return the same table as a noisy camera sees it: each place off by at most that much."""
    noise = np.random.default_rng(seed)

    def shake(value: object, amount: float) -> object:
        if isinstance(value, float):
            return value + float(noise.uniform(-amount, amount))
        if isinstance(value, tuple):
            return tuple(shake(item, amount) for item in value)
        if isinstance(value, StrokeView):
            return value.model_copy(update={"points_px": shake(value.points_px, pixels)})
        if isinstance(value, View):
            changed = {}
            for name, part in value.__dict__.items():
                if isinstance(part, View) or name in {"operatives", "rulings", "findings", "witness"}:
                    changed[name] = shake(part, 0.0)
                elif name.endswith("outline_px"):
                    changed[name] = shake(part, pixels)
                elif name in {"x", "y"}:
                    changed[name] = shake(part, inches)
            return value.model_copy(update=changed)
        return value

    table = shake(snapshot.table, 0.0)
    rulings = shake(snapshot.rulings, 0.0)
    return snapshot.model_copy(update={"revision": revision, "table": table, "rulings": rulings})


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_still_table_under_a_noisy_camera_sends_nothing(seed: int) -> None:
    calm = FakeTable(moving=False).snapshot()
    noisy = shaken(calm, 2, DEAD_BAND_IN / 2, 0.3, seed)
    assert noisy != calm
    shown = apply_dead_band(calm, noisy)
    told = {name for name, value in SNAPSHOT_DELTAS.delta(calm, shown).model_dump().items() if value is not None}
    assert told == {"version", "since", "revision"}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(0, 0.02), st.floats(0, 3))
def test_what_is_shown_is_never_further_off_than_a_hair(seed: int, inches: float, pixels: float) -> None:
    calm = FakeTable(moving=False).snapshot()
    noisy = shaken(calm, 2, inches, pixels, seed)
    shown = apply_dead_band(calm, noisy)
    for one, true in zip(shown.table.operatives, noisy.table.operatives, strict=True):
        assert abs(one.x - true.x) <= DEAD_BAND_IN
        assert abs(one.y - true.y) <= DEAD_BAND_IN
    assert nearly_equal(shown, noisy)


def test_slow_drift_is_shown_when_it_makes_a_hair() -> None:
    table = FakeTable(moving=False)
    start = table.snapshot()
    feed = snapshot_feed(start)
    for step in range(1, 11):
        moved = start.table.operatives[0].model_copy(update={"x": start.table.operatives[0].x + 0.001 * step})
        drifted = start.table.model_copy(update={"operatives": (moved, *start.table.operatives[1:])})
        feed.publish(start.model_copy(update={"revision": step + 1, "table": drifted}))
        assert abs(feed.newest.table.operatives[0].x - moved.x) <= DEAD_BAND_IN
    assert feed.newest.table.operatives[0].x > start.table.operatives[0].x + 0.005


def test_a_word_or_a_count_is_never_taken_for_noise() -> None:
    old = FakeTable(moving=False).snapshot()
    first = old.table.operatives[0]
    for change in ({"wounds": 9}, {"state": "moving"}, {"name": "Other"}, {"ready": not first.ready}, {"order": None}):
        assert not nearly_equal(first, first.model_copy(update=change)), change
    ruling = old.rulings[0]
    assert not nearly_equal(ruling, ruling.model_copy(update={"p_yes": ruling.p_yes + 0.0001}))
    assert not nearly_equal(ruling, ruling.model_copy(update={"taken_back": True}))
    assert not nearly_equal(first.outline_px, first.outline_px[:-1] if first.outline_px else ())


def test_a_moved_model_is_sent_and_nothing_else() -> None:
    fake = FakeTable(moving=True)
    old = fake.snapshot()
    new = fake.step(0.1)
    shown = SNAPSHOT_DELTAS.delta(old, apply_dead_band(old, new))
    parts = shown.model_dump(exclude_none=True)
    assert [one["id"] for one in parts["operatives"]["changed"]] == ["a2"]
    assert "terrain" not in parts
    assert len(json.dumps(shown.model_dump(mode="json"))) < 2000
