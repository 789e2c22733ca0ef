"""Endless training crops: rendered scenes and photographs, turned, scaled, recoloured and spoiled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.photographs import Photograph, photographs
from training.dice.prerender import read_chunk
from training.dice.scene import COCKED, Label

CROP_PX = 128
COCKED_SHARE = 0.4
"""Share of the rendered crops that come from scenes with cocked dice."""

VIEW_ABOVE = 0.2
"""Sine of the angle to the flat dice's faces below which a scene is from above: only there is a cocked die told."""

VIEW_SIDE = 0.3
"""The same from which it is seen from the side."""

UPRIGHT_SHARE = 0.8
"""Share of the crops seen from the side that stay upright: what is up tells the top of a die from its sides."""

_FROM_THE_SIDE = ("matteop65", "epanemu")
_WEIGHT = {"nell-byler": 1.0, "matteop65": 0.6, "rune55-circle-gray": 0.6, "epanemu": 0.8}
Image = NDArray[np.uint8]


@dataclass(frozen=True)
class Target:
    """A die in a crop; `sure` is False where nothing is to be learnt.

    `lean` is None in photographs: there nobody knows it, nor the edge to better than a quarter.
    """

    value: int
    x_px: float
    y_px: float
    edge_px: float
    slack_px: float
    lean: tuple[float, float] | None
    sure: bool


