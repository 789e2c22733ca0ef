"""docs/settings.md: every setting with its default, bounds and description, as the model has them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.settings_table import unit_of
from overlook.machine.page_settings import editable_settings
from web.contract.setup.machine import SettingKind


def test_the_page_of_settings_is_that_of_the_model(checkout: Path) -> None:
    command = [sys.executable, str(checkout / "docs" / "settings_table.py"), "--check"]
    checked = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("name", editable_settings())
def test_a_setting_has_a_description_of_its_own_and_bounds_for_a_number(name: str) -> None:
    setting = editable_settings()[name]
    words = set(re.findall(r"[a-z]+", str(setting.description).lower()))
    assert words - set(re.split(r"[._]", name)), "the description only repeats the name"
    if setting.kind is SettingKind.NUMBER:
        assert setting.least is not None
        last = name.rpartition(".")[2]
        assert not re.search(r"_(s|px|gb|min|mm|deg|in)$", last) or unit_of(name)
