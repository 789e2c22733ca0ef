"""Films play everywhere, keep their frames' times, and end with the table; what fails is one line, nothing is left."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from overlook.app import films as encoding
from overlook.app.films import Encoder, Films
from tests.depth import depth
from tests.overlook.films.made_clips import TIMES_S, told
from tests.overlook.films.mp4 import boxes, pictures, probed
from web.contract.errors import ServiceUnavailableError, UnknownError

steps_ms = st.lists(st.integers(1, 1500), min_size=1, max_size=30)


def made(films: Films, folder: Path, times_s: Sequence[float] = TIMES_S, **fields: object) -> Path:
    return asyncio.run(films.film(told(folder, times_s, **fields)))


def stand_in(folder: Path, script: str) -> str:
    """Return the address of a program that is run in ffmpeg's place."""
    path = folder / "stand-in"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@settings(max_examples=depth(3, 8), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps_ms)
def test_every_frame_is_shown_at_its_own_time(tmp_path_factory: pytest.TempPathFactory, steps: list[int]) -> None:
    times_ms = [sum(steps[:number]) - sum(steps) for number in range(len(steps) + 1)]
    path = made(Films(), tmp_path_factory.mktemp("film"), times_s=[one / 1000 for one in times_ms])
    stream, shown_s = probed(path)
    assert [round(1000 * one) for one in shown_s] == [one - times_ms[0] for one in times_ms]
    assert int(stream["nb_frames"]) == len(times_ms) == len(pictures(path))
    assert float(stream["duration"]) >= sum(steps) / 1000


def test_it_is_what_browsers_and_phones_play_from_the_first_byte_on(tmp_path: Path) -> None:
    path = made(Films(), tmp_path)
    stream, _ = probed(path)
    assert (stream["codec_name"], stream["profile"], stream["pix_fmt"]) == ("h264", "Main", "yuv420p")
    assert stream["has_b_frames"] == 0
    assert stream["level"] <= 40
    assert (stream["color_range"], stream["color_space"], stream["color_primaries"]) == ("tv", "bt709", "bt709")
    assert stream["width"] == 1280
    assert stream["width"] % 2 == stream["height"] % 2 == 0
    order = boxes(path.read_bytes())
    assert order[0] == "ftyp"
    assert order.index("moov") < order.index("mdat")


def test_it_is_made_once_and_anew_when_something_else_is_told(tmp_path: Path) -> None:
    films = Films()
    first = made(films, tmp_path)
    written = first.stat().st_mtime_ns
    assert made(films, tmp_path) == first
    assert first.stat().st_mtime_ns == written
    other = made(films, tmp_path, times_s=(-0.2, 0.0, 0.3))
    assert other != first
    assert list(tmp_path.iterdir()) == [other], "the film of before is of no use"


def test_without_ffmpeg_it_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(ServiceUnavailableError) as raised:
        made(Films(Encoder("no-such-ffmpeg")), tmp_path)
    assert raised.value.message.code == "clip-needs-ffmpeg"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (
            'cat >/dev/null; for to; do :; done; echo one >&2; echo "$to: No space left on device" >&2; exit 1',
            "No space",
        ),
        ("exit 3", "ended with status 3"),
        ("cat >/dev/null", "No such file or directory"),
    ],
)
def test_what_goes_wrong_is_one_line_and_leaves_nothing(tmp_path: Path, script: str, said: str) -> None:
    program, folder = stand_in(tmp_path, script), tmp_path / "0001.clips"
    with pytest.raises(ServiceUnavailableError) as raised:
        made(Films(Encoder(program)), folder)
    message = raised.value.message
    assert message.code == "clip-film-failed"
    assert said in str(message["why"])
    assert "\n" not in str(raised.value)
    assert str(tmp_path) not in str(raised.value), "where it lies is nobody's business"
    assert list(folder.iterdir()) == []


def test_one_that_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "LIMIT_S", 0.2)
    with pytest.raises(ServiceUnavailableError) as raised:
        made(Films(Encoder(stand_in(tmp_path, "exec tail -f /dev/null"))), tmp_path / "0001.clips")
    assert raised.value.message["why"].code == "clip-film-slow"


def test_a_table_that_stops_waits_for_no_film(tmp_path: Path) -> None:
    begun, program = (
        tmp_path / "begun",
        stand_in(tmp_path, f"mkfifo {tmp_path}/go; : > {tmp_path}/begun; exec cat {tmp_path}/go"),
    )
    films = Films(Encoder(program))

    async def stopped() -> None:
        making = asyncio.ensure_future(films.film(told(tmp_path / "0001.clips")))
        async with asyncio.timeout(60):
            while not begun.exists():
                await asyncio.sleep(0.01)
            await asyncio.to_thread(films.close)
            with pytest.raises(ServiceUnavailableError) as raised:
                await making
            assert raised.value.message["why"].code == "clip-film-stopped"

    asyncio.run(stopped())


def test_one_is_made_at_a_time_few_wait_and_the_same_is_made_once(tmp_path: Path) -> None:
    go, most, running, count = threading.Event(), [0], [0], [0]

    class Slow(Encoder):
        def encode(self, pictures: object, times_s: object, path: Path) -> None:
            running[0] += 1
            count[0] += 1
            most[0] = max(most[0], running[0])
            go.wait(60)
            running[0] -= 1
            path.write_bytes(b"film")

    async def ask() -> None:
        films = Films(Slow())
        clips = [told(tmp_path, (-0.1 * number - 0.1, 0.0)) for number in range(6)]
        asked = [asyncio.ensure_future(films.film(clip)) for clip in (*clips[:4], *clips[:4])]
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            while len(films._making) < 4:
                await asyncio.sleep(0.01)
            with pytest.raises(ServiceUnavailableError) as raised:
                await films.film(clips[4])
            assert raised.value.message.code == "clip-films-waiting"
            asked[0].cancel()
            go.set()
            done = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(done[0], asyncio.CancelledError)
        assert done[1:4] == done[5:8]
        assert count[0] == 4, "who asks for the same waits for the same"
        assert most[0] == 1
        assert (await films.film(clips[4])).read_bytes() == b"film"

    asyncio.run(ask())


def test_a_frame_that_is_no_picture_is_said_and_no_half_film_is_left(tmp_path: Path) -> None:
    clip = told(tmp_path)
    bad = type(clip)(type(clip.clip)(clip.clip.view, (*clip.clip.jpegs[:2], b"no JPEG")), clip.standing, clip.folder)
    with pytest.raises(UnknownError) as raised:
        asyncio.run(Films().film(bad))
    assert (raised.value.message.code, raised.value.message["frame"]) == ("clip-frame-damaged", 2)
    assert list(tmp_path.iterdir()) == []
