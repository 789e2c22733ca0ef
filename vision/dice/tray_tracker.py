"""Tray tracker: frames in, one reading per roll out, with motion phases and association with the last roll."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from messages.message import Message
from vision.dice.acceptance import DieDoubt, DieState, ReadDie, RollReading
from vision.dice.detections import TOGETHER, DetectedDie, as_flat, seen_alike
from vision.dice.face_templates import Example
from vision.dice.foreground import LEAST_AREA, foreground, hand_in
from vision.dice.networks import Image
from vision.dice.reader import TrayLook, faces_in, in_picture, read_view
from vision.dice.tray import MEAN_OF_UNIT_NOISE, Tray, floor_of, movement
from vision.frame import Frame, FrameError

NUDGED = 0.6
"""Largest distance at which a die with the same value counts as kept, in edge lengths: a hand may brush dice that stay.
"""

STILL_EDGES = 0.15
"""The same for a die with another value, in edge lengths: it may be read differently, or have been turned by hand."""


@dataclass(frozen=True, slots=True)
class DieAtRest:
    """Features that identify a die at rest: centre and edge, px, value (None: cocked), owner (None: unknown)."""

    x_px: float
    y_px: float
    edge_px: float
    value: int | None
    owner: str | None


@dataclass(frozen=True, slots=True)
class Association:
    """Association of two rolls: `pairs` of kept dice (index before, index now), dice `thrown` again, dice `gone`."""

    pairs: tuple[tuple[int, int], ...]
    thrown: tuple[int, ...]
    gone: tuple[int, ...]


def match_to_previous_roll(before: Sequence[ReadDie], after: Sequence[ReadDie]) -> Association:
    """Return which dice read in `after` are dice of `before`, as in `kept_among`."""
    one, other = ([_lying(die) for die in dice] for dice in (before, after))
    return kept_among(one, other)


def kept_among(before: Sequence[DieAtRest], after: Sequence[DieAtRest]) -> Association:
    """Return which dice of `after` are dice of `before`.

    A die is the same within `NUDGED` edge lengths if its value is the same, and within `STILL_EDGES` with any value. An
    unknown owner fits any other, since lighting may hide it; two different owners never match. The assignment minimises
    the total distance. A thrown die that stops where an equal one was is taken as kept.
    """
    if not before or not after:
        return Association((), tuple(range(len(after))), tuple(range(len(before))))
    cost = np.full((len(before), len(after)), 1e6)
    for i, old in enumerate(before):
        for j, new in enumerate(after):
            far = float(np.hypot(old.x_px - new.x_px, old.y_px - new.y_px)) / old.edge_px
            if far <= NUDGED and _same(old, new, far):
                cost[i, j] = far
    from scipy.optimize import linear_sum_assignment  # 25 MB, so loaded only by tables with a tray

    rows, columns = linear_sum_assignment(cost)
    pairs = tuple((int(i), int(j)) for i, j in zip(rows, columns, strict=True) if cost[i, j] <= NUDGED)
    stayed, left = {j for _, j in pairs}, {i for i, _ in pairs}
    return Association(
        pairs,
        tuple(j for j in range(len(after)) if j not in stayed),
        tuple(i for i in range(len(before)) if i not in left),
    )


def _same(old: DieAtRest, new: DieAtRest, far: float) -> bool:
    if old.owner != new.owner and None not in (old.owner, new.owner):
        return False
    return old.value == new.value or far <= STILL_EDGES


def _lying(die: ReadDie) -> DieAtRest:
    seen = die.seen
    return DieAtRest(seen.x_px, seen.y_px, seen.edge_px, die.value, die.owner)


STILL_SIGMAS = 1.5
"""Largest difference between two still images, in standard deviations of the tray's noise."""

STIRS = 2.5
"""The same relative to the largest difference between images of the empty tray: noise is uneven in a compressed image
or one resampled in bands, and largest at the edges of dice.
"""

STILL_LEVELS = 4.5
"""The same in grey levels, whatever the noise: a die that creeps by one pixel per frame differs five times as much."""

STILL_FRAMES = 8
"""Consecutive frames without motion that are required."""

LONG_STILL_FRAMES = 3 * STILL_FRAMES
"""Consecutive frames without motion after which an apparent hand is none: touching dice, or an object."""


