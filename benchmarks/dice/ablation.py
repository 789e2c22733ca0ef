"""Heuristics of the dice reader, each switched off: `python -m benchmarks.dice.sources DATA --ablate`.

Every image is read as the reader is, and again with each heuristic off whose result differed in the first reading from
that of its replacement; for the others the reading stays the same. Network outputs are kept for one image, so that
further readings need almost no inference.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import pkgutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from scipy.stats import beta

from benchmarks.dice.adversary import FAULTS
from benchmarks.dice.sources import pictures
from benchmarks.dice.trays import RenderedTray, thrown, told
from simulation.cameras.tray_camera import AZURE, CRIMSON, IVORY, SimulatedTray
from tools.training.dice.photographs import DOUBTFUL
from tools.training.dice.scene import Label
from tools.training.dice.trials import COCKED_FROM_DEG, trays_without_dice
from vision.dice import detections, networks
from vision.dice.acceptance import RollReading
from vision.dice.reader import read_dice
from vision.dice.tray import ROOM_TINT, Tray, TrayError
from vision.dice.tray_calibration import tray_of_pictures

Values = Counter[int]
ReadAgain = Callable[[], RollReading]

NONE = "none"
COCKED = 0
"""Value of a cocked die: no reading has it, so that an accepted roll with one is wrong."""

LARGE_BYTES = 1_000_000
"""Size of an image from which a sample of its pixels identifies it."""

PROGRESS_S = 20.0
TRAY_SEED, PLAYERS_SEED, CLUTTER_SEED, FAULTS_SEED = 4_100_000, 0, 4_200_000, 3_900_000


def _unchanged(first: Any, *_: Any, **__: Any) -> Any:
    return first


def _always(said: Any) -> Callable[..., Any]:
    return lambda *_, **__: said


def _as_list(found: Any, *_: Any) -> list[Any]:
    return list(found)


HEURISTICS: Mapping[str, Mapping[str, Any]] = {
    "dice on a card": {"reader.read_by_blobs": _unchanged},
    "die cut off by the border": {"reader.of_whole_dice": _unchanged},
    "given size": {"reader.read_with_known_scale": _unchanged},
    "size hypotheses": {"detector.weighed": _always([])},
    "small dice in large images": {"detector.LARGE_PIXELS": 10**12},
    "depths of a side view": {"detector.DEPTHS": (1.0,)},
    "lean of more views": {"detector.looked_at_again": lambda _, found, *__: list(found)},
    "second pass": {"tta_check.TtaCheck.at": lambda _, doubted, *__: [0.0 for _ in doubted]},
    "recoloured": {"tta_check.TtaCheck._in_other_colours": _always([0.0])},
    "own pips": {"tta_check.own_pips_agree": _always(False)},
    "second pass for faint dice": {"acceptance._faint_confirmed": _always(None)},
    "one size": {"acceptance._of_another_size": _always(set())},
    "faint leaning dice": {"acceptance._leaning": _always([])},
    "side faces": {"acceptance.without_side_faces": _as_list},
    "further faces from the side": {"acceptance.thrown_and_further": _unchanged},
    "one face per die": {"acceptance.one_face_per_die": lambda found: sorted(found, key=lambda die: -die.present)},
    "surer without a count": {"acceptance._may_be_none": _always(False)},
    "classifier alone": {"acceptance.named_evidence": _always((-99.0, -99.0, -99.0))},
    "level in a known tray": {"acceptance.LEVEL": -1.0},
    "any tray's weights": {"detections.IN_ANY_TRAY": 99.0},
    "certain strangers": {"acceptance._strangers_weighed": _unchanged},
    "faint dice of a make": {"reader.recover_faint_dice": _unchanged},
    "learned faces": {"reader.apply_learned_faces": _unchanged},
    "all pip counts": {"reader.counts_of": _always({})},
    "named by pips": {"reader.relabel": _unchanged},
    "emblems": {"reader.with_emblems": _unchanged},
    "denied by pips": {"reader.count_mismatch": _unchanged},
    "second pass by pips": {"reader.confirmed_by": lambda _, again: again},
    "pips of another colour": {
        "known_make.in_another_colour": _always(False),
        "pips.in_another_colour": _always(False),
    },
    "middle pips": {"pips._without_middles": lambda dice: iter([list(dice)])},
    "owner without shadows": {"reader.TrayLook.evenly_lit": lambda look, die: (look.lit_then, die)},
    "owner by the border": {"known_make.AROUND": (0.0, 0.42)},
    "touches nothing": {"reader.TrayLook.lies_free": _always(False)},
    "measured shadow tint": {"tray_calibration.tint_of_shadows": _always(ROOM_TINT)},
    "shadows of dice": {"foreground._shadows_of": lambda dark, *_: np.zeros_like(dark)},
    "surrounding shadow": {"foreground._is_surrounded": _always(False)},
    "dice like the ground": {"reader.TrayLook._hardly_differs": _always(False)},
    "glare": {"reader.TrayLook.blown": _always(0.0)},
}
"""Heuristics by name: what replaces each part of `vision.dice` to switch it off."""

CALIBRATING = ("measured shadow tint", "middle pips", "pips of another colour")
"""Heuristics that also change a tray's calibration: their rolls are always read again."""


