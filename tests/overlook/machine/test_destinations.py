"""A secret of the settings is sent to nobody but whom it was entered for: a change of destination erases it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import SecretStr

from messages.message import Message
from overlook.console import SECRET
from overlook.hall.hall import broker_of
from overlook.machine.backup_jobs import BackupJob, RestoreJob
from overlook.machine.page_settings import (
    DESTINATIONS,
    IN_THE_ADDRESS,
    STAYS_HERE,
    PageSettings,
    PageSettingsStore,
    editable_settings,
    erased,
)
from overlook.machine.service import MachineService
from overlook.machine.system_requests import Hotspot, Power
from overlook.machine.updates import Installation, UpdateJob
from overlook.maintenance.backup import Sources
from overlook.settings import DataSettings, Settings
from venue.settings import VenueSettings
from web.contract.setup.machine import AskedMachine, ChangeSettings, SettingChange
from web.server.settings import ObsSettings

OURS, STRANGERS = "hall.local", "stranger.example"
HALL: dict[str, Any] = {"broker": OURS, "port": 8883, "table": "table-07", "tls": True}
Said = dict[str, Any]
AS_IN_FILE = object()


def in_file(**venue: Any) -> Settings:
    """Return the settings of a file with that hall."""
    return Settings(venue=VenueSettings(**{**HALL, **venue}))


def wanted(said: Said) -> tuple[SettingChange, ...]:
    return tuple(
        SettingChange(name=name, as_in_file=True) if value is AS_IN_FILE else SettingChange(name=name, value=value)
        for name, value in said.items()
    )


def set_on_page(page: PageSettings, file: Settings, said: Said) -> PageSettings:
    return page.changed(wanted(said), file, {})


def held(page: PageSettings, file: Settings) -> Settings:
    return page.over(file)[0]


MOVES: list[Said] = [
    {"venue.broker": STRANGERS},
    {"venue.port": 1884},
    {"venue.port": None},
    {"venue.tls": False},
    {"venue.broker": STRANGERS, "camera.fps": 7},
]


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("where", ["file", "page"])
def test_a_change_of_broker_port_or_encryption_erases_the_halls_password(move: Said, where: str) -> None:
    file = in_file(password="ours" if where == "file" else None)
    page = set_on_page(PageSettings(), file, {"venue.password": "ours"} if where == "page" else {"camera.fps": 5})
    assert broker_of(held(page, file).venue).password == "ours"
    moved = set_on_page(page, file, move)
    assert broker_of(held(moved, file).venue).password is None
    assert "ours" not in moved.model_dump_json()
    told = erased(held(page, file), held(moved, file), wanted(move))
    assert told == Message.of("machine-secrets-erased", settings=["venue.password"])


@pytest.mark.parametrize("move", MOVES)
def test_a_password_file_is_not_read_for_another_broker_either(tmp_path: Path, move: Said) -> None:
    kept = tmp_path / "password"
    kept.write_text("ours")
    file = in_file(password_file=kept)
    moved = set_on_page(PageSettings(), file, move)
    assert held(moved, file).venue.secret() is None
    new = set_on_page(PageSettings(), file, {**move, "venue.password": "theirs"})
    assert held(new, file).venue.secret() == "theirs"


@pytest.mark.parametrize("move", MOVES)
def test_a_password_that_comes_with_the_change_holds(move: Said) -> None:
    file = in_file(password="ours")
    page = set_on_page(PageSettings(), file, {**move, "venue.password": "theirs"})
    assert held(page, file).venue.password == "theirs"
    assert erased(file, held(page, file), wanted({**move, "venue.password": "theirs"})) is None


@pytest.mark.parametrize("said", [{"venue.table": "table-08"}, {"camera.fps": 7}, {"venue.broker": OURS}])
def test_a_change_of_anything_else_leaves_it(said: Said) -> None:
    file = in_file()
    page = set_on_page(PageSettings(), file, {"venue.password": "ours"})
    assert held(set_on_page(page, file, said), file).venue.password == "ours"


def test_encryption_that_is_switched_on_leaves_it() -> None:
    file = in_file(tls=False)
    page = set_on_page(PageSettings(), file, {"venue.password": "ours"})
    assert held(set_on_page(page, file, {"venue.tls": True}), file).venue.password == "ours"


def test_the_files_password_is_used_again_at_the_files_broker_alone() -> None:
    file = in_file(password="ours")
    away = set_on_page(PageSettings(), file, {"venue.broker": STRANGERS, "venue.password": "theirs"})
    mixed = set_on_page(away, file, {"venue.password": AS_IN_FILE})
    assert held(mixed, file).venue.password is None
    assert Message.of("machine-secret-of-file", setting="venue.password") in mixed.over(file)[1]
    back = set_on_page(away, file, {"venue.broker": AS_IN_FILE, "venue.password": AS_IN_FILE})
    assert (back, held(back, file).venue.password) == (PageSettings(), "ours")
    half = set_on_page(away, file, {"venue.broker": AS_IN_FILE})
    assert held(half, file).venue.password == "ours", "theirs is not sent to our broker"


@pytest.mark.parametrize(
    "other", [{"broker": STRANGERS}, {"port": 1884}, {"tls": False}, {"tls": False, "ca_file": Path("ca.crt")}]
)
def test_a_settings_file_that_names_another_broker_is_not_sent_the_pages_password(other: dict[str, Any]) -> None:
    """The file was edited, or a back-up's page settings were put beside the file of another table."""
    file, unsaid = in_file(), in_file(broker="another.hall")
    page = set_on_page(PageSettings(), file, {"venue.password": "ours"})
    settings, faults = page.over(in_file(**other))
    assert settings.venue.password is None
    assert Message.of("machine-secret-dropped", setting="venue.password") in faults
    overridden = set_on_page(PageSettings(), unsaid, {"venue.broker": OURS, "venue.password": "ours"})
    assert overridden.over(in_file(broker=STRANGERS))[0].venue.password is None


