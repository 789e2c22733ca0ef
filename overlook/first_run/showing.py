"""What the first run's page shows, made from how things stand."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.cameras.found import FoundCamera
from hardware.cameras.supervisor import CameraReport, CameraState
from overlook.first_run.choices import Choices
from overlook.first_run.lacking import Lack
from overlook.maintenance.redaction import without_address
from web.contract.first_run import (
    BoardFoundView,
    CameraChoiceView,
    FirstRunView,
    FirstStep,
    LackView,
    PlaceView,
    StepView,
    VerdictView,
)
from web.contract.lens import WizardView
from web.contract.views import HealthState

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
    certificate: bool
    ready: bool
    playing: bool


def view_of(shown: Shown) -> FirstRunView:
    """Return the page's view."""
    report, choices = shown.report, shown.choices
    return FirstRunView(
        step=choices.step,
        steps=tuple(StepView(name=step, title=TITLES[step], done=_done(shown, step)) for step in FirstStep),
        lacks=tuple(LackView(part=one.part, sentence=one.sentence, step=one.step) for one in shown.lacks),
        cameras=tuple(
            CameraChoiceView(source=one.source, name=one.name, chosen=one.source == shown.source)
            for one in shown.cameras
        ),
        camera=without_address(shown.source),
        camera_state=HealthState.LOST if report is None else STATES.get(report.state, HealthState.LOST),
        camera_line="no camera is chosen" if report is None else without_address(report.message),
        size_px=shown.size_px or shown.wanted_px,
        wanted_px=shown.wanted_px,
        picture=shown.picture,
        verdicts=shown.verdicts,
        lens=shown.lens,
        board=shown.board,
        board_problem=shown.board_problem,
        places=shown.places,
        places_wanted=shown.places_wanted,
        certificate="/certificate" if shown.certificate else "",
        ruler_mm=choices.ruler_mm,
        plate_mm=choices.plate_mm,
        ready=shown.ready,
        playing=shown.playing,
    )


def _done(shown: Shown, step: FirstStep) -> bool:
    """Return whether a step is done: what there is a file of by the file, the others by people's word."""
    match step:
        case FirstStep.LENS:
            return shown.lens_there
        case FirstStep.VERIFY:
            return shown.certificate
        case _:
            return step in shown.choices.done
