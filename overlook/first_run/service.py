"""Service of the guided first run, from camera to certificate, and its view."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TypeVar

from calibration.errors import CalibrationError
from calibration.pose.accuracy import PLATE
from calibration.sheets import board_sheets, charuco_sheet, fitting_target, verify_sheet
from hardware.cameras.camera import Camera
from hardware.cameras.sources import FoundCamera
from hardware.cameras.supervisor import CameraReport, CameraState
from messages.catalogue import ENGLISH
from messages.message import Message
from overlook.atomic_files import write_json
from overlook.console import without_address, without_addresses
from overlook.data_folder import CERTIFICATE
from overlook.first_run.lens_wizard import LensService, LensViews
from overlook.first_run.picture_checks import WANTED, BoardLook, MeasuredPlaces, PictureVerdicts
from overlook.first_run.prerequisites import (
    Choices,
    ChoicesStore,
    Equipped,
    MissingPart,
    camera_chosen,
    check_prerequisites,
    kit_catalogue,
    own_rig,
)
from overlook.first_run.starter_kit import starter_kit
from overlook.image_files import jpeg
from overlook.lenient_settings import NO_CAMERA
from overlook.maintenance.machine_checks import Health
from overlook.settings import Settings
from vision.frame import Frame, FrameError
from web.contract.base import HealthState
from web.contract.errors import UnknownError
from web.contract.setup import startup as wishes
from web.contract.setup.calibration import WizardView, read_certificate, short_certificate
from web.contract.setup.startup import (
    BoardFoundView,
    CameraChoiceView,
    FirstRunStepView,
    FirstRunView,
    FirstStep,
    LackView,
    PlaceView,
    VerdictView,
    Wish,
)
from web.contract.streams import LatestValue, Picture

TITLES = {
    FirstStep.CAMERA: Message.of("first-step-camera"),
    FirstStep.PICTURE: Message.of("first-step-picture"),
    FirstStep.PRINT: Message.of("first-step-print"),
    FirstStep.LENS: Message.of("first-step-lens"),
    FirstStep.BOARD: Message.of("first-step-board"),
    FirstStep.VERIFY: Message.of("first-step-verify"),
}
STATES = {
    CameraState.RUNNING: HealthState.OK,
    CameraState.ENDED: HealthState.OK,
    CameraState.OPENING: HealthState.TROUBLE,
}


@dataclass(frozen=True, slots=True)
class Shown:
    """Input of the page's view."""

    choices: Choices
    lacks: tuple[MissingPart, ...]
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
    board_problem: Message | None
    places: tuple[PlaceView, ...]
    places_wanted: int
    certificate: str
    kit_board: bool
    ready: bool
    playing: bool


def view_of(shown: Shown) -> FirstRunView:
    """Return the page's view."""
    report, choices = shown.report, shown.choices
    line, names = _camera_line(shown)
    certified = Message.of("first-certified", accuracy=shown.certificate) if shown.certificate else None
    return FirstRunView(
        step=choices.step,
        steps=tuple(
            FirstRunStepView(name=step, title=str(TITLES[step]), message=TITLES[step], done=_done(shown, step))
            for step in FirstStep
        ),
        lacks=tuple(
            LackView(part=one.part, sentence=str(one.sentence), step=one.step, message=one.sentence)
            for one in shown.lacks
        ),
        cameras=tuple(
            CameraChoiceView(source=one.source, name=one.name, chosen=one.source == shown.source)
            for one in shown.cameras
        ),
        camera=_camera(shown),
        camera_state=HealthState.LOST if report is None else STATES.get(report.state, HealthState.LOST),
        camera_line=ENGLISH.text(line, names),
        camera_line_message=line.map_text(lambda text: names.get(text, text)),
        size_px=shown.size_px or shown.wanted_px,
        wanted_px=shown.wanted_px,
        picture=shown.picture,
        verdicts=shown.verdicts,
        lens=shown.lens,
        board=shown.board,
        board_problem=str(shown.board_problem or ""),
        board_problem_message=shown.board_problem,
        places=shown.places,
        places_wanted=shown.places_wanted,
        certificate=str(certified or ""),
        certificate_message=certified,
        ruler_mm=choices.ruler_mm,
        plate_mm=choices.plate_mm,
        kit_board=shown.kit_board,
        ready=shown.ready,
        playing=shown.playing,
    )


def _camera(shown: Shown) -> str:
    """Return the camera's name, or its specification if it has none; empty if no camera is chosen."""
    if shown.source == NO_CAMERA:
        return ""
    return next((one.name for one in shown.cameras if one.source == shown.source), without_address(shown.source))


