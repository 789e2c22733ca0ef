"""Stream of training crops: rendered scenes and photographs with random pose, scale, colour and degradation."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.dice.photographs import Photograph, photographs
from tools.training.dice.prerender import read_chunk
from tools.training.dice.scene import COCKED, Label
from tools.training.dice.spoiling import NOISE_PX, Thing, dyed, littered, mirrored, nothing, spoil
from vision.dice.detector import LOOK_EDGE_PX, LOOK_PX, NO_FACE

CROP_PX = 128
COCKED_SHARE = 0.4
"""Share of the rendered crops that come from scenes with cocked dice."""

TRACED_SHARE = 0.6
"""Share of the crops without photographs that come from a path tracer, if such scenes are given."""

LITTER = 8
"""Value of an object that is not a die."""

VIEW_ABOVE = 0.2
"""Sine of the angle to the flat dice's faces below which a view is from above; cocked dice are labelled only there."""

VIEW_SIDE = 0.3
"""Sine of the angle from which a view is from the side."""

UPRIGHT_SHARE = 0.8
"""Share of the crops seen from the side that stay upright: up distinguishes a die's top from its sides."""

MIRRORED_SHARE = 0.25
"""Share of the crops with dice that get the reflection of a lamp."""

DYED_SHARE = 0.25
"""Share of the crops with dice that are recoloured."""

_FROM_THE_SIDE = ("matteop65", "epanemu")
_WEIGHT = {"nell-byler": 1.0, "matteop65": 0.6, "rune55-circle-gray": 0.6, "epanemu": 0.8, "tomitomi3": 0.3}
Image = NDArray[np.uint8]


@dataclass(frozen=True)
class Target:
    """A die in a crop; it is ignored in training unless `sure`.

    `lean` is None in photographs, which have no label for it, nor for the edge to better than a quarter.
    """

    value: int
    x_px: float
    y_px: float
    edge_px: float
    slack_px: float
    lean: tuple[float, float] | None
    sure: bool


Scene = tuple[Image, list[Target]]


class Scenes:
    """Rendered scenes of a folder of chunks, as far as they exist."""

    def __init__(self, folder: Path, most_chunks: int) -> None:
        self._folder, self._most = folder, most_chunks
        self._chunks: dict[Path, list[Scene]] = {}
        self.every: list[Scene] = []
        self.leaning: list[Scene] = []

    def refresh(self) -> int:
        """Load chunks rendered in the meantime; return the number of scenes."""
        for path in sorted(self._folder.glob("*.json"))[: self._most]:
            if path not in self._chunks:
                self._chunks[path] = [(image, _rendered_targets(dice)) for image, dice in read_chunk(path)]
        self.every = [scene for chunk in self._chunks.values() for scene in chunk]
        self.leaning = [scene for scene in self.every if any(die.value == COCKED and die.sure for die in scene[1])]
        return len(self.every)


