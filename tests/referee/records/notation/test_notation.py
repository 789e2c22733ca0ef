"""Notation, both ways: a battle written down, read back, played again, comes to the same state."""

from __future__ import annotations

from dataclasses import replace

from messages.message import Message
from referee.editions.kt24.dice import DICE
from referee.editions.kt24.edition import KT24
from referee.game.board_place import BoardPlace
from referee.game.dice.attack_context import DiceContext, shooting_facts
from referee.game.engine.game import Game
from referee.game.intents import Act, Damage, SetUp
from referee.game.judging.position import position_of
from referee.records.notation.notation import play_notation, to_notation
from referee.rules.judgement import Shot
from referee.rules.ruling import Measurement, Ruling
from referee.rules.weapon import Weapon, WeaponType
from tests.referee.records.notation.noted import BOLTER, CARDS, FLOW, PLACES, SEATS, Table, lines_of

TIGHT = Ruling.of(Message.stored("close"), Measurement("D24-01", Message.stored("close"), 6, 6, 0.0, 0.1))


def test_the_line_of_the_readme_is_written_and_read(table: Table) -> None:
    table("declare_place", operative="A2", place={"x": 3.0, "y": 6.0}, by="referee")
    table("activate", operative="A2", order="engage")
    table.act("A2", "Reposition", to=BoardPlace(8.2, 6.0), charged=6.0)
    table.act(
        "A2", "Shoot", weapon="bolter", target="B3", notes=("cover",), attack_dice=(5, 4, 2, 1), defence_dice=(6, 3),
        results=(Damage(operative="B3", amount=4),),
    )  # fmt: skip
    table("end_activation", operative="A2")
    assert lines_of(table)[-1] == (
        'T1 p1 A2 engage: Reposition 5.2" (6) to (8.2, 6) -> Shoot bolter B3 [cover] 5,4,2,1 vs 6,3 = 4'
    )
    assert table.again().state == table.state


def test_the_head_says_who_plays_with_what(table: Table) -> None:
    head = [line for line in lines_of(table) if line.startswith("[")]
    assert head[:4] == ["[Edition kt24]", "[Killzone gallowdark]", '[Mission "The \\"long\\" one"]',
                        '[Seat p1 "Red Team" colour "#cc0000" tags 0 56]']  # fmt: skip
    assert '[Weapon A1 ranged "bolter" atk 4 hit 3 damage 3 4 rule "Stun" rule "Piercing 1"]' in head
    assert f'[Marker M1 objective {40 / 25.4!r}" (15, 11) liftable]' in head
    assert "[Place A2 (3, 3, 2, 45.5)]" in head
    assert "[Place A3 (5, 3 declared)]" in head
    assert table.again().state == table.state


def test_dice_of_the_machine_are_written_as_thrown_and_come_to_the_same(table: Table) -> None:
    table("activate", operative="A1", order="engage")
    position = position_of(table.state)
    scene = DiceContext(KT24, DICE, table.state, position)
    act = Act(id="x", operative="A1", action="Shoot", weapon="bolter", target="B1")
    judged = {"B1": KT24.judge_shot(position, Shot("A1", "B1", BOLTER.rules))}
    facts = shooting_facts(scene, act, judged)
    table.act("A1", "Shoot", weapon="bolter", target="B1", dice=True, facts=facts)
    table("answer", prompt=table.game.prompts[0].id, dice=[6, 5, 2, 1])
    reroll = [choice.key for choice in table.game.prompts[0].choices if "command" in choice.key][-1]
    table("answer", prompt=table.game.prompts[0].id, choice=reroll)
    dice = 4
    while table.state.sequence is not None:
        table.go(dice)
        dice = 1
    assert table.state.operative("B1").wounds < 12
    assert table.state.operative("B1").apl == 2
    last = lines_of(table)[-1]
    assert last.startswith("T1 p1 A1 engage: Shoot bolter B1 6,5,2,1,4")
    assert "stun B1, re-roll p1 ..." in last
    again = table.again()
    assert again.state == table.state
    assert again.state.side("p1").cp == 2


def test_dice_that_are_not_over_are_written_as_they_are(table: Table) -> None:
    table("activate", operative="A1", order="engage")
    position = position_of(table.state)
    act = Act(id="x", operative="A1", action="Shoot", weapon="bolter", target="B1")
    judged = {"B1": KT24.judge_shot(position, Shot("A1", "B1", BOLTER.rules))}
    facts = shooting_facts(DiceContext(KT24, DICE, table.state, position), act, judged)
    table.act("A1", "Shoot", weapon="bolter", target="B1", dice=True, facts=facts)
    table("answer", prompt=table.game.prompts[0].id, dice=[6, 5, 2, 1])
    game = table.again()
    assert game.state == table.state
    assert game.prompts == table.game.prompts


def test_what_was_undone_refused_or_withdrawn_is_not_written(table: Table) -> None:
    table("activate", operative="A1", order="engage")
    table.act("A1", "Dash", to=BoardPlace(9, 9))
    table("undo")
    reading = {"label": "Dash", "intent": "act", "data": {"operative": "A1", "action": "Dash"}}
    table("propose", owner="p1", question="?", readings=[reading])
    table("answer", prompt=table.state.proposals[0].id, choice="refuse")
    table.act("A1", "Reposition", to=BoardPlace(9, 8), rulings=(TIGHT,))
    table("answer", prompt=table.state.proposals[0].id, choice="0")
    table("challenge")
    table("answer", prompt=table.game.prompts[0].id, choice="take_back")
    table.act("A1", "Dash", to=BoardPlace(9, 7), rulings=(TIGHT,))
    table("answer", prompt=table.state.proposals[0].id, choice="0")
    table("challenge")
    table("answer", prompt=table.game.prompts[0].id, choice="uphold")
    work = [line for line in lines_of(table) if line.startswith("T1 p1 A1")]
    assert work == ['T1 p1 A1 engage: Dash 3.2" to (9, 7) ...']
    assert table.again().state == table.state


