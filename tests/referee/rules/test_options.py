"""Readings that the sources leave open: options with defaults, named in a ruling that depends on one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from geometry.placement import Placement
from geometry.table import Marker
from messages.message import Message
from referee.corpus.runner import answers_of
from referee.corpus.scenario import Question
from referee.editions.kt21.edition import KT21
from referee.editions.kt24.edition import KT24
from referee.editions.registry import EDITIONS, ruleset_of
from referee.game.handlers.set_up import parts_of
from referee.rules.dice.attack import AttackDice
from referee.rules.dice.attack_facts import ShootingFacts, TargetFacts
from referee.rules.dice.rule_book import ClassifiedDice
from referee.rules.dice.shooting import ShootingSequence
from referee.rules.dice.shot import Block, Defender, Hits, ShotSetup, ShotState
from referee.rules.dice.step import DiceChoice
from referee.rules.errors import IllegalError, MalformedError
from referee.rules.judgement import Attempt, Move, Shot
from referee.rules.ports.actions import judge_attempt
from referee.rules.ports.edition import Edition, note, read_choices
from referee.rules.sight.control_range import help_chance, helping
from referee.rules.weapon import RuleUse, Weapon, WeaponType
from tests.codes import coded


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.id)
def test_the_first_reading_is_the_default_and_playing_changes_only_what_is_said(edition: Edition) -> None:
    assert dict(edition.readings) == {name: option.readings[0] for name, option in edition.options.items()}
    for name, option in edition.options.items():
        other = edition.playing({name: option.readings[-1]})
        assert other.reads(name) == option.readings[-1]
        assert {key: other.reads(key) for key in edition.options if key != name} == {
            key: edition.reads(key) for key in edition.options if key != name
        }
        assert other.in_killzone("gallowdark").reads(name) == option.readings[-1]


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"colour": "red"}, "option-unknown"),
        ({"climb minimum": "never"}, "option-reading"),
    ],
)
def test_an_option_or_reading_that_there_is_not_is_refused(chosen: dict[str, str], code: str) -> None:
    with pytest.raises(MalformedError) as refused:
        KT24.playing(chosen)
    assert refused.value.message.code == code


def test_a_choice_without_a_reading_is_refused() -> None:
    with pytest.raises(MalformedError) as refused:
        read_choices(["climb minimum"])
    assert refused.value.message == Message.of("option-malformed", found="climb minimum")


def climb(edition: Edition, build: Any, stand: Any, box: Any, *heights: float) -> tuple[float, tuple[Message, ...]]:
    x, level, walls, path = 10.0, 0.0, [], [(10.0, 10.0, 0.0)]
    for number, height in enumerate(heights):
        level += height
        walls.append(box(f"S{number}", x + 0.63, 8, x + 3.63, 12, z=(0, level), traits="Light Vantage"))
        path += [(x, 10.0, level), (x + 1.5, 10.0, level)]
        x += 1.5
    judged = edition.judge_move(
        build(stand("A1", 10, 10), walls=walls), Move("A1", edition.movement.names[0], tuple(path))
    )
    return judged.vertical, judged.ruling.notes


def test_i24_02_the_least_price_of_climbing_is_an_actions_or_each_climbs(build: Any, stand: Any, box: Any) -> None:
    step = note("step up", "climbed")
    assert climb(KT24, build, stand, box, 1.0, 1.0) == (2.0, (note("climb minimum", "per action"), step))
    other = KT24.playing({"climb minimum": "per climb"})
    assert climb(other, build, stand, box, 1.0, 1.0) == (4.0, (note("climb minimum", "per climb"), step))
    assert climb(KT24, build, stand, box, 2.0) == (2.0, ()), "both readings agree"


def test_i21_04_a_climb_costs_its_height_or_steps_of_two(build: Any, stand: Any, box: Any) -> None:
    assert climb(KT21, build, stand, box, 3.0) == (3.0, (note("climb price", "distance"),))
    assert climb(KT21.playing({"climb price": "steps"}), build, stand, box, 3.0)[0] == 4.0
    assert climb(KT21, build, stand, box, 1.0) == (2.0, ())


def test_i21_05_a_drop_falls_in_steps_or_costs_its_remainder(build: Any, stand: Any, box: Any) -> None:
    deck = box("P", 6, 8, 10, 12, z=(0, 3), traits="Light Vantage")
    position = build(stand("A1", 9, 10, 3), walls=[deck])
    path = ((9, 10, 3), (10.7, 10, 3), (10.7, 10, 0))
    for reading, vertical in (("steps", 2.0), ("remainder", 1.0)):
        judged = KT21.playing({"drop price": reading}).judge_move(position, Move("A1", "Normal Move", path))
        assert judged.vertical == vertical
        assert note("drop price", reading) in judged.ruling.notes


def test_i21_03_how_far_a_jump_goes_is_named_where_one_is_made(build: Any, stand: Any, box: Any) -> None:
    one, two = (box(name, x, 8, x + 6, 12, z=(0, 3), traits="Light Vantage") for name, x in (("P", 4), ("Q", 12.5)))
    position = build(stand("A1", 9.2, 10, 3), walls=[one, two])
    leap = Move("A1", "Normal Move", ((9.2, 10, 3), (13.3, 10, 3)))
    judged = KT21.judge_move(position, leap)
    assert (judged.legal, judged.ruling.notes) == (True, (note("jump reach", "3"),))
    assert not KT21.playing({"jump reach": "2"}).judge_move(position, leap).legal


def test_j24_11_and_j24_12_how_far_smoke_reaches_and_what_it_does_to_piercing(build: Any, stand: Any) -> None:
    smoke = Marker("S", "smoke", 20 / 25.4, Placement("S", 19.45, 10))
    position = build(stand("A1", 10, 10), stand("B1", 20, 10), markers=[smoke])
    shot = Shot("A1", "B1", KT24.read_rules(["Piercing 2"]))
    edge = KT24.judge_shot(position, shot)
    assert edge.obscured.holds
    assert edge.obscured.notes == (note("smoke reach", "from the edge"),)
    assert edge.modifiers.piercing_ignored is True
    centre = KT24.playing({"smoke reach": "from the centre"}).judge_shot(position, shot)
    assert not centre.obscured.holds
    assert centre.obscured.notes == (note("smoke reach", "from the centre"),)
    softened = KT24.playing({"smoke and Piercing": "one at most"}).judge_shot(position, shot)
    assert (softened.modifiers.piercing_ignored, softened.modifiers.piercing_cap) == (False, 1)
    assert softened.modifiers.read_as == note("smoke and Piercing", "one at most")


def test_h24_08_cover_comes_from_the_crossed_portion_or_from_any_of_the_part(build: Any, stand: Any, box: Any) -> None:
    """A long wall that lines cross far from the target and that ends beside it."""
    along = replace(
        box("T", 0, 0, 1, 1, z=(0, 1)),
        outline=((14.5, 7.0), (14.7, 7.0), (14.7, 13.5), (20.0, 13.5), (20.0, 13.7), (14.5, 13.7)),
        traits=frozenset({"Light"}),
    )
    target = stand("B1", 20, 12.2)
    for hidden in ((), ("B1",)):
        position = build(stand("A1", 10, 11), target, walls=[along], concealed=hidden)
        for reading, covered in (("crossed portion", False), ("whole part", True)):
            judged = KT24.playing({"cover by": reading}).judge_shot(position, Shot("A1", "B1"))
            said = (note("cover by", reading),)
            assert (judged.in_cover.holds, judged.in_cover.notes) == (covered, said)
            assert judged.cover_saves == int(covered)
            assert judged.selectable.holds is not (covered and bool(hidden))
            assert judged.selectable.notes == (said if hidden else ())
    near = box("N", 18.5, 9, 18.8, 15, traits="Light")
    far = box("F", 14.5, 7, 14.7, 15, traits="Light")
    for wall, covered in ((near, True), (far, False)):
        position = build(stand("A1", 10, 11), target, walls=[wall])
        for reading in ("crossed portion", "whole part"):
            judged = KT24.playing({"cover by": reading}).judge_shot(position, Shot("A1", "B1"))
            assert (judged.in_cover.holds, judged.in_cover.notes) == (covered, ()), "both readings agree"


def test_h24_08_who_is_near_enough_is_asked_of_every_place_where_the_target_may_stand(
    build: Any, stand: Any, box: Any
) -> None:
    """The wall's end is an inch from the base as it is best thought to stand: half of the draws are beyond."""
    hook = replace(
        box("T", 0, 0, 1, 1, z=(0, 1)),
        outline=((14.5, 7.0), (14.7, 7.0), (14.7, 13.83), (20.0, 13.83), (20.0, 14.0), (14.5, 14.0)),
        traits=frozenset({"Light"}),
    )
    position = build(stand("A1", 10, 11), stand("B1", 20, 12.2, sigma=0.02), walls=[hook])
    whole = KT24.playing({"cover by": "whole part"}).judge_shot(position, Shot("A1", "B1")).in_cover
    assert 0.2 < whole.p_yes < 0.8
    assert KT24.judge_shot(position, Shot("A1", "B1")).in_cover.p_yes == 0.0


