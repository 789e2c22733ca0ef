"""Examples of a tray's dice are written and read back, of that calibration alone."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.bombs import png
from tests.vision.dice.trays import CORNERS, DIE_PX, pictures
from vision.dice.examples import examples_document, parse_examples
from vision.dice.face_templates import SIDE_PX, Example
from vision.dice.tray import Tray, TrayError, calibrate_tray

RNG = np.random.default_rng(1)
EXAMPLES = [
    Example(value, f"roll-{value}", player, RNG.integers(0, 256, (SIDE_PX, SIDE_PX, 3)).astype(np.uint8))
    for value in range(1, 7)
    for player in ("p1", "")
]


@cache
def tray() -> Tray:
    return calibrate_tray(pictures(), CORNERS, DIE_PX)


def document() -> Any:
    return json.loads(json.dumps(examples_document(EXAMPLES, tray())))


def test_what_is_written_is_read_back() -> None:
    again = parse_examples(document(), tray())
    assert [(each.value, each.roll, each.player) for each in again] == [
        (each.value, each.roll, each.player) for each in EXAMPLES
    ]
    assert all((one.face == other.face).all() for one, other in zip(again, EXAMPLES, strict=True))


def test_a_tray_that_was_calibrated_anew_knows_none_of_them() -> None:
    darker = replace(tray(), empty=np.asarray(tray().empty - 1, dtype=np.uint8))
    assert parse_examples(document(), darker) == ()


@pytest.mark.parametrize(
    ("field", "value", "word"),
    [
        ("value", 7, "value"),
        ("face_png", "AAAA", "face_png"),
        ("face_png", "?", "face_png"),
        ("face_png", "", "face_png"),
        ("roll", 3, "roll"),
    ],
)
def test_a_broken_field_is_named(field: str, value: object, word: str) -> None:
    broken = document()
    broken["examples"][2][field] = value
    with pytest.raises(TrayError) as error:
        parse_examples(broken, tray())
    assert word in str(error.value)


def test_a_face_that_would_take_much_memory_is_never_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, bomb = document(), png(2000, 2000)
    broken["examples"][2]["face_png"] = base64.b64encode(bomb).decode()
    assert len(broken["examples"][2]["face_png"]) < 20_000
    decode = cv2.imdecode

    def watched(data: np.ndarray, flags: int) -> object:
        assert data.tobytes() != bomb, "it is decoded"
        return decode(data, flags)

    monkeypatch.setattr(cv2, "imdecode", watched)
    with pytest.raises(TrayError) as error:
        parse_examples(broken, tray())
    assert error.value.message.code == "tray-examples-face"
