"""What is worth showing: facts between two snapshots become cards; what is private or only proposed never does."""

from __future__ import annotations

from typing import Any

import pytest

from messages.message import Message
from referee.game.prompt import Topic
from referee.rules.position import Order
from referee.rules.ruling import Verdict
from tests.web.fake_combats import combat, side
from tests.web.fake_rulings import defence_dice
from tests.web.fake_table import FakeTable
from web.contract.table.game_views import (
    CombatDieView,
    CombatOptionView,
    CombatResultView,
    KeptFallView,
    MemberView,
    PromptChoiceView,
    PromptView,
    SeatView,
)
from web.contract.table.on_air import CardKind
from web.contract.table.snapshot import Snapshot
from web.stream.cards import CardUpdate, detect_cards, ongoing_cards


def snapshot(**fields: Any) -> Snapshot:
    """Return a table at rest with two members a side; `game` fields by name, others as the snapshot's own."""
    known = FakeTable(moving=False).snapshot()
    mine = {name: fields.pop(name) for name in list(fields) if name in type(known.game).model_fields}
    roster = mine.pop("roster", (member("a1", "p1"), member("b1", "p2")))
    game = known.game.model_copy(update={"roster": roster, "active": None, **mine})
    return known.model_copy(update={"game": game, "rulings": (), "prompts": (), **fields})


def member(name: str, player: str, wounds: int = 8, *, out: bool = False) -> MemberView:
    return MemberView(
        id=name,
        player=player,
        name=name.upper(),
        wounds=wounds,
        start_wounds=8,
        order=Order.ENGAGE,
        ready=True,
        out=out,
    )


def told(before: Snapshot, now: Snapshot) -> list[tuple[CardKind, Message | None]]:
    return [(item.card.kind, item.card.message) for item in detect_cards(before, now) if not item.withdrawn]


def said(code: str, **args: Any) -> Message:
    return Message.of(code, **args)


def score(**points: int) -> list[Message]:
    return [said("stream-side", side=side.replace("_", " "), count=count) for side, count in points.items()]


def only(before: Snapshot, now: Snapshot) -> CardUpdate:
    (item,) = detect_cards(before, now)
    return item


def test_nothing_new_is_nothing_to_show() -> None:
    assert detect_cards(snapshot(), snapshot()) == ()


def test_another_game_is_no_news() -> None:
    assert detect_cards(snapshot(number=1), snapshot(number=2, turning_point=4, over=True)) == ()


def test_a_shot_is_on_from_its_first_dice_to_what_came_of_it() -> None:
    begun = only(snapshot(), snapshot(combat=(combat(),)))
    assert (begun.card.kind, begun.ongoing) == (CardKind.COMBAT, True)
    shoots = said("stream-shoots-with", attacker="A1", target="B1", weapon="rifle")
    assert (begun.card.message, begun.card.sentence) == (shoots, str(shoots))
    result = CombatResultView(operative="b1", player="p2", sentence="B1: 8 → 3, injured")
    over = only(snapshot(combat=(combat(),)), snapshot(combat=(combat(over=True, results=(result,)),)))
    assert (over.card.id, over.ongoing) == (begun.card.id, False)
    results = [said("stream-combat-result", result=result.sentence)]
    assert over.card.message == said("stream-combat-results", attack=shoots, results=results)


def test_a_shot_that_is_taken_back_is_withdrawn() -> None:
    gone = only(snapshot(combat=(combat(2),)), snapshot())
    assert (gone.card.id, gone.withdrawn) == ("combat-2", True)
    assert detect_cards(snapshot(combat=(combat(2, over=True),)), snapshot()) == ()