class Crops:
    """Stream of crops: a share `photo_share` of photographs; of the others, `TRACED_SHARE` are traced scenes."""

    def __init__(
        self,
        rendered: Path,
        photos: Path,
        sources: Sequence[str],
        photo_share: float,
        seed: int,
        *,
        traced: Path | None = None,
        most_chunks: int = 400,
    ) -> None:
        self._rng = np.random.default_rng(seed)
        self._rendered = Scenes(rendered, most_chunks)
        self._traced = None if traced is None else Scenes(traced, most_chunks)
        self._sources = {source: photographs(photos, source) for source in sources}
        weights = np.array([_WEIGHT[source] for source in sources])
        self._weights = weights / weights.sum() if len(sources) else weights
        self._share = photo_share if len(sources) else 0.0
        noise = self._rng.normal(0, 1, (NOISE_PX, NOISE_PX, 3)).astype(np.float32)
        self._noise = noise
        self.refresh()

    def refresh(self) -> int:
        """Load chunks rendered in the meantime; return the number of scenes."""
        traced = 0 if self._traced is None else self._traced.refresh()
        return self._rendered.refresh() + traced

    def crop(self) -> tuple[Image, list[Target]]:
        """Return one crop, (CROP_PX, CROP_PX, 3), with its dice and litter as targets."""
        rng = self._rng
        if rng.random() < 0.05:
            things: list[Thing] = []
            plain = nothing(rng, CROP_PX)
            if rng.random() < 0.7:
                plain, things = littered(rng, plain, [])
            return spoil(rng, self._noise, plain), list(map(_litter, things))
        if rng.random() < self._share:
            source = list(self._sources)[rng.choice(len(self._weights), p=self._weights)]
            photo = self._sources[source][rng.integers(len(self._sources[source]))]
            up = (0.0, -1.0) if source in _FROM_THE_SIDE else None
            image, dice = self._cut(photo.image, _targets(photo), up)
            if dice and rng.random() < 0.2:
                image = self._transplant(image, dice)
            return self._spoilt(image, dice)
        scenes = self._traced if self._traced is not None and rng.random() < TRACED_SHARE else self._rendered
        among = scenes.leaning if scenes.leaning and rng.random() < COCKED_SHARE else scenes.every
        scene, dice = among[rng.integers(len(among))]
        leaning = [die for die in dice if die.value == COCKED and die.sure]
        image, dice = self._cut(scene, dice, _up(dice), leaning if leaning and rng.random() < 0.6 else dice)
        return self._spoilt(image, dice)

    def _spoilt(self, image: Image, dice: list[Target]) -> tuple[Image, list[Target]]:
        """Return a crop with litter, a reflected lamp and camera effects, and its dice and litter as targets."""
        rng = self._rng
        things: list[Thing] = []
        if rng.random() < 0.3:
            image, things = littered(rng, image, dice)
        if rng.random() < DYED_SHARE:
            image = dyed(rng, image, dice)
        if rng.random() < MIRRORED_SHARE:
            image = mirrored(rng, image, dice)
        return spoil(rng, self._noise, image), dice + list(map(_litter, things))

    def _cut(
        self,
        image: Image,
        dice: Sequence[Target],
        up: tuple[float, float] | None,
        wanted: Sequence[Target] | None = None,
    ) -> tuple[Image, list[Target]]:
        """Return a crop with one of the `wanted` dice (default: any) near its middle.

        `up` is the direction of up in an image from the side; it mostly stays up.
        """
        rng = self._rng
        wanted = dice if wanted is None else wanted
        height, width = image.shape[:2]
        scale, x, y = rng.uniform(0.6, 1.6), rng.uniform(0, width), rng.uniform(0, height)
        if wanted and rng.random() < 0.95:
            die = wanted[int(rng.integers(len(wanted)))]
            scale, x, y = rng.uniform(25, 56) / die.edge_px, die.x_px, die.y_px
        sx, sy = scale * np.exp(rng.normal(0, 0.06, 2))
        turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.2) + rng.integers(4) * np.pi / 2
        mirrored = -1 if rng.random() < 0.5 else 1
        if up is not None and rng.random() < UPRIGHT_SHARE:
            turn = -np.pi / 2 - np.arctan2(up[1], mirrored * up[0]) + rng.normal(0, 0.2)
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        matrix = rotation @ np.diag([sx * mirrored, sy])
        centre = CROP_PX / 2 + rng.uniform(-0.42, 0.42, 2) * CROP_PX
        shift = centre - matrix @ [x, y]
        if scale < 0.6:
            reach = 1.5 * CROP_PX / scale
            x0, y0 = (int(max(0, v - reach)) for v in (x, y))
            part = image[y0 : int(y + reach), x0 : int(x + reach)]
            small = cv2.resize(part, None, fx=2 * scale, fy=2 * scale, interpolation=cv2.INTER_AREA)
            fx, fy = small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]
            onto = np.hstack([matrix / [fx, fy], (shift + matrix @ [x0, y0])[:, None]])
            source = small
        else:
            onto, source = np.hstack([matrix, shift[:, None]]), image
        border = cv2.BORDER_REFLECT_101 if rng.random() < 0.3 else cv2.BORDER_CONSTANT
        fill = tuple(int(v) for v in rng.integers(0, 255, 3))
        cut = cv2.warpAffine(
            source, onto, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=fill
        )
        if border == cv2.BORDER_REFLECT_101:
            # Reflected dice would be dice without a label, so everything beyond the image is filled with blurred
            # colour.
            inside = cv2.warpAffine(np.full(source.shape[:2], 255, np.uint8), onto, (CROP_PX, CROP_PX))
            ground = cv2.blur(cut, (31, 31))
            cut = np.where(inside[..., None] < 128, ground, cut)
        found = []
        for die in dice:
            at = matrix @ [die.x_px, die.y_px] + shift
            if -20 < at[0] < CROP_PX + 20 and -20 < at[1] < CROP_PX + 20:
                lean = None
                if die.lean is not None:
                    along = matrix @ die.lean / scale
                    lean = (float(along[0]), float(along[1]))
                found.append(
                    Target(
                        die.value,
                        float(at[0]),
                        float(at[1]),
                        die.edge_px * float(np.sqrt(sx * sy)),
                        die.slack_px * scale,
                        lean,
                        die.sure,
                    )
                )
        return np.ascontiguousarray(cut), found

    def _transplant(self, image: Image, dice: Sequence[Target]) -> Image:
        """Composite the dice, with some of their surroundings, onto another background."""
        rng = self._rng
        other = self._rendered.every[rng.integers(len(self._rendered.every))][0]
        for _ in range(20):
            scene, labels = self._rendered.every[rng.integers(len(self._rendered.every))]
            if not labels:
                other = scene
                break
        else:
            other = np.asarray(cv2.resize(other[:40, :40], (256, 256)), dtype=np.uint8)
        other = np.asarray(cv2.resize(other[48:208, 48:208], (CROP_PX, CROP_PX)), dtype=np.uint8)
        discs = np.zeros((CROP_PX, CROP_PX), np.float32)
        for die in dice:
            cv2.circle(discs, (int(die.x_px), int(die.y_px)), int(die.edge_px * rng.uniform(0.85, 1.1)), 1.0, -1)
        keep = np.asarray(cv2.GaussianBlur(discs, (0, 0), rng.uniform(0.8, 5)), dtype=np.float32)[..., None]
        return np.asarray(image * keep + other * (1 - keep), dtype=np.uint8)