def test_a_certificate_that_is_taken_out_of_the_file_counts_as_encryption_switched_off() -> None:
    file = in_file(tls=False, ca_file=Path("/etc/hall/ca.crt"))
    page = set_on_page(PageSettings(), file, {"venue.password": "ours"})
    assert held(page, file).venue.password == "ours"
    assert held(page, in_file(tls=False)).venue.password is None


def test_the_password_of_obs_is_for_one_address() -> None:
    file = Settings(obs=ObsSettings(password=SecretStr("ours")))
    page = set_on_page(PageSettings(), file, {"obs.url": f"ws://{STRANGERS}:4455"})
    assert held(page, file).obs.password.get_secret_value() == ""
    new = set_on_page(page, file, {"obs.password": "theirs"})
    assert held(new, file).obs.password.get_secret_value() == "theirs"
    back = set_on_page(new, file, {"obs.url": AS_IN_FILE})
    assert held(back, file).obs.password.get_secret_value() == "ours"


def test_what_a_secret_was_entered_for_does_not_show_as_set_on_the_page() -> None:
    file = in_file(ca_file=Path("/etc/hall/ca.crt"))
    page = set_on_page(PageSettings(), file, {"venue.password": "ours"})
    assert {name for name in editable_settings() if page.says(name)} == {"venue.password"}
    assert page.over(file)[1] == ()
    assert set_on_page(page, file, {"venue.password": AS_IN_FILE}) == PageSettings()


def test_page_settings_of_an_earlier_version_hold_until_the_destination_is_changed() -> None:
    file = in_file()
    page = set_on_page(PageSettings(), file, {"venue.password": "ours"})
    earlier = PageSettings(settings={name: one for name, one in page.settings.items() if page.says(name)})
    assert held(earlier, file).venue.password == "ours"
    assert held(set_on_page(earlier, file, {"venue.broker": STRANGERS}), file).venue.password is None