def _camera_line(shown: Shown) -> tuple[Message, dict[str, str]]:
    """Return how the camera is, and its display name by its specification."""
    if shown.source == NO_CAMERA:
        return Message.of("first-no-camera"), {}
    camera = _camera(shown)
    if shown.report is None:
        return Message.of("camera-line", camera=camera, line=Message.of("camera-opening")), {}
    message = without_addresses(shown.report.message)
    if message.has("camera"):
        return message, {without_address(shown.source): camera}
    return Message.of("camera-line", camera=camera, line=message), {}


def _done(shown: Shown, step: FirstStep) -> bool:
    """Return whether a step is done: by its file for lens and certificate, by users' confirmation for the others."""
    match step:
        case FirstStep.CAMERA:
            return shown.source != NO_CAMERA and step in shown.choices.done
        case FirstStep.LENS:
            return shown.lens_there
        case FirstStep.VERIFY:
            return bool(shown.certificate)
        case _:
            return step in shown.choices.done


T = TypeVar("T")
EVERY_S = 0.4
"""Interval of image checks; on a Raspberry Pi one check takes a good part of it."""

WATCHED_S = 5.0
"""A page counts as closed if it has not asked for the view or an image for this long."""
LENS_FIRST = Message.of("first-lens-first")
REFUSALS = (CalibrationError, FrameError)


