"""Two phones over HTTP that press, by chance, what their pages offer: `python -m tests.overlook.random_phones 200`."""

from __future__ import annotations

import asyncio
import math
import random
import secrets
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from overlook.play.runner import ScriptClock
from overlook.play.script import See, script_of
from overlook.play.scripted_table import Sightings, dummy_rig, laid_table
from overlook.table.games.games import Games
from overlook.table.observation.seen_table import SeenTable
from overlook.table.service import TableService
from overlook.table.session import TableSession
from referee.editions.registry import ruleset_of
from referee.game.engine.timeline import fold_all
from referee.rules.ruling import Threshold
from tests.overlook.offered_presses import Json, Pages, Press
from tests.referee.whole_games.seated import broken_in
from web.app import Ports, create_app
from web.auth.sessions import Sessions
from web.server.settings import WebSettings

SEATS = ("p1", "p2")
URL = "http://localhost"
TO_ASK = "consent-ask"
ACTS_OF_A_GAME = 260
MELEE = {"name": "blade", "type": "melee", "atk": 4, "hit": 3, "damage": [4, 6]}
RANGED = {"name": "rifle", "type": "ranged", "atk": 4, "hit": 3, "damage": [3, 5]}
SPARE = ({**RANGED, "name": "bow"}, {**MELEE, "name": "claw"})
LIMITED = {"kt24": "Limited 1", "kt21": "Limited"}
RULES = ((), ("Piercing 1",), ("Ceaseless",), ("Balanced",), ("Rending",), ("Heavy",), ('Torrent 2"',), ("Hot",))


class StuckError(AssertionError):
    """A battle that goes on, and neither phone offers a way on."""


@dataclass
class Tally:
    """What came of a game: presses by what they were, offers that were refused, in words."""

    edition: str
    seed: int
    pressed: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    ended: bool = False


def battle(edition: str, chance: random.Random) -> Json:
    """Return a small battle as a script holds it: teams that stand near each other among terrain and objectives."""
    operatives: list[Json] = []
    places: dict[str, list[float]] = {}
    for side, (player, y) in enumerate((("p1", 7.0), ("p2", 15.0))):
        for number in range(1, 4):
            name = f"{'AB'[side]}{number}"
            weapons = [
                {**RANGED, "rules": list(chance.choice(RULES)) if edition == "kt24" else []},
                MELEE,
                *({**one, "rules": [LIMITED[edition]]} for one in SPARE if chance.random() < 0.5),
            ]
            operatives.append(
                {"id": name, "player": player, "name": f"Trooper {name}", "apl": chance.choice((2, 2, 3)), "move_in": 6,
                 "save": 4, "wounds": chance.choice((7, 10)), "base_mm": chance.choice((25, 32)), "head_in": 1.4,
                 "weapons": weapons}
            )  # fmt: skip
            places[name] = [7.0 + 6.0 * number + chance.uniform(-1.0, 1.0), y + chance.uniform(-1.5, 1.5)]
    wall = [[13.0, 11.0], [16.0, 11.0], [16.0, 11.4], [13.0, 11.4]]
    return {
        "version": 1, "edition": edition, "board_in": [30, 22], "sigma_mm": 0.1, "seed": chance.randrange(10**6),
        "operatives": operatives, "places": places, "begin": "set_up",
        "terrain": [{"id": "wall", "feature": "wall", "poly": wall, "z": [0, 3], "traits": ["Heavy"]}],
        "markers": [{"id": f"m{k}", "kind": "objective", "mm": 40, "pos": [8.0 + 7.0 * k, 9.0]} for k in range(3)],
        "steps": [],
    }  # fmt: skip


