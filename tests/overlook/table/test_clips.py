"""Clips: frames of a fall from before and after it, kept beside the game, in memory while the disk is full."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Games
from overlook.table.recordings import clips
from overlook.table.recordings.clips import AFTER_S, EVERY_S, SECONDS, BufferedFrame, Clip, Clips, read_clip, write_clip
from referee.rules.position import Order
from tests.codes import coded
from tests.overlook.films.made_clips import view
from tests.overlook.play.scripts import script
from tests.wall_clock import JUMPS_S, WallClock
from web.contract.base import HealthState
from web.contract.errors import UnknownError
from web.contract.requests import GAME_REQUESTS, Accepted, Button
from web.contract.table.snapshot import CameraView
from web.stream import commentary

JPEG = b"\xff\xd8 a frame"
PLACES = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [12.0, 15.0], "B3": [12.0, 19.0]}


class FilmedTable:
    """A scripted table whose clips take frames at the times that a test says."""

    def __init__(self, table: ScriptedTable) -> None:
        self.table, self.service = table, table.service
        self.clips = Clips(table.table.games, commentary.falls)
        self.service.clips = self.clips
        self.service.camera = CameraView(state=HealthState.OK, size_px=(1280, 720))
        self._frames = 0

    def film(self, seconds: float) -> None:
        """Take frames for so many seconds."""
        for _ in range(round(seconds / EVERY_S)):
            self._frames += 1
            self.clips.put(BufferedFrame(round(self._frames * EVERY_S, 3), JPEG))

    async def fell(self, name: str) -> int:
        """Take an operative out of action, and return the number of the intent."""
        words = {"kind": "declare_damage", "operative": name, "amount": 50, "why": "a fall"}
        request = GAME_REQUESTS["declare_damage"].model_validate(words)
        outcome = await self.service.submit(request, player="referee", key=f"fall-of-{name}")
        assert isinstance(outcome, Accepted), outcome
        assert outcome.sequence is not None
        return outcome.sequence

    async def press(self, button: Button) -> None:
        assert isinstance(await self.service.press(button, key=f"{button}-{self.table.table.sequence}"), Accepted)

    async def written(self, true_of: Callable[[], bool]) -> None:
        """Wait until the thread that writes clips has come so far."""
        async with asyncio.timeout(60):
            while not true_of():
                await asyncio.sleep(0.001)


def filmed(play: Callable[[FilmedTable], Awaitable[None]], folder: Path) -> None:
    """Play at a table in its firefight that has been filmed for six seconds."""

    async def played() -> None:
        script_ = script_of(script(PLACES))
        games = Games(folder)
        try:
            table = FilmedTable(ScriptedTable(script_, laid_table(script_), games))
            await table.table.begin()
            table.film(6.0)
            await play(table)
            table.clips.close()
        finally:
            games.close()

    asyncio.run(played())


def test_a_falls_clip_has_the_seconds_before_and_after_it(tmp_path: Path) -> None:
    async def play(table: FilmedTable) -> None:
        sequence = await table.fell("B1")
        before = table.clips.counts(1)[sequence]
        assert before == SECONDS / EVERY_S + 1, "kept whole, though nobody challenges it"
        table.film(AFTER_S + 0.6)
        kept = table.clips.kept(1, sequence)
        assert kept.view.times_s[kept.moment] == 0
        assert len(kept.jpegs) == len(kept.view.times_s) == table.clips.counts(1)[sequence]
        assert len(kept.jpegs) == before + AFTER_S / EVERY_S
        assert kept.view.times_s[-1] == AFTER_S
        assert [fall.name for fall in kept.view.falls] == [table.table.table.state.operative("B1").card.name]

    filmed(play, tmp_path)


def test_a_fall_is_shown_with_its_clip_until_it_is_undone(tmp_path: Path) -> None:
    async def play(table: FilmedTable) -> None:
        sequence = await table.fell("B1")
        shown = [(one.operative, one.clip_of) for one in table.service.snapshot().falls]
        assert shown == [("B1", sequence)], "the stream finds it"
        frames = table.clips.counts(1)[sequence]
        await table.press(Button.UNDO)
        assert table.service.snapshot().falls == ()
        await table.press(Button.REDO)
        assert [one.operative for one in table.service.snapshot().falls] == ["B1"]
        assert table.clips.counts(1)[sequence] == frames, "it did not fall again"

    filmed(play, tmp_path)


def test_a_falls_clip_is_written_as_far_as_it_has_come_when_the_table_stops(tmp_path: Path) -> None:
    sequences: list[int] = []

    async def play(table: FilmedTable) -> None:
        sequences.append(await table.fell("B1"))
        table.film(AFTER_S / 2)

    filmed(play, tmp_path)
    kept = read_clip(next(tmp_path.glob(f"**/0001.clips/{sequences[0]}.zip")))
    assert kept.view.times_s[-1] == AFTER_S / 2
    assert all(jpeg == JPEG for jpeg in kept.jpegs)


def test_on_a_full_disk_clips_are_held_in_memory_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, clip: Clip) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def trouble(table: FilmedTable) -> list[str]:
        table.service.publish()
        table.service.publish()
        return [part.sentence for part in table.service.snapshot().health if part.part == "clips"]

    async def play(table: FilmedTable) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(clips, "write_clip", full)
            first = await table.fell("B1")
            second = await table.fell("B2")
            await table.written(lambda: table.clips.problem is not None)
            (said,) = trouble(table)
            assert "No space left" in said
        assert table.table.table.state.operative("B2").wounds == 0
        for sequence in (first, second):
            assert len(table.clips.kept(1, sequence).jpegs) > 1
        await table.fell("B3")
        await table.written(lambda: table.clips.problem is None)
        assert trouble(table) == []

    filmed(play, tmp_path)


def test_a_measurement_has_no_clip(tmp_path: Path) -> None:
    async def play(table: FilmedTable) -> None:
        words = {"kind": "activate", "operative": "A1", "order": Order.ENGAGE}
        request = GAME_REQUESTS["activate"].model_validate(words)
        assert isinstance(await table.service.submit(request, player="p1", key="activated"), Accepted)
        before = dict(table.clips.counts(1))
        await table.press(Button.MEASURE)
        assert any(one.id.startswith("m") for one in table.service.snapshot().rulings)
        assert table.clips.counts(1) == before

    filmed(play, tmp_path)


def test_a_measurement_is_shown_until_the_next_act(tmp_path: Path) -> None:
    async def play(table: FilmedTable) -> None:
        def measured() -> bool:
            return any(one.id.startswith("m") for one in table.service.snapshot().rulings)

        await table.press(Button.MEASURE)
        assert measured()
        await table.fell("B3")
        assert not measured()

    filmed(play, tmp_path)


@pytest.mark.parametrize("jump_s", JUMPS_S)
def test_a_clip_is_written_whatever_the_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    WallClock(monkeypatch).jump(jump_s)
    clip = Clip(view((-0.2, 0.0)), (b"\xff\xd8", b"\xff\xd9"))
    write_clip(tmp_path / "7.zip", clip)
    assert read_clip(tmp_path / "7.zip") == clip


def test_a_clip_of_an_earlier_version_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "7.zip"
    told = view((-0.2, 0.0)).model_dump(mode="json", exclude={"named", "falls"})
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("clip.json", json.dumps(told))
        for number in range(2):
            file.writestr(f"{number:03d}.jpg", b"\xff\xd8")
    assert read_clip(path).view.falls == ()


@pytest.mark.parametrize("said", ["{}", "no json", '{"sequence": 7, "size_px": [1, 1], "times_s": "x"}'])
def test_a_malformed_clip_is_reported_in_one_line(tmp_path: Path, said: str) -> None:
    with zipfile.ZipFile(tmp_path / "7.zip", "w") as file:
        file.writestr("clip.json", said)
    with pytest.raises(UnknownError, check=coded("clip-unreadable", event="7")) as raised:
        read_clip(tmp_path / "7.zip")
    assert "\n" not in str(raised.value)


def test_a_clip_with_too_many_frames_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "7.zip", "w") as file:
        file.writestr("clip.json", json.dumps(view(tuple(range(500))).model_dump(mode="json")))
    with pytest.raises(UnknownError, check=coded("clip-many-frames", frames=500)):
        read_clip(tmp_path / "7.zip")


def test_the_buffer_keeps_the_last_five_seconds_of_frames() -> None:
    buffer = clips.FrameBuffer()
    for number in range(100):
        if buffer.wants(number * 0.2):
            buffer.put(BufferedFrame(number * 0.2, b""))
    last = buffer.last()
    assert last[-1].captured_s - last[0].captured_s <= clips.SECONDS
    assert len(last) == 26
