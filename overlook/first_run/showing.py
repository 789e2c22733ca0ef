"""What the first run's page shows, made from how things stand."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.cameras.sources import FoundCamera
from hardware.cameras.supervisor import CameraReport, CameraState
from overlook.first_run.choices import Choices
from overlook.first_run.lacking import Lack
from overlook.maintenance.redaction import without_address
from overlook.salvage import NO_CAMERA
from web.contract.base import HealthState
from web.contract.setup.calibration import WizardView
from web.contract.setup.startup import (
    BoardFoundView,
    CameraChoiceView,
    FirstRunStepView,
    FirstRunView,
    FirstStep,
    LackView,
    PlaceView,
    VerdictView,
)

TITLES = {
    FirstStep.CAMERA: "Camera",
    FirstStep.PICTURE: "Picture",
    FirstStep.PRINT: "Print",
    FirstStep.LENS: "Lens",
    FirstStep.BOARD: "Board",
    FirstStep.VERIFY: "Verify",
}
STATES = {CameraState.RUNNING: HealthState.OK, CameraState.OPENING: HealthState.TROUBLE}


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything that the page's view is made from."""

    choices: Choices
    lacks: tuple[Lack, ...]
    cameras: tuple[FoundCamera, ...]
    source: str
    wanted_px: tuple[int, int]
    report: CameraReport | None
    size_px: tuple[int, int] | None
    picture: int
    verdicts: tuple[VerdictView, ...]
    lens: WizardView | None
    lens_there: bool
    board: BoardFoundView | None
    board_problem: str
    places: tuple[PlaceView, ...]
    places_wanted: int
    certificate: str
    kit_board: bool
    ready: bool
    playing: bool


def view_of(shown: Shown) -> FirstRunView:
    """Return the page's view."""
    report, choices = shown.report, shown.choices
    return FirstRunView(
        step=choices.step,
        steps=tuple(FirstRunStepView(name=step, title=TITLES[step], done=_done(shown, step)) for step in FirstStep),
        lacks=tuple(LackView(part=one.part, sentence=one.sentence, step=one.step) for one in shown.lacks),
        cameras=tuple(
            CameraChoiceView(source=one.source, name=one.name, chosen=one.source == shown.source)
            for one in shown.cameras
        ),
        camera=_camera(shown),
        camera_state=HealthState.LOST if report is None else STATES.get(report.state, HealthState.LOST),
        camera_line=_camera_line(shown),
        size_px=shown.size_px or shown.wanted_px,
        wanted_px=shown.wanted_px,
        picture=shown.picture,
        verdicts=shown.verdicts,
        lens=shown.lens,
        board=shown.board,
        board_problem=shown.board_problem,
        places=shown.places,
        places_wanted=shown.places_wanted,
        certificate=shown.certificate and f"Measured: {shown.certificate}. Go to the table: teams come next.",
        ruler_mm=choices.ruler_mm,
        plate_mm=choices.plate_mm,
        kit_board=shown.kit_board,
        ready=shown.ready,
        playing=shown.playing,
    )


def _camera(shown: Shown) -> str:
    """Return the camera's name for people, its line where it has none, and nothing where none is chosen."""
    if shown.source == NO_CAMERA:
        return ""
    return next((one.name for one in shown.cameras if one.source == shown.source), without_address(shown.source))


def _camera_line(shown: Shown) -> str:
    if shown.source == NO_CAMERA:
        return "No camera is chosen yet"
    camera = _camera(shown)
    if shown.report is None:
        return f"{camera}: it is being opened"
    return f"{camera}: {without_address(shown.report.message).removeprefix(f'{without_address(shown.source)}: ')}"


def _done(shown: Shown, step: FirstStep) -> bool:
    """Return whether a step is done: what there is a file of by the file, the others by people's word."""
    match step:
        case FirstStep.CAMERA:
            return shown.source != NO_CAMERA and step in shown.choices.done
        case FirstStep.LENS:
            return shown.lens_there
        case FirstStep.VERIFY:
            return bool(shown.certificate)
        case _:
            return step in shown.choices.done