@pytest.mark.parametrize(("killzone", "conceal"), [(None, False), (None, True), ("close quarters", True)])
def test_h21_05_a_rampart_above_the_shooter_shelters_or_only_where_a_line_meets_it(
    build: Any, stand: Any, box: Any, killzone: str | None, conceal: bool
) -> None:
    deck = box("P", 13.4, 9, 17, 13, z=(0, 3), traits="Light Vantage")
    rampart = replace(box("R", 13.4, 9, 13.6, 13, z=(3, 3.6), traits="Light"), feature="P")
    position = build(
        stand("A1", 5, 11), stand("B1", 14.3, 11, 3), walls=[deck, rampart], concealed=["B1"] if conceal else []
    )
    for reading, covered in (("shelters", True), ("only where a line meets it", False)):
        edition = KT21.playing({"rampart above the shooter": reading}).in_killzone(killzone)
        judged = edition.judge_shot(position, Shot("A1", "B1"))
        said = [note("rampart above the shooter", reading)]
        if killzone is None and not covered:
            said.append(note("cover lines", "in space"))
        assert (judged.in_cover.holds, judged.cover_saves) == (covered, int(covered))
        assert judged.target_ruling.holds is not (covered and conceal)
        assert list(judged.in_cover.notes) == list(judged.target_ruling.notes) == said