class Phones:
    """A table without a camera, served to two paired phones; models are moved by hand as their players say."""

    def __init__(self, edition: str, seed: int, folder: Path) -> None:
        self.chance = random.Random(f"{edition}-{seed}")
        self.pages = Pages(self.chance)
        self.tally = Tally(edition, seed)
        script = script_of(battle(edition, self.chance))
        laid, rules, self.clock = laid_table(script), ruleset_of(edition), ScriptClock()
        self.games = Games(folder)
        self.table = TableSession(
            edition=rules.edition,
            flow=rules.flow,
            catalogue=laid.catalogue,
            rig=dummy_rig(),
            games=self.games,
            now_s=self.clock,
            defaults=laid.defaults,
        )
        self.service = TableService(self.table, Threshold())
        self.sightings = Sightings(
            laid, sigma_mm=script.sigma_mm, mount_mm=script.mount_mm, seed=seed, now_s=self.clock
        )
        self.places = {name: (x, y) for name, (x, y, *_) in script.places.items()}
        self.sessions = Sessions(secrets.token_bytes(32))
        self._app = create_app(Ports(table=self.service, advisor=self.service.advisor), WebSettings(), self.sessions)
        self.screen = self.client("127.0.0.1")
        self.phones = {seat: self.client() for seat in SEATS}
        self._number = 0

    def client(self, address: str = "192.0.2.7") -> httpx.AsyncClient:
        """Return a device of that address; the table's own screen has a loopback one."""
        transport = httpx.ASGITransport(self._app, raise_app_exceptions=False, client=(address, 40_000))
        return httpx.AsyncClient(transport=transport, base_url=URL, timeout=60)

    async def play(self, acts: int = ACTS_OF_A_GAME) -> Tally:
        """Play a battle until it is over, or so many presses were made; the rest are then only ways on."""
        try:
            await self._begin()
            for number in range(4 * acts):
                if self.table.state.ended:
                    self.tally.ended = True
                    break
                await self._press(forward=number > acts)
            await self._after()
        finally:
            for client in (self.screen, *self.phones.values()):
                await client.aclose()
            self.games.close()
        return self.tally

    async def _begin(self) -> None:
        await self._look(self.sightings.at_rest())
        begun = await self.screen.post("/api/intents", json={"intent": {"kind": "begin"}}, headers=self._headers())
        assert begun.status_code == 200, begun.text
        for seat, phone in self.phones.items():
            pin = (await self.screen.get("/api/pairing")).json()["pin"]
            paired = await phone.post("/api/pair", json={"pin": pin, "seat": seat})
            assert paired.status_code == 200, paired.text

    async def _look(self, seen: SeenTable) -> None:
        await self.service.run_exclusive(partial(self.table.take_frame, seen))
        self.service.publish()

    def _headers(self) -> dict[str, str]:
        self._number += 1
        return {"Idempotency-Key": f"random-{self._number:06d}"}

    async def shown(self) -> Json:
        """Return what both phones show, which must be the same."""
        await self.service.wait_for_actions()
        one, other = [await phone.get("/api/snapshot") for phone in self.phones.values()]
        for answer in (one, other):
            if answer.status_code != 200:
                raise AssertionError(f"{answer.status_code} for the snapshot: {answer.text[:300]}")
        assert one.json() == other.json(), "the two phones show different things"
        shown: Json = one.json()
        return shown

    async def _press(self, *, forward: bool) -> None:
        now = await self.shown()
        presses = [one for seat in SEATS for one in self.pages.offered(now, seat)]
        onward = [one for one in presses if one.sure and one.onward]
        if not onward:
            asked = [(one["owner"], one["question"]) for one in now["prompts"]]
            raise StuckError(
                f"{self.tally.edition} {self.tally.seed}: no way on; asked {asked}, {now['game']['phase']}"
            )
        aside = [one for one in presses if not (one.sure and one.onward)]
        press = self.chance.choice(aside if aside and not forward and self.chance.random() < 0.12 else onward)
        await self._take(press)
        if not forward and self.chance.random() < 0.15:
            await self._move_by_hand(now)

    async def _take(self, press: Press) -> None:
        self.clock.go_on()
        answer = await self.phones[press.seat].post(press.path, json=press.body, headers=self._headers())
        self.tally.pressed[press.what] += 1
        asks = _to_ask(press, answer)
        if asks is not None:
            answer = await self.phones[press.seat].post("/api/intents", json=asks, headers=self._headers())
            self.tally.pressed[f"asked for {press.what}"] += 1
        said = answer.json().get("detail", "") if 200 < answer.status_code < 500 else ""
        if answer.status_code >= 500:
            self.tally.broken.append(f"{answer.status_code} {press}: {answer.text[:300]}")
        elif answer.status_code != 200:
            assert said, press
            assert "\n" not in said, said
            if press.sure and asks is None:
                self.tally.refused[f"{press.what}: {said}"] += 1
        await self._look(self.sightings.at_rest())

    async def _move_by_hand(self, now: Json) -> None:
        """Move the active operative somewhere near, or anybody a little."""
        active = now["game"]["active"]
        standing = [one["id"] for one in now["table"]["operatives"]]
        if not standing:
            return
        name = active if active in standing and self.chance.random() < 0.85 else self.chance.choice(standing)
        x, y = self.places.get(name, (15.0, 11.0))
        far, way = self.chance.uniform(0.5, 6.5), self.chance.uniform(0, 2 * math.pi)
        spot = (min(29.0, max(1.0, x + far * math.cos(way))), min(21.0, max(1.0, y + far * math.sin(way))))
        self.places[name] = spot
        for seen in self.sightings.follow(See(see={name: spot})):
            self.clock.go_on()
            await self._look(seen)
        self.tally.pressed["moved by hand"] += 1

    async def _after(self) -> None:
        """Sign on both phones where the battle is over; what is on disk comes to what is shown."""
        log = self.table.game.log
        assert fold_all(log).state == self.table.state, "the journal comes to another state"
        assert broken_in(self.tally.edition, log) == [], "the journal breaks rules"
        if not self.table.state.ended:
            return
        for seat, phone in self.phones.items():
            body = {"player": seat, "intent": {"kind": "sign", "player": seat}}
            answer = await phone.post("/api/intents", json=body, headers=self._headers())
            assert answer.status_code == 200, answer.text
        assert set((await self.shown())["game"]["signed"]) == set(SEATS)


