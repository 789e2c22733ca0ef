"""A photograph to a reading: plain, or in a calibrated tray where everything must be explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.dice.acceptance import FOUND, NO_DICE, Doubt, ReadDie, Reading, judge_every, nothing
from vision.dice.blobs import Blob, Foreground, foreground, hand_in, unexplained
from vision.dice.cut_off import cut_off
from vision.dice.detections import DetectedDie
from vision.dice.detector import dice_in
from vision.dice.die_size import dice_of_any_size
from vision.dice.emblems import with_emblems
from vision.dice.flat_pictures import in_flat_pictures
from vision.dice.guard import guarded
from vision.dice.hardly_seen import with_hardly_seen
from vision.dice.known_faces import with_known_faces
from vision.dice.likeness import face_of
from vision.dice.network import Image
from vision.dice.ownership import owner_of
from vision.dice.recount import confirmed_by, counts_of, disputed, named
from vision.dice.second_look import SecondLook
from vision.dice.size_hypotheses import ALIKE, SizeHypothesis
from vision.dice.tilt import FlatDie
from vision.dice.tray import Tray, blind
from vision.dice.tray_look import TrayLook, as_lit_then


def read_dice(image: Image, count: int | None = None, die_px: float | None = None, tray: Tray | None = None) -> Reading:
    """Return the reading of a BGR picture, dice in its own pixels.

    `count` dice were thrown (None: unknown). `die_px` is a die's edge; a calibrated tray knows it; without either it
    is searched for. Raises `TrayError` for a picture that is not the tray's size.
    """
    if tray is not None:
        view = tray.view(image)
        return in_picture(read_view(view, tray, count, tray.flat), tray)
    if die_px is not None:
        found, other = dice_in(image, die_px), None
    else:
        sized = dice_of_any_size(image, count)
        found, other = list(sized.dice), sized.rival
    reading = judge_every(found, count) if found else nothing(blind(image) or NO_DICE)
    counted = count is not None
    reading = guarded(reading, found, counted=counted, again=SecondLook(image).at, faint_again=counted)
    if count is None:
        reading = of_whole_dice(of_things(reading, image), image)
        reading = reading if die_px is None else of_said_size(reading, die_px)
    return reading if other is None else of_doubtful_size(reading, other)


def of_things(reading: Reading, image: Image) -> Reading:
    """Return the reading, every die doubtful that may be printed on a card or shown by a screen in that picture."""
    shown = in_flat_pictures(image, [die.seen for die in reading.dice])
    if not any(shown):
        return reading
    why = f"{sum(shown)} of {len(shown)} dice may be on a card or a screen: say how many were thrown"
    return replace(_doubted(reading, shown, Doubt.UNEXPLAINED, why), astray=reading.astray or why)


def of_whole_dice(reading: Reading, image: Image) -> Reading:
    """Return the reading, unsure where a die of the same size may lie half out of that picture: it was thrown too."""
    if reading.call != "read":
        return reading
    edge_px = float(np.median([die.seen.edge_px for die in reading.dice]))
    if not cut_off(image, edge_px):
        return reading
    why = "dice may lie half out of the picture: show them whole, or say how many were thrown"
    return replace(reading, why=why, astray=reading.astray or why)


def of_said_size(reading: Reading, die_px: float) -> Reading:
    """Return the reading, every die doubtful whose edge is far from what was said: it may be a tile, or a coin."""
    unlike = [max(die.seen.edge_px / die_px, die_px / die.seen.edge_px) > ALIKE for die in reading.dice]
    if not any(unlike):
        return reading
    why = f"{sum(unlike)} of {len(unlike)} dice are not of {die_px:.0f} px: say what the marked ones show"
    return _doubted(reading, unlike, Doubt.FAINT, why)


def _doubted(reading: Reading, which: Sequence[bool], doubt: Doubt, why: str) -> Reading:
    """Return the reading with the dice so marked in doubt, unsure for that reason; what was said before stays."""
    marked = zip(reading.dice, which, strict=True)
    dice = tuple(replace(die, doubt=die.doubt or doubt) if mark else die for die, mark in marked)
    return replace(reading, dice=dice, why=reading.why or why)


def of_doubtful_size(reading: Reading, other: SizeHypothesis) -> Reading:
    """Return the reading, unsure for dice of another size that explain the picture nearly as well."""
    values = " ".join(map(str, other.values))
    why = f"dice of {other.edge_px:.0f} px that show {values} explain the picture as well: say how large a die is in it"
    return replace(reading, why=reading.why or why, astray=reading.astray or why)


def read_view(
    view: Image,
    tray: Tray,
    count: int | None = None,
    known: Sequence[FlatDie] = (),
    *,
    trusted: bool = True,
    look: TrayLook | None = None,
) -> Reading:
    """Return the reading of a rectified tray, dice in its pixels; dice lie only where the tray is not empty.

    `known` are dice that lay flat in it before: how they leaned tells a cocked one, even where it lies alone, and
    dice of a make that was read before are read with less doubt, unless some that were believed turned out to be read
    wrongly (`trusted` is false). How many lie there is known by the empty tray: where no count is given what is as
    large as a die and of a player's colour is one, doubted. Where one is, faint dice are looked at again. `look` is one
    that was taken at that view, beside the same `known`.
    """
    look = look or TrayLook(view, tray, known)
    if look.blind is not None:
        return nothing(look.blind)
    seen, found = look.seen, look.found
    sure = [die for die in found if die.present >= FOUND]
    if hand_in(seen, sure):
        return nothing("a hand or something as large is in the tray: take it out")
    lit_then = look.lit_then
    judged = judge_every(found, count, known, look.lies_free)
    if count is None:
        judged = with_hardly_seen(judged, found, seen, known, partial(_of_a_make, lit_then, tray))
    whose = owned(judged, (view, lit_then), tray, look.evenly_lit)
    if trusted:
        whose = with_known_faces(whose, lit_then, tray.examples, tray.colours, look.blown)
    counts, familiar = counts_of(whose, lit_then, tray.colours, look.counts), trusted and bool(known or tray.examples)
    if trusted:
        whose = named(whose, lit_then, counts, tray.examples, tray.colours, look.blown)
        whose = with_emblems(whose, lit_then, counts, tray.colours, look.blown)
    again = SecondLook(view, known).at
    return guarded(
        disputed(explained(whose, seen, complete=len(whose.dice) == count), counts),
        found,
        counted=True,
        in_tray=True,
        familiar=familiar,
        again=confirmed_by(counts, again) if familiar else again,
        faint_again=familiar and count is not None,
    )


def _of_a_make(lit_then: Image, tray: Tray, die: DetectedDie) -> bool:
    return owner_of(lit_then, die, tray.colours) is not None


def faces_in(view: Image, tray: Tray, dice: Sequence[DetectedDie]) -> tuple[Image, ...]:
    """Return the faces of dice in a rectified tray, as examples keep them: in the light of its calibration."""
    lit_then = as_lit_then(view, foreground(view, tray.empty, tray.noise, tray.rim_px).light) if dice else view
    return tuple(face_of(lit_then, die) for die in dice)


def explained(reading: Reading, seen: Foreground, *, complete: bool) -> Reading:
    """Return the reading, unsure when something in the tray is no die that was read.

    `complete` are as many as were thrown (`unexplained`).
    """
    strange = unexplained(seen, [die.seen for die in reading.dice], complete=complete)
    if not strange:
        return reading
    dice = tuple(
        replace(die, doubt=Doubt.UNEXPLAINED)
        if die.doubt is None and any(_near(die, part) for part in strange)
        else die
        for die in reading.dice
    )
    left, top, width, height = strange[0].box_px
    place = f"at {left + width // 2}, {top + height // 2} of the tray's view"
    why = f"something in the tray is no die that can be read ({place}): take it out, or lay the dice apart"
    return Reading(dice, reading.why or why, reading.astray or why)


def owned(
    reading: Reading,
    views: Sequence[Image],
    tray: Tray,
    evenly_lit: Callable[[DetectedDie], tuple[Image, DetectedDie]] | None = None,
) -> Reading:
    """Return the reading with each die's owner by its colour; unsure where a die could be either player's.

    `views` are the tray as it is lit and as it was when it was calibrated, `evenly_lit` shows a die as if no wall cast
    a shadow: what one does not tell another may, and they must not differ. Where none does, as of a face that an emblem
    or a reflection covers, its border is asked.
    """
    if not tray.colours:
        return reading
    dice = []
    for die in reading.dice:
        seen = [(view, die.seen) for view in views] + ([] if evenly_lit is None else [evenly_lit(die.seen)])
        named = {owner_of(view, at, tray.colours) for view, at in seen} - {None}
        named = named or {owner_of(view, at, tray.colours, around=True) for view, at in seen} - {None}
        owner = named.pop() if len(named) == 1 else None
        doubt = die.doubt if owner is not None or die.doubt is not None else Doubt.OWNER
        dice.append(replace(die, owner=owner, doubt=doubt))
    strangers = sum(die.doubt is Doubt.OWNER for die in dice)
    why = f"{strangers} of {len(dice)} dice could be anybody's by their colour: say whose the marked ones are"
    return replace(reading, dice=tuple(dice), why=reading.why or (why if strangers else None))


def in_picture(reading: Reading, tray: Tray) -> Reading:
    """Return a reading of the rectified view with its dice in the pixels of the camera's picture."""
    back = np.asarray(np.linalg.inv(tray.onto), dtype=np.float64)
    return replace(reading, dice=tuple(replace(die, seen=_moved(die.seen, back)) for die in reading.dice))


def _moved(die: DetectedDie, onto: NDArray[np.float64]) -> DetectedDie:
    half = die.edge_px / 2
    points = np.array([[die.x_px, die.y_px], [die.x_px - half, die.y_px - half], [die.x_px + half, die.y_px + half]])
    there = np.hstack([points, np.ones((3, 1))]) @ onto.T
    flat = there[:, :2] / there[:, 2:]
    edge = float(np.linalg.norm(flat[2] - flat[1]) / np.sqrt(2))
    return replace(die, x_px=float(flat[0, 0]), y_px=float(flat[0, 1]), edge_px=edge)


def _near(die: ReadDie, part: Blob) -> bool:
    left, top, width, height = part.box_px
    reach = die.seen.edge_px
    return left - reach < die.seen.x_px < left + width + reach and top - reach < die.seen.y_px < top + height + reach