def test_h21_05_a_roof_or_another_features_wall_is_no_rampart_and_is_not_named(
    build: Any, stand: Any, box: Any
) -> None:
    deck = box("P", 13.4, 9, 17, 13, z=(0, 3), traits="Light Vantage")
    roof = replace(box("R", 13.4, 9, 13.6, 13, z=(4.7, 5), traits="Light"), feature="P")
    other = box("Q", 13.4, 9, 13.6, 13, z=(3, 3.6), traits="Light")
    rampart = replace(other, id="R", feature="P")
    for wall in (roof, other):
        low = KT21.judge_shot(
            build(stand("A1", 5, 11), stand("B1", 14.3, 11, 3), walls=[deck, wall]), Shot("A1", "B1")
        ).in_cover
        assert (low.holds, "rampart" in str(low.notes)) == (False, False)
    level = build(stand("A1", 15, 11.9, 3), stand("B1", 14.3, 11, 3), walls=[deck, rampart])
    assert KT21.judge_shot(level, Shot("A1", "B1")).in_cover.notes == ()


def test_g21_15_torrent_chained_or_near_all_is_named_where_it_matters(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11), stand("B1", 14, 11), stand("B2", 14, 13), stand("B3", 14, 15))
    question = Question("T", "torrent_targets", KT21, position, {"by": "A1", "primary": "B1", "x": 1.0})
    found = answers_of(KT21.id)["torrent_targets"](question)
    assert found == {"secondary_allowed": ["B2", "B3"], "read_as": str(note("torrent reach", "chain"))}
    near = Question("T", "torrent_targets", KT21, position, {**question.words, "x": 4.0})
    assert answers_of(KT21.id)["torrent_targets"](near)["read_as"] is None


