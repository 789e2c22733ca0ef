"""What a first run's page says to somebody who has chosen nothing yet."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from hardware.cameras.sources import FoundCamera
from hardware.cameras.supervisor import CameraReport, CameraState
from messages.catalogue import ENGLISH
from messages.message import Message
from overlook.first_run.prerequisites import Choices, ChoicesStore
from overlook.first_run.service import FirstRunService
from overlook.settings import Settings
from tests.overlook.first_run.hands_camera import NAME, SOURCE, HandsCamera
from web.contract.setup.startup import FirstRunView, FirstStep

CATALOGUE = "catalogue.json"
AWAY = "v4l2:/dev/video9"


def shown(folder: Path, choices: Choices, said: Message | None = None, **camera: object) -> FirstRunView:
    """Return what the page of a table with these choices shows before the camera's first picture."""
    settings = Settings.model_validate({"camera": {"source": "none", **camera}, "data": {"folder": folder}})
    store = ChoicesStore(folder)
    store.keep(choices)
    service = FirstRunService(
        settings,
        store,
        HandsCamera(),
        found=lambda: (FoundCamera(SOURCE, NAME),),
        today=lambda: date(2026, 11, 26),
        again=asyncio.Event(),
    )
    if said is not None:
        service.camera_report(
            CameraReport("video9", CameraState.LOST, 0.0, datetime(2026, 11, 26, tzinfo=UTC), said, 1)
        )
    try:
        return service.view()
    finally:
        service.close()


def chosen(**more: object) -> Choices:
    return Choices.model_validate({"source": SOURCE, "instead_of": "none", "size_px": (1280, 720), **more})


def test_a_camera_that_is_not_chosen_has_no_name_and_its_step_is_not_done(tmp_path: Path) -> None:
    view = shown(tmp_path, Choices(step=FirstStep.PRINT, done=(FirstStep.CAMERA,)))
    assert (view.camera, view.camera_line) == ("", str(Message.of("first-no-camera")))
    assert not view.steps[0].done
    assert [one.part for one in view.lacks] == ["camera", "lens"]


def test_a_camera_is_called_as_people_call_it(tmp_path: Path) -> None:
    view = shown(tmp_path, chosen(done=(FirstStep.CAMERA,)))
    assert (view.camera, view.camera_line) == (NAME, f"{NAME}: {Message.of('camera-opening')}")
    assert view.steps[0].done


def test_a_camera_of_the_settings_that_is_away_is_named_once_and_what_to_do_is_said(tmp_path: Path) -> None:
    away = Message.of("camera-none-found", camera=AWAY)
    view = shown(tmp_path, Choices(), away, source=AWAY)
    assert view.camera_line == ENGLISH.text(away, {AWAY: str(Message.of("first-camera-of-settings"))})
    assert [one.sentence for one in view.lacks][:1] == [str(away)]


@pytest.mark.parametrize("step", [FirstStep.CAMERA, FirstStep.PRINT])
def test_pictures_too_small_for_models_tags_are_said_before_printing(tmp_path: Path, step: FirstStep) -> None:
    (lack,) = (one for one in shown(tmp_path, chosen(step=step)).lacks if one.part == "tags")
    assert lack.message is not None
    small, mend = lack.message["parts"]
    assert small["size"].code == "check-tag-size-most"
    assert mend == Message.of("check-fix-tags-larger", width=2304, height=1296)
    assert lack.step is FirstStep.CAMERA


def test_pictures_large_enough_lack_nothing(tmp_path: Path) -> None:
    view = shown(tmp_path, chosen(step=FirstStep.PRINT).model_copy(update={"size_px": (2304, 1296)}))
    assert [one.part for one in view.lacks] == ["lens"]


@pytest.mark.parametrize("step", [FirstStep.BOARD, FirstStep.VERIFY])
def test_a_board_is_not_looked_for_without_a_lens(tmp_path: Path, step: FirstStep) -> None:
    assert shown(tmp_path, chosen(step=step)).board_problem == str(Message.of("first-lens-first"))


def test_only_a_table_with_a_catalogue_of_its_own_is_asked_whether_it_stands_on_the_kits_board(tmp_path: Path) -> None:
    assert shown(tmp_path, chosen()).kit_board
    named = str(tmp_path / CATALOGUE)
    assert not shown(tmp_path, chosen(), catalogue=named).kit_board
    assert shown(tmp_path, chosen(kit_board=True), catalogue=named).kit_board
