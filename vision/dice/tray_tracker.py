"""Frames in, one reading per roll out: motion phases, association with the last roll."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from vision.dice.acceptance import Doubt, ReadDie, Reading, State
from vision.dice.detections import TOGETHER, DetectedDie, as_flat, seen_alike
from vision.dice.face_templates import Example
from vision.dice.foreground import LEAST_AREA, foreground, hand_in
from vision.dice.networks import Image
from vision.dice.reader import TrayLook, faces_in, in_picture, read_view
from vision.dice.tray import MEAN_OF_UNIT_NOISE, Tray, floor_of, movement
from vision.frame import Frame, FrameError

NUDGED = 0.6
"""How far a die may have slid and still be the same, in edges: a hand brushes those that stay."""

STILL_EDGES = 0.15
"""How far a die that stayed is read from where it was, in edges: it may be read anew, or have been turned by hand."""


@dataclass(frozen=True, slots=True)
class DieAtRest:
    """What tells a die from another: its middle and edge, px, its value (None: cocked), its owner (None: not known)."""

    x_px: float
    y_px: float
    edge_px: float
    value: int | None
    owner: str | None


@dataclass(frozen=True, slots=True)
class Association:
    """Dice that stayed, as pairs of places in the roll before and in this one; `thrown` again; `gone` from the tray."""

    pairs: tuple[tuple[int, int], ...]
    thrown: tuple[int, ...]
    gone: tuple[int, ...]


def kept_and_thrown(before: Sequence[ReadDie], after: Sequence[ReadDie]) -> Association:
    """Return which dice that were read in `after` are dice of `before`; as `kept_among`."""
    one, other = ([_lying(die) for die in dice] for dice in (before, after))
    return kept_among(one, other)


def kept_among(before: Sequence[DieAtRest], after: Sequence[DieAtRest]) -> Association:
    """Return which dice of `after` are dice of `before`.

    One is the same within `NUDGED` edges of its place with its value, and within `STILL` whatever it shows. Light that
    changes hides whose a die is: only another owner's is another die. The pairing moves the least in all. A die that
    was thrown again and fell where a like one lay is taken for kept.
    """
    if not before or not after:
        return Association((), tuple(range(len(after))), tuple(range(len(before))))
    cost = np.full((len(before), len(after)), 1e6)
    for i, old in enumerate(before):
        for j, new in enumerate(after):
            far = float(np.hypot(old.x_px - new.x_px, old.y_px - new.y_px)) / old.edge_px
            if far <= NUDGED and _same(old, new, far):
                cost[i, j] = far
    from scipy.optimize import linear_sum_assignment  # 25 MB, for tables with a tray alone

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
"""Difference between two pictures, in deviations of the tray's noise, under which nothing moves."""

STIRS = 2.5
"""The same in the largest difference that the empty tray itself showed: a picture that was compressed, or that lies
between the camera's pixels in bands, is not equally noisy everywhere, and most of all at the edges of dice."""

STILL_LEVELS = 4.5
"""The same in grey levels, whatever the noise: a die that creeps a pixel a picture shows five times as much."""

STILL_FRAMES = 8
"""Pictures in a row that must show no movement."""

LONG_STILL_FRAMES = 3 * STILL_FRAMES
"""Pictures in a row without movement after which what looked like a hand is none: dice that touch, or a thing."""


class Phase(StrEnum):
    """What goes on in the tray."""

    EMPTY = "empty"
    ROLLING = "rolling"
    HAND = "hand"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """A picture that was compared with the empty tray: whether a hand was in, whether nothing was."""

    view: NDArray[np.float32]
    hand: bool
    empty: bool


