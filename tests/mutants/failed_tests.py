"""pytest plugin: writes the node ids of tests that fail to the file named by `MUTANT_FAILURES`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

VARIABLE = "MUTANT_FAILURES"


def _note(node_id: str) -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        with Path(os.environ[VARIABLE]).open("a", encoding="utf-8") as file:
            file.write(f"{node_id}\n")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note a test that fails, in its set-up or its teardown too."""
    if report.failed:
        _note(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Note a file that cannot be imported."""
    if report.failed:
        _note(report.nodeid)
