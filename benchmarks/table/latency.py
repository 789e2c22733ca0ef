"""Measure each stage from a frame's capture to its ruling on the page, on the simulated table at 1280x720.

`OPENBLAS_NUM_THREADS=1 python -m benchmarks.table.latency [frames]`: one thread, like the program itself. Prints best,
median, p99 and worst of each stage beside a plain `cv2.aruco` pass on the same frames and a reference loop, in
milliseconds of CPU time; `tail` is p99 over the median. The first frame, which needs a full search, is reported
separately.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from benchmarks.reference import reference
from overlook.app.table_vision import FrameObserver
from overlook.process import gc_frozen_during_import
from overlook.simulated.demonstration import set_up
from overlook.table.games.games import Games
from overlook.table.moves.move_classification import classify_move
from overlook.table.service import TableService
from overlook.table.session import TableSession
from overlook.table.views.snapshot import RulingViewCache, SnapshotExtras, build_snapshot
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace
from referee.rules.ruling import Threshold
from simulation.render.renderer import Renderer
from simulation.scene.choreography import Choreography, HandMove
from simulation.scene.example_table import example_catalogue, example_poses, example_rig
from vision.frame import Frame
from web.contract.table.snapshot import Snapshot

T = TypeVar("T")

FPS = 10.0


def main(count: int = 40) -> None:
    """Run the stages over frames in which one operative is moved, and print their times."""
    cv2.setNumThreads(1)
    with (
        gc_frozen_during_import()
    ):  # like the program: objects loaded before the game are exempt from garbage collection
        catalogue, rig, poses = example_catalogue(), example_rig((1280, 720)), example_poses()
    scene = Choreography(catalogue, poses, (HandMove("a4", 0.5, ((10.2, 10.4), (12.0, 8.0)), arm_deg=200.0),))
    renderer = Renderer(catalogue, rig)
    print(f"drawing {count} frames", file=sys.stderr)
    pictures = [renderer.picture(scene.at(number / FPS), seed=number) for number in range(count)]
    plain = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12))
    rules = ruleset_of("kt24")
    edition = rules.edition
    times: dict[str, list[float]] = {}

    def timed(name: str, work: Callable[[], T]) -> T:
        began_s = time.process_time()
        result = work()
        times.setdefault(name, []).append((time.process_time() - began_s) * 1000)
        return result

    with tempfile.TemporaryDirectory() as folder:
        table = TableSession(
            edition=rules.edition,
            flow=rules.flow,
            catalogue=catalogue,
            rig=rig,
            games=Games(Path(folder)),
            now_s=time.monotonic,
        )
        places = {name: BoardPlace.of(where) for name, where in poses.operatives.items()}
        markers = {name: BoardPlace.of(where) for name, where in poses.markers.items()}
        table.begin(set_up(catalogue, places, markers, key="setup"))
        service, observer, drawn = TableService(table, Threshold()), FrameObserver(catalogue, rig), RulingViewCache()
        for number, picture in enumerate(pictures):
            frame = Frame(picture, number / FPS, datetime.now(UTC), "bench")
            timed("plain cv2.aruco", partial(plain.detectMarkers, frame.image))
            timed("reference loop", reference)
            whole = time.process_time()
            seen = timed("detect, follow, place", partial(observer.look, frame))
            timed("take in, journal", partial(table.take_frame, seen))
            if seen.table.settled and number > 20:
                timed("judge a move", partial(classify_move, edition, table.state, seen.table, mover="a4"))
            aside = SnapshotExtras((), service.camera, None, None, {})
            shown = timed(
                "snapshot",
                partial(_shown, table, revision=number + 2, aside=aside, drawn=drawn),
            )
            timed("to JSON", partial(_through_json, shown))
            times.setdefault("whole frame", []).append((time.process_time() - whole) * 1000)
    base = float(np.median(times["plain cv2.aruco"]))
    print(f"the first whole frame {times['whole frame'][0]:.1f} ms")
    print(f"{'stage':24} {'best':>8} {'median':>8} {'p99':>8} {'worst':>8} {'tail':>6}  {'median / plain':>14}")
    for name, every in times.items():
        taken = every[1:] if len(every) == count else every
        best, median, worst = min(taken), float(np.median(taken)), max(taken)
        p99 = float(np.percentile(taken, 99))
        print(f"{name:24} {best:8.1f} {median:8.1f} {p99:8.1f} {worst:8.1f} {p99 / median:6.1f}  {median / base:14.2f}")


def _shown(table: TableSession, *, revision: int, aside: SnapshotExtras, drawn: RulingViewCache) -> Snapshot:
    return build_snapshot(table.facts(), revision=revision, threshold=Threshold(), aside=aside, drawn=drawn)


def _through_json(shown: Snapshot) -> object:
    return json.loads(shown.model_dump_json())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
