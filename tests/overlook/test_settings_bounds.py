"""A settings file that cannot be meant is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlook.errors import SettingsError
from overlook.settings import load_settings


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x=" + "[" * 5000, "is no TOML: lists and objects are nested"),
        ("x=" + "9" * 5000, "is no TOML: "),
        (".".join("a" * 5000) + "=1", "is no TOML: "),
        ("[camera]\nsize_px=[0, 0]", "camera.size_px.0: "),
        ("[camera]\nsize_px=[1280, -1]", "camera.size_px.1: "),
        ("[tray]\nsize_px=[1280, 100000]", "tray.size_px.1: "),
    ],
)
def test_what_cannot_be_meant_is_said_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "overlook.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as refused:
        load_settings(file)
    assert f"{file}: {said}" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400