def test_what_closes_other_proposals_as_it_is_taken_is_written(table: Table) -> None:
    table("activate", operative="A1", order="engage")
    table.act("A1", "Reposition", to=BoardPlace(9, 8), rulings=(TIGHT,))
    table.act("A1", "Dash", to=BoardPlace(9, 9), rulings=(TIGHT,))
    assert len(table.state.proposals) == 2
    table("answer", prompt=table.state.proposals[0].id, choice="0")
    assert not table.game.state.proposals
    assert lines_of(table)[-1] == 'T1 p1 A1 engage: Reposition 2.3" to (9, 8) ...'
    assert table.again().state == table.state


def test_a_guard_interrupts_in_the_middle_of_a_line(table: Table) -> None:
    table("activate", operative="A1", order="engage")
    table.act("A1", "Guard")
    table("end_activation", operative="A1")
    table("activate", operative="B1", order="engage")
    table.act("B1", "Charge", to=BoardPlace(12, 10), noticed=("A1",), cost_changes=(1, -1))
    table("react", operative="A1")
    table.act("A1", "Shoot", target="B1", weapon="bolter", engaged=True)
    table.act("B1", "Fight", weapon="knife", target="A1", results=(Damage(operative="A1", amount=3),
                                                                  Damage(operative="B1", amount=12)))  # fmt: skip
    assert lines_of(table)[-4:] == [
        "T1 p1 A1 engage: Guard",
        'T1 p2 B1 engage: Charge +1AP -1AP 2.0" to (12, 10) [noticed A1] ...',
        "T1 p1 A1 reacts: Shoot bolter B1 [engaged]",
        "T1 p2 B1 ...: Fight knife A1 = A1 -3, B1 -12",
    ]
    assert table.again().state == table.state


def test_an_interrupt_that_is_taken_back_after_something_else_was_said_is_ended_where_it_was(table: Table) -> None:
    table("activate", operative="A1", order="engage")
    table.act("A1", "Guard")
    table("end_activation", operative="A1")
    table("activate", operative="B1", order="engage")
    table.act("B1", "Charge", to=BoardPlace(12, 10), noticed=("A1",))
    table("react", operative="A1")
    table.act("A1", "Shoot", target="B1", weapon="bolter", engaged=True, rulings=(TIGHT,))
    table("answer", prompt=table.state.proposals[0].id, choice="0")
    assert table.state.reaction is None
    table("declare_damage", operative="A2", amount=1)
    table("challenge")
    table("answer", prompt=table.game.prompts[0].id, choice="take_back")
    table("end_activation", operative="A1")
    assert "T1 p1 A1 reacts: ..." in lines_of(table)
    assert table.again().state == table.state


def test_free_play_and_words_with_their_own_lines() -> None:
    table = Table(free=True, killzone=None)
    table("activate", operative="A1", order="conceal")
    table("declare_damage", operative="B1", amount=4, why="a mine")
    table.act("A1", "Pick Up Marker", marker="M1")
    table("end_activation", operative="A1")
    table("declare_damage", operative="A1", amount=12)
    table("drop_marker", operative="A1", place={"x": 10.0, "y": 9.5})
    table("set_policy", rule="D24", policy="log")
    table("place_marker", marker={"id": "S9", "kind": "smoke", "diameter": 0.787, "place": {"x": 2.0, "y": 2.0}})
    table("end_battle", conceded_by="p2")
    text = lines_of(table)
    for expected in (
        "T0 p1 A1 conceal: ...",
        'T0 - hurts B1 4 for "a mine"',
        "T0 p1 A1 ...: Pick Up Marker marker M1",
        "T0 p1 drops A1 (10, 9.5)",
        "T0 p2 concedes",
    ):
        assert expected in text
    assert any(line.startswith('! {"kind": "set_policy"') for line in text)
    assert table.again().state == table.state


def test_comments_and_empty_lines_are_passed_over(table: Table) -> None:
    text = to_notation(table.game.timeline, KT24, FLOW)
    spaced = "\n# a comment\n\n".join(text.splitlines())
    game = Game(FLOW)
    play_notation(spaced, KT24, game)
    assert game.state == table.state


def test_a_weapon_that_is_called_like_an_operative_or_a_word_of_the_notation_is_told_apart() -> None:
    odd = Weapon("B1", WeaponType.RANGED, 4, 3, (3, 4))
    vs = Weapon("vs", WeaponType.RANGED, 4, 3, (3, 4))
    table = Table(free=True, killzone=None)
    table.game = Game(FLOW)
    cards = tuple(replace(card, weapons=(odd, vs)) for card in CARDS)
    table.game.submit(SetUp(id="s2", seats=SEATS, operatives=cards, places=PLACES, free=True))
    table("activate", operative="A1", order="engage")
    table.act("A1", "Shoot", weapon="B1", target="B2")
    table("end_activation", operative="A1")
    table("activate", operative="A2", order="engage")
    table.act("A2", "Shoot", weapon="vs", target="B1")
    again = table.again()
    assert again.state == table.state
