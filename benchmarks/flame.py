"""A flame graph of whatever runs in Python, with one command and nothing to install: where processor time goes.

    python -m benchmarks.flame felt.svg benchmarks.felt table --rounds 7
    python -m benchmarks.flame table.svg overlook run --port 8080

The module is run as `python -m` would run it. Every few milliseconds a thread looks where all others are, and each
place counts with the processor time that its thread has used since the look before: who only waits does not show. The
picture opens in any browser; a touch on a row shows its words. Time in C code counts to the Python line that called it.
"""

from __future__ import annotations

import argparse
import contextlib
import runpy
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from types import FrameType
from zlib import crc32

Stack = tuple[str, ...]

EVERY_S = 0.002
WIDTH_PX, ROW_PX, LETTER_PX = 1600.0, 17, 6.6
THINNEST_PX = 0.4


@dataclass
class Sampler:
    """Looks where every thread is, in a thread of its own; `seconds` is the processor time of each stack."""

    seconds: Counter[Stack] = field(default_factory=Counter)
    _used_s: dict[int, float] = field(default_factory=dict)
    _over: threading.Event = field(default_factory=threading.Event)

    @contextlib.contextmanager
    def sampling(self) -> Iterator[None]:
        """Sample while the block runs."""
        thread = threading.Thread(target=self._run, name="flame", daemon=True)
        before_s = sys.getswitchinterval()
        sys.setswitchinterval(min(before_s, EVERY_S / 2))
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()
            sys.setswitchinterval(before_s)

    def _run(self) -> None:
        own = threading.get_ident()
        while not self._over.wait(EVERY_S):
            frames = {thread: frame for thread, frame in sys._current_frames().items() if thread != own}
            for thread, frame in frames.items():
                try:
                    used_s = time.clock_gettime(time.pthread_getcpuclockid(thread))
                except OSError:
                    continue
                self.seconds[stack_of(frame)] += used_s - self._used_s.get(thread, used_s)  # type: ignore[assignment]
                self._used_s[thread] = used_s
            for gone in self._used_s.keys() - frames.keys():
                del self._used_s[gone]


def stack_of(frame: FrameType | None) -> Stack:
    """Return the calls that lead to a frame, outermost first: file and function."""
    calls = []
    while frame is not None:
        code = frame.f_code
        calls.append(f"{short(code.co_filename)}:{code.co_qualname if sys.version_info >= (3, 11) else code.co_name}")
        frame = frame.f_back
    return tuple(reversed(calls))


def short(file: str) -> str:
    """Return a file as one reads it: below here, or below the libraries."""
    here = f"{Path.cwd()}/"
    _, _, library = file.rpartition("site-packages/")
    return file.removeprefix(here) if file.startswith(here) and "site-packages" not in file else library or file


@dataclass
class Node:
    """A call with the processor time in it, and what it calls."""

    seconds: float = 0.0
    calls: dict[str, Node] = field(default_factory=lambda: defaultdict(Node))


def tree_of(seconds: Counter[Stack]) -> Node:
    """Return all stacks as one tree."""
    root = Node()
    for stack, used_s in seconds.items():
        root.seconds += used_s
        node = root
        for call in stack:
            node = node.calls[call]
            node.seconds += used_s
    return root


def drawn(root: Node, title: str) -> str:
    """Return the tree as SVG: the width of a call is its share of the time, what it calls lies below it."""
    rows: list[str] = []
    deepest = 0
    waiting = [(0.0, 0, f"all: {title}", root)]
    while waiting:
        left_px, depth, name, node = waiting.pop()
        width_px = WIDTH_PX * node.seconds / (root.seconds or 1.0)
        if width_px < THINNEST_PX:
            continue
        deepest = max(deepest, depth)
        rows.append(_row(left_px, depth, name, share=node.seconds / (root.seconds or 1.0), seconds=node.seconds))
        for call, below in sorted(node.calls.items()):
            waiting.append((left_px, depth + 1, call, below))
            left_px += WIDTH_PX * below.seconds / (root.seconds or 1.0)
    height_px = (deepest + 1) * ROW_PX
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH_PX:g}" height="{height_px}" font-size="11"'
    return "\n".join([f'{head} font-family="monospace">', f"<title>{escape(title)}</title>", *rows, "</svg>"])


def _row(left_px: float, depth: int, name: str, *, share: float, seconds: float) -> str:
    width_px, top_px = WIDTH_PX * share, depth * ROW_PX
    colour = f"hsl({20 + crc32(name.encode()) % 40} 85% {62 + crc32(name.encode()) % 14}%)"
    said = escape(f"{name}: {1000 * seconds:.0f} ms, {100 * share:.1f} %")
    letters = escape(name.rpartition("/")[2][: int(width_px / LETTER_PX)])
    box = f'<rect x="{left_px:.1f}" y="{top_px}" width="{width_px:.1f}" height="{ROW_PX - 1}" fill="{colour}"/>'
    words = f'<text x="{left_px + 2:.1f}" y="{top_px + 12}">{letters}</text>' if len(letters) > 2 else ""
    return f"<g><title>{said}</title>{box}{words}</g>"


def main() -> None:
    """Run a module and draw where its time went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", type=Path, metavar="PICTURE.svg")
    parser.add_argument("module", help="what `python -m` would run, for example benchmarks.felt")
    parser.add_argument("words", nargs=argparse.REMAINDER, help="its own words")
    options = parser.parse_args()
    sampler = Sampler()
    sys.argv = [options.module, *options.words]
    try:
        with sampler.sampling():
            runpy.run_module(options.module, run_name="__main__", alter_sys=True)
    finally:
        root = tree_of(sampler.seconds)
        options.picture.write_text(drawn(root, " ".join(sys.argv)))
        print(f"{options.picture}: {root.seconds:.2f} s of processor time", file=sys.stderr)


if __name__ == "__main__":
    main()
