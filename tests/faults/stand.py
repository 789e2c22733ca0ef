"""A hall to break: a real broker, a real hub, a real table with two phones that never stop, and the account of it."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx

from tests.faults.account import Account, caught_up, differing, journals, shown_as_folded
from tests.faults.nursery import Child, Nursery
from tests.faults.phones import Players
from tests.ports import free_port

TABLE = "t1"
PATIENCE_S = 90.0
START_S = 300.0
LEAST = 5
"""So many acts are taken before each fault, at least."""

SOURCE = Path(__file__).with_name("faults.c")


class Controls:
    """What the preloaded library is told: how many of a thousand disk calls fail, how far the wall clock is off."""

    def __init__(self, folder: Path, name: str, under: Path) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc")
        assert compiler, "failing disks and clocks need a C compiler: run 'apt-get install gcc libc6-dev'"
        library = folder / "faults.so"
        if not library.exists():
            subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"], check=True)
        self._file = folder / f"{name}.controls"
        self.heal()
        self.env = {
            "LD_PRELOAD": str(library),
            "OVERLOOK_FAULTS": str(self._file),
            "OVERLOOK_FAULTS_UNDER": f"{under.resolve()}/",
        }

    def fail(self, of_thousand: int) -> None:
        """Let so many of a thousand disk calls fail."""
        self._say(of_thousand, 0)

    def jump(self, seconds: int) -> None:
        """Put the wall clock off by so many seconds."""
        self._say(0, seconds)

    def heal(self) -> None:
        """Let everything work."""
        self._say(0, 0)

    def _say(self, of_thousand: int, seconds: int) -> None:
        with self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write(struct.pack("qq", of_thousand, seconds))


class Broker:
    """Mosquitto, started and killed at will; it keeps nothing on disk."""

    def __init__(self, folder: Path, host: str, prefix: Sequence[str]) -> None:
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
        assert program, "the hall is tested with a real broker: run 'apt-get install mosquitto'"
        self.host, self.port = host, free_port()
        config = folder / "mosquitto.conf"
        config.write_text(f"listener {self.port} {host}\nset_tcp_nodelay true\nallow_anonymous true\nuser root\n")
        self._command = [*prefix, program, "-c", str(config)]
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start it."""
        self._process = subprocess.Popen(self._command, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        """End it as a pulled plug does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)
            self._process = None


class Program:
    """`overlook run` or `overlook hub`, started and killed at will; its page is at `url`."""

    def __init__(
        self, nursery: Nursery, folder: Path, log: Path, *arguments: str, host: str = "localhost", page: str = ""
    ) -> None:
        port = free_port()
        self._nursery = nursery
        self._folder, self._log = folder, log
        self._arguments = (*arguments, "--port", str(port))
        self.url = f"http://{host}:{port}/"
        self._page = page
        self._child: Child | None = None

    def begin(self) -> None:
        """Start it, and wait for nothing."""
        self._child = self._nursery.bear(self._arguments, self._folder, self._log)

    def start(self) -> None:
        """Start it, and wait until its page answers."""
        self.begin()
        end_s = time.monotonic() + START_S
        while True:
            with contextlib.suppress(httpx.HTTPError):
                httpx.get(self.url + self._page, timeout=60).raise_for_status()
                return
            assert self.alive, f"it has stopped: {self.said()}"
            assert time.monotonic() < end_s, f"no answer within {START_S} s: {self.said()}"
            time.sleep(0.05)

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._child is not None and self._child.alive

    def said(self) -> list[str]:
        """Return the last lines of its log."""
        return self._log.read_text().splitlines()[-3:] if self._log.exists() else []

    def snapshot(self) -> dict[str, Any]:
        """Return what a table shows now."""
        answer = httpx.get(self.url + "api/snapshot", timeout=60)
        answer.raise_for_status()
        document: dict[str, Any] = answer.json()
        return document

    def kill(self) -> None:
        """End it as a pulled plug does."""
        if self._child is not None:
            self._child.kill()
            self._child = None


class Stand:
    """Broker, hub and table in one folder. `host` is where the broker is reached; prefixes run broker and hub."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        *,
        data: Path | None = None,
        hub_data: Path | None = None,
        host: str = "127.0.0.1",
        prefixes: tuple[Sequence[str], Sequence[str]] = ((), ()),
        table_env: dict[str, str] | None = None,
        hub_env: dict[str, str] | None = None,
    ) -> None:
        self.chance = random.Random(seed)
        self.broker = Broker(folder, host, prefixes[0])
        self.data = data or folder / "table"
        self.data.mkdir(exist_ok=True)
        self.database = (hub_data or folder) / "hub.sqlite"
        where = f'broker = "{host}"\nport = {self.broker.port}\ntable = "{TABLE}"'
        settings = folder / "overlook.toml"
        settings.write_text(f"[camera]\nfps = 0.5\n[venue]\n{where}\n")
        self._nurseries = (Nursery((), table_env), Nursery(prefixes[1], hub_env))
        run = ("run", "--data", str(self.data), "--settings", str(settings))
        self.table = Program(self._nurseries[0], self.data, folder / "table.log", *run, page="api/health")
        hub = ("hub", "--broker", f"{host}:{self.broker.port}", "--database", f"sqlite:///{self.database}")
        self.hub = Program(self._nurseries[1], folder, folder / "hub.log", *hub)
        self.player = Players(self.table.url, seed)

    def __enter__(self) -> Stand:
        self.broker.begin()
        self.hub.begin()
        self.table.start()
        self.player.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.player.leave()
        self.table.kill()
        self.hub.kill()
        self.broker.kill()
        for nursery in self._nurseries:
            nursery.close()

    def play(self, least_s: float, most_s: float) -> None:
        """Let the players act, until something was taken and for a random time more; they go on acting."""
        before = len(self.player.taken)
        self.player.go()
        end_s = time.monotonic() + PATIENCE_S
        while len(self.player.taken) < before + LEAST and time.monotonic() < end_s:
            time.sleep(0.01)
        self.suffer(least_s, most_s)

    def suffer(self, least_s: float, most_s: float) -> None:
        """Let the players act for a random time, whatever comes of it."""
        self.player.go()
        time.sleep(self.chance.uniform(least_s, most_s))

    def begin_anew(self) -> None:
        """Have the table's own screen begin a new game, and wait for nothing."""
        threading.Thread(target=self._begin, daemon=True).start()

    def _begin(self) -> None:
        with contextlib.suppress(httpx.HTTPError):
            act = {"intent": {"kind": "begin", "mission": "Demonstration"}}
            key = {"Idempotency-Key": f"screen-{time.monotonic_ns()}"}
            httpx.post(self.table.url + "api/intents", json=act, headers=key, timeout=10)

    def settle(self, account: Account) -> None:
        """Stop the players, wait until the hub has everything and the table shows it, and note what is not so."""
        self.player.pause()
        began_s = time.monotonic()
        cost = (1, 0, 0, 0)
        while any(cost) and time.monotonic() - began_s < PATIENCE_S:
            time.sleep(0.1)
            if caught_up(self.data, self.database, TABLE):
                cost = self._cost()
        if any(cost):
            cost = self._cost()
        account.slowest_s = max(account.slowest_s, time.monotonic() - began_s)
        account.times += 1
        print(
            f"{account.fault} {account.times}: well after {time.monotonic() - began_s:.1f} s",
            file=sys.stderr,
            flush=True,
        )
        account.missing += cost[0]
        account.twice += cost[1]
        account.disordered += cost[2]
        account.state_differs += cost[3]
        if any(cost):
            account.notes.append(f"{account.fault} {account.times}: {cost}; {self.table.said()} {self.hub.said()}")

    def _cost(self) -> tuple[int, int, int, int]:
        games = journals(self.data)
        differs = not games
        with contextlib.suppress(httpx.HTTPError):
            shown = self.table.snapshot()["game"]
            games = journals(self.data)
            differs = not shown_as_folded(games[-1], shown)
        return (*differing(games, self.database, TABLE), int(differs))

    def sum_up(self, account: Account) -> Account:
        """Note what was acknowledged at any time and is not in the journals at the end."""
        kept = {event.id for game in journals(self.data) for event in game}
        account.acknowledged = len(self.player.taken)
        account.refused, account.unanswered = self.player.refused, self.player.unanswered
        account.unsaid += self.player.broken
        account.events = sum(map(len, journals(self.data)))
        account.lost = sum(key not in kept for key in self.player.taken)
        return account


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """Give a folder on a disk of so many megabytes."""
    assert os.geteuid() == 0, "a small disk is mounted by root: run this as root"
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "none", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
