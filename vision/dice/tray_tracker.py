"""What follows the tray: frames in, one reading for each roll out."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice.acceptance import Doubt, ReadDie, Reading, State
from vision.dice.association import Association, kept_and_thrown
from vision.dice.detections import DetectedDie
from vision.dice.likeness import Example
from vision.dice.motion import Phase, Settling
from vision.dice.network import Image
from vision.dice.reader import faces_in, in_picture, read_view
from vision.dice.tilt import TOGETHER, as_flat, seen_alike
from vision.dice.tray import Tray
from vision.dice.tray_look import TrayLook
from vision.frame import Frame, FrameError

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
