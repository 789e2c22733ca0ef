"""Corrections of a reading by known makes of dice: owner by colour, pip counts, emblems, confirmed faces, faint dice.

An emblem replaces the one or the six of a make; which of them is known once the make's dice have shown the other in
pips. If the count of dice is unknown, faint dice are added as unsure so that a person is asked for their values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from messages.message import Message
from vision.dice.acceptance import (
    BELIEVED,
    CERTAIN_COUNTED,
    MAYBE,
    NO_DICE,
    Again,
    DieDoubt,
    DieState,
    ReadDie,
    RollReading,
    accept_die,
    change_dice,
    die_chance,
    doubt_dice,
    questionable,
    still_wrong,
    surely,
)
from vision.dice.detections import TOGETHER, DetectedDie, FlatDie, tilts_of
from vision.dice.face_templates import Example, FaceTemplateMatcher, face_of, likeness
from vision.dice.foreground import Blob, Foreground
from vision.dice.networks import EDGE_PX as NETWORK_EDGE_PX
from vision.dice.networks import Image, crops_of
from vision.dice.pips import ALL_IT_SHOWS, CROP, EDGE_PX, FITS, STRAIGHT_ON, Counted, Pips, counted, in_another_colour
from vision.dice.tray import PlayersDice, TrayError

FACE_REACH = 0.42
"""Radius around a die, in edge lengths, that is face; pips cover less than half of it, so its median is the body."""

AROUND = (0.37, 0.48)
"""Radii of the border of a die's face, in edge lengths, at any rotation."""

FAR = 5.0
"""Distance from a player's colour, in its spreads, beyond which a die is not that player's."""

NEARER = 2.0
"""Ratio by which one player's colour must be nearer than the other's."""

LIGHTNESS = 0.5
"""Weight of lightness relative to colour: uneven lighting changes lightness more."""


def body_lab(image: Image, die: DetectedDie, *, around: bool = False) -> NDArray[np.float64]:
    """Return the colour of a die's body, (3,) CIE Lab in OpenCV's 8-bit coding.

    With `around`, only the border of the face is used, which has no pips, emblems or reflections of lamps.
    """
    rows, columns = die.window(max(2, round((AROUND[1] if around else FACE_REACH) * die.edge_px)))
    part = image[rows, columns]
    if not part.size:
        return np.full(3, np.nan)
    pixels = cv2.cvtColor(part, cv2.COLOR_BGR2LAB).reshape(-1, 3)
    if around:
        down, across = np.mgrid[: part.shape[0], : part.shape[1]]
        far = np.hypot(across + columns.start - die.x_px, down + rows.start - die.y_px).ravel() / die.edge_px
        border = pixels[(far >= AROUND[0]) & (far <= AROUND[1])]
        pixels = border if len(border) else pixels
    return np.asarray(np.median(pixels, axis=0), dtype=np.float64)


def colour_of(player: str, image: Image, dice: Sequence[DetectedDie]) -> PlayersDice:
    """Return a player's colour from dice that all belong to that player; `TrayError` without any."""
    if not dice:
        raise TrayError("tray-player-no-dice", player=player)
    bodies = np.array([body_lab(image, die) for die in dice])
    middle = np.median(bodies, axis=0)
    spread = float(np.median([_distance(body, middle) for body in bodies]))
    return PlayersDice(
        player=player, lab=(float(middle[0]), float(middle[1]), float(middle[2])), spread=max(6.0, 1.5 * spread)
    )


def owner_of(image: Image, die: DetectedDie, colours: Sequence[PlayersDice], *, around: bool = False) -> str | None:
    """Return the player whose dice have this one's colour; None if it fits nobody, or two players nearly equally.

    With `around`, only the border of the face is used.
    """
    body = body_lab(image, die, around=around)
    ranked = sorted((_distance(body, np.array(colour.lab)) / colour.spread, colour.player) for colour in colours)
    if not ranked or not ranked[0][0] <= FAR:
        return None
    if len(ranked) > 1 and ranked[1][0] < NEARER * max(ranked[0][0], 1.0):
        return None
    return ranked[0][1]


def look_alike(one: PlayersDice, other: PlayersDice) -> bool:
    """Return whether a die of exactly one player's colour could also be the other's."""
    far = _distance(np.array(one.lab), np.array(other.lab))
    return far < NEARER * max(one.spread, other.spread)


