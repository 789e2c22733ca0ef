"""Every request of every actor in the states that two random phones reach, against the table of consent.

`python -m tests.overlook.consent_walk 2000 [SEED]` prints the states, cells and requests over HTTP, and what differs.

The oracle is `expected` of `tests/referee/game/test_consent.py`. In each state every kind of request is tried for every
author by the table's own check, and a few by chance over HTTP, where a refusal must leave the journal as it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from overlook.table.agreements import act_kind, actor_of, consent_facts, step_in_question
from overlook.table.offers.table_facts import TableFacts
from overlook.table.requests import game_intent, refused_request, refused_step
from referee.game.consent import Actor, ActorKind, Allowed, Ask, Consent, ConsentFacts
from referee.game.intents import ANY, REFEREE, Intent, Redo, Undo
from referee.rules.errors import MalformedError
from tests.overlook.offered_presses import Json
from tests.overlook.random_phones import SEATS, Phones
from tests.referee.game.test_consent import expected
from web.auth.sessions import ADMIN_COOKIE, COOKIE, Identity
from web.contract.permissions import Role
from web.contract.requests import GAME_REQUESTS, RunClock, SubmitRequest

AUTHORS = (*SEATS, REFEREE, ANY)
OVER_HTTP = 6
"""Requests that are sent in each state."""

BYSTANDERS = {
    ActorKind.OWNER: (ADMIN_COOKIE, Identity(Role.OWNER)),
    ActorKind.VIEWER: (COOKIE, Identity(Role.VIEWER)),
    ActorKind.NOBODY: None,
}
CLOCK: tuple[Literal["start", "stop", "reset", "settle"], ...] = ("start", "stop", "reset", "settle")


def requests_in(facts: TableFacts) -> Iterator[Json]:
    """Yield a request of every kind, about both players' things where there are some."""
    state = facts.state
    models = [next((name for name, one in state.operatives.items() if one.player == seat), "A1") for seat in SEATS]
    for prompt in facts.asked:
        for key in dict.fromkeys((*[one.key for one in prompt.choices][:1], *filter(None, [prompt.default]))):
            yield {"kind": "answer", "prompt": prompt.id, "choice": key}
        if prompt.dice:
            yield {"kind": "answer", "prompt": prompt.id, "dice": [4] * prompt.dice}
    for name in models:
        about = {"operative": name}
        yield {"kind": "activate", **about, "order": "engage"}
        yield {"kind": "act", **about, "action": "Dash"}
        yield {"kind": "deploy", **about, "x": 15.0, "y": 11.0}
        yield {"kind": "declare_place", **about, "x": 15.0, "y": 11.0}
        yield {"kind": "set_up_again", **about, "x": 15.0, "y": 11.0}
        yield {"kind": "revive", **about, "wounds": 3, "x": 15.0, "y": 11.0}
        yield {"kind": "declare_stat", **about, "stat": "move", "change": -1, "until": "end of the battle"}
        yield {"kind": "declare_stat", **about, "stat": "save", "change": -1, "until": "end of the battle"}
        for amount in (2, -2):
            yield {"kind": "declare_damage", **about, "amount": amount}
        for said in ({"ready": True}, {"ready": False}, {"order": "conceal"}, {"order": "engage"}):
            yield {"kind": "declare_status", **about, **said}
        for kind in ("end_activation", "react", "remove_operative", "drop_marker"):
            yield {"kind": kind, **about}
    for player in SEATS:
        yield {"kind": "pass_turn", "player": player}
        yield {"kind": "use_ploy", "player": player, "name": "Fall in"}
        yield {"kind": "seal", "player": player, "topic": "tac_op", "value": "recover"}
        yield {"kind": "reveal", "player": player, "topic": "tac_op"}
        yield {"kind": "choose_equipment", "player": player}
        yield {"kind": "place_equipment", "player": player, "item": "mines", "x": 4.0, "y": 5.0}
        yield {"kind": "score", "player": player, "op": "crit", "vp": 1}
        yield {"kind": "end_battle", "conceded_by": player}
        yield {"kind": "place_marker", "what": "mines", "x": 4.0, "y": 5.0, "owner": player}
    yield {"kind": "place_marker", "what": "objective", "x": 4.0, "y": 5.0}
    for marker in list(state.markers)[:2]:
        yield {"kind": "remove_marker", "marker": marker}
    rules = [{"owner": player, "name": f"Rule of {player}"} for player in SEATS]
    yield {"kind": "trigger", "rules": rules}
    yield from ({"kind": kind} for kind in ("undo", "redo", "end_battle"))
    yield {"kind": "end_stage", "stage": "end"}


