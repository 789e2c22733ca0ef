"""Each fault, tried a number of times on a hall that plays; what it cost."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Callable
from pathlib import Path

from tests.faults.account import Account
from tests.faults.network import BROKER, switch
from tests.faults.stand import Broker, Controls, Program, Stand, small_disk

MINUTES_S = (75.0, 130.0)
DAY_S = 86_400


def struck(fault: str, folder: Path, times: int, seed: int, strike: Callable[[Stand], None]) -> Account:
    """Strike a hall that plays so many times; return what it cost."""
    account = Account(fault)
    with Stand(folder, seed) as stand:
        for _ in range(times):
            strike(stand)
            stand.settle(account)
        return stand.sum_up(account)


def kill_table(folder: Path, times: int, seed: int) -> Account:
    """Kill -9 of the table at a random moment, now and then while it makes a new game, or while it starts."""

    def strike(stand: Stand) -> None:
        stand.play(0.1, 2.5)
        if stand.chance.random() < 0.3:
            stand.begin_anew()
            time.sleep(stand.chance.uniform(0.0, 0.15))
        stand.table.kill()
        if stand.chance.random() < 0.25:
            stand.table.begin()
            time.sleep(stand.chance.uniform(0.0, 6.0))
            stand.table.kill()
        stand.table.start()

    return struck("kill -9 table", folder, times, seed, strike)


def kill_hub(folder: Path, times: int, seed: int) -> Account:
    """Kill -9 of the hub at a random moment, now and then while it starts."""
    return struck("kill -9 hub", folder, times, seed, lambda stand: away(stand, stand.hub))


def kill_broker(folder: Path, times: int, seed: int) -> Account:
    """Kill -9 of the broker, which keeps nothing on disk."""
    return struck("kill -9 broker", folder, times, seed, lambda stand: away(stand, stand.broker))


def away(stand: Stand, program: Program | Broker) -> None:
    """Kill what the table talks to while it plays, and start it again while it goes on."""
    stand.play(0.1, 2.0)
    program.kill()
    stand.suffer(0.0, 2.0)
    program.begin()
    stand.suffer(0.0, 4.0)


def cut_network(folder: Path, times: int, seed: int) -> Account:
    """Pull the table's cable, the hub's or both, for seconds; one time in sixteen for minutes."""
    account = Account("network cut")
    with switch() as lan, Stand(folder, seed, host=BROKER, prefixes=lan.prefixes) as stand:
        for number in range(times):
            cut = stand.chance.choice(("t", "h", "th"))
            stand.play(0.1, 1.5)
            for letter in cut:
                lan.pull(letter)
            if number % 16 == 15:
                stand.suffer(1.0, 2.0)
                stand.player.pause()
                time.sleep(stand.chance.uniform(*MINUTES_S))
                stand.suffer(0.5, 1.0)
            else:
                stand.suffer(0.5, 6.0)
            for letter in cut:
                lan.put_back(letter)
            stand.suffer(0.0, 1.0)
            stand.settle(account)
        return stand.sum_up(account)


def fill_disk(folder: Path, times: int, seed: int) -> Account:
    """Fill the table's disk, or the hub's, to the last byte while it plays; now and then kill the table meanwhile."""
    account = Account("disk full")
    with (
        small_disk(folder / "small", 24) as disk,
        small_disk(folder / "hub", 24) as hub_disk,
        Stand(folder, seed, data=disk / "table", hub_data=hub_disk) as stand,
    ):
        for number in range(times):
            stand.play(0.1, 1.0)
            at_hub = number % 3 == 2
            ballast = fill(hub_disk if at_hub else disk)
            stand.suffer(0.5, 2.0)
            if not at_hub:
                before = len(stand.player.taken)
                said = says(stand.table, "journal", "make room")
                account.unsaid += not said and len(stand.player.taken) == before
                if number % 5 == 4:
                    stand.table.kill()
            ballast.unlink()
            if not at_hub and number % 5 == 4:
                stand.table.start()
            stand.suffer(0.1, 0.5)
            stand.settle(account)
        return stand.sum_up(account)


def fill(disk: Path) -> Path:
    """Fill a disk to the last byte; return the file that fills it."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            with contextlib.suppress(OSError):
                while True:
                    file.write(b"x" * size)
    return ballast


def says(table: Program, part: str, words: str) -> bool:
    """Whether a table soon says these words of a part that is in trouble, on its page."""
    end_s = time.monotonic() + 90
    while time.monotonic() < end_s:
        now = table.snapshot()
        if any(one["part"] == part and words in one["sentence"] for one in now["health"]):
            return True
        time.sleep(0.1)
    return False


def fail_disk(folder: Path, times: int, seed: int) -> Account:
    """Let disk calls of the table, or of the hub, fail with EIO; now and then kill the table meanwhile."""
    account = Account("disk EIO")
    data, hub_data = folder / "table", folder / "hub"
    hub_data.mkdir()
    controls, at_hub = Controls(folder, "table", data), Controls(folder, "hub", hub_data)
    with Stand(folder, seed, hub_data=hub_data, table_env=controls.env, hub_env=at_hub.env) as stand:
        for number in range(times):
            stand.play(0.1, 1.0)
            failing = at_hub if number % 3 == 2 else controls
            failing.fail(stand.chance.choice((20, 100, 300, 1000)))
            stand.suffer(0.5, 2.0)
            if failing is controls and number % 5 == 4:
                stand.table.kill()
                failing.heal()
                stand.table.start()
            failing.heal()
            stand.suffer(0.1, 0.5)
            if not stand.hub.alive:
                account.notes.append(f"the hub had stopped ({os.strerror(errno.EIO)})")
                stand.hub.begin()
            stand.settle(account)
        return stand.sum_up(account)


def jump_clock(folder: Path, times: int, seed: int) -> Account:
    """Put the wall clock of the table and of the hub a day on or back, each on its own, and leave it so."""
    account = Account("clock +-1 day")
    clocks = Controls(folder, "table", folder), Controls(folder, "hub", folder)
    with Stand(folder, seed, table_env=clocks[0].env, hub_env=clocks[1].env) as stand:
        for _ in range(times):
            stand.play(0.1, 0.6)
            for clock in clocks:
                clock.jump(stand.chance.choice((-DAY_S, 0, DAY_S)))
            stand.suffer(0.2, 1.0)
            stand.settle(account)
        return stand.sum_up(account)


TRIALS: dict[str, Callable[[Path, int, int], Account]] = {
    "kill-table": kill_table,
    "kill-hub": kill_hub,
    "kill-broker": kill_broker,
    "network": cut_network,
    "disk-full": fill_disk,
    "disk-eio": fail_disk,
    "clock": jump_clock,
}
