"""What every test may ask for."""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.depth import WHOLE, is_due
from tests.rewriting import rewrite_changed
from tests.scratch import write_in_memory

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
QUIET = {"OPENCV_LOG_LEVEL": "ERROR"}
"""As the command line sets it: OpenCV reads it when it is imported."""
os.environ.update({name: os.environ.get(name, one) for name, one in (ONE_THREAD | QUIET).items()})
"""Every core has a test of its own to run: threads that wait for each other took two fifths of the work on pictures.

Libraries read this when they are loaded, as do all processes that a test starts.
"""

write_in_memory()

ANSWER_S = 60.0
PATIENCE = inspect.signature(httpx.get).parameters["timeout"].default
for waiting in ("connect", "read", "write", "pool"):
    setattr(PATIENCE, waiting, ANSWER_S)
"""Who asks a server and names no time waits as long as a busy machine may need: httpx gives up after 5 s."""

REQUESTS = (httpx.get, httpx.post, httpx.put, httpx.patch, httpx.delete, httpx.head, httpx.options, httpx.request)
CERTIFICATES = httpx.create_ssl_context(trust_env=False)
for function in (*REQUESTS, httpx.Client.__init__, httpx.AsyncClient.__init__):
    defaults = function.__kwdefaults__
    assert defaults is not None
    defaults["verify"] = CERTIFICATES
"""Certificates are loaded once: httpx loads them for each request that names none, 30 ms of work."""

_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("commit", _PATIENT, max_examples=25, database=None)
settings.register_profile("night", _PATIENT, max_examples=100)
settings.load_profile("night" if WHOLE else "commit")
"""Random tests draw 25 cases per commit, seeded with its id by `make test`, and 100 new ones at night, when Hypothesis
keeps those that fail. A case that fails becomes an example of its test.
"""

pytest.register_assert_rewrite("tests.referee.rules.dice.building", "tests.referee.game.auditing")

SHELL = Path("/usr/bin/chromium-headless-shell")
CHROMIUM = SHELL if SHELL.exists() else Path("/usr/bin/chromium")
"""Debian's Chromium; where it is there its build without windows, which shows a page in three quarters of the time."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--font-render-hinting=none",
]
CHECKOUT = Path(__file__).resolve().parent.parent
KINDS = frozenset({"slow", "data", "lab", "nightly"})
MODULE_MARK = re.compile(r"^pytestmark = .*$", re.M)
"""Marks that stand in the file of each test that has them; nightly may also be said by `tests.depth.at_night`."""
LONGEST_NAME = 80
LONG_FIRST = ("overlook", "web", "vision", "tools", "deploy", "hardware", "simulation", "venue")
"""Folders with files that take long, the longest first: at the end of a run on several cores none waits for one file.

