"""Hands that move, lift and lay anything at any moment of random games: `python -m tests.overlook.random_hands 100`.

The players are wanderers (`tests/compat/wanderer.py`), who say whatever a table takes. After each of their steps hands
do something to the table, and its camera sees the result. Nothing that is seen may stop the eye.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import extract_tb
from typing import Any

import numpy as np

from geometry.placement import EXACT, LevelHypothesis, Placement
from geometry.table import Board, Marker, Operative, Table
from geometry.terrain import Part
from messages.message import Message
from overlook.play.script import script_of
from overlook.play.scripted_table import PICTURE, STEP_S, TAKEN, dummy_rig, laid_table
from overlook.table.games.games import Games
from overlook.table.observation.seen_table import SeenTable
from overlook.table.offers.available_actions import available_actions
from overlook.table.session import TableSession
from overlook.table.views.snapshot import RulingViewCache, SnapshotExtras, build_snapshot
from referee.editions.registry import ruleset_of
from referee.game.engine.game import Game
from referee.game.engine.timeline import fold_all
from referee.game.intents import read_intent
from referee.game.state import LifeState
from referee.rules.errors import RefereeError
from referee.rules.ruling import Threshold
from tests.compat.wanderer import MARKERS, PACK, PLACES, SEATS, TERRAIN, Data, Wanderer, card, part
from vision.frame import Frame
from vision.tracking.track import TrackState, Waypoint
from web.contract.table.snapshot import CameraView

KILLZONES = (("kt24", None), ("kt21", None), ("kt24", "gallowdark"), ("kt21", "gallowdark"), ("kt24", "volkus"))
STEPS = 150
ROOF = part("roof", 16, 3, "Heavy", "Vantage") | {"outline": [[16, 3], [20, 3], [20, 7], [16, 7]]}
TOKENS = ("engage ready", "engage expended", "conceal ready", "conceal expended", "smoke", "mines", "objective")
SEEN_AT = (0.0, 0.005, 0.03, 0.4)
"""Standard deviations of what is seen, inches: from exact to hardly."""


class Hands(Wanderer):
    """One table in play, its players, and the hands above it."""

    def __init__(self, edition: str, killzone: str | None, seed: int, folder: Path) -> None:
        rules, self.now_s = ruleset_of(edition), 0.0
        self.edition, self.luck = rules.edition, random.Random(f"{edition}-{killzone}-{seed}")
        self._ids = count(1)
        bare = {
            "version": 1, "edition": edition, "operatives": [_scripted(name) for name in PLACES],
            "places": {name: list(place) for name, place in PLACES.items()}, "begin": "set_up",
        }  # fmt: skip
        laid, self.games = laid_table(script_of(bare)), Games(folder)
        self.session = TableSession(
            edition=rules.edition,
            flow=rules.flow,
            catalogue=laid.catalogue,
            rig=dummy_rig(),
            games=self.games,
            now_s=lambda: self.now_s,
            defaults=laid.defaults,
        )
        places = {name: {"x": x, "y": y} for name, (x, y) in PLACES.items()}
        terrain = [*TERRAIN, ROOF]
        self.tried(
            "set_up",
            {
                "seats": SEATS, "operatives": [_dying(name, self.luck) for name in PLACES], "places": places,
                "markers": MARKERS, "killzone": killzone, "mission": "Hands", "actions": PACK, "terrain": terrain,
            },
        )  # fmt: skip
        self._bodies = {name: _body(laid.operatives[name], *PLACES[name]) for name in PLACES}
        self._parts = {one.id: one.part() for one in self.game.state.terrain}
        lying: list[Data] = MARKERS
        self._markers: dict[str, Marker] = {
            one["id"]: Marker(one["id"], one["kind"], one["diameter"], Placement(one["id"], **one["place"]))
            for one in lying
        }
        self._on_board, self._standing_parts = set(self._bodies), set(self._parts)
        self._paths: dict[str, tuple[Waypoint, ...]] = {}
        self.drawn = RulingViewCache()
        self.frames = 0

    @property
    def game(self) -> Game:  # type: ignore[override]
        """The game on the table."""
        return self.session.game

    def tried(self, kind: str, data: Data) -> bool:
        """Return whether the table took an intent."""
        try:
            self.session.submit(read_intent({"kind": kind, "id": f"w{next(self._ids)}-{kind}", **data}))
        except RefereeError:
            return False
        return True

    def play(self, steps: int) -> None:
        """Play so many steps, or until the battle ends; raises what leaves the eye."""
        others = list(self.others())
        for _ in range(steps):
            if self.game.state.ended:
                break
            self.moment(others)
            self.hand()
            for settled in (False, True):
                self.frames += 1
                self.take(self.seen(settled=settled))
                self.shown()
        assert fold_all(self.game.log).state == self.game.state

    def take(self, seen: SeenTable) -> None:
        """Have the table take in a frame."""
        self.session.take_frame(seen)

    @property
    def last_actions(self) -> int:
        """How many operatives that had fallen acted once more."""
        return sum(entry.data.get("doing") == "last action" for entry in self.game.log)

    def moment(self, others: list[Any]) -> None:
        """Let a player say something: what a fallen operative's player is asked is answered before anything else."""
        if not self.game.state.begun:  # everything was taken back
            self.tried("redo", {})
            return
        fallen = [name for name, one in self.game.state.operatives.items() if one.life is LifeState.INCAPACITATED]
        last = [prompt for prompt in self.game.prompts if prompt.id.startswith("last:")]
        if last and self.luck.random() < 0.5:
            self.tried("answer", {"prompt": last[0].id, "choice": self.luck.choice(["act", "act", "nothing"])})
        elif not fallen and self.luck.random() < 0.06:
            self.tried("declare_damage", {"operative": self.whom, "amount": 11, "why": "it falls"})
        elif self.game.prompts and self.luck.random() < 0.4:
            self.answer()
        elif self.game.state.acting is not None and self.luck.random() < 0.6:
            self.act()
        else:
            self.say(others)

    def shown(self) -> None:
        """Show what stands, and now and then what could be done."""
        aside = SnapshotExtras((), CameraView(), None, None, {})
        build_snapshot(self.session.facts(), revision=1, threshold=Threshold(), aside=aside, drawn=self.drawn)
        context = self.session.facts().context(exact=True)
        if context is not None and self.luck.random() < 0.15:
            available_actions(context)

    def hand(self) -> None:
        """Do something to the table: nothing, to one thing, or to several."""
        for _ in range(self.luck.choice([0, 1, 1, 1, 2, 5])):
            self.luck.choice([self._push, self._push, self._push, self._act, self._lift, self._marker, self._terrain])()

    def _act(self) -> None:
        """Move whoever is at work, or has fallen."""
        state = self.game.state
        names = [name for name, one in state.operatives.items() if one.life is LifeState.INCAPACITATED]
        names += [state.acting.operative] if state.acting is not None else []
        if names:
            self._put(self.luck.choice(names), far=4.0)

    def _push(self) -> None:
        self._put(self.luck.choice(list(self._bodies)), far=self.luck.choice([0.02, 0.11, 0.13, 1.0, 6.0]))

    def _put(self, name: str, far: float) -> None:
        """Put a model near where it stands, on another model, on a roof, or anywhere, even off the board."""
        body, luck = self._bodies[name], self.luck
        before, chance = body.placement, luck.random()
        known = one.place if (one := self.game.state.operatives.get(name)) is not None else None
        x, y, z = before.x + luck.uniform(-far, far), before.y + luck.uniform(-far, far), before.z
        if chance < 0.08:
            other = self._bodies[luck.choice(list(self._bodies))].placement
            x, y = other.x, other.y
        elif chance < 0.16:
            x, y, z = luck.uniform(16, 20), luck.uniform(3, 7), luck.choice([0.0, 3.0])
        elif chance < 0.22:
            x, y, z = luck.uniform(-3, 33), luck.uniform(-3, 25), luck.choice([0.0, 0.0, 1.3])
        elif chance < 0.32 and known is not None:
            x, y, z = known.x, known.y, known.z
        self._bodies[name] = replace(body, placement=self._placement(name, x, y, z))
        self._on_board.add(name)
        self._paths.pop(name, None)
        if luck.random() < 0.5:
            way = [(before.x, before.y), (luck.uniform(0, 30), luck.uniform(0, 22)), (x, y)]
            self._paths[name] = tuple(Waypoint(self.now_s + STEP_S * k, *spot) for k, spot in enumerate(way))

    def _placement(self, thing: str, x: float, y: float, z: float) -> Placement:
        sigma = self.luck.choice(SEEN_AT)
        covariance = np.diag([sigma**2, sigma**2, 0.0, self.luck.choice([0.0, 4.0])]) if sigma else EXACT
        levels = (
            (LevelHypothesis(0.02, -0.01, 3.0 - z, self.luck.choice([0.02, 0.3, 0.5])),)
            if self.luck.random() < 0.2
            else ()
        )
        return Placement(thing, x, y, z, self.luck.choice([0.0, 90.0, 181.0]), covariance, levels=levels)

    def _lift(self) -> None:
        name = self.luck.choice(list(self._bodies))
        (self._on_board.discard if name in self._on_board else self._on_board.add)(name)

    def _marker(self) -> None:
        """Lay a token, move one or take one away; some lie beside a model."""
        luck = self.luck
        if self._markers and luck.random() < 0.4:
            name = luck.choice(list(self._markers))
            if luck.random() < 0.5:
                del self._markers[name]
                return
            old = self._markers[name]
        else:
            name = luck.choice(["M1", "boom", "token-1", "token-2", "smoke-1"])
            old = Marker(name, luck.choice(TOKENS), luck.choice([0.787, 1.575]), Placement(name, 1.0, 1.0))
        beside = self._bodies[luck.choice(list(self._bodies))].placement
        x, y = (beside.x, beside.y - 1.2) if luck.random() < 0.6 else (luck.uniform(-1, 31), luck.uniform(-1, 23))
        self._markers[name] = replace(old, placement=self._placement(name, x, y, 0.0))

    def _terrain(self) -> None:
        """Turn a hatch, shove a part, or take one away and put it back."""
        luck = self.luck
        name = luck.choice(list(self._parts))
        chance, old = luck.random(), self._parts[name]
        if chance < 0.4 and old.role is not None:
            self._parts[name] = replace(old, state=luck.choice(["open", "closed"]))
        elif chance < 0.7:
            dx, dy = luck.uniform(-1, 1), luck.uniform(-1, 1)
            self._parts[name] = replace(old, outline=tuple((x + dx, y + dy) for x, y in old.outline))
        else:
            (self._standing_parts.discard if name in self._standing_parts else self._standing_parts.add)(name)

    def seen(self, *, settled: bool) -> SeenTable:
        """Return what the camera sees now; some frames show a hand, a moved camera, or no board at all."""
        self.now_s += 0.2
        luck = self.luck
        operatives = {name: self._bodies[name] for name in self._on_board}
        table = Table(
            Board(),
            operatives,
            tuple(self._part(name) for name in self._standing_parts),
            dict(self._markers),
            hand_in_view=not settled,
            settled=settled and luck.random() < 0.95,
            camera_moved=luck.random() < 0.02,
            common=np.diag([1e-4, 1e-4, 0.0, 0.0]) if luck.random() < 0.3 else None,
        )
        states = {name: TrackState.SEEN if name in operatives else TrackState.GONE for name in self._bodies}
        problem = Message.stored("the board is not found") if luck.random() < 0.02 else None
        paths = {name: way for name, way in self._paths.items() if name in operatives}
        return SeenTable(Frame(PICTURE, self.now_s, TAKEN, "hands"), table, states, paths=paths, problem=problem)

    def _part(self, name: str) -> Part:
        return self._parts[name]


