"""A version brought to the page: shown once it is verified, handed to the system once it is taken, or refused."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from messages.message import Message
from overlook.machine import updates
from overlook.machine.system_requests import POWER, SERVICE
from overlook.machine.updates import (
    NO_INDEX,
    NOT_HEARD,
    PLAYS,
    RELEASES,
    Installation,
    Releases,
    Step,
    UpdateJob,
    mark_release_healthy,
)
from overlook.settings import UpdateSettings
from tests.deploy.small_release import DISTRIBUTION, small_release
from web.contract.setup.machine import (
    BringRelease,
    BringState,
    DropRelease,
    FetchRelease,
    GoBack,
    TakeRelease,
    UpdateView,
)

Work = Callable[[UpdateJob], Awaitable[Message | None]]
INDEX = "https://club:geheim@releases.example/simple"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """An installed table's folders: releases, its own of /run, its data."""
    for name in ("20260101T000000Z", "20260201T000000Z"):
        release = tmp_path / "opt" / "releases" / name
        number = "0.1.0" if name < "202602" else "0.2.0"
        (release / ".venv/lib/python3.11/site-packages" / f"overlook-{number}.dist-info").mkdir(parents=True)
        (release / ".ready").touch()
    (tmp_path / "opt" / "current").symlink_to(release)
    (tmp_path / "run").mkdir()
    (tmp_path / "data").mkdir()
    return tmp_path


def done(
    table: Path, work: Work, *, chosen: UpdateSettings | None = None, hears: bool = True, fetcher: str = ""
) -> tuple[Message | None, UpdateView, list[tuple[str, list[str]]]]:
    """Return what came of some work, and what the system heard meanwhile with the files that lay ready then."""
    heard: list[tuple[str, list[str]]] = []

    async def listen() -> None:
        asked = table / "run" / "update"
        while True:
            if hears and asked.exists():
                ready = table / "data" / "update" / "ready"
                heard.append((asked.read_text(), sorted(os.listdir(ready)) if ready.is_dir() else []))
                asked.unlink()
            await asyncio.sleep(0.01)

    async def whole() -> tuple[Message | None, UpdateView]:
        installation = Installation(True, Releases(table / "opt"), table / "run", heard_s=60 if hears else 0.2)
        command = (sys.executable, "-c", fetcher)
        one = UpdateJob(table / "data", chosen or UpdateSettings(), installation, program="0.2.0", fetcher=command)
        listening = asyncio.create_task(listen())
        refusal = await work(one)
        await one.close()
        listening.cancel()
        return refusal, one.shown()

    refusal, view = asyncio.run(whole())
    return refusal, view, heard


async def brought(one: UpdateJob, file: Path, part: int = 1 << 20) -> Message | None:
    packed = file.read_bytes()
    if (refusal := await one.do(BringRelease(kind="bring", name=file.name, size_bytes=len(packed)))) is not None:
        return refusal
    for at in range(0, len(packed), part):
        if (refusal := await one.take(one.view.number, at, packed[at : at + part])) is not None:
            return refusal
    await checked(one)
    return None


def fault_of(view: UpdateView) -> Message:
    """Return why the file was refused."""
    assert view.message is not None
    assert view.message.code == "upload-refused"
    fault: Message = view.message["fault"]
    return fault


async def checked(one: UpdateJob) -> None:
    while one.view.state in {BringState.COMING, BringState.CHECKING}:
        await asyncio.sleep(0.01)


def test_what_is_brought_is_shown_with_its_changes_and_the_system_hears_nothing_yet(table: Path) -> None:
    file = small_release(table, "0.3.0")
    refusal, view, heard = done(table, lambda one: brought(one, file, part=700))
    assert (refusal, heard) == (None, [])
    assert (view.state, view.version, view.plays, view.before) == (BringState.READY, "0.3.0", "0.2.0", "0.1.0")
    assert [(one.version, one.text) for one in view.changes] == [("0.3.0", "- What is new in 0.3.0.")]
    assert (view.why_not, view.no_index) == ("", str(NO_INDEX))


def test_what_is_taken_is_handed_to_the_system_and_then_gone_from_the_data(table: Path) -> None:
    file = small_release(table, "0.3.0")

    async def work(one: UpdateJob) -> Message | None:
        await brought(one, file)
        assert await one.do(TakeRelease(kind="take", number=one.view.number + 1)) is not None
        refusal = await one.do(TakeRelease(kind="take", number=one.view.number))
        assert await one.do(TakeRelease(kind="take", number=one.view.number)) is not None, "once"
        return refusal

    refusal, view, heard = done(table, work)
    assert (refusal, view.state) == (None, BringState.NONE)
    assert heard == [("install", ["overlook-0.3.0-py3-none-any.whl"])]
    assert not (table / "data" / "update").exists()
    assert os.listdir(table / "run") == []


