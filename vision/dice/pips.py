"""The pips of a make that is known: their colour against its body, how far apart they lie, and what they count to.

The network has learnt from many makes and knows none; a tray's own dice say what a pip of theirs looks like. A mark of
another colour or strength is none of them, and a pip that hardly differs from its body does so the same way each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from vision.dice.detections import DetectedDie
from vision.dice.network import Array, Image
from vision.dice.pip_count import counted, in_another_colour
from vision.dice.pip_faces import RADII, SPACINGS, Pips, crop_of, faces_of, level, windows_of

GRAIN = 3.0
"""One deviation of a pixel that every camera has, in grey levels."""

LEAST_CONTRAST = 4.0
"""Grey levels between body and pip below which they cannot be told from the camera's noise."""

ALIKE = 0.8
"""Cosine between a die's contrast and the others' from which it is of their make."""

CONTRASTS = ((1, 1, 1), (1, 0, -1), (0, 1, -1))
"""Mixtures of blue, green and red in which a make's pips are looked for at first."""

ENOUGH = 0.5
"""How much of the dice a mixture must explain by pips, as a share of what the best one does: what is left of another
colour's difference, where pips and bodies are both grey, counted five dice right by chance and a skull as a two.
"""

MOSTLY = 0.6
"""Share of those dice that it must count as they were read."""

LEAST_DICE = 3
"""Dice of a make from which its pips are learnt."""

MIDDLE_IS_NONE = {3: 2, 5: 4}
"""What those values are where the pip in their middle is none."""


def pips_of(image: Image, dice: Sequence[DetectedDie]) -> Pips | None:
    """Return the pips of dice of one make in a BGR picture, whose values are mostly right; None where they tell none.

    Dice that all show one value tell none. Whatever is learnt must count most of those very dice right: as they were
    read, or else without the pip in the middle of threes and fives, which on some makes is a reflection: of all of
    them, or of those that were read least surely.
    """
    labellings = _without_middles(dice)
    as_read, sure = _pips_of(image, next(labellings))
    if sure > 0:
        return as_read
    return max((_pips_of(image, each) for each in labellings), key=lambda each: each[1], default=(None, 0.0))[0]


def _without_middles(dice: Sequence[DetectedDie]) -> Iterator[list[DetectedDie]]:
    """Yield the dice as they were read, then with ever more of their middle pips taken for none."""
    plain = list(dice)
    yield list(plain)
    for k in sorted(range(len(plain)), key=lambda each: plain[each].confidence):
        if plain[k].value in MIDDLE_IS_NONE:
            plain[k] = replace(plain[k], value=MIDDLE_IS_NONE[plain[k].value])
            yield list(plain)


def _pips_of(image: Image, dice: Sequence[DetectedDie]) -> tuple[Pips | None, float]:
    """Return the pips that count dice as they were read, and how surely they do, none and nought where none do."""
    if len(dice) < LEAST_DICE or len({die.value for die in dice}) == 1:
        return None, 0.0
    windows = [level(windows_of(crop_of(image, die))) for die in dice]
    best: Pips | None = None
    most = 0.0
    learnt = [_learnt(windows, dice, np.array(channels, np.float32)) for channels in CONTRASTS]
    enough = ENOUGH * max(explained for explained, _ in learnt)
    for pips in chain.from_iterable(each for explained, each in learnt if explained >= enough):
        said = [(counted(image, die, pips), die) for die in dice]
        said = [(each, die) for each, die in said if each.value or not in_another_colour(image, die, pips)]
        right = [each for each, die in said if each.value == die.value]
        sure = sum(each.clearness * (1 if each.value == die.value else -1) for each, die in said)
        if len(right) >= max(LEAST_DICE, MOSTLY * len(said)) and sure > most:
            usual = float(np.median([each.misfit for each in right]))
            shown = tuple(sorted({each.value for each in right}))
            best, most = pips.model_copy(update={"misfit": usual, "shown": shown}), sure
    return best, most


def _learnt(windows: Sequence[Array], dice: Sequence[DetectedDie], channels: Array) -> tuple[float, list[Pips]]:
    """Return how much of what dice show in such a mixture of the channels pips explain, of all of it, and those pips.

    None where few are alike.

    Once as what tells pips from all else that is on the dice, and once by their contrast alone. Many a make has a red
    one: where three dice show something else, those say what its pips look like.
    """
    grey = [window @ channels for window in windows]
    fits = [_fitted(grey, windows, dice, spacing, radius) for spacing in SPACINGS for radius in RADII]
    explained, spacing, radius, contrasts, rests = max(fits, key=lambda fit: fit[0])
    share = explained / len(dice)
    others = contrasts[[die.value != 1 for die in dice]]
    usual = np.median(others if len(others) >= LEAST_DICE else contrasts, axis=0)
    lengths = np.linalg.norm(contrasts, axis=1) * np.linalg.norm(usual)
    alike = contrasts @ usual > ALIKE * np.maximum(lengths, 1e-6)
    if alike.sum() < LEAST_DICE:
        return share, []
    contrast = contrasts[alike].mean(axis=0)
    rest = np.concatenate([each for each, like in zip(rests, alike, strict=True) if like])
    apart = np.linalg.solve(rest.T @ rest / len(rest) + GRAIN**2 * np.eye(3), contrast)
    axes = [axis / (contrast @ axis) for axis in (apart, contrast)]
    told = [axis.tolist() for axis in axes if np.abs(axis).max() <= 1 / LEAST_CONTRAST]
    return share, [Pips(axis=(blue, green, red), spacing=spacing, radius=radius) for blue, green, red in told]


def _fitted(
    grey: Sequence[Array], windows: Sequence[Array], dice: Sequence[DetectedDie], spacing: float, radius: float
) -> tuple[float, float, float, Array, list[Array]]:
    """Return how much of the dice such pips explain, those, each die's contrast, (n, 3), and what is left of it."""
    faces = faces_of(spacing, radius)
    explained, contrasts, rests = 0.0, [], []
    for shade, window, die in zip(grey, windows, dice, strict=True):
        own = faces.values == die.value
        marks, energy = faces.marks[own], faces.energy[own]
        said = np.square(shade @ marks.T) / energy
        at, turn = np.unravel_index(int(said.argmax()), said.shape)
        explained += float(said[at, turn] / max(1e-6, np.square(shade[at]).sum()))
        contrast = marks[turn] @ window[at] / energy[turn]
        contrasts.append(contrast)
        rests.append(window[at] - marks[turn][:, None] * contrast)
    return explained, spacing, radius, np.array(contrasts), rests