class Crops:
    """A stream of crops from a folder of rendered chunks and, for `photo_share` of them, photographs."""

    def __init__(
        self,
        rendered: Path,
        photos: Path,
        sources: Sequence[str],
        photo_share: float,
        seed: int,
        most_chunks: int = 400,
    ) -> None:
        self._rng = np.random.default_rng(seed)
        self._folder, self._most = rendered, most_chunks
        self._chunks: dict[Path, list[tuple[Image, list[Target]]]] = {}
        self._sources = {source: photographs(photos, source) for source in sources}
        weights = np.array([_WEIGHT[source] for source in sources])
        self._weights = weights / weights.sum() if len(sources) else weights
        self._share = photo_share if len(sources) else 0.0
        noise = self._rng.normal(0, 1, (512, 512, 3)).astype(np.float32)
        self._noise = noise
        self.refresh()

    def refresh(self) -> int:
        """Take in chunks that were rendered meanwhile; return how many scenes there are."""
        for path in sorted(self._folder.glob("*.json"))[: self._most]:
            if path not in self._chunks:
                self._chunks[path] = [(image, _rendered_targets(dice)) for image, dice in read_chunk(path)]
        self._scenes = [scene for chunk in self._chunks.values() for scene in chunk]
        self._leaning = [scene for scene in self._scenes if any(die.value == COCKED and die.sure for die in scene[1])]
        return len(self._scenes)

    def crop(self) -> tuple[Image, list[Target]]:
        """Return one crop, (CROP_PX, CROP_PX, 3), and its dice."""
        rng = self._rng
        if rng.random() < 0.03:
            plain = self._nothing()
            return self._spoil(self._litter(plain, []) if rng.random() < 0.5 else plain), []
        if rng.random() < self._share:
            source = list(self._sources)[rng.choice(len(self._weights), p=self._weights)]
            photo = self._sources[source][rng.integers(len(self._sources[source]))]
            up = (0.0, -1.0) if source in _FROM_THE_SIDE else None
            image, dice = self._cut(photo.image, _targets(photo), up)
            if dice and rng.random() < 0.2:
                image = self._transplant(image, dice)
            if rng.random() < 0.3:
                image = self._litter(image, dice)
            return self._spoil(image), dice
        among = self._leaning if self._leaning and rng.random() < COCKED_SHARE else self._scenes
        scene, dice = among[rng.integers(len(among))]
        leaning = [die for die in dice if die.value == COCKED and die.sure]
        image, dice = self._cut(scene, dice, _up(dice), leaning if leaning and rng.random() < 0.6 else dice)
        if rng.random() < 0.3:
            image = self._litter(image, dice)
        return self._spoil(image), dice

    def _cut(
        self,
        image: Image,
        dice: Sequence[Target],
        up: tuple[float, float] | None,
        wanted: Sequence[Target] | None = None,
    ) -> tuple[Image, list[Target]]:
        """Return a crop with one of the `wanted` dice (any, unless said) somewhere near its middle.

        `up` is where up is in a picture from the side; mostly it stays up.
        """
        rng = self._rng
        wanted = dice if wanted is None else wanted
        height, width = image.shape[:2]
        scale, x, y = rng.uniform(0.6, 1.6), rng.uniform(0, width), rng.uniform(0, height)
        if wanted and rng.random() < 0.95:
            die = wanted[rng.integers(len(wanted))]
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
            # Reflected dice are dice without a label: paint everything beyond the picture instead.
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
        """Put the dice, with some of what they lie on, onto another ground."""
        rng = self._rng
        other = self._scenes[rng.integers(len(self._scenes))][0]
        for _ in range(20):
            scene, labels = self._scenes[rng.integers(len(self._scenes))]
            if not labels:
                other = scene
                break
        else:
            other = cv2.resize(other[:40, :40], (256, 256))
        other = cv2.resize(other[48:208, 48:208], (CROP_PX, CROP_PX))
        keep = np.zeros((CROP_PX, CROP_PX), np.float32)
        for die in dice:
            cv2.circle(keep, (int(die.x_px), int(die.y_px)), int(die.edge_px * rng.uniform(0.85, 1.1)), 1.0, -1)
        keep = cv2.GaussianBlur(keep, (0, 0), rng.uniform(0.8, 5))[..., None]
        return np.asarray(image * keep + other * (1 - keep), dtype=np.uint8)

    def _litter(self, image: Image, dice: Sequence[Target]) -> Image:
        """Lay discs, tokens and tiles as large as dice beside them, and specks: a die is more than a round thing."""
        rng = self._rng
        image = image.copy()
        speck = [
            float(v) for v in np.clip(image.mean(axis=(0, 1)) + rng.choice([-90, 90]) + rng.normal(0, 20, 3), 0, 255)
        ]
        for _ in range(int(rng.integers(0, 8))):
            x, y = (int(v) for v in rng.integers(0, CROP_PX, 2))
            if all(np.hypot(die.x_px - x, die.y_px - y) > 0.9 * die.edge_px for die in dice):
                cv2.circle(image, (x, y), int(rng.integers(1, 5)), speck, -1, cv2.LINE_AA)
        for _ in range(int(rng.integers(1, 4))):
            x, y = (int(v) for v in rng.integers(0, CROP_PX, 2))
            radius = int(rng.integers(7, 28))
            if any(np.hypot(die.x_px - x, die.y_px - y) < 0.9 * die.edge_px + radius for die in dice):
                continue
            near = image[y, x].astype(np.float64) + rng.normal(0, 70, 3)
            colour = [float(v) for v in np.clip(near, 0, 255)]
            if rng.random() < 0.65:
                cv2.ellipse(
                    image, (x, y), (radius, int(radius * rng.uniform(0.7, 1))), 0, 0, 360, colour, -1, cv2.LINE_AA
                )
            else:
                box = cv2.boxPoints(((x, y), (radius * 1.6, radius * rng.uniform(1, 1.8)), rng.uniform(0, 90)))
                cv2.fillConvexPoly(image, box.round().astype(np.int32), colour, cv2.LINE_AA)
                if rng.random() < 0.6:
                    self._letter(image, x, y, radius)
            if rng.random() < 0.25:
                end = (x + int(rng.normal(0, 50)), y + int(rng.normal(0, 50)))
                if all(np.hypot(die.x_px - end[0], die.y_px - end[1]) > 1.2 * die.edge_px for die in dice):
                    rod = [float(v) for v in rng.uniform(0, 255, 3)]
                    cv2.line(image, (x, y), end, rod, int(rng.integers(3, 12)), cv2.LINE_AA)
            if rng.random() < 0.3:
                rim = [float(v) for v in rng.uniform(0, 255, 3)]
                cv2.circle(
                    image, (x, y), int(radius * rng.uniform(0.5, 0.95)), rim, int(rng.integers(1, 4)), cv2.LINE_AA
                )
        return image

    def _letter(self, image: Image, x: int, y: int, radius: int) -> None:
        """Print a number or a letter in the middle of a tile: what is no pip is no face."""
        rng = self._rng
        text = str(rng.integers(0, 21)) if rng.random() < 0.7 else "ABEHKMSX?+#"[rng.integers(11)]
        size, thick = radius / 25 * rng.uniform(0.5, 1.1), int(rng.integers(1, 4))
        (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
        ink = [float(v) for v in rng.uniform(0, 255, 3)]
        at = (x - width // 2, y + height // 2)
        cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick, cv2.LINE_AA)

    def _nothing(self) -> Image:
        rng = self._rng
        cells = CROP_PX // int(rng.integers(2, 14)) + 2
        depth = 3 if rng.random() < 0.3 else 1
        rough = rng.normal(size=(cells, cells, depth)).astype(np.float32)
        rough = cv2.resize(rough, (CROP_PX, CROP_PX), interpolation=cv2.INTER_CUBIC).reshape(CROP_PX, CROP_PX, depth)
        ground = rng.uniform(30, 220, 3) + rough * rng.uniform(5, 60)
        if rng.random() < 0.5:
            ground = np.where(rough > rng.uniform(0.3, 1.2), rng.uniform(0, 255, 3), ground)
        smooth = cv2.GaussianBlur(ground.astype(np.float32), (0, 0), rng.uniform(0.4, 1.5))
        return np.clip(smooth, 0, 255).astype(np.uint8)

    def _spoil(self, image: Image) -> Image:
        """Return the crop with other colours, light, sharpness, noise and compression."""
        rng = self._rng
        if rng.random() < 0.45:
            hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
            steps = np.arange(256)
            hue = ((steps + rng.integers(180)) % 180).astype(np.uint8)
            saturation = np.clip(steps * rng.uniform(0, 1.4), 0, 255).astype(np.uint8)
            hsv = cv2.LUT(hsv, np.stack([hue, saturation, steps.astype(np.uint8)], axis=-1)[None])
            image = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
        if rng.random() < 0.15:
            image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        if rng.random() < 0.5:
            image = _unsharp(rng, image)
        steps = np.arange(256, dtype=np.float32)
        if rng.random() < 0.1:
            steps = 255 - steps
        steps = 255 * (steps / 255) ** np.exp(rng.normal(0, 0.25))
        curve = steps[:, None] * rng.uniform(0.65, 1.3) * (1 + rng.uniform(-0.12, 0.12, 3)) + rng.uniform(-25, 25)
        if rng.random() < 0.15:
            curve = _two_colours(rng, curve)
        spoilt = cv2.LUT(image, np.clip(curve, 0, 255).astype(np.uint8)[None])
        if rng.random() < 0.4:
            y, x = rng.integers(0, 512 - CROP_PX, 2)
            grain = self._noise[y : y + CROP_PX, x : x + CROP_PX] * rng.uniform(0, 9)
            if rng.random() < 0.3:
                grain = cv2.resize(grain[::3, ::3], (CROP_PX, CROP_PX), interpolation=cv2.INTER_CUBIC) * 1.5
            spoilt = np.clip(spoilt + grain, 0, 255).astype(np.uint8)
        if rng.random() < 0.04:
            specks = np.abs(self._noise[:CROP_PX, :CROP_PX, 0]) > rng.uniform(2, 3)
            spoilt[np.roll(specks, rng.integers(0, CROP_PX, 2), (0, 1))] = 255 * rng.integers(2)
        if rng.random() < 0.25:
            ramp = np.linspace(rng.uniform(0.5, 1), rng.uniform(0.6, 1.2), CROP_PX, dtype=np.float32)
            ramp = ramp[None, :, None] if rng.random() < 0.5 else ramp[:, None, None]
            spoilt = np.clip(spoilt * ramp, 0, 255).astype(np.uint8)
        if rng.random() < 0.3:
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))]
            spoilt = cv2.imdecode(cv2.imencode(".jpg", spoilt, quality)[1], cv2.IMREAD_COLOR)
        return spoilt


