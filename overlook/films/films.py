"""Films of clips, made when somebody asks for one, one after the other, and kept beside the clips until those go."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from overlook.drawing.jpeg import jpeg
from overlook.films.caption import caption
from overlook.films.encoding import Encoder
from overlook.films.painting import FilmPainter
from overlook.table.told_clip import ToldClip
from web.contract.errors import ServiceUnavailableError, UnknownError

FORM = "1"
"""Which look films have: those of another one are made anew."""

MOST_WAITING = 4
STILL_WIDTH_PX = 960
STILL_QUALITY = 80


class Films:
    """Makes films for the archive. `film` belongs to the event loop; the work is done in one thread beside it."""

    def __init__(self, encoder: Encoder | None = None) -> None:
        self._encoder = encoder or Encoder()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="films")
        self._making: dict[Path, asyncio.Future[Path]] = {}

    async def film(self, told: ToldClip) -> Path:
        """Return the film's file, made now where there is none yet; who asks for the same waits for the same.

        Raises `UnknownError` for a clip that is damaged, `ServiceUnavailableError` where no film can be made now.
        """
        path = _path(told)
        if await asyncio.to_thread(path.is_file):
            return path
        if path not in self._making:
            if self._encoder.missing:
                raise ServiceUnavailableError(self._encoder.missing)
            if len(self._making) >= MOST_WAITING:
                raise ServiceUnavailableError(f"{MOST_WAITING} clips are being made: ask again in a minute")
            making = asyncio.get_running_loop().run_in_executor(self._thread, self._make, told, path)
            self._making[path] = making
            making.add_done_callback(lambda done: self._made(path, done))
        # Whoever asked may go: the film is made for the next one.
        return await asyncio.shield(self._making[path])

    def still(self, told: ToldClip) -> bytes:
        """Return the frame of the moment as it is in the film, a JPEG; raises `UnknownError` where it is damaged."""
        clip = told.clip
        if not clip.jpegs:
            raise UnknownError(f"No frames were kept of event {clip.view.sequence}")
        picture = _painter(told).paint(clip.moment, clip.jpegs[clip.moment])
        return jpeg(picture, STILL_WIDTH_PX / picture.shape[1], quality=STILL_QUALITY)

    def close(self) -> None:
        """End what is being made."""
        self._encoder.stop()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _make(self, told: ToldClip, path: Path) -> Path:
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


def _painter(told: ToldClip) -> FilmPainter:
    return FilmPainter(told.clip.view, caption(told.clip.view, told.standing))


def _path(told: ToldClip) -> Path:
    """Return where the film lies: another place when the ruling stands otherwise, or more frames are kept."""
    view = told.clip.view
    what = f"{FORM} {told.standing.name} {view.model_dump_json()}"
    return told.folder / f"{view.sequence}-{hashlib.sha256(what.encode()).hexdigest()[:12]}.mp4"
