"""Frames kept of rulings: the last seconds before each, on disk beside the game where they may be asked for again."""

from __future__ import annotations

import json
import zipfile
from collections import OrderedDict, deque
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import ValidationError

from overlook.table.games import Games
from referee.rules.ruling import Verdict
from web.contract.errors import UnknownError
from web.contract.machine_views import CameraView
from web.contract.recordings import ClipView
from web.contract.ruling_views import RulingView
from web.contract.snapshot import Snapshot

SUFFIX = ".clips"
SECONDS = 5.0
EVERY_S = 0.2
AT_HAND = 8
"""Rulings whose frames are held in memory, should somebody challenge one."""


@dataclass(frozen=True, slots=True)
class BufferedFrame:
    """One frame: when it was captured, its JPEG."""

    captured_s: float
    jpeg: bytes


class FrameBuffer:
    """The last seconds of frames, a few each second, as JPEG."""

    def __init__(self) -> None:
        self._shots: deque[BufferedFrame] = deque(maxlen=round(SECONDS / EVERY_S) + 1)

    def wants(self, captured_s: float) -> bool:
        """Return whether a frame of that time is to be put here."""
        return not self._shots or captured_s - self._shots[-1].captured_s >= 0.9 * EVERY_S

    def put(self, shot: BufferedFrame) -> None:
        """Take a frame in."""
        self._shots.append(shot)

    def last(self) -> tuple[BufferedFrame, ...]:
        """Return the last seconds."""
        return tuple(one for one in self._shots if self._shots[-1].captured_s - one.captured_s <= SECONDS)


@dataclass(frozen=True, slots=True)
class Clip:
    """The frames of one ruling, and what is drawn over them."""

    view: ClipView
    jpegs: tuple[bytes, ...]

    def still(self) -> Clip:
        """Return the last frame of it alone."""
        return Clip(self.view.model_copy(update={"times_s": self.view.times_s[-1:]}), self.jpegs[-1:])


class Clips:
    """What is kept of one table's games: one frame of every ruling, all of those too close to call or challenged."""

    def __init__(self, games: Games) -> None:
        self.buffer = FrameBuffer()
        self.problem: str | None = None
        self._games = games
        self._number = 0
        self._counts: dict[int, int] = {}
        self._at_hand: OrderedDict[int, Clip] = OrderedDict()
        self._known: set[str] = set()
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="clips")

    def counts(self, number: int) -> Mapping[int, int]:
        """Return how many frames are kept of each ruling of a game, by the sequence number of its intent."""
        if number == self._number:
            return self._counts
        return {int(path.stem): _length(path) for path in self._folder(number).glob("*.zip") if path.stem.isdecimal()}

    def follow(self, snapshot: Snapshot, challenged: int | None) -> bool:
        """Keep the frames of rulings that are new, and all those of one that is challenged; return whether any were."""
        number = snapshot.game.number
        if number != self._number:
            self._counts = dict(self.counts(number))
            self._number = number
            self._at_hand.clear()
            self._known = {ruling.id for ruling in snapshot.rulings}
        before = dict(self._counts)
        for ruling in reversed(snapshot.rulings):
            if ruling.id not in self._known and ruling.id.startswith("r"):
                self._known.add(ruling.id)
                self._take(ruling, snapshot.camera)
        clip = self._at_hand.get(challenged or 0)
        if clip is not None and self._counts.get(clip.view.sequence) != len(clip.jpegs):
            self._keep(clip)
        return self._counts != before

    def close(self) -> None:
        """Write what is still to be written."""
        self._disk.shutdown(wait=True)

    def clip(self, number: int, sequence: int) -> ClipView:
        """Return what was kept of a ruling; raises `UnknownError` when nothing was or it cannot be read."""
        clip = self._at_hand.get(sequence) if number == self._number else None
        if clip is not None:
            return clip.view if self._counts.get(sequence) == len(clip.jpegs) else clip.still().view
        try:
            return ClipView.model_validate_json(self._read(number, sequence, "clip.json"))
        except ValidationError as fault:
            raise UnknownError(
                f"The frames of event {sequence} cannot be read: {fault.error_count()} faults"
            ) from fault

    def frame(self, number: int, sequence: int, frame: int) -> bytes:
        """Return one frame; raises as `clip` does."""
        clip = self._at_hand.get(sequence) if number == self._number else None
        if clip is None:
            return self._read(number, sequence, f"{frame:03d}.jpg")
        kept = clip if self._counts.get(sequence) == len(clip.jpegs) else clip.still()
        if frame >= len(kept.jpegs):
            raise UnknownError(f"Of event {sequence} {len(kept.jpegs)} frames are kept, not {frame + 1}")
        return kept.jpegs[frame]

    def _take(self, ruling: RulingView, camera: CameraView) -> None:
        shots = self.buffer.last()
        if not shots or camera.size_px is None:
            return
        asked_before = next((one for one in self._at_hand.values() if _same(one.view.ruling, ruling)), None)
        end_s = shots[-1].captured_s
        view = ClipView(
            sequence=ruling.sequence,
            size_px=camera.size_px,
            view_px=camera.view_px,
            times_s=tuple(round(one.captured_s - end_s, 2) for one in shots),
            ruling=ruling,
        )
        clip = Clip(view, tuple(one.jpeg for one in shots))
        if asked_before is not None:
            clip = replace(asked_before, view=asked_before.view.model_copy(update={"sequence": ruling.sequence}))
        self._at_hand[ruling.sequence] = clip
        while len(self._at_hand) > AT_HAND:
            self._at_hand.popitem(last=False)
        self._keep(clip if ruling.verdict is Verdict.TOO_CLOSE else clip.still())

    def _keep(self, clip: Clip) -> None:
        self._counts[clip.view.sequence] = len(clip.jpegs)
        written = self._disk.submit(self._write, self._path(self._number, clip.view.sequence), clip)
        written.add_done_callback(Future.result)

    def _write(self, path: Path, clip: Clip) -> None:
        part = path.with_suffix(".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as file:
                file.writestr("clip.json", json.dumps(clip.view.model_dump(mode="json")))
                for number, jpeg in enumerate(clip.jpegs):
                    file.writestr(f"{number:03d}.jpg", jpeg)
            part.replace(path)
            self.problem = None
        except OSError as fault:
            self.problem = f"frames of rulings are not kept: {fault.strerror or fault}"

    def _folder(self, number: int) -> Path:
        return self._games.path(number).with_suffix(SUFFIX)

    def _path(self, number: int, sequence: int) -> Path:
        return self._folder(number) / f"{sequence}.zip"

    def _read(self, number: int, sequence: int, name: str) -> bytes:
        try:
            with zipfile.ZipFile(self._path(number, sequence)) as file:
                return file.read(name)
        except (OSError, KeyError, zipfile.BadZipFile) as fault:
            raise UnknownError(f"No frames were kept of event {sequence} of game {number}") from fault


def _length(path: Path) -> int:
    try:
        with zipfile.ZipFile(path) as file:
            return sum(name.endswith(".jpg") for name in file.namelist())
    except (OSError, zipfile.BadZipFile):
        return 0


def _same(one: RulingView | None, other: RulingView) -> bool:
    """Return whether it is the same ruling: proposed when it was seen, carried again when it was taken."""
    return one is not None and (one.claim, one.sentence, one.p_yes) == (other.claim, other.sentence, other.p_yes)