def _to_ask(press: Press, answer: httpx.Response) -> Json | None:
    """Return the request that a page sends by itself for what the other player has to agree to."""
    if answer.status_code == 200 or (answer.json().get("message") or {}).get("code") != TO_ASK:
        return None
    act = press.body["intent"] if press.body is not None else {"kind": press.path.rpartition("/")[2]}
    return {"player": press.seat, "intent": {"kind": "request", "act": act}}


def played(edition: str, seed: int, acts: int = ACTS_OF_A_GAME) -> Tally:
    """Return what came of one game."""
    with TemporaryDirectory(prefix="overlook-random-") as folder:

        async def play() -> Tally:
            return await Phones(edition, seed, Path(folder)).play(acts)

        return asyncio.run(play())


def main(games: int, first: int = 0) -> None:
    """Play so many games, half of each edition, and print what came of them."""
    pressed: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    ended, broken, stuck = 0, [], []
    for number in range(first, first + games):
        edition = ("kt24", "kt21")[number % 2]
        try:
            tally = played(edition, number)
        except AssertionError as fault:
            stuck.append(f"{edition} {number}: {fault}"[:400])
            continue
        pressed += tally.pressed
        refused += Counter({f"{edition} {what}": count for what, count in tally.refused.items()})
        broken += tally.broken
        ended += tally.ended
    print(f"{games} games, {sum(pressed.values())} presses, {ended} to their end")
    print(f"stuck or at odds: {len(stuck)}", *stuck, sep="\n  ")
    print(f"answers of 500 and more: {len(broken)}", *broken[:10], sep="\n  ")
    print(f"offered and refused: {sum(refused.values())}")
    for what, count in refused.most_common(40):
        print(f"  {count:5} {what}")
    for what, count in pressed.most_common():
        print(f"  {count:6} {what}")


if __name__ == "__main__":
    main(*(int(one) for one in sys.argv[1:3] or ["20"]))
