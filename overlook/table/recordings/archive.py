"""Archive of recorded games for the replay page: list, marks, points, a snapshot after any event, stills and films."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from messages.message import Message, MessageError
from overlook.table.games.games import Games
from overlook.table.games.steps import text_of
from overlook.table.offers.scoring import op_label
from overlook.table.recordings.clips import Clips, ClipWithOutcome, FilmMaker
from overlook.table.recordings.dice_log import fairness_view, rolled_in
from overlook.table.recordings.recorded_game import Mark, Recording
from overlook.table.views.board_view import recorded_table
from overlook.table.views.combat_view import combat_view
from overlook.table.views.game_view import game_view, worded_prompt
from overlook.table.views.snapshot import RulingViewCache
from referee.editions.registry import edition_of, ruleset_of
from referee.game.engine.timeline import Timeline, fold_all, intent_of, redact_secrets, with_opened_choices
from referee.game.intents import Score, SetUp
from referee.records.journal.errors import JournalError
from referee.records.journal.reading import Written, missing_at_end, read_written
from referee.rules.errors import RefereeError
from referee.rules.ruling import Threshold
from web.contract.errors import ServiceUnavailableError, UnknownError
from web.contract.table import recordings
from web.contract.table.recordings import (
    ClipView,
    FairnessView,
    HighlightView,
    MarkView,
    PointsView,
    RecordedGames,
    RecordedView,
)
from web.contract.table.snapshot import Snapshot

MARGIN = 1.3
"""Size of a close-up relative to the ruling in it, so that its surroundings can be seen."""

LEAST = 0.3
"""Smallest part of the image that a close-up shows, as a share of its sides."""

Box = tuple[float, float, float, float]


def crop_to_ruling(view: ClipView) -> Box | None:
    """Return left, top, width and height in px of a close-up of the ruling, with the aspect ratio of the whole view.

    Returns None if nothing is drawn.
    """
    findings = () if view.ruling is None else view.ruling.findings
    points = [
        *(point for one in findings for stroke in one.witness for point in stroke.points_px or ()),
        *(point for base in view.named for point in base.outline_px),
    ]
    if not points:
        return None
    left, top, width, height = view.view_px or (0.0, 0.0, *map(float, view.size_px))
    xs, ys = zip(*points, strict=True)
    share = MARGIN * max((max(xs) - min(xs)) / width, (max(ys) - min(ys)) / height)
    share = min(1.0, max(LEAST, share))
    return (
        _within((min(xs) + max(xs)) / 2, share * width, low=left, whole=width),
        _within((min(ys) + max(ys)) / 2, share * height, low=top, whole=height),
        share * width,
        share * height,
    )


def _within(middle: float, size: float, *, low: float, whole: float) -> float:
    """Return the start of an interval around `middle`, moved if needed to stay within the whole one."""
    return min(max(middle - size / 2, low), low + whole - size)


def points_scored(timeline: Timeline) -> tuple[PointsView, ...]:
    """Return every change of a player's points that still counts, oldest first."""
    return tuple(
        PointsView(
            turning_point=step.before.turning_point,
            name=side.seat.name,
            op=op_label(op),
            vp=gained,
            why=step.intent.why if isinstance(step.intent, Score) else "",
        )
        for step in timeline.live_steps()
        for player, side in step.after.sides.items()
        for op, vp in side.vp.items()
        if player in step.before.sides and (gained := vp - step.before.side(player).vp.get(op, 0))
    )


@dataclass(slots=True)
class _Loaded:
    """The part of a game that was read: `truth` with its secrets, `recording` as everybody may see it."""

    stamp: tuple[int, ...]
    start: RecordedView
    recording: Recording
    truth: Timeline = field(default_factory=Timeline)


