"""Secret choices as commitments: what a journal keeps, what opens them, and what is no opening."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import pytest

from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.game import Game
from referee.game.engine.timeline import conceal_choices, fold_all, redact_secrets, with_opened_choices
from referee.game.events.secret_choices import canonical_choice, digest_of_choice, lost_choices, new_salt
from referee.game.intents import SetUp, read_intent
from referee.game.journal_entry import JournalEntry
from referee.game.record import OutOfOrderError
from tests.codes import coded
from tests.referee.game.conftest import GameDriver

IDS = count()


def test_a_commitment_is_sha_256_over_salt_and_text() -> None:
    text = '["p1","tac_op","Dig „In“"]'
    assert canonical_choice("p1", "tac_op", ["Dig „In“"]) == text
    assert digest_of_choice("ab" * 32, "p1", "tac_op", ["Dig „In“"]) == (
        hashlib.sha256(b"\xab" * 32 + text.encode()).hexdigest()
    )
    assert len({new_salt() for _ in range(100)}) == 100
    assert {len(bytes.fromhex(new_salt())) for _ in range(5)} == {32}


def test_another_player_topic_value_or_salt_is_another_commitment() -> None:
    made = [
        digest_of_choice(salt, player, topic, values)
        for salt in ("00" * 32, "01" * 32)
        for player in ("p1", "p2")
        for topic in ("tac_op", "scouting")
        for values in ([], ["a"], ["b"], ["a", "b"], ["a,b"], ['a","b'])
    ]
    assert len(set(made)) == len(made)


@pytest.fixture
def game(
    driver: GameDriver,
    battle_flow: BattleFlow,
    seats: tuple[Seat, ...],
    teams: tuple[Card, ...],
    places: dict[str, BoardPlace],
) -> Game:
    """A game with commitments, in which equipment is chosen next."""
    driver.typed(SetUp, seats=seats, operatives=teams, places=places)
    driver.answer("first-roll:0:p1", dice=(6,))
    driver.answer("first-roll:0:p2", dice=(1,))
    driver.answer("first:", "p1")
    return Game(battle_flow, driver.game.log, salt=new_salt)


def do(game: Game, kind: str, **data: Any) -> tuple[JournalEntry, ...]:
    return game.submit(read_intent({"kind": kind, "id": f"c{next(IDS)}", "by": data.get("player", "any"), **data}))


def told(entries: Sequence[JournalEntry]) -> str:
    return " ".join(entry.model_dump_json() for entry in entries)


def salts(entries: Sequence[JournalEntry]) -> Iterator[str]:
    yield from (entry.data["salt"] for entry in entries if "salt" in entry.data)


CHOICES = [
    ("seal", {"topic": "tac_op", "value": "Dig"}, "Dig"),
    ("seal", {"topic": "scouting", "value": "recon"}, "recon"),
    ("choose_equipment", {"options": ["mines", "ladders"]}, "mines"),
]


@pytest.mark.parametrize(("kind", "fields", "secret"), CHOICES)
def test_a_journal_keeps_a_commitment_in_place_of_a_secret_choice(
    game: Game, kind: str, fields: dict[str, Any], secret: str
) -> None:
    if fields.get("topic") == "scouting":
        for player in ("p1", "p2"):
            do(game, "choose_equipment", player=player, options=[])
    entries = do(game, kind, player="p1", **fields)
    kept = conceal_choices(entries)
    (salt,) = salts(entries)
    values = fields.get("options") or [fields["value"]]
    assert secret not in told(kept)
    assert salt not in told(kept)
    topic = fields.get("topic", "equipment")
    assert [one.data["commitment"] for one in kept if "commitment" in one.data] == [
        digest_of_choice(salt, "p1", topic, values)
    ]
    assert kept == redact_secrets(entries, game.timeline), "everybody sees what the journal keeps"
    assert conceal_choices(kept) == kept
    assert redact_secrets(kept, game.timeline) == kept
    assert lost_choices(fold_all((*game.log[: -len(entries)], *kept)).state) == (("p1", topic),)
    assert lost_choices(game.state) == ()


def revealed(game: Game) -> tuple[JournalEntry, ...]:
    """Seal and reveal a tac op, and choose both equipments; return the log as a journal keeps it."""
    kept = list(game.log)
    for kind, fields in (
        ("seal", {"player": "p1", "topic": "tac_op", "value": "Dig"}),
        ("choose_equipment", {"player": "p1", "options": ["explosive grenades: frag, krak"]}),
        ("reveal", {"player": "p1", "topic": "tac_op"}),
        ("choose_equipment", {"player": "p2", "options": ["mines"]}),
    ):
        kept += conceal_choices(do(game, kind, **fields))
    return tuple(kept)


def test_a_revealed_choice_is_complete_in_the_journal_alone(game: Game, battle_flow: BattleFlow) -> None:
    kept = revealed(game)
    assert fold_all(kept).state == game.state
    assert fold_all(kept).revealed == game.timeline.revealed
    openings = {(one["player"], one["topic"]): one for entry in kept for one in entry.data.get("opened", ())}
    assert openings.keys() == {("p1", "tac_op"), ("p1", "equipment")}
    assert openings["p1", "tac_op"]["values"] == ["Dig"]
    assert lost_choices(fold_all(kept).state) == ()
    opened = with_opened_choices(kept)
    assert opened == game.log
    assert Game(battle_flow, opened).state == game.state


@pytest.mark.parametrize("change", [{"values": ["Hold"]}, {"salt": "00" * 32}, {"player": "p2"}, {"topic": "scouting"}])
def test_what_was_not_sealed_does_not_open_a_commitment(game: Game, change: dict[str, Any]) -> None:
    kept = list(revealed(game))
    at = next(at for at, entry in enumerate(kept) if entry.kind == "revealed")
    data = json.loads(json.dumps(kept[at].data))
    data["opened"][0] |= change
    kept[at] = kept[at].model_copy(update={"data": data})
    with pytest.raises(OutOfOrderError, check=coded("entry-impossible", event=kept[at].sequence)) as error:
        fold_all(kept)
    assert error.value.message["fault"].code == "state-commitment-broken"


def test_a_choice_that_was_undone_is_never_opened_and_the_next_one_has_another_salt(game: Game) -> None:
    first = do(game, "choose_equipment", player="p1", options=["razor wire"])
    do(game, "undo")
    second = do(game, "choose_equipment", player="p1", options=["razor wire"])
    do(game, "choose_equipment", player="p2", options=[])
    (old,), (new,) = salts(first), salts(second)
    public = told(redact_secrets(game.log, game.timeline))
    assert old != new
    assert old not in public
    assert new in public


def test_a_reveal_that_was_undone_is_opened_again(game: Game) -> None:
    kept = [*revealed(game)]
    for kind, fields in (("undo", {}), ("undo", {}), ("reveal", {"player": "p1", "topic": "tac_op"})):
        entries = do(game, kind, **fields)
        kept += conceal_choices(entries)
    assert [one["values"] for one in entries[-1].data["opened"]] == [["Dig"]]
    assert fold_all(kept).state.side("p1").revealed == {"tac_op": "Dig"}


def test_a_game_without_salts_and_an_old_journal_have_no_commitments(driver: GameDriver, game: Game) -> None:
    driver("seal", player="p1", topic="tac_op", value="Dig")
    log = driver.game.log
    assert "salt" not in told(log)
    assert conceal_choices(log) == log, "an older version wrote the choice itself"
    assert fold_all(log).state.side("p1").commitments == {}


def test_in_a_fork_choices_are_sealed_as_in_the_game(game: Game) -> None:
    fork = game.fork()
    do(fork, "seal", player="p1", topic="tac_op", value="Dig")
    entries = game.adopt(fork)
    assert len(list(salts(entries))) == 1
    assert "Dig" not in told(conceal_choices(entries))