def shooting(edition: Edition, *rules: str) -> ShotSetup:
    gun = Weapon("gun", WeaponType.RANGED, 4, 3, (3, 4), edition.read_rules(rules))
    return ShotSetup(gun, Defender(3, 3))


def test_g24_04_brutal_bars_normal_saves_against_shots_or_in_fights_only(build: Any, stand: Any) -> None:
    position = build(stand("A1", 10, 10), stand("B1", 15, 10))
    plain = KT24.dice.shot_odds(shooting(KT24))
    for reading, as_plain in (("fights and shots", False), ("fights", True)):
        edition = KT24.playing({"Brutal reach": reading})
        assert (edition.dice.shot_odds(shooting(edition, "Brutal")) == plain) is as_plain
        rules = ruleset_of(KT24.id).playing({"Brutal reach": reading})
        assert rules.edition.readings == edition.readings
        assert rules.flow.dice_actions.rules is rules.edition.dice, "the game rolls by the same reading"
        judged = edition.judge_shot(position, Shot("A1", "B1", edition.read_rules(["Brutal"])))
        assert judged.selectable.notes == (note("Brutal reach", reading),)
        assert KT24.judge_shot(position, Shot("A1", "B1")).selectable.notes == ()


def test_e21_04_a_save_that_can_discard_a_hit_must_do_so_or_may_rest() -> None:
    hits, saves, held = Hits(0, 2), Hits(0, 2), DiceChoice("block", "", (0, 0, 0, 1))
    for reading, may in (("block", False), ("may rest", True)):
        edition = KT21.playing({"saves left over": reading})
        sequence = edition.dice.shot(shooting(edition))
        stage = next(one for one in sequence.stages if isinstance(one, Block))
        attack, defence = (
            AttackDice(tally=ClassifiedDice(normals=hits.normals)),
            AttackDice(tally=ClassifiedDice(normals=saves.normals)),
        )
        state = ShotState(attack, defence)
        assert stage.allows(state, held) is may
        assert stage.reading() == note("saves left over", reading)
        assert (held in stage.choices(state)) is may
        assert stage.allows(state, DiceChoice("block", "", (0, 0, 0, 2)))
        assert not stage.allows(state, DiceChoice("block", "", (0, 0, 0, 3))), "there are two saves"


def test_j24_07_a_mine_goes_off_under_everybody_or_under_enemies_alone(build: Any, stand: Any) -> None:
    mine = Marker("M", "mine", 20 / 25.4, Placement("M", 12, 10))
    walk = Move("A1", "Reposition", ((10, 10, 0), (14, 10, 0)))
    for reading, own_sprung in (("everybody", ("M",)), ("enemies", ())):
        edition = KT24.playing({"mines": reading})
        for owner, sprung, notes in (
            ("p1", own_sprung, (note("mines", reading),)),
            ("p2", ("M",), ()),
        ):
            position = replace(build(stand("A1", 10, 10), markers=[mine]), owners={"M": owner})
            judged = edition.judge_move(position, walk)
            assert (judged.sprung, judged.ruling.notes) == (sprung, notes)


def test_j24_05_the_one_climb_by_ladder_costs_an_inch_or_the_least_that_a_climb_costs(
    build: Any, stand: Any, box: Any
) -> None:
    """It counts as an inch (001:125), and a climb costs two inches at least (001:195)."""
    deck = box("P", 10.63, 8, 14, 12, z=(0, 3), traits="Light Vantage")
    ladder = replace(box("L", 10.6, 9.7, 10.63, 10.3, z=(0, 3)), equipment="ladder")
    position = build(stand("A1", 10, 10), walls=[deck, ladder])
    up = Move("A1", "Reposition", ((10, 10, 0), (10, 10, 3), (11.5, 10, 3)))
    for reading, vertical in (("an inch", 1.0), ("two inches", 2.0)):
        judged = KT24.playing({"ladder climb": reading}).judge_move(position, up)
        assert judged.vertical == vertical
        assert note("ladder climb", reading) in judged.ruling.notes
    plain = KT24.judge_move(build(stand("A1", 10, 10), walls=[deck]), up)
    assert (plain.vertical, plain.ruling.notes) == (3.0, ()), "without a ladder both readings agree"


