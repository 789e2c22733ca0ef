"""Clips: frames stored for rulings and falls, their zip files, and the input of a film maker."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from messages.message import Message
from overlook.table.games.games import Games
from overlook.table.games.ruling_history import ruled_in
from overlook.table.recordings.recorded_game import RulingOutcome
from referee.game.engine.timeline import Timeline
from referee.game.events.pieces import Incapacitated
from referee.rules.ruling import Verdict
from web.contract.base import TrackState
from web.contract.errors import UnknownError
from web.contract.table.board_views import RulingView
from web.contract.table.game_views import CombatView, MemberView
from web.contract.table.recordings import ClipOutlineView, ClipView, FallView
from web.contract.table.snapshot import CameraView, Snapshot

VIEW = "clip.json"
MOST_FRAMES = 100
MOST_BYTES = 8 << 20
"""Upper bound on the size of a frame: a larger one is damaged or was not written by this program."""

UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, KeyError, ValueError, RuntimeError)
"""Exceptions of `zipfile` for an archive that is damaged, lacks a file or cannot be read."""


@dataclass(frozen=True, slots=True)
class Clip:
    """The frames of one moment, and the drawings over them."""

    view: ClipView
    jpegs: tuple[bytes, ...]

    @property
    def moment(self) -> int:
        """Index of the frame of the ruling or fall itself; later frames may follow."""
        times_s = self.view.times_s
        return max((at for at, time_s in enumerate(times_s) if time_s <= 0), default=len(times_s) - 1)

    def still(self) -> Clip:
        """Return the clip with the frame of the moment only."""
        at = self.moment
        return Clip(self.view.model_copy(update={"times_s": self.view.times_s[at : at + 1]}), self.jpegs[at : at + 1])


def write_clip(path: Path, clip: Clip) -> None:
    """Write a clip atomically; raises `OSError`."""
    part = path.with_suffix(".part")
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as file:
        parts = {VIEW: json.dumps(clip.view.model_dump(mode="json")).encode()}
        parts |= {_frame(number): jpeg for number, jpeg in enumerate(clip.jpegs)}
        for name, data in parts.items():
            # `writestr` would use the current time, and a ZIP cannot store dates before 1980.
            with file.open(name, "w") as into:
                into.write(data)
    part.replace(path)


def read_view(path: Path) -> ClipView:
    """Return the view of a clip's file; raises `UnknownError` if the file does not exist or cannot be read."""
    try:
        return ClipView.model_validate_json(_read(path, VIEW))
    except ValidationError as fault:
        raise _damaged(path, Message.of("clip-view-faults", faults=fault.error_count())) from fault


def read_frame(path: Path, frame: int) -> bytes:
    """Return one frame of a clip's file; raises as `read_view` does."""
    return _read(path, _frame(frame))


def read_clip(path: Path) -> Clip:
    """Return a whole clip; raises as `read_view` does."""
    view = read_view(path)
    if len(view.times_s) > MOST_FRAMES:
        raise _damaged(path, Message.of("clip-many-frames", frames=len(view.times_s), most=MOST_FRAMES))
    return Clip(view, tuple(read_frame(path, frame) for frame in range(len(view.times_s))))


def length(path: Path) -> int:
    """Return the number of frames in a clip's file; 0 if it cannot be read."""
    try:
        with zipfile.ZipFile(path) as file:
            return sum(name.endswith(".jpg") for name in file.namelist())
    except (*UNREADABLE, OSError):
        return 0


def _frame(number: int) -> str:
    return f"{number:03d}.jpg"


def _read(path: Path, name: str) -> bytes:
    try:
        with zipfile.ZipFile(path) as file:
            if name not in file.namelist() and VIEW in file.namelist():
                frames = sum(one.endswith(".jpg") for one in file.namelist())
                raise UnknownError("clip-no-frame", event=path.stem, frames=frames, frame=name)
            if file.getinfo(name).file_size > MOST_BYTES:
                raise _damaged(path, Message.of("clip-frame-large", frame=name, most=MOST_BYTES))
            return file.read(name)
    except FileNotFoundError as fault:
        raise UnknownError("clip-none", event=path.stem) from fault
    except OSError as fault:
        raise _damaged(path, Message.of("clip-file-fault", fault=fault.strerror or fault)) from fault
    except UNREADABLE as fault:
        raise _damaged(path, Message.of("clip-file-damaged")) from fault


def _damaged(path: Path, why: Message) -> UnknownError:
    return UnknownError("clip-unreadable", event=path.stem, file=path.name, why=why)


FallWords = Callable[[MemberView, CombatView | None], Message]
"""Returns a sentence about a fall that names the opponent if it was the last shot or fight."""

