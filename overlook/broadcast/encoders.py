"""Which H.264 encoder this machine has, and the command that hands the table's pictures to a server by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from overlook.errors import SettingsError

PROGRAM = "ffmpeg"
DEVICES = Path("/sys/class/video4linux")
PI_ENCODER = "bcm2835-codec-encode"
"""What the driver calls the H.264 encoder of a Raspberry Pi up to the 4; a 5 has none and is fast enough without."""

KEY_EVERY_S = 1
"""Whoever begins to watch waits so long at most for a whole picture."""

FORMATS: Mapping[str, tuple[str, ...]] = {
    "rtsp": ("-f", "rtsp", "-rtsp_transport", "tcp"),
    "rtsps": ("-f", "rtsp", "-rtsp_transport", "tcp"),
    "rtp": ("-f", "rtp", "-payload_type", "96"),
    "srt": ("-f", "mpegts"),
    "udp": ("-f", "mpegts"),
    "rtmp": ("-f", "flv"),
    "rtmps": ("-f", "flv"),
}
"""How pictures are sent, by the beginning of the server's address."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """An encoder of ffmpeg: its name, and what it needs to be told."""

    name: str
    options: tuple[str, ...]


CONSTRAINED_BASELINE = "578"
"""That profile as ffmpeg counts them: only libx264 knows it by a name."""

SOFTWARE = Encoder(
    "libx264", ("-preset", "superfast", "-tune", "zerolatency", "-threads", "1", "-profile:v", "baseline")
)
RASPBERRY_PI = Encoder("h264_v4l2m2m", ("-num_capture_buffers", "16", "-profile:v", CONSTRAINED_BASELINE))
ENCODERS = {one.name: one for one in (SOFTWARE, RASPBERRY_PI)}


def encoder_here(devices: Path = DEVICES) -> Encoder:
    """Return the encoder in hardware where this machine has one that ffmpeg knows, else the one in software."""
    names = (path.read_text(errors="replace").strip() for path in sorted(devices.glob("*/name")))
    return RASPBERRY_PI if PI_ENCODER in names else SOFTWARE


def encoder_named(name: str | None) -> Encoder:
    """Return the encoder of that name, or the best one here; raises `SettingsError` for a name that is none."""
    if name is None:
        return encoder_here()
    if name not in ENCODERS:
        raise SettingsError(f"encoder {name!r}: expected {' or '.join(ENCODERS)}")
    return ENCODERS[name]


def command(pictures: str, server: str, encoder: Encoder, *, kilobits: int, program: str = PROGRAM) -> list[str]:
    """Return the command that reads an address of moving JPEGs and hands them to a server as they come.

    Nothing is held back: every picture is sent on when it is there. It is a profile that every browser takes by
    WebRTC, without pictures that wait for later ones. Raises `SettingsError` for a server's address of no known kind.
    """
    scheme = urlsplit(server).scheme
    if scheme not in FORMATS:
        raise SettingsError(f"server {server!r}: expected an address that begins with {', '.join(FORMATS)}")
    now = ("-fflags", "nobuffer", "-flags", "low_delay", "-probesize", "32", "-analyzeduration", "0")
    source = (*now, "-use_wallclock_as_timestamps", "1", "-f", "mpjpeg", "-i", pictures)
    shown = ("-an", "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-fps_mode", "vfr")
    h264 = ("-c:v", encoder.name, *encoder.options, "-bf", "0", "-g", "600")
    keys = ("-force_key_frames", f"expr:gte(t,n_forced*{KEY_EVERY_S})", "-bsf:v", "dump_extra=freq=keyframe")
    rate = ("-b:v", f"{kilobits}k", "-maxrate", f"{kilobits}k", "-bufsize", f"{kilobits}k")
    quiet = ("-hide_banner", "-loglevel", "error", "-nostdin")
    return [program, *quiet, *source, *shown, *h264, *keys, *rate, *FORMATS[scheme], server]
