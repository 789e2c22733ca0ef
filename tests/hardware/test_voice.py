"""The voice: through a program that writes down what it is told, as espeak-ng would speak it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from hardware.voice import Voice, VoiceSettings
from messages.message import Message

PATIENCE_S = 60.0
WRITES = '#!/bin/sh\necho "$@" >> {folder}/asked\ncat >> {folder}/heard\necho >> {folder}/heard\n'
DWELLS = "#!/bin/sh\ncat >> {folder}/heard\nexec sleep 60\n"
DEAF = "#!/bin/sh\ncat > /dev/null\necho 'ALSA lib confmisc.c' >&2\necho 'error: No such file or directory' >&2\n"


def speaker(folder: Path, script: str) -> str:
    path = folder / "speaker"
    path.write_text(script.format(folder=folder))
    path.chmod(0o755)
    return str(path)


async def until(true: Callable[[], bool]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end_s, "it did not come true"
        await asyncio.sleep(0.02)


def spoken(program: str, play: Callable[[Voice], Awaitable[None]], **settings: object) -> None:
    async def run() -> None:
        voice = Voice(VoiceSettings(program=program, **settings))
        try:
            await play(voice)
        finally:
            await voice.hush()

    asyncio.run(run())


def test_a_sentence_is_handed_over_whole_whatever_it_begins_with(tmp_path: Path) -> None:
    async def play(voice: Voice) -> None:
        await voice.say("-- No: A 2 may not charge; 'quoted' $HOME")
        await until(lambda: (tmp_path / "heard").exists() and (tmp_path / "heard").read_text().endswith("\n"))
        assert voice.missing is None

    spoken(speaker(tmp_path, WRITES), play, language="de", words_a_minute=150)
    assert (tmp_path / "heard").read_text() == "-- No: A 2 may not charge; 'quoted' $HOME\n"
    assert (tmp_path / "asked").read_text().split() == ["-v", "de", "-s", "150", "--stdin"]


def test_a_new_sentence_cuts_the_old_one_short(tmp_path: Path) -> None:
    async def play(voice: Voice) -> None:
        await voice.say("first")
        await until(lambda: heard.exists() and "first" in heard.read_text())
        await voice.say("second")
        await until(lambda: "second" in heard.read_text())

    heard = tmp_path / "heard"
    spoken(speaker(tmp_path, DWELLS), play)
    assert heard.read_text() == "firstsecond"


def test_a_machine_without_a_loudspeaker_is_said_in_one_line_and_forgotten_when_it_has_one(tmp_path: Path) -> None:
    async def play(voice: Voice) -> None:
        await voice.say("hello")
        await until(lambda: voice.missing is not None)
        assert voice.missing is not None
        assert voice.missing.code == "voice-fails"
        assert voice.missing["line"] == "error: No such file or directory"
        speaker(tmp_path, WRITES)
        await voice.say("hello again")
        assert voice.missing is None

    spoken(speaker(tmp_path, DEAF), play)


def test_without_the_program_nothing_is_said_and_the_line_installs_it() -> None:
    async def play(voice: Voice) -> None:
        await voice.say("hello")
        assert voice.missing == Message.of("voice-not-installed", program="no-such-speaker")

    spoken("no-such-speaker", play)


@pytest.mark.parametrize("wrong", [{"words_a_minute": 10}, {"volume": 3}])
def test_settings_that_no_voice_can_have_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        VoiceSettings(**wrong)


def test_whether_the_program_is_installed_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def which(program: str) -> str | None:
        asked.append(program)
        return None

    monkeypatch.setattr("hardware.voice.shutil.which", which)

    async def play(voice: Voice) -> None:
        for _ in range(20):
            assert voice.missing is not None
            assert voice.missing.code == "voice-not-installed"
            await voice.say("hello")

    spoken("no-such-speaker", play)
    assert asked == ["no-such-speaker"]
