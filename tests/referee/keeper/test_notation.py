"""Notation, both ways: a battle written down, read back, played again, comes to the same state."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import count

import pytest

from referee.keeper.notation import play_notation, to_notation
from referee.keeper.notation_text import NotationError, number, place_text, read_place, word
from referee.kt24.dice import DICE
from referee.kt24.edition import KT24
from referee.kt24.flow import flow
from referee.rules.dice.hooks import Number, WeaponRule
from referee.rules.dice.weapon import RuleUse, Weapon, WeaponType
from referee.rules.edition import Shot
from referee.rules.game.board import position_of
from referee.rules.game.card import Card, Seat
from referee.rules.game.facts import Scene, fight_facts, shooting_facts
from referee.rules.game.game import Game
from referee.rules.game.intents import Act, Damage, SetUp, read_intent
from referee.rules.game.place import Place
from referee.rules.game.state import GameState, MarkerState
from referee.rules.ruling import Finding, Ruling

FLOW = flow(KT24)
BOLTER = Weapon("bolter", WeaponType.RANGED, 4, 3, (3, 4), (RuleUse("stun"), RuleUse("piercing", 1)))
PLASMA = Weapon("plasma gun", WeaponType.RANGED, 4, 3, (5, 6), (RuleUse("lethal", 5),), "super charge", ("*Poison",))
KNIFE = Weapon("knife", WeaponType.MELEE, 3, 4, (3, 4), (RuleUse("devastating", 2, distance=1.0),))
HEAVY = Weapon("heavy", WeaponType.RANGED, 4, 4, (3, 4), (RuleUse("heavy", only="dash"),))
CARDS = tuple(
    Card(f"{letter}{n}", player, f"Bruder {n} \"Ö\"", 3, 6.0, 3, 12, (28.5, 28.5) if n == 2 else (60.0, 35.0),
         1.3999999999999997, "trooper", ("LEADER",), (BOLTER, PLASMA, KNIFE, HEAVY), ward=5 if n == 1 else None)
    for letter, player in (("A", "p1"), ("B", "p2")) for n in (1, 2, 3)
)  # fmt: skip
SEATS = (Seat("p1", "Red Team", "#cc0000", (0, 56)), Seat("p2", "Blue"))
PLACES = {
    "A1": Place(10.1, 10.0),
    "A2": Place(3.0, 3.0, 2.0, 45.5),
    "A3": Place(5.0, 3.0, declared=True),
    "B1": Place(14.0, 10.0),
    "B2": Place(15.7, 10.0),
    "B3": Place(25.0, 20.0),
}
MARKERS = (
    MarkerState("M1", "objective", 40 / 25.4, Place(15.0, 11.0), pick_up_allowed=True),
    MarkerState("ammo", "ammo cache", 20 / 25.4, Place(4, 4), owner="p1"),
    MarkerState("S 1", "smoke", 20 / 25.4, Place(1, 1), owner="p2"),
)
TIGHT = Ruling.of("close", Finding("D24-01", "close", 6, 6, 0.0, 0.1))


class Table:
    def __init__(self, *, free: bool = False, killzone: str | None = "gallowdark", cards=CARDS) -> None:
        self.game = Game(FLOW)
        self._ids = count()
        self.game.submit(
            SetUp(id="s", seats=SEATS, operatives=cards, places=PLACES, markers=MARKERS, killzone=killzone, free=free,
                  mission='The "long" one')
        )  # fmt: skip

    @property
    def state(self) -> GameState:
        return self.game.state

    def __call__(self, kind: str, **given) -> None:
        self.game.submit(read_intent({"kind": kind, "id": f"i{next(self._ids)}", **given}))

    def act(self, operative: str, action: str, **given) -> None:
        self.game.submit(Act(id=f"i{next(self._ids)}", operative=operative, action=action, **given))

    def go(self, dice: int = 6) -> None:
        prompt = self.game.prompts[0]
        if prompt.dice:
            self("answer", prompt=prompt.id, dice=[dice] * prompt.dice)
        else:
            keys = [choice.key for choice in prompt.choices]
            choice = "p1" if "p1" in keys else prompt.default or keys[0]
            self("answer", prompt=prompt.id, choice=choice)

    def go_to(self, stage: str) -> None:
        dice = 0
        while self.state.stage != stage:
            self.go(6 - dice % 6)
            dice += 1

    def again(self) -> Game:
        text = to_notation(self.game.timeline, KT24, FLOW)
        game = Game(FLOW)
        play_notation(text, KT24, game)
        assert to_notation(game.timeline, KT24, FLOW) == text
        return game


@pytest.fixture
def table() -> Table:
    made = Table()
    made.go_to("firefight")
    return made


def lines_of(table: Table) -> list[str]:
    return to_notation(table.game.timeline, KT24, FLOW).splitlines()


def test_the_line_of_the_readme_is_written_and_read(table):
    table("declare_place", operative="A2", place={"x": 3.0, "y": 6.0}, by="referee")
    table("activate", operative="A2", order="engage")
    table.act("A2", "Reposition", to=Place(8.2, 6.0), charged=6.0)
    table.act(
        "A2", "Shoot", weapon="bolter", target="B3", notes=("cover",), attack_dice=(5, 4, 2, 1), defence_dice=(6, 3),
        results=(Damage(operative="B3", amount=4),),
    )  # fmt: skip
    table("end_activation", operative="A2")
    assert lines_of(table)[-1] == (
        'T1 p1 A2 engage: Reposition 5.2" (6) to (8.2, 6) -> Shoot bolter B3 [cover] 5,4,2,1 vs 6,3 = 4'
    )
    assert table.again().state == table.state


def test_the_head_says_who_plays_with_what(table):
    head = [line for line in lines_of(table) if line.startswith("[")]
    assert head[:4] == ["[Edition kt24]", "[Killzone gallowdark]", '[Mission "The \\"long\\" one"]',
                        '[Seat p1 "Red Team" colour "#cc0000" tags 0 56]']  # fmt: skip
    assert '[Weapon A1 ranged "bolter" atk 4 hit 3 damage 3 4 rule "Stun" rule "Piercing 1"]' in head
    assert f'[Marker M1 objective {40 / 25.4!r}" (15, 11) liftable]' in head
    assert "[Place A2 (3, 3, 2, 45.5)]" in head
    assert "[Place A3 (5, 3 declared)]" in head
    assert table.again().state == table.state


def test_dice_of_the_machine_are_written_as_thrown_and_come_to_the_same(table):
    table("activate", operative="A1", order="engage")
    position = position_of(table.state)
    scene = Scene(KT24, DICE, table.state, position)
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


def test_dice_that_are_not_over_are_written_as_they_are(table):
    table("activate", operative="A1", order="engage")
    position = position_of(table.state)
    act = Act(id="x", operative="A1", action="Shoot", weapon="bolter", target="B1")
    judged = {"B1": KT24.judge_shot(position, Shot("A1", "B1", BOLTER.rules))}
    facts = shooting_facts(Scene(KT24, DICE, table.state, position), act, judged)
    table.act("A1", "Shoot", weapon="bolter", target="B1", dice=True, facts=facts)
    table("answer", prompt=table.game.prompts[0].id, dice=[6, 5, 2, 1])
    game = table.again()
    assert game.state == table.state
    assert game.prompts == table.game.prompts


def test_what_was_undone_refused_or_withdrawn_is_not_written(table):
    table("activate", operative="A1", order="engage")
    table.act("A1", "Dash", to=Place(9, 9))
    table("undo")
    reading = {"label": "Dash", "intent": "act", "data": {"operative": "A1", "action": "Dash"}}
    table("propose", owner="p1", question="?", readings=[reading])
    table("answer", prompt=table.state.proposals[0].id, choice="refuse")
    table.act("A1", "Reposition", to=Place(9, 8), rulings=(TIGHT,))
    table("answer", prompt=table.state.proposals[0].id, choice="0")
    table("challenge")
    table("answer", prompt=table.game.prompts[0].id, choice="take_back")
    table.act("A1", "Dash", to=Place(9, 7), rulings=(TIGHT,))
    table("answer", prompt=table.state.proposals[0].id, choice="0")
    table("challenge")
    table("answer", prompt=table.game.prompts[0].id, choice="uphold")
    work = [line for line in lines_of(table) if line.startswith("T1 p1 A1")]
    assert work == ['T1 p1 A1 engage: Dash 3.2" to (9, 7) ...']
    assert table.again().state == table.state


def test_a_guard_interrupts_in_the_middle_of_a_line(table):
    table("activate", operative="A1", order="engage")
    table.act("A1", "Guard")
    table("end_activation", operative="A1")
    table("activate", operative="B1", order="engage")
    table.act("B1", "Charge", to=Place(12, 10), noticed=("A1",), cost_changes=(1, -1))
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


def number_of(rule: WeaponRule) -> float | None:
    return {Number.COUNT: 1, Number.TARGET: 5, Number.INCHES: 6}.get(rule.number)


RULES = [RuleUse(rule.name, number_of(rule)) for rule in KT24.rule_book.rules]
GUNS = tuple(
    Weapon(f"gun {n}", WeaponType.RANGED, 4, 3, (1, 2), tuple(RULES[2 * n : 2 * n + 2]))
    for n in range((len(RULES) + 1) // 2)
)
CLAW = Weapon("claw", WeaponType.MELEE, 4, 3, (1, 2), (RuleUse("shock"), RuleUse("brutal"), RuleUse("stun")))
TOUGH = tuple(replace(c, wounds=90, weapons=(*c.weapons, *GUNS, CLAW)) for c in CARDS)


def throw_at(table: Table, operative: str, gun: Weapon, dice: random.Random) -> None:
    """Shoot at two enemies with the dice machine, to the end, with whatever is chosen."""
    position = position_of(table.state)
    scene = Scene(KT24.in_killzone("gallowdark"), DICE, table.state, position)
    enemies = [enemy.id for enemy in position.enemies_of(operative)][:2]
    act = Act(id="x", operative=operative, action="Shoot", weapon=gun.name, target=enemies[0])
    judged = {enemy: KT24.judge_shot(position, Shot(operative, enemy, gun.rules)) for enemy in enemies}
    facts = shooting_facts(scene, act, judged)
    table.act(operative, "Shoot", weapon=gun.name, target=enemies[0], free=True, dice=True, facts=facts)
    resolve(table, dice)


def strike(table: Table, operative: str, dice: random.Random) -> None:
    position = position_of(table.state)
    enemy = position.enemies_of(operative)[0].id
    scene = Scene(KT24.in_killzone("gallowdark"), DICE, table.state, position)
    act = Act(id="x", operative=operative, action="Fight", weapon="claw", target=enemy)
    facts = fight_facts(scene, act, "knife")
    table.act(operative, "Fight", weapon="claw", target=enemy, free=True, dice=True, facts=facts)
    resolve(table, dice)


def resolve(table: Table, dice: random.Random) -> None:
    while table.state.sequence is not None:
        prompt = next(each for each in table.game.prompts if each.id.startswith("dice:"))
        if prompt.dice:
            table("answer", prompt=prompt.id, dice=[dice.randint(1, 6) for _ in range(prompt.dice)])
        else:
            table("answer", prompt=prompt.id, choice=dice.choice([choice.key for choice in prompt.choices]))


def test_a_whole_battle_with_every_action_and_weapon_rule_is_played_again_to_the_same_state():
    table = Table(cards=TOUGH)
    dice = random.Random(24)
    guns = list(GUNS)
    table.go_to("selection")
    table("seal", player="p1", topic="tac_op", value="Seize Ground")
    table("choose_equipment", player="p1", options=["utility grenades: smoke, stun", "mines"])
    table("choose_equipment", player="p2", options=[])
    mine = {"id": "mine", "kind": "mine", "diameter": 0.787, "place": {"x": 3.0, "y": 9.0}, "owner": "p1"}
    table("place_equipment", player="p1", item="mines", marker=mine)
    table.go_to("gambit")
    table("answer", prompt=table.game.prompts[0].id, choice="primary:kill")
    table("use_ploy", player="p2", name="Hold the line", cost=1)
    table.go_to("firefight")
    doings = (
        ("Reposition", {"to": Place(11.0, 12.0)}),
        ("Dash", {"to": Place(9.0, 12.0), "charged": 2.0}),
        ("Fall Back", {"to": Place(9.0, 4.0), "free": True}),
        ("Charge", {"to": Place(14.0, 5.0), "noticed": ("B1", "B2")}),
        ("Shoot", {"weapon": "plasma gun (super charge)", "target": "B3", "weapon_rules": (RuleUse("saturate"),)}),
        ("Fight", {"weapon": "knife", "target": "B1", "results": (Damage(operative="B1", amount=2),)}),
        ("Guard", {}),
        ("Pick Up Marker", {"marker": "M1"}),
        ("Place Marker", {"marker": "M1", "marker_to": Place(8.0, 8.0)}),
        ("Smoke Grenade", {"marker": "S2", "marker_to": Place(20.0, 4.0)}),
        ("Stun Grenade", {"target": "B2", "stunned": ("B2", "B1")}),
        ("Ammo Resupply", {"marker": "ammo"}),
        ("Move With Barricade", {"to": Place(7.5, 8.0)}),
        ("Operate Hatch", {"thing": "hatch"}),
        ("Hatchway Fight", {"target": "B2", "weapon": "knife"}),
    )
    todo = list(doings)
    while table.state.stage != "ended":
        prompt = table.game.prompts[0]
        if prompt.id.startswith("activate"):
            table("answer", prompt=prompt.id, choice=prompt.choices[0].key)
            operative = table.state.acting.operative
            for action, given in list(todo) if operative.startswith("A") else ():
                act = Act(id="try", operative=operative, action=action, **{**given, "free": True})
                if table.game.can(act):
                    table.act(operative, action, **{**given, "free": True})
                    todo.remove((action, given))
            if operative.startswith("B") and guns:
                throw_at(table, operative, guns.pop(), dice)
                strike(table, operative, dice)
            while any(prompt.id.startswith("interrupt") for prompt in table.game.prompts):
                table("pass_turn", player=next(p.owner for p in table.game.prompts if p.id.startswith("interrupt")))
            table("end_activation", operative=operative)
        elif prompt.id.startswith("initiative-roll"):
            table("answer", prompt=prompt.id, dice=[5 if prompt.owner == "p1" else 2])
        else:
            if prompt.id.startswith("end:"):
                table("score", player="p1", op="kill", vp=1, why="first blood")
                table("declare_stat", operative="A1", stat="apl", change=1, until="end of the battle", why="x")
            table.go(4)
    assert table.state.turning_point == 4
    assert todo == guns == []
    assert {use.rule for gun in GUNS for use in gun.rules} == {rule.name for rule in KT24.rule_book.rules}
    assert {action for action, _ in doings} == set(KT24.in_killzone("gallowdark").actions)
    game = table.again()
    assert game.state == table.state
    end = table.state
    steps = 0
    while game.can_undo:
        game.submit(read_intent({"kind": "undo", "id": f"u{steps}"}))
        steps += 1
    assert game.state == GameState()
    for number_ in range(steps):
        game.submit(read_intent({"kind": "redo", "id": f"r{number_}"}))
    assert game.state == end


def test_free_play_and_words_with_their_own_lines():
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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("T2 p1 A1 engage: Dash", "'T2': the game is in T1"),
        ("T1 p2 A1 engage: Dash", "A1 is p1's, not p2's"),
        ("T1 p1 Z1 engage: Dash", "'Z1': expected an operative, or one of agrees, closes"),
        ("T1 p1 A1 sneaks: Dash", "'sneaks': expected engage, conceal, reacts or ..."),
        ("T1 p1 A1 engage: Fly", "action 'Fly': expected one of Ammo Resupply, Charge"),
        ("T1 p1 A1 engage: Fall Over", "action 'Fall': expected one of"),
        ("T1 p1 A1 engage: Dash to here", "'here': expected a place"),
        ("T1 p1 A1 engage: Dash to (1)", "expected \\(x, y\\)"),
        ("T1 p1 A1 engage: Shoot bolter B1 7,2", "dice 7,2: expected faces of 1 to 6"),
        ("T1 p1 A1 engage: Shoot bolter = 4", "= 4: whom\\?"),
        ("T1 p1 A1 engage: Charge -> Dash", "Dash cannot follow Charge"),
        ("T1 p1 A1 engage: Dash }", "cannot read '}'|weapon"),
        ("T1 p1 rolls 6 for initiative", "prompt 'initiative' is not open"),
        ("T1 p1 A1 engage Dash", "expected a colon"),
        ("! nonsense", "expected an intent as JSON"),
        ("! {\"kind\": \"fly\"}", "intent of kind 'fly'"),
        ("[Edition kt21]", "the game is of edition 'kt21', read as 'kt24'"),
        ("[Colour red]", "tag 'Colour': expected one of Edition"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_named_with_what_was_expected(table, line, message):
    text = to_notation(table.game.timeline, KT24, FLOW)
    number_ = len(text.splitlines()) + 1
    with pytest.raises(NotationError, match=rf"(?s)line {number_}: .*({message})"):
        play_notation(text + line + "\n", KT24, Game(FLOW))


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("[Operative A1 p1 Name apl 2 move 6]", "operative 'A1': save, wounds missing"),
        ("[Operative A1 p1 Name size 2]", "'size': expected apl, move"),
        ("[Weapon A1 ranged gun atk 4]", "weapon of 'A1': no such operative before it"),
        ("[Seat p1 Red hat]", "'hat': expected colour or tags"),
        ("[Marker M1 objective 40]", "'40': expected a diameter such as 1.57"),
        ('[Marker M1 objective 1.5" (1, 2) sticky]', "'sticky': expected owner, liftable"),
        ("[Play chess]", "Play: expected free"),
        ("[Place A1 (1, 2) there]", "'there': expected the end of the line"),
        ("[Operative A1 p1 Name apl two]", "'two': expected a number"),
    ],
)
def test_a_wrong_tag_is_named_with_what_was_expected(head, message):
    with pytest.raises(NotationError, match=f"line 1: .*{message}"):
        play_notation(head + "\n", KT24, Game(FLOW))


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("Dash (far)", r"\(far\): expected the inches charged"),
        ("Dash +xAP", "'\\+xAP': expected a change of the price"),
        ("Shoot bolter plasma", "'plasma': there is a weapon and a target already"),
        ("Shoot bolter B1 = B1", "the end: expected damage, such as -4"),
        ("Shoot bolter B1 -> ", "the end: expected an action after the arrow"),
    ],
)
def test_a_wrong_action_is_named_with_what_was_expected(table, action, message):
    text = to_notation(table.game.timeline, KT24, FLOW) + f"T1 p1 A1 engage: {action}\n"
    with pytest.raises(NotationError, match=message):
        play_notation(text, KT24, Game(FLOW))


def test_comments_and_empty_lines_are_passed_over(table):
    text = to_notation(table.game.timeline, KT24, FLOW)
    spaced = "\n# a comment\n\n".join(text.splitlines())
    game = Game(FLOW)
    play_notation(spaced, KT24, game)
    assert game.state == table.state


@pytest.mark.parametrize("value", [0.0, 1.0, -3.5, 0.1 + 0.2, 1e-9, 12345.678901234567, 1.3999999999999997])
def test_numbers_read_back_exactly(value):
    assert float(number(value)) == value


@pytest.mark.parametrize(
    "place",
    [Place(1, 2), Place(1.5, 2, 3), Place(0.1 + 0.2, 2, 0, -45), Place(1, 2, declared=True), Place(1, 2, 3, 4, True)],
)
def test_places_read_back_exactly(place):
    assert read_place(place_text(place)[1:-1]) == place


@pytest.mark.parametrize(("name", "text"), [("bolter", "bolter"), ("heavy bolter", '"heavy bolter"'), ("5th", '"5th"')])
def test_names_are_bare_where_that_is_clear(name, text):
    assert word(name) == text


def test_a_weapon_that_is_called_like_an_operative_or_a_word_of_the_notation_is_told_apart():
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