class TrayPhase(StrEnum):
    """Motion phase of the tray."""

    EMPTY = "empty"
    ROLLING = "rolling"
    HAND = "hand"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """Last image compared with the empty tray: whether a hand was in it, whether it was empty."""

    view: NDArray[np.float32]
    hand: bool
    empty: bool


class MotionDetector:
    """Motion phase of a tray from a sequence of rectified images."""

    def __init__(self, tray: Tray) -> None:
        self._tray = tray
        self._still_bar = max(STILL_SIGMAS * tray.noise * MEAN_OF_UNIT_NOISE, STIRS * tray.stir, STILL_LEVELS)
        self._before: NDArray[np.float32] | None = None
        self._judged: _Judged | None = None
        self._still = 0

    def forget(self) -> None:
        """Restart, for example after a missing image."""
        self._before, self._judged, self._still = None, None, 0

    def see(self, view: Image) -> TrayPhase:
        """Return the phase after one more rectified image.

        An image equal to the last one that was compared with the empty tray is not compared again.
        """
        now = floor_of(view, self._tray.rim_px).astype(np.float32)
        before, self._before = self._before, now
        judged = self._judged
        if judged is None or movement(judged.view, now) > self._still_bar:
            seen = foreground(view, self._tray.empty, self._tray.noise, self._tray.rim_px, self._tray.shadow_tint)
            judged = _Judged(now, hand_in(seen), seen.area < LEAST_AREA)
            self._judged = judged
        if before is None or movement(before, now) > self._still_bar:
            self._still = 0
        else:
            self._still += 1
        if judged.hand and self._still < LONG_STILL_FRAMES:
            return TrayPhase.HAND
        if judged.empty:
            return TrayPhase.EMPTY
        return TrayPhase.SETTLED if self._still >= STILL_FRAMES else TrayPhase.ROLLING


AGREE = 3
"""Consecutive readings that must agree before a roll counts, without motion or a hand."""

APART_S = 0.25
"""Time between two readings: three that agree span at least half a second."""

UNSTEADY = Message.of("dice-unsteady")

LATELY = 12
"""Number of recent flat dice that are kept, whose lean identifies a single cocked die."""

MOST_TRIES = 9
"""Number of readings after which dice at rest are unsure, because the readings keep changing."""


@dataclass(frozen=True, slots=True, eq=False)
class TrayRoll:
    """One roll, reported once: its reading in the camera's pixels, the image, and the dice kept from the roll before.

    `faces` are those of the dice, in their order, in the format of an example (`face_templates`). A roll without dice
    is not a new roll: the dice of the last one are hidden, and count as kept when they are seen again.
    """

    reading: RollReading
    picture: Image
    kept: Association
    faces: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TrayReading:
    """Result of one frame: the phase; a `roll` in the one frame that settles it; a `fault` if nothing can be seen.

    A settled tray without a roll contains the same dice as before.
    """

    phase: TrayPhase
    roll: TrayRoll | None = None
    fault: Message | None = None