def _scripted(name: str) -> Data:
    mine = card(name)
    weapons = [{"name": "blade", "type": "melee", "atk": 4, "hit": 3, "damage": [3, 5]}]
    plain = {"apl": 3, "move_in": 6, "save": 4, "wounds": 11, "base_mm": 32, "head_in": 1.4}
    return {"id": name, "player": mine["player"], "name": mine["name"], "weapons": weapons, **plain}


def _dying(name: str, luck: random.Random) -> Data:
    """Return a card of which most may act once more after they fell."""
    return card(name) | {"exempt": ["last action"] if luck.random() < 0.8 else []}


def _body(body: Operative, x: float, y: float) -> Operative:
    return replace(body, placement=Placement(body.id, x, y), head_sigma=0.04)


def played(edition: str, killzone: str | None, seed: int, steps: int = STEPS) -> tuple[int, int]:
    """Return how many frames a game had and how many last actions; raises what leaves the eye."""
    with TemporaryDirectory(prefix="overlook-hands-") as folder:
        hands = Hands(edition, killzone, seed, Path(folder))
        try:
            hands.play(steps)
        finally:
            hands.games.close()
        return hands.frames, hands.last_actions


def main(games: int, first: int = 0) -> None:
    """Play so many games in all killzones in turn, and print what came of them."""
    began, frames, last_actions, faults = time.perf_counter(), 0, 0, Counter[str]()
    for seed in range(first, first + games):
        edition, killzone = KILLZONES[seed % len(KILLZONES)]
        try:
            found = played(edition, killzone, seed)
        except Exception as fault:
            at = extract_tb(fault.__traceback__)[-1]
            faults[f"{type(fault).__name__} at {Path(at.filename).name}:{at.lineno}"] += 1
            print(f"seed {seed}, {edition} {killzone}: {type(fault).__name__}: {fault}"[:240])
        else:
            frames, last_actions = frames + found[0], last_actions + found[1]
    took_s = time.perf_counter() - began
    print(f"{games} games, {frames} frames, {last_actions} last actions, {took_s:.0f} s")
    print(f"exceptions that left the eye: {sum(faults.values())}", *faults.most_common(), sep="\n  ")


if __name__ == "__main__":
    main(*(int(one) for one in sys.argv[1:3] or ["20"]))
