"""The log says what went wrong and when, and never what variables held."""

from __future__ import annotations

import logging
import re
import subprocess
import sys

import pytest

from benchmarks.referee.rulings import game
from overlook.console import set_log_levels
from overlook.machine.page_settings import editable_settings
from overlook.settings import LogSettings
from overlook.table.games.ruling_history import RulingHistory
from referee.game.intents import read_intent
from simulation import example_catalogue, example_poses, example_rig, take_photo
from vision.tags.detector import Detector
from vision.tags.evidence import Rejection

FAULTY = """
import logging
from overlook.console import log, log_to_stderr
log_to_stderr()
log.info("old pictures made room")
logging.getLogger("web.live").warning("viewer %s took nothing", "10.0.0.7")
logging.getLogger("strangers").info("not of ours, and nothing to mind")
secret = "hunter" + "2"
try:
    raise OSError(f"a secret of {len(secret)} letters")
except OSError:
    log.exception("something failed")
"""


def test_a_line_has_its_time_and_a_fault_its_lines_without_what_variables_held() -> None:
    done = subprocess.run([sys.executable, "-c", FAULTY], capture_output=True, text=True, check=True)
    told, minded, failed, *lines = done.stderr.splitlines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d INFO old pictures made room", told)
    assert minded.endswith(" WARNING viewer 10.0.0.7 took nothing")
    assert failed.endswith(" ERROR something failed")
    assert lines[0].startswith("Traceback")
    assert lines[-1] == "OSError: a secret of 7 letters"
    assert "hunter2" not in done.stdout + done.stderr


def test_each_area_has_its_level() -> None:
    areas = {"vision": "debug", "table": "info", "web": "warning", "hardware": "error"}
    before = {area: logging.getLogger(f"overlook.{area}").level for area in areas}
    try:
        set_log_levels(LogSettings.model_validate(areas).model_dump())
        assert logging.getLogger("overlook.vision.tags").isEnabledFor(logging.DEBUG)
        assert not logging.getLogger("overlook.table.rulings").isEnabledFor(logging.DEBUG)
        assert not logging.getLogger("overlook.web.auth").isEnabledFor(logging.INFO)
        assert not logging.getLogger("overlook.hardware.cameras").isEnabledFor(logging.WARNING)
    finally:
        for area, level in before.items():
            logging.getLogger(f"overlook.{area}").setLevel(level)


def test_the_machine_page_offers_the_levels() -> None:
    assert editable_settings()["log.vision"].choices == ("debug", "info", "warning", "error")


def test_a_rejected_tag_is_logged_with_its_place_and_reason(caplog: pytest.LogCaptureFixture) -> None:
    catalogue, rig = example_catalogue(), example_rig((1280, 720))
    image = take_photo(catalogue, example_poses(), rig, seed=1).image
    with caplog.at_level(logging.DEBUG, logger="overlook.vision.tags"):
        eye = Detector(catalogue.dictionary, catalogue.tag_ids | set(range(200, 250)), rig.camera.size_px)
        detection = eye.detect(image)
    lines = [record.message for record in caplog.records if "rejected" in record.message]
    assert len(lines) >= detection.refused > 0
    reasons = "|".join(Rejection)
    assert all(re.match(rf"tag \d+ at \(\d+, \d+\) px rejected: ({reasons})", line) for line in lines)


def test_a_close_ruling_is_logged_with_limit_and_causes(caplog: pytest.LogCaptureFixture) -> None:
    causes = [
        {"cause": "mounting", "thing": "A7", "sigma": 0.008, "share": 0.7},
        {"cause": "pixel", "thing": "A7", "sigma": 0.0054, "share": 0.3},
    ]
    near = {"rule": "D24-01", "means": "near", "measured": 6.01, "required": 6.0, "margin": -0.01, "sigma": 0.0096}
    ruling = {"claim": "claim", "findings": [near], "p_yes": 0.15, "contributions": causes}
    played = game()
    move = {"kind": "act", "id": "m", "operative": "A7", "action": "Reposition", "charged": 6.0, "rulings": [ruling]}
    played.submit(read_intent(move))
    with caplog.at_level(logging.DEBUG, logger="overlook.table.rulings"):
        RulingHistory().follow(played.timeline)
    said = "\n".join(record.message for record in caplog.records)
    assert "D24-01 near; measured 6.010, required 6.000, margin -0.010, sigma 0.0096" in said
    assert "70 % of the variance: mounting A7" in said