NOWHERE = frozenset({TrackState.LIFTED, TrackState.GONE})


def incapacitated(member: MemberView, combat: CombatView | None) -> Message:
    """Return that an operative is incapacitated, without the cause."""
    del combat
    return Message.of("stream-fell", name=member.name)


class PixelPlaces:
    """Outlines of one game's operatives at their last seen places; `said` returns a message about a fall."""

    def __init__(self, said: FallWords) -> None:
        self._said = said
        self._stood: dict[str, ClipOutlineView] = {}

    def follow(self, snapshot: Snapshot) -> None:
        """Update the places; an operative that is lifted or gone keeps its last one."""
        colours = {seat.player: seat.colour for seat in snapshot.game.seats}
        for one in snapshot.table.operatives:
            colour = colours.get(one.player)
            if one.outline_px and colour is not None and one.state not in NOWHERE:
                self._stood[one.id] = ClipOutlineView(
                    name=f"{one.label} {one.name}", colour=colour, outline_px=one.outline_px
                )

    def named(self, ruling: RulingView) -> tuple[ClipOutlineView, ...]:
        """Return the bases that a ruling names, each once."""
        things = dict.fromkeys(thing for finding in ruling.findings for thing in finding.things)
        return tuple(self._stood[thing] for thing in things if thing in self._stood)

    def falls(self, snapshot: Snapshot, fallen: Sequence[str]) -> tuple[FallView, ...]:
        """Return the falls of those operatives, each with a sentence."""
        combat = snapshot.combat[0] if snapshot.combat else None
        members = {member.id: member for member in snapshot.game.roster}
        said = {one: self._said(members[one], combat) for one in fallen if one in members}
        return tuple(
            FallView(
                name=members[one].name,
                sentence=str(message),
                message=message,
                at=self._stood.get(one),
                by=self._stood.get(_foe(one, combat)),
            )
            for one, message in said.items()
        )


def _foe(fallen: str, combat: CombatView | None) -> str:
    """Return the id of the opponent of a fallen operative; empty if it is unknown."""
    if combat is None or fallen not in {combat.attacker.operative, combat.target.operative}:
        return ""
    return combat.attacker.operative if fallen == combat.target.operative else combat.target.operative


SUFFIX = ".clips"
SECONDS = 5.0
EVERY_S = 0.2
AFTER_S = 2.0
"""Seconds during which frames are added after a fall: the model is taken off the table."""

REST_BEFORE_S = 1.0
"""Seconds by which the frame of the table at rest is shown before the others, even if it is older."""

AT_HAND = 8
"""Number of moments whose frames are held in memory in case of a challenge."""


@dataclass(frozen=True, slots=True)
class BufferedFrame:
    """A frame with the time at which it was captured."""

    captured_s: float
    jpeg: bytes


class FrameBuffer:
    """The last seconds of frames, a few per second, as JPEG."""

    def __init__(self) -> None:
        self._shots: deque[BufferedFrame] = deque(maxlen=round(SECONDS / EVERY_S) + 1)
        self._rest: BufferedFrame | None = None
        self._before: BufferedFrame | None = None

    def wants(self, captured_s: float) -> bool:
        """Return whether a frame of that time should be added."""
        return not self._shots or captured_s - self._shots[-1].captured_s >= 0.9 * EVERY_S

    def put(self, shot: BufferedFrame) -> None:
        """Add a frame."""
        self._shots.append(shot)

    def last(self) -> tuple[BufferedFrame, ...]:
        """Return the last seconds, preceded by the table as it rested before it was touched, if that is older.

        That frame is dated at most `REST_BEFORE_S` before the others.
        """
        shots = tuple(one for one in self._shots if self._shots[-1].captured_s - one.captured_s <= SECONDS)
        if shots and self._before is not None and self._before.captured_s < shots[0].captured_s:
            shown_s = max(self._before.captured_s, shots[0].captured_s - REST_BEFORE_S)
            shots = (replace(self._before, captured_s=shown_s), *shots)
        return shots

    def note_rest(self, settled: bool) -> None:
        """Record whether the table is at rest in the newest frame; the last frame before a touch is kept."""
        if settled:
            self._rest = self._shots[-1] if self._shots else None
        elif self._rest is not None:
            self._before, self._rest = self._rest, None