def test_what_a_question_proposes_and_what_its_answers_would_do_is_not_shown() -> None:
    met = CombatDieView(face=6, counts_as="crit", met=(0,))
    stopped = CombatDieView(face=5, counts_as="success", met=(1,), spent=True)
    asked = combat(
        proposed=True,
        options=(CombatOptionView(key="block", does="stops it"),),
        attacker=side("a1", "p1", dice=(met, stopped)),
    )
    (shown,) = only(snapshot(), snapshot(combat=(asked,))).card.combat
    assert (shown.options, shown.proposed) == ((), False)
    assert [die.met for die in shown.attacker.dice] == [(), (1,)]
    assert "would be" not in shown.model_dump_json()


def test_who_falls_is_told_with_by_whose_hand() -> None:
    fallen = (member("a1", "p1"), member("b1", "p2", 0, out=True))
    shot = combat(over=True)
    assert told(snapshot(combat=(shot,)), snapshot(combat=(shot,), roster=fallen)) == [
        (CardKind.KILL, said("stream-taken-out-with", name="B1", foe="A1", weapon="rifle"))
    ]
    assert told(snapshot(), snapshot(roster=fallen)) == [(CardKind.KILL, said("stream-fell", name="B1"))]
    back = only(snapshot(roster=fallen), snapshot())
    assert (back.card.id, back.withdrawn) == ("kill-b1", True)


@pytest.mark.parametrize(("frames", "replay", "least_s"), [(26, "/api/games/3/clips/57", 5.0), (1, "", 3.0)])
def test_a_fall_that_the_camera_kept_is_replayed_whole(frames: int, replay: str, least_s: float) -> None:
    fallen = (member("a1", "p1"), member("b1", "p2", 0, out=True))
    kept = (KeptFallView(operative="a1", clip=9, clip_of=41), KeptFallView(operative="b1", clip=frames, clip_of=57))
    item = only(snapshot(number=3), snapshot(number=3, roster=fallen, falls=kept))
    assert (item.card.kind, item.card.replay) == (CardKind.KILL, replay)
    assert item.cue.min_s == least_s


def test_who_leaves_the_board_alive_was_not_killed() -> None:
    assert detect_cards(snapshot(), snapshot(roster=(member("a1", "p1"), member("b1", "p2", 5, out=True)))) == ()


def test_rulings_of_one_action_are_one_card_the_worst_first() -> None:
    fake = FakeTable(moving=False)
    yes, close = (
        next(one for one in fake.rulings if one.verdict is verdict) for verdict in (Verdict.YES, Verdict.TOO_CLOSE)
    )
    ruled = tuple(one.model_copy(update={"id": f"r9-{n}", "sequence": 9}) for n, one in enumerate((yes, close)))
    card = only(snapshot(), snapshot(rulings=ruled)).card
    assert (card.kind, card.title, card.verdict) == (CardKind.RULING, close.claim, Verdict.TOO_CLOSE)
    assert [one.claim for one in card.rulings] == [close.claim, yes.claim]
    assert all(stroke.points_px is None for one in card.rulings for each in one.findings for stroke in each.witness)


def test_what_somebody_measures_for_itself_is_no_news() -> None:
    (ruling, *_) = FakeTable(moving=False).rulings
    mine = ruling.model_copy(update={"id": "m9-0", "sequence": 9})
    assert detect_cards(snapshot(), snapshot(rulings=(mine,))) == ()


def test_questions_are_no_news_but_a_challenge_is() -> None:
    (ruling, *_) = FakeTable(moving=False).rulings
    assert detect_cards(snapshot(), snapshot(prompts=(defence_dice(),))) == ()
    doubt = PromptView(
        id="c1",
        topic=Topic.CHALLENGE,
        about=str(ruling.sequence),
        owner="any",
        question="Upheld?",
        choices=(PromptChoiceView(key="yes", label="Yes"),),
    )
    open_ = snapshot(prompts=(doubt,), rulings=(ruling,))
    asked = only(snapshot(rulings=(ruling,)), open_)
    assert (asked.card.kind, asked.ongoing) == (CardKind.CHALLENGE, True)
    assert asked.card.verdict is None, "a challenge has no verdict until it is ruled"
    assert asked.card.message == said("stream-challenge", claim=ruling.claim, why=ruling.sentence)
    assert asked == ongoing_cards(open_)[0]
    closed = only(open_, snapshot(rulings=(ruling,)))
    assert (closed.card.id, closed.ongoing) == (asked.card.id, False)
    assert closed.card.message == said("stream-challenge-rejected", claim=ruling.claim)
    assert closed.card.verdict is ruling.verdict
    back = snapshot(rulings=(ruling.model_copy(update={"taken_back": True}),))
    upheld = next(item for item in detect_cards(open_, back) if item.card.kind is CardKind.CHALLENGE)
    assert upheld.card.message == said("stream-challenge-successful", claim=ruling.claim)


