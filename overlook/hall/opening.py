"""The hall of the settings, opened: outbox, link and publisher."""

from __future__ import annotations

from overlook.distribution import program_version
from overlook.hall.call_log import FILE, CallLog
from overlook.hall.hall import Hall
from overlook.hall.judge import TableJudge
from overlook.hall.matched_games import FILE as MATCHES
from overlook.hall.matched_games import MatchedGames
from overlook.hall.outbox_relay import OutboxRelay, open_outbox
from overlook.settings import Settings
from overlook.table.service import TableService
from referee.rules.ruling import Threshold
from venue.mqtt import Broker
from venue.publisher import Publisher
from venue.settings import ENCRYPTED, PLAIN, VenueSettings


def broker_of(venue: VenueSettings) -> Broker:
    """Return where the hall's broker is and how this table is let in.

    Raises `VenueError` when the password or the certificate cannot be read.
    """
    encrypted = venue.tls or venue.ca_file is not None
    return Broker(
        venue.broker,
        venue.port or (ENCRYPTED if encrypted else PLAIN),
        venue.user or venue.table,
        venue.secret(),
        venue.certificate(),
        venue.tls,
    )


def open_hall(settings: Settings, service: TableService, address: str = "", *, practice: bool = False) -> Hall:
    """Return the table's voice in the hall that the settings name; `address` is where others reach its pages.

    The games of this table have no result if they are `practice`. Raises `VenueError` for settings that cannot be,
    `OSError` when the disk fails (of the outbox: `OutboxError`).
    """
    venue = settings.venue
    broker = broker_of(venue)
    outbox = open_outbox(settings.data.folder)
    publisher = Publisher(venue.table, broker, outbox, program=f"overlook {program_version()}")
    log = CallLog(settings.data.folder / FILE)
    threshold, matches = Threshold(settings.game.sure), MatchedGames(settings.data.folder / MATCHES)
    relay = OutboxRelay(service.table.games, outbox, threshold, log, matches=matches, practice=practice)
    judge = TableJudge(log, publisher, service, address)
    return Hall(broker.host, outbox, relay, publisher, judge=judge)
