"""Another client under one's own name is told from a network that fails."""

from __future__ import annotations

from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from venue.mqtt import SHORT_LINKS, SOON_S, TAKEN_OVER, ClientIdConflictDetector

GONE = ReasonCode(PacketTypes.DISCONNECT, identifier=128)


def links(contention: ClientIdConflictDetector, clock: list[float], lasting_s: float, count: int) -> list[bool]:
    said = []
    for _ in range(count):
        contention.came()
        clock[0] += lasting_s
        said.append(contention.lost(GONE))
        clock[0] += 1
    return said


def test_a_broker_that_says_so_is_believed_at_once() -> None:
    assert ClientIdConflictDetector().lost(ReasonCode(PacketTypes.DISCONNECT, identifier=TAKEN_OVER))


def test_links_that_end_soon_again_and_again_are_anothers_doing() -> None:
    clock = [100.0]
    said = links(ClientIdConflictDetector(lambda: clock[0]), clock, SOON_S / 2, SHORT_LINKS + 2)
    assert said == [False] * (SHORT_LINKS - 1) + [True] * 3


def test_links_that_last_are_not() -> None:
    clock = [100.0]
    assert not any(links(ClientIdConflictDetector(lambda: clock[0]), clock, SOON_S, 20))


def test_a_broker_that_was_away_in_between_is_not() -> None:
    clock = [100.0]
    contention = ClientIdConflictDetector(lambda: clock[0])
    for _ in range(10):
        assert not any(links(contention, clock, 1, SHORT_LINKS - 1))
        contention.refused()
