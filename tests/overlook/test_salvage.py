"""Whatever stands in a settings file, a table has settings, and they are never more open than the file meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as within
from hypothesis import strategies as st

from overlook.lenient_settings import NO_CAMERA, SHIPPED, load_settings_leniently
from overlook.settings import Settings, load_settings

GOOD = """[web]
host = "0.0.0.0"
port = 8000
private = true
own_screen = false
[camera]
source = "v4l2:/dev/video3"
[venue]
user = "hunter"
"""


def written(folder: Path, text: str) -> Path:
    (folder / "overlook.toml").write_text(text, encoding="utf-8")
    return folder / "overlook.toml"


def test_a_whole_file_is_read_as_it_always_was(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    found = load_settings_leniently(file)
    assert found.faults == ()
    assert found.settings.model_dump() == load_settings(file).model_dump()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("port = 8000", "port = many", "line 3"),
        ("port = 8000", 'port = "many"', "web.port"),
        ("port = 8000", "porrt = 8000", "web.porrt"),
        ("port = 8000", 'names = ["a/b"]', "web"),
    ],
)
def test_a_wrong_line_is_left_out_and_said_and_the_others_hold(tmp_path: Path, old: str, new: str, says: str) -> None:
    found = load_settings_leniently(written(tmp_path, GOOD.replace(old, new)))
    assert says in str(found.faults[0])
    assert found.settings.web.host == "0.0.0.0"
    assert found.settings.web.port == 8765
    assert found.settings.web.private
    assert found.settings.camera.source == "v4l2:/dev/video3"


@pytest.mark.parametrize("damage", ["private = tru", "private = 7", "[web\nprivate = true"])
def test_what_closes_a_table_holds_though_it_cannot_be_read(tmp_path: Path, damage: str) -> None:
    found = load_settings_leniently(written(tmp_path, f"[game]\nround_min = 0\n[web]\n{damage}\n"))
    assert found.settings.web.private


def test_a_damaged_file_never_becomes_the_simulated_table(tmp_path: Path) -> None:
    assert load_settings_leniently(written(tmp_path, "[camera\nsource = 1")).settings.camera.source == NO_CAMERA
    assert load_settings_leniently(tmp_path / "nowhere.toml").settings.camera.source == NO_CAMERA
    assert load_settings_leniently(written(tmp_path, "")).settings.camera.source == "simulated"


def test_no_secret_is_said(tmp_path: Path) -> None:
    text = '[obs]\npassword = 12345678\npasswort = "geheim99"\n[venue]\npassword_file = [1]\n'
    assert all(
        word not in " ".join(map(str, load_settings_leniently(written(tmp_path, text)).faults))
        for word in ("12345678", "geheim99")
    )


def test_what_the_file_does_not_say_the_shipped_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "shipped.toml"
    shipped.write_text('[web]\nhost = "0.0.0.0"\nport = 8000\n')
    monkeypatch.setenv(SHIPPED, str(shipped))
    assert load_settings_leniently(tmp_path / "gone.toml").settings.web.port == 8000
    found = load_settings_leniently(written(tmp_path, '[web]\nhost = "127.0.0.1"\n')).settings
    assert (found.web.host, found.web.port) == ("127.0.0.1", 8000)


def test_a_wrong_word_in_the_environment_is_left_out_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERLOOK_WEB__PORT", "many")
    found = load_settings_leniently(written(tmp_path, GOOD))
    assert found.faults[0]["fault"]["field"] == "web.port"
    assert found.settings.web.port == 8000


@given(damaged=st.data())
@within(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_damage_keeps_a_table_from_its_settings(tmp_path: Path, damaged: st.DataObject) -> None:
    text = bytearray(GOOD.encode())
    for _ in range(damaged.draw(st.integers(1, 6))):
        at = damaged.draw(st.integers(0, len(text) - 1))
        text[at : at + damaged.draw(st.integers(0, 12))] = damaged.draw(st.binary(max_size=6))
    (tmp_path / "overlook.toml").write_bytes(bytes(text))
    assert isinstance(load_settings_leniently(tmp_path / "overlook.toml").settings, Settings)