@dataclass
class Count:
    """Readings of one kind of image."""

    rolls: int = 0
    exact: int = 0
    accepted: int = 0
    wrong: int = 0

    def add(self, true: Values, reading: RollReading) -> None:
        """Count one reading."""
        said = Counter(reading.values)
        self.rolls += 1
        self.exact += said == true
        self.accepted += reading.call == "read"
        self.wrong += reading.call == "read" and said != true


def bound(wrong: int, accepted: int) -> float:
    """Return the upper 95 % bound of the share of wrong rolls among accepted ones (Clopper and Pearson)."""
    return 1.0 if wrong >= accepted else float(beta.ppf(0.95, wrong + 1, accepted - wrong))


@dataclass(frozen=True)
class Case:
    """An image: its kind, its name, the true values, and its reading.

    With `begin` it is another image than the last case's. `tray` is its calibration, if it has one.
    """

    kind: str
    name: str
    true: Values
    read: ReadAgain
    begin: bool = True
    tray: Calibration | None = None


@dataclass
class Calibration:
    """Calibrations of one tray: with all heuristics on, and with each of `CALIBRATING` off."""

    calibrate: Callable[[], Tray]
    off: str = NONE
    _made: dict[str, Tray] = field(default_factory=dict)

    def tray(self) -> Tray:
        """Return the calibrated tray; raises `TrayError`."""
        off = self.off if self.off in CALIBRATING else NONE
        if off not in self._made:
            self._made[off] = self.calibrate()
        return self._made[off]


def photographs(source: Path, every: int) -> Iterator[Case]:
    """Yield each photograph with its count and without, but none with unreliable labels."""
    doubtful = DOUBTFUL.read_text().split()
    for name, image, true in pictures(source, every):
        if f"{source.name}/{name}" in doubtful:
            continue
        yield Case(f"{source.name}, count", name, true, partial(read_dice, image, true.total()))
        yield Case(f"{source.name}, no count", name, true, partial(read_dice, image), begin=False)


def trays(number_of_trays: int, rolls: int) -> Iterator[Case]:
    """Yield rolls in rendered trays: with the count, without, after two rolls that were said, and with cocked dice."""
    for seed in range(TRAY_SEED, TRAY_SEED + number_of_trays):
        made = RenderedTray(seed)
        first, empty = made.throw(6)[0], made.empty()
        said = [made.throw(thrown(seed, number)) for number in range(2)]
        plain = Calibration(
            partial(tray_of_pictures, empty, made.corners_px, made.edge_px, {"p1": first}, printed=True)
        )
        taught = Calibration(partial(_taught, plain, said, seed))
        try:
            plain.tray()
        except TrayError:
            continue
        for number in range(rolls):
            image, true = made.throw(thrown(seed, number))
            name, count = f"{seed}.{number}", true.total()
            yield _in_tray("tray, count", name, true, image, count, plain, begin=number == 0)
            yield _in_tray("tray, no count", name, true, image, None, plain)
            yield _in_tray("tray, taught, count", name, true, image, count, taught)
        light, labels = made.drawn(made.places(thrown(seed, 0), 0.4))
        if any(label.tilt_deg >= COCKED_FROM_DEG for label in labels) and len(labels) == thrown(seed, 0):
            true, image = Counter(map(_value, labels)), made.taken(light)
            yield _in_tray("tray, cocked, count", str(seed), true, image, len(labels), plain)
            yield _in_tray("tray, cocked, no count", str(seed), true, image, None, plain)


def _value(label: Label) -> int:
    return COCKED if label.tilt_deg >= COCKED_FROM_DEG else label.value


def _taught(plain: Calibration, said: Sequence[tuple[Any, Values]], seed: int) -> Tray:
    tray, rng = plain.tray(), np.random.default_rng([seed, 1])
    for number, (image, true) in enumerate(said):
        tray = told(tray, image, true, rng=rng, roll=str(number), mistyped=0.0)
    return tray


