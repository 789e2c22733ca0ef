"""Pictures as an MP4 that browsers and phones play, by the system's ffmpeg: a process that yields to all others."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO

from web.camera.drawing import Image
from web.contract.errors import ServiceUnavailableError

PROGRAM = "ffmpeg"
MISSING = "Clips as MP4 need ffmpeg: on the table's machine, run 'sudo apt-get install ffmpeg'"
LIMIT_S = 90.0
MOST_BYTES = 16 << 20
LEAST_PRIORITY = ("nice", "-n", "39")
"""However high the table's own priority is, that of its films is the lowest there is."""


class Encoder:
    """Encodes one film at a time; `stop` ends it from any thread, and every one after it."""

    def __init__(self, program: str = PROGRAM) -> None:
        self._program = program
        self._running: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._late = False
        self._guard = threading.Lock()

    @property
    def missing(self) -> str:
        """What to install, in a line; empty where nothing is missing."""
        return "" if shutil.which(self._program) is not None else MISSING

    def encode(self, pictures: Iterable[Image], times_s: Sequence[float], path: Path) -> None:
        """Write the pictures, all of one even size, as H.264 in MP4, each shown from its time until the next.

        Raises `ServiceUnavailableError` when it cannot be made or written, and what `pictures` raises.
        """
        if self.missing:
            raise ServiceUnavailableError(self.missing)
        part = path.with_suffix(".mp4.part")
        each = iter(pictures)
        first = next(each)
        command = _command(self._program, (first.shape[1], first.shape[0]), _milliseconds(times_s), part)
        try:
            with tempfile.TemporaryFile() as said:
                with self._running_one(subprocess.Popen(command, stdin=subprocess.PIPE, stderr=said)) as process:
                    assert process.stdin is not None
                    # A program that ends early closes its end of the pipe: what it said is told below.
                    with contextlib.suppress(BrokenPipeError), process.stdin as pipe:
                        pipe.write(first.tobytes())
                        for picture in each:
                            pipe.write(picture.tobytes())
                    status = process.wait()
                if status != 0:
                    raise ServiceUnavailableError(f"The clip could not be made: {self._why(status, said, part.parent)}")
            part.replace(path)
        except OSError as fault:
            raise ServiceUnavailableError(f"The clip could not be made: {fault.strerror or fault}") from fault
        finally:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)

    def stop(self) -> None:
        """End the film that is being made; none is begun any more."""
        with self._guard:
            self._stopped = True
            if self._running is not None:
                self._running.kill()

    @contextlib.contextmanager
    def _running_one(self, process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
        """Give the process, and end it when its time is up, the table stops, or whoever feeds it has failed."""
        limit = threading.Timer(LIMIT_S, self._too_late, (process,))
        with self._guard:
            self._running, self._late = process, False
            if self._stopped:
                process.kill()
        limit.start()
        try:
            yield process
        finally:
            limit.cancel()
            with self._guard:
                self._running = None
            process.kill()
            process.wait()

    def _too_late(self, process: subprocess.Popen[bytes]) -> None:
        self._late = True
        process.kill()

    def _why(self, status: int, said: IO[bytes], folder: Path) -> str:
        """Return why it failed in words for anybody: no path of this machine is in it."""
        if self._stopped:
            return "the table is stopping"
        if self._late:
            return f"it took longer than {LIMIT_S:.0f} s"
        said.seek(0)
        lines = said.read(4096).decode(errors="replace").strip().splitlines()
        return lines[-1].replace(f"{folder}/", "") if lines else f"{PROGRAM} ended with {status}"


def _command(program: str, size: tuple[int, int], times_ms: Sequence[int], to: Path) -> list[str]:
    when = "+".join(f"eq(N,{number})*{time_ms}" for number, time_ms in enumerate(times_ms))
    shown = f"settb=1/1000,setpts='{when}',scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
    source = ("-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{size[0]}x{size[1]}", "-framerate", "5", "-i", "pipe:0")
    h264 = ("-c:v", "libx264", "-profile:v", "main", "-level", "4.0", "-preset", "veryfast", "-crf", "23", "-bf", "0")
    bounds = ("-maxrate", "6M", "-bufsize", "12M", "-fs", str(MOST_BYTES), "-threads", "1", "-filter_threads", "1")
    colour = ("-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv")
    timing = ("-fps_mode", "vfr", "-enc_time_base", "1:1000")
    container = ("-movflags", "+faststart", "-f", "mp4", str(to))
    quiet = ("-hide_banner", "-loglevel", "error", "-y")
    return [*LEAST_PRIORITY, program, *quiet, *source, "-vf", shown, *h264, *bounds, *colour, *timing, *container]


def _milliseconds(times_s: Sequence[float]) -> list[int]:
    """Return the times from the first one on, whole milliseconds, each later than the one before."""
    found: list[int] = []
    for time_s in times_s:
        found.append(max(round(1000 * (time_s - times_s[0])), found[-1] + 1 if found else 0))
    return found
