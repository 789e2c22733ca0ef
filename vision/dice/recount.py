"""Dice whose make is known, counted a second way: by that make's own pips, beside what the networks say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import replace

from vision.dice.acceptance import MAYBE, Doubt, ReadDie, Reading, State, still_wrong
from vision.dice.chances import die_chance, questionable, surely
from vision.dice.detections import DetectedDie
from vision.dice.guard import CERTAIN_COUNTED, Again
from vision.dice.likeness import Example, face_of, likeness
from vision.dice.network import Image
from vision.dice.pip_count import Counted, counted, in_another_colour
from vision.dice.pip_faces import Pips
from vision.dice.tray import PlayersDice

OF_THE_FACE = (None, Doubt.FAINT, Doubt.TWO_VALUES)
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
        if count is None or die.state is not State.FLAT or die.doubt not in OF_THE_FACE:
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