def _litter(thing: Thing) -> Target:
    x, y, width = thing
    return Target(LITTER, x, y, float(np.clip(width, 25, 56)), 0.0, None, True)


def _up(dice: Sequence[Target]) -> tuple[float, float] | None:
    """Return the direction of up in a rendered scene, in which flat dice's faces lean; None if seen from above."""
    leans = [die.lean for die in dice if die.lean is not None and die.value != COCKED]
    x, y = np.median(leans, axis=0) if leans else (0.0, 0.0)
    return (float(x), float(y)) if np.hypot(x, y) > VIEW_SIDE else None


def _targets(photo: Photograph) -> list[Target]:
    return [Target(d.value, d.x_px, d.y_px, d.edge_px, d.slack_px, None, True) for d in photo.dice]


def _rendered_targets(dice: Sequence[Label]) -> list[Target]:
    """Return a scene's targets; cocked dice are trained only if the flat dice in the scene are seen from above."""
    flat = [float(np.hypot(*die.lean)) for die in dice if die.value != COCKED]
    above = bool(flat) and float(np.median(flat)) < VIEW_ABOVE
    found = []
    for die in dice:
        sure = die.sure and (above or die.value != COCKED)
        lean = (die.lean[0], die.lean[1])
        found.append(Target(die.value, die.x_px, die.y_px, die.edge_px, 0.0, lean, sure))
    return found


