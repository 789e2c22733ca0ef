"""How well outlines are proposed: every box of rendered tables that is wholly in view, touched in its middle.

    python -m tests.vision.terrain_outlines ../shared/data/renders/scenes [--pictures FOLDER]

For each picture with its catalogue and truth, each terrain part's top edge is proposed with its height given, and again
without, and compared with the truth: the largest distance between the two outlines, mm. A part is wholly in view when
no higher part stands before its top edge.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely import MultiPoint, Point, Polygon, hausdorff_distance

from calibration.catalogue import Catalogue, load_catalogue
from calibration.pose.board_pose import register
from calibration.rig import BoardPose, CameraModel, Rig, parse_rig, project
from calibration.tag_geometry import Pose2D
from vision.tags.detector import Detector
from vision.terrain_outline import ProposedOutline, propose_outline

Array = NDArray[np.float64]
LIMIT_MM = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A terrain part where it truly stands: its name, the corners of its top edge (n, 2) in board mm, its height."""

    name: str
    top: Array
    height_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One box of one picture: what was proposed and how far that is off, mm (infinite where nothing was)."""

    picture: str
    box: Box
    found: ProposedOutline | None
    off_mm: float


def boxes(truth: dict[str, Any], catalogue: Catalogue) -> list[Box]:
    entries = {entry.id: entry for entry in catalogue.terrain}
    found = []
    for part in truth["terrain"]:
        entry, (x, y, z) = entries[part["id"]], part["pos_mm"]
        corners = np.column_stack([np.asarray(entry.footprint_mm), np.zeros(len(entry.footprint_mm))])
        top = Pose2D(x, y, z, float(np.radians(part["rot_deg"]))).carry(corners)[:, :2]
        found.append(Box(part["id"], top, z + entry.z_mm[1]))
    return found


def wholly_in_view(box: Box, others: list[Box], camera: CameraModel, pose: BoardPose) -> bool:
    ring = Polygon(box.top).exterior.segmentize(4.0).coords
    points = np.array([(x, y, box.height_mm) for x, y in ring])
    pixels = project(camera, pose, points)
    width, height = camera.size_px
    if pixels.min() < 1 or pixels[:, 0].max() > width - 2 or pixels[:, 1].max() > height - 2:
        return False
    eye = pose.camera_mm
    for other in others:
        if other.height_mm > box.height_mm:
            nearer = (eye[2] - box.height_mm) / (eye[2] - other.height_mm)
            shade = MultiPoint(np.vstack([other.top, eye[:2] + (other.top - eye[:2]) * nearer])).convex_hull
            if any(shade.contains(Point(x, y)) for x, y in ring):
                return False
    return True


def cases(folder: Path, *, known: bool, only: str = "") -> Iterator[Case]:
    """Yield every box in view of the pictures in a folder whose name contains `only`."""
    for path in sorted(folder.glob("*.truth.json")):
        name = path.name.removesuffix(".truth.json")
        if only not in name:
            continue
        truth = json.loads(path.read_text(encoding="utf-8"))
        catalogue = load_catalogue(folder / f"{name}.catalogue.json")
        rig: Rig = parse_rig(truth["rig"])
        image = np.asarray(cv2.imread(str(folder / f"{name}.jpg")), dtype=np.uint8)
        sightings = Detector(catalogue.dictionary, catalogue.tag_ids, rig.camera.size_px).detect(image).sightings
        bare = catalogue.model_copy(update={"terrain": ()})
        pose = register(rig.camera, bare, sightings).pose
        tags = [(one, catalogue.tag_sizes_mm[one.id]) for one in sightings]
        all_boxes = boxes(truth, catalogue)
        for box in all_boxes:
            if not wholly_in_view(box, all_boxes, rig.camera, pose):
                continue
            x, y = project(rig.camera, pose, np.array([[*box.top.mean(axis=0), box.height_mm]]))[0]
            height = box.height_mm if known else None
            found = propose_outline(image, rig.camera, pose, (float(x), float(y)), top_mm=height, tags=tags)
            off = np.inf if found is None else hausdorff_distance(Polygon(found.corners_mm), Polygon(box.top), 0.05)
            yield Case(name, box, found, float(off))


def drawn(folder: Path, name: str, found: list[Case]) -> NDArray[np.uint8]:
    """Return a picture with what is true in green and what was proposed in red, or in blue where it is within reach."""
    truth = json.loads((folder / f"{name}.truth.json").read_text(encoding="utf-8"))
    rig = parse_rig(truth["rig"])
    assert rig.pose is not None
    image = np.asarray(cv2.imread(str(folder / f"{name}.jpg")), dtype=np.uint8)
    for case in found:
        shapes = [(case.box.top, case.box.height_mm, (60, 220, 60))]
        if case.found is not None:
            colour = (255, 120, 40) if case.off_mm <= LIMIT_MM else (60, 60, 255)
            shapes.append((case.found.corners_mm, case.found.top_mm, colour))
        for corners, height, colour in shapes:
            points = np.column_stack([corners, np.full(len(corners), height)])
            pixels = np.round(project(rig.camera, rig.pose, points) * 16).astype(np.int32)
            cv2.polylines(image, [pixels], True, colour, 2, cv2.LINE_AA, 4)
    return image


def report(title: str, found: list[Case]) -> None:
    off = np.array([case.off_mm for case in found])
    print(
        f"{title}: {len(off)} boxes, {np.mean(off <= LIMIT_MM):.1%} within {LIMIT_MM:g} mm, {np.mean(off <= 1):.1%} "
        f"within 1 mm, median {np.median(off):.2f} mm"
    )
    worst = [f"{case.picture} {case.box.name} {case.off_mm:.1f}" for case in found if case.off_mm > LIMIT_MM]
    print("  beyond: " + (", ".join(worst) or "none"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", type=Path, help="a folder for pictures with the outlines drawn")
    parser.add_argument("--only", default="", help="only pictures with this in their name")
    options = parser.parse_args()
    for title, known in (("height given", True), ("height by tags", False)):
        found = list(cases(options.folder, known=known, only=options.only))
        if not found:
            print(f"{options.folder}: no pictures with their truth", file=sys.stderr)
            return 2
        report(title, found)
        if options.pictures is not None:
            options.pictures.mkdir(parents=True, exist_ok=True)
            for name in dict.fromkeys(case.picture for case in found):
                picture = drawn(options.folder, name, [case for case in found if case.picture == name])
                cv2.imwrite(str(options.pictures / f"{name}-{'given' if known else 'tags'}.png"), picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
