"""Printed sheets, read back as a printer would draw them: every tag where it belongs, to a hundredth of a mm."""

from __future__ import annotations

import re
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.catalogue import Catalogue, parse_catalogue
from calibration.errors import SheetError
from calibration.lens.target import Target, detect_target
from calibration.pose.accuracy import PLATE
from calibration.sheets import PAPERS, board_sheets, charuco_sheet, tag_sheets, verify_sheet
from calibration.sheets.calibration_sheets import fitting_target
from calibration.sheets.paper import MM, RULER_MM
from calibration.tags import dictionary
from messages.message import Message

DPI = 300
PX_PER_MM = DPI / 25.4
_NUMBER = re.compile(rb"-?\d*\.?\d+")


class Printer:
    """Draws the fills and strokes of a page of an uncompressed PDF, as exactly as pixels allow."""

    def __init__(self, page: bytes, size_pt: tuple[float, float]) -> None:
        self.scale = DPI / 72
        self.height_pt = size_pt[1]
        self.image = np.full((round(size_pt[1] * self.scale), round(size_pt[0] * self.scale)), 255, np.uint8)
        self.lines_mm: list[tuple[float, float, float, float]] = []
        self.filled_mm: list[np.ndarray] = []
        self.matrix = np.eye(3)
        self.stack: list[tuple[np.ndarray, float]] = []
        self.gray = 0.0
        self.rings: list[list[np.ndarray]] = []
        self.operands: list[float] = []
        self.run(page)

    def run(self, page: bytes) -> None:
        text = False
        for token in page.split():
            if token in {b"BT", b"ET"}:
                text = token == b"BT"
            elif _NUMBER.fullmatch(token):
                self.operands.append(float(token))
            elif not text:
                self.do(token.decode("latin-1"))
                self.operands = []
            else:
                self.operands = []

    def do(self, op: str) -> None:
        v = self.operands
        if op == "q":
            self.stack.append((self.matrix, self.gray))
        elif op == "Q":
            self.matrix, self.gray = self.stack.pop()
        elif op == "cm":
            self.matrix = self.matrix @ np.array([[v[0], v[2], v[4]], [v[1], v[3], v[5]], [0, 0, 1]])
        elif op == "g":
            self.gray = v[0]
        elif op == "rg":
            self.gray = sum(v) / 3
        elif op == "m":
            self.rings.append([self.at(*v)])
        elif op in {"l", "c"}:
            self.rings[-1].append(self.at(*v[-2:]))
        elif op == "re":
            x, y, w, h = v
            self.rings.append([self.at(x, y), self.at(x + w, y), self.at(x + w, y + h), self.at(x, y + h)])
        elif op in {"f", "f*", "B", "b"}:
            self.fill()
        elif op in {"S", "n"}:
            for ring in self.rings:
                if op == "S" and len(ring) == 2:
                    (x0, y0), (x1, y1) = np.array(ring) / MM
                    self.lines_mm.append((x0, y0, x1, y1))
            self.rings = []

    def at(self, x: float, y: float) -> np.ndarray:
        return (self.matrix @ [x, y, 1])[:2]

    def fill(self) -> None:
        shift = 6
        polygons = []
        for ring in self.rings:
            self.filled_mm.append(np.array(ring) / MM)
            points = np.array(ring) * self.scale
            points[:, 1] = self.image.shape[0] - points[:, 1]
            polygons.append(np.round((points - 0.5) * 2**shift).astype(np.int32))
        if polygons:
            cv2.fillPoly(self.image, polygons, round(self.gray * 255), shift=shift)
        self.rings = []


def pages(pdf: bytes, paper: str) -> list[Printer]:
    size = (PAPERS[paper][0] * MM, PAPERS[paper][1] * MM)
    streams = re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.S)
    return [Printer(stream, size) for stream in streams if b" cm" in stream]


