"""A tray whose file is broken is told at the table, not raised: its rolls are entered by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlook.settings import Settings
from overlook.table.tray.station import BY_HAND, tray_at


@pytest.mark.parametrize("content", ["[" * 100_000, "9" * 5000, "{", "[]"])
def test_a_broken_tray_file_is_told(tmp_path: Path, content: str) -> None:
    file = tmp_path / "tray.json"
    file.write_text(content)
    at_table = tray_at(Settings.model_validate({"tray": {"file": file}}), None)
    assert at_table.bowl is None
    assert str(file) in at_table.trouble
    assert BY_HAND in at_table.trouble
