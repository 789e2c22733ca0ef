"""Cards, seats, weapons: what no game can have is refused with the value and what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.editions.kt21.edition import KT21
from referee.editions.kt21.flow import flow as flow21
from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat, by_id, title
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.game import Game
from referee.game.intents import ChooseEquipment
from referee.game.record import Record, TypeRegistry
from referee.records.journal.journal import Journal
from referee.rules.errors import IllegalError, MalformedError
from referee.rules.weapon import Weapon, WeaponType
from tests.codes import coded
from tests.referee.game.conftest import GameDriver, MakeCard


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"apl": 10}, "game-card-numbers"),
        ({"move": 31.0}, "game-card-numbers"),
        ({"wounds": 0}, "game-card-numbers"),
        ({"save": 8}, "game-card-numbers"),
        ({"group": 0}, "game-card-group"),
        ({"defence": 21}, "game-card-group"),
    ],
)
def test_l24_17_a_card_that_nobody_prints(make_card: MakeCard, changes: dict[str, Any], code: str) -> None:
    with pytest.raises(MalformedError, check=coded(code, **changes)):
        make_card("A1", **{"player": "p1", **changes})


def test_l24_17_a_card_belongs_to_a_player(make_card: MakeCard) -> None:
    with pytest.raises(MalformedError, check=coded("game-card-owner")):
        make_card("A1", player="")


@pytest.mark.parametrize("name", ["", "any", "referee", "camera"])
def test_a_seat_that_is_no_players(name: str) -> None:
    with pytest.raises(MalformedError, check=coded("game-seat")):
        Seat(name, "Red")


def test_two_cards_of_one_id(make_card: MakeCard) -> None:
    with pytest.raises(MalformedError, check=coded("game-operative-twice", operative="A1")):
        by_id((make_card("A1", "p1"), make_card("A1", "p2")))


def test_l24_18_a_weapon_is_named_by_its_title_or_its_bare_name_when_there_is_one() -> None:
    guns = tuple(Weapon("plasma", WeaponType.RANGED, 4, 3, (4, 5), profile=each) for each in ("standard", "super"))
    card = Card("A1", "p1", "x", 2, 6.0, 3, 8, weapons=(*guns, Weapon("knife", WeaponType.MELEE, 3, 4, (2, 3))))
    assert card.weapon("plasma (super)") is guns[1]
    assert title(card.weapon("knife")) == "knife"
    known = ["plasma (standard)", "plasma (super)", "knife"]
    with pytest.raises(MalformedError, check=coded("game-weapon-unknown", weapon="plasma", known=known)):
        card.weapon("plasma")


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_place_is_finite(value: float) -> None:
    with pytest.raises(MalformedError, check=coded("game-place")):
        BoardPlace(value, 1.0)


def test_a_kind_stands_once_in_a_vocabulary() -> None:
    words: TypeRegistry[Record] = TypeRegistry("word")
    words.word("one")(type("One", (Record,), {"__module__": __name__}))
    with pytest.raises(MalformedError, check=coded("entry-kind-twice", kind="one")):
        words.word("one")(type("Two", (Record,), {"__module__": __name__}))


def test_what_an_edition_does_not_have_cannot_be_done() -> None:
    game = Game(flow21(KT21))
    with pytest.raises(IllegalError, check=coded("refusal-intent-elsewhere")):
        game.submit(ChooseEquipment(id="x", player="p1", options=()))


def test_a_game_that_is_kept_goes_on_where_it_stood(
    tmp_path: Path, firefight: GameDriver, battle_flow: BattleFlow
) -> None:
    with Journal.open(tmp_path / "game") as journal:
        for event in firefight.game.log:
            journal.append((event,))
        game = Game(battle_flow, journal.events, keep=journal.append)
        game.submit(firefight.intent("activate", operative="A1", order="engage"))
    with Journal.open(tmp_path / "game") as journal:
        again = Game(battle_flow, journal.events, keep=journal.append)
        assert again.state == game.state
        assert again.state.activation is not None
        assert again.state.activation.operative == "A1"
        again.submit(firefight.intent("undo"))
        assert again.state == firefight.state


def test_a_game_of_another_edition_is_not_gone_on_with(firefight: GameDriver) -> None:
    with pytest.raises(MalformedError, check=coded("entry-flow-edition", edition="kt24", flow="kt21")):
        Game(flow21(KT21), firefight.game.log)
