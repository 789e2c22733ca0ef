"""Films of clips: frames with captions and drawings, encoded as MP4 by ffmpeg and cached.

Images are uint8 BGR, (height, width, 3). Points of a clip are in pixels of the camera frame.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import cv2
import numpy as np
from numpy.typing import NDArray

from messages.catalogue import NOTHING
from messages.message import Message
from overlook.image_files import jpeg
from overlook.table.recordings.clips import ClipWithOutcome
from overlook.table.recordings.recorded_game import RulingOutcome
from referee.rules.ruling import Verdict
from vision.image_file import ImageError, decode_image
from web.camera.drawing import (
    AMBER,
    BOLD,
    CASING,
    GREEN,
    RED,
    WHITE,
    Bgr,
    Font,
    Image,
    LabelPainter,
    bgr_of,
    paint_line,
    paint_stroke,
)
from web.contract.base import Point
from web.contract.errors import ServiceUnavailableError, UnknownError
from web.contract.table.board_views import RulingView
from web.contract.table.recordings import ClipOutlineView, ClipView, FallView

CALLS: Mapping[Verdict, tuple[Message, Bgr]] = {
    Verdict.YES: (Message.of("clip-call-yes"), GREEN),
    Verdict.NO: (Message.of("clip-call-no"), RED),
    Verdict.TOO_CLOSE: (Message.of("clip-call-too-close"), AMBER),
}


@dataclass(frozen=True, slots=True)
class Caption:
    """Caption of a film: a heading in a colour, and sentences."""

    heading: str
    colour: Bgr
    words: str


def caption(view: ClipView, standing: RulingOutcome) -> Caption:
    """Return the caption of a ruling or a fall, without notes and advice to players."""
    ruling = view.ruling
    if view.falls:
        heading = str(Message.of("clip-fallen", names=[one.name for one in view.falls]))
        back = f" · {standing}" if standing is RulingOutcome.TAKEN_BACK else ""
        return Caption(heading + back, RED, " ".join(one.sentence for one in view.falls))
    if ruling is None:
        return Caption("", WHITE, "")
    message, colour = CALLS[ruling.verdict]
    call = str(message)
    return Caption(f"{call} · {standing}" if standing else call, colour, _words(ruling))


def _words(ruling: RulingView) -> str:
    figures = ruling.figures or NOTHING
    return str(Message.of("clip-ruling", claim=ruling.claim, sentence=ruling.sentence, figures=figures))


PROGRAM = "ffmpeg"
MISSING = Message.of("clip-needs-ffmpeg")
LIMIT_S = 90.0
MOST_BYTES = 16 << 20
LEAST_PRIORITY = ("nice", "-n", "39")
"""Lowest scheduling priority, independent of the priority of the table's process."""


