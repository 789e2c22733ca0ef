"""Measure the CPU cost of the dice tray on a running table, in one thread.

`python benchmarks/dice/tray_cost.py [rolls]`. Prints JSON: milliseconds of CPU for each image of the simulated tray
(rendered, observed while empty, while dice roll, while assigned dice lie, read), for the table's own observation of a
1280x720 frame, the share of a core of an empty tray at 8 frames a second, and the numbers of simulated rolls in two
colours that were read exactly, were unsure, or were accepted and wrong. Also measures one 1920x1080 frame with sixteen
dice of 80 px, nine tenths hidden by haze, in a tray that has learned 96 faces: the fastest of five readings with a
wrong number of dice and with none given, beside `benchmarks/reference.py`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as on a running table

import cv2
import numpy as np

from benchmarks.reference import reference
from overlook.app.table_vision import FrameObserver
from overlook.simulated.demonstration import BODIES, demonstration_tray, throw
from simulation.cameras.tray_camera import SimulatedTray, TrayDie
from simulation.render.renderer import Renderer
from simulation.scene.example_table import example_catalogue, example_poses, example_rig
from vision.dice.face_templates import Example
from vision.dice.reader import TrayLook, faces_in, read_view
from vision.dice.tray import Tray
from vision.dice.tray_calibration import tray_of_pictures
from vision.dice.tray_tracker import TrayTracker
from vision.frame import Frame

FPS = 8.0
HAZE = 0.9
FACES = (1, 2, 3, 4, 5, 6)
EACH_FACE = 8
HIDDEN = (1, 2, 3, 4, 5, 6, 1, 2)
TIMES = 5
TABLE_FRAMES = 6


def cpu_ms(act: Callable[[], object]) -> float:
    """Return the CPU time of this thread for a call, milliseconds."""
    began_s = time.thread_time()
    act()
    return (time.thread_time() - began_s) * 1000


def framed(image: np.ndarray, at_s: float) -> Frame:
    """Return an image as a frame with that time."""
    return Frame(image, at_s, datetime(2026, 1, 1, tzinfo=UTC), "bench")


def learned_tray(stage: SimulatedTray) -> Tray:
    """Return a tray that knows both players' dice, with as many examples of each face as it keeps."""
    dice = {player: stage.picture(stage.throw(FACES, body)) for player, body in BODIES.items()}
    tray = tray_of_pictures([stage.picture() for _ in range(4)], stage.corners_px, stage.die_px, dice)
    said: list[Example] = []
    for number in range(EACH_FACE):
        for player, body in BODIES.items():
            view = tray.view(stage.picture(stage.throw(FACES, body)))
            read = read_view(view, tray, len(FACES), tray.flat).dice
            faces = faces_in(view, tray, [die.seen for die in read])
            said += [Example(die.seen.value, str(number), player, face) for die, face in zip(read, faces, strict=True)]
    return replace(tray, examples=tuple(said))


def hazy(stage: SimulatedTray, dice: Sequence[TrayDie]) -> np.ndarray:
    """Return an image of dice whose faces are almost hidden."""
    picture = stage.picture(dice).astype(np.float32)
    for die in dice:
        haze = np.zeros(picture.shape[:2], np.float32)
        cv2.circle(haze, (round(die.x_px), round(die.y_px)), round(stage.die_px / 2), HAZE, -1)
        picture += haze[..., None] * (np.array(die.body, np.float32) - picture)
    return picture.astype(np.uint8)


def doubted_ms() -> dict[str, object]:
    """Return the cost of one large frame of unsure dice in a tray that has learned, and that of the reference loop."""
    stage = SimulatedTray((1920, 1080), 80.0)
    tray = learned_tray(stage)
    dice: list[TrayDie] = []
    for body in BODIES.values():
        dice += stage.throw(HIDDEN, body, among=dice)
    view = tray.view(hazy(stage, dice))

    def judged(count: int | None, look: TrayLook) -> int:
        reading = read_view(view, tray, count, tray.flat, look=look)
        return sum(die.doubt is not None for die in reading.dice)

    def read() -> None:
        look = TrayLook(view, tray, tray.flat)
        for count in (len(dice) + 1, None):
            judged(count, look)

    once = [cpu_ms(read) for _ in range(TIMES)]
    beside = [cpu_ms(reference) for _ in range(TIMES)]
    return {
        "doubted": judged(None, TrayLook(view, tray, tray.flat)),
        "of": len(dice),
        "cpu_ms": round(min(once), 1),
        "reference_ms": round(min(beside), 2),
        "times_the_reference": round(min(once) / min(beside), 1),
    }


def main(rolls: int = 60) -> None:
    cv2.setNumThreads(1)
    camera, tray = demonstration_tray()
    tracker, stage, rng = TrayTracker(tray), camera.tray, np.random.default_rng(7)
    spent: dict[str, list[float]] = {name: [] for name in ("drawn", "empty", "rolling", "lying", "read", "table")}
    exact = unsure = wrong = number = 0

    def watch(name: str, picture: np.ndarray) -> None:
        nonlocal number
        number += 1
        spent[name].append(cpu_ms(lambda: tracker.observe(framed(picture, number / FPS))))

    for _ in range(30):
        spent["drawn"].append(cpu_ms(stage.picture))
        watch("empty", stage.picture())
    for _ in range(rolls):
        hands = [(player, [int(face) for face in rng.integers(1, 7, 4)]) for player in BODIES]
        throw(camera, hands)
        view = tray.view(stage.picture(camera.lying))
        began_s = time.thread_time()
        reading = read_view(view, tray)
        spent["read"].append((time.thread_time() - began_s) * 1000)
        truth = sorted((player, face) for player, faces in hands for face in faces)
        right = sorted((str(die.owner), die.value or 0) for die in reading.dice) == truth
        exact, unsure = exact + (reading.why is None and right), unsure + (reading.why is not None)
        wrong += reading.why is None and not right
    for picture in stage.rolling(camera.lying, frames=10):
        watch("rolling", picture)
    for k in range(40):
        watch("lying" if k > 20 else "rolling", stage.picture(camera.lying))
    catalogue, rig = example_catalogue(), example_rig((1280, 720))
    renderer, table = Renderer(catalogue, rig), FrameObserver(catalogue, rig)
    for k in range(TABLE_FRAMES):
        frame = framed(renderer.picture(example_poses(), seed=k), k / FPS)
        spent["table"].append(cpu_ms(partial(table.look, frame)))
    medians = {name: round(float(np.median(times)), 2) for name, times in spent.items()}
    print(
        json.dumps(
            {
                "cpu_ms": medians,
                "share_of_a_core_while_empty": round(FPS * (medians["empty"] + medians["drawn"]) / 1000, 3),
                "doubted_frame": doubted_ms(),
                "rolls": {"thrown": rolls, "exact": exact, "unsure": unsure, "believed_and_wrong": wrong},
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