def _unsharp(rng: np.random.Generator, image: Image) -> Image:
    """Return the crop out of focus, moved, from too few pixels, or sharpened too much."""
    kind = rng.integers(5)
    if kind < 2:
        return cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.4))
    if kind == 2:
        way, reach = rng.uniform(0, 2 * np.pi), rng.uniform(1, 3)
        kernel = np.zeros((9, 9), np.float32)
        step = (round(16 * (4 + reach * np.cos(way))), round(16 * (4 + reach * np.sin(way))))
        cv2.line(kernel, (64, 64), step, 1.0, 1, cv2.LINE_AA, 4)
        return cv2.filter2D(image, -1, kernel / kernel.sum())
    if kind == 3:
        few = round(CROP_PX * rng.uniform(0.4, 0.9))
        small = cv2.resize(image, (few, few), interpolation=cv2.INTER_AREA)
        way = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST)[rng.choice(3, p=[0.5, 0.4, 0.1])]
        return cv2.resize(small, (CROP_PX, CROP_PX), interpolation=way)
    soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.7, 2))
    much = rng.uniform(0.2, 1.5)
    return cv2.addWeighted(image, 1 + much, soft, -much, 0)


def _two_colours(rng: np.random.Generator, curve: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a curve that turns dark and light into two colours: pips and bodies that no source has."""
    low, high = rng.uniform(0, 255, (2, 3))
    if np.linalg.norm(high - low) < 110:
        return curve
    return low + (high - low) * np.clip(curve, 0, 255) / 255


def _up(dice: Sequence[Target]) -> tuple[float, float] | None:
    """Return where up is in a rendered scene, the way that flat dice's faces lean; None for one seen from above."""
    leans = [die.lean for die in dice if die.lean is not None and die.value != COCKED]
    x, y = np.median(leans, axis=0) if leans else (0.0, 0.0)
    return (float(x), float(y)) if np.hypot(x, y) > VIEW_SIDE else None


def _targets(photo: Photograph) -> list[Target]:
    return [Target(d.value, d.x_px, d.y_px, d.edge_px, d.slack_px, None, True) for d in photo.dice]


def _rendered_targets(dice: Sequence[Label]) -> list[Target]:
    """Return a scene's targets; cocked ones are learnt only where flat ones beside them show one face each."""
    flat = [float(np.hypot(*die.lean)) for die in dice if die.value != COCKED]
    above = bool(flat) and float(np.median(flat)) < VIEW_ABOVE
    found = []
    for die in dice:
        sure = die.sure and (above or die.value != COCKED)
        lean = (die.lean[0], die.lean[1])
        found.append(Target(die.value, die.x_px, die.y_px, die.edge_px, 0.0, lean, sure))
    return found