@pytest.mark.parametrize(("reading", "contests"), [("1", False), ("2", True), ("3", True)])
def test_k21_06_how_near_an_apparatus_is_contested_is_named(
    build: Any, stand: Any, box: Any, reading: str, *, contests: bool
) -> None:
    """A1's base ends an inch and a half from the apparatus (000:407)."""
    machine = replace(box("M", 10, 8, 12, 12, z=(0, 2), traits="Heavy Traversable"), role="ancient apparatus")
    marker = Marker("O", "objective", 40 / 25.4, Placement("O", 11, 10))
    position = build(stand("A1", 10 - 1.5 - 16 / 25.4, 10), walls=[machine], markers=[marker])
    near = KT21.playing({"apparatus reach": reading}).in_killzone("close quarters").markers.near(position, "A1", "O")
    assert (near.holds, near.notes) == (contests, (note("apparatus reach", reading),))


def test_f21_02_who_supports_is_read_off_the_play_reference_or_the_summary(build: Any, stand: Any) -> None:
    """A2 is engaged with B1, which A1 fights, and with B2 as well (000:219, 527)."""
    position = build(stand("A1", 10, 10), stand("B1", 12, 10), stand("A2", 12, 12), stand("B2", 12, 14))
    for reading, friends in (("by the reference", ()), ("by the summary", ("A2",))):
        edition = KT21.playing({"support": reading})
        assert helping(edition, position, "A1", "B1") == friends
        assert dict(help_chance(edition, position, "A1", "B1")) == dict.fromkeys(friends, 1.0)
        said = [finding.reason for finding in judge_attempt(edition, position, Attempt("A1", "Fight", "B1")).findings]
        assert Message.of("modifier-support-as-read", reading=note("support", reading)) in said
    alone = build(stand("A1", 10, 10), stand("B1", 12, 10), stand("A2", 12, 12))
    findings = judge_attempt(KT21, alone, Attempt("A1", "Fight", "B1")).findings
    assert "modifier-support-as-read" not in [finding.reason.code for finding in findings], "both readings agree"


@pytest.mark.parametrize("edition", [KT24, KT21], ids=lambda edition: edition.id)
def test_g24_03_g21_04_whether_a_blast_reaches_an_enemy_that_a_friend_engages_is_named(
    edition: Edition, build: Any, stand: Any
) -> None:
    """B2 and B3 are within three inches of B1, and A2 engages B3 (001:42, 002:134; 000:167, 985)."""
    people = [stand("A1", 5, 11), stand("B1", 12, 11), stand("B2", 12, 14), stand("B3", 14.5, 11), stand("A2", 16, 11)]
    position, shot = build(*people), Shot("A1", "B1", (RuleUse("blast", 3),))
    for reading, reached in (
        ("everybody near", {"B2", "B3", "A2"}),
        ("nobody engaged", {"B2", "A2"}),
    ):
        read = edition.playing({"Blast beside friends": reading})
        judged = read.judge_shot(position, shot)
        assert read.spread is not None
        assert set(read.spread.secondary(read, position, shot, judged).likely) == reached
        assert note("Blast beside friends", reading) in judged.target_ruling.notes
    plain = edition.judge_shot(build(*people[:4]), shot)
    assert "Blast beside friends" not in str(plain.target_ruling.notes), "no friend engages anybody"


