"""How a certificate stands is said before it matters: to whom phones are sent, when it ends, what was not taken."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from messages.message import Message
from overlook.app.housekeeping import encryption_check
from overlook.maintenance.machine_checks import Health
from web.server.tls import TlsCertificate

SINCE, UNTIL = datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)
CERTIFICATE = TlsCertificate(("table-1.local", "*.club.example", "10.0.0.3", "fd00::3"), SINCE, UNTIL)
DAY = timedelta(days=1)
WELL = Message.of("check-certificate-ok", names=CERTIFICATE.names, until="2027-01-01")


@pytest.mark.parametrize(
    ("now", "health", "said"),
    [
        (SINCE - DAY, Health.TROUBLE, Message.of("check-certificate-early", since="2026-01-01")),
        (SINCE, Health.OK, WELL),
        (UNTIL - 14 * DAY, Health.OK, WELL),
        (UNTIL - 13 * DAY, Health.CAUTION, Message.of("check-certificate-soon", until="2027-01-01")),
        (UNTIL, Health.TROUBLE, Message.of("check-certificate-ended", until="2027-01-01")),
    ],
)
def test_it_is_told_before_a_certificate_ends(now: datetime, health: Health, said: Message) -> None:
    check = encryption_check(CERTIFICATE, "table-1.local", now)
    assert check.health is health
    assert check.sentence == said
    assert (check.mend is None) == (health is Health.OK)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("table-1.local", True),
        ("TABLE-1.local", True),
        ("table-2.local", False),
        ("five.club.example", True),
        ("a.b.club.example", False),
        ("club.example", False),
        ("10.0.0.3", True),
        ("10.0.0.4", False),
        ("fd00:0:0::3", True),
        ("", True),
    ],
)
def test_who_sends_phones_to_another_name_is_told_which_one_it_is_for(name: str, meant: bool) -> None:
    check = encryption_check(CERTIFICATE, name, SINCE + DAY)
    assert (check.health is Health.OK) is meant
    if not meant:
        assert check.sentence == Message.of("check-certificate-names", names=CERTIFICATE.names, name=name)
        assert check.mend == Message.of("check-fix-certificate-name")
