"""No secret choice leaves a table before it is revealed, by any outlet, and no guess of one can be tried outside.

A game is played once for each value of a secret choice, with the same ids: what leaves the table must be the same.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from overlook.hall.outbox_relay import NAME, public_seal, seal_key
from overlook.play.runner import ScriptedTable, scripted_table
from overlook.play.script import script_of
from referee.editions.registry import ruleset_of
from referee.game.engine.timeline import conceal_choices
from referee.game.intents import Seal
from referee.game.journal_entry import JournalEntry
from referee.records.journal.reading import read_journal, read_written
from referee.records.journal.tail import first_seal, seal
from tests.depth import at_night
from tests.overlook import outlets
from tests.overlook.outlets import (
    ASKING,
    IN_OLD_JOURNALS,
    Watched,
    commitments_without_choices,
    everything_sent,
    logged_to,
    no_commitments,
    scrubbed,
    told_of_the_game,
    told_to_the_hall,
)
from tests.overlook.play.scripts import KT21, Raw, do, script
from tests.overlook.play.set_up_steps import PLACES
from venue.protocol import GameMessage
from web.auth.sessions import Identity
from web.contract.permissions import ROLES, ROUTES, Role
from web.contract.requests import GAME_REQUESTS, GameRequest, Refused

ROLLS: list[Raw] = [{"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, {"choose": "p1"}]
NEITHER: list[Raw] = [{"as": "p1", "choose": "none"}, {"as": "p2", "choose": "none"}]
DEPLOYED: list[Raw] = [
    *ROLLS,
    *NEITHER,
    {"see": PLACES},
    do("p1", "deploy", operative="A1"),
    do("p2", "deploy", operative="B1"),
]
SCOUTED: list[Raw] = [
    *DEPLOYED,
    *NEITHER,
    {"as": "p2", "choose": "p1"},
]
CARDS: Raw = {
    "version": 1,
    "name": "Cards",
    "tac_ops": [{"name": name, "text": f"{name} pays."} for name in ("Dig", "Hold")],
}


def sealing(topic: str, value: str) -> Raw:
    return do("p1", "seal", player="p1", topic=topic, value=value)


def equipping(*options: str) -> Raw:
    return do("p1", "choose_equipment", player="p1", options=list(options))


@dataclass(frozen=True)
class Case:
    """A secret choice of p1: the steps before it, every way to make it with its value, and what reveals it."""

    topic: str
    before: tuple[Raw, ...]
    choices: tuple[tuple[str, Raw], ...]
    reveal: tuple[Raw, ...]
    fields: dict[str, Any] = field(default_factory=dict)

    @property
    def edition(self) -> str:
        return str(self.fields.get("edition", "kt24"))


REVEALING = do("p1", "reveal", player="p1", topic="tac_op")
CASES = {
    "equipment": Case(
        "equipment",
        tuple(ROLLS),
        (
            ("mines", equipping("mines")),
            ("ladders", equipping("ladders", "light barricades")),
            ("ammo cache", {"as": "p1", "choose": "ammo cache"}),
            ("", {"as": "p1", "choose": "none"}),
        ),
        ({"as": "p2", "choose": "none"},),
    ),
    "equipment, the other one": Case(
        "equipment",
        (*ROLLS, equipping("razor wire"), {"as": "p1", "press": "undo"}),
        (("mines", equipping("mines")), ("ladders", {"as": "p1", "choose": "ladders"})),
        ({"as": "p2", "choose": "none"},),
    ),
    "tac op": Case(
        "tac_op",
        tuple(ROLLS),
        (
            ("Dig", sealing("tac_op", "Dig")),
            ("Hold", sealing("tac_op", "Hold")),
            ("Dig", {"as": "p1", "choose": "tac_op:Dig"}),
            ("Hold", {"as": "p1", "choose": "tac_op:Hold"}),
        ),
        (REVEALING,),
        {"packs": [CARDS]},
    ),
    "scouting": Case(
        "scouting",
        tuple(DEPLOYED),
        (
            ("recon", sealing("scouting", "recon")),
            ("ambush", sealing("scouting", "ambush")),
            ("none", {"as": "p1", "choose": "none"}),
        ),
        ({"as": "p2", "choose": "none"},),
        {"places": {}},
    ),
    "primary op": Case(
        "primary_op",
        tuple(SCOUTED),
        (
            ("crit", sealing("primary_op", "crit")),
            ("tac", {"as": "p1", "choose": "primary:tac"}),
            ("kill", {"as": "p1", "choose": "primary:kill"}),
        ),
        (do("referee", "end_battle"),),
        {"places": {}},
    ),
    **{
        f"tac op {number} of 2021": Case(
            f"tac_op_{number}",
            (),
            tuple((value, sealing(f"tac_op_{number}", value)) for value in ("Headhunter", "Robbery", "Rout")),
            (do("p1", "reveal", player="p1", topic=f"tac_op_{number}"),),
            KT21,
        )
        for number in (1, 2, 3)
    },
}
AT_NIGHT = ("tac op 2 of 2021", "tac op 3 of 2021")
"""Cases that differ from another one in their topic's number alone."""

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
NAMED = pytest.mark.parametrize("name", [*(name for name in CASES if name not in AT_NIGHT), *at_night(*AT_NIGHT)])
SEARCHED = {
    "/api/air",
    "/api/choices",
    "/api/director",
    "/api/fairness",
    "/api/free",
    "/api/free/measure",
    "/api/game.csv",
    "/api/game.json",
    "/api/games",
    "/api/games/{number}",
    "/api/games/{number}/clips/{sequence}",
    "/api/games/{number}/clips/{sequence}.mp4",
    "/api/games/{number}/moments/{sequence}",
    "/api/games/{number}/report.html",
    "/api/health",
    "/api/measure",
    "/api/operatives/{operative}",
    "/api/operatives/{operative}/reach/{action}",
    "/api/snapshot",
    "/fairness",
}
"""The routes that know a game. A new one is searched by itself; one that holds no game is named in `outlets.py`."""


