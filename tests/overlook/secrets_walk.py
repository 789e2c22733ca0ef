"""Random games that are played twice, with another secret choice: only the chooser may notice.

`python -m tests.overlook.secrets_walk --games 500 --seed S` prints the games, outlets and what differs.

Both times each step, id, salt and time is the same. Right after the choice, or after some random steps of both players,
all that leaves the table (`tests/overlook/outlets.py`) is compared byte for byte, and every answer to the other player,
the referee and the screen. Commitments differ with the choice, as they must to bind the player, so
`commitments_without_choices` replaces their hash by one of salt, player and topic.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from overlook.play.runner import ScriptedTable, scripted_table
from overlook.play.script import script_of
from referee.game.engine.timeline import CHOICE_KINDS
from tests.overlook.outlets import Watched, commitments_without_choices, everything_sent, logged_to, scrubbed
from tests.overlook.play.scripts import Raw, do, script
from tests.overlook.play.set_up_steps import PLACES
from tests.overlook.test_outlets import BEGUN, CASES, Case

MOST_STEPS = 8
LEAST_TEXTS = 60
CHOOSER = "p1"


def random_step(chance: random.Random, case: Case) -> Raw:
    """Return something that anybody may ask for; the chooser says nothing that depends on the choice."""
    seat = chance.choice(("p1", "p2", "referee", "screen"))
    model, player = chance.choice(("A1", "B1")), chance.choice(("p1", "p2"))
    where = {"x": chance.uniform(2, 28), "y": chance.uniform(2, 20)}
    topics = sorted({one.topic for one in CASES.values() if one.edition == case.edition} - {"equipment"})
    others: Raw = do(
        "p2", "seal", player="p2", topic=chance.choice(topics), value=chance.choice(("Dig", "recon", "tac"))
    )
    return chance.choice(
        (
            do(seat, "declare_damage", operative=model, amount=chance.choice((-2, 1, 3))),
            do(seat, "declare_stat", operative=model, stat="move", change=-1, until="end of the battle"),
            do(seat, "declare_place", operative=model, **where),
            do(seat, "declare_status", operative=model, order="conceal"),
            do(seat, "score", player=player, op="crit", vp=1),
            do(seat, "place_marker", what="smoke", owner=player, **where),
            do(seat, "deploy", operative=model, **where),
            do("p2", "place_equipment", player="p2", item="mines", **where),
            others,
            {"as": seat, "press": "undo"},
            {"as": seat, "press": "redo"},
        )
    )


@dataclass
class Sent:
    """All that left a table while a choice was secret; `steps` are those that were taken."""

    texts: dict[str, str] = field(default_factory=dict)
    steps: int = 0


def is_secret(table: ScriptedTable, topic: str) -> bool:
    """Return whether the chooser has made a choice of that topic, and none of it is revealed."""
    game = table.table.game
    made = {
        entry.cause
        for entry in game.log
        if entry.kind in CHOICE_KINDS
        and entry.data.get("player") == CHOOSER
        and entry.data.get("topic", "equipment") == topic
    }
    return bool(made) and not made & game.timeline.revealed


def sent_in(case: Case, choice: Raw, after: list[Raw], *, at_once: bool) -> Sent:
    """Play a case with this choice and these further steps; return what leaves the table then, or `at_once`."""
    raw = {**script(PLACES, *case.before, choice, *after, begin="set_up"), **case.fields}
    sent = Sent()

    async def run() -> None:
        async with scripted_table(script_of(raw), clock=lambda: BEGUN) as table:
            watched = Watched(table)
            listen, made = table.before_each, len(case.before) + 1

            async def look(step: Any) -> None:
                await listen(step)
                if at_once and table._number == made and is_secret(table, case.topic):
                    sent.texts |= await everything_sent(watched)

            table.before_each = look
            with logged_to(watched.log):
                result = await table.play()
                if is_secret(table, case.topic):
                    sent.texts |= {f"answer {step['step']}": str(step) for step in result.steps[made:]}
                    sent.texts |= {} if at_once else await everything_sent(watched)
                sent.steps = sum(step["accepted"] for step in result.steps)

    with commitments_without_choices():
        asyncio.run(run())
    return sent


@dataclass
class Walk:
    """Counts of what was compared, and what differs."""

    games: int = 0
    texts: int = 0
    bytes: int = 0
    cases: Counter[str] = field(default_factory=Counter)
    differs: list[str] = field(default_factory=list)

    def play(self, seed: int) -> None:
        """Play one random game with two choices, and compare."""
        chance = random.Random(seed)
        name = chance.choice(list(CASES))
        case = CASES[name]
        one, other = chance.sample(case.choices, 2)
        after = [random_step(chance, case) for _ in range(chance.randint(1, MOST_STEPS))]
        at_once = chance.random() < 0.5
        first, second = (sent_in(case, choice, after, at_once=at_once) for _, choice in (one, other))
        if not at_once and not first.texts and not second.texts:
            # A step of the other player revealed both choices: only before it there is a secret to compare.
            first, second = (sent_in(case, choice, after, at_once=True) for _, choice in (one, other))
        self.games += 1
        self.cases[name] += 1
        where = f"seed {seed}, {name}, {one[0]!r} or {other[0]!r}"
        if first.steps != second.steps or first.texts.keys() != second.texts.keys() or len(first.texts) < LEAST_TEXTS:
            self.differs.append(f"{where}: {first.steps} and {second.steps} steps taken, {len(first.texts)} texts")
        for outlet in first.texts.keys() & second.texts.keys():
            self._compare(f"{where}: {outlet}", scrubbed(first.texts[outlet]), scrubbed(second.texts[outlet]))

    def _compare(self, where: str, here: str, there: str) -> None:
        self.texts += 1
        self.bytes += len(here.encode())
        if here != there:
            at = next(at for at, (a, b) in enumerate(zip_longest(here, there)) if a != b)
            self.differs.append(f"{where}: {here[max(0, at - 60) : at + 60]} / {there[max(0, at - 60) : at + 60]}")


def walked(games: int, seed: int) -> Walk:
    """Return what came of so many games."""
    walk = Walk()
    for number in range(games):
        walk.play(seed + number)
    return walk


def main() -> int:
    """Walk and print what was compared; return 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    said = parser.parse_args()
    walk = walked(said.games, said.seed)
    print(f"{walk.games} games from seed {said.seed}, {walk.texts} texts, {walk.bytes} bytes")
    print(f"cases: {', '.join(f'{name} {count}' for name, count in sorted(walk.cases.items()))}")
    print(f"differences: {len(walk.differs)}", *walk.differs[:20], sep="\n  ")
    return 1 if walk.differs else 0


if __name__ == "__main__":
    sys.exit(main())
