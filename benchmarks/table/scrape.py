"""Measure the cost of scraping `/metrics`: `python -m benchmarks.table.scrape [--scrapes N]`.

A table in a firefight, in this process. Prints the processor time of one scrape, and the share of a core that one
scrape each second takes.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from overlook.app.metrics import TableMetrics
from tests.overlook.played_table import Table, played


def main() -> None:
    """Play up to the firefight and scrape."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scrapes", type=int, default=200)
    scrapes: int = parser.parse_args().scrapes

    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        metrics = TableMetrics(table.service, Path(folder))
        figures, _ = metrics.exposition()
        begun_s = time.thread_time()
        for _ in range(scrapes):
            metrics.exposition()
        took_s = (time.thread_time() - begun_s) / scrapes
        print(f"{scrapes} scrapes of {len(figures)} bytes: {1000 * took_s:.2f} ms each, {took_s:.2%} of a core at 1 Hz")

    with tempfile.TemporaryDirectory() as folder:
        played(Path(folder), play)


if __name__ == "__main__":
    main()
