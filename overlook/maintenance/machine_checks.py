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
from messages.message import Message
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
    """State of one part. `mend` is the instruction to fix it, None if it is fine."""

    part: str
    health: Health
    sentence: Message
    mend: Message | None = None

    @property
    def line(self) -> Message:
        """The state and how to fix it."""
        return Message.of("text-sentences", parts=[self.sentence, self.mend]) if self.mend else self.sentence

    @classmethod
    def ok(cls, part: str, sentence: Message) -> Check:
        """Return the check of a part that is fine."""
        return cls(part, Health.OK, sentence)

    @classmethod
    def caution(cls, part: str, sentence: Message, mend: Message) -> Check:
        """Return the check of a part that could be better."""
        return cls(part, Health.CAUTION, sentence, mend)

    @classmethod
    def trouble(cls, part: str, sentence: Message, mend: Message) -> Check:
        """Return the check of a part that does not work."""
        return cls(part, Health.TROUBLE, sentence, mend)

    def to_json(self) -> dict[str, str]:
        """Return it as JSON values, in English."""
        return {
            "part": self.part,
            "health": self.health.value,
            "sentence": str(self.sentence),
            "mend": str(self.mend or ""),
        }


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
        return Check.trouble(
            PART,
            Message.of("check-module-missing", module=missing.name),
            Message.of("check-fix-install", command=INSTALL_FOR_A_HALL),
        )
    try:
        broker = broker_of(venue)
    except VenueError as fault:
        return Check.trouble(PART, fault.message, Message.of("check-fix-hall-section"))
    refusal = ask_broker(broker, venue.table)
    if refusal:
        return Check.trouble(PART, Message.of("check-hall-refused", refusal=refusal), Message.of("check-fix-hall"))
    host = f"{broker.host}:{broker.port}"
    return Check.ok(PART, Message.of("check-hall-connects", host=host, table=venue.table, encrypted=broker.encrypted))


def _outbox(path: Path) -> Check:
    if not path.is_file():
        return Check.ok(OUTBOX, Message.of("check-outbox-none"))
    try:
        waiting = waiting_in(path)
    except OutboxError as fault:
        return Check.trouble(OUTBOX, fault.message, Message.of("check-fix-outbox-damaged"))
    if waiting:
        return Check.caution(
            OUTBOX, Message.of("check-outbox-waiting", count=waiting), Message.of("check-fix-outbox-waiting")
        )
    return Check.ok(OUTBOX, Message.of("check-outbox-empty"))


GIGABYTE = 1e9
LEAST_FREE = 0.2 * GIGABYTE
GOOD_FREE = 2 * GIGABYTE
HOT_C = 80.0
WARM_C = 70.0

THROTTLED = "devices/platform/soc/soc:firmware/get_throttled"
"""Throttling state of the Raspberry Pi firmware, a hexadecimal mask; path below /sys."""

NOW = {
    0: Message.of("check-power-voltage"),
    1: Message.of("check-power-capped"),
    2: Message.of("check-power-throttled"),
    3: Message.of("check-power-heat"),
}
SINCE = 16
"""Offset of the bits that say the condition has occurred since the start."""


def disk(folder: Path) -> Check:
    """Check whether games can be written to their folder, and how much space is left."""
    part = "disk"
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(there, os.W_OK):
        return Check.trouble(
            part,
            Message.of("check-disk-closed", folder=there),
            Message.of("check-fix-disk-closed", folder=there),
        )
    free = shutil.disk_usage(there).free
    said = Message.of("check-disk-free", gigabytes=free / GIGABYTE, folder=folder)
    if free < LEAST_FREE:
        return Check.trouble(part, said, Message.of("check-fix-disk-full"))
    if free < GOOD_FREE:
        return Check.caution(part, said, Message.of("check-fix-disk-short"))
    return Check.ok(part, said)


def hottest_celsius(sys: Path = Path("/sys")) -> float | None:
    """Return the temperature of the hottest zone; None if the machine has no sensor."""
    readings = []
    for file in sorted((sys / "class" / "thermal").glob("thermal_zone*/temp")):
        try:
            readings.append(int(file.read_text()) / 1000)
        except (OSError, ValueError):
            continue
    return max(readings, default=None)


def temperature(sys: Path = Path("/sys")) -> Check | None:
    """Check the temperature of the hottest zone; None if the machine has no sensor."""
    hottest = hottest_celsius(sys)
    if hottest is None:
        return None
    said = Message.of("check-temperature", degrees=hottest)
    if hottest >= HOT_C:
        return Check.trouble("temperature", said, Message.of("check-fix-hot"))
    if hottest >= WARM_C:
        return Check.caution("temperature", said, Message.of("check-fix-warm"))
    return Check.ok("temperature", said)


def power(sys: Path = Path("/sys")) -> Check | None:
    """Check the power supply of a Raspberry Pi; None on other machines."""
    try:
        mask = int((sys / THROTTLED).read_text(), 16)
    except (OSError, ValueError):
        return None
    mend = Message.of("check-fix-power")
    now = [fault for bit, fault in NOW.items() if mask >> bit & 1]
    if now:
        return Check.trouble("power", Message.of("check-power-now", faults=now), mend)
    before = [fault for bit, fault in NOW.items() if mask >> (bit + SINCE) & 1]
    if before:
        return Check.caution("power", Message.of("check-power-before", faults=before), mend)
    return Check.ok("power", Message.of("check-power-ok"))


def clock() -> Check:
    """Check whether the clock is set by the network. Games do not need it: events are ordered by number."""
    try:
        done = subprocess.run(
            ["timedatectl", "show", "--property=NTPSynchronized", "--value"],
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return Check.caution("clock", Message.of("check-clock-unknown"), Message.of("check-fix-clock-unknown"))
    if done.returncode == 0 and done.stdout.strip() == "yes":
        return Check.ok("clock", Message.of("check-clock-set"))
    return Check.caution("clock", Message.of("check-clock-unset"), Message.of("check-fix-clock-unset"))


def buttons(panel: Panel) -> Check:
    """Check whether the panel's pins respond."""
    if panel.missing:
        return Check.caution("panel", panel.missing, Message.of("check-fix-panel"))
    return Check.ok("panel", Message.of("check-panel-ok"))


STATE_OF = {Health.OK: HealthState.OK, Health.CAUTION: HealthState.TROUBLE, Health.TROUBLE: HealthState.LOST}


class HealthPort(Protocol):
    """Receiver of the state of the machine's parts."""

    def report_health(self, part: str, state: HealthState, said: Message) -> None:
        """Record the state of a part."""
        ...

    def publish(self) -> None:
        """Publish the recorded states."""
        ...