class Clips:
    """Stored frames of one table's games: one of each ruling, all of falls and of rulings that are close or challenged.

    It belongs to the event loop; stored clips may be read from any thread. `said` returns a message about a fall.
    """

    def __init__(self, games: Games, said: FallWords = incapacitated) -> None:
        self._said = said
        self.buffer = FrameBuffer()
        self.problem: Message | None = None
        self._games = games
        self._number = 0
        self._counts: dict[int, int] = {}
        self._at_hand: OrderedDict[int, Clip] = OrderedDict()
        self._growing: dict[int, float] = {}
        self._known: set[str] = set()
        self._falls: dict[str, int] = {}
        self._seen_to = 0
        self._places = PixelPlaces(said)
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="clips")

    def counts(self, number: int) -> Mapping[int, int]:
        """Return the number of stored frames of each moment of a game, by the sequence number of its intent."""
        if number == self._number:
            return self._counts
        return {int(path.stem): length(path) for path in self._folder(number).glob("*.zip") if path.stem.isdecimal()}

    @property
    def falls(self) -> Mapping[str, int]:
        """Sequence number of the stored clip of each operative's last fall in the game in play."""
        return self._falls

    def put(self, shot: BufferedFrame) -> None:
        """Add a frame, also to the clips of recent falls."""
        self.buffer.put(shot)
        for sequence, fell_s in tuple(self._growing.items()):
            clip = self._at_hand.get(sequence)
            since_s = shot.captured_s - fell_s
            if clip is None or since_s > AFTER_S:
                self._grown(sequence)
            elif since_s > 0:
                times_s = (*clip.view.times_s, round(since_s, 2))
                self._at_hand[sequence] = Clip(
                    clip.view.model_copy(update={"times_s": times_s}), (*clip.jpegs, shot.jpeg)
                )
                self._counts[sequence] = len(times_s)

    def take_snapshot(self, snapshot: Snapshot, timeline: Timeline) -> bool:
        """Store the frames of new rulings, challenges and falls; return whether there were any."""
        number = snapshot.game.number
        if number != self._number:
            self._turn_to(number, snapshot, timeline)
        before = dict(self._counts)
        flags = snapshot.table.flags
        self.buffer.note_rest(flags.settled and not flags.hand_in_view)
        self._places.follow(snapshot)
        for ruling in reversed(snapshot.rulings):
            if ruling.id not in self._known and ruling.id.startswith("r"):
                self._known.add(ruling.id)
                self._take(ruling, snapshot.camera)
        for sequence, fallen in _fallen(timeline, self._seen_to):
            self._falls |= dict.fromkeys(fallen, sequence)
            self._take_falls(sequence, self._places.falls(snapshot, fallen), snapshot.camera)
        self._seen_to = timeline.sequence
        challenge = timeline.state.challenge
        clip = self._at_hand.get(ruled_in(timeline, challenge.of) if challenge is not None else 0)
        if clip is not None and self._counts.get(clip.view.sequence) != len(clip.jpegs):
            self._keep(clip)
        return self._counts != before

    def close(self) -> None:
        """Write what is not on disk yet."""
        for sequence in tuple(self._growing):
            self._grown(sequence)
        self._disk.shutdown(wait=True)

    def clip(self, number: int, sequence: int) -> ClipView:
        """Return the view of a moment's clip; raises `UnknownError` if there is none or it cannot be read."""
        kept = self._in_memory(number, sequence)
        return kept.view if kept is not None else read_view(self._path(number, sequence))

    def frame(self, number: int, sequence: int, frame: int) -> bytes:
        """Return one frame; raises as `clip` does."""
        kept = self._in_memory(number, sequence)
        if kept is None:
            return read_frame(self._path(number, sequence), frame)
        if frame >= len(kept.jpegs):
            raise UnknownError("clip-no-frame", event=sequence, frames=len(kept.jpegs), frame=frame + 1)
        return kept.jpegs[frame]

    def kept(self, number: int, sequence: int) -> Clip:
        """Return the stored clip of a moment; raises as `clip` does."""
        kept = self._in_memory(number, sequence)
        return kept if kept is not None else read_clip(self._path(number, sequence))

    def film_folder(self, number: int) -> Path:
        """Return the folder for films of a game's clips: that of the clips, so that they stay together."""
        return self._folder(number)

    def _turn_to(self, number: int, snapshot: Snapshot, timeline: Timeline) -> None:
        """Switch to another game; its earlier events count as known."""
        for sequence in tuple(self._growing):
            self._grown(sequence)
        self._counts = dict(self.counts(number))
        self._number = number
        self._at_hand.clear()
        self._known = {ruling.id for ruling in snapshot.rulings}
        self._seen_to = timeline.sequence
        self._falls = {one: sequence for sequence, fallen in _fallen(timeline, 0) for one in fallen}
        self._places = PixelPlaces(self._said)

    def _in_memory(self, number: int, sequence: int) -> Clip | None:
        clip = self._at_hand.get(sequence) if number == self._number else None
        if clip is None:
            return None
        return clip if self._counts.get(sequence) == len(clip.jpegs) else clip.still()

    def _take(self, ruling: RulingView, camera: CameraView) -> None:
        clip = self._last_seconds(ruling.sequence, camera)
        if clip is None:
            return
        asked_before = next((one for one in self._at_hand.values() if _same(one.view.ruling, ruling)), None)
        known = self._at_hand.get(ruling.sequence)
        if asked_before is not None:
            clip = replace(asked_before, view=asked_before.view.model_copy(update={"sequence": ruling.sequence}))
        elif known is not None:
            # An action with several rulings: the frames are those of the ruling that is too close to call.
            if ruling.verdict is not Verdict.TOO_CLOSE:
                return
            clip = known
        if asked_before is None:
            told = {"ruling": ruling, "named": self._places.named(ruling)}
            clip = replace(clip, view=clip.view.model_copy(update=told))
        self._hold(clip)
        self._keep(clip if ruling.verdict is Verdict.TOO_CLOSE else clip.still())

    def _take_falls(self, sequence: int, falls: tuple[FallView, ...], camera: CameraView) -> None:
        clip = self._at_hand.get(sequence) or self._last_seconds(sequence, camera)
        if clip is None or not falls:
            return
        clip = replace(clip, view=clip.view.model_copy(update={"falls": falls}))
        self._growing[sequence] = self.buffer.last()[-1].captured_s
        self._hold(clip)
        self._keep(clip)

    def _last_seconds(self, sequence: int, camera: CameraView) -> Clip | None:
        """Return the frames of the last seconds without drawings; None if the camera has shown nothing."""
        shots = self.buffer.last()
        if not shots or camera.size_px is None:
            return None
        end_s = shots[-1].captured_s
        view = ClipView(
            sequence=sequence,
            size_px=camera.size_px,
            view_px=camera.view_px,
            times_s=tuple(round(one.captured_s - end_s, 2) for one in shots),
        )
        return Clip(view, tuple(one.jpeg for one in shots))

    def _hold(self, clip: Clip) -> None:
        self._at_hand[clip.view.sequence] = clip
        while len(self._at_hand) > AT_HAND:
            oldest = next(iter(self._at_hand))
            if oldest in self._growing:
                self._grown(oldest)
            self._at_hand.pop(oldest)

    def _grown(self, sequence: int) -> None:
        """Store the frames that followed a fall."""
        del self._growing[sequence]
        clip = self._at_hand.get(sequence)
        if clip is not None:
            self._keep(clip)

    def _keep(self, clip: Clip) -> None:
        self._counts[clip.view.sequence] = len(clip.jpegs)
        written = self._disk.submit(self._write, self._path(self._number, clip.view.sequence), clip)
        written.add_done_callback(Future.result)

    def _write(self, path: Path, clip: Clip) -> None:
        try:
            write_clip(path, clip)
            self.problem = None
        except OSError as fault:
            self.problem = Message.of("clip-not-kept", fault=fault.strerror or fault)

    def _folder(self, number: int) -> Path:
        return self._games.path(number).with_suffix(SUFFIX)

    def _path(self, number: int, sequence: int) -> Path:
        return self._folder(number) / f"{sequence}.zip"