def test_every_secret_has_a_destination_or_is_sent_nowhere() -> None:
    secret = {name for name in editable_settings() if SECRET.search(name.partition(".")[2])}
    assert secret == DESTINATIONS.keys() | STAYS_HERE | (IN_THE_ADDRESS & {"hooks.urls"})
    named = {name for one in DESTINATIONS.values() for name in (*one.where, *one.protected_by)}
    assert named | IN_THE_ADDRESS <= editable_settings().keys()
    assert all(editable_settings()[name].locked for name in IN_THE_ADDRESS), (
        "such an address is not set in part on a page"
    )


BROKERS, PORTS = st.sampled_from([OURS, STRANGERS, "third.example"]), st.sampled_from([None, 1883, 8883])
PAGE = st.fixed_dictionaries(
    {},
    optional={
        "venue.broker": BROKERS | st.just(AS_IN_FILE),
        "venue.port": PORTS | st.just(AS_IN_FILE),
        "venue.tls": st.booleans() | st.just(AS_IN_FILE),
        "venue.password": st.sampled_from(["new", AS_IN_FILE]),
        "camera.fps": st.integers(1, 60),
    },
)
FILE = st.fixed_dictionaries({"broker": BROKERS, "port": PORTS, "tls": st.booleans(), "secret": st.booleans()})

PLAIN: Said = {"broker": OURS, "port": None, "tls": False, "secret": False}


@given(st.lists(st.tuples(st.just("page"), PAGE) | st.tuples(st.just("file"), FILE), max_size=8))
@example([("page", {"venue.password": "new"}), ("file", PLAIN), ("page", {})])
def test_no_history_of_page_and_file_sends_a_password_elsewhere(history: list[tuple[str, Said]]) -> None:
    """Each password is entered once, under a name of its own; what is remembered of it is the test's own."""
    entered: dict[str, tuple[Any, Any, bool]] = {}
    file, page = in_file(password="file 0"), PageSettings()

    def destination(settings: Settings) -> tuple[Any, Any, bool]:
        return settings.venue.broker, settings.venue.port, settings.venue.tls

    entered["file 0"] = destination(file)
    for number, (what, said) in enumerate(history, 1):
        if what == "file":
            own = {name: value for name, value in said.items() if name != "secret"}
            file = in_file(**own, password=f"file {number}" if said["secret"] else None)
            entered[f"file {number}"] = destination(file)
        else:
            new = said.get("venue.password") == "new"
            page = set_on_page(page, file, {**said, "venue.password": f"page {number}"} if new else said)
            if new:
                assert held(page, file).venue.password == f"page {number}"
                entered[f"page {number}"] = destination(held(page, file))
        now = held(page, file)
        if now.venue.password is not None:
            broker, port, tls = entered[now.venue.password]
            assert (now.venue.broker, now.venue.port) == (broker, port)
            assert now.venue.tls or not tls


def test_the_page_says_in_one_line_what_was_erased(tmp_path: Path) -> None:
    file = in_file(password="ours").model_copy(update={"data": DataSettings(folder=tmp_path)})

    async def run() -> None:
        store = PageSettingsStore(tmp_path)
        machine = MachineService(
            file=file,
            settings=file,
            store=store,
            fixed={},
            copying=BackupJob(Sources(tmp_path)),
            restoring=RestoreJob(tmp_path),
            updating=UpdateJob(tmp_path, file.update, Installation.of({})),
            power=Power.of({}),
            hotspot=Hotspot.of({}),
            port=8765,
            since_s=0.0,
            again=asyncio.Event(),
        )
        try:
            assert (await machine.view()).notice == ""
            change = ChangeSettings(kind="settings", changes=wanted({"venue.broker": STRANGERS}))
            assert await machine.do(AskedMachine(wish=change)) is None
            notice = (await machine.view()).notice
            assert notice == str(Message.of("machine-secrets-erased", settings=["venue.password"]))
            assert held(PageSettingsStore(tmp_path).page, file).venue.password is None
        finally:
            await machine.close()

    asyncio.run(run())