@dataclass
class Sent:
    """What left a table while a choice was secret, once it was revealed, and what its journal keeps."""

    secret: dict[str, str]
    revealed: dict[str, str]
    log: tuple[JournalEntry, ...]
    told: list[GameMessage]


@cache
def played(name: str, number: int, *, older: bool = False) -> Sent:
    """Play a game with that choice of a case, and reveal it; return what leaves the table before and after.

    Its journal is one of an `older` version without commitments.
    """
    case = CASES[name]
    made = (*case.before, case.choices[number][1])
    raw = {**script(PLACES, *made, *case.reveal, begin="set_up"), **case.fields}

    async def run() -> Sent:
        async with scripted_table(script_of(raw), clock=lambda: BEGUN) as table:
            watched = Watched(table)
            stack.enter_context(logged_to(watched.log))
            secret: dict[str, str] = {}
            told: list[GameMessage] = []
            listen = table.before_each

            async def look(step: Any) -> None:
                await listen(step)
                if table._number == len(made) and not secret:
                    told[:] = [GameMessage.model_validate_json(body) for _, body in told_to_the_hall(watched)]
                    secret.update(await everything_sent(watched))
                    secret["answers to the other phone"] = await refusals(table, case)

            table.before_each = look
            result = await table.play()
            refused = [step["why"] for step in result.steps if not step["accepted"]]
            assert refused == []
            return Sent(secret, await told_of_the_game(watched), table.table.game.log, told)

    with no_commitments() if older else commitments_without_choices(), ExitStack() as stack:
        return asyncio.run(run())