CENTRE_OFF = 0.12
"""Largest offset of a crop from the die's centre in edges, as the detector is not exact."""

SIZE_OFF = 0.13
"""Error of a crop's scale: standard deviation of its logarithm."""

_INSIDE_PX = 16
_AWAY = 0.65
"""Distance from every die's centre, in edges, from which a crop shows no face."""


def looks(crops: Crops, rng: np.random.Generator) -> Iterator[tuple[Image, int]]:
    """Yield crops, (LOOK_PX, LOOK_PX, 3), with their class: 0-5 a face, 6 a cocked die, 7 no face."""
    while True:
        image, dice = crops.crop()
        for die in dice:
            inside = all(_INSIDE_PX < v < CROP_PX - _INSIDE_PX for v in (die.x_px, die.y_px))
            if die.sure and inside:
                yield _cut(rng, image, die.x_px, die.y_px, die.edge_px), die.value - 1
        if dice and rng.random() < 0.4:
            continue
        x, y = _beside(rng, dice) if dice and rng.random() < 0.7 else rng.uniform(0, CROP_PX, 2)
        if all(np.hypot(die.x_px - x, die.y_px - y) > _AWAY * die.edge_px for die in dice):
            edge = dice[0].edge_px if dice else rng.uniform(25, 56)
            yield _cut(rng, image, x, y, edge), NO_FACE


def _beside(rng: np.random.Generator, dice: Sequence[Target]) -> tuple[float, float]:
    """Return a position at the edge of a die."""
    die = dice[int(rng.integers(len(dice)))]
    way, far = rng.uniform(0, 2 * np.pi), rng.uniform(_AWAY, 1.3) * die.edge_px
    return die.x_px + far * np.cos(way), die.y_px + far * np.sin(way)


def _cut(rng: np.random.Generator, image: Image, x: float, y: float, edge: float) -> Image:
    """Return the crop around a position, with the typical errors of the detector."""
    scale = LOOK_EDGE_PX / edge * np.exp(rng.normal(0, SIZE_OFF))
    x, y = np.array([x, y]) + rng.uniform(-CENTRE_OFF, CENTRE_OFF, 2) * edge
    middle = (LOOK_PX - 1) / 2
    onto = np.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]])
    cut = cv2.warpAffine(image, onto, (LOOK_PX, LOOK_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, dtype=np.uint8)


READY = 4
"""Largest number of batches that each process has ready."""

REFRESH = 400
"""Batches after which a process loads newly rendered scenes."""


class Hands:
    """Batches of `size` crops from streams that `make` creates by seed, in `count` processes, or in this one if 0."""

    def __init__(self, make: Callable[[int], Crops], count: int, seed: int, size: int) -> None:
        self._size = size
        self._own = make(seed) if count == 0 else None
        context = multiprocessing.get_context("fork")
        self._made: Any = context.Queue(max(1, READY * count))
        self._others: list[BaseProcess] = [
            context.Process(target=_make, args=(make, seed + 101 * (k + 1), size, self._made), daemon=True)
            for k in range(count)
        ]

    def __enter__(self) -> Hands:
        for other in self._others:
            other.start()
        return self

    def __exit__(self, *_: object) -> None:
        for other in self._others:
            other.terminate()

    def batch(self) -> list[Any]:
        """Return the next crops."""
        if self._own is not None:
            return [self._own.crop() for _ in range(self._size)]
        made: list[Any] = self._made.get()
        return made

    def refresh(self) -> int:
        """Load newly rendered scenes if this process makes the crops; return the number of scenes, else 0."""
        return self._own.refresh() if self._own is not None else 0


def _make(make: Callable[[int], Crops], seed: int, size: int, made: Any) -> None:
    cv2.setNumThreads(1)
    stream, count = make(seed), 0
    while True:
        made.put([stream.crop() for _ in range(size)])
        count += 1
        if count % REFRESH == 0:
            stream.refresh()
