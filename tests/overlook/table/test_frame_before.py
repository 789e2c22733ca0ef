"""A clip begins with the table at rest before it was touched, however long the touch took."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from overlook.table.recordings.clips import EVERY_S, REST_BEFORE_S, SECONDS, BufferedFrame, FrameBuffer

COUNTS = st.integers(1, 60)


def filled(buffer: FrameBuffer, from_s: float, frames: int, name: str, *, settled: bool) -> float:
    for number in range(frames):
        buffer.put(BufferedFrame(from_s + number * EVERY_S, f"{name}{number}".encode()))
        buffer.note_rest(settled)
    return from_s + frames * EVERY_S


@given(COUNTS, COUNTS, COUNTS)
def test_a_clip_begins_with_a_frame_from_before_the_touch(rest: int, touch: int, after: int) -> None:
    buffer = FrameBuffer()
    then = filled(buffer, 100.0, rest, "rest", settled=True)
    then = filled(buffer, then, touch, "hand", settled=False)
    filled(buffer, then, after, "moved", settled=True)
    shots = buffer.last()
    names = [shot.jpeg.decode() for shot in shots]
    assert names[0].startswith("rest")
    assert names[-1] == f"moved{after - 1}"
    assert all(one.captured_s < two.captured_s for one, two in pairwise(shots))
    assert shots[-1].captured_s - shots[0].captured_s <= SECONDS + REST_BEFORE_S + 1e-6
    assert len(names) == len(set(names))


def test_a_clip_of_an_untouched_table_has_its_last_seconds_alone() -> None:
    buffer = FrameBuffer()
    filled(buffer, 0.0, 100, "rest", settled=True)
    assert buffer.last()[0].captured_s >= 100 * EVERY_S - SECONDS - EVERY_S - 1e-6
