"""A roll in play, once from the throw to what is kept of it: no die counts before it lay still, nothing untouched."""

from __future__ import annotations

import json
from pathlib import Path

import cv2

from overlook.simulated.demonstration import throw
from tests.overlook.played_table import Table
from tests.overlook.tray_play import camera_of, played_with_tray, rolled_off, tray_of, values_of, whole
from vision.dice.tray_tracker import AGREE, APART_S


def rolls_of(folder: Path, ending: str) -> list[Path]:
    return sorted(folder.rglob(f"*.rolls/*{ending}"))


def test_a_roll_is_shown_with_its_picture_and_a_players_no_keeps_it_as_an_example(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        first, _ = await rolled_off(table)
        throw(camera_of(table), [("p1", (5,))])
        now = await table.until(lambda now: first in whole(now))
        (read,) = tray_of(now).reads
        assert values_of(read) == [5]
        assert table.table.game.prompts[0].id == first, "nothing is taken without a touch"
        (picture,) = rolls_of(tmp_path, ".jpg")
        assert cv2.imread(str(picture)) is not None
        await table.took("answer", prompt=first, dice=[6])
        (kept,) = [json.loads(file.read_text()) for file in rolls_of(tmp_path, ".wrong.json")]
        assert ([die["value"] for die in kept["read"]], kept["right"]) == ([5], [6])
        assert kept["image"] == picture.name

    played_with_tray(tmp_path, play)
    assert (AGREE - 1) * APART_S >= 0.5