def _fallen(timeline: Timeline, after: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield each step after that event in which operatives fell, with those operatives, oldest first."""
    recent = tuple(takewhile(lambda step: step.sequence > after, timeline.steps()))
    for step in reversed(recent):
        fallen = tuple(event.operative for event in step.events if isinstance(event, Incapacitated))
        if fallen:
            yield step.sequence, fallen


def _same(one: RulingView | None, other: RulingView) -> bool:
    """Return whether both are the same ruling: proposed when it was seen, carried again when it was accepted."""
    return one is not None and (one.claim, one.sentence, one.p_yes) == (other.claim, other.sentence, other.p_yes)


@dataclass(frozen=True, slots=True)
class ClipWithOutcome:
    """Input for a film: frames, drawings, and the ruling's status. `folder` is where films of the game are stored."""

    clip: Clip
    standing: RulingOutcome
    folder: Path


class FilmMaker(Protocol):
    """Makes films of clips."""

    async def film(self, told: ClipWithOutcome) -> Path:
        """Return the film's file; raises what `Archive.film` raises."""
        ...

    def still(self, told: ClipWithOutcome) -> bytes:
        """Return the frame of the moment with its drawings as JPEG; raises `UnknownError` if it is damaged."""
        ...

    def close(self) -> None:
        """Stop the films that are being made."""
        ...
