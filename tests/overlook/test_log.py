"""The log says what went wrong, and never what variables held."""

from __future__ import annotations

import pytest

from overlook.log import log


def test_a_logged_fault_shows_no_locals(capsys: pytest.CaptureFixture[str]) -> None:
    secret = "hunter" + "2"
    try:
        raise OSError(f"a secret of {len(secret)} letters")
    except OSError:
        log.exception("something failed")
    said = capsys.readouterr()
    assert "a secret of 7 letters" in said.out + said.err
    assert "hunter2" not in said.out + said.err
