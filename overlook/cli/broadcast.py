"""`overlook broadcast`: the annotated camera as H.264 to a streaming server."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from urllib.parse import urlencode, urlsplit

import typer

from messages.message import Message
from overlook.console import Exit, print_notice
from overlook.errors import SettingsError
from overlook.process import ended_in_order

PROGRAM = "ffmpeg"
DEVICES = Path("/sys/class/video4linux")
PI_ENCODER = "bcm2835-codec-encode"
"""Driver name of the H.264 encoder of the Raspberry Pi up to model 4; the 5 has none and encodes in software."""

KEY_EVERY_S = 1
"""Interval between key frames: the longest time until a new viewer sees an image."""

FORMATS: Mapping[str, tuple[str, ...]] = {
    "rtsp": ("-f", "rtsp", "-rtsp_transport", "tcp"),
    "rtsps": ("-f", "rtsp", "-rtsp_transport", "tcp"),
    "rtp": ("-f", "rtp", "-payload_type", "96"),
    "srt": ("-f", "mpegts"),
    "udp": ("-f", "mpegts"),
    "rtmp": ("-f", "flv"),
    "rtmps": ("-f", "flv"),
}
"""Output options of ffmpeg by the scheme of the server's address."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """An H.264 encoder of ffmpeg: its name and options."""

    name: str
    options: tuple[str, ...]


CONSTRAINED_BASELINE = "578"
"""ffmpeg's number for the profile Constrained Baseline, which only libx264 accepts by name."""

SOFTWARE = Encoder(
    "libx264", ("-preset", "superfast", "-tune", "zerolatency", "-threads", "1", "-profile:v", "baseline")
)
RASPBERRY_PI = Encoder("h264_v4l2m2m", ("-num_capture_buffers", "16", "-profile:v", CONSTRAINED_BASELINE))
ENCODERS = {one.name: one for one in (SOFTWARE, RASPBERRY_PI)}


def encoder_here(devices: Path = DEVICES) -> Encoder:
    """Return the hardware encoder if this machine has one that ffmpeg supports, else the software encoder."""
    names = (path.read_text(errors="replace").strip() for path in sorted(devices.glob("*/name")))
    return RASPBERRY_PI if PI_ENCODER in names else SOFTWARE


def encoder_named(name: str | None) -> Encoder:
    """Return the encoder of a name, or the best one here; raises `SettingsError` for an unknown name."""
    if name is None:
        return encoder_here()
    if name not in ENCODERS:
        raise SettingsError("broadcast-encoder-unknown", encoder=name, known=ENCODERS)
    return ENCODERS[name]


def encoder_command(
    pictures: str, server: str, encoder: Encoder, *, kilobits: int, program: str = PROGRAM
) -> list[str]:
    """Return the ffmpeg command that reads motion JPEG from an address and streams it to a server without buffering.

    The H.264 profile has no B-frames and is one that all browsers accept by WebRTC. Raises `SettingsError` if the
    scheme of the server's address is not supported.
    """
    scheme = urlsplit(server).scheme
    if scheme not in FORMATS:
        raise SettingsError("broadcast-server-scheme", server=server, known=FORMATS)
    now = ("-fflags", "nobuffer", "-flags", "low_delay", "-probesize", "32", "-analyzeduration", "0")
    source = (*now, "-use_wallclock_as_timestamps", "1", "-f", "mpjpeg", "-i", pictures)
    shown = ("-an", "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-fps_mode", "vfr")
    h264 = ("-c:v", encoder.name, *encoder.options, "-bf", "0", "-g", "600")
    keys = ("-force_key_frames", f"expr:gte(t,n_forced*{KEY_EVERY_S})", "-bsf:v", "dump_extra=freq=keyframe")
    rate = ("-b:v", f"{kilobits}k", "-maxrate", f"{kilobits}k", "-bufsize", f"{kilobits}k")
    quiet = ("-hide_banner", "-loglevel", "error", "-nostdin")
    return [program, *quiet, *source, *shown, *h264, *keys, *rate, *FORMATS[scheme], server]


AGAIN_S = (1.0, 2.0, 5.0, 10.0)
LASTED_S = 30.0
"""A run that lasted this long counts as successful and resets the pause before the next one."""