def _distance(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(np.linalg.norm((one - other) * [LIGHTNESS, 1, 1]))


COUNTABLE_DOUBTS = (None, DieDoubt.FAINT, DieDoubt.TWO_VALUES)
"""Doubts that a pip count can resolve; it does not tell a die's owner or tilt."""

GLARE = 0.1
"""Overexposed share of a face from which some of its pips may be invisible."""

Counts = Mapping[DetectedDie, Counted]

CountedBefore = MutableMapping[tuple[str | None, DetectedDie], Counted | None]
"""Pip counts by owner and die in one image; None if the pips have another colour than the make's."""


def counts_of(
    reading: RollReading,
    image: Image,
    colours: Sequence[PlayersDice],
    before: CountedBefore | None = None,
) -> Counts:
    """Return the pip counts of the questionable flat dice whose owner's make is known.

    The BGR `image` that contains them has the lighting of the calibration. No count is returned for a face whose
    pips have another colour than the make's, such as red ones. `before` caches the counts for this image.
    """
    before = {} if before is None else before
    makes = {each.player: each.pips for each in colours}
    counts = {}
    for die in reading.dice:
        pips = makes[die.owner] if die.owner is not None else None
        if pips is None or not questionable(die):
            continue
        if (die.owner, die.seen) not in before:
            before[die.owner, die.seen] = _counted(image, die.seen, pips)
        count = before[die.owner, die.seen]
        if count is not None:
            counts[die.seen] = count
    return counts


def _counted(image: Image, die: DetectedDie, pips: Pips) -> Counted | None:
    count = counted(image, die, pips)
    return count if count.value or not in_another_colour(image, die, pips) else None


def relabel(
    reading: RollReading,
    image: Image,
    counts: Counts,
    examples: Sequence[Example] = (),
    colours: Sequence[PlayersDice] = (),
    blown: Callable[[DetectedDie], float] | None = None,
) -> RollReading:
    """Return the reading with the pip counts of flat dice as their values, if they are clear or confirm the value read.

    The count is not taken if the face matches `examples` of another value, since either may be wrong. A count that
    differs from the value read is not taken either if the networks are nearly certain, if the count is not clear enough
    to overrule them, or if much of the face is overexposed (the share `blown`) so that pips may be missing. The BGR
    `image` is that of `counts_of`.
    """
    axes = {each.player: each.pips.axis for each in colours if each.pips is not None}

    def with_its_name(die: ReadDie) -> ReadDie:
        count = counts.get(die.seen)
        if count is None or die.state is not DieState.FLAT or die.doubt not in COUNTABLE_DOUBTS:
            return die
        if not count.names_it and _told(die.seen, count) != 1:
            return die
        certain = die_chance(die.seen, familiar=True) >= CERTAIN_COUNTED
        if count.value != die.value and (
            certain or not count.overrules or (blown is not None and blown(die.seen) >= GLARE)
        ):
            return die
        theirs = [each for each in examples if each.player == die.owner]
        like = likeness(face_of(image, die.seen), theirs, axes.get(die.owner or ""))
        return surely(die, count.value, die.owner) if like is None or like.value == count.value else die

    return change_dice(reading, with_its_name)


def count_mismatch(reading: RollReading, counts: Counts) -> RollReading:
    """Return the reading with every die unsure whose pip count contradicts the value read."""
    told = ((k, die.seen, counts.get(die.seen)) for k, die in enumerate(reading.dice))
    wrong = [k for k, seen, count in told if count is not None and count.denies(seen.value)]
    if not wrong:
        return reading
    why = Message.of("dice-pips-differ", differ=len(wrong), dice=len(reading.dice))
    return doubt_dice(reading, wrong, why, DieDoubt.TWO_VALUES)


def confirmed_by(counts: Counts, again: Again) -> Again:
    """Return a second pass that uses pip counts first: they confirm or reject a die's value if they are clear.

    The other dice are passed to `again`.
    """

    def look(doubted: Sequence[DetectedDie], found: Sequence[DetectedDie], are_dice: bool) -> list[float]:
        told = {die: said for die in doubted if die in counts and (said := _told(die, counts[die])) is not None}
        left = [die for die in doubted if die not in told]
        said_again = dict(zip(left, again(left, found, are_dice) if left else (), strict=True)) | told
        return [said_again[die] for die in doubted]

    return look


def _told(die: DetectedDie, count: Counted) -> float | None:
    """Return 1 if the pips confirm a die's value, 0 if they contradict it, None if they are unclear."""
    if count.denies(die.value):
        return 0.0
    return 1.0 if die.confidence >= MAYBE and count.agrees(die.value) else None


IN_PLACE_OF = {1: 6, 6: 1}
"""Values that an emblem may replace, each with the value that the make must have shown in pips."""

FACE = 0.46
"""Radius of the face searched for marks, in edge lengths."""

EMBLEM_AREA = (0.08, 0.5)
"""Limits of an emblem's area, in squared edge lengths: a pip has 0.04, a large one 0.1; larger areas are no mark."""

OFF = 0.13
"""Largest distance of an emblem's centre from its die's, in edge lengths; shadows and reflections may be anywhere."""

STRENGTH = (0.7, 1.9)
"""Limits of a mark's contrast relative to a pip's, since both have the same ink; a shadow has less."""

IN_ONE = 0.75
"""Least share of the mark in one connected region: pips in positions that the make does not have are no emblem."""

OUTER = 0.35
"""Largest share of the face's outermost ring that the mark covers; if it continues beyond the face, it is no print."""

OUTERMOST = 0.4
"""Inner radius of that ring, in edge lengths."""

LARGEST_ONE = 0.2
"""Largest area of a one of any make, in squared edge lengths: a disc with a diameter of half an edge."""

ROUND = 1.05
"""Largest mean squared distance of a disc's points from its centre, relative to a circle of its area: at most 1.03 for
a disc seen slightly from the side, 1.1 for a skull, 1.12 for a star.
"""

_down, _across = (np.mgrid[: CROP.side_px, : CROP.side_px] - (CROP.side_px - 1) / 2) / EDGE_PX
_far = np.hypot(_across, _down)


def with_emblems(
    reading: RollReading,
    image: Image,
    counts: Counts,
    colours: Sequence[PlayersDice],
    blown: Callable[[DetectedDie], float],
) -> RollReading:
    """Return the reading with faces rejected that do not fit their make, and with clear emblems named.

    The BGR `image` and the `counts` are those of `counts_of`; `blown` returns the overexposed share of a face. An
    emblem is named if the dice of its make have shown a one in pips and no six, or a six and no one, at calibration or
    in this roll.

    A die that may be a one to the networks, or that shows a disc, is never named a six, because some large ones fit the
    pips of their make.
    """
    makes = {each.player: each.pips for each in colours if each.pips is not None}
    shown = {player: {*pips.shown, *_shown_in(reading, player, counts)} for player, pips in makes.items()}

    def told(die: ReadDie) -> ReadDie:
        count = counts.get(die.seen)
        if count is None or not count.fits_none or die.state is not DieState.FLAT or die.doubt not in COUNTABLE_DOUBTS:
            return die
        pips, seen_before = makes[die.owner or ""], shown[die.owner or ""]
        believed_one = die.seen.value == count.value == 1 and die.seen.confidence >= BELIEVED
        if believed_one and 1 not in seen_before:
            return die
        value = _stands_for(seen_before)
        large_one = value == 6 and (_may_be_one(die.seen) or is_disc(image, die.seen, pips))
        if value is not None and not large_one and blown(die.seen) < GLARE and is_emblem(image, die.seen, pips):
            return surely(die, value, die.owner)
        return replace(die, doubt=die.doubt or DieDoubt.FAINT)

    return change_dice(reading, told)


def _may_be_one(die: DetectedDie) -> bool:
    return die.value == 1 and die.confidence >= MAYBE


def is_emblem(image: Image, die: DetectedDie, pips: Pips) -> bool:
    """Return whether a die's face has a single mark in the colour of the make's pips in its middle."""
    marked, strength = _marks(image, die, pips)
    area = _area(marked)
    if not EMBLEM_AREA[0] <= area <= EMBLEM_AREA[1]:
        return False
    off = float(np.hypot(_across[marked].mean(), _down[marked].mean()))
    _, _, stats, _ = cv2.connectedComponentsWithStats(marked.astype(np.uint8))
    in_one = float(stats[1:, cv2.CC_STAT_AREA].max()) / float(marked.sum())
    outer = float(marked[(_far >= OUTERMOST) & (_far <= FACE)].mean())
    strong = float(np.median(strength[marked]))
    return in_one >= IN_ONE and off <= OFF and outer <= OUTER and STRENGTH[0] <= strong <= STRENGTH[1]


def is_disc(image: Image, die: DetectedDie, pips: Pips) -> bool:
    """Return whether the mark on a die's face is a plain disc no larger than the one of any make."""
    marked, _ = _marks(image, die, pips)
    area = _area(marked)
    if not 0 < area <= LARGEST_ONE:
        return False
    spread = float(_across[marked].var() + _down[marked].var())
    return 2 * np.pi * spread <= ROUND * area


def _marks(image: Image, die: DetectedDie, pips: Pips) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Return the mask of marks on a die's face, and their strength along the pip colour (1 for a pip)."""
    crop = crops_of(image, [die.place], STRAIGHT_ON, CROP)[0].astype(np.float32)
    body = np.median(crop[(_far >= AROUND[0]) & (_far <= AROUND[1])], axis=0)
    strength = np.asarray((crop - body) @ np.array(pips.axis, np.float32), dtype=np.float32)
    return (strength > 0.5) & (_far <= FACE), strength


def _area(marked: NDArray[np.bool_]) -> float:
    return float(marked.sum()) / EDGE_PX**2


def _shown_in(reading: RollReading, player: str, counts: Counts) -> set[int]:
    """Return the values that a player's dice in a roll certainly show in pips."""
    return {
        die.value
        for die in reading.dice
        if die.owner == player and die.doubt is None and die.value is not None and _in_pips(die, counts)
    }


def _in_pips(die: ReadDie, counts: Counts) -> bool:
    count = counts.get(die.seen)
    if count is not None:
        return count.names_it and count.value == die.value
    return not questionable(die)


def _stands_for(shown: set[int]) -> int | None:
    """Return the value that is an emblem if these values have pips, None if that is ambiguous."""
    left = [value for value, other in IN_PLACE_OF.items() if value not in shown and other in shown]
    return left[0] if len(left) == 1 else None


DIE_AREA = (0.65, 1.7)
"""Limits of an object's area, in squared edge lengths: a face, plus its side if the camera is near."""

SIDES = (0.75, 1.65)
"""Limits of the sides of its box, in edge lengths: a rotated die has its diagonal in it, and shows its side."""

MIDDLE = 0.4
"""Largest distance of the candidate from the centre of the box, in edge lengths."""

OfAMake = Callable[[DetectedDie], bool]


def recover_faint_dice(
    reading: RollReading, found: Sequence[DetectedDie], seen: Foreground, known: Sequence[FlatDie], of_a_make: OfAMake
) -> RollReading:
    """Return a tray's reading with faint dice added: `found` candidates as large as a die and `of_a_make`.

    All of them are unsure; one that leans differently from the others and from the `known` dice is cocked.
    """
    alone = (blob for blob in seen.things([die.seen for die in reading.dice]) if _like_a_die(blob))
    hardly = [die for blob in alone if (die := _in_the_middle(blob, found)) is not None and of_a_make(die)]
    if not hardly:
        return reading
    lying = tilts_of([*(die.seen for die in reading.dice), *hardly], known)[len(reading.dice) :]
    told = len(known) >= TOGETHER
    added = [accept_die(die, stance, known=told) for die, stance in zip(hardly, lying, strict=True)]
    dice = (*reading.dice, *map(_doubted, added))
    before = RollReading((), None) if reading.why == NO_DICE else reading
    return still_wrong(replace(before, dice=dice))


def _doubted(die: ReadDie) -> ReadDie:
    return die if die.state is DieState.COCKED or die.doubt is DieDoubt.COCKED else replace(die, doubt=DieDoubt.FAINT)


def _like_a_die(blob: Blob) -> bool:
    """Return whether a foreground region without a die is as large as one."""
    shorter, longer = sorted(side / NETWORK_EDGE_PX for side in blob.box_px[2:])
    whole = DIE_AREA[0] <= blob.area <= DIE_AREA[1] and SIDES[0] <= shorter and longer <= SIDES[1]
    return whole and not blob.dice and not blob.at_border


def _in_the_middle(blob: Blob, found: Sequence[DetectedDie]) -> DetectedDie | None:
    """Return the surest candidate in the middle of that region."""
    left, top, width, height = blob.box_px
    middle = np.array([left + (width - 1) / 2, top + (height - 1) / 2])
    near = (die for die in found if np.linalg.norm(middle - (die.x_px, die.y_px)) < MIDDLE * NETWORK_EDGE_PX)
    return max(near, key=lambda die: die.present, default=None)


WITNESSES = 2
"""Rolls in which a matching face must have been given the same value, since one label may be wrong."""

SAID_TOO = 0.9
"""Least probability by the networks of a value that one roll's example has; both seldom err, and for different reasons.
"""

ALL_WHITE = 0.75
"""Overexposed share of a face from which only its rim is left to compare."""

COMPARABLE_DOUBTS = (None, DieDoubt.FAINT, DieDoubt.TWO_VALUES, DieDoubt.OWNER)
"""Doubts that a face match can resolve; it does not tell a die's tilt."""


@dataclass(frozen=True, slots=True)
class _Alike:
    """Face match of a die: the example's owner, the match, and the pip count by that make if its pips are known."""

    player: str
    like: FaceTemplateMatcher
    count: Counted | None

    def surely(self, die: ReadDie) -> bool:
        """Return whether the die certainly shows the matched value."""
        if die.doubt is None and die.value != self.like.value and not self._denies(die):
            return False
        if self.like.rolls >= WITNESSES:
            return not self._counts_otherwise(at_most=ALL_IT_SHOWS)
        known = die.doubt is not DieDoubt.OWNER and die.seen.value == self.like.value
        counts_so = self.count is not None and self.count.value == self.like.value
        said_too = counts_so or die_chance(die.seen, familiar=True) >= SAID_TOO
        return known and said_too and not self._counts_otherwise(at_most=FITS)

    def _denies(self, die: ReadDie) -> bool:
        """Return whether the make's pips contradict the value read."""
        return self.count is not None and self.count.denies(die.seen.value)

    def _counts_otherwise(self, at_most: float) -> bool:
        """Return whether the make's pips clearly show another value, with a misfit of at most `at_most`."""
        count = self.count
        if count is None or count.misfit > at_most:
            return False
        return any(count.agrees(other) for other in range(1, 7) if other != self.like.value)


def apply_learned_faces(
    reading: RollReading,
    image: Image,
    examples: Sequence[Example],
    colours: Sequence[PlayersDice] = (),
    blown: Callable[[DetectedDie], float] | None = None,
) -> RollReading:
    """Return the reading with its questionable flat dice compared with `examples` of their owner's make.

    The BGR `image` that contains them has the lighting of the calibration. Examples of two rolls confirm a value, or
    set the value and owner of a die that was unsure or that its pips contradict. An example of one roll is enough if
    the networks agree, or if they agree weakly and the make's pips do too. No value is taken if the pips clearly show
    another one with a small misfit. An accepted die that matches another value becomes unsure. `blown` returns the
    overexposed share of a face: if nearly all of it is, every face looks the same.
    """
    if not examples:
        return reading

    def compared(die: ReadDie) -> ReadDie:
        white = blown is not None and blown(die.seen) >= ALL_WHITE
        return die if white else _compared(die, image, examples, colours)

    return change_dice(reading, compared)


def _compared(die: ReadDie, image: Image, examples: Sequence[Example], colours: Sequence[PlayersDice]) -> ReadDie:
    if die.state is not DieState.FLAT or die.doubt not in COMPARABLE_DOUBTS or not questionable(die):
        return die
    makes = [die.owner] if die.owner is not None or not colours else [each.player for each in colours]
    found = [alike for make in makes if (alike := _alike(die, image, examples, colours, make or "")) is not None]
    if len(found) != 1:
        return die
    (alike,) = found
    if alike.surely(die):
        return surely(die, alike.like.value, alike.player or None)
    return replace(die, doubt=die.doubt or DieDoubt.TWO_VALUES) if alike.like.value != die.value else die


def _alike(
    die: ReadDie, image: Image, examples: Sequence[Example], colours: Sequence[PlayersDice], player: str
) -> _Alike | None:
    pips = next((each.pips for each in colours if each.player == player), None)
    theirs = [each for each in examples if each.player == player]
    like = likeness(face_of(image, die.seen), theirs, pips.axis if pips is not None else None)
    if like is None:
        return None
    return _Alike(player, like, counted(image, die.seen, pips) if pips is not None else None)
