"""The rundown: one card at a time, each as long as it takes to read, and a producer's hand on it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from web.stream.rundown import Cue, NothingOnAirError, Rundown

TICK_S = 0.125


def cue(name: str, rank: int = 1, least_s: float = 2.0, hold_s: float = 5.0, *, going: bool = False) -> Cue:
    return Cue(name, rank, least_s, hold_s, ongoing=going)


def test_a_card_stays_as_long_as_it_may_while_nothing_waits() -> None:
    shown = Rundown().add(cue("a"), 0.0).advance(0.0)
    assert shown.on is not None
    assert shown.advance(4.99).on == shown.on
    assert shown.advance(5.0).on is None


def test_what_waits_comes_once_the_other_was_there_long_enough_to_be_read() -> None:
    shown = Rundown().add(cue("a"), 0.0).advance(0.0).add(cue("b"), 1.0)
    assert shown.advance(1.99).on == cue("a")
    assert shown.advance(2.0).on == cue("b")


def test_the_higher_rank_comes_first_and_of_equals_the_older() -> None:
    waiting = Rundown(held=True)
    for name, rank in (("low", 1), ("old", 3), ("new", 3)):
        waiting = waiting.add(cue(name, rank), 0.0)
    assert [one.id for one in waiting.order] == ["old", "new", "low"]


def test_what_goes_on_stays_until_it_has_ended_and_has_been_read() -> None:
    shown = Rundown().add(cue("fight", going=True), 0.0).advance(0.0).add(cue("b"), 1.0)
    assert shown.advance(1000.0).on is not None
    ended = shown.add(cue("fight"), 20.0)
    assert ended.advance(21.99).on == cue("fight")
    assert ended.advance(22.0).on == cue("b")


def test_what_matters_more_breaks_into_what_goes_on_which_then_comes_back() -> None:
    fight = cue("fight", going=True)
    shown = Rundown().add(fight, 0.0).advance(0.0).add(cue("challenge", 9), 1.0)
    assert shown.advance(1.9).on == fight
    broken = shown.advance(2.0)
    assert broken.on == cue("challenge", 9)
    assert broken.advance(4.0).on == cue("challenge", 9), "what is less does not break into what is more"
    assert broken.advance(7.0).on == fight


def test_old_news_is_no_news_but_what_goes_on_waits() -> None:
    waiting = Rundown(held=True).add(cue("a"), 0.0).add(cue("fight", going=True), 0.0)
    assert [one.id for one in waiting.advance(30.0).order] == ["a", "fight"]
    assert [one.id for one in waiting.advance(30.1).order] == ["fight"]
    ended = waiting.advance(60.0).add(cue("fight"), 60.0)
    assert [one.id for one in ended.advance(89.0).order] == ["fight"]


def test_what_is_held_keeps_its_queue_back_and_what_is_on_still_ends() -> None:
    held = Rundown().add(cue("a"), 0.0).advance(0.0).add(cue("b"), 0.0).hold(True)
    assert held.advance(4.9).on == cue("a")
    assert held.advance(5.0).on is None
    assert held.advance(5.0).hold(False).advance(5.0).on == cue("b")


def test_a_skip_takes_off_what_is_on_even_when_it_is_pinned_or_goes_on() -> None:
    shown = Rundown().add(cue("a", going=True), 0.0).advance(0.0).add(cue("b"), 0.0).pin(0.5)
    assert shown.skip(1.0) == Rundown(on=cue("b"), since_s=1.0, closed_s=1.0)


def test_what_is_pinned_stays_and_what_waits_can_be_brought_on() -> None:
    shown = Rundown().add(cue("a"), 0.0).advance(0.0).add(cue("b", 9), 0.0)
    assert shown.pin(1.0).advance(1000.0).on == cue("a")
    brought = shown.pin(1.0, "b")
    assert (brought.on, brought.order, brought.pinned) == (cue("b", 9), (), True)
    assert brought.unpinned(1000.0).on is None
    with pytest.raises(KeyError):
        shown.pin(1.0, "c")
    with pytest.raises(NothingOnAirError):
        Rundown().pin(0.0)


def test_what_is_not_so_any_more_is_off_and_waits_no_more() -> None:
    shown = Rundown().add(cue("a"), 0.0).advance(0.0).add(cue("b"), 0.0).pin(0.0)
    assert shown.remove("b").order == ()
    off = shown.remove("a")
    assert (off.on, off.pinned) == (None, False)


@pytest.mark.parametrize(("least_s", "hold_s"), [(0.0, 1.0), (3.0, 2.0)])
def test_a_time_that_is_none_is_refused(least_s: float, hold_s: float) -> None:
    with pytest.raises(ValueError, match="idle_s"):
        cue("a", least_s=least_s, hold_s=hold_s)


class Producer(RuleBasedStateMachine):
    """Anything happens at any time: what is shown is checked second by second against what was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.rundown, self.now_s, self.number = Rundown(), 0.0, 0
        self.going: dict[str, Cue] = {}
        self.aired: list[tuple[str, float]] = []
        self.brief: set[str] = set()

    def step(self, rundown: Rundown, *, cut: bool = False) -> None:
        before, self.rundown = self.rundown, rundown
        if before.on is not None and (rundown.on is None or rundown.on.id != before.on.id):
            stood_s = self.now_s - before.since_s
            assert cut or stood_s >= before.on.min_s, "nobody could read it"
            assert cut or not before.pinned
        if rundown.on is not None and (before.on is None or rundown.on.id != before.on.id):
            assert cut or not before.held, "what is held stays back"
            assert rundown.since_s == self.now_s
            self.aired.append((rundown.on.id, self.now_s))

    @rule(rank=st.integers(0, 4), least=st.integers(1, 4), more=st.integers(0, 8), going=st.booleans())
    def offer(self, rank: int, least: int, more: int, going: bool) -> None:
        self.number += 1
        made = Cue(f"c{self.number}", rank, float(least), float(least + more), ongoing=going)
        if going:
            self.going[made.id] = made
        else:
            self.brief.add(made.id)
        self.step(self.rundown.add(made, self.now_s))

    @precondition(lambda self: self.going)
    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.going)))
        ended = replace(self.going.pop(name), ongoing=False)
        known = {one.id for one in self.rundown.order} | ({self.rundown.on.id} if self.rundown.on else set())
        if name in known:
            self.step(self.rundown.add(ended, self.now_s))

    @rule(ticks=st.integers(1, 200))
    def wait(self, ticks: int) -> None:
        for _ in range(ticks):
            self.now_s += TICK_S
            self.step(self.rundown.advance(self.now_s))

    @rule(held=st.booleans())
    def hold(self, held: bool) -> None:
        self.step(self.rundown.hold(held))

    @rule()
    def skip(self) -> None:
        self.step(self.rundown.skip(self.now_s), cut=True)

    @precondition(lambda self: self.rundown.on is not None)
    @rule()
    def pin(self) -> None:
        self.step(self.rundown.pin(self.now_s))

    @rule()
    def unpin(self) -> None:
        self.step(self.rundown.unpinned(self.now_s), cut=True)

    @invariant()
    def what_is_on_does_not_wait_too(self) -> None:
        names = [one.id for one in self.rundown.order]
        assert len(set(names)) == len(names)
        assert self.rundown.on is None or self.rundown.on.id not in names

    @invariant()
    def nothing_stays_longer_than_it_may(self) -> None:
        here = self.rundown.advance(self.now_s)
        if here.on is not None and not here.pinned and not here.on.ongoing:
            assert here.ends_s <= here.closed_s + here.on.idle_s
            assert self.now_s < here.ends_s
        if here.on is None:
            assert here.held or not here.order, "the air is empty only when nothing waits"
            assert here.ends_s == math.inf

    @invariant()
    def what_does_not_go_on_is_on_air_once(self) -> None:
        times = [name for name, _ in self.aired if name in self.brief]
        assert len(set(times)) == len(times)


TestProducer = Producer.TestCase


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), min_size=1, max_size=8))
def test_all_that_comes_at_once_is_shown_one_after_another(given_: list[tuple[int, int]]) -> None:
    rundown = Rundown()
    for number, (rank, least) in enumerate(given_):
        rundown = rundown.add(Cue(str(number), rank, float(least), 8.0, expires_s=1000.0), 0.0)
    shown: list[str] = []
    for tick in range(400):
        rundown = rundown.advance(tick * TICK_S)
        if rundown.on is not None and (not shown or shown[-1] != rundown.on.id):
            shown.append(rundown.on.id)
    expected = sorted(range(len(given_)), key=lambda number: (-given_[number][0], number))
    assert shown == [str(number) for number in expected]
