"""The table of consent: every act of every actor in every situation, against the rules as people would say them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from referee.game.consent import (
    ACT_SCOPES,
    Actor,
    ActorKind,
    Allowed,
    Ask,
    Consent,
    ConsentFacts,
    FairPlay,
    Refusal,
    Refused,
    SeatScope,
    consent,
)
from referee.game.intents import INTENTS

ACTORS = (
    Actor(ActorKind.PLAYER, "p1"),
    Actor(ActorKind.PLAYER, "p2"),
    *(Actor(kind) for kind in ActorKind if kind is not ActorKind.PLAYER),
)
SETTINGS = (FairPlay.CLUB, FairPlay.FRIENDLY, FairPlay.EVENT)
OTHER = {"p1": "p2", "p2": "p1"}

# The rules as people would say them, without the program's table.
ALONE = {
    *("act", "activate", "answer", "choose_equipment", "declare_place", "deploy", "drop_marker", "end_activation"),
    *("pass_turn", "place_equipment", "react", "remove_operative", "reveal", "score", "seal", "set_up_again"),
    *("sign", "use_ploy"),
}
BOTH = ["challenge", "clock settle", "clock start", "clock stop", "trigger"]
TURNED = ["undo", "redo"]
DECLARED = ["declare_damage", "declare_stat", "place_marker", "remove_marker", "take_back", "uphold"]
OWN_DECLARED = ["declare_status", "revive"]
AGREED = ["end_stage", "roll_off"]
BETWEEN = ["begin", "clock reset", "play_on"]
ACTS = (*ALONE, *BOTH, *TURNED, *DECLARED, *OWN_DECLARED, *AGREED, *BETWEEN, "end_battle")

FLAGS = (
    "in_play",
    "by_referee",
    "dice_rolled",
    "secret_shown",
    "signed",
    "others_turn",
    "helps_other",
    "agreed_end",
)


@cache
def situations() -> tuple[ConsentFacts, ...]:
    """Return tables with every combination of facts that an act can meet."""
    return tuple(_situations())


def _situations() -> Iterator[ConsentFacts]:
    phones = [frozenset[str](), frozenset({"p1"}), frozenset({"p2"}), frozenset({"p1", "p2"})]
    for owner, doer, those, setting in itertools.product((None, "p1", "p2"), (None, "p1", "p2"), phones, FairPlay):
        facts = ConsentFacts(players=("p1", "p2"), phones=those, setting=setting, owner=owner, doer=doer)
        yield facts
        for flag in FLAGS:
            flipped: dict[str, Any] = {flag: not getattr(facts, flag)}
            yield replace(facts, **flipped)
        yield replace(facts, dice_rolled=True, signed=True, secret_shown=True, others_turn=True)


def expected(act: str, actor: Actor, facts: ConsentFacts) -> Consent:
    """Return what the rules say, as people would put it."""
    if actor.kind in (ActorKind.OWNER, ActorKind.VIEWER, ActorKind.NOBODY):
        return Refused(Refusal.NOT_AT_THE_TABLE)
    if actor.kind is not ActorKind.PLAYER:
        return Allowed(confirm=act in ("begin", "play_on", "end_battle") and facts.in_play)
    me, other = actor.player, OTHER[actor.player]
    asked = other in facts.phones
    friendly = asked and facts.setting is FairPlay.FRIENDLY
    others = facts.owner == other
    free: bool | None = None  # None: asked, if the other has a phone
    if act in ALONE or act in BOTH or act in BETWEEN:
        refused = (act in ALONE and others) or (act in BETWEEN and facts.in_play)
        reason = Refusal.IN_PLAY if act in BETWEEN else Refusal.NOT_YOURS
        return Refused(reason) if refused else Allowed()
    if act in TURNED:
        return expected_turn(me, other, facts, asked=asked, friendly=friendly)
    conceded = act == "end_battle" and not facts.agreed_end
    if conceded or (act in OWN_DECLARED and others):
        return Allowed(confirm=True) if conceded and facts.owner == me else Refused(Refusal.NOT_YOURS)
    if act in OWN_DECLARED or act in DECLARED:
        free = facts.helps_other or friendly
    alone: Consent = Refused(Refusal.CONCEDE_ONLY) if act == "end_battle" else Allowed(correction=free is not None)
    return Ask(other) if asked and not free else alone


def expected_turn(me: str, other: str, facts: ConsentFacts, *, asked: bool, friendly: bool) -> Consent:
    if facts.by_referee:
        return Refused(Refusal.REFEREES_STEP)
    if facts.doer == other:
        if friendly:
            return Allowed(correction=True)
        return Ask(other) if asked else Refused(Refusal.OTHERS_STEP)
    if facts.signed or facts.secret_shown:
        return Ask(other) if asked else Refused(Refusal.SIGNED if facts.signed else Refusal.SHOWN)
    mine = me in {facts.doer, facts.owner}
    if not asked or friendly or (mine and not (facts.dice_rolled or facts.others_turn)):
        return Allowed(correction=True)
    return Ask(other)


def test_every_act_of_every_actor_in_every_situation() -> None:
    counts: Counter[str] = Counter()
    for act, actor, facts in itertools.product(ACTS, ACTORS, situations()):
        found = consent(act, actor, facts)
        assert found == expected(act, actor, facts), (act, actor, facts)
        counts[type(found).__name__] += 1
    assert set(counts) == {"Allowed", "Ask", "Refused"}
    print(f"\n{len(ACTS)} acts, {len(ACTORS)} actors, {counts.total()} cells: {dict(counts)}")


def test_every_request_of_the_game_has_a_scope() -> None:
    assert set(ACT_SCOPES) == set(ACTS)
    requested = {kind for kind in INTENTS if INTENTS.form(kind).request is not None}
    clock = {"clock start", "clock stop", "clock reset", "clock settle"}
    assert set(ACTS) - requested == {"begin", "play_on", "sign", "take_back", "uphold", "roll_off", *clock}
    assert requested <= set(ACTS)


def test_each_players_rights_mirror_the_others() -> None:
    swap: dict[str | None, str | None] = {None: None, "p1": "p2", "p2": "p1"}
    for act, facts in itertools.product(ACTS, situations()):
        mirrored = replace(
            facts,
            phones=frozenset(OTHER[one] for one in facts.phones),
            owner=swap[facts.owner],
            doer=swap[facts.doer],
        )
        first = consent(act, ACTORS[0], facts)
        second = consent(act, ACTORS[1], mirrored)
        if isinstance(first, Ask):
            assert second == Ask(OTHER[first.player])
        else:
            assert second == first


def test_nobody_is_asked_without_a_phone_of_their_own() -> None:
    for act, actor, facts in itertools.product(ACTS, ACTORS, situations()):
        found = consent(act, actor, facts)
        if isinstance(found, Ask):
            assert found.player in facts.phones
            assert found.player != actor.player


def test_a_friendly_game_asks_no_more_than_a_club() -> None:
    clubs = [facts for facts in situations() if facts.setting is FairPlay.CLUB]
    for act, facts in itertools.product(ACTS, clubs):
        club, friendly, event = (consent(act, ACTORS[0], replace(facts, setting=each)) for each in SETTINGS)
        assert friendly == club or friendly == Allowed(correction=True)
        assert event == club


@pytest.mark.parametrize("act", sorted(ACT_SCOPES))
def test_every_changed_cell_is_noticed(act: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for scope in SeatScope:
        if scope is ACT_SCOPES[act]:
            continue
        monkeypatch.setattr("referee.game.consent.ACT_SCOPES", {**ACT_SCOPES, act: scope})
        changed = any(
            consent(act, actor, facts) != expected(act, actor, facts)
            for actor, facts in itertools.product(ACTORS[:2], situations())
        )
        assert changed, f"{act}: {scope} instead of {ACT_SCOPES[act]} is not noticed"
