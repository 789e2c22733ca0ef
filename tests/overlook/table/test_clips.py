"""What is kept: falls with what followed, doubtful rulings whole, others in one frame; a full disk ends nothing."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import zipfile
from pathlib import Path

import pytest

from overlook.table import clips
from overlook.table.clip_files import Clip, read_clip, write_clip
from overlook.table.clips import AFTER_S, BufferedFrame
from tests.overlook.films.made_clips import view
from tests.overlook.played_table import Table, played
from tests.wall_clock import JUMPS_S, WallClock
from web.contract.errors import UnknownError
from web.contract.snapshot import Snapshot


async def frames_come(table: Table, seconds: float) -> None:
    """Wait until the camera has gone on for so long."""
    from_s = table.clips.buffer.last()[-1].captured_s
    async with asyncio.timeout(60):
        while table.clips.buffer.last()[-1].captured_s < from_s + seconds:
            await asyncio.sleep(0.05)


async def felled(table: Table, who: str) -> int:
    """Take somebody out of action, and return the number of the intent."""
    accepted = await table.took("declare_damage", operative=who, amount=50, why="a fall")
    assert accepted.sequence is not None
    return accepted.sequence


def trouble(now: Snapshot) -> str:
    return next((part.sentence for part in now.health if part.part == "clips"), "")


def test_a_fall_keeps_what_led_to_it_and_what_followed_and_is_there_at_once(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        sequence = await felled(table, "b4")
        before = table.clips.counts(1)[sequence]
        assert before > 1, "kept whole, though nobody challenges it"
        await frames_come(table, AFTER_S + 0.5)
        kept = table.clips.kept(1, sequence)
        assert kept.view.times_s[kept.moment] == 0
        assert len(kept.jpegs) == len(kept.view.times_s) == table.clips.counts(1)[sequence] > before
        assert kept.view.times_s[-1] <= AFTER_S
        shown = [(one.operative, one.clip_of) for one in table.service.snapshot().falls]
        assert shown == [("b4", sequence)], "the stream finds it"
        await table.took("undo")
        assert table.service.snapshot().falls == ()
        await table.took("redo")
        assert [one.operative for one in table.service.snapshot().falls] == ["b4"]
        assert table.clips.counts(1)[sequence] == len(kept.jpegs), "it did not fall again"
        assert [fall.name for fall in kept.view.falls] == [table.table.state.operative("b4").card.name]

    played(tmp_path, play)


def test_what_followed_is_kept_too_when_the_table_stops_meanwhile(tmp_path: Path) -> None:
    sequences: list[int] = []

    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        sequences.append(await felled(table, "b4"))
        await frames_come(table, AFTER_S / 3)

    played(tmp_path, play)
    kept = read_clip(next(tmp_path.glob(f"**/0001.clips/{sequences[0]}.zip")))
    assert 0 < kept.view.times_s[-1] < AFTER_S
    assert all(jpeg[:2] == b"\xff\xd8" for jpeg in kept.jpegs)


def test_on_a_full_disk_it_is_said_once_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, clip: Clip) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        with monkeypatch.context() as patched:
            patched.setattr(clips, "write_clip", full)
            first = await felled(table, "b4")
            await table.until(lambda now: table.clips.problem is not None)
            second = await felled(table, "b5")
            now = await table.until(lambda now: "No space left" in trouble(now))
        assert [part.part for part in now.health].count("clips") == 1
        assert table.table.state.operative("b5").wounds == 0
        for sequence in (first, second):
            assert len(table.clips.kept(1, sequence).jpegs) > 1, "held in memory all the same"
        await felled(table, "b6")
        await table.until(lambda now: table.clips.problem is None)
        async with asyncio.timeout(60):
            while trouble(table.service.snapshot()):
                table.service.publish()
                await asyncio.sleep(0.05)

    played(tmp_path, play)


def test_what_somebody_measures_for_itself_has_no_clip(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        await table.took("activate", operative="a1", order="engage")
        before = dict(table.clips.counts(1))
        async with table.service.lock:
            assert await asyncio.to_thread(table.table.measure)
        table.service.publish()
        assert any(one.id.startswith("m") for one in table.service.snapshot().rulings)
        assert table.clips.counts(1) == before

    played(tmp_path, play)


@pytest.mark.parametrize("jump_s", JUMPS_S)
def test_a_clip_is_written_whatever_the_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    WallClock(monkeypatch).jump(jump_s)
    clip = Clip(view((-0.2, 0.0)), (b"\xff\xd8", b"\xff\xd9"))
    write_clip(tmp_path / "7.zip", clip)
    assert read_clip(tmp_path / "7.zip") == clip


def test_a_clip_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    path = tmp_path / "7.zip"
    told = view((-0.2, 0.0)).model_dump(mode="json", exclude={"named", "falls"})
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("clip.json", json.dumps(told))
        for number in range(2):
            file.writestr(f"{number:03d}.jpg", b"\xff\xd8")
    assert read_clip(path).view.falls == ()


@pytest.mark.parametrize("said", ["{}", "no json", '{"sequence": 7, "size_px": [1, 1], "times_s": "x"}'])
def test_a_clip_that_says_nonsense_is_one_line(tmp_path: Path, said: str) -> None:
    with zipfile.ZipFile(tmp_path / "7.zip", "w") as file:
        file.writestr("clip.json", said)
    with pytest.raises(UnknownError, match="The frames of event 7 cannot be read") as raised:
        read_clip(tmp_path / "7.zip")
    assert "\n" not in str(raised.value)


def test_no_more_frames_than_that_are_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "7.zip", "w") as file:
        file.writestr("clip.json", json.dumps(view(tuple(range(500))).model_dump(mode="json")))
    with pytest.raises(UnknownError, match="500 frames"):
        read_clip(tmp_path / "7.zip")


def test_the_buffer_forgets_what_is_older() -> None:
    buffer = clips.FrameBuffer()
    for number in range(100):
        if buffer.wants(number * 0.2):
            buffer.put(BufferedFrame(number * 0.2, b""))
    last = buffer.last()
    assert last[-1].captured_s - last[0].captured_s <= clips.SECONDS
    assert len(last) == 26