def printed_tags(printer: Printer, name: str = PLATE.dictionary) -> dict[int, np.ndarray]:
    """Corners in mm from the page's lower-left corner: read in the page's picture, measured on the drawn outlines."""
    picture = cv2.GaussianBlur(printer.image, (0, 0), 1.0)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary(name)).detectMarkers(picture)
    found: dict[int, np.ndarray] = {}
    for tag_id, quad in zip([] if ids is None else ids.ravel().tolist(), corners, strict=True):
        rough = np.asarray(quad, dtype=np.float64).reshape(4, 2) / PX_PER_MM
        rough[:, 1] = printer.image.shape[0] / PX_PER_MM - rough[:, 1]
        outlines = [ring for ring in printer.filled_mm if np.abs(ring.mean(axis=0) - rough.mean(axis=0)).max() < 60]
        points = np.concatenate(outlines)
        found[int(tag_id)] = np.array([points[np.argmin(np.linalg.norm(points - c, axis=1))] for c in rough])
    return found


def catalogue() -> Catalogue:
    def operative(number: int, base: Any, offset: list[float], size: float, angle: float = 0) -> dict[str, Any]:
        tag = {"id": number, "size_mm": size, "offset_mm": offset, "angle_deg": angle}
        return {"id": f"a{number}", "name": f"Scout {number}", "base_mm": base, "tags": [tag]}

    return parse_catalogue(
        {
            "version": 1,
            "dictionary": PLATE.dictionary,
            "board": {
                "size_mm": [762, 559],
                "tags": [{"id": k, "size_mm": 36 if k < 4 else 22, "centre_mm": [30 + k, 20]} for k in range(16)],
            },
            "operatives": [
                operative(40, 32, [25.35, 0, 1.15], 14),
                operative(41, 25, [0, -21.85, 1.15], 14, 12),
                operative(42, 40, [0, 0, 3.85], 23.2),
                operative(43, 28.5, [0.5, -3, 40], 12),
                operative(44, [60, 35], [0, 30, 1.15], 14),
            ],
            "terrain": [
                {
                    "id": "t0",
                    "footprint_mm": [[0, 0], [90, 0], [90, 90]],
                    "z_mm": [0, 50],
                    "tags": [{"id": 16, "size_mm": 20, "offset_mm": [5, 5, 50]}],
                }
            ],
            "markers": [
                {
                    "id": "m1",
                    "kind": "objective",
                    "diameter_mm": 40,
                    "tags": [{"id": 60, "size_mm": 22, "offset_mm": [0, 0, 1]}],
                }
            ],
        }
    )


def sides(corners: np.ndarray) -> np.ndarray:
    lengths: np.ndarray = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return lengths


@pytest.mark.parametrize("paper", list(PAPERS))
def test_every_tag_of_a_roster_is_printed_once_in_its_size(paper: str) -> None:
    sizes = {
        t.id: t.size_mm
        for group in (catalogue().operatives, catalogue().terrain, catalogue().markers)
        for thing in group
        for t in thing.tags
    }
    found: dict[int, np.ndarray] = {}
    for page in pages(tag_sheets(catalogue(), paper), paper):
        on_page = printed_tags(page)
        assert not set(on_page) & set(found)
        found |= on_page
    assert set(found) == set(sizes)
    for tag_id, corners in found.items():
        np.testing.assert_allclose(sides(corners), sizes[tag_id], atol=0.01)


@pytest.mark.parametrize("paper", list(PAPERS))
def test_every_board_tag_is_printed_upright(paper: str) -> None:
    found: dict[int, np.ndarray] = {}
    for page in pages(board_sheets(catalogue(), paper), paper):
        found |= printed_tags(page)
    assert set(found) == set(range(16))
    for corners in found.values():
        assert corners[0, 1] > corners[3, 1]
        assert abs(corners[0, 1] - corners[1, 1]) < 0.05


@pytest.mark.parametrize("paper", list(PAPERS))
def test_the_ruler_measures_100_mm_on_every_page(paper: str) -> None:
    for pdf in (tag_sheets(catalogue(), paper), board_sheets(catalogue(), paper), verify_sheet(paper=paper)):
        for page in pages(pdf, paper):
            lengths = [np.hypot(x1 - x0, y1 - y0) for x0, y0, x1, y1 in page.lines_mm]
            assert max(lengths) >= RULER_MM - 1e-3
            assert any(abs(length - RULER_MM) < 1e-3 for length in lengths)


