"""Drawings never take the place of a photograph that was given, nor of each other."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from overlook.cli.main import program
from overlook.image_files import picture_paths, require_apart, write_picture
from vision.frame import FrameError


@pytest.mark.parametrize(
    ("wanted", "images", "drawn"),
    [
        (None, ["a.png", "b.png"], [None, None]),
        ("drawn.jpg", ["a.png"], ["drawn.jpg"]),
        ("drawn", ["a.jpg"], ["drawn/a.png"]),
        ("drawn", ["a.png", "sub/b.png"], ["drawn/a.png", "drawn/b.png"]),
        ("sub", ["sub/a.jpg", "b.jpg"], ["sub/a.png", "sub/b.png"]),
    ],
)
def test_each_photograph_has_a_drawing_of_its_own(
    wanted: str | None, images: list[str], drawn: list[str | None]
) -> None:
    given = None if wanted is None else Path(wanted)
    assert picture_paths(given, [Path(name) for name in images]) == [name and Path(name) for name in drawn]


@pytest.mark.parametrize(
    ("wanted", "images", "code", "file"),
    [
        ("a.png", ["a.png"], "photo-overwritten", "a.png"),
        ("sub", ["sub/a.png"], "photo-overwritten", "sub/a.png"),
        (".", ["sub/b.png", "a.png", "sub/../a.png"], "photo-overwritten", "a.png"),
        ("sub", ["link.png", "sub/b.png"], "photo-overwritten", "sub/b.png"),
        ("sub/real.png", ["link.png"], "photo-overwritten", "sub/real.png"),
        ("drawn", ["a.jpg", "sub/a.jpg"], "photo-same-drawing", "drawn/a.png"),
        ("drawn", ["a.jpg", "a.png"], "photo-same-drawing", "drawn/a.png"),
    ],
)
def test_a_drawing_that_would_destroy_something_is_refused(
    wanted: str, images: list[str], code: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sub").mkdir()
    os.symlink("sub/real.png", "link.png")
    with pytest.raises(FrameError) as refused:
        picture_paths(Path(wanted), [Path(name) for name in images])
    message = refused.value.message
    assert (message.code, message["file"]) == (code, file if code == "photo-same-drawing" else message["file"])
    assert message["file"].endswith(file)


def test_what_is_written_is_told_from_what_was_given_however_it_is_spelled(tmp_path: Path) -> None:
    require_apart(tmp_path / "tray.json", [tmp_path / "e1.png"], "--out")
    with pytest.raises(FrameError) as refused:
        require_apart(tmp_path / "sub" / ".." / "e1.png", [tmp_path / "e1.png"], "--out")
    assert refused.value.message["option"] == "--out"


TABLE = ("--rig", "rig.json", "--catalogue", "catalogue.json")


@pytest.mark.parametrize(
    "words",
    [
        ("dice", "--picture", "."),
        ("locate", *TABLE, "--picture", "."),
        ("locate", "--sequence", *TABLE, "--picture", "."),
        ("measure", *TABLE, "--picture", "."),
        ("tray", "two.png", "--corners", "1,1 9,1 9,9 1,9", "--die-px", "9", "--out", "one.png"),
        ("tray", "two.png", "--corners", "1,1 9,1 9,9 1,9", "--dice", "A=a.png", "--out", "a.png"),
        ("calibrate", "lens", "--target", "target.json", "--out", "one.png"),
        ("calibrate", "board", *TABLE, "--out", "one.png"),
        ("verify", *TABLE, "--out", "one.png"),
        ("verify", *TABLE, "--page", "one.png"),
    ],
)
def test_no_command_writes_over_a_photograph_that_it_was_given(
    words: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one.png", "two.png", "a.png"):
        write_picture(Path(name), np.full((9, 9, 3), 90, np.uint8))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    group = words[:2] if words[0] == "calibrate" else words[:1]
    with pytest.raises(FrameError) as refused:
        program(words[0])([*group, "one.png", *words[len(group) :]], standalone_mode=False)
    assert refused.value.message.code == "photo-overwritten"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
