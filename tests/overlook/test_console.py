"""What a person at the terminal is told."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from overlook.console import RECENT_LINES, print_notice, without_folder


class Gone:
    """A terminal that was closed."""

    def write(self, text: str) -> int:
        raise BrokenPipeError(text)

    def flush(self) -> None:
        raise BrokenPipeError


def test_a_line_is_said_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    print_notice('[bold]Grün[/bold] :smile: is 3.2" away, no shorter line: ' + "x" * 200)
    assert capsys.readouterr() == ("", '[bold]Grün[/bold] :smile: is 3.2" away, no shorter line: ' + "x" * 200 + "\n")


@pytest.mark.parametrize("terminal", [None, Gone()])
def test_a_terminal_that_is_gone_stops_nothing(monkeypatch: pytest.MonkeyPatch, terminal: object) -> None:
    monkeypatch.setattr(sys, "stderr", terminal)
    print_notice("the camera is back")
    assert RECENT_LINES[-1] == "the camera is back"


@given(st.text(st.characters(max_codepoint=0x2FF, categories=("Cc", "L", "N", "P"))))
def test_no_name_steers_the_terminal(text: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        said = list[str]()
        patched.setattr(sys, "stderr", type("Terminal", (), {"write": said.append, "flush": lambda: None}))
        print_notice(text)
    (line,) = said
    assert line.endswith("\n")
    assert all(letter.isprintable() or letter in "\t\n" for letter in line)
    assert [one for one in line[:-1] if one.isprintable()] == [one for one in text if one.isprintable()]


def test_pages_are_shown_names_in_place_of_paths_of_the_data_folder(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    inside = Message.of("check-lens-simulated", file=folder / "games" / "0001.game", folder=folder, other="/first")
    shown = without_folder(Message.of("text-sentences", parts=[inside]), folder)
    assert shown == Message.of(
        "text-sentences",
        parts=[Message.of("check-lens-simulated", file="games/0001.game", folder="data", other="/first")],
    )
