"""The machine, built once for whoever starts it."""

from __future__ import annotations

from pathlib import Path
from subprocess import CalledProcessError

import pytest

from tests.lab.machine import build, lab_folder


@pytest.fixture(scope="session")
def lab() -> Path:
    """The folder of the machine, made of the committed tree."""
    folder = lab_folder()
    try:
        build(folder)
    except CalledProcessError as fault:
        pytest.fail(f"the machine could not be built, status {fault.returncode}; what failed is said above", False)
    return folder