def _in_tray(
    kind: str, name: str, true: Values, image: Any, count: int | None, tray: Calibration, *, begin: bool = False
) -> Case:
    return Case(kind, name, true, lambda: read_dice(image, count, tray=tray.tray()), begin, tray)


def two_players(number_of_trays: int, rolls: int) -> Iterator[Case]:
    """Yield rolls of two players' dice in the demonstration's tray."""
    for seed in range(PLAYERS_SEED, PLAYERS_SEED + number_of_trays):
        rng = np.random.default_rng(seed)
        stage = SimulatedTray((960, 640), float(rng.uniform(30, 60)), noise=float(rng.uniform(0.5, 4)), seed=seed)
        bodies = [(AZURE, CRIMSON), (IVORY, CRIMSON), (AZURE, IVORY)][seed % 3]
        dice = {f"p{k}": stage.picture(stage.throw([1, 3, 5, 6], body)) for k, body in enumerate(bodies, 1)}
        empty = [stage.picture() for _ in range(4)]
        tray = Calibration(partial(tray_of_pictures, empty, stage.corners_px, stage.die_px, dice))
        for number in range(rolls):
            values = [int(each) for each in rng.integers(1, 7, 6)]
            lying = stage.throw(values[:3], bodies[0])
            lying += stage.throw(values[3:], bodies[1], among=lying)
            image, name, true = stage.picture(lying), f"{seed}.{number}", Counter(values)
            yield _in_tray("two players, count", name, true, image, 6, tray, begin=True)
            yield _in_tray("two players, no count", name, true, image, None, tray)


def clutter(images: int, of_each_fault: int) -> Iterator[Case]:
    """Yield images without dice, and those of the adversary, read as photographs and in their trays."""
    seeds = range(CLUTTER_SEED, CLUTTER_SEED + images)
    for seed, (kind, empty_image) in zip(seeds, trays_without_dice(seeds), strict=True):
        name, none = f"{kind} {seed}", Counter[int]()
        yield Case("without dice, no count", name, none, partial(read_dice, empty_image))
        yield Case("without dice, size given", name, none, partial(read_dice, empty_image, None, 40.0), begin=False)
        yield Case("without dice, two said", name, none, partial(read_dice, empty_image, 2), begin=False)
    for fault, spoil in FAULTS.items():
        for seed in range(FAULTS_SEED, FAULTS_SEED + of_each_fault):
            made = RenderedTray(seed)
            empty, (light, true) = made.empty(), spoil(made)
            image, name, count = made.taken(light), f"{fault} {seed}", true.total()
            yield Case("adversary, count", name, true, partial(read_dice, image, count))
            yield Case("adversary, no count", name, true, partial(read_dice, image), begin=False)
            tray = Calibration(partial(tray_of_pictures, empty, made.corners_px, made.edge_px, {}, printed=True))
            yield _in_tray("adversary, tray, count", name, true, image, count, tray)
            yield _in_tray("adversary, tray, no count", name, true, image, None, tray)


class NetworkMemory:
    """Outputs of the networks for one image, while `kept` is open."""

    def __init__(self) -> None:
        self._outputs: dict[Any, Any] = {}
        self._cells_of, self._session_of = networks.cells_of, networks._session_of

    def kept(self, stack: ExitStack) -> None:
        """Keep outputs until `stack` is closed."""
        stack.enter_context(patch.object(networks, "_session_of", self._session))
        stack.enter_context(patch.object(detections, "cells_of", self._cells))

    def forget(self) -> None:
        """Forget all outputs."""
        self._outputs.clear()

    def _session(self, weights: Path) -> _Session:
        return _Session(weights, self._session_of(weights), self._outputs)

    def _cells(
        self, image: Any, ratio: float = 1.0, flips: int = 4, session: Any = None, upright: bool = False
    ) -> networks.Cells:
        some = image[::5, ::5] if image.nbytes > LARGE_BYTES else image
        key = (image.shape, hashlib.blake2b(some.tobytes()).digest(), ratio, flips, upright)
        if key not in self._outputs:
            self._outputs[key] = self._cells_of(image, ratio, flips, session, upright)
        found: networks.Cells = self._outputs[key]
        return found


@dataclass(frozen=True)
class _Session:
    weights: Path
    session: Any
    outputs: dict[Any, Any]

    def run(self, names: None, feed: Mapping[str, Any]) -> list[Any]:
        plane = feed["x"]
        key = (self.weights, plane.shape, hashlib.blake2b(plane.tobytes()).digest())
        if key not in self.outputs:
            self.outputs[key] = self.session.run(names, feed)
        return [each.copy() for each in self.outputs[key]]