@pytest.mark.parametrize(
    ("before", "now", "code", "gain", "leads"),
    [
        ((0, 0), (1, 0), "stream-scored-lead", ("stream-gained", 1, "Wolves"), "Wolves"),
        ((2, 1), (2, 3), "stream-scored-lead", ("stream-gained", 2, "Mira"), "Mira"),
        ((2, 1), (3, 1), "stream-scored", ("stream-gained", 1, "Wolves"), ""),
        ((2, 1), (2, 2), "stream-scored-level", ("stream-gained", 1, "Mira"), ""),
        ((2, 2), (1, 2), "stream-scored-lead", ("stream-lost", 1, "Wolves"), "Mira"),
    ],
)
def test_points_are_told_with_who_leads(
    before: tuple[int, int], now: tuple[int, int], code: str, gain: tuple[str, int, str], leads: str
) -> None:
    def seats(points: tuple[int, int]) -> tuple[SeatView, ...]:
        return (
            SeatView(player="p1", name="Ann", team="Wolves", colour="#112233", vp=points[0]),
            SeatView(player="p2", name="Mira", colour="#332211", vp=points[1]),
        )

    what, vp, whose = gain
    message = said(code, gains=[said(what, vp=vp, side=whose)], score=score(Wolves=now[0], Mira=now[1]))
    if leads:
        message = message.with_args(leader=leads)
    assert told(snapshot(seats=seats(before)), snapshot(seats=seats(now))) == [(CardKind.SCORE, message)]


def test_turning_points_the_active_operative_and_the_end_are_told() -> None:
    stands = score(Harbour_Watch=5, Salt_Reavers=4)
    assert told(snapshot(), snapshot(turning_point=3)) == [(CardKind.TURN, said("stream-turn", point=3, score=stands))]
    assert detect_cards(snapshot(turning_point=3), snapshot(turning_point=2)) == ()
    ((kind, message),) = told(snapshot(), snapshot(active="a2"))
    assert kind is CardKind.MODEL
    assert message is not None
    assert (message.code, message["side"], message["order"]) == ("stream-activated-of-with", "Harbour Watch", "engage")
    ended = snapshot(over=True, winner="p1")
    assert told(snapshot(), ended) == [(CardKind.END, said("stream-won", side="Harbour Watch", score=stands))]
    assert only(ended, snapshot()).withdrawn


def test_who_begins_to_look_sees_what_goes_on_and_nothing_older() -> None:
    (item,) = ongoing_cards(snapshot(combat=(combat(),), over=True, turning_point=4))
    assert (item.card.kind, item.ongoing) == (CardKind.COMBAT, True)
    assert ongoing_cards(snapshot(combat=(combat(over=True),))) == ()


def test_who_is_out_of_action_is_counted_when_a_turning_point_begins() -> None:
    seats = (
        SeatView(player="p1", name="Mira", team="Wolves", colour="#2f7de1"),
        SeatView(player="p2", name="Jonas", team="Reavers", colour="#d9452f"),
    )
    roster = (member("a1", "p1"), member("b1", "p2", 0, out=True), member("b2", "p2"))
    before = snapshot(turning_point=1, seats=seats, roster=roster)
    item = only(before, snapshot(turning_point=2, seats=seats, roster=roster))
    assert item.card.detail == str(said("stream-casualties", counts=score(Wolves=0, Reavers=1)))