class EnoughError(Exception):
    """As many states were checked as were asked for."""


@dataclass
class Walk:
    """Counts of what was checked, and the differences from the table."""

    states: int = 0
    cells: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    sent: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    differs: list[str] = field(default_factory=list)


class WalkingPhones(Phones):
    """Two random phones; before each press every request of every actor is checked."""

    def __init__(self, edition: str, seed: int, folder: Path, walk: Walk, states: int) -> None:
        super().__init__(edition, seed, folder)
        self.walk, self._states = walk, states
        self.bystanders = {}
        for kind, paired in BYSTANDERS.items():
            self.bystanders[kind] = self.client()
            if paired is not None:
                name, identity = paired
                self.bystanders[kind].cookies.set(name, self.sessions.cookie(identity), domain="localhost.local")

    async def _press(self, *, forward: bool) -> None:
        if self.walk.states >= self._states:
            raise EnoughError
        await self.check()
        await super()._press(forward=forward)

    async def _after(self) -> None:
        await self.check()
        await super()._after()

    async def check(self) -> None:
        """Check the state that stands."""
        facts, phones = self.table.facts(), self.service.agreements.phones.seats
        walk, state = self.walk, facts.state
        walk.states += 1
        walk.seen.update({f"asked {one.topic}" for one in facts.asked} or {"nothing asked"})
        found = {"combat": state.sequence, "challenge open": state.challenge, "game over": state.ended}
        walk.seen.update(name for name, there in found.items() if there)
        cells: list[tuple[Json, str, Consent]] = []
        rulings = [{"kind": "challenge", "ruling": one.id} for one in self.service.snapshot().rulings[:1]]
        for said in (*requests_in(facts), *rulings):
            for by in AUTHORS:
                intent = self._intent(said, by, facts)
                if intent is not None:
                    cells.append((said, by, self._checked(intent, facts, phones)))
        self._check_table_requests(facts)
        for said, by, allowed in self.chance.sample(cells, min(OVER_HTTP, len(cells))):
            await self._send(said, by, allowed)

    def _intent(self, said: Json, by: str, facts: TableFacts) -> Intent | None:
        request: Any = SubmitRequest.model_validate_json(json.dumps({"player": by, "intent": said})).intent
        try:
            return game_intent(request, by=by, key="consent-walk", facts=facts)
        except MalformedError:
            self.walk.cells["not understood by the table"] += 1
            return None

    def _checked(self, intent: Intent, facts: TableFacts, phones: frozenset[str]) -> Consent:
        """Return what the table of consent says, after comparing it with what is done."""
        act, actor, known = act_kind(intent, facts), actor_of(intent.by, facts), consent_facts(intent, facts, phones)
        said = expected(act, actor, known)
        for panel in (False, True) if actor.kind is ActorKind.SCREEN else (False,):
            who = Actor(ActorKind.PANEL) if panel else actor
            self._count(act, who, said)
        self._facts_hold(intent, known, facts)
        if isinstance(intent, Undo | Redo) and step_in_question(intent, facts) is None:
            return Allowed()  # the rules refuse it: there is nothing to undo
        why = refused_step(intent, facts, phones)
        asks = why is not None and why.code == "consent-ask"
        match said:
            case Ask():
                fits = asks
            case Allowed():
                fits = why is None
            case _:
                fits = not asks and (why or facts.rejection(intent)) is not None
        if not fits:
            self._differs(f"{act} by {intent.by}: {said}, and the table says {why}")
        return said

    def _facts_hold(self, intent: Intent, known: ConsentFacts, facts: TableFacts) -> None:
        """Compare the facts of consent with what the state says without them."""
        operative = facts.state.operatives.get(getattr(intent, "operative", None) or "")
        if operative is not None and known.owner != operative.player:
            self._differs(f"{intent.kind} of a model of {operative.player} belongs to {known.owner}")
        if isinstance(intent, Undo):
            doer = _by(facts)
            if (known.doer, known.by_referee) != (doer if doer in SEATS else None, doer == REFEREE):
                self._differs(f"undo: done by {known.doer}, not {doer}")

    def _check_table_requests(self, facts: TableFacts) -> None:
        in_play = facts.state.begun and not facts.state.ended
        for do in CLOCK:
            for by in AUTHORS:
                said = expected(f"clock {do}", actor_of(by, facts), ConsentFacts(players=SEATS, in_play=in_play))
                why = refused_request(RunClock(kind="clock", do=do), by, facts)
                self._count(f"clock {do}", actor_of(by, facts), said)
                if (why is None) != isinstance(said, Allowed):
                    self._differs(f"clock {do} by {by}: {said}, and the table says {why}")

    async def _send(self, said: Json, by: str, allowed: Consent) -> None:
        """Send a request that must be refused: by its player's phone, by the other phone, and by a bystander."""
        before = self.table.sequence
        bystander = self.chance.choice(list(self.bystanders))
        answer = await self.bystanders[bystander].post("/api/intents", json={"intent": said}, headers=self._headers())
        self.walk.sent[f"{bystander} {answer.status_code}"] += 1
        wrong = answer.status_code != 401
        if by in SEATS and not isinstance(allowed, Allowed):
            body = {"player": by, "intent": said}
            answer = await self.phones[by].post("/api/intents", json=body, headers=self._headers())
            code = (answer.json().get("message") or {}).get("code", "")
            self.walk.sent[f"player {answer.status_code}{' consent-ask' if code == 'consent-ask' else ''}"] += 1
            wrong = wrong or answer.status_code != 409 or (isinstance(allowed, Ask)) != (code == "consent-ask")
            other = await self.phones[SEATS[by == SEATS[0]]].post("/api/intents", json=body, headers=self._headers())
            self.walk.sent[f"in the other's name {other.status_code}"] += 1
            wrong = wrong or other.status_code != 403
        if wrong or self.table.sequence != before:
            self._differs(f"over HTTP: {said} by {by} and by {bystander}: {answer.status_code} {answer.text[:200]}")

    def _count(self, act: str, actor: Actor, said: Consent) -> None:
        self.walk.cells[f"{actor.player or actor.kind}: {type(said).__name__}"] += 1
        self.walk.kinds[act] += 1

    def _differs(self, what: str) -> None:
        self.walk.differs.append(f"{self.tally.edition} {self.tally.seed}, event {self.table.sequence}: {what}")


