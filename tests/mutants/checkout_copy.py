"""A throw-away copy of the checkout, in which one mutant at a time is made and tests are run."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.failed_tests import VARIABLE
from tests.mutants.mutants import Mutant

MARKERS = "not data and not slow and not lab and not nightly"
"""What `make test` runs."""

LONGEST_S = 1800.0
NO_TESTS = 5
"""What pytest exits with where none of the files has a test of the chosen kind."""

GONE = "not found: "
"""What pytest says of a test that is no more: the mutant is then run on the others."""


class StoppedError(Exception):
    """Somebody interrupted the program."""


@dataclass(frozen=True, slots=True)
class TestRun:
    """What a run of tests came to: the tests that failed, in order, and whether it took too long."""

    failed: tuple[str, ...]
    timed_out: bool = False


class CheckoutCopy:
    """A clone of the checkout with what is changed in it, and the checkout's own virtual environment."""

    def __init__(self, root: Path, folder: Path, markers: str, stop: threading.Event) -> None:
        self._root, self._folder, self._markers, self._stop = root, folder, markers, stop
        _git(root, "clone", "--quiet", "--shared", str(root), str(folder))
        for file in filter(None, _git(root, "ls-files", "-z", "--others", "--exclude-standard").split("\0")):
            self._bring(file)
        for file in filter(None, _git(root, "diff", "-z", "--name-only", "HEAD").split("\0")):
            self._bring(file)
        (folder / ".venv").symlink_to((root / ".venv").resolve())
        self._failures = folder / ".git" / "mutant-failures"
        self._environment = {**os.environ, "PYTHONPATH": str(folder), VARIABLE: str(self._failures)}

    def _bring(self, file: str) -> None:
        to = self._folder / file
        if (self._root / file).is_file():
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self._root / file, to)
        else:
            to.unlink(missing_ok=True)

    @contextlib.contextmanager
    def mutated(self, mutant: Mutant) -> Iterator[None]:
        """Have the fault in the copy's source for as long as the context lasts."""
        path = self._folder / mutant.file
        source, stat = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(mutant.apply(source), encoding="utf-8")
        # Compiled modules are told apart by whole seconds and size: a mutant of the same size would not be noticed.
        os.utime(path, (stat.st_atime, stat.st_mtime + 3600))
        try:
            yield
        finally:
            path.write_text(source, encoding="utf-8")
            os.utime(path, (stat.st_atime, stat.st_mtime))

    def run(self, tests: Sequence[str], *, workers: int = 0) -> TestRun:
        """Run tests up to the first that fails; raises `StoppedError` when the program is interrupted."""
        self._failures.write_text("", encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", "--no-header", "-p", "no:cacheprovider"]
        command += ["-p", "tests.mutants.failed_tests", "--ignore=tests/mutants", "--ignore=tests/house"]
        command += ["--hypothesis-seed=0", "-m", self._markers]
        command += ["-n", str(workers), "--dist", "loadfile"] if workers else []
        output = self._folder / ".git" / "mutant-output"
        with output.open("w", encoding="utf-8") as file:
            process = subprocess.Popen(
                [*command, *tests],
                cwd=self._folder,
                env=self._environment,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            end_s = time.monotonic() + LONGEST_S
            while process.poll() is None and time.monotonic() < end_s and not self._stop.wait(0.1):
                pass
            timed_out = process.poll() is None
            if timed_out:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if self._stop.is_set():
            raise StoppedError
        failed = tuple(dict.fromkeys(self._failures.read_text(encoding="utf-8").splitlines()))
        tail = output.read_text(encoding="utf-8")[-2000:]
        if process.returncode not in {0, 1, NO_TESTS} and GONE not in tail and not failed and not timed_out:
            raise RuntimeError(f"pytest ended with {process.returncode} and no failed test:\n{tail}")
        return TestRun(failed, timed_out)


@contextlib.contextmanager
def checkout_copy(root: Path, markers: str, stop: threading.Event) -> Iterator[CheckoutCopy]:
    """Give a copy of the checkout and remove it at the end."""
    with tempfile.TemporaryDirectory(prefix="overlook-mutants-", ignore_cleanup_errors=True) as folder:
        yield CheckoutCopy(root, Path(folder) / "overlook", markers, stop)


def files_of(root: Path) -> list[str]:
    """Return the checkout's files, those too that are new and not ignored."""
    listed = _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    return sorted(file for file in set(listed) if file and (root / file).is_file())


def commit_of(root: Path) -> str:
    """Return the commit that the checkout is at."""
    return _git(root, "rev-parse", "HEAD").strip()


def _git(root: Path, *command: str) -> str:
    return subprocess.run(["git", *command], cwd=root, capture_output=True, text=True, check=True).stdout