class TrayTracker:
    """Tracker of one calibrated tray: reads every roll once, however long its dice lie and despite hands over them."""

    def __init__(self, tray: Tray) -> None:
        self._tray = tray
        self._settling = MotionDetector(tray)
        self._readings: list[RollReading] = []
        self._read_s = 0.0
        """Capture time of the last of those readings, s."""
        self._told = False
        self._before: RollReading | None = None
        self._flat = deque(tray.flat, max(LATELY, len(tray.flat)))
        self._phase = TrayPhase.EMPTY
        self.expected: int | None = None
        """Number of dice that the game waits for, in total; None if unknown."""
        self.trusted = True
        """False if a player corrected the value of an accepted die: all dice are then accepted less easily."""

    @property
    def colours(self) -> tuple[str, ...]:
        """Players whose dice are known by colour."""
        return tuple(colour.player for colour in self._tray.colours)

    def learn(self, examples: tuple[Example, ...]) -> None:
        """Use these examples of the tray's dice from the next frame on."""
        if examples is not self._tray.examples:
            self._tray = replace(self._tray, examples=examples)

    def lost(self) -> TrayReading:
        """Return the result for a camera that delivers no frames; a roll in progress is read again when it is back."""
        return self.blind(Message.of("tray-no-frames"))

    def observe(self, frame: Frame) -> TrayReading:
        """Return the result of a frame; an unusable image is a `fault`, never an exception."""
        image = frame.image if frame.image.ndim == 3 else np.repeat(frame.image[..., None], 3, axis=2)
        try:
            view = self._tray.view(image)
        except FrameError as fault:
            return self.blind(fault.message)
        blind = self._tray.unusable(view)
        if blind is not None:
            return self.blind(blind)
        self._phase = self._settling.see(view)
        if self._phase is not TrayPhase.SETTLED:
            self._told, self._readings = False, []
            if self._phase is TrayPhase.EMPTY:
                self._before = None
            return TrayReading(self._phase)
        if self._told:
            return TrayReading(self._phase)
        roll = None
        if not self._readings or abs(frame.captured_s - self._read_s) >= APART_S:
            self._read_s = frame.captured_s
            roll = self._read(image, view)
        if not self._told:
            self._phase = TrayPhase.ROLLING
        return TrayReading(self._phase, roll)

    def blind(self, fault: Message) -> TrayReading:
        """Return a result with that fault; earlier dice are remembered until the tray can be seen again."""
        self._settling.forget()
        self._readings = []
        return TrayReading(self._phase, fault=fault)

    def _read(self, image: Image, view: Image) -> TrayRoll | None:
        reading = self._counted(view)
        self._readings.append(reading)
        last = self._readings[-AGREE:]
        agreed = len(last) == AGREE and len({_shown(each) for each in last}) == 1
        if not agreed and len(self._readings) < MOST_TRIES:
            return None
        if not agreed:
            dice = tuple(replace(die, doubt=die.doubt or DieDoubt.TWO_VALUES) for die in reading.dice)
            reading = RollReading(dice, UNSTEADY, UNSTEADY)
        before = self._before
        kept = match_to_previous_roll(before.dice if before else (), reading.dice)
        self._told, self._readings = True, []
        if before is not None and not reading.dice:
            self._before = replace(before, why=reading.why)
            return None if before.why == reading.why else TrayRoll(reading, image.copy(), kept)
        self._before = reading
        if reading.why is None:
            self._remember([reading.dice[k].seen for k in kept.thrown])
        same = before is not None and all(_as(before.dice[old]) == _as(reading.dice[now]) for old, now in kept.pairs)
        if before is not None and same and before.why == reading.why and not kept.thrown and not kept.gone:
            self._before = replace(reading, dice=tuple(reading.dice[now] for _, now in sorted(kept.pairs)))
            return None
        faces = faces_in(view, self._tray, [die.seen for die in reading.dice])
        return TrayRoll(in_picture(reading, self._tray), image.copy(), kept, faces)

    def _counted(self, view: Image) -> RollReading:
        """Return the reading with the expected count if the tray was empty before; with every die if the count differs.

        A different count does not make the reading `astray`: which of the dice belong to the roll is not known here.
        """
        count = self.expected if self._before is None else None
        look = TrayLook(view, self._tray, tuple(self._flat))
        reading = self._judged(look, count)
        if count is None or reading.why is None:
            return reading
        every = self._judged(look, None)
        if len(every.dice) <= count <= len(reading.dice):
            return reading
        return replace(every, why=every.why or reading.why)

    def _judged(self, look: TrayLook, count: int | None) -> RollReading:
        """Return the reading with the known flat dice; without them if the camera has moved since.

        A moved camera makes all dice cocked relative to the known ones, but none relative to each other.
        """
        reading = read_view(look.view, self._tray, count, look.known, trusted=self.trusted, look=look)
        all_cocked = len(reading.dice) >= TOGETHER and all(die.state is DieState.COCKED for die in reading.dice)
        if self._flat and all_cocked:
            alone = read_view(look.view, self._tray, count)
            return alone if alone.why is None else reading
        return reading

    def _remember(self, thrown: Sequence[DetectedDie]) -> None:
        """Add the accepted flat dice of a roll to the known ones, unless a die was alone."""
        if len(thrown) >= TOGETHER:
            still = seen_alike(self._flat, thrown)
            self._flat.clear()
            self._flat.extend(still)
        if len(thrown) + len(self._flat) >= TOGETHER:
            self._flat.extend(map(as_flat, thrown))


def _as(die: ReadDie) -> tuple[object, ...]:
    """Return the features of a kept die that are reported."""
    return die.value, die.owner, die.doubt


def _shown(reading: RollReading) -> tuple[object, ...]:
    """Return the features that must agree between readings: the call, and the dice's values and owners."""
    return (reading.call, *sorted((str(die.value), str(die.owner)) for die in reading.dice))
