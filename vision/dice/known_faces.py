"""Doubted dice that look like ones whose value players said: confirmed, named otherwise, or doubted for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from vision.dice.acceptance import Doubt, ReadDie, Reading, State, still_wrong
from vision.dice.chances import die_chance, questionable, surely
from vision.dice.detections import DetectedDie
from vision.dice.likeness import Example, Likeness, face_of, likeness
from vision.dice.network import Image
from vision.dice.pip_count import ALL_IT_SHOWS, FITS, Counted, counted
from vision.dice.tray import PlayersDice

WITNESSES = 2
"""Rolls in which such a face must have been called the same: one may have been called wrongly."""

SAID_TOO = 0.9
"""How likely the networks must hold a value that one roll's example has: both seldom err, and never for one reason."""

ALL_WHITE = 0.75
"""Share of a face that is too bright to be seen from which nothing is left to compare: the rest is its rim."""

OF_THE_FACE = (None, Doubt.FAINT, Doubt.TWO_VALUES, Doubt.OWNER)
"""Doubts that a likeness may answer: how a die lies it does not tell."""


@dataclass(frozen=True, slots=True)
class _Alike:
    """Whose example a die looks like, and what its pips count to by that make, where its pips are known."""

    player: str
    like: Likeness
    count: Counted | None

    def surely(self, die: ReadDie) -> bool:
        """Return whether a die shows that value for sure."""
        if die.doubt is None and die.value != self.like.value and not self._denies(die):
            return False
        if self.like.rolls >= WITNESSES:
            return not self._counts_otherwise(at_most=ALL_IT_SHOWS)
        known = die.doubt is not Doubt.OWNER and die.seen.value == self.like.value
        counts_so = self.count is not None and self.count.value == self.like.value
        said_too = counts_so or die_chance(die.seen, familiar=True) >= SAID_TOO
        return known and said_too and not self._counts_otherwise(at_most=FITS)

    def _denies(self, die: ReadDie) -> bool:
        """Return whether the make's pips deny what a die was read as."""
        return self.count is not None and self.count.denies(die.seen.value)

    def _counts_otherwise(self, at_most: float) -> bool:
        """Return whether the make's pips clearly say another value, and leave no more unexplained."""
        count = self.count
        if count is None or count.misfit > at_most:
            return False
        return any(count.agrees(other) for other in range(1, 7) if other != self.like.value)


def with_known_faces(
    reading: Reading,
    image: Image,
    examples: Sequence[Example],
    colours: Sequence[PlayersDice] = (),
    blown: Callable[[DetectedDie], float] | None = None,
) -> Reading:
    """Return the reading, its flat dice that are not beyond doubt compared with `examples` of their owner's make.

    The BGR `image`, in which they lie, is lit as it was when the tray was calibrated. Two rolls' examples confirm a
    value, or name the value, and the owner, of a die that was doubted or that its pips deny; one does where the
    networks say so too, or the networks faintly and the make's pips. Nothing is taken where the pips clearly count to
    another value and leave little over. A believed die that looks like another value's is doubted. `blown` says
    what share of a face the camera saw as nothing but white: where that is nearly all every face looks the same.
    """
    if not examples:
        return reading
    dice = tuple(
        die if blown is not None and blown(die.seen) >= ALL_WHITE else _compared(die, image, examples, colours)
        for die in reading.dice
    )
    return reading if dice == reading.dice else still_wrong(replace(reading, dice=dice))


def _compared(die: ReadDie, image: Image, examples: Sequence[Example], colours: Sequence[PlayersDice]) -> ReadDie:
    if die.state is not State.FLAT or die.doubt not in OF_THE_FACE or not questionable(die):
        return die
    makes = [die.owner] if die.owner is not None or not colours else [each.player for each in colours]
    found = [alike for make in makes if (alike := _alike(die, image, examples, colours, make or "")) is not None]
    if len(found) != 1:
        return die
    (alike,) = found
    if alike.surely(die):
        return surely(die, alike.like.value, alike.player or None)
    return replace(die, doubt=die.doubt or Doubt.TWO_VALUES) if alike.like.value != die.value else die


def _alike(
    die: ReadDie, image: Image, examples: Sequence[Example], colours: Sequence[PlayersDice], player: str
) -> _Alike | None:
    pips = next((each.pips for each in colours if each.player == player), None)
    theirs = [each for each in examples if each.player == player]
    like = likeness(face_of(image, die.seen), theirs, pips.axis if pips is not None else None)
    if like is None:
        return None
    return _Alike(player, like, counted(image, die.seen, pips) if pips is not None else None)
