"""The annotated camera as H.264: to a real server of pictures and back out of the stream, and what is said when not."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from messages.message import Message
from overlook.cli.broadcast import (
    AGAIN_S,
    CLOCK_SET,
    FORMATS,
    PI_ENCODER,
    RASPBERRY_PI,
    SOFTWARE,
    Publisher,
    encoder_command,
    encoder_here,
    encoder_named,
    pictures_of,
)
from overlook.errors import SettingsError
from tests.depth import at_night
from tests.overlook.commands import Forked
from tests.wall_clock import JUMPS_S
from tests.web.fake_table import FakeTable
from tests.web.serving import Served

PICTURES = 12
PATIENCE_S = 60
RECEIVERS = (
    ("udp", (), "?timeout=60000000"),
    *at_night(
        ("srt", (), "?mode=listener"),
        ("rtsp", ("-rtsp_flags", "listen"), "/table"),
        ("rtmp", ("-listen", "1"), "/live/table"),
    ),
)
"""Options with which a server of each kind waits for a sender, and the rest of its address.

All are sent the same frames; that each is sent them in its format is shown with the command that encodes them.
"""

SENT = {"rtsp": "/table", "rtmp": "/live/table"}


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def forked(folder: Path, *words: str, path: str = os.environ["PATH"]) -> Forked:
    """Start the program with these arguments in a separate process."""
    return Forked(
        list(words),
        folder=folder,
        out=Path(os.devnull),
        err=Path(os.devnull),
        end=folder / "end",
        environment={**os.environ, "PATH": path},
    )


@contextlib.contextmanager
def moving(served: Served) -> Iterator[None]:
    """Have the table take pictures meanwhile."""
    done = threading.Event()

    def go_on() -> None:
        while not done.wait(0.05):
            served.do(served.fake.step, 0.1)

    mover = threading.Thread(target=go_on)
    mover.start()
    try:
        yield
    finally:
        done.set()
        mover.join()


@pytest.mark.parametrize(("kind", "waits", "asked"), RECEIVERS)
def test_what_a_server_gets_is_the_drawn_camera_as_h264(
    tmp_path: Path, kind: str, waits: tuple[str, ...], asked: str
) -> None:
    port, got = free_port(), tmp_path / "got.mp4"
    receive = [
        "ffmpeg",
        "-loglevel",
        "error",
        "-y",
        "-analyzeduration",
        "1",
        *waits,
        "-i",
        f"{kind}://127.0.0.1:{port}{asked}",
        "-c",
        "copy",
        "-frames:v",
        str(PICTURES),
        str(got),
    ]
    with Served() as served:
        served.show(FakeTable(moving=True))
        arguments = (
            "broadcast",
            f"{kind}://127.0.0.1:{port}{SENT.get(kind, '')}",
            "--table",
            served.url,
            "--encoder",
            "libx264",
        )
        with (
            moving(served),
            subprocess.Popen(receive, stderr=subprocess.PIPE) as server,
        ):
            sender = forked(tmp_path, *arguments)
            try:
                said = server.communicate(timeout=PATIENCE_S)[1]
            finally:
                sender.send_signal(signal.SIGTERM)
                server.kill()
            sender.wait(PATIENCE_S)
    assert server.returncode == 0, said.decode()
    asked = "stream=codec_name,profile,width,height,has_b_frames,nb_frames"
    probe = ["ffprobe", "-v", "error", "-show_entries", asked, "-of", "default=nw=1", str(got)]
    told = subprocess.run(probe, capture_output=True, text=True, check=True).stdout.split()
    assert told == [
        *("codec_name=h264", "profile=Constrained", "Baseline", "width=1920", "height=1080", "has_b_frames=0"),
        f"nb_frames={PICTURES}",
    ]


@pytest.mark.parametrize("scheme", list(FORMATS))
def test_no_picture_waits_for_a_later_one_whatever_the_server(scheme: str) -> None:
    words = encoder_command("http://table/camera.mjpg", f"{scheme}://server/table", SOFTWARE, kilobits=4000)
    assert words[words.index("-bf") + 1] == "0"
    assert words[words.index("-fflags") + 1] == "nobuffer"
    assert words[-1] == f"{scheme}://server/table"
    assert words[words.index("-i") + 1] == "http://table/camera.mjpg"


@pytest.mark.parametrize("server", ["server", "ftp://server", "http://server/whip", ""])
def test_a_server_of_no_known_kind_is_said_with_what_is_known(server: str) -> None:
    with pytest.raises(SettingsError) as refused:
        encoder_command("http://table/camera.mjpg", server, SOFTWARE, kilobits=4000)
    assert refused.value.message == Message.of("broadcast-server-scheme", server=server, known=FORMATS)


def test_a_pi_encodes_in_hardware_and_any_other_machine_in_software(tmp_path: Path) -> None:
    assert encoder_here(tmp_path / "none") is SOFTWARE
    for number, name in enumerate(("uvcvideo", PI_ENCODER)):
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(f"{name}\n")
    assert encoder_here(tmp_path) is RASPBERRY_PI
    assert encoder_named("libx264") is SOFTWARE
    with pytest.raises(SettingsError) as refused:
        encoder_named("nvenc")
    assert refused.value.message["known"] == ("libx264", "h264_v4l2m2m")


def test_the_encoder_of_a_pi_takes_all_that_it_is_told(tmp_path: Path) -> None:
    """ffmpeg has the encoder everywhere, and here no device for it: that alone may be wrong."""
    picture = tmp_path / "pictures"
    jpeg = FakeTable(moving=False).photograph()
    part = b"--a\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(jpeg), jpeg)
    picture.write_bytes(3 * part + b"--a--")
    words = encoder_command(str(picture), f"udp://127.0.0.1:{free_port()}", RASPBERRY_PI, kilobits=4000)
    said = subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE_S).stderr
    assert "h264_v4l2m2m" in said
    assert "Could not find a valid device" in said
    for fault in ("Unrecognized option", "Error parsing", "not been used", "Undefined constant"):
        assert fault not in said


def test_who_broadcasts_on_a_pi_has_its_encoder_run(tmp_path: Path) -> None:
    device, ran = tmp_path / "devices" / "video11", tmp_path / "ran"
    device.mkdir(parents=True)
    (device / "name").write_text(f"{PI_ENCODER}\n")
    program = tmp_path / "ffmpeg"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {ran}\n')
    program.chmod(0o755)
    chosen = encoder_here(tmp_path / "devices")
    words = encoder_command(
        "http://table/camera.mjpg", "rtsp://server/table", chosen, kilobits=4000, program=str(program)
    )
    Publisher(words, lambda _: None, sleep=lambda _: None).run(most=1)
    told = ran.read_text().splitlines()
    assert told[told.index("-c:v") + 1] == "h264_v4l2m2m"
    assert "libx264" not in told


def test_a_broadcast_that_is_told_to_stop_takes_what_encodes_with_it(tmp_path: Path) -> None:
    """An encoder left alone would go on holding one of the table's seats, and a server's address."""
    began = tmp_path / "began"
    program = tmp_path / "ffmpeg"
    program.write_text(f"#!/bin/sh\necho $$ > {began}.part\nmv {began}.part {began}\nexec sleep 600\n")
    program.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    sender = forked(tmp_path, "broadcast", "rtsp://127.0.0.1:9/table", path=path)
    end_s = time.monotonic() + PATIENCE_S
    while not began.exists():
        assert time.monotonic() < end_s, "it did not begin"
        assert sender.poll() is None
        time.sleep(0.05)
    sender.send_signal(signal.SIGTERM)
    sender.wait(PATIENCE_S)
    with pytest.raises(ProcessLookupError):
        os.kill(int(began.read_text()), 0)


def test_what_ends_is_begun_again_after_longer_and_longer_pauses_and_said_once() -> None:
    said: list[Message] = []
    paused: list[float] = []
    program = [sys.executable, "-c", "import sys; sys.exit('no route to the server')"]
    Publisher(program, said.append, sleep=paused.append, now_s=lambda: 0.0).run(most=6)
    assert said == [Message.of("broadcast-interrupted", fault="no route to the server")]
    assert paused == [*AGAIN_S[1:], AGAIN_S[-1], AGAIN_S[-1], AGAIN_S[-1]]


@pytest.mark.parametrize("jump_s", JUMPS_S)
def test_a_stream_begins_again_when_the_clock_is_set(tmp_path: Path, jump_s: float) -> None:
    began, said = tmp_path / "began", list[Message]()
    program = ["sh", "-c", f"echo begun > {began}; exec sleep 15"]

    def wall_s() -> float:
        """Return a time of day that jumps once the stream has begun."""
        return time.monotonic() + (jump_s if began.exists() else 0.0)

    Publisher(program, said.append, sleep=lambda _: None, wall_s=wall_s).run(most=1)
    assert said == [CLOCK_SET]


def test_without_ffmpeg_it_is_said_how_to_get_it() -> None:
    with pytest.raises(SettingsError) as missing:
        Publisher(["ffmpeg-that-is-not-there"], print).run()
    assert missing.value.message.code == "broadcast-no-ffmpeg"


@pytest.mark.parametrize(
    ("whole", "delay_s", "query"),
    [(True, 0.0, "drawn=true"), (False, 0.0, "follow=true"), (False, 2.5, "follow=true&delay=2.5")],
)
def test_the_pictures_are_those_of_the_tables_own_address(whole: bool, delay_s: float, query: str) -> None:
    assert pictures_of("http://table:8000/", whole=whole, delay_s=delay_s) == f"http://table:8000/camera.mjpg?{query}"


@pytest.mark.parametrize("table", ["table:8000", "file:///etc/passwd", "http://"])
def test_an_address_that_is_no_tables_is_refused(table: str) -> None:
    with pytest.raises(SettingsError) as refused:
        pictures_of(table, whole=True, delay_s=0)
    assert refused.value.message["table"] == table