class Encoder:
    """Encodes one film at a time. `stop`, from any thread, ends the current one and refuses all later ones."""

    def __init__(self, program: str = PROGRAM) -> None:
        self._program = program
        self._running: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._late = False
        self._guard = threading.Lock()

    @property
    def missing(self) -> Message | None:
        """Message that ffmpeg is missing, with the command that installs it; None if it is installed."""
        return None if shutil.which(self._program) is not None else MISSING

    def encode(self, pictures: Iterable[Image], times_s: Sequence[float], path: Path) -> None:
        """Write images of one even size as H.264 in MP4, each shown from its time until the next.

        Raises `ServiceUnavailableError` if the film cannot be encoded or written, and the errors of `pictures`.
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
                    # If ffmpeg ends early the pipe breaks; its exit status and stderr are reported below.
                    with contextlib.suppress(BrokenPipeError), process.stdin as pipe:
                        pipe.write(first.tobytes())
                        for picture in each:
                            pipe.write(picture.tobytes())
                    status = process.wait()
                if status != 0:
                    raise ServiceUnavailableError("clip-film-failed", why=self._why(status, said, part.parent))
            part.replace(path)
        except OSError as fault:
            raise ServiceUnavailableError("clip-film-failed", why=fault.strerror or fault) from fault
        finally:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)

    def stop(self) -> None:
        """End the film being encoded; later ones are refused."""
        with self._guard:
            self._stopped = True
            if self._running is not None:
                self._running.kill()

    @contextlib.contextmanager
    def _running_one(self, process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
        """Yield the process; kill it on timeout, on `stop`, or if the body raises."""
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

    def _why(self, status: int, said: IO[bytes], folder: Path) -> Message | str:
        """Return why encoding failed, without paths of this machine; the last line of ffmpeg is in English."""
        if self._stopped:
            return Message.of("clip-film-stopped")
        if self._late:
            return Message.of("clip-film-slow", limit_s=LIMIT_S)
        said.seek(0)
        lines = said.read(4096).decode(errors="replace").strip().splitlines()
        if not lines:
            return Message.of("clip-film-status", program=PROGRAM, status=status)
        return lines[-1].replace(f"{folder}/", "")


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
    """Return the times relative to the first in whole milliseconds, strictly increasing."""
    found: list[int] = []
    for time_s in times_s:
        found.append(max(round(1000 * (time_s - times_s[0])), found[-1] + 1 if found else 0))
    return found


WIDTH_PX = 1280
HIGHEST_PX = 1280
BAND_PX = 206
"""Height of the caption band. It is above the image because players put their controls over the lower edge."""

LINE_PX = 2
HEADING, SAID, NAMED = Font(56, BOLD), Font(40), Font(32, BOLD)
PAST: Bgr = (96, 88, 78)


@dataclass(frozen=True, slots=True)
class Part:
    """The visible part of a frame in pixels, and the size at which it is shown."""

    left: int
    top: int
    width: int
    height: int
    size: tuple[int, int]


class FilmPainter:
    """Paints the frames of one clip; all get the size of the first."""

    def __init__(self, view: ClipView, said: Caption) -> None:
        self._view, self._said = view, said
        self._size: tuple[int, int] | None = None
        self._band: Image | None = None

    def paint(self, frame: int, jpeg: bytes) -> Image:
        """Return one frame of the film; raises `UnknownError` if its JPEG is damaged."""
        try:
            image = decode_image(jpeg, f"frame {frame}")
        except ImageError as fault:
            raise UnknownError("clip-frame-damaged", event=self._view.sequence, frame=frame) from fault
        part = self._part(image.shape[1], image.shape[0])
        shown = image[part.top : part.top + part.height, part.left : part.left + part.width]
        finer = cv2.INTER_AREA if part.size[0] < part.width else cv2.INTER_CUBIC
        picture = np.asarray(cv2.resize(shown, part.size, interpolation=finer), dtype=np.uint8)
        self._draw(picture, part, image.shape[1] / self._view.size_px[0])
        return np.vstack([self._above(part.size[0], frame), picture])

    def _part(self, width: int, height: int) -> Part:
        scale = width / self._view.size_px[0]
        left, top, wide, high = self._view.view_px or (0.0, 0.0, *map(float, self._view.size_px))
        x = min(max(0, round(left * scale)), width - 2)
        y = min(max(0, round(top * scale)), height - 2)
        w, h = max(2, min(round(wide * scale), width - x)), max(2, min(round(high * scale), height - y))
        if self._size is None:
            grow = min(WIDTH_PX / w, HIGHEST_PX / h)
            self._size = max(2, round(w * grow / 2) * 2), max(2, round(h * grow / 2) * 2)
        return Part(x, y, w, h, self._size)

    def _draw(self, picture: Image, part: Part, scale: float) -> None:
        origin = np.array([part.left, part.top])
        grown = np.array([part.size[0] / part.width, part.size[1] / part.height])

        def placed(points: tuple[Point, ...]) -> NDArray[np.float64]:
            return np.asarray((np.asarray(points) * scale - origin) * grown, dtype=np.float64)

        labels = LabelPainter(part.size, NAMED)
        outlines = [(one, bgr_of(one.colour)) for one in self._view.named]
        for fall in self._view.falls:
            outlines += _ends(fall)
            if fall.at is not None and fall.by is not None:
                ends = np.array([placed(fall.by.outline_px).mean(axis=0), placed(fall.at.outline_px).mean(axis=0)])
                paint_line(picture, ends, RED, width=2 * LINE_PX, casing=2 * LINE_PX)
        strokes = [
            stroke for one in (self._view.ruling.findings if self._view.ruling else ()) for stroke in one.witness
        ]
        for stroke in strokes:
            if stroke.points_px:
                points = placed(stroke.points_px)
                paint_stroke(picture, stroke.role, points, closed=stroke.closed, label="", width=LINE_PX)
        for one, colour in outlines:
            paint_line(picture, placed(one.outline_px), colour, closed=True, width=2 * LINE_PX, casing=2 * LINE_PX)
        for one, _ in {outline.name: (outline, colour) for outline, colour in outlines}.values():
            around = placed(one.outline_px)
            labels.paint(picture, one.name, tuple(around.mean(axis=0)), float(np.ptp(around[:, 1])) / 2 + 6)
        for stroke in strokes:
            if stroke.points_px and stroke.label:
                points = placed(stroke.points_px)
                labels.paint(picture, stroke.label, tuple(points[len(points) // 2]), 12.0)

    def _above(self, width: int, frame: int) -> Image:
        """Return the band above the image: heading, time, text, progress bar."""
        share = min(1.0, width / WIDTH_PX)
        heading, said = Font(round(HEADING.size_px * share), BOLD), Font(round(SAID.size_px * share))
        pad, high = round(24 * share), round(BAND_PX * share / 2) * 2
        times_s = self._view.times_s
        clock = _clock(times_s[frame])
        if self._band is None:
            band = np.full((high, width, 3), CASING, dtype=np.uint8)
            room = width - 3 * pad - said.width(_clock(-9.9))
            heading.paint(band, heading.fitted(self._said.heading, room), (pad, round(66 * share)), self._said.colour)
            for row, words in enumerate(said.lines(self._said.words, width - 2 * pad, 2)):
                said.paint(band, words, (pad, round((124 + 52 * row) * share)))
            self._band = band
        band = self._band.copy()
        said.paint(band, clock, (width - pad - said.width(clock), round(66 * share)))
        whole = times_s[-1] - times_s[0]
        come = round(width * (times_s[frame] - times_s[0]) / whole) if whole > 0 else width
        bar = max(2, round(8 * share))
        band[-bar:] = PAST
        band[-bar:, :come] = self._said.colour
        return band


def _ends(fall: FallView) -> list[tuple[ClipOutlineView, Bgr]]:
    """Return the outlines of a fall: the attacker in its own colour, the fallen operative in red."""
    by = [] if fall.by is None else [(fall.by, bgr_of(fall.by.colour))]
    return [*by, *([] if fall.at is None else [(fall.at, RED)])]


def _clock(time_s: float) -> str:
    return f"{time_s:+.1f} s".replace("-", "−") if abs(time_s) >= 0.05 else "0.0 s"


FORM = "1"
"""Version of the films' layout; cached films of other versions are made again."""

