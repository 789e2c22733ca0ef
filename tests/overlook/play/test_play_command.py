"""`overlook play`: exit statuses, output, and the example script."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import httpx
import pytest

from overlook.play.script import load_script
from tests.depth import at_night
from tests.overlook.commands import Forked, overlook
from tests.overlook.phone_driver import until
from tests.overlook.play.scripts import activate, script

FAR = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}


def test_the_example_script_uses_every_kind_of_step_and_meets_its_expectations(checkout: Path, tmp_path: Path) -> None:
    example = checkout / "examples" / "scripts" / "first_turn.json"
    words = {step.word for step in load_script(example).steps}
    assert words == {"do", "see", "choose", "dice", "tray", "press", "expect"}
    done = overlook("play", example, "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["expected"]["held"] == result["expected"]["of"] == 6
    assert result["state"]["turning_point"] == 2
    assert [step["step"] for step in result["steps"]] == list(range(1, len(result["steps"]) + 1))


@pytest.mark.parametrize(("wounds", "status", "says"), [(10, 0, "2. expect: holds"), (9, 1, "found 10; expected 9")])
def test_the_exit_status_says_whether_the_expectations_hold(
    wounds: int, status: int, says: str, tmp_path: Path
) -> None:
    file = tmp_path / "script.json"
    expected = {"expect": {"operatives": {"A1": {"wounds": wounds}}}}
    file.write_text(json.dumps(script(FAR, activate("A1"), expected)), encoding="utf-8")
    done = overlook("play", file, folder=tmp_path)
    assert done.returncode == status
    assert says in done.stdout
    assert done.stdout.splitlines()[-1] == f"{1 - status} of 1 expectations hold."


@pytest.mark.parametrize("how", [signal.SIGTERM, *at_night(signal.SIGINT)])
def test_a_script_that_is_shown_serves_the_pages_until_a_signal_ends_it(tmp_path: Path, how: signal.Signals) -> None:
    file, said = tmp_path / "script.json", tmp_path / "said"
    file.write_text(json.dumps(script(FAR, activate("A1"))), encoding="utf-8")
    words = ["play", str(file), "--show", "0", "--pace", "60"]
    shown = Forked(words, folder=tmp_path, out=said, err=said, end=tmp_path / "end")
    try:
        until(lambda: said.exists() and "/overlay shows the game" in said.read_text(), "the pages are served")
        (where,) = re.findall(r"http://[^/]+", said.read_text())[:1]
        until(lambda: "A1" in httpx.get(f"{where}/api/snapshot").text, "the battle has begun")
        assert httpx.get(f"{where}/api/operatives/A1").json()["operative"] == "A1"
        shown.send_signal(how)
        assert shown.wait(within_s=45) == 130
    finally:
        shown.kill()
    assert len(said.read_text().splitlines()) == 1, said.read_text()


def test_a_broken_script_is_one_line_on_stderr(tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text(json.dumps(script(FAR, {"dice": [7]})), encoding="utf-8")
    done = overlook("play", file, folder=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert 'script.json: step 1: dice.0: found "7"; expected' in done.stderr
