"""Health checks of the computer: disk, temperature, power, clock, buttons, link to the hall."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from hardware.panel import Panel
from overlook.distribution import INSTALL_FOR_A_HALL
from overlook.hall.outbox_relay import FILE
from venue.errors import OutboxError, VenueError
from venue.outbox import waiting_in
from venue.settings import VenueSettings
from web.contract.base import HealthState


class Health(StrEnum):
    """State of a part: fine, usable with a limitation, or broken."""

    OK = "ok"
    CAUTION = "caution"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class Check:
    """State of one part. `mend` is the instruction to fix it, empty if it is fine."""

    part: str
    health: Health
    sentence: str
    mend: str = ""

    @property
    def line(self) -> str:
        """The state and how to fix it."""
        return f"{self.sentence}: {self.mend}" if self.mend else self.sentence

    @classmethod
    def ok(cls, part: str, sentence: str) -> Check:
        """Return the check of a part that is fine."""
        return cls(part, Health.OK, sentence)

    @classmethod
    def caution(cls, part: str, sentence: str, mend: str) -> Check:
        """Return the check of a part that could be better."""
        return cls(part, Health.CAUTION, sentence, mend)

    @classmethod
    def trouble(cls, part: str, sentence: str, mend: str) -> Check:
        """Return the check of a part that does not work."""
        return cls(part, Health.TROUBLE, sentence, mend)


PART = "hall"
OUTBOX = "outbox"


def hall_checks(venue: VenueSettings, folder: Path) -> list[Check]:
    """Check the link to the hall; empty if the table has none."""
    if not venue.enabled:
        return []
    return [_broker(venue), _outbox(folder / FILE)]


def _broker(venue: VenueSettings) -> Check:
    try:
        from overlook.hall.hall import broker_of
        from venue.mqtt import ask_broker
    except ModuleNotFoundError as missing:
        return Check.trouble(PART, f"{missing.name} is not installed", INSTALL_FOR_A_HALL)
    try:
        broker = broker_of(venue)
    except VenueError as fault:
        return Check.trouble(PART, str(fault), "see docs/hall.md: hall.sh add prints the section [venue]")
    refusal = ask_broker(broker, venue.table)
    if refusal:
        mend = "see that the hall's machine is on and in the network, then the password and ca_file in [venue]"
        return Check.trouble(PART, f"{refusal}; the table plays on and keeps what it says", mend)
    locked = "encrypted" if broker.encrypted else "not encrypted"
    return Check.ok(PART, f"{broker.host}:{broker.port} lets {venue.table} in, {locked}")


def _outbox(path: Path) -> Check:
    if not path.is_file():
        return Check.ok(OUTBOX, "nothing was said to the hall yet")
    try:
        waiting = waiting_in(path)
    except OutboxError as fault:
        return Check.trouble(OUTBOX, str(fault), "start the table: it puts a damaged outbox aside and fills a new one")
    if waiting:
        return Check.caution(OUTBOX, f"{waiting} events wait for the hub", "they are said when the hall is in touch")
    return Check.ok(OUTBOX, "the hub has everything")


GIGABYTE = 1e9
LEAST_FREE = 0.2 * GIGABYTE
GOOD_FREE = 2 * GIGABYTE
HOT_C = 80.0
WARM_C = 70.0

THROTTLED = "devices/platform/soc/soc:firmware/get_throttled"
"""Throttling state of the Raspberry Pi firmware, a hexadecimal mask; path below /sys."""

NOW = {0: "the supply voltage is too low", 1: "the clock is capped", 2: "it is throttled", 3: "it is close to too hot"}
SINCE = 16
"""Offset of the bits that say the condition has occurred since the start."""


def disk(folder: Path) -> Check:
    """Check whether games can be written to their folder, and how much space is left."""
    part = "disk"
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(there, os.W_OK):
        return Check.trouble(
            part, f"{there} cannot be written", f"sudo chown -R $USER {there}, or name another data.folder"
        )
    free = shutil.disk_usage(there).free
    said = f"{free / GIGABYTE:.1f} GB free for {folder}"
    if free < LEAST_FREE:
        return Check.trouble(part, said, "make room: overlook backup FILE on another disk, then delete old games")
    if free < GOOD_FREE:
        return Check.caution(part, said, "make room before a long day")
    return Check.ok(part, said)


def temperature(sys: Path = Path("/sys")) -> Check | None:
    """Check the temperature of the hottest zone; None if the machine has no sensor."""
    readings = []
    for file in sorted((sys / "class" / "thermal").glob("thermal_zone*/temp")):
        try:
            readings.append(int(file.read_text()) / 1000)
        except (OSError, ValueError):
            continue
    if not readings:
        return None
    hottest = max(readings)
    said = f"{hottest:.0f} °C"
    if hottest >= HOT_C:
        return Check.trouble("temperature", said, "fit a fan or a heat sink; it slows down from here")
    if hottest >= WARM_C:
        return Check.caution("temperature", said, "give it air: a fan, or a case with holes")
    return Check.ok("temperature", said)


def power(sys: Path = Path("/sys")) -> Check | None:
    """Check the power supply of a Raspberry Pi; None on other machines."""
    try:
        mask = int((sys / THROTTLED).read_text(), 16)
    except (OSError, ValueError):
        return None
    mend = "use the supply made for this Pi, a short cable, and a fan"
    now = [words for bit, words in NOW.items() if mask >> bit & 1]
    if now:
        return Check.trouble("power", "; ".join(now), mend)
    before = [words for bit, words in NOW.items() if mask >> (bit + SINCE) & 1]
    if before:
        return Check.caution("power", f"since the start: {'; '.join(before)}", mend)
    return Check.ok("power", "enough, since the start")


def clock() -> Check:
    """Check whether the clock is set by the network. Games do not need it: events are ordered by number."""
    said = "games do not need it, but their dates do"
    try:
        done = subprocess.run(
            ["timedatectl", "show", "--property=NTPSynchronized", "--value"],
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return Check.caution("clock", f"nobody here says whether it is right; {said}", "look at 'date'")
    if done.returncode == 0 and done.stdout.strip() == "yes":
        return Check.ok("clock", "set by the network")
    return Check.caution("clock", f"not set by a network; {said}", "sudo timedatectl set-ntp true, or set it by hand")


def buttons(panel: Panel) -> Check:
    """Check whether the panel's pins respond."""
    if panel.missing:
        return Check.caution(
            "panel", str(panel.missing), "the page has the same buttons; docs/real-camera.md has the wiring"
        )
    return Check.ok("panel", "its pins answer")


STATE_OF = {Health.OK: HealthState.OK, Health.CAUTION: HealthState.TROUBLE, Health.TROUBLE: HealthState.LOST}


class HealthPort(Protocol):
    """Receiver of the state of the machine's parts."""

    def report_health(self, part: str, state: HealthState, sentence: str) -> None:
        """Record the state of a part."""
        ...

    def publish(self) -> None:
        """Publish the recorded states."""
        ...
