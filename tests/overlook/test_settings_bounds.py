"""A settings file that cannot be meant is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlook.errors import SettingsError
from overlook.settings import load_settings


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("x=" + "[" * 5000, None),
        ("x=" + "9" * 5000, None),
        (".".join("a" * 5000) + "=1", None),
        ("[camera]\nsize_px=[0, 0]", "camera.size_px.0"),
        ("[camera]\nsize_px=[1280, -1]", "camera.size_px.1"),
        ("[tray]\nsize_px=[1280, 100000]", "tray.size_px.1"),
    ],
)
def test_what_cannot_be_meant_is_said_in_one_line(tmp_path: Path, text: str, field: str | None) -> None:
    file = tmp_path / "overlook.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as refused:
        load_settings(file)
    message = refused.value.message
    assert message["file"] == str(file)
    assert message.code == ("settings-not-toml" if field is None else "settings-fault")
    assert field is None or message["fault"]["field"] == field
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400