What is in no folder of these comes last: many files, each a matter of seconds.
"""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is collected lives until the end: the garbage collector looks at it neither now nor ever again."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Rewrite changed files once, before each worker does: of a new checkout this is 7 s of work."""
    if not config.option.file_or_dir:
        files = (CHECKOUT / "tests").rglob("test_*.py")
        rewrite_changed((file for file in files if not pytest_ignore_collect(file, config)), config)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a case of bytes, or of a long text or number, by its argument and its place.

    What two processes pack at two times differs in its bytes: told by them, the cases were other tests in each.
    """
    long = isinstance(val, str | int) and len(str(val)) > LONGEST_NAME
    return argname if long or isinstance(val, bytes) else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files in which no test is asked for: importing them takes longer than reading their marks."""
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    wanted = str(config.option.markexpr)
    kind = wanted.partition(" ")[0]
    text = collection_path.read_text(encoding="utf-8")
    if kind in KINDS and f"mark.{kind}" not in text:
        return True
    whole = MODULE_MARK.search(text)
    return True if whole and any(f"not {mark}" in wanted for mark in KINDS if f"mark.{mark}" in whole[0]) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the folders with long files first; leave out tests marked `in_turn` whose turn is with another commit.

    All of them run at night, without a seed, and if files or folders are named.
    """
    seed = config.getoption("hypothesis_seed", default=None)
    if seed is not None and not WHOLE and not config.option.file_or_dir:
        later = [item for item in items if item.get_closest_marker("in_turn") and not is_due(item.nodeid, int(seed))]
        config.hook.pytest_deselected(items=later)
        left_out = set(later)
        items[:] = [item for item in items if item not in left_out]
    turns = {folder: turn for turn, folder in enumerate(LONG_FIRST)}
    items.sort(key=lambda item: turns.get(item.path.relative_to(CHECKOUT / "tests").parts[0], len(turns)))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Tests of one group run in one process, with an xdist that takes notice of groups: some share a system."""
    grouped = [item for item in session.items if item.get_closest_marker("xdist_group")]
    if getattr(session.config.option, "loadgroup", False) and not all("@" in item.nodeid for item in grouped):
        raise pytest.UsageError("pytest-xdist does not group tests with this pytest: run 'sh deploy/prepare.sh test'")


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The project's own folder."""
    return CHECKOUT


@pytest.fixture(scope="session")
def commit_seed(request: pytest.FixtureRequest) -> int:
    """Seed of the commit, for cases that are drawn: others for each commit, the same again for the same commit."""
    return int(request.config.getoption("--hypothesis-seed") or 0)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder ../shared/data; a test that asks for it fails with one clear line where it is missing."""
    data = CHECKOUT.parent / "shared" / "data"
    if not data.is_dir():
        pytest.fail(f"{data} is missing: put the shared data beside the checkout, or run 'make test' without it")
    return data


@pytest.fixture(scope="session")
def chromium_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the one Chromium of this process; fails with the install line if Chromium is missing."""
    if not CHROMIUM.exists():
        pytest.fail(f"{CHROMIUM} is missing: apt-get install -y chromium")
    profile = tmp_path_factory.mktemp("chromium")
    command: list[str | Path] = [
        CHROMIUM,
        *FLAGS,
        "--headless",
        "--remote-debugging-port=0",
        f"--user-data-dir={profile}",
        "about:blank",
    ]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as browser:
        assert browser.stderr is not None
        said = ""
        while not (found := re.search(r"DevTools listening on ws://([^/]+)/", said)):
            line = browser.stderr.readline()
            assert line, f"Chromium ended: {said}"
            said += line
        reader = threading.Thread(target=browser.stderr.read, daemon=True)
        reader.start()
        yield f"http://{found[1]}"
        os.killpg(browser.pid, signal.SIGKILL)  # Debian's command is a script that starts the browser.
        reader.join()


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[tuple[Playwright, asyncio.AbstractEventLoop]]:
    """Playwright, whose driver takes half a second to start, with its event loop: it runs where `chromium` is used."""
    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield playwright, loop
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="module")
def chromium(
    chromium_address: str, playwright_driver: tuple[Playwright, asyncio.AbstractEventLoop]
) -> Iterator[Browser]:
    """The Chromium of this process, connected for one module: other modules run event loops of their own."""
    playwright, loop = playwright_driver
    asyncio._set_running_loop(loop)
    browser = playwright.chromium.connect_over_cdp(chromium_address)
    yield browser
    for context in browser.contexts[1:]:
        context.close()
    browser.close()
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def artifacts(checkout: Path) -> Path:
    """Where tests leave pictures for people to look at."""
    folder = checkout / "artifacts"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def _no_table_outlives_its_test() -> Iterator[None]:
    """Kill the tables that a failed test has left running; those of wider fixtures go on."""
    live = sys.modules.get("tests.overlook.live_table")
    before = set(live.RUNNING) if live is not None else set()
    yield
    if (live := sys.modules.get("tests.overlook.live_table")) is not None:
        live.kill_running(before)
