"""`overlook dice`: the contract's answer, unsure with a reason, faults in one line."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import typer
from numpy.typing import NDArray
from typer.testing import CliRunner

from messages.message import Message
from overlook.cli import dice as dice_command
from simulation.cameras.tray_camera import SimulatedTray
from tests.overlook.commands import overlook
from tools.training.dice.die import Style, random_style
from tools.training.dice.scene import COCKED, Label, scene
from vision.dice.acceptance import DieDoubt, RollReading, accept_dice
from vision.dice.detections import DetectedDie
from vision.dice.tray import calibrate_tray, tray_document


def answer(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    (one,) = json.loads(done.stdout)["images"]
    return dict(one)


def of_the_usual_make(rng: np.random.Generator) -> Style:
    """Return a set whose pips run from corner to corner."""
    return replace(random_style(rng), straight=())


def roll() -> tuple[NDArray[np.uint8], list[Label]]:
    """The first rendered scene of some flat, fully visible dice seen from above: none of the 61 before is one."""
    for seed in range(600_061, 600_200):
        image, dice = scene(np.random.default_rng(seed), look=of_the_usual_make)
        inside = all(30 < die.x_px < 226 and 30 < die.y_px < 226 for die in dice)
        plain = all(die.sure and die.value != COCKED and np.hypot(*die.lean) < 0.15 for die in dice)
        if 2 <= len(dice) <= 6 and inside and plain and image.std() > 25:
            return image, dice
    raise AssertionError("no such scene among two hundred")


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Label]]:
    folder = tmp_path_factory.mktemp("dice")
    image, dice = roll()
    cv2.imwrite(str(folder / "roll.png"), image)
    cv2.imwrite(str(folder / "empty.png"), np.full((300, 400, 3), 90, np.uint8))
    return folder, dice


def test_the_answer_is_the_contracts(photo: tuple[Path, list[Label]]) -> None:
    folder, dice = photo
    edge = float(np.median([die.edge_px for die in dice]))
    done = overlook("dice", "roll.png", "--die-px", f"{edge:.1f}", "--count", str(len(dice)), "--json", folder=folder)
    one = answer(done)
    assert set(one) == {"image", "call", "dice", "why"}
    assert one["image"] == "roll.png"
    assert (one["call"] == "read") == (one["why"] is None)
    for die in one["dice"]:
        assert set(die) >= {"value", "box_px", "confidence", "state"}
        assert die["state"] in {"flat", "cocked"}
        assert (die["value"] is None) == (die["state"] == "cocked")
        assert 0 <= die["confidence"] <= 1
        assert len(die["box_px"]) == 4


def test_a_plain_roll_is_read_with_its_values_where_they_lie(photo: tuple[Path, list[Label]]) -> None:
    folder, dice = photo
    edge = float(np.median([die.edge_px for die in dice]))
    one = answer(overlook("dice", "roll.png", "--die-px", f"{edge:.1f}", "--json", folder=folder))
    assert sorted(die["value"] for die in one["dice"]) == sorted(die.value for die in dice)
    for true in dice:
        assert any(
            x <= true.x_px <= x + w and y <= true.y_px <= y + h and die["value"] == true.value
            for die in one["dice"]
            for x, y, w, h in [die["box_px"]]
        )


def test_a_picture_without_dice_has_none_and_says_so(photo: tuple[Path, list[Label]]) -> None:
    one = answer(overlook("dice", "empty.png", "--json", folder=photo[0]))
    assert (one["call"], one["dice"]) == ("unsure", [])
    assert "No dice" in one["why"]


def test_a_count_that_is_not_met_is_unsure(photo: tuple[Path, list[Label]]) -> None:
    folder, dice = photo
    done = overlook("dice", "roll.png", "--count", str(len(dice) + 3), "--json", folder=folder)
    assert answer(done)["call"] == "unsure"


def test_of_more_dice_than_were_thrown_every_one_is_listed(photo: tuple[Path, list[Label]]) -> None:
    folder, dice = photo
    edge = float(np.median([die.edge_px for die in dice]))
    one = answer(overlook("dice", "roll.png", "--count", "1", "--die-px", f"{edge:.1f}", "--json", folder=folder))
    assert sorted(die["value"] for die in one["dice"]) == sorted(die.value for die in dice)
    assert one["call"] == "unsure"
    assert f"{len(dice)} dice seen, 1 thrown" in one["why"]


def test_the_doubtful_dice_are_drawn(photo: tuple[Path, list[Label]]) -> None:
    folder, dice = photo
    done = overlook("dice", "roll.png", "--count", str(len(dice) + 3), "--picture", "marked.png", folder=folder)
    assert done.returncode == 0, done.stderr
    assert "unsure" in done.stdout
    drawn, plain = (cv2.imread(str(folder / name)) for name in ("marked.png", "roll.png"))
    assert drawn is not None
    assert plain is not None
    assert (drawn != plain).any()


def test_in_a_calibrated_tray_boxes_are_the_cameras_pixels(photo: tuple[Path, list[Label]], tmp_path: Path) -> None:
    folder, dice = photo
    image = cv2.imread(str(folder / "roll.png"))
    assert image is not None
    edge = float(np.median([die.edge_px for die in dice]))
    corners = np.array([[4.0, 4.0], [251.0, 4.0], [251.0, 251.0], [4.0, 251.0]])
    blank = np.full_like(image, 128, np.uint8)
    tray = calibrate_tray([blank, blank], corners, edge)
    (tmp_path / "tray.json").write_text(json.dumps(tray_document(tray)))
    cv2.imwrite(str(tmp_path / "other.png"), blank)
    one = answer(overlook("dice", "other.png", "--tray", "tray.json", "--json", folder=tmp_path))
    assert one["dice"] == []
    assert one["call"] == "unsure"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("none.png",), "none.png"),
        (("roll.png", "--tray", "none.json"), "none.json"),
        (("roll.png", "--count", "0"), "count"),
        (("roll.png", "--die-px", "1"), "die-px"),
        (("roll.png", "--die-px", "40", "--tray", "none.json"), "--die-px and --tray"),
    ],
)
def test_bad_input_is_one_line_and_status_two(
    photo: tuple[Path, list[Label]], arguments: tuple[str, ...], words: str
) -> None:
    done = overlook("dice", *arguments, folder=photo[0])
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert words in done.stderr


def test_a_tray_of_another_size_is_refused_in_one_line(photo: tuple[Path, list[Label]], tmp_path: Path) -> None:
    blank = np.full((480, 640, 3), 90, np.uint8)
    corners = np.array([[4.0, 4.0], [630.0, 4.0], [630.0, 470.0], [4.0, 470.0]])
    (tmp_path / "tray.json").write_text(json.dumps(tray_document(calibrate_tray([blank, blank], corners, 40.0))))
    done = overlook("dice", photo[0] / "roll.png", "--tray", "tray.json", folder=tmp_path)
    assert done.returncode == 2
    assert "640 x 480" in done.stderr


def test_of_photographs_one_of_which_has_another_size_that_one_is_named_and_none_is_read(
    photo: tuple[Path, list[Label]], tmp_path: Path
) -> None:
    blank = np.full((480, 640, 3), 90, np.uint8)
    corners = np.array([[4.0, 4.0], [630.0, 4.0], [630.0, 470.0], [4.0, 470.0]])
    (tmp_path / "tray.json").write_text(json.dumps(tray_document(calibrate_tray([blank, blank], corners, 40.0))))
    cv2.imwrite(str(tmp_path / "fits.png"), blank)
    small = photo[0] / "empty.png"
    done = overlook("dice", "fits.png", small, "--tray", "tray.json", "--picture", "drawn", "--json", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.strip().splitlines()
    assert f"{small}: the image is 400 x 300" in line
    assert not (tmp_path / "drawn").exists()


def test_an_edge_too_short_for_a_large_photograph_is_one_line(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "big.png"), np.full((3000, 4000, 3), 90, np.uint8))
    done = overlook("dice", "big.png", "--die-px", "8", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.strip().splitlines()
    assert all(part in line for part in ("--die-px", "big.png", "4000 x 3000", "12.6"))


@pytest.mark.nightly
def test_a_large_photograph_is_read_in_little_memory(tmp_path: Path) -> None:
    tray = SimulatedTray((1000, 750), die_px=60, seed=3)
    photo = np.tile(tray.picture(), (8, 8, 1))
    photo[3000:3750, 4000:5000] = tray.picture(tray.throw([1, 6, 4]))
    cv2.imwrite(str(tmp_path / "huge.jpg"), photo)
    bounded = f"ulimit -v 1900000; exec {sys.executable} -m overlook dice huge.jpg --die-px 60 --json"
    done = subprocess.run(
        ["bash", "-c", bounded], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
    )
    assert sorted(die["value"] for die in answer(done)["dice"]) == [1, 4, 6]


def uncertain_roll() -> RollReading:
    """Return two dice that are read and one that is not."""
    found = [
        DetectedDie(value, 60.0 * value, 50.0, 40.0, 0.95, 0.0, 0.01, (0.0, 0.0), askew=0.0) for value in (1, 2, 3)
    ]
    reading = accept_dice(found, 3)
    dice = (*reading.dice[:2], replace(reading.dice[2], doubt=DieDoubt.FAINT))
    return replace(reading, dice=dice, why=Message.of("dice-doubtful", doubtful=1, dice=3))


@pytest.mark.parametrize(("typed", "values"), [("\n", "1 2 3"), ("6\n", "1 2 6"), ("9\n4\n", "1 2 4")])
def test_a_terminal_shows_the_one_uncertain_die_and_takes_an_answer(
    typed: str, values: str, photo: tuple[Path, list[Label]], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = typer.Typer()
    dice_command.register(app)
    monkeypatch.setattr(dice_command, "read_dice", lambda *_, **__: uncertain_roll())
    monkeypatch.setattr(dice_command, "is_terminal", lambda: True)
    roll = str(photo[0] / "roll.png")
    done = CliRunner().invoke(app, ["dice", roll, "--count", "3"], input=typed)
    assert done.exit_code == 0, done.output
    assert f"roll.png: read: {values}" in done.output
    assert "the die at 180, 50 px is uncertain" in done.output
    assert "▀" in done.output


def test_a_program_is_told_which_die_is_in_doubt(
    photo: tuple[Path, list[Label]], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = typer.Typer()
    dice_command.register(app)
    monkeypatch.setattr(dice_command, "read_dice", lambda *_, **__: uncertain_roll())
    done = CliRunner().invoke(app, ["dice", str(photo[0] / "roll.png"), "--count", "3", "--json"])
    (one,) = json.loads(done.stdout)["images"]
    assert (one["call"], one["ask"], one["dice"][2]["doubt"]) == ("unsure", 2, "faint")
