"""Measure where the time of a test run goes, by folder, file and kind: `make test-times`.

Kinds: processor time of the test process, of its browsers and of its other child processes; time asleep, time waiting
for child processes, time waiting in `select`; collection. Seconds are summed over the workers of pytest-xdist. A busy
machine inflates all of them, so compare shares.
"""

from __future__ import annotations

import json
import os
import resource
import selectors
import subprocess
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Generator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

KINDS = ("wall", "processor", "browser", "children", "asleep", "waiting", "select")
FOLDER_VARIABLE = "OVERLOOK_TEST_TIMES"
COSTLIEST = 40
_BROWSER = ("chrom", "node", "headless")
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")

Seconds = dict[str, float]


class Stopwatch:
    """Cumulative seconds of this process by kind; `read` returns them so far."""

    def __init__(self) -> None:
        self._blocked: Seconds = defaultdict(float)
        self._watch(time, "sleep", "asleep")
        self._watch(subprocess.Popen, "wait", "waiting")
        self._watch(subprocess.Popen, "communicate", "waiting")
        self._watch(selectors.EpollSelector, "select", "select")
        self._inside = False

    def _watch(self, owner: Any, name: str, kind: str) -> None:
        """Count the time that the main thread spends in a function."""
        inner: Callable[..., Any] = getattr(owner, name)

        @wraps(inner)
        def timed(*args: Any, **kwargs: Any) -> Any:
            if self._inside or threading.current_thread() is not threading.main_thread():
                return inner(*args, **kwargs)
            self._inside = True
            began = time.monotonic()
            try:
                return inner(*args, **kwargs)
            finally:
                self._inside = False
                self._blocked[kind] += time.monotonic() - began

        setattr(owner, name, timed)

    def read(self) -> Seconds:
        """Return the seconds of each kind since the process began."""
        browser, children = _descendants()
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        return {
            "wall": time.monotonic(),
            "processor": time.process_time(),
            "browser": browser,
            "children": children + ended.ru_utime + ended.ru_stime,
            **{kind: self._blocked[kind] for kind in ("asleep", "waiting", "select")},
        }


def _descendants() -> tuple[float, float]:
    """Return the processor seconds of the live browsers and of the other live processes below this one."""
    parents: dict[int, int] = {}
    spent: dict[int, tuple[bool, float]] = {}
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            text = Path(entry.path, "stat").read_text()
        except OSError:
            continue  # It ended meanwhile.
        name, _, rest = text.partition("(")[2].rpartition(")")
        fields = rest.split()
        pid = int(entry.name)
        parents[pid] = int(fields[1])
        seconds = sum(int(field) for field in fields[11:15]) / _TICKS_PER_S
        spent[pid] = (any(part in name for part in _BROWSER), seconds)
    browser = children = 0.0
    for pid, (is_browser, seconds) in spent.items():
        above = pid
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid() and pid != above:
            browser += seconds * is_browser
            children += seconds * (not is_browser)
    return browser, children


class Recorder:
    """Plugin of one process: appends a line of seconds for its collection and for each of its tests."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.watch = Stopwatch()
        self._collecting = self.watch.read()

    def _write(self, test: str, before: Seconds) -> None:
        after = self.watch.read()
        spent = {kind: round(max(0.0, after[kind] - before[kind]), 4) for kind in KINDS}
        with self.file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps({"test": test, **spent}) + "\n")

    def pytest_collection_finish(self) -> None:
        """Record what reading and collecting the tests took."""
        self._write("(collection)", self._collecting)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Record a test with the fixtures that it set up and tore down."""
        before = self.watch.read()
        try:
            return (yield)
        finally:
            self._write(item.nodeid, before)


def pytest_configure(config: pytest.Config) -> None:
    """Record in each process that runs tests; the controller of pytest-xdist runs none."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder is None:
        raise pytest.UsageError(f"{FOLDER_VARIABLE} is not set: run 'make test-times'")
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for old in Path(folder).glob("*.jsonl"):
            old.unlink()
    if worker is not None or not config.getoption("numprocesses", default=None):
        config.pluginmanager.register(Recorder(Path(folder, f"{worker or 'main'}.jsonl")))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table by folder, then the costliest files."""
    files = Path(os.environ[FOLDER_VARIABLE]).glob("*.jsonl")
    rows = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    for line in report(rows):
        terminalreporter.write_line(line)


def report(rows: list[dict[str, Any]]) -> list[str]:
    """Return the tables of a run in Markdown; a row has the test's id and its seconds of each kind."""

    def file_of(test: str) -> str:
        return test.partition("::")[0]

    by_folder, by_file = (_summed(rows, key) for key in (lambda test: str(Path(file_of(test)).parent), file_of))
    by_folder["(collection)"] = by_folder.pop(".", (0, dict.fromkeys(KINDS, 0.0)))
    by_file.pop("(collection)", None)
    total = (len(rows), {kind: sum(row[kind] for row in rows) for kind in KINDS})
    folders = sorted(by_folder.items(), key=lambda entry: -entry[1][1]["processor"])
    files = sorted(by_file.items(), key=lambda entry: -entry[1][1]["wall"])[:COSTLIEST]
    head = [f"| {{}} | tests | {' | '.join(KINDS)} |", "|---" * (len(KINDS) + 2) + "|"]
    lines = ["", head[0].format("folder"), head[1], *(_line(*entry) for entry in folders), _line("all", total), ""]
    return [*lines, head[0].format("costliest file"), head[1], *(_line(*entry) for entry in files)]


def _summed(rows: list[dict[str, Any]], key: Callable[[str], str]) -> dict[str, tuple[int, Seconds]]:
    summed: dict[str, tuple[int, Seconds]] = {}
    for row in rows:
        count, seconds = summed.get(key(row["test"]), (0, dict.fromkeys(KINDS, 0.0)))
        summed[key(row["test"])] = (count + 1, {kind: seconds[kind] + row[kind] for kind in KINDS})
    return summed


def _line(name: str, figures: tuple[int, Seconds]) -> str:
    count, seconds = figures
    return f"| {name} | {count} | {' | '.join(f'{seconds[kind]:.1f}' for kind in KINDS)} |"