def _by(facts: TableFacts) -> str:
    step = step_in_question(Undo(id="consent-walk"), facts)
    return "" if step is None else step.intent.by


def walked(states: int, seed: int = 0, acts: int = 260) -> Walk:
    """Return what came of so many states, in games of both editions."""
    walk = Walk()
    while walk.states < states:
        edition = ("kt24", "kt21")[seed % 2]

        async def play(edition: str = edition, seed: int = seed) -> None:
            with TemporaryDirectory(prefix="overlook-consent-") as folder:
                phones = WalkingPhones(edition, seed, Path(folder), walk, states)
                try:
                    with contextlib.suppress(EnoughError):
                        await phones.play(acts)
                finally:
                    for client in phones.bystanders.values():
                        await client.aclose()

        asyncio.run(play())
        seed += 1
    return walk


def main(states: int = 2000, seed: int = 0) -> int:
    """Walk and print what was checked; return 1 if anything differs."""
    walk = walked(states, seed)
    print(f"{walk.states} states from seed {seed}, {walk.cells.total()} cells, {walk.sent.total()} requests over HTTP")
    for name, counts in (("cells", walk.cells), ("requests over HTTP", walk.sent), ("states", walk.seen)):
        print(f"{name}: {', '.join(f'{what} {count}' for what, count in sorted(counts.items()))}")
    print(f"kinds of acts: {len(walk.kinds)}, never tried: {sorted(set(GAME_REQUESTS) - set(walk.kinds))}")
    print(f"differences: {len(walk.differs)}", *walk.differs[:20], sep="\n  ")
    return 1 if walk.differs else 0


if __name__ == "__main__":
    sys.exit(main(*(int(one) for one in sys.argv[1:3])))
