"""A running table at which two models stand close, with a browser beside it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.conftest import CHROMIUM, FLAGS
from tests.overlook.live_server import LiveServer
from tests.overlook.test_few_taps import CloseTable


@contextmanager
def close_table() -> Iterator[tuple[Browser, LiveServer, Path]]:
    """Give a headless Chromium, the table's server, and the folder that the table has; all end with the block."""
    with (
        tempfile.TemporaryDirectory() as folder,
        LiveServer(Path(folder), make=CloseTable) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser, server, Path(folder)
        browser.close()