MOST_WAITING = 4
STILL_WIDTH_PX = 960
STILL_QUALITY = 80


class Films:
    """Makes films for the archive, in one thread. `film` belongs to the event loop."""

    def __init__(self, encoder: Encoder | None = None) -> None:
        self._encoder = encoder or Encoder()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="films")
        self._making: dict[Path, asyncio.Future[Path]] = {}

    async def film(self, told: ClipWithOutcome) -> Path:
        """Return the file of a film; makes it if it is not cached. Concurrent requests for one film share the work.

        Raises `UnknownError` if the clip is damaged, `ServiceUnavailableError` if no film can be made now.
        """
        path = _path(told)
        if await asyncio.to_thread(path.is_file):
            return path
        if path not in self._making:
            if self._encoder.missing:
                raise ServiceUnavailableError(self._encoder.missing)
            if len(self._making) >= MOST_WAITING:
                raise ServiceUnavailableError("clip-films-waiting", films=MOST_WAITING)
            making = asyncio.get_running_loop().run_in_executor(self._thread, self._make, told, path)
            self._making[path] = making
            making.add_done_callback(lambda done: self._made(path, done))
        # If the request is cancelled, the film is still completed for later requests.
        return await asyncio.shield(self._making[path])

    def still(self, told: ClipWithOutcome) -> bytes:
        """Return the film's frame at the moment of the event as JPEG; raises `UnknownError` if it is damaged."""
        clip = told.clip
        if not clip.jpegs:
            raise UnknownError("clip-none", event=clip.view.sequence)
        picture = _painter(told).paint(clip.moment, clip.jpegs[clip.moment])
        return jpeg(picture, STILL_WIDTH_PX / picture.shape[1], quality=STILL_QUALITY)

    def close(self) -> None:
        """Stop encoding."""
        self._encoder.stop()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _make(self, told: ClipWithOutcome, path: Path) -> Path:
        clip, painter = told.clip, _painter(told)
        pictures = (painter.paint(number, frame) for number, frame in enumerate(clip.jpegs))
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
        self._encoder.encode(pictures, clip.view.times_s, path)
        for old in path.parent.glob(f"{clip.view.sequence}-*.mp4"):
            if old != path:
                with contextlib.suppress(OSError):
                    old.unlink()
        return path

    def _made(self, path: Path, done: asyncio.Future[Path]) -> None:
        self._making.pop(path, None)
        if not done.cancelled():
            done.exception()


def _painter(told: ClipWithOutcome) -> FilmPainter:
    return FilmPainter(told.clip.view, caption(told.clip.view, told.standing))


def _path(told: ClipWithOutcome) -> Path:
    """Return the film's path; it depends on the ruling's standing and on the clip's content."""
    view = told.clip.view
    what = f"{FORM} {told.standing.name} {view.model_dump_json()}"
    return told.folder / f"{view.sequence}-{hashlib.sha256(what.encode()).hexdigest()[:12]}.mp4"
