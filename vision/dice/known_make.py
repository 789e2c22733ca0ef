"""Readings corrected by a known make: owner by colour, pips recounted, emblems, learned faces, faint dice.

Which of the two it is in the place of follows where the make's dice have shown the other one in pips.

Where nobody said how many were thrown such a die would be none, and nobody would be asked what it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.acceptance import (
    BELIEVED,
    CERTAIN_COUNTED,
    MAYBE,
    NO_DICE,
    Again,
    Doubt,
    ReadDie,
    Reading,
    State,
    die_chance,
    questionable,
    still_wrong,
    surely,
    verdict,
)
from vision.dice.detections import TOGETHER, DetectedDie, FlatDie, tilts_of
from vision.dice.face_templates import Example, Likeness, face_of, likeness
from vision.dice.foreground import Blob, Foreground
from vision.dice.networks import EDGE_PX as NETWORK_EDGE_PX
from vision.dice.networks import Image, crops_of
from vision.dice.pips import ALL_IT_SHOWS, CROP, EDGE_PX, FITS, STRAIGHT_ON, Counted, Pips, counted, in_another_colour
from vision.dice.tray import PlayersDice, TrayError

FACE_REACH = 0.42
"""Radius about a die's middle, in edges, that is face: pips are less than half of it, so the median is body."""

AROUND = (0.37, 0.48)
"""How far from a die's middle the border of its face lies, in edges, however it is turned."""

FAR = 5.0
"""Distance from a player's colour, in its spreads, beyond which a die is not that player's."""

NEARER = 2.0
"""How many times nearer one player's colour must be than the other's."""

LIGHTNESS = 0.5
"""Weight of lightness: light falls unevenly, colour less so."""


def body_lab(image: Image, die: DetectedDie, *, around: bool = False) -> NDArray[np.float64]:
    """Return the colour of a die's body, CIE Lab as OpenCV codes it in 8 bits, (3,).

    With `around` that of its face's border alone, where no pip, emblem or lamp's reflection is.
    """
    reach = max(2, round((AROUND[1] if around else FACE_REACH) * die.edge_px))
    x, y = round(die.x_px), round(die.y_px)
    left, top = max(0, x - reach), max(0, y - reach)
    part = image[top : y + reach + 1, left : x + reach + 1]
    if not part.size:
        return np.full(3, np.nan)
    pixels = cv2.cvtColor(part, cv2.COLOR_BGR2LAB).reshape(-1, 3)
    if around:
        down, across = np.mgrid[: part.shape[0], : part.shape[1]]
        far = np.hypot(across + left - die.x_px, down + top - die.y_px).ravel() / die.edge_px
        border = pixels[(far >= AROUND[0]) & (far <= AROUND[1])]
        pixels = border if len(border) else pixels
    return np.asarray(np.median(pixels, axis=0), dtype=np.float64)


def colour_of(player: str, image: Image, dice: Sequence[DetectedDie]) -> PlayersDice:
    """Return a player's colour from dice that are all that player's; `TrayError` without any."""
    if not dice:
        raise TrayError(f"no dice of {player!r} seen in the tray: lay some of them flat into it and try again")
    bodies = np.array([body_lab(image, die) for die in dice])
    middle = np.median(bodies, axis=0)
    spread = float(np.median([_distance(body, middle) for body in bodies]))
    return PlayersDice(
        player=player, lab=(float(middle[0]), float(middle[1]), float(middle[2])), spread=max(6.0, 1.5 * spread)
    )


def owner_of(image: Image, die: DetectedDie, colours: Sequence[PlayersDice], *, around: bool = False) -> str | None:
    """Return the player whose dice have this one's colour; None when it fits nobody's, or nearly two players'.

    With `around` by the border of its face alone.
    """
    body = body_lab(image, die, around=around)
    ranked = sorted((_distance(body, np.array(colour.lab)) / colour.spread, colour.player) for colour in colours)
    if not ranked or not ranked[0][0] <= FAR:
        return None
    if len(ranked) > 1 and ranked[1][0] < NEARER * max(ranked[0][0], 1.0):
        return None
    return ranked[0][1]


