"""`overlook tray`: from photographs of a tray to a file that `overlook dice` reads rolls with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from overlook.image_files import write_picture
from simulation.cameras.tray_camera import CRIMSON, SimulatedTray, TrayDie
from tests.overlook.commands import overlook
from vision.dice.tray import TRAY_VERSION


@pytest.fixture(scope="module")
def shot(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, list[TrayDie], list[TrayDie]]:
    """Photographs of a simulated tray: twice empty, A's dice, B's, both; its corners as the option has them."""
    folder = tmp_path_factory.mktemp("tray")
    tray = SimulatedTray((960, 640), die_px=60, seed=3)
    mine = tray.throw([1, 2, 3, 4, 5, 6])
    yours = tray.throw([6, 4, 2], CRIMSON, among=mine)
    for name, dice in (("e1", []), ("e2", []), ("a", mine), ("b", yours), ("both", [*mine, *yours])):
        write_picture(folder / f"{name}.png", tray.picture(dice))
    write_picture(folder / "small.png", tray.picture([])[::2, ::2])
    return folder, " ".join(f"{x:.1f},{y:.1f}" for x, y in tray.corners_px), mine, yours


def test_a_calibrated_tray_reads_both_players_dice(
    shot: tuple[Path, str, list[TrayDie], list[TrayDie]],
) -> None:
    folder, corners, mine, yours = shot
    done = overlook(
        "tray", "e1.png", "e2.png", "--corners", corners, "--dice", "A=a.png", "--dice", "B=b.png", folder=folder
    )
    assert done.returncode == 0, done.stderr
    file = json.loads((folder / "tray.json").read_text())
    assert file["version"] == TRAY_VERSION
    assert len(file["flat"]) == len(mine) + len(yours)
    done = overlook("dice", "both.png", "e1.png", "--tray", "tray.json", "--json", folder=folder)
    assert done.returncode == 0, done.stderr
    both, empty = json.loads(done.stdout)["images"]
    expected = sorted([("A", die.value) for die in mine] + [("B", die.value) for die in yours])
    assert sorted((die["owner"], die["value"]) for die in both["dice"]) == expected
    for true in (*mine, *yours):
        assert any(
            x <= true.x_px <= x + w and y <= true.y_px <= y + h and die["value"] == true.value
            for die in both["dice"]
            for x, y, w, h in [die["box_px"]]
        )
    assert empty["dice"] == []
    done = overlook("dice", "both.png", "--tray", "tray.json", "--count", "6", "--json", folder=folder)
    (many,) = json.loads(done.stdout)["images"]
    assert (len(many["dice"]), many["call"]) == (9, "unsure")
    assert "9 dice seen, 6 thrown" in many["why"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("e1.png", "e2.png", "--corners", "1,2 3,4"), "--corners"),
        (("e1.png", "--corners", "CORNERS", "--die-px", "60"), "at least 2"),
        (("e1.png", "a.png", "--corners", "CORNERS"), "--die-px"),
        (
            ("e1.png", "a.png", "--corners", "CORNERS", "--die-px", "60"),
            "e1.png and a.png: The images of the empty tray differ",
        ),
        (("e1.png", "e2.png", "--corners", "CORNERS", "--dice", "A=e1.png"), "no dice are visible in e1.png"),
        (("e1.png", "small.png", "--corners", "CORNERS", "--die-px", "60"), "small.png: the image is 480 x 320"),
        (("e1.png", "e2.png", "--corners", "CORNERS", "--dice", "A=small.png"), "small.png: the image is 480 x 320"),
        (("e1.png", "e2.png", "--corners", "3000,3000 3700,3000 3700,3400 3000,3400", "--die-px", "60"), "960 x 640"),
        (("e1.png", "e2.png", "--corners", "-400,-50 600,-50 600,500 -400,500", "--die-px", "60"), "[-400.0, -50.0]"),
        (("e1.png", "e2.png", "--corners", "CORNERS", "--die-px", "60", "--dice", "a.png"), "PLAYER=PHOTOGRAPH"),
        (("e1.png", "e2.png", "--corners", "CORNERS", "--die-px", "60", "--dice", "A=e1.png"), "no dice of A"),
        (("a.png", "a.png", "--corners", "CORNERS", "--die-px", "60"), "6 dice are in the tray"),
        (
            ("e1.png", "e2.png", "--corners", "CORNERS", "--dice", "A=a.png", "--dice", "B=a.png"),
            "A and B look alike",
        ),
    ],
)
def test_bad_input_is_one_line_and_status_two(
    shot: tuple[Path, str, list[TrayDie], list[TrayDie]], arguments: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    folder, corners, _, _ = shot
    given = [corners if word == "CORNERS" else word for word in arguments]
    done = overlook("tray", *given, "--out", str(tmp_path / "tray.json"), folder=folder)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert words in done.stderr
    assert not (tmp_path / "tray.json").exists()


def test_what_looks_like_dice_and_is_printed_on_the_tray_is_no_hindrance(
    shot: tuple[Path, str, list[TrayDie], list[TrayDie]], tmp_path: Path
) -> None:
    folder, corners, _, yours = shot
    out = str(tmp_path / "tray.json")
    given = ("a.png", "a.png", "--corners", corners, "--die-px", "60", "--printed", "--out", out)
    assert overlook("tray", *given, folder=folder).returncode == 0
    done = overlook("dice", "both.png", "--tray", out, "--json", folder=folder)
    (both,) = json.loads(done.stdout)["images"]
    assert sorted(die["value"] for die in both["dice"]) == sorted(die.value for die in yours)
