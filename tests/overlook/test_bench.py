"""`overlook bench` finds what plain detectors miss, says it in figures, and says which peer is not there."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from overlook.cli import bench
from overlook.cli.bench import NO_PEER
from simulation import example_catalogue, example_poses, example_rig
from simulation.render.renderer import tag_truth
from simulation.scene.choreography import Choreography, HandMove
from tests.drawn import drawer
from tests.overlook.commands import overlook
from vision.frame import FrameError

RIG = example_rig((1280, 720))


@pytest.mark.nightly
def test_bench_prints_recall_error_and_cpu_of_everybody_from_one_run(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "overlook", "bench", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=420)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    installed = importlib.util.find_spec("pupil_apriltags") is not None
    assert (str(NO_PEER) in done.stderr) is not installed
    assert ("pupil-apriltags" in result["detection"]["apriltag_36h11"]) is installed
    for family in result["detection"].values():
        ours, plain, ratios = family["overlook"], family["cv2.aruco"], family["ratios"]
        assert ours["recall"] >= 0.99
        assert ours["recall"] >= plain["recall"]
        assert ours["wrong"] == 0
        assert ours["corner_error_px"] < 0.1 < plain["corner_error_px"]
        assert ratios["share_of_cv2_misses_found"] is None or ratios["share_of_cv2_misses_found"] >= 0.95
        assert ours["cpu_ms"] > 0
        assert ratios["cpu_vs_cv2"] > 0
    assert result["windows"]["missed_by_windows"] == 0
    assert result["windows"]["ratio"] > 1


def test_windows_are_compared_on_a_folder_of_one_s_own(tmp_path: Path) -> None:
    catalogue = example_catalogue()
    scene = Choreography(catalogue, example_poses(), (HandMove("a4", 0.0, ((10.2, 10.4),)),))
    renderer = drawer(RIG)
    names = [f"f{number}.png" for number in range(3)]
    for number, name in enumerate(names):
        cv2.imwrite(str(tmp_path / name), renderer.picture(scene.at(0.3 * number), seed=number))
    (tmp_path / "frames.json").write_text(json.dumps({"frames": [{"image": name} for name in names]}))
    (tmp_path / "catalogue.json").write_text(catalogue.model_dump_json())
    figures = bench.compare_windows(*bench.stored(tmp_path))
    assert figures["pictures"] == 2
    assert figures["tags_seen_by_full"] > 100
    assert figures["missed_by_windows"] == 0


def test_photographs_are_scored_by_what_is_listed_in_them(tmp_path: Path) -> None:
    catalogue = example_catalogue()
    renderer, poses = drawer(RIG), example_poses()
    tags = tag_truth(renderer, poses)
    readable = [k for k, tag in tags.items() if tag.seen > 0.995 and tag.side_px > 20]
    cv2.imwrite(str(tmp_path / "table.png"), renderer.picture(poses, seed=3))
    cv2.imwrite(str(tmp_path / "none.png"), np.full((300, 400, 3), 120, np.uint8))
    contents = {"table.png": {"dictionary": catalogue.dictionary, "ids": [*readable, 249]}, "none.png": {}}
    (tmp_path / "tags.json").write_text(json.dumps(contents))
    ours = bench.compare_photographs(tmp_path)["overlook"]
    assert (ours["photographs"], ours["tags"]) == (1, len(readable) + 1)
    assert ours["found"] == len(readable), "249 is not there"
    assert 0 <= ours["wrong"] <= len(tags) - len(readable), "what was not listed"
    assert set(ours["ghosts"]) == set(bench.FOREIGN)
    assert sum(ours["ghosts"].values()) == 0
    assert 0 < ours["corners_repeat_px"] < 0.1


@pytest.mark.parametrize("text", ["[]", '{"a.png": {"dictionary": "DICT_NONE"}}', "{", '{"a.png": {"id": [1]}}'])
def test_a_list_of_photographs_that_is_none_is_refused_by_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "tags.json").write_text(text)
    with pytest.raises(FrameError) as refused:
        bench.listed(tmp_path)
    assert refused.value.message.code == "bench-list-invalid"
    with pytest.raises(FrameError) as missing:
        bench.listed(tmp_path / "nowhere")
    assert missing.value.message["file"] == str(tmp_path / "nowhere" / "tags.json")


def test_a_sequence_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    done = overlook("bench", "--sequence", "none", folder=tmp_path)
    assert done.returncode == 2
    assert "none" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