class FirstRunService:
    """The first run. It belongs to the event loop; the owner of the camera calls `take` and `camera_report`.

    `faults` are errors in the settings files, one line each. `restart_requested` is set if a choice requires building
    the table again. `playing` is set if the table already plays.
    """

    def __init__(
        self,
        settings: Settings,
        store: ChoicesStore,
        camera: Camera,
        *,
        faults: tuple[Message, ...] = (),
        found: Callable[[], tuple[FoundCamera, ...]],
        today: Callable[[], date],
        again: asyncio.Event,
        playing: bool = False,
    ) -> None:
        self._settings, self._store, self._camera = settings, store, camera
        self._faults, self._found, self._playing = faults, found, playing
        self.busy: Callable[[], bool] = lambda: False
        self.restart_requested = again
        self.trouble: tuple[MissingPart, ...] = ()
        self._places = MeasuredPlaces(store.folder, today)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="first run")
        self._pictures: LatestValue[Picture] = LatestValue()
        self._frame: Frame | None = None
        self._report: CameraReport | None = None
        self._asked_s = self._looked_s = float("-inf")
        self._verdicts: tuple[VerdictView, ...] = ()
        self._board: BoardFoundView | None = None
        self._board_problem: Message | None = None
        self.refresh()
        self._verdict_of = PictureVerdicts(
            kit_catalogue() if self.equipped.catalogue is None else self.equipped.catalogue,
            lambda: camera_chosen(self._settings.camera, self._store.choices).size_px,
        )
        views = LensViews(store.folder, camera.identity.spec)
        self._lens = LensService(camera, fitting_target(), own_rig(settings), views)

    def refresh(self) -> Equipped:
        """Check the prerequisites again and return them."""
        self.equipped = check_prerequisites(self._settings, self._store.choices)
        rig, catalogue = self.equipped.rig, self.equipped.catalogue
        self._board_look = None if rig is None or catalogue is None else BoardLook(rig, catalogue)
        return self.equipped

    @property
    def choices(self) -> Choices:
        """The choices made on the page."""
        return self._store.choices

    def close(self) -> None:
        """Stop the threads."""
        self._lens.close()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def camera_report(self, report: CameraReport) -> None:
        """Store the camera's state."""
        self._report = report

    async def take(self, frame: Frame) -> None:
        """Process a frame for the page's current step; ignored while no page is open."""
        self._frame = frame
        now_s = time.monotonic()
        if now_s - self._asked_s > WATCHED_S:
            return
        step = self._store.choices.step
        if step is FirstStep.LENS and not self._playing:
            picture = await self._lens.look(frame)
            self._pictures.publish(Picture(self._pictures.number + 1, picture.jpeg))
            return
        encoded = await self._in_turn(lambda: jpeg(frame.image))
        self._pictures.publish(Picture(self._pictures.number + 1, encoded))
        if now_s - self._looked_s >= EVERY_S:
            self._looked_s = now_s
            if step in {FirstStep.PICTURE, FirstStep.PRINT}:
                self._verdicts = await self._in_turn(lambda: self._verdict_of.look(frame.image))
            elif step in {FirstStep.BOARD, FirstStep.VERIFY}:
                await self._look_for_board(frame)

    async def _look_for_board(self, frame: Frame) -> None:
        look = self._board_look
        if look is None:
            self._board = None
            return
        try:
            self._board, self._board_problem = await self._in_turn(lambda: look.look(frame.image)), None
        except REFUSALS as fault:
            self._board, self._board_problem = None, fault.message

    def view(self) -> FirstRunView:
        """Return the page's view."""
        self._asked_s = time.monotonic()
        choices, report, certificate = self._store.choices, self._report, read_certificate(self._certificate)
        lens = self._lens.state() if choices.step is FirstStep.LENS and not self._playing else None
        settings_said = tuple(MissingPart("settings", one) for one in (*self._faults, self._store.fault) if one)
        away: tuple[MissingPart, ...] = ()
        if report is not None and report.state in {CameraState.LOST, CameraState.FROZEN, CameraState.DARK}:
            away = (MissingPart("camera", without_addresses(report.message), FirstStep.CAMERA),)
        return view_of(
            Shown(
                choices=choices,
                lacks=(*settings_said, *self.trouble, *away, *self._small_tags(), *self.equipped.lacks),
                cameras=self._cameras(),
                source=camera_chosen(self._settings.camera, choices).source,
                wanted_px=camera_chosen(self._settings.camera, choices).size_px,
                report=report,
                size_px=None if self._frame is None else self._frame.size_px,
                picture=self._pictures.number,
                verdicts=self._verdicts if choices.step is FirstStep.PICTURE else (),
                lens=lens,
                lens_there=self.equipped.rig is not None,
                board=self._board if choices.step in {FirstStep.BOARD, FirstStep.VERIFY} else None,
                board_problem=self._board_problem if self._board_look is not None else LENS_FIRST,
                places=self._places.views,
                places_wanted=WANTED,
                certificate="" if certificate is None else str(short_certificate(certificate)),
                kit_board=choices.kit_board or self._settings.camera.catalogue is None,
                ready=self.equipped.rig is not None and self.equipped.catalogue is not None,
                playing=self._playing,
            )
        )

    def _small_tags(self) -> tuple[MissingPart, ...]:
        """Return a problem if models' tags are not readable, shown before sheets are printed in vain."""
        choices = self._store.choices
        camera = camera_chosen(self._settings.camera, choices)
        if choices.step not in {FirstStep.CAMERA, FirstStep.PRINT} or camera.source == NO_CAMERA:
            return ()
        tags = self._verdict_of.tags(camera.size_px if self._frame is None else self._frame.size_px)
        return () if tags.health is Health.OK else (MissingPart("tags", tags.line, FirstStep.CAMERA),)

    def _cameras(self) -> tuple[FoundCamera, ...]:
        """Return the cameras to choose from: those found, and the one named in the settings."""
        there = self._found()
        named = self._settings.camera.source
        if named in {"none", "simulated"} or any(one.source == named for one in there):
            return there
        return (*there, FoundCamera(without_address(named), str(Message.of("first-camera-of-settings"))))

    async def do(self, wish: Wish) -> Message | None:
        """Carry out a request; return why it was refused, else None."""
        try:
            return await self._done(wish)
        except UnknownError as unknown:
            return unknown.message
        except REFUSALS as refusal:
            return refusal.message
        except OSError as fault:
            return Message.of("first-disk-failed", fault=fault.strerror or fault)

    async def _done(self, wish: Wish) -> Message | None:
        choices = self._store.choices.model_copy(update={"begun": True})
        if self._playing:
            return self._come_back(choices) if isinstance(wish, wishes.Again) else Message.of("first-table-plays")
        match wish:
            case wishes.Choose():
                refusal = self._choose(choices, wish)
            case wishes.FindLens():
                refusal = await self._find_lens(choices)
            case wishes.TakePlace():
                refusal = await self._take_place(choices)
            case wishes.Certify():
                refusal = await self._certify(choices)
            case wishes.Finish():
                refusal = self._finish(choices)
            case _:
                refusal = None
                await self._noted(choices, wish)
        self.refresh()
        return refusal

    async def _noted(self, choices: Choices, wish: Wish) -> None:
        """Carry out the requests that are never refused."""
        match wish:
            case wishes.Turn():
                done = choices.with_done(choices.step) if wish.done else choices
                self._store.keep(done.model_copy(update={"step": wish.step}))
            case wishes.Ruler():
                self._store.keep(choices.model_copy(update={"ruler_mm": wish.ruler_mm, "plate_mm": wish.plate_mm}))
            case wishes.KitBoard():
                self._store.keep(choices.model_copy(update={"kit_board": True}))
            case wishes.DropView():
                await self._lens.drop(wish.name)
            case wishes.DropPlace():
                self._places.drop(wish.number)

    def _choose(self, choices: Choices, wish: wishes.Choose) -> Message | None:
        if all(one.source != wish.source for one in self._cameras()):
            return Message.of("first-camera-unknown", camera=without_address(wish.source))
        named = self._settings.camera.source
        source = named if wish.source == without_address(named) else wish.source
        changed = {"source": source, "instead_of": self._settings.camera.source, "size_px": wish.size_px}
        now = camera_chosen(self._settings.camera, choices)
        same = (now.source, now.size_px) == (source, wish.size_px or now.size_px)
        if not same:
            self._forget_lens()
        self._store.keep(choices.model_copy(update=changed).with_done(FirstStep.CAMERA))
        if not same:
            self.restart_requested.set()
        return None

    async def _find_lens(self, choices: Choices) -> Message | None:
        if (refusal := await self._lens.finish()) is not None:
            return refusal
        self._forget_places()
        changed = choices.model_copy(update={"own_rig": True}).without(FirstStep.BOARD, FirstStep.VERIFY)
        self._store.keep(changed.with_done(FirstStep.LENS))
        self.refresh()
        return None

    def _forget_lens(self) -> None:
        """Move the lens calibration aside, because it belongs to another camera or mode."""
        rig = own_rig(self._settings)
        if rig.exists():
            rig.replace(rig.with_suffix(".before.json"))
        self._forget_places()

    def _forget_places(self) -> None:
        self._places.clear()
        self._certificate.unlink(missing_ok=True)

    async def _take_place(self, choices: Choices) -> Message | None:
        rig, catalogue, frame = self.equipped.rig, self.equipped.catalogue, self._frame
        if rig is None or catalogue is None or frame is None:
            return Message.of("first-not-measurable")
        await self._in_turn(
            lambda: self._places.take(
                frame.image, rig, catalogue, thickness_mm=choices.plate_mm, print_scale=choices.ruler_mm / 100
            )
        )
        return None

    async def _certify(self, choices: Choices) -> Message | None:
        rig, catalogue = self.equipped.rig, self.equipped.catalogue
        there = len(self._places.views)
        if rig is None or catalogue is None or there < WANTED:
            return Message.of("first-places-few", there=there, wanted=WANTED)
        found = await self._in_turn(
            lambda: self._places.certificate(
                rig, catalogue, thickness_mm=choices.plate_mm, print_scale=choices.ruler_mm / 100
            )
        )
        write_json(self._certificate, found.to_json())
        self._store.keep(choices.with_done(FirstStep.VERIFY))
        return None

    def _finish(self, choices: Choices) -> Message | None:
        if self.refresh().rig is None or self.equipped.catalogue is None:
            return Message.of("first-not-ready", missing=self.equipped.lacks[0].sentence)
        self._store.keep(choices.model_copy(update={"finished": True}))
        self.restart_requested.set()
        return None

    def _come_back(self, choices: Choices) -> Message | None:
        if self.busy():
            return Message.of("first-game-running")
        self._store.keep(choices.model_copy(update={"finished": False}))
        self.restart_requested.set()
        return None

    @property
    def _certificate(self) -> Path:
        return self._settings.data.folder / CERTIFICATE

    async def picture(self) -> Picture:
        """Return the newest image, waiting for the first."""
        self._asked_s = time.monotonic()
        _, picture = await self._pictures.after(max(0, self._pictures.number - 1))
        return picture

    def kit(self, paper: str) -> bytes:
        """Return the starter kit as a PDF."""
        return starter_kit(paper)

    def sheet(self, name: str, paper: str) -> bytes:
        """Return the sheet board, charuco or verify as a PDF; raises `UnknownError` for other names."""
        catalogue = kit_catalogue() if self.equipped.catalogue is None else self.equipped.catalogue
        sheets: Mapping[str, Callable[[], bytes]] = {
            "board": lambda: board_sheets(catalogue.bare, paper),
            "charuco": lambda: charuco_sheet(fitting_target(paper), paper),
            "verify": lambda: verify_sheet(PLATE, paper),
        }
        if name not in sheets:
            raise UnknownError("first-sheet-unknown", sheet=name, known=sheets)
        return sheets[name]()

    async def _in_turn(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