@pytest.mark.parametrize("tag_id", [40, 41, 44])
def test_a_tab_s_disc_has_its_centre_at_the_lever_the_catalogue_says(tag_id: int) -> None:
    operative = next(e for e in catalogue().operatives if e.tags[0].id == tag_id)
    (page,) = [p for p in pages(tag_sheets(catalogue()), "A4") if tag_id in printed_tags(p)]
    corners = printed_tags(page)[tag_id]
    crosses = [
        ((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in page.lines_mm if abs(np.hypot(x1 - x0, y1 - y0) - 8) < 1e-3
    ]
    lever = float(np.hypot(*operative.tags[0].offset_mm[:2]))
    distances = [float(np.linalg.norm(corners.mean(axis=0) - cross)) for cross in crosses]
    nearest = crosses[int(np.argmin(np.abs(np.array(distances) - lever)))]
    spoke = corners.mean(axis=0) - nearest
    assert np.linalg.norm(spoke) == pytest.approx(lever, abs=0.01)
    up = corners[[0, 1]].mean(axis=0) - corners[[2, 3]].mean(axis=0)
    own = np.array(operative.tags[0].offset_mm[:2])
    turned = np.degrees(np.arctan2(up[1], up[0]) - np.arctan2(spoke[1], spoke[0]))
    meant = 90 + operative.tags[0].angle_deg - np.degrees(np.arctan2(own[1], own[0]))
    assert (turned - meant + 180) % 360 - 180 == pytest.approx(0, abs=0.3)


@pytest.mark.parametrize("paper", list(PAPERS))
def test_the_charuco_sheet_is_opencv_s_board(paper: str) -> None:
    target = fitting_target(paper)
    (page,) = pages(charuco_sheet(target, paper), paper)
    seen = detect_target("sheet", np.asarray(cv2.GaussianBlur(page.image, (0, 0), 1.0), np.uint8), target)
    assert len(seen.ids) == (target.squares[0] - 1) * (target.squares[1] - 1)
    apart = np.linalg.norm(seen.corners_px[:, None] - seen.corners_px[None], axis=2) / PX_PER_MM
    true = np.linalg.norm(target.corners_mm[seen.ids][:, None] - target.corners_mm[seen.ids][None], axis=2)
    assert np.abs(apart - true).max() < 0.1


def test_the_verify_plate_has_its_tags_where_the_plate_says() -> None:
    (page,) = pages(verify_sheet(), "A4")
    found = printed_tags(page)
    assert set(found) == set(PLATE.ids)
    origin = found[PLATE.first_id].mean(axis=0) - PLATE.centre_mm(PLATE.first_id)
    for tag_id, corners in found.items():
        assert np.abs(corners.mean(axis=0) - origin - PLATE.centre_mm(tag_id)).max() < 0.01
        np.testing.assert_allclose(sides(corners), PLATE.size_mm, atol=0.01)


def test_what_does_not_fit_or_does_not_exist_is_refused() -> None:
    with pytest.raises(SheetError) as error:
        charuco_sheet(Target((11, 8), 40.0, 30.0, "DICT_5X5_100"))
    assert error.value.message.code == "sheet-card-large"
    with pytest.raises(SheetError) as error:
        tag_sheets(catalogue(), "A3")
    assert error.value.message == Message.of("sheet-paper-unknown", paper="A3", known=["A4", "Letter"])
    bare = parse_catalogue({"version": 1, "dictionary": PLATE.dictionary, "board": {"size_mm": [762, 559], "tags": []}})
    with pytest.raises(SheetError) as error:
        tag_sheets(bare)
    assert error.value.message.code == "sheet-empty"


def test_the_same_sheet_is_the_same_file() -> None:
    assert tag_sheets(catalogue()) == tag_sheets(catalogue())
