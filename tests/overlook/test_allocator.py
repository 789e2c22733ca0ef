"""Freed pictures go back to the machine, where the C library can be asked to do so."""

from __future__ import annotations

import asyncio
import ctypes
import subprocess
import sys

import pytest

from overlook import process
from overlook.app import housekeeping

PICTURES = """
import re, sys
from pathlib import Path
import numpy as np
from overlook.process import configure_malloc

def resident_mib():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

if sys.argv[1] == "asked":
    assert configure_malloc()
for _ in range(3):
    pictures = [np.ones((720, 1280, 3), np.float32) for _ in range(9)]
    kept = [np.ones(1000) for _ in range(50)]
    del pictures
print(resident_mib())
"""


def test_pictures_that_are_done_with_leave_nothing_behind() -> None:
    def left(how: str) -> int:
        done = subprocess.run([sys.executable, "-c", PICTURES, how], capture_output=True, text=True, check=True)
        return int(done.stdout)

    assert left("asked") < left("not asked") - 40


HOLES = """
import re, threading
from pathlib import Path
from overlook.process import configure_malloc, trim_heap

def resident_mib():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

def make():
    blocks = [bytes([1]) * 100_000 for _ in range(600)]
    kept.append(bytes([1]) * 50_000)
    del blocks

kept = []
configure_malloc()
making = threading.Thread(target=make)
making.start()
making.join()
before = resident_mib()
assert trim_heap()
print(before - resident_mib())
"""


def test_what_lies_before_a_block_that_stays_is_given_back_when_it_is_asked_for() -> None:
    done = subprocess.run([sys.executable, "-c", HOLES], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 40


def test_holes_are_given_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [True, True, False]
    monkeypatch.setattr(housekeeping, "trim_heap", lambda: answers.pop(0))
    asyncio.run(housekeeping.keep_giving_back(0.0))
    assert answers == []


def test_a_c_library_that_cannot_be_asked_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nothing:
        """A C library without `mallopt`."""

    monkeypatch.setattr(ctypes, "CDLL", lambda _name: Nothing())
    assert not process.configure_malloc()
    assert not process.trim_heap()