async def refusals(table: ScriptedTable, case: Case) -> str:
    """Return what the other player's phone is told that tries to find the choice out."""
    values = [value for value, _ in case.choices if value]
    topics = sorted({one.topic for one in CASES.values() if one.edition == case.edition} - {"equipment"})
    asked: list[dict[str, Any]] = []
    asked += [{"kind": "seal", "player": "p1", "topic": topic, "value": value} for topic in topics for value in values]
    asked += [{"kind": "reveal", "player": "p1", "topic": topic} for topic in topics]
    asked += [{"kind": "place_equipment", "player": who, "item": value} for who in ("p1", "p2") for value in values]
    asked += [{"kind": "choose_equipment", "player": "p1", "options": (value,)} for value in values]
    asked += [{"kind": "undo"}, {"kind": "redo"}]
    said = []
    for number, fields in enumerate(asked):
        request: GameRequest = GAME_REQUESTS[str(fields["kind"])].model_validate(fields)
        outcome = await table.service.submit(request, player="p2", key=f"probe-{number}")
        said.append(f"{fields}: {outcome.sentence if isinstance(outcome, Refused) else 'taken'}")
        assert isinstance(outcome, Refused), fields
    return "\n".join(said)


def each_played(name: str) -> list[Sent]:
    return [played(name, number) for number in range(len(CASES[name].choices))]


@NAMED
def test_what_leaves_the_table_is_the_same_for_every_value_of_a_secret_choice(name: str) -> None:
    assert differing(each_played(name)) == {}


@pytest.mark.parametrize("name", ["equipment", "tac op"])
def test_a_choice_that_stands_in_an_older_journal_leaves_the_table_by_no_message_or_page(name: str) -> None:
    found = differing([played(name, number, older=True) for number in (0, 1)])
    assert found.keys() == IN_OLD_JOURNALS


def differing(sent: list[Sent]) -> dict[str, list[tuple[str, str]]]:
    """Return where the texts of an outlet differ, by outlet."""
    return {
        outlet: [_around(one, other) for one, other in zip(texts[:1] * len(texts), texts, strict=True) if one != other]
        for outlet in sent[0].secret
        if len(set(texts := [scrubbed(one.secret[outlet]) for one in sent])) > 1
    }


def _around(one: str, other: str) -> tuple[str, str]:
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[max(0, at - 80) : at + 80], other[max(0, at - 80) : at + 80]


@NAMED
def test_what_was_revealed_is_told_where_events_are_told(name: str) -> None:
    for (value, _), sent in zip(CASES[name].choices, each_played(name), strict=True):
        for outlet in ("export", "hall", "web hook", "own screen: /api/game.json /api/game.json"):
            assert value in sent.revealed[outlet], (outlet, value)


@pytest.mark.parametrize(("name", "number"), [("equipment", 2), ("tac op", 2), *at_night(("tac op", 3))])
def test_a_replay_that_was_open_before_shows_what_was_revealed_since(name: str, number: int) -> None:
    sent, (value, _) = played(name, number), CASES[name].choices[number]
    (words,) = (text for outlet, text in sent.revealed.items() if outlet.startswith("own screen: /api/games/{number} "))
    assert re.search(rf" – [^\"]*{value}", words, re.IGNORECASE)


def test_a_player_s_own_phone_alone_is_told_what_was_sealed() -> None:
    case = CASES["tac op"]
    raw = {**script(PLACES, *case.before, case.choices[0][1], begin="set_up"), **case.fields}

    async def run() -> None:
        async with scripted_table(script_of(raw)) as table:
            watched = Watched(table)
            await table.play()
            for role, told in ((Identity(Role.PLAYER, "p1"), ["Dig"]), *((one, None) for one in ASKING.values())):
                (answer,) = await watched.responses(role, ("/api/choices",))
                if answer.status_code == 200:
                    choices = answer.json()["choices"]
                    assert [one["values"] for one in choices] == ([told] if told else [])
                    assert answer.headers["Cache-Control"] == "no-store"
                else:
                    assert (role, answer.status_code) == (Identity(Role.VIEWER), 401)

    asyncio.run(run())