def test_what_the_system_does_not_hear_is_taken_back_and_stays_ready(table: Path) -> None:
    file = small_release(table, "0.3.0")

    async def work(one: UpdateJob) -> Message | None:
        await brought(one, file)
        return await one.do(TakeRelease(kind="take", number=one.view.number))

    refusal, view, _ = done(table, work, hears=False)
    assert refusal == NOT_HEARD
    assert (view.state, view.line) == (BringState.READY, str(NOT_HEARD))
    assert os.listdir(table / "run") == []


@pytest.mark.parametrize("version", ["0.1.9", "0.2.0rc1"])
def test_an_older_one_is_refused_for_the_games_of_now_may_not_open_in_it(table: Path, version: str) -> None:
    file = small_release(table, version)
    _, view, _ = done(table, lambda one: brought(one, file))
    assert view.state is BringState.NONE
    assert fault_of(view) == Message.of("update-older", version=version, program="0.2.0")


def test_the_new_name_is_refused_until_the_machines_scripts_know_it(table: Path, checkout: Path) -> None:
    file = small_release(table, "0.3.0", name=DISTRIBUTION)
    scripts = table / "opt" / "updater"
    for known in (None, Path(__file__).parents[2] / "deploy" / "v0_2" / "update.sh"):
        if known is not None:
            scripts.mkdir()
            shutil.copy(known, scripts / "update.sh")
        _, view, _ = done(table, lambda one: brought(one, file))
        assert view.state is BringState.NONE
        assert fault_of(view) == Message.of("update-scripts-old", file=file.name)
    shutil.copy(checkout / "deploy" / "update.sh", scripts / "update.sh")
    _, view, _ = done(table, lambda one: brought(one, file))
    assert (view.state, view.version) == (BringState.READY, "0.3.0")


def test_the_version_before_is_read_under_either_name(table: Path) -> None:
    packages = table / "opt/releases/20260101T000000Z/.venv/lib/python3.11/site-packages"
    (packages / "overlook-0.1.0.dist-info").rename(packages / "overlook_referee-0.1.5.dist-info")
    assert Releases(table / "opt").before() == "0.1.5"


def test_what_is_no_release_is_refused_in_a_line(table: Path) -> None:
    (table / "holiday.jpg").write_bytes(b"\xff\xd8\xff" * 400)
    _, view, _ = done(table, lambda one: brought(one, table / "holiday.jpg"))
    assert fault_of(view).code == "update-file-unreadable"
    assert not (table / "data" / "update").exists()


def test_one_goes_back_only_where_there_is_one_before(table: Path) -> None:
    refusal, _, heard = done(table, lambda one: one.do(GoBack(kind="back")))
    assert (refusal, heard) == (None, [("back", [])])
    (table / "opt" / "releases" / "20260101T000000Z" / ".ready").unlink()
    refusal, view, heard = done(table, lambda one: one.do(GoBack(kind="back")))
    assert (refusal, heard, view.before) == (Message.of("update-nothing-before"), [], "")


@pytest.mark.parametrize("step", [Step.BUILDING, Step.TRYING])
def test_while_the_system_is_at_work_nothing_else_is_begun(table: Path, step: Step) -> None:
    (table / "opt" / "update-state").write_text(f"{step}\nit is being built\n")
    file = small_release(table, "0.3.0")
    for work in (lambda one: brought(one, file), lambda one: one.do(GoBack(kind="back"))):
        refusal, view, heard = done(table, work)
        assert refusal == Message.of("update-running")
        assert (view.at_work, view.said, heard) == (True, "it is being built", [])


