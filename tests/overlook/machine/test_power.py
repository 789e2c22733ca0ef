"""The end of program and machine by the page: asked twice, told to the system, and said where it cannot be."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from overlook.machine.backup_jobs import BackupJob, RestoreJob
from overlook.machine.page_settings import PageSettingsStore
from overlook.machine.service import MachineService
from overlook.machine.system_requests import ANSWER_S, NOT_HEARD, POWER, SERVICE, Hotspot, Power
from overlook.machine.updates import Installation, UpdateJob
from overlook.maintenance.backup import Sources
from overlook.settings import DataSettings, Settings
from tests.overlook.live_table import LiveTable
from tests.overlook.phone_driver import until
from web.contract.setup.machine import AskedMachine, AskPower, PowerWish
from web.contract.table.snapshot import HealthView

PATIENCE_MS = 60_000
UNITS = ("deploy/systemd/overlook-power@.path", "deploy/systemd/overlook-power@.service")


@contextmanager
def system(folder: Path) -> Iterator[list[str]]:
    """Do as overlook-power@.path and its service do; yields what was heard."""
    heard: list[str] = []
    over = threading.Event()

    def hear() -> None:
        while not over.is_set():
            for asked in [name for name in ("poweroff", "reboot") if (folder / name).exists()]:
                heard.append(asked)
                (folder / asked).unlink()
            time.sleep(0.01)

    listening = threading.Thread(target=hear)
    listening.start()
    try:
        yield heard
    finally:
        over.set()
        listening.join()


def can(power: Power) -> set[PowerWish]:
    return {one.wish for one in power.views() if not one.why_not}


def test_what_can_be_ended_depends_on_what_has_started_it(tmp_path: Path) -> None:
    assert can(Power.of({})) == {PowerWish.STOP}
    assert can(Power.of({SERVICE: "x"})) == {PowerWish.RESTART}
    installed = {PowerWish.RESTART, PowerWish.REBOOT, PowerWish.SHUT_DOWN}
    assert can(Power.of({SERVICE: "x", POWER: str(tmp_path)})) == installed
    assert can(Power.of({SERVICE: "x", POWER: str(tmp_path / "gone")})) == {PowerWish.RESTART}
    assert all(one.wish in can(Power.of({})) or one.why_not for one in Power.of({}).views())


@pytest.mark.parametrize("environment", [{}, {SERVICE: "x"}])
def test_what_cannot_be_ended_is_refused_in_words_and_nothing_ends(environment: dict[str, str]) -> None:
    ended: list[int] = []
    power = Power(SERVICE in environment, None, lambda: ended.append(1))
    for wish in set(PowerWish) - can(power):
        assert asyncio.run(power.do(wish)), wish
    assert not ended


@pytest.mark.parametrize("service", [True, False])
def test_the_program_ends_after_its_answer(service: bool) -> None:
    ended: list[float] = []

    async def asked() -> bool:
        power = Power(service, None, lambda: ended.append(time.monotonic()))
        assert await power.do(PowerWish.RESTART if service else PowerWish.STOP) is None
        at_once = not ended
        await asyncio.sleep(0.7)
        return at_once

    assert asyncio.run(asked())
    assert len(ended) == 1


def machine(folder: Path, power: Power) -> MachineService:
    """The machine's page of a table whose data lies there."""
    settings = Settings(data=DataSettings(folder=folder))
    return MachineService(
        file=settings,
        settings=settings,
        store=PageSettingsStore(folder),
        fixed={},
        copying=BackupJob(Sources(folder, {})),
        restoring=RestoreJob(folder),
        updating=UpdateJob(folder, settings.update, Installation.of({})),
        power=power,
        hotspot=Hotspot.of({}),
        port=8000,
        since_s=time.monotonic(),
        again=asyncio.Event(),
    )


def test_a_machine_that_is_slow_to_look_at_is_looked_at_before_the_program_begins_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that is still made when the program ends would be cut off, and be shown as a fault."""
    done: list[str] = []

    def looked(_: Path) -> tuple[HealthView, ...]:
        time.sleep(ANSWER_S * 1.5)
        done.append("looked")
        return ()

    monkeypatch.setattr("overlook.machine.service._parts", looked)

    async def asked() -> None:
        page = machine(tmp_path, Power(True, None, lambda: done.append("ended")))
        assert await page.do(AskedMachine(wish=AskPower(kind="power", what=PowerWish.RESTART))) is None
        await page.view()
        done.append("answered")
        await asyncio.sleep(ANSWER_S * 1.2)
        await page.close()

    asyncio.run(asked())
    assert done == ["looked", "answered", "ended"]


@pytest.mark.parametrize(("wish", "asked"), [(PowerWish.SHUT_DOWN, "poweroff"), (PowerWish.REBOOT, "reboot")])
def test_the_system_is_asked_once_and_what_it_does_not_hear_is_taken_back(
    tmp_path: Path, wish: PowerWish, asked: str
) -> None:
    with system(tmp_path) as heard:
        assert asyncio.run(Power(True, tmp_path, heard_s=60.0).do(wish)) is None
    assert heard == [asked]
    assert asyncio.run(Power(True, tmp_path, heard_s=0.3).do(wish)) == NOT_HEARD
    assert list(tmp_path.iterdir()) == []


def test_the_units_hear_what_the_program_asks_and_do_that_alone(checkout: Path) -> None:
    path, service = ((checkout / one).read_text() for one in UNITS)
    assert "PathExists=/run/overlook/%i\n" in path
    assert [line for line in service.splitlines() if line.startswith("Exec")] == [
        "ExecStart=/usr/bin/rm -f /run/overlook/%i",
        "ExecStart=/usr/bin/systemctl --no-block %i",
    ]
    assert f"Environment={POWER}=/run/overlook\n" in (checkout / "deploy/systemd/overlook.service").read_text()
    assert 'POWER="poweroff reboot"\n' in (checkout / "deploy/install.sh").read_text()


def test_on_the_page_a_second_tap_ends_it_and_the_first_says_what_comes_of_it(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, artifacts: Path
) -> None:
    data, run = tmp_path / "data", tmp_path / "run"
    data.mkdir()
    run.mkdir()
    monkeypatch.setenv(SERVICE, "as systemd sets it")
    monkeypatch.setenv(POWER, str(run))
    table = LiveTable(data, "--camera", "none").start()
    with chromium.new_context(viewport={"width": 390, "height": 844}) as context, system(run) as heard:
        page = context.new_page()
        page.goto(f"{table.url}machine")
        page.locator("#end-shut_down").wait_for(timeout=PATIENCE_MS)
        assert "Stop the program: The program is a service" in page.locator("#power").inner_text()
        page.click("#end-shut_down")
        page.get_by_text("Wait until the machine's light stays off").wait_for(timeout=PATIENCE_MS)
        page.locator("#power").scroll_into_view_if_needed()
        page.screenshot(path=artifacts / "machine-power-390.png")
        assert not heard
        page.get_by_role("button", name="No").click()
        page.click("#end-shut_down")
        page.click("#end-sure")
        page.get_by_text("Shutting down…").wait_for(timeout=PATIENCE_MS)
        until(lambda: bool(heard), "the system hears of it")
        assert heard == ["poweroff"]
        wish = {"wish": {"kind": "power", "what": "stop"}}
        assert httpx.post(f"{table.url}api/machine", json=wish).status_code == 409
        page.reload()
        page.click("#end-restart", timeout=PATIENCE_MS)
        page.click("#end-sure")
        assert table.ended(within_s=60) == 0
    table.stop()