class TableArchive:
    """Reads journals without writing them; the game in play is read as far as it has come.

    `films` makes films of clips; without it there are only frames.
    """

    def __init__(self, games: Games, clips: Clips, threshold: Threshold, *, films: FilmMaker | None = None) -> None:
        self._films = films
        self._games = games
        self._clips = clips
        self._threshold = threshold
        self._starts: dict[int, RecordedView] = {}
        self._loaded: dict[int, _Loaded] = {}
        self._guard = threading.Lock()

    async def games(self) -> RecordedGames:
        """Return every game of this table, newest first."""
        return await asyncio.to_thread(self._list)

    async def recording(self, number: int) -> recordings.Recording:
        """Return one game with its marks; raises `UnknownError`."""
        return await asyncio.to_thread(self._recording, number)

    async def moment(self, number: int, sequence: int) -> Snapshot:
        """Return the snapshot after that event; raises `UnknownError`."""
        return await asyncio.to_thread(self._moment, number, sequence)

    async def clip(self, number: int, sequence: int) -> ClipView:
        """Return the stored clip of a ruling or a fall, without advice; raises `UnknownError`.

        Streams replay it, while notes and suggestions for a measurement are for players and those who run the table.
        """
        kept = await asyncio.to_thread(self._clips.clip, number, sequence)
        if kept.ruling is None:
            return kept
        public = kept.ruling.model_copy(update={"notes": (), "note_messages": (), "settling": None})
        return kept.model_copy(update={"ruling": public, "near_px": crop_to_ruling(kept)})

    async def dice(self, number: int) -> FairnessView:
        """Return the dice statistics of a game; raises `UnknownError`."""
        return await asyncio.to_thread(self._dice, number)

    async def frame(self, number: int, sequence: int, frame: int) -> bytes:
        """Return one frame of a clip; raises `UnknownError`."""
        return await asyncio.to_thread(self._clips.frame, number, sequence, frame)

    async def still(self, number: int, sequence: int) -> bytes:
        """Return the frame of the moment with its drawings; raises `UnknownError`."""
        return await asyncio.to_thread(self._still, number, sequence)

    async def film(self, number: int, sequence: int) -> Path:
        """Return a clip's film; raises `UnknownError`, or `ServiceUnavailableError` if the table makes no films."""
        if self._films is None:
            raise ServiceUnavailableError("clip-no-films")
        told = await asyncio.to_thread(self._told, number, sequence)
        if len(told.clip.jpegs) < 2:
            raise UnknownError("clip-one-frame", event=sequence)
        return await self._films.film(told)

    def close(self) -> None:
        """Stop the films that are being made."""
        if self._films is not None:
            self._films.close()

    def _told(self, number: int, sequence: int) -> ClipWithOutcome:
        clip = self._clips.kept(number, sequence)
        with self._guard:
            standing = self._load(number).recording.standing(sequence)
        return ClipWithOutcome(clip, standing, self._clips.film_folder(number))

    def _still(self, number: int, sequence: int) -> bytes:
        told = self._told(number, sequence)
        return told.clip.still().jpegs[0] if self._films is None else self._films.still(told)

    def _dice(self, number: int) -> FairnessView:
        try:
            return fairness_view(tuple(rolled_in(read_written(self._games.path(number)))))
        except (JournalError, RefereeError) as fault:
            raise UnknownError(self._fault(fault)) from fault

    def _list(self) -> RecordedGames:
        with self._guard:
            there = [number for number in reversed(self._games.numbers) if number > 0]
            found = (self._start(number, self._games.number) for number in there)
            return RecordedGames(games=tuple(game for game in found if game is not None))

    def _start(self, number: int, running: int) -> RecordedView | None:
        """Return the summary of a game; None if it has not begun and nothing of it was lost."""
        lost = None if number == running else self._missing(number)
        if number not in self._starts:
            try:
                written = read_written(self._games.path(number))
            except (JournalError, RefereeError) as fault:
                return _unreadable(number, self._fault(fault))
            if not written:
                return None if lost is None else _unreadable(number, lost)
            first = written[0].event
            setup = intent_of(first)
            begun = setup if isinstance(setup, SetUp) else None
            edition = edition_of(first.edition)
            self._starts[number] = RecordedView(
                number=number,
                edition=first.edition,
                title=(begun.mission if begun else None) or edition.title,
                begun=written[0].at.isoformat(),
                players=tuple(seat.name for seat in begun.seats) if begun else (),
            )
        return self._starts[number].model_copy(update={"running": number == running, **_problem(lost)})

    def _recording(self, number: int) -> recordings.Recording:
        with self._guard:
            loaded = self._load(number)
            clips = self._clips.counts(number)
            marks = tuple(_mark(mark, clips) for mark in loaded.recording.marks)
            points = points_scored(loaded.recording.at(loaded.recording.length)) if marks else ()
        return recordings.Recording(game=loaded.start, marks=marks, points=points)

    def _moment(self, number: int, sequence: int) -> Snapshot:
        with self._guard:
            recording = self._load(number).recording
        try:
            timeline = recording.at(sequence)
        except IndexError as fault:
            raise UnknownError("games-no-event", game=number, events=recording.length, event=sequence) from fault
        state, clips, drawn = timeline.state, self._clips.counts(number), RulingViewCache()
        combat = combat_view(recording.flow, state)
        return Snapshot(
            revision=max(1, sequence),
            table=recorded_table(state, recording.edition),
            game=game_view(state, timeline, recording.edition, prompts_of=recording.prompts, number=number),
            prompts=tuple(worded_prompt(prompt, timeline) for prompt in recording.prompts(state)),
            combat=() if combat is None else (combat,),
            rulings=tuple(
                drawn.view(
                    shown, self._threshold, None, state=state, taken_back=back, clip=clips.get(shown.sequence, 0)
                )
                for shown, back in recording.rulings(sequence)
            ),
        )

    def _load(self, number: int) -> _Loaded:
        stamp = self._games.stamp(number)
        loaded = self._loaded.get(number)
        if loaded is not None and loaded.stamp == stamp:
            return loaded
        try:
            loaded = self._read_on(number, loaded)
        except (JournalError, RefereeError) as fault:
            self._loaded.clear()
            raise UnknownError(self._fault(fault)) from fault
        loaded.stamp = stamp
        self._loaded = {number: loaded}
        return loaded

    def _read_on(self, number: int, loaded: _Loaded | None) -> _Loaded:
        """Return a game read to its end; from the beginning if a secret is now known that was redacted before."""
        path, known = self._games.path(number), 0 if loaded is None else loaded.recording.length
        written = read_written(path, known)
        if loaded is None:
            loaded = self._opened(number, written)
        new, before = with_opened_choices([one.event for one in written]), loaded.truth.revealed
        loaded.truth = fold_all(new, loaded.truth)
        if any(intent <= known for intent in loaded.truth.revealed - before):
            return self._read_on(number, None)
        loaded.recording.take(redact_secrets(new, loaded.truth), {one.event.sequence: one.at for one in written})
        return loaded

    def _missing(self, number: int) -> Message | None:
        try:
            missing = missing_at_end(self._games.path(number))
            return None if missing is None else self._fault(missing)
        except JournalError as fault:
            return self._fault(fault)

    def _fault(self, fault: Message | MessageError) -> Message:
        """Return a fault without paths of this machine."""
        message = fault.message if isinstance(fault, MessageError) else fault
        return message.map_text(lambda text: text.replace(f"{self._games.folder}/", ""))

    def _opened(self, number: int, written: tuple[Written, ...]) -> _Loaded:
        start = self._start(number, self._games.number) if written else None
        if start is None:
            raise UnknownError("games-not-begun", game=number)
        rules = ruleset_of(written[0].event.edition)
        return _Loaded((), start, Recording(rules.edition, rules.flow, self._threshold))


def _problem(fault: Message | None) -> dict[str, Any]:
    return {"problem": None if fault is None else str(fault), "message": fault}


def _unreadable(number: int, fault: Message) -> RecordedView:
    return RecordedView(number=number, problem=str(fault), message=fault)


def _mark(mark: Mark, clips: Mapping[int, int]) -> MarkView:
    return MarkView(
        sequence=mark.sequence,
        at=mark.at.isoformat(),
        words=text_of(mark.message, mark.names),
        message=mark.message.coded,
        turning_point=mark.turning_point,
        highlights=tuple(
            HighlightView(kind=one.kind, sentence=str(one.message), message=one.message) for one in mark.highlights
        ),
        ruling=mark.ruling.id if mark.ruling is not None else None,
        clip=clips.get(mark.clip_of, 0),
        clip_of=mark.clip_of if mark.clip_of in clips else None,
    )
