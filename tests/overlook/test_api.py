"""The Python interface for other programs: positions in millimetres with their error, and nothing of the referee."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from calibration.rig import project, save_rig
from geometry.base import MM_PER_INCH
from overlook.api import Eye, MessageError
from overlook.cli.main import program
from simulation.render.renderer import Renderer
from simulation.scene.example_table import example_catalogue, example_poses, example_rig
from vision.tracking.photograph import locate

SIZE_PX = (1280, 720)


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    return Renderer(example_catalogue(), example_rig(SIZE_PX)).picture(example_poses())


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye(example_rig(SIZE_PX), example_catalogue())


def test_places_are_in_millimetres_and_within_their_stated_error(eye: Eye, picture: np.ndarray) -> None:
    found = eye.locate(picture)
    truths = {**example_poses().operatives, **example_poses().markers}
    assert truths.keys() <= found.things.keys()
    squares = []
    for name, truth in truths.items():
        thing = found.things[name]
        off = np.array([thing.x_mm - truth.x * MM_PER_INCH, thing.y_mm - truth.y * MM_PER_INCH])
        squares.append(float(off @ np.linalg.solve(thing.covariance[:2, :2], off)))
        assert thing.kind == ("operative" if name in example_poses().operatives else "marker")
        assert thing.state == "seen"
        assert thing.uncertain is None
    assert max(squares) < 5**2
    assert sum(one < 5.99 for one in squares) >= 0.8 * len(squares)
    assert not found.missing


def test_sigma_is_the_largest_deviation_in_any_direction(eye: Eye, picture: np.ndarray) -> None:
    for thing in eye.locate(picture).things.values():
        around = [np.array([math.cos(angle), math.sin(angle)]) for angle in np.linspace(0, np.pi, 721)]
        widest = max(math.sqrt(way @ thing.covariance[:2, :2] @ way) for way in around)
        assert thing.sigma_mm == pytest.approx(widest, rel=1e-4)


def test_a_video_settles_and_then_agrees_with_a_single_picture(eye: Eye, picture: np.ndarray) -> None:
    video, still = eye.video(), eye.locate(picture)
    for frame in range(20):
        found = video.observe(picture, frame * 0.2)
    assert found.settled
    assert not found.camera_moved
    assert found.things.keys() == still.things.keys()
    for name, thing in found.things.items():
        assert math.hypot(thing.x_mm - still.things[name].x_mm, thing.y_mm - still.things[name].y_mm) < 0.2


def test_what_is_covered_is_missing_and_has_no_place(eye: Eye, picture: np.ndarray) -> None:
    b4 = eye.locate(picture).things["b4"]
    pose = locate(picture, eye.rig, eye.catalogue).registration.pose
    (x, y), *_ = project(eye.rig.camera, pose, np.array([[b4.x_mm, b4.y_mm, b4.z_mm]])).round().astype(int)
    covered = picture.copy()
    covered[y - 30 : y + 30, x - 30 : x + 30] = 127
    found = eye.locate(covered)
    assert found.missing == ("b4",)
    assert "b4" not in found.things


def test_files_are_read_and_a_bad_one_is_refused_with_its_name(tmp_path: Path) -> None:
    save_rig(example_rig(SIZE_PX), tmp_path / "rig.json")
    (tmp_path / "catalogue.json").write_text(example_catalogue().model_dump_json(), encoding="utf-8")
    eye = Eye.read(tmp_path / "rig.json", str(tmp_path / "catalogue.json"))
    (tmp_path / "bad.png").write_bytes(b"not a picture")
    with pytest.raises(MessageError, match=r"bad\.png"):
        eye.locate(tmp_path / "bad.png")
    with pytest.raises(MessageError, match=r"absent\.json"):
        Eye.read(tmp_path / "absent.json", tmp_path / "catalogue.json")
    with pytest.raises(MessageError) as error:
        eye.locate(np.zeros((100, 100, 3), np.uint8))
    assert error.value.message.code == "lens-other-size"


def test_importing_it_brings_neither_referee_nor_pages() -> None:
    said = "import sys, overlook.api; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert not {"web", "referee", "hardware", "simulation", "venue", "fastapi"} & {
        name.split(".")[0] for name in done.stdout.split()
    }


def test_what_its_page_prints_runs_as_printed(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```", (checkout / "docs" / "python.md").read_text(), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 2
    photo = tmp_path / "photo"
    assert CliRunner().invoke(program(), ["example", str(photo), "--width", "1280"]).exit_code == 0
    monkeypatch.chdir(photo)
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), {})
    said = capsys.readouterr().out
    assert re.search(r"^b4: x \d+\.\d mm, y \d+\.\d mm, ± \d\.\d\d mm$", said, re.MULTILINE)
    assert "not found: ()" in said
    assert "at rest: True camera moved: False" in said
