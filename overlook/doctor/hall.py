"""The hall: whether its broker lets this table in, and how far the outbox is behind."""

from __future__ import annotations

from pathlib import Path

from overlook.distribution import INSTALL_FOR_A_HALL
from overlook.doctor.check import Check
from overlook.hall.outbox_relay import FILE
from venue.errors import OutboxError, VenueError
from venue.outbox import waiting_in
from venue.settings import VenueSettings

PART = "hall"


def hall(venue: VenueSettings, folder: Path) -> list[Check]:
    """Return how the link to the hall is; nothing for a table on its own."""
    if not venue.enabled:
        return []
    return [_broker(venue), _outbox(folder / FILE)]


def _broker(venue: VenueSettings) -> Check:
    try:
        from overlook.hall.opening import broker_of
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
    part = "outbox"
    if not path.is_file():
        return Check.ok(part, "nothing was said to the hall yet")
    try:
        waiting = waiting_in(path)
    except OutboxError as fault:
        return Check.trouble(part, str(fault), "start the table: it puts a damaged outbox aside and fills a new one")
    if waiting:
        return Check.caution(part, f"{waiting} events wait for the hub", "they are said when the hall is in touch")
    return Check.ok(part, "the hub has everything")