LOOK_S = 1.0
JUMP_S = 5.0
"""Change of the wall clock that restarts ffmpeg: its timestamps are wall-clock times, and it stalls if they go back."""

CLOCK_SET = Message.of("broadcast-clock-set")

Say = Callable[[Message], None]


@dataclass(frozen=True, slots=True)
class Publisher:
    """Runs a command repeatedly; `say` receives the reason why it ended if that has changed."""

    command: Sequence[str]
    say: Say
    sleep: Callable[[float], None] = time.sleep
    now_s: Callable[[], float] = time.monotonic
    wall_s: Callable[[], float] = time.time

    def run(self, most: int | None = None) -> None:
        """Publish until interrupted, or `most` times; raises `SettingsError` if the program is not installed."""
        if shutil.which(self.command[0]) is None:
            raise SettingsError("broadcast-no-ffmpeg")
        said: Message | None = None
        failed = count = 0
        while most is None or count < most:
            began_s = self.now_s()
            why = self._once()
            count += 1
            failed = 0 if self.now_s() - began_s >= LASTED_S else failed + 1
            if why != said:
                self.say(why)
                said = why
            self.sleep(AGAIN_S[min(failed, len(AGAIN_S) - 1)])

    def _once(self) -> Message:
        """Run the command once and return why it ended; it is ended if the wall clock is set."""
        process, ahead_s = None, self.wall_s() - self.now_s()
        try:
            with _held_back(signal.SIGTERM):
                process = subprocess.Popen(list(self.command), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
            while (out := _told(process)) is None:
                if abs(self.wall_s() - self.now_s() - ahead_s) > JUMP_S:
                    process.terminate()
                    process.communicate()
                    return CLOCK_SET
        except BaseException:
            if process is not None:
                process.terminate()
                process.communicate()
            raise
        told = out.decode(errors="replace").strip().splitlines()
        if told:
            return Message.of("broadcast-interrupted", fault=told[-1])
        return Message.of("broadcast-ended", program=self.command[0], status=process.returncode)


def _told(process: subprocess.Popen[bytes]) -> bytes | None:
    """Return the stderr of a program that has ended, None if it has not ended within `LOOK_S`."""
    try:
        return process.communicate(timeout=LOOK_S)[1]
    except subprocess.TimeoutExpired:
        return None


@contextlib.contextmanager
def _held_back(number: signal.Signals) -> Iterator[None]:
    """Delay a signal until the body is done, so that a process being started is not left running."""
    came: list[int] = []
    before = signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(number, before)
    if came:
        signal.raise_signal(number)


TABLE = "http://localhost:8765"


def pictures_of(table: str, *, whole: bool, delay_s: float) -> str:
    """Return the address of the table's annotated frames; raises `SettingsError` if `table` is not an address."""
    parts = urlsplit(table)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise SettingsError("broadcast-table-address", table=table, example=TABLE)
    asked = {"drawn" if whole else "follow": "true", **({"delay": f"{delay_s:g}"} if delay_s else {})}
    return f"{parts.scheme}://{parts.netloc}/camera.mjpg?{urlencode(asked)}"


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("broadcast")
    def command(
        server: Annotated[str, typer.Argument(help="broadcast-help-server")],
        table: Annotated[str, typer.Option("--table", help="broadcast-help-table")] = TABLE,
        whole: Annotated[bool, typer.Option("--whole", help="broadcast-help-whole")] = False,
        delay: Annotated[float, typer.Option(min=0.0, max=15.0, help="broadcast-help-delay")] = 0.0,
        kilobits: Annotated[int, typer.Option(min=200, max=20_000, help="broadcast-help-kilobits")] = 4000,
        encoder: Annotated[str | None, typer.Option("--encoder", help="broadcast-help-encoder")] = None,
    ) -> int:
        """Send the annotated camera image as H.264 to a streaming server: MediaMTX, go2rtc, Janus."""
        chosen = encoder_named(encoder)
        pictures = pictures_of(table, whole=whole, delay_s=delay)
        words = encoder_command(pictures, server, chosen, kilobits=kilobits)
        streaming = Message.of("broadcast-streaming", table=pictures, server=server, encoder=chosen.name)
        print_notice(f"overlook: {streaming}")
        with ended_in_order():
            Publisher(words, lambda line: print_notice(f"overlook: {line}")).run()
        return Exit.DONE
