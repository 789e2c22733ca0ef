"""How a table reads what its edition leaves open: `[game.readings]` of overlook.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlook.errors import SettingsError
from overlook.settings import load_settings
from referee.editions.registry import edition_of


def written(folder: Path, edition: str, option: str, reading: str) -> Path:
    file = folder / "overlook.toml"
    file.write_text(f'[game]\nedition = "{edition}"\n[game.readings]\n"{option}" = "{reading}"\n', encoding="utf-8")
    return file


def test_the_table_plays_by_the_readings_of_its_settings(tmp_path: Path) -> None:
    game = load_settings(written(tmp_path, "kt21", "jump reach", "2")).game
    assert edition_of(game.edition).playing(game.readings).reads("jump reach") == "2"


@pytest.mark.parametrize(
    ("edition", "option", "reading", "named"),
    [("kt21", "climb minimum", "per climb", "jump reach"), ("kt24", "climb minimum", "never", "per action")],
)
def test_a_reading_that_the_edition_does_not_have_is_refused_in_one_line(
    tmp_path: Path, edition: str, option: str, reading: str, named: str
) -> None:
    with pytest.raises(SettingsError) as refused:
        load_settings(written(tmp_path, edition, option, reading))
    assert refused.value.message["fault"]["field"] == "game.readings"
    assert named in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_edition_that_there_is_not_is_refused_with_those_there_are(tmp_path: Path) -> None:
    file = tmp_path / "overlook.toml"
    file.write_text('[game]\nedition = "kt18"\n', encoding="utf-8")
    with pytest.raises(SettingsError) as refused:
        load_settings(file)
    assert refused.value.message["fault"]["field"] == "game.edition"
    assert "kt24" in str(refused.value)
