"""What is set on the machine's page holds over the settings file until that says something newer; no secret shows."""

from __future__ import annotations

import stat
import typing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from messages.message import Message
from overlook.errors import SettingsError
from overlook.machine.page_settings import NAME, PageSettings, PageSettingsStore, editable_settings, fixed_here
from overlook.settings import Settings
from web.contract.setup.machine import SettingChange, SettingKind

CHANGES: dict[str, st.SearchStrategy[Any]] = {
    "camera.fps": st.floats(0.5, 60),
    "camera.size_px": st.tuples(st.integers(16, 4000), st.integers(16, 4000)).map(lambda px: tuple(map(str, px))),
    "game.edition": st.sampled_from(["kt24", "kt21"]),
    "game.round_min": st.integers(0, 600),
    "web.private": st.booleans(),
    "web.names": st.lists(st.sampled_from(["table.local", "club.lan"]), unique=True).map(tuple),
    "voice.words_a_minute": st.integers(80, 400),
    "panel.buzzer": st.sampled_from([0, 2, 3, 4]),
    "obs.password": st.text("abc123", min_size=1),
}


def changes() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=CHANGES)


def applied(page: PageSettings, file: Settings, said: dict[str, Any]) -> PageSettings:
    return page.changed([SettingChange(name=name, value=value) for name, value in said.items()], file, {})


def paths_within(annotation: Any) -> bool:
    """Whether a path is anywhere in a type, by Python's own words for it."""
    return annotation is Path or any(map(paths_within, typing.get_args(annotation)))


def test_every_field_is_there_says_what_it_does_and_no_file_of_the_machine_is_named_from_a_page() -> None:
    found = editable_settings()
    counted = 0
    for section, info in Settings.model_fields.items():
        kind: Any = info.annotation
        for name, annotation in typing.get_type_hints(kind, include_extras=True).items():
            if name.startswith("_") or name in {"model_config"} or typing.get_origin(annotation) is typing.ClassVar:
                continue
            counted += 1
            one = found[f"{section}.{name}"]
            assert one.description
            assert bool(one.locked) or not paths_within(annotation), one.name
    assert counted == len(found) > 50


@given(changes())
def test_what_was_set_holds_and_setting_it_as_in_the_file_takes_it_back(said: dict[str, Any]) -> None:
    file = Settings()
    page = applied(PageSettings(), file, said)
    held, faults = page.over(file)
    assert faults == ()
    for name, known in editable_settings().items():
        if name not in said:
            assert known.of(held) == known.of(file)
        elif known.kind is SettingKind.SECRET:
            assert held.obs.password.get_secret_value() == said[name]
        elif known.kind is SettingKind.LIST:
            assert [str(one) for one in known.of(held)] == list(said[name])
        else:
            assert (known.of(held) or 0) == said[name]
    back = page.changed([SettingChange(name=name, as_in_file=True) for name in said], file, {})
    assert back == PageSettings()


@given(changes())
def test_a_file_that_was_changed_since_is_newer_field_by_field(said: dict[str, Any]) -> None:
    file = Settings()
    page = applied(PageSettings(), file, {"camera.fps": 7.0, **said})
    newer = file.model_copy(update={"camera": file.camera.model_copy(update={"fps": 3.0})})
    held, faults = page.over(newer)
    if "camera.fps" in page.settings:
        assert held.camera.fps == 3.0
        assert Message.of("machine-setting-older", setting="camera.fps") in faults
    meant, _ = page.over(file)
    assert all(known.of(held) == known.of(meant) for name, known in editable_settings().items() if name != "camera.fps")
    assert len(faults) == ("camera.fps" in page.settings)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"camera.fps": "many"}, "camera.fps: "),
        ({"camera.fps": 0}, "camera.fps: "),
        ({"panel.confirm": 6}, "used by confirm"),
        ({"venue.broker": "hall.local"}, "broker and table"),
        ({"voice.program": "/bin/sh"}, "names a program to run"),
        ({"data.folder": "/tmp"}, "names a file or a folder"),
        ({"venue.password_file": "/etc/shadow"}, "names a file or a folder"),
        ({"web.own_screen": False}, "who needs no PIN"),
        ({"camera.colour": "red"}, 'There is no setting "camera.colour"'),
    ],
)
def test_what_cannot_be_is_refused_in_one_line_and_changes_nothing(said: dict[str, Any], why: str) -> None:
    page = applied(PageSettings(), Settings(), {"camera.fps": 5})
    with pytest.raises(SettingsError) as refused:
        applied(page, Settings(), {"web.private": True, **said})
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)
    assert page == applied(PageSettings(), Settings(), {"camera.fps": 5})


def test_two_settings_that_need_each_other_are_set_together() -> None:
    held, faults = applied(PageSettings(), Settings(), {"venue.broker": "hall.local", "venue.table": "table-07"}).over(
        Settings()
    )
    assert faults == ()
    assert (held.venue.broker, held.venue.table) == ("hall.local", "table-07")


def test_what_environment_and_command_line_say_is_not_set_from_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERLOOK_CAMERA__FPS", "6")
    under = Settings()
    over = under.model_copy(update={"game": under.game.model_copy(update={"edition": "kt21"})})
    fixed = fixed_here(over, under)
    assert set(fixed) == {"camera.fps", "game.edition"}
    with pytest.raises(SettingsError) as refused:
        PageSettings().changed([SettingChange(name="camera.fps", value=5)], over, fixed)
    why = Message.of("machine-locked-environment")
    assert refused.value.message == Message.of("machine-setting-locked", setting="camera.fps", why=why)


def test_secret_is_shown_only_as_whether_there_is_one() -> None:
    said = Settings.model_validate({"obs": {"password": "hunter2"}, "hooks": {"secret": "0123456789abcdef"}})
    secrets = {name: one for name, one in editable_settings().items() if one.kind is SettingKind.SECRET}
    assert {"obs.password", "hooks.secret"} <= set(secrets)
    assert [name for name, one in secrets.items() if one.of(said) is True] == ["obs.password", "hooks.secret"]
    assert {one.of(Settings()) for one in secrets.values()} == {False}


def test_the_file_is_its_owners_alone_and_a_damaged_one_is_said(tmp_path: Path) -> None:
    store = PageSettingsStore(tmp_path)
    store.keep(applied(store.page, Settings(), {"obs.password": "hunter2"}))
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    held, faults = PageSettingsStore(tmp_path).over(Settings())
    assert (held.obs.password, faults) == (SecretStr("hunter2"), ())
    (tmp_path / NAME).write_bytes((tmp_path / NAME).read_bytes()[:-4])
    held, faults = PageSettingsStore(tmp_path).over(Settings())
    assert held == Settings()
    assert faults == (Message.of("machine-settings-damaged", file=NAME),)
