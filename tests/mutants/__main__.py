"""`python -m tests.mutants [--only NAME] [--tests auto] [--list FILE]`: make each mutant alone and run the tests on it.

Run it from the checkout; it works in throw-away copies. With `--tests auto` these run for each mutant: the test that
found it last, the test files that import the changed module (`--tests near` ends here), then those near it. A failed
test counts if it passes without the mutant and fails again with it. Results are kept in artifacts/mutants.json, so that
a second call continues an interrupted one. Exits with 1 if too few mutants are found.
"""

from __future__ import annotations

import argparse
import json
import queue
import signal
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.mutants.checkout_copy import MARKERS, CheckoutCopy, StoppedError, checkout_copy, commit_of, files_of
from tests.mutants.mutants import LEAST_FOUND, LIST, Mutant, read_mutants, write_found_by
from tests.mutants.selection import Selection

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "artifacts" / "mutants.json"
TIMED_OUT = "(took too long)"


@dataclass(frozen=True, slots=True)
class Result:
    """What one mutant came to: the test that found it, empty for none, and the seconds that it took."""

    name: str
    found_by: str
    seconds: float
    unsteady: tuple[str, ...] = ()
    """Tests that failed and yet do not tell the mutant from the original."""


def judge(copy: CheckoutCopy, mutant: Mutant, groups: Sequence[Sequence[str]], workers: int) -> Result:
    """Run groups of tests on a mutant until one finds it."""
    began_s = time.monotonic()
    unsteady: list[str] = []
    for group in groups:
        left = list(group)
        while left:
            skipped = [f"--deselect={test}" for test in unsteady]
            with copy.mutated(mutant):
                found = copy.run([*skipped, *left], workers=workers)
            if found.timed_out:
                return Result(mutant.name, TIMED_OUT, time.monotonic() - began_s, tuple(unsteady))
            if not found.failed:
                break
            sure = next((test for test in found.failed if _sees(copy, mutant, test)), None)
            if sure is not None:
                return Result(mutant.name, sure, time.monotonic() - began_s, tuple(unsteady))
            unsteady += found.failed
    return Result(mutant.name, "", time.monotonic() - began_s, tuple(unsteady))


def _sees(copy: CheckoutCopy, mutant: Mutant, test: str) -> bool:
    """Return whether a test that failed passes without the mutant and fails with it once more."""
    if copy.run([test]).failed:
        return False
    with copy.mutated(mutant):
        return bool(copy.run([test]).failed)


class Kept:
    """The results so far on disk, for one commit and one choice of tests."""

    def __init__(self, path: Path, key: str, *, again: bool) -> None:
        self._path, self._key = path, key
        self._lock = threading.Lock()
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() and not again else {}
        self.results = {one["name"]: Result(**one) for one in known.get("results", ()) if known["key"] == key}

    def add(self, result: Result) -> None:
        """Keep one more."""
        with self._lock:
            self.results[result.name] = result
            self._path.parent.mkdir(exist_ok=True)
            document = {"key": self._key, "results": [asdict(one) for one in self.results.values()]}
            self._path.write_text(json.dumps(document, indent=1), encoding="utf-8")


def main() -> int:
    """Run what was asked for and print what each mutant came to."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--list", type=Path, default=LIST, help="the mutants: this one, or another file of its form")
    parser.add_argument("--least", type=int, default=LEAST_FOUND, help="mutants that must be found")
    parser.add_argument("--only", action="append", default=[], help="mutants whose name or file contains this")
    parser.add_argument("--tests", nargs="+", default=["auto"], help="near, auto, all, or test files and folders")
    parser.add_argument("--markers", default=MARKERS, help="pytest's marker expression: that of make test")
    parser.add_argument("--missing", action="store_true", help="only mutants that no test has found yet")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at the same time")
    parser.add_argument("--workers", type=int, default=0, help="pytest workers for each mutant (with --tests all)")
    parser.add_argument("--again", action="store_true", help="forget the results of an interrupted run")
    parser.add_argument("--write", action="store_true", help="write the tests that found mutants into mutants.toml")
    asked = parser.parse_args()
    for interruption in (signal.SIGINT, signal.SIGTERM):
        signal.signal(interruption, signal.default_int_handler)
    mutants = [
        one
        for one in read_mutants(asked.list)
        if (not asked.only or any(part in one.name + one.file for part in asked.only))
        and not (asked.missing and one.found_by)
    ]
    key = f"{commit_of(ROOT)} {' '.join(asked.tests)} {asked.markers}"
    kept_at = KEPT if asked.list == LIST else KEPT.with_name(f"mutants_{asked.list.parent.name}.json")
    kept = Kept(kept_at, key, again=asked.again)
    waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
    for mutant in mutants:
        if mutant.name not in kept.results:
            waiting.put(mutant)
    interrupted = _judge_all(waiting, kept, asked)
    results = [kept.results[one.name] for one in mutants if one.name in kept.results]
    found = [one for one in results if one.found_by]
    print(f"\n{len(found)} of {len(mutants)} found" + (", interrupted" if interrupted else ""))
    for one in results:
        print(f"  {'found' if one.found_by else 'NOT FOUND':9}  {one.name}  {one.found_by}")
    if asked.write:
        write_found_by({one.name: one.found_by for one in found}, asked.list)
    least = min(asked.least, len(mutants))
    return 1 if interrupted or len(found) < least else 0


def _judge_all(waiting: queue.SimpleQueue[Mutant], kept: Kept, asked: argparse.Namespace) -> bool:
    """Judge what waits in several threads; return whether it was interrupted."""
    selection = Selection(ROOT, files_of(ROOT))
    stop = threading.Event()
    faults: list[Exception] = []

    def groups(mutant: Mutant) -> list[list[str]]:
        if asked.tests == ["all"] or asked.tests[0] not in ("near", "auto"):
            return [["tests"] if asked.tests == ["all"] else asked.tests]
        last = [[mutant.found_by]] if mutant.found_by else []
        close = selection.groups(mutant.file)
        return [*last, *(close[:1] if asked.tests == ["near"] else close)]

    def work() -> None:
        try:
            with checkout_copy(ROOT, asked.markers, stop) as copy:
                while not stop.is_set():
                    mutant = waiting.get_nowait()
                    print(f"...        {mutant.name}", flush=True)
                    result = judge(copy, mutant, groups(mutant), asked.workers)
                    kept.add(result)
                    said = f"found by {result.found_by}" if result.found_by else "NOT FOUND"
                    print(f"{result.seconds:6.0f} s   {mutant.name}: {said}", flush=True)
                    for test in result.unsteady:
                        print(f"           failed for another reason: {test}", flush=True)
        except (queue.Empty, StoppedError):
            return
        except Exception as fault:  # said at the end: the other threads finish what they do
            faults.append(fault)
            stop.set()

    threads = [threading.Thread(target=work) for _ in range(max(1, asked.jobs))]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            thread.join()
    except KeyboardInterrupt:
        stop.set()
        for thread in threads:
            thread.join()
        return True
    if faults:
        raise faults[0]
    return False


if __name__ == "__main__":
    sys.exit(main())