@pytest.mark.parametrize(("reading", "again"), [("in several goes", True), ("in one go", False)])
def test_g21_03_relentless_goes_on_after_a_result_or_re_rolls_its_dice_together(
    build: Any, stand: Any, reading: str, *, again: bool
) -> None:
    """Any or all of the attack dice may be rolled again (000:1015)."""
    edition = KT21.playing({"Relentless": reading})
    rules = (RuleUse("relentless"),)
    gun = Weapon("gun", WeaponType.RANGED, 3, 4, (3, 4), rules)
    walk = edition.dice.shot(ShotSetup(gun, Defender(3, 4))).begin().enter([1, 2, 5])
    walk = walk.choose(DiceChoice("re-roll", "relentless", (1,))).enter([3])
    more = DiceChoice("re-roll", "relentless", (2,))
    if again:
        assert walk.choose(more).roll is not None
    else:
        with pytest.raises(IllegalError):
            walk.choose(more)
    position = build(stand("A1", 5, 11), stand("B1", 12, 11))
    named = note("Relentless", reading)
    assert named in edition.judge_shot(position, Shot("A1", "B1", rules)).target_ruling.notes
    near = build(stand("A1", 10, 10), stand("B1", 12, 10))
    fought = judge_attempt(edition, near, Attempt("A1", "Fight", "B1", weapon_rules=rules))
    assert Message.of("modifier-relentless-as-read", reading=named) in [one.reason for one in fought.findings]


@pytest.mark.parametrize("killzone", [None, "volkus"])
def test_d24_15_guard_is_an_action_of_gallowdark_alone_or_of_every_killzone(
    build: Any, stand: Any, killzone: str | None
) -> None:
    """It is listed with the rules of Gallowdark (001:313, 327)."""
    position = build(stand("A1", 10, 10), stand("B1", 20, 10), killzone=killzone)
    with pytest.raises(MalformedError, check=coded("action-unknown", action="Guard")):
        KT24.in_killzone(killzone).action("Guard")
    everywhere = KT24.playing({"Guard": "in every killzone"}).in_killzone(killzone)
    ruling = judge_attempt(everywhere, position, Attempt("A1", "Guard"))
    said = Message.of("action-guard-as-read", reading=note("Guard", "in every killzone"))
    assert (ruling.holds, said in [finding.reason for finding in ruling.findings]) == (True, True)
    at_home = KT24.playing({"Guard": "in every killzone"}).in_killzone("gallowdark").action("Guard")
    assert at_home == KT24.in_killzone("gallowdark").action("Guard")


@pytest.mark.parametrize(
    ("team", "rounded_up", "even"),
    [(10, (4, 4, 2), (4, 3, 3)), (9, (3, 3, 3), (3, 3, 3)), (7, (3, 3, 1), (3, 2, 2)), (2, (1, 1, 0), (1, 1, 0))],
)
def test_a24_07_a_team_is_split_into_thirds_each_rounded_up_or_nearly_equal(
    team: int, rounded_up: tuple[int, ...], even: tuple[int, ...]
) -> None:
    assert parts_of(team, 3, even=False) == rounded_up
    assert parts_of(team, 3, even=True) == even


@pytest.mark.parametrize(("reading", "again"), [("each sequence", True), ("each action", False)])
def test_j24_02_the_die_of_ammo_resupply_serves_each_sequence_of_a_blast_or_one(reading: str, *, again: bool) -> None:
    """Its shots may re-roll one attack die (001:93); a blast is one shot with a sequence for each target (001:42)."""
    gun, saves = Weapon("gun", WeaponType.RANGED, 2, 3, (3, 4), (RuleUse("blast", 2),)), Defender(3, 4)
    targets = tuple(TargetFacts(id=name, player="p2", defender=saves) for name in ("b1", "b2"))
    facts = ShootingFacts(shooter="a1", player="p1", weapon=gun, targets=targets, rerolls=("ammo resupply",))
    action = ShootingSequence.begin(KT24.playing({"Ammo Resupply": reading}).dice, facts).enter([1, 2])
    action = action.choose(DiceChoice("re-roll", "ammo resupply", (1,))).enter([5])
    while action.pending is not None and action.pending.target == "b1":
        due = action.pending
        action = action.enter([1] * due.dice) if due.dice or due.default is None else action.choose(due.default)
    action = action.enter([1, 2])
    offered = action.pending.choices if action.pending is not None else ()
    assert any(choice.rule == "ammo resupply" for choice in offered) is again