def test_from_the_network_comes_what_the_index_of_the_settings_has(table: Path) -> None:
    file = str(small_release(table, "0.3.0"))
    copies = (
        "import shutil, sys, pathlib; words = sys.argv; to = pathlib.Path(words[words.index('--dest') + 1]); "
        "wanted = pathlib.Path(words[words.index('--requirement') + 1]); assert '--no-deps' in words; "
        f"assert wanted.read_text() == '--index-url {INDEX}\\noverlook-referee\\n'; "
        f"assert wanted.stat().st_mode & 0o077 == 0; assert 'geheim' not in str(words); "
        f"to.mkdir(); shutil.copy({file!r}, to)"
    )

    async def work(one: UpdateJob) -> Message | None:
        refusal = await one.do(FetchRelease(kind="fetch"))
        await checked(one)
        return refusal

    refusal, view, _ = done(table, work, chosen=UpdateSettings(index=INDEX), fetcher=copies)
    assert (refusal, view.state, view.version, view.no_index) == (None, BringState.READY, "0.3.0", "")
    refusal, view, _ = done(table, work, chosen=UpdateSettings(index=INDEX), fetcher="raise SystemExit('no network')")
    assert (refusal, view.state) == (None, BringState.NONE)
    assert view.message == Message.of("update-fetch-failed", fault="no network")
    assert done(table, work)[0] == NO_INDEX


def test_an_index_that_does_not_answer_or_cannot_be_asked_is_said_and_another_may_be_fetched(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "FETCH_S", 0.2)
    said: list[Message | None] = []

    async def twice(one: UpdateJob) -> Message | None:
        for _ in range(2):
            if (refusal := await one.do(FetchRelease(kind="fetch"))) is not None:
                return refusal
            while one.view.state is BringState.COMING:
                await asyncio.sleep(0.01)
            said.append(one.view.message)
        return None

    async def unasked(one: UpdateJob) -> Message | None:
        monkeypatch.setattr(one, "_fetcher", (str(table / "no-such-program"),))
        return await twice(one)

    chosen = UpdateSettings(index=INDEX)
    assert done(table, twice, chosen=chosen, fetcher="import time; time.sleep(60)")[0] is None
    assert said == [Message.of("update-fetch-slow", seconds=0.2)] * 2
    said.clear()
    assert done(table, unasked, chosen=chosen)[0] is None
    assert said == [Message.of("update-fetch-failed", fault="No such file or directory")] * 2


def test_one_that_is_taken_back_while_it_is_fetched_leaves_nothing(table: Path) -> None:
    async def work(one: UpdateJob) -> Message | None:
        assert await one.do(FetchRelease(kind="fetch")) is None
        return await one.do(DropRelease(kind="drop"))

    refusal, view, _ = done(table, work, chosen=UpdateSettings(index=INDEX), fetcher="import time; time.sleep(60)")
    assert (refusal, view.state) == (None, BringState.NONE)
    assert not (table / "data" / "update").exists()


def test_where_it_is_switched_off_or_not_installed_it_is_said_and_nothing_is_taken(table: Path) -> None:
    file = small_release(table, "0.3.0")
    refusal, view, _ = done(table, lambda one: brought(one, file), chosen=UpdateSettings(from_page=False))
    assert refusal == Message.of("update-switched-off")
    assert view.why_not == str(refusal)
    chosen = UpdateSettings()
    installed = {SERVICE: "x", POWER: str(table / "run"), RELEASES: str(table / "opt")}
    assert Installation.of(installed).why_not(chosen) is None
    for lacking in installed:
        without = {name: value for name, value in installed.items() if name != lacking}
        assert Installation.of(without).why_not(chosen)


def test_the_program_says_to_the_system_which_release_it_is(table: Path) -> None:
    mark_release_healthy({POWER: str(table / "run")})
    assert os.listdir(table / "run") == []
    mark_release_healthy({POWER: str(table / "run"), RELEASES: str(table / "opt")})
    unsaid = mark_release_healthy({POWER: "/proc/none", RELEASES: str(table / "opt")})
    assert unsaid is not None
    assert (unsaid.code, unsaid["folder"]) == ("update-not-recorded", "/proc/none")
    process, release, _ = (table / "run" / PLAYS).read_text().split()
    assert (int(process), release) == (os.getpid(), str(Path(sys.prefix).parent))


def test_the_units_hear_what_the_program_asks_and_run_what_is_no_part_of_a_release(checkout: Path) -> None:
    units = checkout / "deploy" / "systemd"
    path, service = ((units / f"overlook-update.{kind}").read_text() for kind in ("path", "service"))
    assert "PathExists=/run/overlook/update\nPathExists=/opt/overlook/at-work\n" in path
    assert [line for line in service.splitlines() if line.startswith("Exec")] == [
        "ExecStart=/bin/sh /opt/overlook/updater/update.sh"
    ]
    assert f"Environment={RELEASES}=/opt/overlook\n" in (units / "overlook.service").read_text()