def look_alike(one: PlayersDice, other: PlayersDice) -> bool:
    """Return whether a die of one player's very colour could be the other's as well."""
    far = _distance(np.array(one.lab), np.array(other.lab))
    return far < NEARER * max(one.spread, other.spread)


def _distance(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(np.linalg.norm((one - other) * [LIGHTNESS, 1, 1]))


COUNTABLE_DOUBTS = (None, Doubt.FAINT, Doubt.TWO_VALUES)
"""Doubts that pips may answer: whose a die is and how it lies they do not tell."""

GLARE = 0.1
"""Share of a face that is too bright to be seen from which some of its pips may not be seen either."""

Counts = Mapping[DetectedDie, Counted]

CountedBefore = MutableMapping[tuple[str | None, DetectedDie], Counted | None]
"""What a player's die counted to in one image; None where its pips have another colour than its make's."""


def counts_of(
    reading: Reading,
    image: Image,
    colours: Sequence[PlayersDice],
    before: CountedBefore | None = None,
) -> Counts:
    """Return what the flat dice of a reading count to that are not beyond doubt, where their owner's make is known.

    The BGR `image`, in which they lie, is lit as it was when the makes were learnt. A face whose pips have another
    colour than its make's, as a red one, is left open. What was counted `before` in that image is not counted again.
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


def named(
    reading: Reading,
    image: Image,
    counts: Counts,
    examples: Sequence[Example] = (),
    colours: Sequence[PlayersDice] = (),
    blown: Callable[[DetectedDie], float] | None = None,
) -> Reading:
    """Return the reading with the values to which flat dice's pips count, beyond doubt or clearly as they were read.

    None of which the networks are nearly certain that it shows another, none that they read otherwise unless the count
    is the clearer, and none that looks like the `examples` of
    another: then one of the two is wrong. And none otherwise than it was read of whose face the camera saw much as
    nothing but white, the share that is `blown`: pips may be missing. The BGR `image` is that of `counts_of`.
    """
    axes = {each.player: each.pips.axis for each in colours if each.pips is not None}

    def with_its_name(die: ReadDie) -> ReadDie:
        count = counts.get(die.seen)
        if count is None or die.state is not State.FLAT or die.doubt not in COUNTABLE_DOUBTS:
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

    dice = tuple(map(with_its_name, reading.dice))
    return reading if dice == reading.dice else still_wrong(replace(reading, dice=dice))


def disputed(reading: Reading, counts: Counts) -> Reading:
    """Return the reading, every die doubtful whose pips count to another value than it was read as."""
    wrong = [(count := counts.get(die.seen)) is not None and count.denies(die.seen.value) for die in reading.dice]
    if not any(wrong):
        return reading
    dice = tuple(
        replace(die, doubt=die.doubt or Doubt.TWO_VALUES) if other else die
        for die, other in zip(reading.dice, wrong, strict=True)
    )
    why = f"{sum(wrong)} of {len(dice)} dice read otherwise than their pips count: say what the marked ones show"
    return replace(reading, dice=dice, why=reading.why or why)


def confirmed_by(counts: Counts, again: Again) -> Again:
    """Return what looks at dice again: pips that clearly count to a die's value confirm it, and none that they deny is.

    What they leave open `again` is asked.
    """

    def look(doubted: Sequence[DetectedDie], found: Sequence[DetectedDie], are_dice: bool) -> list[float]:
        told = {die: said for die in doubted if die in counts and (said := _told(die, counts[die])) is not None}
        left = [die for die in doubted if die not in told]
        said_again = dict(zip(left, again(left, found, are_dice) if left else (), strict=True)) | told
        return [said_again[die] for die in doubted]

    return look


def _told(die: DetectedDie, count: Counted) -> float | None:
    """Return 1 where the pips confirm a die's value, 0 where they deny it, None where they leave it open."""
    if count.denies(die.value):
        return 0.0
    return 1.0 if die.confidence >= MAYBE and count.agrees(die.value) else None


IN_PLACE_OF = {1: 6, 6: 1}
"""The value that an emblem stands for, and the one that the make must have shown in pips to tell."""

FACE = 0.46
"""Radius of the face, in edges, in which marks are looked for."""

EMBLEM_AREA = (0.08, 0.5)
"""How large an emblem is, in edges squared: a pip has .04, a large one .1; what covers more is no mark."""

OFF = 0.13
"""How far from the middle of its die the middle of an emblem may lie, in edges: a shadow or a lamp lies anywhere."""

STRENGTH = (0.7, 1.9)
"""How strong the mark is, in pips: it is printed in their colour. A shadow is weaker."""

IN_ONE = 0.75
"""Share of the mark that hangs together: pips that lie where none of that make do are no emblem."""

OUTER = 0.35
"""Share of the face's outermost ring that the mark may cover: what goes on beyond the face is no print on it."""

OUTERMOST = 0.4
"""Where that ring begins, in edges."""

LARGEST_ONE = 0.2
"""How large the one of any make is, in edges squared: a disc half an edge across."""

ROUND = 1.05
"""How far a disc's points lie from its middle, squared and in the mean, beside a circle's of its area: 1.03 at most
when it is seen from the side a little, of a skull 1.1, of a star 1.12.
"""

_down, _across = (np.mgrid[: CROP.side_px, : CROP.side_px] - (CROP.side_px - 1) / 2) / EDGE_PX
_far = np.hypot(_across, _down)


def with_emblems(
    reading: Reading,
    image: Image,
    counts: Counts,
    colours: Sequence[PlayersDice],
    blown: Callable[[DetectedDie], float],
) -> Reading:
    """Return the reading, no face believed that its count says is none of its make, and emblems named where clear.

    The BGR `image` and the `counts` are those of `recount.py`, `blown` says what share of a face is nothing but white.
    An emblem is named where the dice of its make have shown a one in pips and no six, or a six and no one: when they
    were calibrated, or in this roll.
    What may be a one to the networks, and a disc, is never named a six: of large ones some fit the pips of their make.
    """
    makes = {each.player: each.pips for each in colours if each.pips is not None}
    shown = {player: {*pips.shown, *_shown_in(reading, player, counts)} for player, pips in makes.items()}

    def told(die: ReadDie) -> ReadDie:
        count = counts.get(die.seen)
        if count is None or not count.fits_none or die.state is not State.FLAT or die.doubt not in COUNTABLE_DOUBTS:
            return die
        pips, seen_before = makes[die.owner or ""], shown[die.owner or ""]
        believed_one = die.seen.value == count.value == 1 and die.seen.confidence >= BELIEVED
        if believed_one and 1 not in seen_before:
            return die
        value = _stands_for(seen_before)
        large_one = value == 6 and (_may_be_one(die.seen) or is_disc(image, die.seen, pips))
        if value is not None and not large_one and blown(die.seen) < GLARE and is_emblem(image, die.seen, pips):
            return surely(die, value, die.owner)
        return replace(die, doubt=die.doubt or Doubt.FAINT)

    dice = tuple(map(told, reading.dice))
    return reading if dice == reading.dice else still_wrong(replace(reading, dice=dice))


def _may_be_one(die: DetectedDie) -> bool:
    return die.value == 1 and die.confidence >= MAYBE


def is_emblem(image: Image, die: DetectedDie, pips: Pips) -> bool:
    """Return whether one mark in the colour of the make's pips lies in the middle of a die's face."""
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
    """Return whether what is marked of a die's face is a plain disc no larger than the one of any make."""
    marked, _ = _marks(image, die, pips)
    area = _area(marked)
    if not 0 < area <= LARGEST_ONE:
        return False
    spread = float(_across[marked].var() + _down[marked].var())
    return 2 * np.pi * spread <= ROUND * area


def _marks(image: Image, die: DetectedDie, pips: Pips) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Return where a die's face is marked, and how strongly in the colour of pips, one for a pip."""
    crop = crops_of(image, [(die.x_px, die.y_px, die.edge_px)], STRAIGHT_ON, CROP)[0].astype(np.float32)
    body = np.median(crop[(_far >= AROUND[0]) & (_far <= AROUND[1])], axis=0)
    strength = np.asarray((crop - body) @ np.array(pips.axis, np.float32), dtype=np.float32)
    return (strength > 0.5) & (_far <= FACE), strength


def _area(marked: NDArray[np.bool_]) -> float:
    return float(marked.sum()) / EDGE_PX**2


def _shown_in(reading: Reading, player: str, counts: Counts) -> set[int]:
    """Return the values that a player's dice of a roll show beyond doubt, in pips."""
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
    """Return the value that has an emblem where these have pips, None where that is open."""
    left = [value for value, other in IN_PLACE_OF.items() if value not in shown and other in shown]
    return left[0] if len(left) == 1 else None


DIE_AREA = (0.65, 1.7)
"""How large what lies there may be, in edges squared: a face, and the side of it that a near camera sees."""

SIDES = (0.75, 1.65)
"""How long the sides of its box may be, in edges: a die that lies aslant has a diagonal, and shows its side."""

MIDDLE = 0.4
"""How far from the middle of the box the die may have been seen, in edges."""

OfAMake = Callable[[DetectedDie], bool]


def with_hardly_seen(
    reading: Reading, found: Sequence[DetectedDie], seen: Foreground, known: Sequence[FlatDie], of_a_make: OfAMake
) -> Reading:
    """Return the reading of a tray with those of the `found` dice too that are as large as one and `of_a_make`.

    All of them are doubted; one that leans apart from the others and from `known` dice is cocked.
    """
    alone = (blob for blob in seen.things([die.seen for die in reading.dice]) if _like_a_die(blob))
    hardly = [die for blob in alone if (die := _in_the_middle(blob, found)) is not None and of_a_make(die)]
    if not hardly:
        return reading
    lying = tilts_of([*(die.seen for die in reading.dice), *hardly], known)[len(reading.dice) :]
    told = len(known) >= TOGETHER
    added = [verdict(die, stance, known=told) for die, stance in zip(hardly, lying, strict=True)]
    dice = (*reading.dice, *map(_doubted, added))
    before = Reading((), None) if reading.why == NO_DICE else reading
    return still_wrong(replace(before, dice=dice))


def _doubted(die: ReadDie) -> ReadDie:
    return die if die.state is State.COCKED or die.doubt is Doubt.COCKED else replace(die, doubt=Doubt.FAINT)


def _like_a_die(blob: Blob) -> bool:
    """Return whether a part of the foreground in which no die was read is as large as one."""
    shorter, longer = sorted(side / NETWORK_EDGE_PX for side in blob.box_px[2:])
    whole = DIE_AREA[0] <= blob.area <= DIE_AREA[1] and SIDES[0] <= shorter and longer <= SIDES[1]
    return whole and not blob.dice and not blob.at_border


def _in_the_middle(blob: Blob, found: Sequence[DetectedDie]) -> DetectedDie | None:
    """Return the surest die that was seen in the middle of that part."""
    left, top, width, height = blob.box_px
    middle = np.array([left + (width - 1) / 2, top + (height - 1) / 2])
    near = (die for die in found if np.linalg.norm(middle - (die.x_px, die.y_px)) < MIDDLE * NETWORK_EDGE_PX)
    return max(near, key=lambda die: die.present, default=None)


WITNESSES = 2
"""Rolls in which such a face must have been called the same: one may have been called wrongly."""

SAID_TOO = 0.9
"""How likely the networks must hold a value that one roll's example has: both seldom err, and never for one reason."""

ALL_WHITE = 0.75
"""Share of a face that is too bright to be seen from which nothing is left to compare: the rest is its rim."""

COMPARABLE_DOUBTS = (None, Doubt.FAINT, Doubt.TWO_VALUES, Doubt.OWNER)
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
    if die.state is not State.FLAT or die.doubt not in COMPARABLE_DOUBTS or not questionable(die):
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