def measure(cases: Iterator[Case], names: Sequence[str]) -> dict[str, dict[str, Count]]:
    """Return the counts by kind of image and by heuristic that is off.

    Progress, readings that differ, and wrong ones go to standard error.
    """
    memory, table = NetworkMemory(), dict[str, dict[str, Count]]()
    began_s = told_s = time.monotonic()
    with ExitStack() as whole:
        memory.kept(whole)
        for number, case in enumerate(cases, 1):
            if case.begin:
                memory.forget()
            try:
                readings = _readings(case, names)
            except TrayError:
                continue
            for off, reading in readings.items():
                table.setdefault(case.kind, {}).setdefault(off, Count()).add(case.true, reading)
                said = (reading.call, sorted(reading.values))
                wrong = reading.call == "read" and Counter(reading.values) != case.true
                if wrong or said != (readings[NONE].call, sorted(readings[NONE].values)):
                    line = [case.kind, case.name, off, sorted(case.true.elements()), *said]
                    print(json.dumps(line), file=sys.stderr, flush=True)
            if time.monotonic() - told_s > PROGRESS_S:
                told_s = time.monotonic()
                print(f"{case.kind}: {number} read, {told_s - began_s:.0f} s", file=sys.stderr, flush=True)
    return table


def _readings(case: Case, names: Sequence[str]) -> dict[str, RollReading]:
    """Return the readings of an image by the heuristic that is off."""
    acting: set[str] = set()
    with ExitStack() as stack:
        note_acting(stack, names, acting)
        readings = {NONE: case.read()}
    for off in names:
        if off not in acting and not (case.tray is not None and off in CALIBRATING):
            readings[off] = readings[NONE]
            continue
        with ExitStack() as stack:
            for target, instead in HEURISTICS[off].items():
                stack.enter_context(patch(f"vision.dice.{target}", instead))
            if case.tray is not None:
                case.tray.off = off
                stack.callback(setattr, case.tray, "off", NONE)
            readings[off] = case.read()
    return readings


def note_acting(stack: ExitStack, names: Sequence[str], acting: set[str]) -> None:
    """Add to `acting` each heuristic whose result differs from that of what replaces it, until `stack` is closed.

    A heuristic that is a constant counts as acting.
    """
    replacements: dict[str, list[tuple[str, Any]]] = {}
    for name in names:
        for target, instead in HEURISTICS[name].items():
            if callable(instead):
                replacements.setdefault(target, []).append((name, instead))
            else:
                acting.add(name)
    for target, others in replacements.items():
        place, _, attribute = f"vision.dice.{target}".rpartition(".")
        owner = pkgutil.resolve_name(place)
        stack.enter_context(patch.object(owner, attribute, _noting(getattr(owner, attribute), others, acting)))


def _noting(plain: Any, others: Sequence[tuple[str, Any]], acting: set[str]) -> Callable[..., Any]:
    def noting(*given: Any, **named: Any) -> Any:
        said = plain(*given, **named)
        said = list(said) if inspect.isgenerator(said) else said
        for name, instead in others:
            if name not in acting and not _equal(said, instead(*given, **named)):
                acting.add(name)
        return iter(said) if inspect.isgeneratorfunction(plain) else said

    return noting


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, Iterator | tuple | list) and isinstance(other, Iterator | tuple | list):
        parts = [list(one), list(other)]
        return len(parts[0]) == len(parts[1]) and all(map(_equal, *parts))
    if isinstance(one, np.ndarray):
        return one.shape == other.shape and bool((one == other).all())
    return bool(one == other)


def rows(table: Mapping[str, Mapping[str, Count]]) -> Iterator[dict[str, object]]:
    """Yield a row for the reader as it is and for each heuristic that changes a count, by kind of image."""
    for kind, by_name in table.items():
        for off, count in by_name.items():
            if off == NONE or count != by_name[NONE]:
                yield {
                    "images": kind,
                    "off": off,
                    "rolls": count.rolls,
                    "accepted": count.accepted,
                    "exact": count.exact,
                    "wrong": count.wrong,
                    "wrong at most": round(bound(count.wrong, count.accepted), 4),
                }


def cases_of(data: Path, sources: Sequence[str], every: int, *, rendered: int) -> Iterator[Case]:
    """Yield the photographs of these sources, and, if `rendered` is not 0, so many trays, and clutter."""
    for source in sources:
        yield from photographs(data / source, every)
    yield from trays(rendered, 2)
    yield from two_players(rendered // 2, 2)
    yield from clutter(rendered, rendered // 5)