def test_every_secret_topic_of_both_editions_is_tried() -> None:
    topics = {(edition, topic) for edition in ("kt24", "kt21") for topic in _topics(edition)} | {("kt24", "equipment")}
    assert {(case.edition, case.topic) for case in CASES.values()} == topics


def _topics(edition: str) -> frozenset[str]:
    handler: Any = ruleset_of(edition).flow.handlers[Seal]
    secret: frozenset[str] = frozenset(handler.topics) - handler.common
    return secret


@NAMED
def test_no_guess_of_a_secret_choice_can_be_tried_against_what_is_told(name: str) -> None:
    """Try to guess choices with all that an attacker has: the program, ids, times and all outlets, but not the key.

    Copies of the journal have separate seals, over commitments instead of choices.
    """
    sent = each_played(name)
    guessed = {digest for one in sent for digest in _digests(one.log)}
    for one in sent:
        told = [text for outlet, text in one.secret.items() if outlet not in IN_OLD_JOURNALS]
        tokens = {token for text in told for token in re.findall(r"[0-9a-f]{8,}", text)}
        assert one.told
        assert {said.seal for said in one.told} <= tokens
        assert {token for token in tokens if any(digest.startswith(token) for digest in guessed)} == set()


def _digests(log: Sequence[JournalEntry]) -> Iterator[str]:
    """Yield every digest that somebody could make who guesses what stands in a log."""
    running = first_seal()
    for entry in log:
        running = seal(running, entry)
        yield running
        for text in (entry.model_dump_json(), str(entry.data), *map(str, entry.data.values())):
            for made in (hashlib.sha256, hashlib.sha1, hashlib.md5, hashlib.blake2b, hashlib.blake2s):
                yield made(text.encode()).hexdigest()
            yield hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def test_who_has_the_journal_verifies_it_and_with_the_key_what_was_told() -> None:
    case = CASES["tac op"]

    async def run() -> None:
        raw = {**script(PLACES, *case.before, case.choices[0][1], begin="set_up"), **case.fields}
        async with scripted_table(script_of(raw)) as table:
            watched = Watched(table)
            await table.play()
            told = [GameMessage.model_validate_json(body) for _, body in told_to_the_hall(watched)]
            journal, key = watched.games.path(1), seal_key(watched.games.folder.parent)
            assert read_journal(journal) == conceal_choices(table.table.game.log)
            assert [one.seal for one in told] == [public_seal(one.seal, key) for one in read_written(journal)]
            assert (watched.games.folder.parent / NAME).stat().st_mode & 0o777 == 0o600

    asyncio.run(run())


def test_every_route_is_searched_or_known_to_hold_no_game() -> None:
    named = outlets.NO_GAME | outlets.WHOLE | outlets.ELSEWHERE.keys()
    assert named <= {path for _, path in ROUTES}, "a route that is gone"
    assert set(outlets.game_routes()) == SEARCHED
    for path in outlets.WHOLE:
        assert not ROLES[ROUTES["GET", path].permission] & {Role.PLAYER, Role.REFEREE}


def test_every_module_that_has_entries_in_hand_redacts_them_or_sends_none() -> None:
    found = outlets.modules(outlets.reads_entries)
    assert found == outlets.REDACTING.keys() | outlets.INSIDE.keys()
    assert outlets.modules(outlets.calls_the_redaction) == outlets.REDACTING.keys()


def test_every_module_that_speaks_to_another_machine_is_listed() -> None:
    assert outlets.modules(outlets.speaks_to_others) == outlets.NETWORKED.keys()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from referee.records.journal.reading import read_written", outlets.reads_entries),
        ("def sent(service):\n    return [one.data for one in service.table.game.log]", outlets.reads_entries),
        ("def late():\n    import urllib.request", outlets.speaks_to_others),
        ("from paho.mqtt import client", outlets.speaks_to_others),
    ],
)
def test_a_new_outlet_is_found_by_what_it_needs(source: str, found: Any) -> None:
    assert found(source)