class Settling:
    """Follows rectified pictures of one tray and says in which phase each finds it."""

    def __init__(self, tray: Tray) -> None:
        self._tray = tray
        self._still_bar = max(STILL_SIGMAS * tray.noise * MEAN_OF_UNIT_NOISE, STIRS * tray.stir, STILL_LEVELS)
        self._before: NDArray[np.float32] | None = None
        self._judged: _Judged | None = None
        self._still = 0

    def forget(self) -> None:
        """Begin anew, as after a picture that never came."""
        self._before, self._judged, self._still = None, None, 0

    def see(self, view: Image) -> Phase:
        """Return the phase after one more rectified picture.

        One that is as the last that was looked at closely is not looked at closely again.
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
            return Phase.HAND
        if judged.empty:
            return Phase.EMPTY
        return Phase.SETTLED if self._still >= STILL_FRAMES else Phase.ROLLING


AGREE = 3
"""Readings in a row that must agree before a roll counts, while nothing moves and no hand is in."""

APART_S = 0.25
"""How long after one reading the next one is made: three that agree span half a second at least."""

UNSTEADY = "the dice lie still and are read differently: say what they show"

LATELY = 12
"""Dice that lay flat lately and are remembered: by how those leaned a die that lies alone is told to be cocked."""

MOST_TRIES = 9
"""Readings after which dice that still lie are unsure: they lie still and the readings do not."""


@dataclass(frozen=True, slots=True, eq=False)
class Roll:
    """One roll, told once: its reading in the camera's pixels, the picture, and what stayed from the roll before.

    `faces` are the dice's, in their order, as an example keeps them (`likeness.py`).

    One without dice is no other roll: the dice of the one before are hidden, and those that are seen again stayed.
    """

    reading: Reading
    picture: Image
    kept: Association
    faces: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TrayReading:
    """What one frame told: the phase; a `roll` in the one frame that settles it; `fault` when nothing can be seen.

    Settled without a roll: the dice that lie there are those that lay there before.
    """

    phase: Phase
    roll: Roll | None = None
    fault: str | None = None


class TrayTracker:
    """Watches one calibrated tray; every roll is read once, however long its dice lie and whoever reaches over them."""

    def __init__(self, tray: Tray) -> None:
        self._tray = tray
        self._settling = Settling(tray)
        self._readings: list[Reading] = []
        self._read_s = 0.0
        """When the last of those readings was made, by the camera's clock."""
        self._told = False
        self._before: Reading | None = None
        self._flat = deque(tray.flat, max(LATELY, len(tray.flat)))
        self._phase = Phase.EMPTY
        self.expected: int | None = None
        """How many dice the game waits for, all together; None when it does not say."""
        self.trusted = True
        """False where a player said that dice which were believed show other values: all are doubted sooner then."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The players whose dice are known by colour."""
        return tuple(colour.player for colour in self._tray.colours)

    def learn(self, examples: tuple[Example, ...]) -> None:
        """Read with these examples of the tray's dice from the next picture on."""
        if examples is not self._tray.examples:
            self._tray = replace(self._tray, examples=examples)

    def lost(self) -> TrayReading:
        """Say that the camera gives no picture; a roll that was under way is looked at anew when it comes back."""
        return self.blind("the tray's camera gives no picture: enter the roll by hand")

    def observe(self, frame: Frame) -> TrayReading:
        """Return what a frame tells. Never raises for what a picture shows: an unusable one is a `fault`."""
        image = frame.image if frame.image.ndim == 3 else np.repeat(frame.image[..., None], 3, axis=2)
        try:
            view = self._tray.view(image)
        except FrameError as fault:
            return self.blind(str(fault))
        blind = self._tray.unusable(view)
        if blind is not None:
            return self.blind(blind)
        self._phase = self._settling.see(view)
        if self._phase is not Phase.SETTLED:
            self._told, self._readings = False, []
            if self._phase is Phase.EMPTY:
                self._before = None
            return TrayReading(self._phase)
        if self._told:
            return TrayReading(self._phase)
        roll = None
        if not self._readings or abs(frame.captured_s - self._read_s) >= APART_S:
            self._read_s = frame.captured_s
            roll = self._read(image, view)
        if not self._told:
            self._phase = Phase.ROLLING
        return TrayReading(self._phase, roll)

    def blind(self, fault: str) -> TrayReading:
        """Say that nothing can be seen, and why; what lay there before is still known when it can."""
        self._settling.forget()
        self._readings = []
        return TrayReading(self._phase, fault=fault)

    def _read(self, image: Image, view: Image) -> Roll | None:
        reading = self._counted(view)
        self._readings.append(reading)
        last = self._readings[-AGREE:]
        agreed = len(last) == AGREE and len({_shown(each) for each in last}) == 1
        if not agreed and len(self._readings) < MOST_TRIES:
            return None
        if not agreed:
            dice = tuple(replace(die, doubt=die.doubt or Doubt.TWO_VALUES) for die in reading.dice)
            reading = Reading(dice, UNSTEADY, UNSTEADY)
        before = self._before
        kept = kept_and_thrown(before.dice if before else (), reading.dice)
        self._told, self._readings = True, []
        if before is not None and not reading.dice:
            self._before = replace(before, why=reading.why)
            return None if before.why == reading.why else Roll(reading, image.copy(), kept)
        self._before = reading
        if reading.why is None:
            self._remember([reading.dice[k].seen for k in kept.thrown])
        same = before is not None and all(_as(before.dice[old]) == _as(reading.dice[now]) for old, now in kept.pairs)
        if before is not None and same and before.why == reading.why and not kept.thrown and not kept.gone:
            self._before = replace(reading, dice=tuple(reading.dice[now] for _, now in sorted(kept.pairs)))
            return None
        faces = faces_in(view, self._tray, [die.seen for die in reading.dice])
        return Roll(in_picture(reading, self._tray), image.copy(), kept, faces)

    def _counted(self, view: Image) -> Reading:
        """Return the reading with the expected count, where nothing lay there before; every die where it is another.

        That the count is another is not astray: whose dice they are, and which of them, is not known here.
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

    def _judged(self, look: TrayLook, count: int | None) -> Reading:
        """Return the reading beside dice that lay flat before; without those where the camera has been moved since.

        Then all dice are cocked beside them, and none beside the others.
        """
        reading = read_view(look.view, self._tray, count, look.known, trusted=self.trusted, look=look)
        all_cocked = len(reading.dice) >= TOGETHER and all(die.state is State.COCKED for die in reading.dice)
        if self._flat and all_cocked:
            alone = read_view(look.view, self._tray, count)
            return alone if alone.why is None else reading
        return reading

    def _remember(self, thrown: Sequence[DetectedDie]) -> None:
        """Remember how dice lay that are believed to be flat, where they were not alone."""
        if len(thrown) >= TOGETHER:
            still = seen_alike(self._flat, thrown)
            self._flat.clear()
            self._flat.extend(still)
        if len(thrown) + len(self._flat) >= TOGETHER:
            self._flat.extend(map(as_flat, thrown))


def _as(die: ReadDie) -> tuple[object, ...]:
    """Return what is told of a die that stays."""
    return die.value, die.owner, die.doubt


def _shown(reading: Reading) -> tuple[object, ...]:
    """Return what must agree between readings: the call, and how many dice of each value and owner there are."""
    return (reading.call, *sorted((str(die.value), str(die.owner)) for die in reading.dice))
